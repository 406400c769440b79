package analysis

import (
	"encoding/json"
	"slices"

	"assay/analysis/notation"
	"assay/analysis/rules"
	"assay/parser"
)

// The verdicts on a record.
const (
	Legal       = "legal"
	Ruled       = "ruled"      // legal but for plies that an arbiter lets stand
	Illegal     = "illegal"    // a move was understood and breaks a rule
	Unreadable  = "unreadable" // text was not understood, from the error on
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
	Kind   string `json:"kind"` // misread, missing, doubled, swapped, columns, trailing, number or letters
	Was    string `json:"was"`
	Now    string `json:"now"`
}

// The kinds of warnings.
const (
	KindWarning = "warning" // something about the record is doubtful
	KindNote    = "note"    // a fact about a sound record, such as a draw that could have been claimed
)

// Warning is a remark that leaves a record as legal as it was: a warning or a
// note.
type Warning struct {
	Kind    string `json:"kind"`
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
	r.remark(KindWarning, ply, at, rule, message)
}

// end sets the result and the termination that the last position decides.
func (r *Report) end(o rules.Outcome) {
	termination := o.Termination
	r.Result, r.Termination = o.Result, &termination
}

func (r *Report) note(ply int, at parser.Place, rule, message string) {
	r.remark(KindNote, ply, at, rule, message)
}

func (r *Report) remark(kind string, ply int, at parser.Place, rule, message string) {
	r.Warnings = append(r.Warnings, Warning{Kind: kind, Ply: ply, Line: at.Line, Column: at.Column, Rule: rule, Message: message})
}

// UnmarshalJSON reads a warning. Those that archives of earlier versions keep
// have no kind; the rule then says whether they are notes.
func (w *Warning) UnmarshalJSON(text []byte) error {
	type plain Warning
	if err := json.Unmarshal(text, (*plain)(w)); err != nil {
		return err
	}
	if w.Kind == "" {
		w.Kind = KindWarning
		if w.Rule == "W-1" || w.Rule == "W-4" {
			w.Kind = KindNote
		}
	}
	return nil
}

// Doubtful reports whether there is a warning that is more than a note.
func (r *Report) Doubtful() bool {
	return slices.ContainsFunc(r.Warnings, func(w Warning) bool { return w.Kind != KindNote })
}

// Broken reports whether a record was read and does not hold: a move of it is
// illegal, or its text is not understood from some place on.
func (r *Report) Broken() bool { return r.Verdict == Illegal || r.Verdict == Unreadable && r.Read() }

// Read reports whether a record was read at all, if only in part; otherwise the
// file holds none.
func (r *Report) Read() bool { return r.Format != "" }

// fail makes an error the record's. Text that was not understood makes it
// unreadable, a move that breaks a rule illegal.
func (r *Report) fail(e *Error) {
	r.Verdict, r.Error = Illegal, e
	if !notation.Understood(e.Reason) {
		r.Verdict = Unreadable
	}
	e.File = r.File
}
