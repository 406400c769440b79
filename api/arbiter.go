package api

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"runtime"
	"sync"
	"time"

	"assay/analysis"
	"assay/analysis/engine/external"
	"assay/analysis/variant"
	"assay/analysis/variant/fairy"
	"assay/parser"
)

// Config is how the use cases are set up. Its zero value has the usual limits,
// the built-in variants alone, and no archive.
type Config struct {
	// Data is the folder of an archive's index; an [Arbiter] needs none.
	Data string
	// IndexDatabase is the address of a PostgreSQL database that has the index
	// of an archive, in place of the folder; "" is none.
	IndexDatabase string
	// IndexMemory bounds in bytes what an index in a folder holds of tapes;
	// index.DefaultMemory when 0, and below 0 nothing is held.
	IndexMemory int64
	// VariantsDir is a folder of definitions beside the built-in ones; "" is
	// none.
	VariantsDir string
	// MaxRecord is the size limit of one record in bytes;
	// parser.DefaultMaxRecord when 0.
	MaxRecord int64
	// Limits are those of what one record holds; see parser.Options.
	Limits parser.Limits
	// Engines are those of others that may be asked, each of another name.
	Engines []external.Config
	// Report is told of faults that are no fault of what was asked for: of the
	// index, and of definitions that are left out; nil for nobody.
	Report func(error)
	// Workers is how many goroutines verify at once; the processors when 0.
	Workers int
	// CheckTime is the ceiling for checking a definition; 0 is
	// DefaultCheckTime.
	CheckTime time.Duration
}

// Reading is what a caller says of records in general, where the records say
// nothing themselves.
type Reading struct {
	Format parser.Format // "" detects it by content
	// Encoding is the one of the records, by any name that the web's encoding
	// standard has; "" detects it.
	Encoding string
	Variant  string // id, for records that name no variant
	Options  string // for records that state none
	Strict   bool   // doubts about a record are faults
	Repair   bool   // reports of illegal records offer what was probably meant
	// RepairTime is how long a run looks for what to offer; 0 is no limit.
	RepairTime time.Duration
	// MaxGames is how many records one input may have; 0 is no limit. More of
	// them end the run with a [*LimitError].
	MaxGames int
	// rulings are those of arbiters on the record; nil for none.
	rulings *[]analysis.Ruling
}

// Arbiter knows the games and their rules: all use cases that need no archive.
// It is safe for concurrent use.
type Arbiter struct {
	book   *analysis.Rulebook
	config Config
	tried  tried
	// published are the revisions of the definitions that the archive has
	// published, by id.
	published  sync.Map
	publishing sync.Mutex
	loaded     int64 // number of the last of them that was looked at
}

// Workers is how many goroutines verify at once.
func (a *Arbiter) Workers() int { return a.config.Workers }

// NewArbiter reads the definitions. Those of the user's own that are faulty are
// reported and left out.
func NewArbiter(c Config) (*Arbiter, error) {
	registry := variant.Embedded()
	if c.VariantsDir != "" {
		if _, err := os.Stat(c.VariantsDir); err != nil {
			return nil, err
		}
		if err := c.leftOut(registry.AddDir(os.DirFS(c.VariantsDir), ".", fairy.Reader)); err != nil {
			return nil, err
		}
	}
	c.MaxRecord = cmp.Or(max(c.MaxRecord, 0), parser.DefaultMaxRecord)
	c.Workers = cmp.Or(max(c.Workers, 0), runtime.GOMAXPROCS(0))
	return &Arbiter{book: analysis.NewRulebook(registry), config: c}, nil
}

// mostLeftOut is how many problems of definitions that are left out are told.
const mostLeftOut = 20

// leftOut reports the problems of definitions that were not added. Another
// error comes back.
func (c *Config) leftOut(err error) error {
	problems, only := errors.AsType[variant.Problems](err)
	switch {
	case !only:
		return err
	case c.Report == nil:
		return nil
	}
	for _, p := range problems[:min(len(problems), mostLeftOut)] {
		c.Report(fmt.Errorf("variants_dir: %w", p))
	}
	if more := len(problems) - mostLeftOut; more > 0 {
		c.Report(fmt.Errorf("variants_dir: %d more problems", more))
	}
	return nil
}
