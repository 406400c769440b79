package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"assay/analysis/optional"
	"assay/api/analyse"
)

func (p *program) sample() *cobra.Command {
	var at positionFlags
	var s analyse.Sample
	var moves bool
	cmd := &cobra.Command{
		Use:   "sample",
		Short: "Play sample games of a variant",
		Long: `Sample plays games of a variant against itself, by random moves or with the engine, and
shows how each ends. A summary of lengths, results and reasons follows. The same seed
plays the same games.`,
		Example: `  # Ten games by random moves.
  assay sample --variant csg-1
  # Fifty games by the engine.
  assay sample --variant xiangqi --games 50 --by engine --nodes 200
  # Sample games of your own variant.
  assay sample --variants-dir my-variants --variant my-game`,
		Args: noArguments(),
		RunE: p.does(func(ctx context.Context, _ []string) error {
			if s.Time < 0 {
				return usage("--time", "%s: expected at least 0s", s.Time)
			}
			a, position, err := at.arbiter(ctx, p)
			if err != nil {
				return err
			}
			playing, err := a.Sample(position, s)
			if err != nil {
				return blame(err)
			}
			for {
				g, err := playing.Next(ctx)
				switch {
				case err != nil:
					return err
				case p.json:
					err = p.object(g)
				case g.Summary != nil:
					err = p.sampled(g.Summary)
				default:
					err = p.sampledGame(g, moves)
				}
				if err != nil || g.Summary != nil {
					return err
				}
			}
		}),
	}
	at.add(cmd.Flags())
	cmd.Flags().IntVar(&s.Games, "games", 10, "`number` of games to play")
	cmd.Flags().StringVar(&s.By, "by", analyse.ByRandom, "`player`: "+analyse.ByRandom+" or "+analyse.ByEngine)
	cmd.Flags().IntVar(&s.Nodes, "nodes", 300, "`number` of nodes that the engine searches for each move")
	cmd.Flags().IntVar(&s.Plies, "plies", analyse.MaxSampledPlies, "stop a game after this many `plies`")
	cmd.Flags().DurationVar(&s.Time, "time", 0, "stop after this `time`, such as 10m (default no limit)")
	cmd.Flags().Uint64Var(&s.Seed, "seed", 1, "`seed` of the random numbers")
	cmd.Flags().BoolVar(&moves, "moves", false, "show the moves of each game")
	return cmd
}

// sampledGame prints a played game.
func (p *program) sampledGame(g *analyse.SampledGame, moves bool) error {
	out := lines{fmt.Sprintf("%d: %d plies, %s, %s", g.Game, g.Plies, g.Result, endedBy(g.Termination, g.Rule))}
	if moves {
		for i, m := range g.Moves {
			out = append(out, fmt.Sprintf("    %d. %s", i+1, m))
		}
	}
	return p.printLines(out)
}

// sampled prints a summary of the endings.
func (p *program) sampled(s *analyse.SampleSummary) error {
	out := lines{fmt.Sprintf(
		"%d games: first player won %d, second player won %d, drawn %d, unfinished %d; "+
			"%d to %d plies, median %d",
		s.Games, s.First, s.Second, s.Draws, s.Unfinished, s.Shortest, s.Longest, s.Median)}
	if s.Games > s.Unfinished {
		out = append(out, fmt.Sprintf("First player's score: %.1f %%, between %.1f and %.1f at 95 %% confidence",
			s.Score,
			s.Interval[0], s.Interval[1]))
	}
	for _, e := range s.Endings {
		out = append(out, fmt.Sprintf("%6d  %s: %.1f %% (%.1f to %.1f)", e.Games, endedBy(e.Termination, e.Rule),
			e.Share,
			e.Interval[0], e.Interval[1]))
	}
	if s.Cut {
		out = append(out, "timed out before all games were played")
	}
	return p.printLines(out)
}

// endedBy describes how a game ended, with its rule ID, if any.
func endedBy(termination string, rule optional.Text) string {
	switch {
	case termination == analyse.BrokenOff:
		return "stopped by the limit of plies"
	case rule == "":
		return termination
	}
	return termination + " (" + string(rule) + ")"
}
