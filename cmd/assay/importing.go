package main

import (
	"cmp"
	"context"
	"errors"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"assay/api"
	"assay/api/locale"
	"assay/api/records"
	"assay/api/twins"
	"assay/parser"
)

func (p *program) importing() *cobra.Command {
	var reading records.Reading
	var quiet bool
	var faultFile string
	var validOnly bool
	cmd := &cobra.Command{
		Use:   "import PATH...",
		Short: "Verify records and archive them",
		Long: `Import verifies the records in the given files and folders and archives them with their
original bytes. It creates the archive if there is none. Compressed files (.gz, .zst, .bz2)
and archives (.zip, .tar, .tar.gz) are read as what they contain.

A record that is already archived is not added twice. If an import was interrupted,
run it again: it continues where it stopped. An illegal record is archived with its
verdict and the legal moves before the error; correct it later with mend, or let it
stand with rule. With --valid-only, invalid records are only reported. With --atomic,
a file with an invalid record is refused whole; a file is then kept in memory until it
is verified. Text that is not a record is only reported. The exit code is 1 if a
record was illegal or unreadable.`,
		Example: `  # Archive a folder of records.
  assay import records
  # Show only problems, and append them to a file as JSON lines.
  assay import --quiet --report problems.jsonl records
  # Archive the valid records of a file and list the others.
  assay import --valid-only games.pgn
  # Archive a file only if all its records are valid.
  assay import --atomic round-1.pgn
  # Archive what another program writes.
  zcat games.pgn.gz | assay import --format pgn -`,
		Args: paths(),
		RunE: p.does(func(ctx context.Context, args []string) error {
			args, missing := p.present(args)
			if len(args) == 0 {
				return missing
			}
			limitMemory()
			return p.withArchive(ctx, toWrite, func(a *api.Archive) error {
				if err := checkReading(a.Arbiter, reading); err != nil {
					return err
				}
				list, err := openFaultList(faultFile)
				if err != nil {
					return err
				}
				tally, err := p.importInto(ctx, a, args, records.ImportOptions{Reading: reading, ValidOnly: validOnly},
					!quiet && p.watched, func(i *records.Imported) error {
						if err := list.add(i); err != nil {
							return err
						}
						return p.report(i.Report, i, fate(p.words, i), quiet && i.Twin == 0 && i.Alike == nil)
					})
				if closed := list.close(); err == nil {
					err = closed
				}
				if err != nil {
					return blame(err)
				}
				return cmp.Or(missing, faultsIf(tally.Faulty()))
			})
		}),
	}
	readingFlags(cmd.Flags(), &reading)
	strictFlag(cmd.Flags(), &reading)
	atomicFlag(cmd.Flags(), &reading)
	cmd.Flags().BoolVar(&validOnly, "valid-only", false, "archive only valid records; list the others")
	workersFlag(cmd.Flags())
	cmd.Flags().StringVar(&faultFile, "report", "",
		"append every verdict except legal to this `file`, one JSON object per line")
	cmd.Flags().BoolVarP(&quiet, "quiet", "q", false, "show only records with errors or warnings")
	return cmd
}

func atomicFlag(flags *pflag.FlagSet, r *records.Reading) {
	flags.BoolVar(&r.Atomic, "atomic", false, "refuse a whole file if one of its records is illegal or unreadable")
}

func workersFlag(flags *pflag.FlagSet) {
	flags.Int("workers", defaults.Workers, "`number` of records to verify at once; 0 means one per processor")
}

// importInto archives the records of files and folders. It shows progress
// unless each already shows every record.
func (p *program) importInto(ctx context.Context, a *api.Archive, args []string, o records.ImportOptions, shown bool,
	each func(*records.Imported) error) (records.Tally, error) {
	o.Stdin, o.Each = p.stdin, each
	if !shown {
		o.Progress = p.progress()
	}
	tally, err := a.Import(ctx, args, o)
	p.bar.end()
	switch {
	case err == nil:
		c, twins := p.words, ""
		if tally.Twins > 0 {
			twins = " (" + c.Format("{1} with the moves of an earlier game", tally.Twins) + ")"
		}
		if tally.Alike > 0 {
			twins += " (" + c.Format("{1} nearly the same as an earlier game", tally.Alike) + ")"
		}
		continued := ""
		if tally.Continued > 0 {
			continued = ", " + c.Format("{1} continued", tally.Continued)
		}
		p.note("%s; %s%s%s, %s", summary(c, tally), c.Format("{1} added", tally.Added), twins, continued,
			c.Format("{1} already archived", tally.Existing+tally.Resumed))
	case ctx.Err() == nil:
	case errors.Is(err, records.ErrNotIndexed):
		p.note("assay: stopped with all %s archived, %d of them new; the next search or import updates the index",
			parser.Count(tally.Games+tally.Resumed, "game"), tally.Added)
		return tally, errStopped
	default:
		p.note("assay: stopped after %s, %d of them new; they are archived. Run the same import again to continue",
			parser.Count(tally.Games+tally.Resumed, "game"), tally.Added)
		return tally, errStopped
	}
	return tally, err
}

// fate describes the outcome of importing a record.
func fate(c *locale.Catalogue, i *records.Imported) string {
	lost := ""
	if len(i.Losses) > 0 {
		lost = "; " + c.Format("not taken over: {1}", strings.Join(i.Losses, "; "))
	}
	return placed(c, i) + lost
}

// placed says where the record is archived.
func placed(c *locale.Catalogue, i *records.Imported) string {
	switch {
	case i.ID == 0:
		return c.Text("not archived")
	case i.Into != 0:
		return c.Format("already archived as {1}, merged into {2}", i.ID, i.Into)
	case i.Deleted:
		return c.Format("already archived as {1}, deleted; to restore it, run assay restore {1}", i.ID)
	case i.Revision != 0:
		return c.Format("continues game {1}, archived as its revision {2}", i.ID, i.Revision)
	case i.Existing:
		return c.Format("already archived as {1}", i.ID)
	}
	if i.Warning != "" {
		return c.Format("archived as {1}, but not compared with similar games", i.ID)
	}
	return c.Format("archived as {1}", i.ID) + alsoArchived(c, int64(i.ID), int64(i.Twin), i.Alike)
}

// alsoArchived names the game that has the moves of another one, 0 for none, or
// is nearly the same. id is 0 if the other one is not archived yet.
func alsoArchived(c *locale.Catalogue, id, twin int64, alike *twins.Likely) string {
	text := ""
	switch {
	case alike != nil && alike.Kind != twins.Same:
		twin = alike.Game
		text = ", " + c.Format("nearly the same as game {1}: {2}", twin, c.Words(strings.Join(alike.Reasons, "; ")))
	case alike != nil:
		twin = alike.Game
		fallthrough
	case twin != 0:
		text = ", " + c.Format("also archived as {1}: the same moves under other headers", twin)
	default:
		return ""
	}
	if id == 0 {
		return text
	}
	return text + "; " + c.Format("to compare them, run assay twins compare {1} {2}", twin, id)
}
