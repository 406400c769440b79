package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"assay/analysis/rules"
	"assay/analysis/variant"
	"assay/api"
	"assay/api/card"
	"assay/api/laboratory"
	"assay/api/present"
	"assay/store/postgres"
)

// labFlags are the flags of the command lab.
type labFlags struct {
	query   laboratory.Query
	against string
	options string
	output  string
	as      string
}

// Formats of a report.
const (
	labText = "text"
	labHTML = "html"
)

func (p *program) lab() *cobra.Command {
	var f labFlags
	cmd := &cobra.Command{
		Use:   "lab VARIANT",
		Short: "Measure a variant by games of the engine against itself",
		Long: `Lab plays games of a variant for some time, from the starting position and from imbalanced
starts, at two strengths, and reports with intervals at 95 % confidence: the first
player's score, draws, lengths, endings, the values of the pieces, hazards of the starting
position, pieces, moves and rules that never matter, the best and worst first moves, and
the metrics that are explained in the guide for inventors.

--against measures a second variant, usually a changed version, and reports what changed
in the rules and in every figure, with intervals and significance, and which archived
games end otherwise by the other rules.

VARIANT is an ID, or the file of a definition. The games are kept in the folder "lab" of
the archive's folder, or in --games-dir, by revision of the definition. Another run with
the same --nodes, --plies and --seed continues there.`,
		Example: `  # Measure a variant for three minutes.
  assay lab minishogi
  # Measure a definition of your own for ten minutes, and write a page.
  assay lab my-game.yaml --time 10m --output report.html
  # Did a change help?
  assay lab my-game.yaml --against my-game-2.yaml --time 10m`,
		Args: wants(1, 1, "VARIANT", "name one variant, or the file of a definition"),
		RunE: p.does(func(ctx context.Context, args []string) error { return p.runLab(ctx, &f, args[0]) }),
	}
	flags := cmd.Flags()
	flags.StringVar(&f.against, "against", "", "compare with this variant or `definition` file")
	flags.StringVar(&f.options, "options", "", "the variant's options, as `key=value` words")
	flags.DurationVar(&f.query.Time, "time", 3*time.Minute, "`time` of play, such as 30s or 10m")
	flags.IntVar(&f.query.Games, "games", 0, "stop at this total `number` of games (default no limit)")
	flags.IntVar(&f.query.Nodes, "nodes", 300, "`number` of nodes to search for each move at the low strength")
	flags.IntVar(&f.query.Plies, "plies", 400, "stop a game after this many `plies`")
	flags.Uint64Var(&f.query.Seed, "seed", 1, "`seed` of the games")
	flags.StringVar(&f.query.Folder, "games-dir", "", "`folder` that keeps the games (default in the archive's folder)")
	flags.StringVar(&f.output, "output", "", "write the report to this `file`; .html selects HTML")
	flags.StringVar(&f.as, "as", "", "`format` of the report: text or html (default by --output, or text)")
	return cmd
}

func (p *program) runLab(ctx context.Context, f *labFlags, name string) error {
	if f.as == "" {
		f.as = labText
		if ext := filepath.Ext(f.output); ext == ".html" || ext == ".htm" {
			f.as = labHTML
		}
	}
	switch {
	case f.as != labText && f.as != labHTML:
		return usage("--as", "%q: expected %s or %s", f.as, labText, labHTML)
	case p.json && f.as == labHTML:
		return usage("--as", "cannot be combined with --json")
	}
	if err := f.query.Check(); err != nil {
		return blame(err)
	}
	switch {
	case f.query.Folder != "":
	case postgres.IsURL(p.settings.Data):
		p.note("assay: the games are not kept, because an archive in a database has no folder; pass --games-dir")
	default:
		f.query.Folder = filepath.Join(p.settings.Data, api.LabFolder)
	}
	a, err := p.publishedArbiter(ctx)
	if err != nil {
		return err
	}
	r, err := p.labRules(ctx, a, "VARIANT", name, f.options)
	if err != nil {
		return err
	}
	var file *output
	if f.output != "" {
		if file, err = createOutput(f.output); err != nil {
			return usage("--output", "%v", err)
		}
	}
	var report labReport
	if f.against == "" {
		report, err = p.measure(ctx, a, r, f)
	} else {
		report, err = p.compare(ctx, a, r, f)
	}
	if file == nil {
		if err != nil {
			return err
		}
		return p.written(0, p.writeLab(p.shown, f, report))
	}
	if err == nil {
		err = p.writeLab(file, f, report)
	}
	return file.end(err)
}

// labReport is a report or a comparison.
type labReport interface {
	WriteText(w io.Writer) error
	WriteHTML(w io.Writer) error
	WriteJSON(w io.Writer) error
}

// compare measures both versions, each for half of the time, and replays the
// archived games by the other rules.
func (p *program) compare(ctx context.Context, a *api.Arbiter, r *rules.Rules, f *labFlags) (labReport, error) {
	other, err := p.labRules(ctx, a, "--against", f.against, f.options)
	if err != nil {
		return nil, err
	}
	if r.Definition().Revision() == other.Definition().Revision() && r.Definition().ID == other.Definition().ID {
		return nil, usage("--against", "%s has the same rules", f.against)
	}
	f.query.Time /= 2
	var reports [2]*laboratory.Report
	var cards [2]string
	for i, of := range []*rules.Rules{r, other} {
		if reports[i], err = p.measure(ctx, a, of, f); err != nil {
			return nil, err
		}
		if cards[i], err = card.TextOf(of); err != nil {
			return nil, err
		}
	}
	c := laboratory.Compare(reports[0], reports[1], cards)
	return c, p.legalGames(ctx, r.Definition().ID, func(id int64, game *present.Replay) (bool, error) {
		return true, c.AddGame(id, game, other)
	})
}

// measure plays and reports.
func (p *program) measure(ctx context.Context, a *api.Arbiter, r *rules.Rules, f *labFlags) (*laboratory.Report,
	error) {
	fit, err := a.FitOf(r)
	if err != nil {
		return nil, err
	}
	report, err := laboratory.Run(ctx, r, fit, a.Workers(), f.query, p.progress())
	p.bar.end()
	if path, ok := errors.AsType[*fs.PathError](err); ok {
		return nil, fmt.Errorf("%s: %w; name another folder for the games with --games-dir", path.Path, path.Err)
	}
	return report, blame(err)
}

// labRules returns the rules of a variant by ID, or of the file of a
// definition. where names the flag or argument.
func (p *program) labRules(ctx context.Context, a *api.Arbiter, where, name, options string) (*rules.Rules, error) {
	r, err := a.Rules(name, options)
	switch {
	case err == nil:
		return r, nil
	case !errors.Is(err, variant.ErrUnknown):
		return nil, blame(err)
	case !isThere(name):
		return nil, usage(where, "%v, and no such file", err)
	}
	r, err = a.Load(ctx, name, options)
	if problems, ok := errors.AsType[variant.Problems](err); ok {
		for i := range problems {
			p.note("%v", &problems[i])
		}
		return nil, usage(where, "%s is not a valid definition", name)
	}
	return r, blame(err)
}

// writeLab writes a report in its format.
func (p *program) writeLab(w io.Writer, f *labFlags, report labReport) error {
	switch {
	case p.json:
		return report.WriteJSON(w)
	case f.as == labHTML:
		return report.WriteHTML(w)
	}
	return report.WriteText(w)
}
