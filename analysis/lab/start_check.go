package lab

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"assay/analysis/engine"
	"assay/analysis/mate"
	"assay/analysis/notation"
	"assay/analysis/rules"
	"assay/parser"
)

// FirstMove is a legal first move, from First's view.
type FirstMove struct {
	Move string `json:"move"`
	CP   int    `json:"cp"`             // 0 with a mate
	Mate int    `json:"mate,omitempty"` // plies to the end after the move, negative if it loses
	// Proved reports that a search of mates proved the loss.
	Proved bool     `json:"proved,omitempty"`
	Line   []string `json:"line,omitempty"` // the proof
	Score  Estimate `json:"score"`          // in percent, of the games that began so
}

// Bounds of the analyses of the starting position.
const (
	startNodes  = 4000   // of the engine per first move
	mateNodes   = 20_000 // of the mate search per first move
	matePlies   = 7
	startMate   = 9 // plies of a forced win from the start
	startProof  = 300_000
	firstMost   = 400 // first moves that are analysed
	losingScore = 300 // centipawns
)

// inspect adds what the starting position itself shows.
func (l *Lab) inspect(ctx context.Context, report *Report, games []*Game) error {
	p := l.Rules.Start()
	if _, over := p.Outcome(); over {
		return nil
	}
	l.attacked(p, report)
	found := mate.Search(ctx, p, p.Side(), mate.Limits{Nodes: startProof, Plies: startMate, Quiet: true})
	if found.Plies > 0 {
		line := texts(p, found.Line)
		report.hazard(Finding{Kind: "forcedWin", Side: l.Rules.SideName(p.Side()), Line: line},
			"%s wins by force in %s: %s", l.Rules.SideName(p.Side()), parser.Count(found.Plies, "ply"),
			strings.Join(line, " "))
	}
	l.firstMoves(ctx, p, report, games)
	return ctx.Err()
}

func (r *Report) hazard(f Finding, format string, args ...any) {
	f.Text = fmt.Sprintf(format, args...)
	r.Hazards = append(r.Hazards, f)
}

// attacked reports pieces that are attacked or unprotected at the start.
func (l *Lab) attacked(p *rules.Position, report *Report) {
	r := l.Rules
	for _, side := range []rules.Side{rules.First, rules.Second} {
		var unprotected []string
		for own := p.Own(side); !own.Empty(); {
			at := own.Pop()
			t := p.At(at).Type()
			attackers := p.Attackers(at, t, side.Other(), p.Occupied())
			guarded := !p.Attackers(at, t, side, p.Occupied()).Empty()
			square := r.SquareName(at)
			f := Finding{Kind: "attacked", Piece: r.PieceName(t), Side: r.SideName(side), Squares: []string{square}}
			switch {
			case !attackers.Empty() && guarded:
				report.hazard(f, "%s's %s on %s is attacked", f.Side, f.Piece, square)
			case !attackers.Empty():
				f.Kind = "hanging"
				report.hazard(f, "%s's %s on %s is attacked and unprotected", f.Side, f.Piece, square)
			case !guarded && !r.Royal(t):
				unprotected = append(unprotected, square)
			}
		}
		if len(unprotected) > 0 {
			report.hazard(Finding{Kind: "unprotected", Side: r.SideName(side), Squares: unprotected},
				"%s's pieces on %s are unprotected", r.SideName(side), strings.Join(unprotected, " "))
		}
	}
}

// firstMoves analyses every first move, and tells which lose and which threaten
// to win at once.
func (l *Lab) firstMoves(ctx context.Context, p *rules.Position, report *Report, games []*Game) {
	points := map[string][]float64{}
	for _, g := range games {
		if len(g.Moves) > 0 && g.Start == "" {
			move := notation.UCI{}.Format(p, g.Moves[0])
			points[move] = append(points[move], g.Points())
		}
	}
	searcher := engine.New(tableMemory)
	searcher.Use(l.Rules, l.Fit)
	var moves []rules.Move // without drops of the same piece from other cells
	var written []string
	for _, m := range p.Moves(nil) {
		if text := (notation.UCI{}).Format(p, m); !slices.Contains(written, text) {
			moves, written = append(moves, m), append(written, text)
		}
	}
	var threats, losing []string
	side := p.Side()
	for i, m := range moves[:min(len(moves), firstMost)] {
		if ctx.Err() != nil {
			return
		}
		one := FirstMove{Move: written[i]}
		if e, ok := share(points[one.Move]); ok {
			one.Score = e.scaled(100)
		}
		p.Play(m)
		if o, over := p.Outcome(); over {
			switch {
			case o.WonBy(side):
				one.Mate = 1
			case o.WonBy(side.Other()):
				one.Mate = -1
			}
		} else {
			l.judge(ctx, searcher, p, &one)
		}
		if one.Mate < 0 || one.CP <= -losingScore {
			losing = append(losing, one.Move)
		}
		if l.threatens(ctx, p) {
			threats = append(threats, one.Move)
		}
		p.Undo()
		report.FirstMoves = append(report.FirstMoves, one)
	}
	slices.SortStableFunc(report.FirstMoves, func(a, b FirstMove) int { return cmp.Compare(b.rank(), a.rank()) })
	name := l.Rules.SideName(side)
	if len(threats) > 0 {
		report.hazard(Finding{Kind: "threat", Side: name, Line: threats},
			"%d of %d first moves threaten to win at once: %s",
			len(threats), len(moves), some(threats))
	}
	if len(losing) > 0 {
		report.hazard(Finding{Kind: "losing", Side: name, Line: losing},
			"%d of %d first moves lose, or are judged at -%d.00 or worse: %s",
			len(losing), len(moves), losingScore/100, some(losing))
	}
}

// some joins words, of many only the first.
func some(words []string) string {
	const most = 12
	if len(words) > most {
		words = append(slices.Clone(words[:most]), "…")
	}
	return strings.Join(words, " ")
}

// judge evaluates the position after a first move.
func (l *Lab) judge(ctx context.Context, searcher *engine.Engine, p *rules.Position, one *FirstMove) {
	found := mate.Search(ctx, p, p.Side(), mate.Limits{Nodes: mateNodes, Plies: matePlies, Quiet: true})
	if found.Plies > 0 {
		one.Mate, one.Proved, one.Line = -found.Plies, true, texts(p, found.Line)
		return
	}
	searcher.Clear()
	if lines := searcher.Search(ctx, p, engine.Limits{Nodes: startNodes}, nil).Lines; len(lines) > 0 {
		one.CP, one.Mate = -lines[0].CP, -lines[0].Mate
	}
}

// threatens reports whether the side that has just moved would win with its
// next move if the other side passed.
func (l *Lab) threatens(ctx context.Context, p *rules.Position) bool {
	if _, over := p.Outcome(); over || p.JudgeNull() != nil {
		return false
	}
	p.Play(rules.PassMove)
	defer p.Undo()
	if _, over := p.Outcome(); over {
		return false
	}
	return mate.Search(ctx, p, p.Side(), mate.Limits{Nodes: mateNodes, Plies: 1, Quiet: true}).Plies > 0
}

// rank orders first moves, best first.
func (f *FirstMove) rank() int {
	switch {
	case f.Mate > 0:
		return mateScore - f.Mate
	case f.Mate < 0:
		return -mateScore - f.Mate
	}
	return f.CP
}
