// Package external runs other engines: programs that speak the Universal Chess
// Interface, XBoard's protocol, or its counterpart in shogi (USI) or xiangqi
// (UCCI). Each runs as a process with limits on time, memory and output, and is
// restarted after a failure. Every move that it reports is checked against the
// rules.
package external

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"assay/analysis/spelling"
)

// Config describes an engine program and its limits.
type Config struct {
	Name     string   // as users select it
	Path     string   // of the program
	Args     []string // of its command line
	Protocol string   // one of protocols; empty means uci
	// Variants are the IDs of the variants that the engine plays, each
	// optionally followed by = and the engine's own name. If empty, the engine
	// plays the variants of its option UCI_Variant, or the variant of its
	// protocol.
	Variants []string
	Options  map[string]string // set at the start
	Memory   int               // megabytes of address space; 0 means no limit
	Time     time.Duration     // limit of every search; 0 means defaultTime
	Grace    time.Duration     // limit of other answers and of stopping a search; 0 means defaultGrace
}

// Default limits.
const (
	defaultTime  = 5 * time.Minute
	defaultGrace = 10 * time.Second
)

// protocols are the supported protocols.
var protocols = []string{"uci", "usi", "ucci", "xboard"}

// Check returns the first error of a configuration.
func (c Config) Check() error {
	switch {
	case c.Name == "":
		return fmt.Errorf("an engine needs a name")
	case c.Path == "":
		return fmt.Errorf("engine %s: path of the program is missing", c.Name)
	case c.Memory < 0 || c.Time < 0 || c.Grace < 0:
		return fmt.Errorf("engine %s: memory and time are not below 0", c.Name)
	case !slices.Contains(protocols, cmp.Or(c.Protocol, "uci")):
		meant := ""
		if near, ok := spelling.Nearest(c.Protocol, protocols); ok {
			meant = fmt.Sprintf("; %q was probably meant", near)
		}
		return fmt.Errorf("engine %s: protocol %q is none of %q%s", c.Name, c.Protocol, protocols, meant)
	}
	return nil
}
