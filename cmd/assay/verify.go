package main

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"math"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"assay/analysis"
	"assay/api/records"
	"assay/parser"
)

func (p *program) verify() *cobra.Command {
	var reading records.Reading
	var quiet bool
	cmd := &cobra.Command{
		Use:   "verify PATH...",
		Short: "Verify records without storing them",
		Long: `Verify replays each record in the given files and folders by the rules of its variant,
and reports a verdict. It writes nothing. Compressed files (.gz, .zst, .bz2) and archives
(.zip, .tar, .tar.gz) are read as what they contain; "-" is standard input.

For an invalid record it shows the position of the first error, the ID of the broken
rule, and the move that was probably meant. The exit code is then 1. Records of an
unsupported variant are reported, but are not errors.`,
		Example: `  # Verify one file, then all files of a folder.
  assay verify game.pgn
  assay verify records
  # Name the variant of records that do not.
  assay verify --variant xiangqi moves.txt
  # Suggest corrections of invalid records.
  assay verify --repair broken.txt
  # Write one JSON object per game.
  assay verify --json records`,
		Args: paths(),
		RunE: p.does(func(ctx context.Context, args []string) error {
			args, missing := p.present(args)
			if len(args) == 0 {
				return missing
			}
			a, err := p.publishedArbiter(ctx)
			if err != nil {
				return err
			}
			if err := checkReading(a, reading); err != nil {
				return err
			}
			o := records.VerifyOptions{Reading: reading, Stdin: p.stdin, Each: func(r *analysis.Report) error {
				return p.report(r, r, "", quiet)
			}}
			if quiet || !p.watched {
				o.Progress = p.progress()
			}
			tally, err := a.Verify(ctx, args, o)
			p.bar.end()
			if err != nil && ctx.Err() != nil {
				p.note("assay: stopped after %s: %s", parser.Count(tally.Games, "game"), summary(p.words, tally))
				return errStopped
			}
			if err != nil {
				return blame(err)
			}
			p.note("%s", summary(p.words, tally))
			return cmp.Or(missing, faultsIf(tally.Faulty()))
		}),
	}
	readingFlags(cmd.Flags(), &reading)
	strictFlag(cmd.Flags(), &reading)
	cmd.Flags().BoolVar(&reading.Repair, "repair", false, "suggest corrections of each invalid record")
	cmd.Flags().BoolVarP(&quiet, "quiet", "q", false, "show only records with errors or warnings")
	return cmd
}

// paths requires at least one file or folder.
func paths() cobra.PositionalArgs {
	return wants(1, math.MaxInt, "PATH", "name at least one file or folder, or - for standard input")
}

// present returns the existing paths and reports the others. missing says
// whether the command ends now or after the rest.
func (p *program) present(args []string) (there []string, missing error) {
	for _, path := range args {
		if !isThere(path) {
			p.note("assay: %s: no such file or folder", cutLine(path))
			missing = errMisused
			continue
		}
		there = append(there, path)
	}
	return there, missing
}

// isThere reports whether a path exists.
func isThere(path string) bool {
	_, err := os.Stat(path)
	return path == stdinPath || !errors.Is(err, fs.ErrNotExist)
}

// needs rejects a missing path. The error names the flag or argument.
func needs(where, path string) error {
	if isThere(path) {
		return nil
	}
	return usage(where, "%s: no such file or folder", path)
}

// stdinPath means standard input.
const stdinPath = "-"

// report prints the report of one record: as text, or object as JSON.
func (p *program) report(r *analysis.Report, object any, fate string, quiet bool) error {
	switch {
	case quiet && r.Verdict == analysis.Legal && !r.Doubtful():
		return nil
	case p.json:
		return p.object(object)
	}
	if quiet {
		shown := *r
		shown.Warnings = slices.DeleteFunc(slices.Clone(r.Warnings),
			func(w analysis.Warning) bool { return w.Kind == analysis.KindNote })
		r = &shown
	}
	return p.printLines(describe(p.words, r, fate))
}

// reverified prints a record that was verified again, and returns errFaults if
// it is invalid.
func (p *program) reverified(done any, r *analysis.Report, fate string) error {
	return cmp.Or(p.report(r, done, fate, false), faultsIf(!r.Holds()))
}
