package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"assay/analysis/engine"
	"assay/analysis/lab"
	"assay/analysis/variant"
	"assay/api"
	"assay/api/analyse"
	"assay/api/games"
	"assay/api/present"
	"assay/api/search"
	"assay/store"
	"assay/store/postgres"
)

// tuneFlags are the flags of the command tune.
type tuneFlags struct {
	tuning  analyse.Tuning
	options string
	archive int
	output  string
}

func (p *program) tune() *cobra.Command {
	var f tuneFlags
	cmd := &cobra.Command{
		Use:   "tune VARIANT",
		Short: "Fit the evaluation of a variant to game results",
		Long: `Tune fits the engine's evaluation of a variant: piece values, squares, other terms, and
how fast an advantage turns into wins. It uses games that the engine, or another one of
the configuration, plays against itself from balanced random openings, and archived
games that have a result, the latest first.

Then the engine plays a match with the new values against the default evaluation. The new
values are kept if they score more than half of the points by more than the error.

The result, with its errors at 95 % confidence, is written into the folder "worths" of
the archive's folder, where the engine finds it, or to --output. It applies only to the
current revision of the variant's definition.`,
		Example: `  # Tune a variant with the defaults, which takes a while.
  assay tune minishogi
  # Tune with fewer and faster games, and without a match.
  assay tune minishogi --games 100 --nodes 300 --prove 0 --output minishogi.json`,
		Args: wants(1, 1, "VARIANT", "name one variant"),
		RunE: p.does(func(ctx context.Context, args []string) error { return p.fit(ctx, &f, args[0]) }),
	}
	flags := cmd.Flags()
	flags.StringVar(&f.options, "options", "", "the variant's options, as `key=value` words")
	flags.IntVar(&f.tuning.Games, "games", 400, "`number` of games to play")
	flags.IntVar(&f.archive, "archived", 400, "use at most this `number` of archived games")
	flags.IntVar(&f.tuning.Prove, "prove", 100,
		"`number` of games of the final match; 0 keeps the new values without one")
	flags.StringVar(&f.tuning.Engine, "engine", analyse.EngineName,
		"`engine` that plays the games: assay, or one of the configuration")
	flags.Uint64Var(&f.tuning.Nodes, "nodes", 2000, "`number` of nodes to search for each move")
	flags.IntVar(&f.tuning.Plies, "plies", 300, "end a game as a draw after this many `plies`")
	flags.Uint64Var(&f.tuning.Seed, "seed", 1, "`seed` of the random openings")
	flags.StringVar(&f.output, "output", "", "write the result to this `file` instead")
	return cmd
}

func (p *program) fit(ctx context.Context, f *tuneFlags, game string) error {
	a, err := p.publishedArbiter(ctx)
	if err != nil {
		return err
	}
	if f.archive < 0 {
		return usage("--archived", "expected at least 0, found %d", f.archive)
	}
	if err := f.tuning.Check(); err != nil {
		return blame(err)
	}
	r, err := a.Rules(game, f.options)
	switch {
	case errors.Is(err, variant.ErrUnknown):
		return usage("VARIANT", "%v", err)
	case err != nil:
		return blame(err)
	}
	// Create the file first: tuning would be wasted if the result cannot be
	// written.
	path, file, err := f.begin(a, r.Definition().ID)
	if err != nil {
		return err
	}
	others := func(each func(*present.Replay) error) error {
		return p.decided(ctx, r.Definition().ID, f.archive, each)
	}
	fit, err := a.Tune(ctx, game, f.options, f.tuning, others, p.progress())
	p.bar.end()
	if err != nil {
		return file.end(blame(err))
	}
	text, err := analyse.EncodeFit(fit)
	if err != nil {
		return file.end(err)
	}
	if err := file.writeAll(text); err != nil {
		return err
	}
	if p.json {
		return p.object(fit)
	}
	return p.printFit(fit, r.PieceName(lab.Pawn(r)), path) // the name of no piece is empty
}

// decided runs each on archived games with a result, the latest first.
func (p *program) decided(ctx context.Context, variant string, most int, each func(*present.Replay) error) error {
	if most == 0 {
		return nil
	}
	return p.legalGames(ctx, variant, func(_ int64, r *present.Replay) (bool, error) {
		if r.Report().Result == "*" {
			return true, nil
		}
		most--
		return most > 0, each(r)
	})
}

// legalGames runs each on the archived legal games of a variant, the latest
// first, until it returns false. It does nothing if there is no archive.
func (p *program) legalGames(ctx context.Context, variant string,
	each func(id int64, r *present.Replay) (more bool, err error)) error {
	if _, err := os.Stat(p.archivePath()); !postgres.IsURL(p.settings.Data) && errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return p.withArchive(ctx, toRead, func(a *api.Archive) error {
		ids, err := a.Select(ctx, search.Selection{Filter: games.Filter{Variant: variant, Verdict: "legal"}})
		if err != nil {
			return err
		}
		for _, id := range slices.Backward(ids) {
			r, err := a.Replay(ctx, id)
			if errors.Is(err, store.ErrGone) {
				continue // deleted since it was listed
			} else if err != nil {
				return err
			}
			if more, err := each(id, r); err != nil || !more {
				return err
			}
		}
		return nil
	})
}

// begin creates the file for a variant's fit.
func (f *tuneFlags) begin(a *api.Arbiter, game string) (path string, file *output, err error) {
	if f.output == "" {
		if path, err = a.FitPath(game); err != nil {
			return "", nil, blame(err)
		}
		file, err = createOutput(path)
		return path, file, err
	}
	if file, err = createOutput(f.output); err != nil {
		err = usage("--output", "%v", err)
	}
	return f.output, file, err
}

// printFit prints a fit as text. Values are in units of the piece pawn, if it
// was fitted, next to centipawns.
func (p *program) printFit(fit *analyse.Fit, pawn, path string) error {
	unit := slices.IndexFunc(fit.Values, func(v engine.PieceValue) bool { return v.Piece == pawn && v.Board > 0 })
	for _, w := range fit.Values {
		line := fmt.Sprintf("%-16s %5d ± %-4d endgame %5d  in hand %5d ± %d", w.Piece, w.Board, w.Error, w.Late, w.Hand,
			w.HandError)
		if unit >= 0 {
			by := float64(fit.Values[unit].Board)
			line += fmt.Sprintf("  %.2f ± %.2f pawns", float64(w.Board)/by, float64(w.Error)/by)
			if w.Hand != 0 {
				line += fmt.Sprintf(", %.2f ± %.2f in hand", float64(w.Hand)/by, float64(w.HandError)/by)
			}
		}
		if err := p.print("%s", line); err != nil {
			return err
		}
	}
	if len(fit.Values) > 0 && unit >= 0 {
		p.note("assay: a pawn is the value of %s", pawn)
	}
	switch m := fit.Match; {
	case m != nil && len(fit.Values) > 0:
		p.note("assay: the tuned values scored %.1f %% ± %.1f in %d games against the default evaluation", m.Score,
			m.Error, m.Games)
	case m != nil:
		p.note("assay: the tuned values scored %.1f %% ± %.1f in %d games; the default evaluation is kept", m.Score,
			m.Error, m.Games)
	case len(fit.Values) == 0:
		p.note("assay: the tuned values did not predict results better; the default evaluation is kept")
	}
	if fit.Curve.Value == 0 {
		return p.print("%d games are too few to fit the constant of Win%%; %s", fit.Games, path)
	}
	return p.print("constant of Win%% %.6f ± %.6f, from %d games; %s", fit.Curve.Value, fit.Curve.Error, fit.Games,
		path)
}
