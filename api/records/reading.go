package records

import (
	"time"

	"assay/analysis"
	"assay/parser"
)

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
