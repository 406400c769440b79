// Package external lets engines of others think: programs that speak the
// Universal Chess Interface, that of shogi (USI) or of xiangqi (UCCI). Each
// runs as a process of its own with bounds on time, memory and output, is
// started again after it failed, and nothing that it says is believed before it
// was held to the rules.
package external

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"assay/analysis/spelling"
)

// Config says what program an engine is, and what it may take.
type Config struct {
	Name     string   // by which it is asked for
	Path     string   // of the program
	Args     []string // of its command line
	Protocol string   // one of Protocols; uci where it is empty
	// Variants are the ids of the games that it is asked to play, each of which
	// may have the engine's own name for it behind an equals sign. Where there
	// are none it plays what its option UCI_Variant lists, or the game of its
	// protocol.
	Variants []string
	Options  map[string]string // set when it starts
	Memory   int               // megabytes of its address space; 0 for no bound
	Time     time.Duration     // after which a search is stopped whatever its limits; DefaultTime where it is 0
	Grace    time.Duration     // for any other answer, and for that of a search when its time is over; DefaultGrace where it is 0
}

// What an engine may take where nothing is said.
const (
	DefaultTime  = 5 * time.Minute
	DefaultGrace = 10 * time.Second
)

// Protocols are those that an engine may speak.
var Protocols = []string{"uci", "usi", "ucci"}

// Check says what is wrong with a configuration.
func (c Config) Check() error {
	switch {
	case c.Name == "":
		return fmt.Errorf("an engine needs a name")
	case c.Path == "":
		return fmt.Errorf("engine %s: path of the program is missing", c.Name)
	case c.Memory < 0 || c.Time < 0 || c.Grace < 0:
		return fmt.Errorf("engine %s: memory and time are not below 0", c.Name)
	case !slices.Contains(Protocols, cmp.Or(c.Protocol, "uci")):
		meant := ""
		if near, ok := spelling.Nearest(c.Protocol, Protocols); ok {
			meant = fmt.Sprintf("; %q was probably meant", near)
		}
		return fmt.Errorf("engine %s: protocol %q is none of %q%s", c.Name, c.Protocol, Protocols, meant)
	}
	return nil
}
