package web

import (
	"net/http"

	"assay/analysis"
	"assay/analysis/notation"
	"assay/analysis/rules"
	"assay/api/analyse"
	"assay/api/define"
	"assay/api/rest"
)

// analysisData is the analysis of a game for its page; null if there is none.
type analysisData struct {
	Analysis *analyse.GameAnalysis `json:"analysis"`
	Job      *analyse.JobView      `json:"job"`   // the latest one
	Lines    []bestLine            `json:"lines"` // best lines of the analysis, one per ply
}

// bestLine is the best move of a position and its continuation, in the
// displayed notation.
type bestLine struct {
	Moves   []string `json:"moves"`
	Squares []string `json:"squares"` // from and to of the first move, as in reports
}

// analysis sends the stored analysis of a game.
func (h *handler) analysis(w http.ResponseWriter, r *http.Request) error {
	var game int64
	if err := rest.Bind(r, rest.Few{rest.Number("game", &game, "number of a game").From(1).Required()}); err != nil {
		return err
	}
	var d analysisData
	var err error
	if d.Job, err = h.archive.JobOf(r.Context(), game); err != nil {
		return err
	}
	if d.Analysis, err = h.archive.Analysis(r.Context(), game); err != nil {
		return err
	}
	if d.Analysis == nil {
		return sendJSON(w, r, d)
	}
	replay, err := h.archive.Replay(r.Context(), game)
	if err != nil {
		return err
	}
	if len(d.Analysis.Plies) != replay.Plies()+1 { // the variant's rules have changed since
		d.Analysis = nil
		return sendJSON(w, r, d)
	}
	look := storedSettings(r, replay.Report().Variant)
	if look.Notation == "" {
		tree, err := replay.Tree()
		if err != nil {
			return err
		}
		look.Notation = tree.Style().Name
	}
	for ply := range d.Analysis.Plies {
		p, err := replay.Position(ply)
		if err != nil {
			return err
		}
		d.Lines = append(d.Lines, formatLine(p, d.Analysis.Plies[ply].Line, look.Moves(p.Rules())))
	}
	return sendJSON(w, r, d)
}

// formatLine formats an engine's moves up to the first illegal one.
func formatLine(p *rules.Position, line []string, as define.MoveWriter) bestLine {
	out := bestLine{Moves: []string{}, Squares: []string{}}
	for i, text := range line {
		m, legal := findUCIMove(p, text)
		if !legal {
			break
		}
		if i == 0 {
			out.Squares = analysis.Squares(p, m)
		}
		out.Moves = append(out.Moves, as.Format(p, m))
		p.Play(m)
	}
	return out
}

// findUCIMove returns the legal move with this UCI text.
func findUCIMove(p *rules.Position, text string) (rules.Move, bool) {
	for _, m := range p.Moves(nil) {
		if (notation.UCI{}).Format(p, m) == text {
			return m, true
		}
	}
	return 0, false
}
