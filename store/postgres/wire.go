package postgres

import (
	"net"
	"time"

	"github.com/jackc/pgx/v5"
)

// Timeouts for connecting to an unresponsive database and for sending to it. An
// unreachable machine does not even refuse a connection.
const (
	connectTimeout = 10 * time.Second
	sendTimeout    = 20 * time.Second
)

// setTimeouts configures c so that connections fail when the peer is
// unreachable.
func setTimeouts(c *pgx.ConnConfig) {
	if c.ConnectTimeout == 0 {
		c.ConnectTimeout = connectTimeout
	}
	d := net.Dialer{
		KeepAliveConfig: net.KeepAliveConfig{Enable: true, Idle: sendTimeout / 2, Interval: sendTimeout / 10, Count: 5},
		Control:         setUserTimeout,
	}
	c.DialFunc = d.DialContext
}
