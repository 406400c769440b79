package postgres

import "syscall"

// userTimeout is Linux's TCP_USER_TIMEOUT.
const userTimeout = 18

// giveUp has a connection fail where what is sent is not taken in time: the
// system would send it again and again, for a quarter of an hour.
func giveUp(network, _ string, c syscall.RawConn) error {
	if network == "unix" {
		return nil
	}
	var failed error
	err := c.Control(func(fd uintptr) {
		failed = syscall.SetsockoptInt(int(fd), syscall.IPPROTO_TCP, userTimeout, int(silence.Milliseconds()))
	})
	if err != nil {
		return err
	}
	return failed
}
