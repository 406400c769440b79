package web

import (
	"net/http"

	"assay/analysis"
	"assay/analysis/notation"
	"assay/analysis/rules"
	"assay/api"
	"assay/api/rest"
)

// opinionData is the analysis of a game as its page shows it: null for what is
// not.
type opinionData struct {
	Analysis *api.GameAnalysis `json:"analysis"`
	Job      *api.JobView      `json:"job"`   // the last one
	Lines    []bestLine        `json:"lines"` // of the analysis, one a ply
}

// bestLine is what is best in a position and what follows, as the page
// writes moves.
type bestLine struct {
	Moves   []string `json:"moves"`
	Squares []string `json:"squares"` // from and to of the first, as reports name them
}

// opinion answers with what the engine thinks of a game.
func (b *board) opinion(w http.ResponseWriter, r *http.Request) error {
	var game int64
	if err := rest.Bind(r, rest.Few{rest.Number("game", &game, "number of a game").From(1).Required()}); err != nil {
		return err
	}
	var d opinionData
	var err error
	if d.Job, err = b.archive.JobOf(r.Context(), game); err != nil {
		return err
	}
	if d.Analysis, err = b.archive.Analysis(r.Context(), game); err != nil {
		return err
	}
	if d.Analysis == nil {
		return sendJSON(w, r, d)
	}
	replay, err := b.archive.Replay(r.Context(), game)
	if err != nil {
		return err
	}
	if len(d.Analysis.Plies) != replay.Plies()+1 { // it is one of other rules
		d.Analysis = nil
		return sendJSON(w, r, d)
	}
	look := remembered(r, replay.Report().Variant)
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
		d.Lines = append(d.Lines, spell(p, d.Analysis.Plies[ply].Line, look.Moves(p.Rules())))
	}
	return sendJSON(w, r, d)
}

// spell writes moves of engines, as far as they are legal.
func spell(p *rules.Position, line []string, as api.MoveWriter) bestLine {
	out := bestLine{Moves: []string{}, Squares: []string{}}
	for i, text := range line {
		m, legal := engineMove(p, text)
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

// engineMove is the legal move that engines write so.
func engineMove(p *rules.Position, text string) (rules.Move, bool) {
	for _, m := range p.Moves(nil) {
		if (notation.UCI{}).Format(p, m) == text {
			return m, true
		}
	}
	return 0, false
}
