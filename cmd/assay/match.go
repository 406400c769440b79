package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"assay/api/analyse"
	"assay/api/present"
	"assay/api/request"
)

// matchFlags are the flags of the command match.
type matchFlags struct {
	contest  analyse.MatchSettings
	thinking analyse.AnalysisLimits
	time     time.Duration
	openings string
	output   string
	as       string
}

func (p *program) match() *cobra.Command {
	var f matchFlags
	cmd := &cobra.Command{
		Use:   "match ENGINE ENGINE",
		Short: "Play a match between two engines",
		Long: `Match lets two engines play from balanced openings, each with both colours. It reports
the score with its error at 95 % confidence, the difference in Elo points, and how the
first player scored. An engine that plays itself plays each opening once.

Openings are random moves that the engine considers balanced, or the positions (FEN) of
a file, one per line; after the last one the file is used again, with random moves.
Every move is verified: an illegal move loses the game. Games end by the rules, by
repetition and by long play without progress if these can be claimed, and as a draw after
--plies.

An ENGINE is "assay", "formula" (the same engine with the default evaluation), or an engine of the
configuration. You may add a limit: assay:nodes=2000, formula:depth=3, assay:time=100ms.
The same seed and nodes give the same games.`,
		Example: `  # Compare two depths.
  assay match assay:depth=4 assay:depth=2 --variant chess --games 20
  # Save the games.
  assay match assay:nodes=2000 formula:nodes=2000 --variant xiangqi --output games.pgn --as pgn`,
		Args: wants(2, 2, "ENGINE", "name two engines"),
		RunE: p.does(func(ctx context.Context, args []string) error { return p.playMatch(ctx, &f, args) }),
	}
	flags := cmd.Flags()
	flags.StringVar(&f.contest.Variant, "variant", "", "`ID`, name or alias of the variant")
	flags.StringVar(&f.contest.Options, "options", "", "the variant's options, as `key=value` words")
	flags.IntVar(&f.contest.Games, "games", 20, "`number` of games, two per opening unless both engines are the same")
	flags.IntVar(&f.contest.Random, "random", 6,
		"`plies` of random openings, and after positions of a file that is used again")
	flags.Uint64Var(&f.contest.Seed, "seed", 1, "`seed` of the random openings")
	flags.StringVar(&f.openings, "openings", "", "start from the positions (FEN) of this `file`, one per line")
	flags.IntVar(&f.contest.Plies, "plies", 400, "end a game as a draw after this many `plies`")
	flags.Uint64Var(&f.thinking.Nodes, "nodes", 0, "`number` of nodes to search for each move")
	flags.DurationVar(&f.time, "time", 0, "`time` for each move, such as 100ms")
	flags.IntVar(&f.thinking.Depth, "depth", 0, "search depth in `plies`")
	flags.StringVar(&f.output, "output", "", "write the games to this `file`")
	flags.StringVar(&f.as, "as", string(present.ExportUsual), "`format` of the file of --output: "+matchFormats())
	return cmd
}

// matchFormats lists the formats for the games of a match.
func matchFormats() string { return strings.Join(request.Words(present.CollectionFormats()), ", ") }

// contestant parses an engine with an optional limit of its own.
func (f *matchFlags) contestant(text string) (analyse.MatchPlayer, error) {
	name, limit, own := strings.Cut(text, ":")
	c := analyse.MatchPlayer{Name: text, Engine: name, Limits: f.thinking}
	if !own {
		return c, nil
	}
	c.Limits = analyse.AnalysisLimits{}
	key, value, _ := strings.Cut(limit, "=")
	var err error
	var d time.Duration
	want := "a whole number of at least 0"
	switch key {
	case "nodes":
		c.Limits.Nodes, err = strconv.ParseUint(value, 10, 64)
	case "depth":
		c.Limits.Depth, err = strconv.Atoi(value)
	case "time":
		want = "a time such as 100ms"
		d, err = time.ParseDuration(value)
		c.Limits.Seconds = d.Seconds()
	default:
		return c, usage("ENGINE", "%q: unknown limit %q; expected nodes, depth or time", text, key)
	}
	if err != nil {
		return c, usage("ENGINE", "%q: expected %s", text, want)
	}
	return c, checkTime("ENGINE", d)
}

func (p *program) playMatch(ctx context.Context, f *matchFlags, args []string) (err error) {
	if f.contest.Variant == "" {
		return usage("--variant", "name the variant")
	}
	if err := checkTime("--time", f.time); err != nil {
		return err
	}
	f.thinking.Seconds = f.time.Seconds()
	for i, text := range args {
		if f.contest.Contestants[i], err = f.contestant(text); err != nil {
			return err
		}
	}
	if f.openings != "" {
		text, err := os.ReadFile(f.openings)
		if err != nil {
			return usage("--openings", "%v", err)
		}
		for line := range strings.Lines(string(text)) {
			if line = strings.TrimSpace(line); line != "" {
				f.contest.Openings = append(f.contest.Openings, line)
			}
		}
	}
	keep := func(*present.Replay) error { return nil }
	if !slices.Contains(present.CollectionFormats(), present.ExportFormat(f.as)) {
		return usage("--as", "%q: expected %s", f.as, matchFormats())
	}
	if f.output != "" {
		file, failed := createOutput(f.output)
		if failed != nil {
			return usage("--output", "%v", failed)
		}
		all, failed := present.NewCollection(file, "Match of engines",
			present.ExportOptions{Format: present.ExportFormat(f.as)})
		if failed != nil {
			return file.end(blame(failed))
		}
		defer func() {
			kept := all.Close()
			if all.Games() == 0 {
				kept = err // games played are kept, however the match ended
			}
			err = cmp.Or(err, file.end(kept))
		}()
		keep = func(r *present.Replay) error {
			_, err := all.Add(r)
			return err
		}
	}
	return p.runMatch(ctx, f, args, keep)
}

// runMatch plays the match and prints how its games end.
func (p *program) runMatch(ctx context.Context, f *matchFlags, args []string, keep func(*present.Replay) error) error {
	a, err := p.publishedArbiter(ctx)
	if err != nil {
		return err
	}
	show := p.progress()
	var last *analyse.MatchScore
	err = a.PlayMatch(ctx, f.contest, func(g *analyse.MatchGame, s *analyse.MatchScore) error {
		last = s
		show(request.Progress{Stage: "match", Done: int64(g.Game), Total: int64(f.contest.Games)})
		if err := keep(g.Replay); err != nil {
			return err
		}
		if p.json {
			return p.object(g)
		}
		if g.Fault != nil {
			p.note("assay: game %d: %s", g.Game, *g.Fault)
		}
		return p.print("game %d: %s – %s %s, %s, %d plies", g.Game, g.First, g.Second, g.Result, g.Termination, g.Plies)
	})
	p.bar.end()
	if input, ok := errors.AsType[*request.InputError](err); ok && input.Field == "engine" {
		return usage("ENGINE", "%q: expected %s", input.Value, input.Want)
	} else if err != nil {
		return blame(err)
	}
	if last.Repeated > 0 {
		p.note("assay: %d of %d games repeat earlier ones; use more --random plies or --openings", last.Repeated,
			last.Games)
	}
	engines := fmt.Sprintf("%s – %s: %d wins, %d draws, %d losses; %.1f %% ± %.1f, Elo %s (%s to %s)", args[0], args[1],
		last.Wins, last.Draws, last.Losses, last.Score, last.Error, elo(last.Elo), elo(last.EloRange[0]),
		elo(last.EloRange[1]))
	if last.Alike {
		engines = fmt.Sprintf("%s plays itself: %d games", args[0], last.Games)
		if args[0] != args[1] {
			engines = fmt.Sprintf("%s – %s: %d games; the engines play equal moves", args[0], args[1], last.Games)
		}
	}
	if first := last.First; !p.json {
		if err := p.print("First player: %d wins, %d draws, %d losses; %.1f %%, between %.1f and %.1f at 95 %% "+
			"confidence",
			first.Wins, first.Draws, first.Losses, first.Score, first.Interval[0], first.Interval[1]); err != nil {
			return err
		}
	}
	return p.tell(map[string]any{"score": last}, "%s", engines)
}

// elo returns an Elo difference as text.
func elo(points *float64) string {
	if points == nil {
		return "unbounded"
	}
	return fmt.Sprintf("%+.0f", math.Round(*points))
}
