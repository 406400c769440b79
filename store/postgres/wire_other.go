//go:build !linux

package postgres

import "syscall"

// giveUp keeps the system's default for retransmissions.
func giveUp(string, string, syscall.RawConn) error { return nil }
