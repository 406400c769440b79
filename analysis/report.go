package analysis

import (
	"encoding/json"
	"slices"

	"assay/analysis/notation"
	"assay/analysis/optional"
	"assay/analysis/rules"
	"assay/parser"
)

// The verdicts on a record.
const (
	Legal       = "legal"
	Ruled       = "ruled"      // legal except for plies that a ruling allows
	Illegal     = "illegal"    // a move was understood and breaks a rule
	Unreadable  = "unreadable" // text was not understood from the error on
	Unsupported = "unsupported"
)

// Verdicts lists all verdicts.
var Verdicts = []string{Legal, Ruled, Illegal, Unreadable, Unsupported}

// Proved lists the verdicts on records that are valid to the end.
var Proved = []string{Legal, Ruled}

// Report is the result of verifying one record.
type Report struct {
	File        string          `json:"file"`
	Game        int             `json:"game"`
	Format      string          `json:"format"`
	Variant     string          `json:"variant"`
	Options     string          `json:"options,omitempty"`
	Verdict     string          `json:"verdict"`
	Plies       int             `json:"plies"` // number of legal plies
	Result      string          `json:"result"`
	Termination *string         `json:"termination"`
	Start       string          `json:"start"`
	Final       string          `json:"final"`
	Warnings    []Warning       `json:"warnings"`
	Error       *Error          `json:"error"`
	Rulings     []Stood         `json:"rulings,omitempty"`    // plies that break a rule but are allowed
	Repairs     []Repair        `json:"repairs,omitempty"`    // if requested, the likeliest first
	RepairsCut  bool            `json:"repairsCut,omitempty"` // the search for repairs timed out
	Encoding    optional.Text   `json:"encoding"`             // of the file, unless it is plain UTF-8
	Line        optional.Number `json:"line"`                 // line of the file at which the record begins
	Candidates  []string        `json:"candidates"`           // IDs of the variants that may be meant, the likeliest first; nil for none
}

// Repair is a legal correction of a record.
type Repair struct {
	Record     string   `json:"record"` // the whole text, in UTF-8
	Changes    []Change `json:"changes"`
	Likelihood float64  `json:"likelihood"` // 0 to 1
}

// Change is one change of a repair.
type Change struct {
	Line   int    `json:"line"`
	Column int    `json:"column"`
	Kind   string `json:"kind"` // misread, missing, doubled, swapped, columns, trailing, number or letters
	Was    string `json:"was"`
	Now    string `json:"now"`
}

// The kinds of warnings.
const (
	KindWarning = "warning" // something is doubtful
	KindNote    = "note"    // a fact about a valid record, such as a draw that could have been claimed
)

// Warning is a warning or a note. It does not affect the verdict.
type Warning struct {
	Kind    string `json:"kind"`
	Ply     int    `json:"ply"`
	Line    int    `json:"line"`
	Column  int    `json:"column"`
	Rule    string `json:"rule"`
	Message string `json:"message"`
}

// Error is the first error of a record. It is also the `error` object of every
// response about an invalid record.
type Error struct {
	Ply        int           `json:"ply"` // from 1
	Number     int           `json:"number"`
	Side       string        `json:"side"`
	File       string        `json:"file"`
	Line       int           `json:"line"`
	Column     int           `json:"column"`
	Text       string        `json:"text"`
	Rule       string        `json:"rule"`
	Reason     string        `json:"reason"`
	Message    string        `json:"message"`
	Legal      []string      `json:"legal"`      // up to maxNearest legal moves, the nearest first
	Suggestion optional.Text `json:"suggestion"` // the most probable move
	// Squares are the origin and destination of the wrong move, or only the
	// known one, named as in [Squares]. LegalSquares are the squares of each
	// move of Legal.
	Squares      []string   `json:"squares,omitempty"`
	LegalSquares [][]string `json:"legalSquares,omitempty"`
}

func (e *Error) Error() string { return e.Rule + ": " + e.Message }

// maxNearest is the number of legal moves an Error lists.
const maxNearest = 20

func (r *Report) warn(ply int, at parser.Place, rule, message string) {
	r.remark(KindWarning, ply, at, rule, message)
}

// end sets the result and termination of the last position.
func (r *Report) end(o rules.Outcome) {
	termination := o.Termination
	r.Result, r.Termination = o.Result, &termination
}

func (r *Report) note(ply int, at parser.Place, rule, message string) {
	r.remark(KindNote, ply, at, rule, message)
}

func (r *Report) remark(kind string, ply int, at parser.Place, rule, message string) {
	r.Warnings = append(r.Warnings,
		Warning{Kind: kind, Ply: ply, Line: at.Line, Column: at.Column, Rule: rule, Message: message})
}

// UnmarshalJSON decodes a warning. Warnings of old archives have no kind; then
// the rule decides.
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

// Doubtful reports whether there is a warning that is not a note.
func (r *Report) Doubtful() bool {
	return slices.ContainsFunc(r.Warnings, func(w Warning) bool { return w.Kind != KindNote })
}

// Broken reports whether a record was read but is invalid: a move is illegal,
// or its text is not understood from some place on.
func (r *Report) Broken() bool { return r.Verdict == Illegal || r.Verdict == Unreadable && r.Read() }

// Invalid reports whether a record is illegal or unreadable. Records of an
// unsupported variant are not invalid.
func (r *Report) Invalid() bool { return r.Verdict == Illegal || r.Verdict == Unreadable }

// Read reports whether at least part of a record was read. If not, the file has
// no record.
func (r *Report) Read() bool { return r.Format != "" }

// fail sets the error of the record and its verdict: unreadable if the text was
// not understood, otherwise illegal.
func (r *Report) fail(e *Error) {
	r.Verdict, r.Error = Illegal, e
	if !notation.Understood(e.Reason) {
		r.Verdict = Unreadable
	}
	e.File = r.File
}
