package laboratory

import (
	"io"

	"assay/analysis/lab"
	"assay/analysis/optional"
)

// Contents has everything that a report says, as one JSON object.
type Contents struct {
	Lab         lab.Report      `json:"lab"`
	Board       lab.Board       `json:"board"`
	Figures     []lab.Figure    `json:"figures"`
	Endings     []lab.Ending    `json:"endings"`
	Lengths     []int           `json:"lengths"`
	Values      []lab.Value     `json:"values"`
	SkillLevels []lab.Estimate  `json:"skillLevels"`
	Pieces      []lab.PieceUse  `json:"pieces"`
	Hazards     []lab.Finding   `json:"hazards"`
	Never       []lab.Finding   `json:"never"`
	FirstMoves  []lab.FirstMove `json:"firstMoves"`
	Openings    []lab.Opening   `json:"openings"`
	Plies       []lab.Ply       `json:"plies"`
	Heat        []lab.Heat      `json:"heat"`
	Samples     []lab.Line      `json:"samples"`
}

// listed returns a list that is never null in JSON.
func listed[T any](all []T) []T { return append([]T{}, all...) }

// Contents returns what the report says.
func (r *Report) Contents() *Contents {
	return &Contents{
		Lab: *r.Report, Board: r.Board, Figures: listed(r.Figures), Endings: listed(r.Endings),
		Lengths: listed(r.Lengths), Values: listed(r.Values), SkillLevels: listed(r.Levels), Pieces: listed(r.Pieces),
		Hazards: listed(r.Hazards), Never: listed(r.Never), FirstMoves: listed(r.FirstMoves),
		Openings: listed(r.Openings), Plies: listed(r.Plies), Heat: listed(r.Heat), Samples: listed(r.Samples),
	}
}

// report returns the report that says this.
func (c *Contents) report() *Report {
	if c == nil {
		return nil
	}
	r := c.Lab
	r.Board, r.Figures, r.Endings, r.Lengths, r.Values = c.Board, c.Figures, c.Endings, c.Lengths, c.Values
	r.Levels, r.Pieces, r.Hazards, r.Never = c.SkillLevels, c.Pieces, c.Hazards, c.Never
	r.FirstMoves, r.Openings, r.Plies, r.Heat, r.Samples = c.FirstMoves, c.Openings, c.Plies, c.Heat, c.Samples
	return &Report{&r}
}

// Result is the report of a run. A run that compares two versions has a report
// of each, and their differences.
type Result struct {
	Report     *Contents `json:"report"`
	Against    *Contents `json:"against"`    // null without a comparison
	Comparison *Changes  `json:"comparison"` // null without a comparison
}

// Changes are the differences between two versions.
type Changes struct {
	Rules       []RuleChange     `json:"rules"`
	Differences []lab.Difference `json:"differences"`
	Games       int              `json:"games"` // archived games that were replayed
	Verdicts    []VerdictChange  `json:"verdicts"`
}

// changes returns the differences of a comparison.
func (c *Comparison) changes() *Changes {
	return &Changes{listed(c.Rules), listed(c.Differences), c.Games, listed(c.Verdicts)}
}

// Part is a part of a result that is written as one page.
type Part string

// The parts of a result.
const (
	PartReport     Part = "report"
	PartAgainst    Part = "against"
	PartComparison Part = "comparison"
)

// Parts lists the parts of results.
var Parts = []Part{PartReport, PartAgainst, PartComparison}

// Document is a report or a comparison that can be written.
type Document interface {
	WriteText(w io.Writer) error
	WriteHTML(w io.Writer) error
}

// Document returns a part of the result. By default it is the comparison, or
// the report if there is none. It returns nil if the result has no such part.
func (r *Result) Document(part Part) Document {
	here, there := r.Report.report(), r.Against.report()
	switch {
	case part == PartReport, part == "" && r.Comparison == nil:
		return here
	case r.Comparison == nil:
		return nil
	case part == PartAgainst:
		return there
	}
	return r.comparison()
}

// Views returns the parts of the result for a page, nil for those that it
// lacks. text translates their texts.
func (r *Result) Views(text func(string) string) (report, against *ReportView, comparison *ComparisonView) {
	report = r.Report.report().View(text)
	if c := r.comparison(); c != nil {
		against, comparison = c.There.View(text), c.View(text)
	}
	return report, against, comparison
}

// comparison returns the comparison, nil if there is none.
func (r *Result) comparison() *Comparison {
	if r.Comparison == nil {
		return nil
	}
	c := r.Comparison
	return &Comparison{r.Report.report(), r.Against.report(), c.Rules, c.Differences, c.Games, c.Verdicts}
}

// Subject is what a run measures: a variant, or a version of a draft.
type Subject struct {
	Variant  string          `json:"variant"` // ID in the definition
	Name     string          `json:"name"`
	Options  string          `json:"options"`
	Revision string          `json:"revision"` // of the definition
	Draft    optional.Text   `json:"draft"`    // ID; null for a variant of the archive
	Version  optional.Number `json:"version"`  // of the draft
}
