package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"assay/analysis/rules"
	"assay/api/present"
	"assay/api/problem"
)

func (p *program) solve() *cobra.Command {
	var at positionFlags
	var as movesAs
	var q problem.Query
	cmd := &cobra.Command{
		Use:   "solve",
		Short: "Solve a problem with a stipulation",
		Long: `Solve finds all solutions of a problem, in any variant, and prints each on one line. It
tries every legal move, so if it ends by itself, there are no other solutions.

The side to move in the position plays first. A stipulation consists of
  play   none (direct), h (help), s (self), r (reflex), semi-r, or ser- for a series:
         ser-# (direct), ser-h# (help), ser-s# and ser-r#
  goal   # mate, = stalemate, + check, win (the variant's own rules decide)
  moves  a number from 1 to 99; help play also has half moves, as in h#2.5
A proof game is a game from the starting position to the given one: dia4 has four moves of
each side, dia4.5 one more of the first side, ser-dia5 five of the first side alone; dia finds
the shortest ones, up to eight moves. Pieces on the board and in hand are compared, castling
rights are not.

In help play of whole moves, the side to move is the one that is mated. The play of a
solution of direct, self or reflex play is the longest defence; --variations shows all.
With --tsume the customs of tsume shogi apply to a direct mate: every attacking move gives
check, the shortest mate is shown, and futile interpositions do not count. An interposition
is futile if the attacker captures it with check and needs as many moves as without it.
Pieces left in the attacker's hand are reported.

A note says "unique" or "cooked" for play that should have one solution: all but help play,
and proof games. The exit code is 1 if there is no solution.`,
		Example: `  # A mate in two.
  assay solve --stipulation "#2" --variant chess --position "7k/8/5K2/8/8/8/8/6R1 w - - 0 1"
  # A helpmate: Black moves first, and White mates.
  assay solve --stipulation "h#1" --variant chess --position "7k/8/6K1/8/8/8/8/R7 b - - 0 1"
  # With tries; there is no solution.
  assay solve --stipulation "#1" --variant chess --position "7k/8/5K2/8/8/8/8/6R1 w" --tries
  # A proof game: which move of each side leads to this position?
  assay solve --stipulation dia1 --variant gardner --position "rnbqk/p1ppp/p4/1PPPP/RNBQK w"
  # Tsume shogi: the lance mates from any distance.
  assay solve --tsume --stipulation "#1" --variant shogi --position "7lk/7p1/9/9/9/4B4/9/9/9[L] w"`,
		Args: noArguments(),
		RunE: p.does(func(ctx context.Context, _ []string) error {
			if q.Stipulation == "" {
				return usage("--stipulation", "name what to solve, such as #2 or h#3")
			}
			if q.Time < 0 || q.Time > problem.MaxTime {
				return usage("--time", "%s: expected at most %s", q.Time, problem.MaxTime)
			}
			_, position, err := at.arbiter(ctx, p)
			if err != nil {
				return err
			}
			as.setDefault(position.Rules())
			writer, err := as.writer(position.Rules())
			if err != nil {
				return err
			}
			found, err := problem.Solve(ctx, position, q, writer)
			if err != nil {
				return blame(err)
			}
			return p.showSolutions(found, q.Variations)
		}),
	}
	flags := cmd.Flags()
	at.add(flags)
	as.add(flags)
	flags.StringVar(&q.Stipulation, "stipulation", "", "`stipulation`, such as #2, h#2.5, s#3, r#2, ser-h#4 or dia4.5")
	flags.BoolVar(&q.Tries, "tries", false, "also show first moves that exactly one defence refutes")
	flags.BoolVar(&q.SetPlay, "set-play", false, "also show the play if the other side moves first")
	flags.BoolVar(&q.Variations, "variations", false, "show every defence and all its answers")
	flags.BoolVar(&q.Tsume, "tsume", false, "apply the customs of tsume shogi to a direct mate")
	flags.IntVar(&q.Most, "solutions", 0, "stop after this many `solutions` (default all)")
	flags.Uint64Var(&q.Nodes, "nodes", 0, "stop after trying this many `moves` (default no limit)")
	flags.DurationVar(&q.Time, "time", 0, "stop after this `time`, such as 10s or 5m (default no limit)")
	return cmd
}

// setDefault selects algebraic notation if the variant has it and no flag
// selects a notation.
func (w *movesAs) setDefault(r *rules.Rules) {
	if w.notation == "" && w.as == "" {
		if _, err := present.MovesAs("san", r); err == nil {
			w.notation = "san"
		}
	}
}

// showSolutions prints solutions. Without any, or with a search that was
// stopped, it says so.
func (p *program) showSolutions(found *problem.Result, variations bool) error {
	for i := range found.Solutions {
		s := &found.Solutions[i]
		line := s.Line
		if s.Kind != "solution" {
			line += "  (" + string(s.Kind) + ")"
		}
		if s.Surplus > 0 {
			line += fmt.Sprintf("  (%d left in hand)", s.Surplus)
		}
		if err := p.tell(s, "%s", line); err != nil {
			return err
		}
		if variations && !p.json {
			if err := p.showVariations(s.Variations, 1); err != nil {
				return err
			}
		}
	}
	if !found.Complete {
		p.note("assay: the search was stopped after %d moves; there may be other solutions", found.Nodes)
	} else if len(found.Solutions) == 0 {
		p.note("assay: %s has no solution in this position", found.Stipulation)
	}
	if sound := found.Soundness(); sound != "" {
		p.note("assay: %s: %s", found.Stipulation, sound)
	}
	return faultsIf(len(found.Solutions) == 0)
}

// showVariations prints one line for each defence, indented by its depth.
func (p *program) showVariations(all []problem.Variation, depth int) error {
	for i := range all {
		v := &all[i]
		answers := make([]string, len(v.Answers))
		for j := range v.Answers {
			answers[j] = v.Answers[j].Move
		}
		line := strings.Repeat("  ", depth) + v.Defence + "  " + strings.Join(answers, ", ")
		if len(answers) > 1 {
			line += "  (dual)"
		}
		if err := p.print("%s", strings.TrimRight(line, " ")); err != nil {
			return err
		}
		for j := range v.Answers {
			if err := p.showVariations(v.Answers[j].Variations, depth+1); err != nil {
				return err
			}
		}
	}
	return nil
}
