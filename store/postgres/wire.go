package postgres

import (
	"net"
	"time"

	"github.com/jackc/pgx/v5"
)

// Timeouts for connecting to an unresponsive database and for sending to it. An
// unreachable machine does not even refuse a connection.
const (
	calling = 10 * time.Second
	silence = 20 * time.Second
)

// watch configures c so that connections fail when the peer is unreachable.
func watch(c *pgx.ConnConfig) {
	if c.ConnectTimeout == 0 {
		c.ConnectTimeout = calling
	}
	d := net.Dialer{
		KeepAliveConfig: net.KeepAliveConfig{Enable: true, Idle: silence / 2, Interval: silence / 10, Count: 5},
		Control:         giveUp,
	}
	c.DialFunc = d.DialContext
}
