package laboratory

import (
	_ "embed"
	"html/template"
	"io"
)

// headText is the head of both pages, whose dot is the title.
//
//go:embed head.html
var headText string

//go:embed report.html
var reportText string

var reportPage = template.Must(template.New("report").Funcs(template.FuncMap{
	"interval": interval, "findings": findings, "moveText": moveText,
}).Parse(headText + reportText))

//go:embed comparison.html
var comparisonText string

var comparisonPage = template.Must(template.New("comparison").Funcs(template.FuncMap{
	"title": title, "headline": headline, "interval": interval, "difference": difference,
}).Parse(headText + comparisonText))

// plot is a drawn diagram with its caption.
type plot struct {
	Caption string
	SVG     template.HTML
}

// WriteHTML writes a comparison as an HTML page.
func (c *Comparison) WriteHTML(w io.Writer) error {
	return comparisonPage.Execute(w, c)
}

// WriteHTML writes a report as one HTML page with its diagrams.
func (r *Report) WriteHTML(w io.Writer) error {
	return reportPage.Execute(w, map[string]any{
		"Report": r.Report, "Headline": headline(r), "Needed": needed(r), "Figures": figures(r), "Endings": endings(r),
		"Values": values(r), "ValuesTitle": valuesTitle(r), "NoValues": noValues, "PieceHeads": pieceHeads,
		"Pieces": pieces(r), "Plots": plots(r), "Boards": heatMaps(r),
	})
}
