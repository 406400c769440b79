package api

import (
	"cmp"
	"runtime"
	"time"

	"assay/analysis"
	"assay/analysis/engine/external"
	"assay/api/analyse"
	"assay/api/define"
	"assay/parser"
)

// Config configures the use cases. The zero value has the default limits, the
// built-in variants, and no archive.
type Config struct {
	// Data is the folder that contains the archive's index. An [Arbiter] needs
	// none.
	Data string
	// IndexDatabase is the URL of a PostgreSQL database for the index. If
	// empty, the index is in the folder Data.
	IndexDatabase string
	// IndexMemory is the size in bytes of the block cache of an index in a
	// folder. 0 means index.DefaultMemory; a negative value disables the cache.
	IndexMemory int64
	// VariantsDir is a folder of variant definitions in addition to the
	// built-in ones; "" for none.
	VariantsDir string
	// MaxRecord is the maximum size of one record in bytes; 0 means
	// parser.DefaultMaxRecord.
	MaxRecord int64
	// Limits bounds the content of one record; see parser.Options.
	Limits parser.Limits
	// Engines lists the external engines; their names must differ.
	Engines []external.Config
	// Report, if not nil, is called with errors that no request caused: of the
	// index, and of definitions that cannot be loaded.
	Report func(error)
	// Workers is the number of goroutines that verify in parallel; 0 means one
	// per processor.
	Workers int
	// CheckTime bounds the check of a definition; 0 means DefaultCheckTime.
	CheckTime time.Duration
}

// Reading contains the settings for reading records. They apply if a record
// does not state the value itself.
type Reading struct {
	Format parser.Format // "" to detect it
	// Encoding is any label of the WHATWG Encoding Standard; "" to detect it.
	Encoding string
	Variant  string // ID, for records that name no variant
	Options  string // for records that state no options
	Strict   bool   // treat warnings as errors
	Repair   bool   // suggest corrections of illegal records
	// RepairTime bounds the search for corrections in one run; 0 for no limit.
	RepairTime time.Duration
	// MaxGames bounds the records of one input; 0 for no limit. If there are
	// more, the run stops with a [*request.LimitError].
	MaxGames int
	// MaxContent bounds the content of an archive in a request, in bytes.
	MaxContent int64
	// Atomic refuses every file with an invalid record as a whole, if records
	// are archived. Otherwise the valid records of such a file are archived.
	Atomic bool
	// rulings are the arbiters' rulings on the record, or nil.
	rulings *[]analysis.Ruling
	// restoring replaces JSON exports by the records that they were made of.
	restoring bool
}

// Arbiter provides the use cases that need no archive. It loads the variants
// and their rules. It is safe for concurrent use.
type Arbiter struct {
	*define.Library
	*analyse.Engines
	config Config
}

// Workers returns the number of goroutines that verify in parallel.
func (a *Arbiter) Workers() int { return a.config.Workers }

// NewArbiter loads the definitions. It reports invalid definitions in
// Config.VariantsDir and skips them.
func NewArbiter(c Config) (*Arbiter, error) {
	library, err := define.NewLibrary(c.Definitions())
	if err != nil {
		return nil, err
	}
	c.MaxRecord = cmp.Or(max(c.MaxRecord, 0), parser.DefaultMaxRecord)
	c.Workers = cmp.Or(max(c.Workers, 0), runtime.GOMAXPROCS(0))
	engines := analyse.NewEngines(library, analyse.EngineConfig{Data: c.Data, External: c.Engines, Workers: c.Workers})
	return &Arbiter{Library: library, Engines: engines, config: c}, nil
}

// Definitions returns the settings for definitions.
func (c Config) Definitions() define.Config {
	return define.Config{VariantsDir: c.VariantsDir, Report: c.Report, CheckTime: c.CheckTime}
}
