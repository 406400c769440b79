package main

import (
	"errors"
	"strconv"
)

// number is the number of something that is kept, from 1 on; 0 for none named.
type number int64

// errNumber is the fault of a number.
var errNumber = errors.New("want a number from 1")

// String is empty for none.
func (n *number) String() string {
	if *n == 0 {
		return ""
	}
	return strconv.FormatInt(int64(*n), 10)
}

// Set takes a number from 1.
func (n *number) Set(text string) error {
	named, err := strconv.ParseUint(text, 10, 63)
	if err != nil || named == 0 {
		return errNumber
	}
	*n = number(named)
	return nil
}

// Type names the value in the help.
func (n *number) Type() string { return "number" }
