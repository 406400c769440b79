package main

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"assay/analysis/lab"
	"assay/analysis/rules"
	"assay/analysis/variant"
	"assay/api"
	"assay/api/define"
	"assay/api/laboratory"
	"assay/store/postgres"
)

// labFlags are the flags of the command lab.
type labFlags struct {
	query   laboratory.Query
	options string
	output  string
	as      string
}

// Formats of a report.
const (
	labText = "text"
	labHTML = "html"
)

// labFolder is the folder of games in the archive's folder.
const labFolder = "lab"

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

VARIANT is an ID, or the file of a definition. The games are kept in the folder "lab" of
the archive's folder, or in --games-dir, by revision of the definition. Another run with
the same --nodes, --plies and --seed continues there.`,
		Example: `  # Measure a variant for three minutes.
  assay lab minishogi
  # Measure a definition of your own for ten minutes, and write a page.
  assay lab my-game.yaml --time 10m --output report.html`,
		Args: wants(1, 1, "VARIANT", "name one variant, or the file of a definition"),
		RunE: p.does(func(ctx context.Context, args []string) error { return p.runLab(ctx, &f, args[0]) }),
	}
	flags := cmd.Flags()
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
	if f.query.Folder == "" && !postgres.IsURL(p.settings.Data) {
		f.query.Folder = filepath.Join(p.settings.Data, labFolder)
	}
	a, err := p.publishedArbiter(ctx)
	if err != nil {
		return err
	}
	r, err := p.labRules(ctx, a, name, f.options)
	if err != nil {
		return err
	}
	var file *output
	if f.output != "" {
		if file, err = createOutput(f.output); err != nil {
			return usage("--output", "%v", err)
		}
	}
	report, err := p.measure(ctx, a, r, f)
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

// measure plays and reports.
func (p *program) measure(ctx context.Context, a *api.Arbiter, r *rules.Rules, f *labFlags) (*lab.Report, error) {
	fit, err := a.FitOf(r)
	if err != nil {
		return nil, err
	}
	report, err := laboratory.Run(ctx, r, fit, a.Workers(), f.query, p.progress())
	p.bar.end()
	return report, blame(err)
}

// labRules returns the rules of a variant by ID, or of the file of a
// definition.
func (p *program) labRules(ctx context.Context, a *api.Arbiter, name, options string) (*rules.Rules, error) {
	r, err := a.Rules(name, options)
	switch {
	case err == nil:
		return r, nil
	case !errors.Is(err, variant.ErrUnknown):
		return nil, blame(err)
	case !isThere(name):
		return nil, usage("VARIANT", "%v, and no such file", err)
	}
	checked, err := define.CheckVariant(ctx, name, p.useCases().Definitions(), a.Library)
	if problems, ok := errors.AsType[variant.Problems](err); ok {
		for i := range problems {
			p.note("%v", &problems[i])
		}
		return nil, usage("VARIANT", "%s is not a valid definition", name)
	} else if err != nil {
		return nil, err
	}
	if options == "" {
		return checked.Rules, nil
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	id, err := a.Try(ctx, text)
	if err != nil {
		return nil, err
	}
	r, err = a.Rules(id, options)
	return r, blame(err)
}

// writeLab writes a report in its format.
func (p *program) writeLab(w io.Writer, f *labFlags, report *lab.Report) error {
	switch {
	case p.json:
		return laboratory.WriteJSON(w, report)
	case f.as == labHTML:
		return laboratory.WriteHTML(w, report)
	}
	return laboratory.WriteText(w, report)
}
