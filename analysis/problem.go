package analysis

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"assay/analysis/lru"
	"assay/analysis/notation"
	"assay/analysis/rules"
	"assay/analysis/solve"
	"assay/parser"
)

// ProblemHeader is the header of records of problems. Their starting position
// is the problem, and their lines are the stated solutions; of a proof game,
// the final position is the problem.
const ProblemHeader = "Stipulation"

// mostShown is the number of solutions that a warning shows.
const mostShown = 3

// maxSolved bounds the problems with known solutions. A record that is read
// again is not solved again.
const maxSolved = 64

// solved are the solutions of the last problems.
type solved = lru.Cache[solvedKey, solve.Result]

// solvedKey identifies a search for solutions.
type solvedKey struct {
	rules       *rules.Rules
	position    string
	stipulation solve.Stipulation
	nodes       uint64
}

// verifyProblem compares the stated solutions of a problem with all solutions,
// which it searches for with a number of nodes unless they are known. What it
// finds is a note or a warning.
func (g *Game) verifyProblem(rec *parser.Record, nodes uint64, known *solved) {
	i := slices.IndexFunc(rec.Tags, func(t parser.Tag) bool { return strings.EqualFold(t.Key, ProblemHeader) })
	if i < 0 || !g.Playable() || !g.Report.Holds() {
		return
	}
	warn := func(format string, values ...any) {
		g.Report.warn(0, rec.Tags[i].Place, "", fmt.Sprintf(format, values...))
	}
	s, err := solve.Parse(rec.Tags[i].Value)
	if err != nil {
		warn("the stipulation is not understood: %v", err)
		return
	}
	p, err := g.At(0)
	if s.Goal == solve.Array {
		if g.Report.Start != g.Rules.StartText() {
			warn("%s: a proof game begins in the starting position of the variant; remove the header FEN", s)
			return
		}
		p, err = g.At(len(g.Moves))
	}
	if err != nil {
		return
	}
	key := solvedKey{g.Rules, p.Text(), s, nodes}
	found, isKnown := known.Get(key)
	if !isKnown {
		if found, err = g.solve(p, s, nodes); err == nil && !g.ended() {
			known.Add(key, found, 1)
		}
	}
	if err != nil {
		warn("%s: %v", s, err)
		return
	}
	stated := g.stated(rec)
	isStated := func(one solve.Solution) bool {
		return slices.ContainsFunc(stated, func(line []rules.Move) bool { return s.Same(line, one.Moves) })
	}
	var others []string
	solved := len(stated) == 0
	for _, one := range found.Solutions {
		solved = solved || s.Same(stated[0], one.Moves)
		if !isStated(one) {
			others = append(others, g.written(rec, s, s.Start(p), s.Part(one.Moves)))
		}
	}
	n := len(found.Solutions)
	switch {
	case !found.Complete && n < maxNearest:
		g.Report.note(0, rec.Tags[i].Place, "", fmt.Sprintf(
			"%s: not verified, because the search was stopped after %d moves; solve it on the command line",
			s, found.Nodes))
	case n == 0:
		warn("%s: the problem has no solution; correct the position or the header", s)
	case !solved && found.Complete:
		warn("%s: the moves of the record do not solve the problem; solutions: %s", s,
			listed(others, found.Complete))
	case len(stated) == 0:
		g.Report.note(0, rec.Tags[i].Place, "", fmt.Sprintf("%s: the record states no solution; solutions: %s", s,
			listed(others, found.Complete)))
	case len(others) > 0:
		warn("%s: cooked, there are other solutions: %s; add them as variations, or change the position", s,
			listed(others, found.Complete))
	default:
		g.Report.note(0, rec.Tags[i].Place, "",
			fmt.Sprintf("%s: verified, %s, as stated", s, parser.Count(n, "solution")))
	}
}

// solve returns the solutions of a problem. It stops if the verification is
// cancelled.
func (g *Game) solve(p *rules.Position, s solve.Stipulation, nodes uint64) (solve.Result, error) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	go func() {
		select {
		case <-g.done:
			cancel()
		case <-ctx.Done():
		}
	}()
	return solve.Solve(ctx, p, s, solve.Settings{Nodes: nodes, Most: maxNearest, Workers: 1})
}

// stated returns the lines of a record, the main line first: the stated
// solutions, and perhaps tries and set play.
func (g *Game) stated(rec *parser.Record) (lines [][]rules.Move) {
	if len(g.Moves) == 0 {
		return nil
	}
	lines = [][]rules.Move{g.Moves}
	variations, err := g.Tree(rec, nil).Variations()
	if err != nil {
		return lines
	}
	for _, v := range variations {
		before := lines[v.Parent]
		lines = append(lines, append(slices.Clone(before[:min(v.From, len(before))]), v.Moves...))
	}
	return lines
}

// written writes a line in the record's notation, without the null moves of a
// series.
func (g *Game) written(rec *parser.Record, s solve.Stipulation, start *rules.Position, line []rules.Move) string {
	p := start.Clone()
	moves, _ := notation.For(rec, p) // a playable record has a notation
	alone := len(line)
	if s.Replies() {
		alone--
	}
	var text []byte
	for i, m := range line {
		if i > 0 {
			text = append(text, ' ')
			if s.Series && i < alone {
				p.Play(rules.PassMove)
			}
		}
		text = moves.Append(text, p, m)
		p.Play(m)
	}
	return string(text)
}

// listed lists the first solutions.
func listed(lines []string, complete bool) string {
	text := strings.Join(lines[:min(mostShown, len(lines))], "; ")
	switch {
	case !complete:
		text += "; and more"
	case len(lines) > mostShown:
		text += fmt.Sprintf("; and %d more", len(lines)-mostShown)
	}
	return text
}
