package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"assay/api"
)

func (p *program) sample() *cobra.Command {
	var at positionFlags
	var s api.Sample
	var moves bool
	cmd := &cobra.Command{
		Use:   "sample",
		Short: "Play games of a variant by random moves or the engine, and say how they end",
		Long: `Sample plays games of a variant against itself, each told as it ends, and says
last how long they were and by which rulings they ended. The same seed plays the
same games.`,
		Args: noArguments(),
		RunE: p.does(func(ctx context.Context, _ []string) error {
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
	cmd.Flags().IntVar(&s.Games, "games", 10, fmt.Sprintf("how `many` are played, at most %d", api.MaxSampled))
	cmd.Flags().StringVar(&s.By, "by", api.ByRandom, "`who` plays them: "+api.ByRandom+" or "+api.ByEngine)
	cmd.Flags().IntVar(&s.Nodes, "nodes", 300, "`positions` that the engine searches for a move")
	cmd.Flags().IntVar(&s.Plies, "plies", api.MaxSampledPlies, "`number` of plies after which a game is broken off")
	cmd.Flags().Uint64Var(&s.Seed, "seed", 1, "`number` that what is drawn comes from")
	cmd.Flags().BoolVar(&moves, "moves", false, "show the moves of each")
	return cmd
}

// sampledGame prints a game that was played.
func (p *program) sampledGame(g *api.SampledGame, moves bool) error {
	out := lines{fmt.Sprintf("%d: %d plies, %s, %s", g.Game, g.Plies, g.Result, endedBy(g.Termination, g.Rule))}
	if moves {
		for i, m := range g.Moves {
			out = append(out, fmt.Sprintf("    %d. %s", i+1, m))
		}
	}
	return p.printLines(out)
}

// sampled prints how games ended.
func (p *program) sampled(s *api.SampleSummary) error {
	out := lines{fmt.Sprintf("%d games: First won %d, Second won %d, drawn %d, unfinished %d; %d to %d plies, half of them up to %d",
		s.Games, s.First, s.Second, s.Draws, s.Unfinished, s.Shortest, s.Longest, s.Median)}
	for _, e := range s.Endings {
		out = append(out, fmt.Sprintf("%6d  %s", e.Games, endedBy(e.Termination, e.Rule)))
	}
	if s.Cut {
		out = append(out, "the time was over before all were played")
	}
	return p.printLines(out)
}

// endedBy says how a game ended, with its ruling, "" for none.
func endedBy(termination, rule string) string {
	if rule == "" {
		return termination
	}
	return termination + " (" + rule + ")"
}
