package analysis

import (
	"assay/analysis/rules"
	"assay/parser"
)

// The verdicts on a record.
const (
	Legal       = "legal"
	Ruled       = "ruled" // legal but for plies that an arbiter lets stand
	Illegal     = "illegal"
	Unreadable  = "unreadable"
	Unsupported = "unsupported"
)

// Verdicts are all of them.
var Verdicts = []string{Legal, Ruled, Illegal, Unreadable, Unsupported}

// Proved are the verdicts on records that hold to their end.
var Proved = []string{Legal, Ruled}

// Report is what the verification of one record found.
type Report struct {
	File        string    `json:"file"`
	Game        int       `json:"game"`
	Format      string    `json:"format"`
	Encoding    string    `json:"encoding,omitempty"` // of the file, where it is not plain UTF-8
	Variant     string    `json:"variant"`
	Options     string    `json:"options,omitempty"`
	Verdict     string    `json:"verdict"`
	Plies       int       `json:"plies"` // legal ones: all, or the good prefix
	Result      string    `json:"result"`
	Termination *string   `json:"termination"`
	Start       string    `json:"start"`
	Final       string    `json:"final"`
	Warnings    []Warning `json:"warnings"`
	Error       *Error    `json:"error"`
	Rulings     []Stood   `json:"rulings,omitempty"`    // by which plies stand that break a rule
	Repairs     []Repair  `json:"repairs,omitempty"`    // where they were asked for, the likeliest first
	RepairsCut  bool      `json:"repairsCut,omitempty"` // the time for them was over before all were looked for
}

// Repair is a record as it most probably was meant, which is legal.
type Repair struct {
	Record     string   `json:"record"` // the whole of it, in UTF-8
	Changes    []Change `json:"changes"`
	Likelihood float64  `json:"likelihood"` // 0 to 1
}

// Change is what a repair changes in one place of a record.
type Change struct {
	Line   int    `json:"line"`
	Column int    `json:"column"`
	Kind   string `json:"kind"` // misread, missing, doubled, swapped, columns, trailing or number
	Was    string `json:"was"`
	Now    string `json:"now"`
}

// Warning is a doubt that leaves a record as legal as it was.
type Warning struct {
	Ply     int    `json:"ply"`
	Line    int    `json:"line"`
	Column  int    `json:"column"`
	Rule    string `json:"rule"`
	Message string `json:"message"`
}

// Error is the first fault of a record. It is a value of a report, and the
// `error` object of every answer about a bad record.
type Error struct {
	Ply        int      `json:"ply"` // 1 for the first
	Number     int      `json:"number"`
	Side       string   `json:"side"`
	File       string   `json:"file"`
	Line       int      `json:"line"`
	Column     int      `json:"column"`
	Text       string   `json:"text"`
	Rule       string   `json:"rule"`
	Reason     string   `json:"reason"`
	Message    string   `json:"message"`
	Legal      []string `json:"legal"`      // up to MaxNearest legal moves nearest to what was written
	Suggestion string   `json:"suggestion"` // the one most probably meant, "" when none is
	// Squares are from where to where the move at fault leads, one of them
	// where only one can be told: squares, bench cells, pockets as [PocketName]
	// has them, and pieces in hand as [Squares] does. LegalSquares are those
	// of each move of Legal.
	Squares      []string   `json:"squares,omitempty"`
	LegalSquares [][]string `json:"legalSquares,omitempty"`
}

func (e *Error) Error() string { return e.Rule + ": " + e.Message }

// MaxNearest is how many legal moves an Error lists.
const MaxNearest = 20

func (r *Report) warn(ply int, at parser.Place, rule, message string) {
	r.Warnings = append(r.Warnings, Warning{Ply: ply, Line: at.Line, Column: at.Column, Rule: rule, Message: message})
}

// end sets the result and the termination that the last position decides.
func (r *Report) end(o rules.Outcome) {
	termination := o.Termination
	r.Result, r.Termination = o.Result, &termination
}

func (r *Report) fail(e *Error) {
	r.Verdict, r.Error = Illegal, e
	e.File = r.File
}
