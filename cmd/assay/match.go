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

	"assay/api"
)

// matchFlags are those of the command match.
type matchFlags struct {
	contest  api.Contest
	thinking api.Thinking
	time     time.Duration
	openings string
	output   string
	as       string
}

func (p *program) match() *cobra.Command {
	var f matchFlags
	cmd := &cobra.Command{
		Use:   "match ENGINE ENGINE",
		Short: "Let two engines play games, and say by how much one is the stronger",
		Long: `Match plays games of two engines from balanced openings, each with either colour,
and says how they ended: the score with its error at 95 % confidence, and the
difference in Elo points. It also says how the first player fared against the
second, whichever engine that was. An engine that meets itself with the same limits
plays each opening once. Openings are random moves from the start that the engine
holds to be even, or the positions of a file, a text a line; after its last position
the file is used again, with random moves. Every move of both
sides is held to the rules: an engine that plays another, or none, loses the game,
and it is said where. Games end by the rules alone, by repetition and by plies
without progress where these can be claimed, and after --plies.

An engine is assay; or formula, the same engine with the default evaluation of
pieces; or one of the configuration. After a colon it may have a limit of its own
for each move, in place of that of the flags: assay:nodes=2000, formula:depth=3,
assay:time=100ms. The same seed and nodes give the same games on every run.`,
		Args: wants(2, 2, "ENGINE", "name two engines"),
		RunE: p.does(func(ctx context.Context, args []string) error { return p.playMatch(ctx, &f, args) }),
	}
	flags := cmd.Flags()
	flags.StringVar(&f.contest.Variant, "variant", "", "the game's `id`, name or alias")
	flags.StringVar(&f.contest.Options, "options", "", "the game's options, `key=value` words")
	flags.IntVar(&f.contest.Games, "games", 20, "`number` of games, two of each opening unless both engines are the same")
	flags.IntVar(&f.contest.Random, "random", 6, "`plies` of random openings, and after positions of a file that is used again")
	flags.Uint64Var(&f.contest.Seed, "seed", 1, "`number` that random openings come from")
	flags.StringVar(&f.openings, "openings", "", "`file` of positions to begin from, a text a line")
	flags.IntVar(&f.contest.Plies, "plies", 400, "`plies` after which a game is drawn")
	flags.Uint64Var(&f.thinking.Nodes, "nodes", 0, "positions that are searched for each move, a `number`")
	flags.DurationVar(&f.time, "time", 0, "how long to think about each move, a `time` such as 100ms")
	flags.IntVar(&f.thinking.Depth, "depth", 0, "how deep to search, in `plies`")
	flags.StringVar(&f.output, "output", "", "`file` that the games are written to")
	flags.StringVar(&f.as, "as", string(api.ExportUsual), "`format` of that file: "+matchFormats())
	return cmd
}

// matchFormats lists the formats that hold the games of a match.
func matchFormats() string { return strings.Join(api.Words(api.CollectionFormats()), ", ") }

// contestant reads an engine with its own limit, if it has one.
func (f *matchFlags) contestant(text string) (api.Contestant, error) {
	name, limit, own := strings.Cut(text, ":")
	c := api.Contestant{Name: text, Engine: name, Thinking: f.thinking}
	if !own {
		return c, nil
	}
	c.Thinking = api.Thinking{}
	key, value, _ := strings.Cut(limit, "=")
	var err error
	var d time.Duration
	want := "a whole number from 0"
	switch key {
	case "nodes":
		c.Thinking.Nodes, err = strconv.ParseUint(value, 10, 64)
	case "depth":
		c.Thinking.Depth, err = strconv.Atoi(value)
	case "time":
		want = "a time such as 100ms"
		d, err = time.ParseDuration(value)
		c.Thinking.Seconds = d.Seconds()
	default:
		return c, usage("ENGINE", "%q has no limit %q: want nodes, depth or time", text, key)
	}
	if err != nil {
		return c, usage("ENGINE", "%q: want %s", text, want)
	}
	return c, checkTime("ENGINE", d)
}

func (p *program) playMatch(ctx context.Context, f *matchFlags, args []string) (err error) {
	if f.contest.Variant == "" {
		return usage("--variant", "name the game")
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
	keep := func(*api.Replay) error { return nil }
	if !slices.Contains(api.CollectionFormats(), api.ExportFormat(f.as)) {
		return usage("--as", "%q: want %s", f.as, matchFormats())
	}
	if f.output != "" {
		file, failed := createOutput(f.output)
		if failed != nil {
			return usage("--output", "%v", failed)
		}
		all, failed := api.NewCollection(file, "Match of engines", api.ExportOptions{Format: api.ExportFormat(f.as)})
		if failed != nil {
			return file.end(blame(failed))
		}
		defer func() {
			kept := all.Close()
			if all.Games() == 0 {
				kept = err // what was played stays, however the match ended
			}
			err = cmp.Or(err, file.end(kept))
		}()
		keep = func(r *api.Replay) error {
			_, err := all.Add(r)
			return err
		}
	}
	return p.tellMatch(ctx, f, args, keep)
}

// tellMatch plays the match and says how its games end.
func (p *program) tellMatch(ctx context.Context, f *matchFlags, args []string, keep func(*api.Replay) error) error {
	a, err := p.knowing(ctx)
	if err != nil {
		return err
	}
	show := p.progress()
	var last *api.ContestScore
	err = a.Contest(ctx, f.contest, func(g *api.ContestGame, s *api.ContestScore) error {
		last = s
		show(api.Progress{Stage: "match", Done: int64(g.Game), Total: int64(f.contest.Games)})
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
	if input, ok := errors.AsType[*api.InputError](err); ok && input.Field == "engine" {
		return usage("ENGINE", "%q: want %s", input.Value, input.Want)
	} else if err != nil {
		return blame(err)
	}
	if last.Repeated > 0 {
		p.note("assay: %d of %d games are the same as earlier ones; give more --random plies or more --openings", last.Repeated, last.Games)
	}
	engines := fmt.Sprintf("%s – %s: %d wins, %d draws, %d losses; %.1f %% ± %.1f, Elo %s (%s to %s)", args[0], args[1],
		last.Wins, last.Draws, last.Losses, last.Score, last.Error, elo(last.Elo), elo(last.EloRange[0]), elo(last.EloRange[1]))
	if last.Alike {
		engines = fmt.Sprintf("%s plays itself: %d games", args[0], last.Games)
		if args[0] != args[1] {
			engines = fmt.Sprintf("%s – %s: %d games; both play the same moves", args[0], args[1], last.Games)
		}
	}
	if first := last.First; !p.json {
		if err := p.print("First player: %d wins, %d draws, %d losses; %.1f %%, between %.1f and %.1f at 95 %% confidence",
			first.Wins, first.Draws, first.Losses, first.Score, first.Interval[0], first.Interval[1]); err != nil {
			return err
		}
	}
	return p.tell(map[string]any{"score": last}, "%s", engines)
}

// elo writes a difference in strength.
func elo(points *float64) string {
	if points == nil {
		return "without bound"
	}
	return fmt.Sprintf("%+.0f", math.Round(*points))
}
