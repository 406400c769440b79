package laboratory

import (
	"cmp"
	_ "embed"
	"html/template"
	"io"

	"assay/analysis/lab"
)

//go:embed report.html
var reportText string

var reportPage = template.Must(template.New("report").Funcs(template.FuncMap{
	"interval": Interval, "findings": findings, "moveText": moveText,
}).Parse(reportText))

// plot is a drawn diagram with its caption.
type plot struct {
	Caption string
	SVG     template.HTML
}

// WriteHTML writes a report as one HTML page with its diagrams.
func WriteHTML(w io.Writer, r *lab.Report) error {
	return reportPage.Execute(w, map[string]any{
		"Report": r, "Headline": headline(r), "Needed": needed(r), "Figures": figures(r), "Endings": endings(r),
		"Values": values(r), "Unit": cmp.Or(r.Pawn, "pawn"), "NoValues": noValues(r), "PieceHeads": pieceHeads,
		"Pieces": pieces(r), "Plots": plots(r), "Boards": heatMaps(r),
	})
}
