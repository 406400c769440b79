package postgres

import "syscall"

// userTimeout is Linux's TCP_USER_TIMEOUT.
const userTimeout = 18

// setUserTimeout sets the time for which sent data may remain unacknowledged.
// By default, Linux would retransmit for a quarter of an hour.
func setUserTimeout(network, _ string, c syscall.RawConn) error {
	if network == "unix" {
		return nil
	}
	var failed error
	err := c.Control(func(fd uintptr) {
		failed = syscall.SetsockoptInt(int(fd), syscall.IPPROTO_TCP, userTimeout, int(sendTimeout.Milliseconds()))
	})
	if err != nil {
		return err
	}
	return failed
}
