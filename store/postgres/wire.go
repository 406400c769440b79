package postgres

import (
	"net"
	"time"

	"github.com/jackc/pgx/v5"
)

// How long a database that says nothing is waited for: to answer to being
// called, and to take what it was sent. A machine that has gone refuses
// nothing.
const (
	calling = 10 * time.Second
	silence = 20 * time.Second
)

// watch has connections that are made by c fail where the other end is gone.
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
