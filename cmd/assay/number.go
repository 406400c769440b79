package main

import (
	"errors"
	"strconv"
)

// number is an ID from 1; 0 for none.
type number int64

// errNumber rejects an ID.
var errNumber = errors.New("expected a number of at least 1")

// String returns "" for none.
func (n *number) String() string {
	if *n == 0 {
		return ""
	}
	return strconv.FormatInt(int64(*n), 10)
}

// Set accepts a number of at least 1.
func (n *number) Set(text string) error {
	named, err := strconv.ParseUint(text, 10, 63)
	if err != nil || named == 0 {
		return errNumber
	}
	*n = number(named)
	return nil
}

// Type returns the name of the value in the help.
func (n *number) Type() string { return "number" }
