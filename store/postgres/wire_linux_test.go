package postgres

import (
	"syscall"
	"testing"

	"assay/fixtures/postgrestest"
)

// TestSocketOptions checks that connections fail if the database's machine
// drops all packets.
func TestSocketOptions(t *testing.T) {
	s := open(t, postgrestest.Shared(t).Schema(t), Options{})
	c, err := s.pool.Acquire(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Release()
	raw, err := c.Conn().PgConn().Conn().(syscall.Conn).SyscallConn()
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct {
		name  string
		at    int
		want  int
		level int
	}{
		{"what is not taken, in milliseconds", userTimeout, 20_000, syscall.IPPROTO_TCP},
		{"alive", syscall.SO_KEEPALIVE, 1, syscall.SOL_SOCKET},
		{"idle, in seconds", syscall.TCP_KEEPIDLE, 10, syscall.IPPROTO_TCP},
		{"between two questions", syscall.TCP_KEEPINTVL, 2, syscall.IPPROTO_TCP},
		{"questions", syscall.TCP_KEEPCNT, 5, syscall.IPPROTO_TCP},
	} {
		var got int
		var failed error
		if err := raw.Control(func(fd uintptr) { got, failed = syscall.GetsockoptInt(int(fd), row.level, row.at) }); err != nil || failed != nil || got != row.want {
			t.Errorf("%s: %d, want %d; %v, %v", row.name, got, row.want, err, failed)
		}
	}
}
