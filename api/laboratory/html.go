package laboratory

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"strings"

	"assay/analysis/lab"
)

// Templates are the parts of pages, which pages of the server share: lab-report
// shows a [ReportView], lab-comparison a [ComparisonView].
//
//go:embed parts.html
var Templates string

// headText is the head of both pages, whose dot is the title.
//
//go:embed head.html
var headText string

//go:embed report.html
var reportText string

var reportPage = template.Must(template.New("report").Parse(headText + Templates + reportText))

//go:embed comparison.html
var comparisonText string

var comparisonPage = template.Must(template.New("comparison").Parse(headText + Templates + comparisonText))

// plot is a drawn diagram with its caption.
type plot struct {
	Caption string
	SVG     template.HTML
}

// ReportView is a report as pages show it.
type ReportView struct {
	Report                     *lab.Report
	Score                      string // the first player's; "" if unknown
	Headline, Needed           string
	Figures, Endings, Values   []tableRow
	ValuesTitle, NoValues      string
	PieceHeads, Hazards, Never []string
	Pieces                     [][]string
	FirstMoves, Openings       []lineRow
	Plots, Boards              []plot
	Samples                    []sampleRow
}

// lineRow has the results of the games that began with moves.
type lineRow struct{ Move, Evaluation, Score, Games, Line string }

// sampleRow is a game to play through.
type sampleRow struct{ Title, Moves string }

// newLineRow returns a row without evaluation.
func newLineRow(moves string, score lab.Estimate, text func(string) string) lineRow {
	row := lineRow{Move: moves}
	if score.Games > 0 {
		row.Score, row.Games = text(interval(score, "%")), fmt.Sprint(score.Games)
	}
	return row
}

// View returns the report for a page. text translates its texts.
func (r *Report) View(text func(string) string) *ReportView {
	rows := func(all []tableRow) []tableRow {
		for i := range all {
			row := &all[i]
			row.Title, row.Cells = text(row.Title), [2]string{text(row.Cells[0]), text(row.Cells[1])}
		}
		return all
	}
	list := func(all []string) (out []string) {
		for _, one := range all {
			out = append(out, text(one))
		}
		return out
	}
	v := &ReportView{
		Report: r.Report, Headline: text(headline(r)), Needed: text(needed(r)), Figures: rows(figures(r)),
		Endings: rows(endings(r)), Values: rows(values(r)), ValuesTitle: text(valuesTitle(r)),
		NoValues: text(noValues), PieceHeads: list(pieceHeads), Hazards: list(findings(r.Hazards)),
		Never: list(findings(r.Never)), Pieces: pieces(r), Plots: plots(r, text), Boards: heatMaps(r, text),
	}
	if e, ok := r.Figure("firstPlayerScore", lab.Even); ok {
		v.Score = text(interval(e, "%"))
	}
	for i := range r.FirstMoves {
		m := &r.FirstMoves[i]
		row := newLineRow(m.Move, m.Score, text)
		row.Evaluation, row.Line = text(evaluation(m)), strings.Join(m.Line, " ")
		v.FirstMoves = append(v.FirstMoves, row)
	}
	for _, o := range r.Openings {
		v.Openings = append(v.Openings, newLineRow(strings.Join(o.Moves, " "), o.Score, text))
	}
	for _, s := range r.Samples {
		title := fmt.Sprintf("Game %d, %s: %s, %s", s.Number, s.Why, s.Result, s.Ended)
		v.Samples = append(v.Samples, sampleRow{text(title), strings.Join(s.Moves, " ")})
	}
	return v
}

// ComparisonView is a comparison as pages show it.
type ComparisonView struct {
	Here, There *Report
	Headlines   struct{ Here, There string }
	Rules       []RuleChange
	Differences []differenceRow
	Games       int
	Verdicts    []VerdictChange
}

// differenceRow is the difference of a figure.
type differenceRow struct {
	Title, Here, There, Difference, P string
	Significant                       bool
}

// View returns the comparison for a page. text translates its texts.
func (c *Comparison) View(text func(string) string) *ComparisonView {
	v := &ComparisonView{Here: c.Here, There: c.There, Games: c.Games}
	v.Headlines.Here, v.Headlines.There = text(headline(c.Here)), text(headline(c.There))
	for _, r := range c.Rules {
		v.Rules = append(v.Rules, RuleChange{r.Version, text(r.Text)})
	}
	for i := range c.Differences {
		d := &c.Differences[i]
		v.Differences = append(v.Differences, differenceRow{text(title(d)), text(interval(d.Here, d.Unit)),
			text(interval(d.There, d.Unit)), text(difference(d)), fmt.Sprintf("%.4f", d.P), d.Significant})
	}
	for _, change := range c.Verdicts {
		change.Text = text(change.Text)
		v.Verdicts = append(v.Verdicts, change)
	}
	return v
}

// english returns a text unchanged.
func english(text string) string { return text }

// WriteHTML writes a comparison as an HTML page.
func (c *Comparison) WriteHTML(w io.Writer) error {
	return comparisonPage.Execute(w, c.View(english))
}

// WriteHTML writes a report as one HTML page with its diagrams.
func (r *Report) WriteHTML(w io.Writer) error { return reportPage.Execute(w, r.View(english)) }
