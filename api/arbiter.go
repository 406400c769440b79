package api

import (
	"cmp"
	"runtime"
	"time"

	"assay/analysis/engine/external"
	"assay/api/analyse"
	"assay/api/define"
	"assay/api/records"
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
	// LabelsDir is a folder of files of labels in addition to the built-in
	// ones; "" for none.
	LabelsDir string
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
	// LabTime bounds the play of a laboratory run; 0 means
	// laboratory.DefaultMaxTime.
	LabTime time.Duration
}

// Arbiter provides the use cases that need no archive. It loads the variants
// and their rules. It is safe for concurrent use.
type Arbiter struct {
	*define.Library
	*analyse.Engines
	*records.Verifier
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
	verifier := records.NewVerifier(library,
		records.VerifierConfig{MaxRecord: c.MaxRecord, Limits: c.Limits, Workers: c.Workers})
	return &Arbiter{Library: library, Engines: engines, Verifier: verifier, config: c}, nil
}

// Definitions returns the settings for definitions.
func (c Config) Definitions() define.Config {
	return define.Config{VariantsDir: c.VariantsDir, LabelsDir: c.LabelsDir, Report: c.Report, CheckTime: c.CheckTime}
}
