// Package problem has the use case of problems: it solves a stipulation and
// writes the solutions.
package problem

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"assay/analysis/notation"
	"assay/analysis/rules"
	"assay/analysis/solve"
	"assay/api/define"
	"assay/api/request"
)

// MaxTime is the longest time for a problem.
const MaxTime = 24 * time.Hour

// Query is a problem to solve.
type Query struct {
	Stipulation string        `json:"stipulation"`
	Tries       bool          `json:"tries"`      // also first moves that one defence refutes
	SetPlay     bool          `json:"setPlay"`    // also play that begins with the other side
	Variations  bool          `json:"variations"` // also the play after the key
	Tsume       bool          `json:"tsume"`      // apply the customs of tsume shogi
	Most        int           `json:"solutions"`  // at which to stop, from 0; 0 means no limit
	Nodes       uint64        `json:"-"`
	Time        time.Duration `json:"-"` // 0 means no limit
}

// Result has the solutions of a problem.
type Result struct {
	Stipulation string     `json:"stipulation"`
	Solutions   []Solution `json:"solutions"`
	Nodes       uint64     `json:"nodes"`
	Complete    bool       `json:"complete"` // there are no other solutions
}

// Soundness returns "unique" or "cooked" for play that should have one
// solution: all but help play, and proof games. It is empty for other problems,
// and if there may be other solutions.
func (r *Result) Soundness() string {
	s, err := solve.Parse(r.Stipulation)
	solutions := 0
	for i := range r.Solutions {
		if r.Solutions[i].Kind == solve.Actual {
			solutions++
		}
	}
	switch {
	case err != nil || s.Play == solve.Help && s.Goal != solve.Array:
		return ""
	case solutions > 1:
		return "cooked"
	case solutions == 1 && r.Complete:
		return "unique"
	}
	return ""
}

// Solution is a written solution.
type Solution struct {
	Stipulation string     `json:"stipulation"`
	Kind        solve.Kind `json:"kind"`  // solution, set play or try
	Moves       []string   `json:"moves"` // in UCI, without the null moves of a series
	Line        string     `json:"line"`  // the moves with their numbers
	// Surplus is the number of pieces left in the attacker's hand at the end of
	// a tsume problem.
	Surplus    int         `json:"surplus"`
	Variations []Variation `json:"variations,omitempty"`
}

// Variation is a defence with its answers; more than one is a dual.
type Variation struct {
	Defence string   `json:"defence"`
	Answers []Answer `json:"answers"`
}

// Answer is a move that answers a defence, and the play after it.
type Answer struct {
	Move       string      `json:"move"`
	Variations []Variation `json:"variations,omitempty"`
}

// Solve solves a problem in which the side to move plays first. Lines are
// written by w. The error is an [*request.InputError] for a wrong stipulation,
// and for a position to which it does not apply.
func Solve(ctx context.Context, p *rules.Position, q Query, w define.MoveWriter) (*Result, error) {
	s, err := solve.Parse(q.Stipulation)
	if err != nil {
		return nil, &request.InputError{Field: "stipulation", Value: q.Stipulation, Want: err.Error()}
	}
	if q.Most < 0 {
		return nil, &request.InputError{Field: "solutions", Value: strconv.Itoa(q.Most), Want: "a number from 0"}
	}
	if q.Time > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, q.Time)
		defer cancel()
	}
	found, err := solve.Solve(ctx, p, s, solve.Settings{
		Tries: q.Tries, SetPlay: q.SetPlay, Variations: q.Variations, Tsume: q.Tsume, Most: q.Most, Nodes: q.Nodes,
	})
	if err != nil {
		return nil, &request.InputError{Field: "position", Value: p.Text(), Want: err.Error()}
	}
	result := &Result{Stipulation: s.String(), Solutions: []Solution{}, Nodes: found.Nodes, Complete: found.Complete}
	for i := range found.Solutions {
		result.Solutions = append(result.Solutions, write(p, s, &found.Solutions[i], w))
	}
	return result, nil
}

// write writes a solution.
func write(p *rules.Position, s solve.Stipulation, found *solve.Solution, w define.MoveWriter) Solution {
	out := Solution{Stipulation: s.String(), Kind: found.Kind, Surplus: found.Surplus}
	at := s.Start(p).Clone()
	if found.Kind == solve.SetPlay {
		pass(at)
	}
	var line strings.Builder
	alone := len(found.Moves) // moves of the series
	if s.Replies() {
		alone--
	}
	// second: the first ply is the second of its move.
	second := (s.Half && s.Goal != solve.Array) != (found.Kind == solve.SetPlay)
	number := 1
	for i, m := range found.Moves {
		starts := s.Series && i < alone || !s.Series && (i%2 == 0) != second
		switch {
		case starts:
			fmt.Fprintf(&line, " %d.", number)
			number++
		case i == 0:
			line.WriteString(" 1...")
			number++
		}
		line.WriteString(" " + w.Format(at, m))
		if found.Kind == solve.Try {
			line.WriteString([]string{"?", "!"}[i])
		}
		out.Moves = append(out.Moves, notation.UCI{}.Format(at, m))
		at.Play(m)
		if s.Series && i < alone-1 {
			pass(at)
		}
	}
	out.Line = strings.TrimSpace(line.String())
	if len(found.Variations) > 0 {
		at = p.Clone()
		if found.Kind == solve.SetPlay {
			pass(at)
		} else {
			at.Play(found.Moves[0])
		}
		out.Variations = variations(at, found.Variations, w)
	}
	return out
}

func pass(p *rules.Position) { p.Play(rules.PassMove) }

func variations(p *rules.Position, found []solve.Variation, w define.MoveWriter) (out []Variation) {
	for i := range found {
		v := Variation{Defence: w.Format(p, found[i].Defence), Answers: []Answer{}}
		p.Play(found[i].Defence)
		for j := range found[i].Answers {
			a := &found[i].Answers[j]
			answer := Answer{Move: w.Format(p, a.Move)}
			p.Play(a.Move)
			answer.Variations = variations(p, a.Variations, w)
			p.Undo()
			v.Answers = append(v.Answers, answer)
		}
		p.Undo()
		out = append(out, v)
	}
	return out
}
