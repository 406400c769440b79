package main

import (
	"cmp"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"assay/api"
	"assay/index"
	"assay/parser"
	"assay/store/sqlite"
)

func (p *program) check() *cobra.Command {
	var reverify bool
	var o api.ReverifyOptions
	cmd := &cobra.Command{
		Use:   "check",
		Short: "Prove the integrity of the archive and its index",
		Long: `Check proves the archive's file, every record against its hash, every stored
game against the rules it was verified by, and the index against the archive.
With --reverify it first proves the games again whose definition has changed
since they were verified, and shows those that are judged differently now.`,
		Args: noArguments(),
		PreRunE: func(*cobra.Command, []string) error {
			switch {
			case o.All && !reverify:
				return usage("--all", "asks for --reverify")
			case o.Update && !reverify:
				return usage("--update", "asks for --reverify")
			}
			return nil
		},
		RunE: p.does(func(ctx context.Context, _ []string) error {
			return p.withArchive(ctx, access(!o.Update), func(a *api.Archive) error {
				if !reverify {
					return p.checkArchive(ctx, a)
				}
				err := p.reverify(ctx, a, o)
				if err != nil && !errors.Is(err, errFaults) {
					return err
				}
				return cmp.Or(p.checkArchive(ctx, a), err)
			})
		}),
	}
	flags := cmd.Flags()
	flags.BoolVar(&reverify, "reverify", false, "prove games again whose definition has changed")
	flags.BoolVar(&o.All, "all", false, "with --reverify: all games")
	flags.BoolVar(&o.Update, "update", false, "with --reverify: archive what is found now, and keep what was found before")
	return cmd
}

func (p *program) checkArchive(ctx context.Context, a *api.Archive) error {
	found, err := a.Check(ctx)
	locked, unusable := errors.Is(err, index.ErrLocked), errors.Is(err, index.ErrUnusable)
	if err != nil && !locked && !unusable {
		return err
	}
	if err := each(found, func(d *api.Damage) error { return p.tell(d, "%v", d) }); err != nil {
		return err
	}
	if locked {
		p.note("the index was not checked: another process has it")
	} else if unusable {
		p.note("the index was not checked: %v", err)
	}
	switch {
	case len(found) > 0:
	case locked || unusable:
		p.note("the archive is sound")
	default:
		p.note("archive and index are sound")
	}
	return faultsWhere(len(found) > 0 || unusable)
}

// reverify shows the games that are judged differently now. They are faults
// until they are archived as they are judged.
func (p *program) reverify(ctx context.Context, a *api.Archive, o api.ReverifyOptions) error {
	left := 0
	o.Each = func(r *api.Rejudged) error {
		if !r.Updated {
			left++
		}
		if p.json {
			return p.object(r)
		}
		return p.printLines(describeRejudged(r))
	}
	tally, err := a.Reverify(ctx, o)
	if err != nil {
		return err
	}
	p.note("%s verified again: %d judged differently, %d updated", parser.Count(tally.Games, "game"), tally.Changed, tally.Updated)
	if tally.Undefined > 0 {
		p.note("%s of variants that are not defined here left as they are", parser.Count(tally.Undefined, "game"))
	}
	return faultsWhere(left > 0)
}

func (p *program) reindex() *cobra.Command {
	return &cobra.Command{
		Use:   "reindex",
		Short: "Rebuild the index from the archive",
		Args:  noArguments(),
		RunE: p.inArchive(func(ctx context.Context, a *api.Archive, _ []string) error {
			err := a.Reindex(ctx, p.progress())
			p.bar.end()
			return err
		}),
	}
}

func (p *program) backup() *cobra.Command {
	var keep int
	cmd := &cobra.Command{
		Use:   "backup FILE",
		Short: "Copy the archive to a new file, also while it is served",
		Long: `Backup copies the archive to a new file, also while it is served. In place of
FILE there may be a folder: the copy is named after the time then, and with
--keep those before the last so many are removed. Have a timer call that.`,
		Args: wants(1, 1, "FILE", "name one new file, or a folder"),
		RunE: p.does(func(ctx context.Context, args []string) error {
			if err := p.inFile(); err != nil {
				return err
			}
			info, err := os.Stat(args[0])
			folder := err == nil && info.IsDir()
			if keep != 0 && (!folder || keep < 0) {
				return usage("--keep", "asks for a folder, and for a number above 0")
			}
			if !folder {
				return sqlite.Copy(ctx, p.archivePath(), args[0])
			}
			name := filepath.Join(args[0], backupPrefix+time.Now().UTC().Format("20060102T150405.000Z")+".db")
			if err := sqlite.Copy(ctx, p.archivePath(), name); err != nil {
				return err
			}
			return prune(args[0], keep)
		}),
	}
	cmd.Flags().IntVar(&keep, "keep", 0, "with a folder: how many backups are kept there; 0 for all")
	return cmd
}

// backupPrefix is how backups in a folder are named, before the time.
const backupPrefix = "archive-"

// prune removes all backups of a folder but the last so many; 0 for none.
func prune(folder string, keep int) error {
	all, err := filepath.Glob(filepath.Join(folder, backupPrefix+"[0-9]*T*Z.db"))
	if err != nil || keep == 0 {
		return err
	}
	slices.Sort(all)
	for _, old := range all[:max(len(all)-keep, 0)] {
		if err := os.Remove(old); err != nil {
			return err
		}
	}
	return nil
}

func (p *program) recover() *cobra.Command {
	return &cobra.Command{
		Use:   "recover FILE",
		Short: "Put a backup in the place of the archive",
		Long: `Recover copies a backup, brings it to the schema of this program, proves it as
check does, and puts it in the place of the archive. FILE stays as it is, and
the archive that is replaced is kept beside the new one. Nobody may have the
archive open meanwhile: stop what serves it first. A plain copy over the file
is no way to do it: the changes that a killed process left beside the archive
would be played into the copy.`,
		Args: wants(1, 1, "FILE", "name one backup"),
		RunE: p.does(func(ctx context.Context, args []string) error {
			if err := p.inFile(); err != nil {
				return err
			}
			if err := needs("FILE", args[0]); err != nil {
				return err
			}
			if err := os.MkdirAll(p.settings.Data, 0o755); err != nil {
				return err
			}
			done, err := sqlite.Recover(ctx, p.archivePath(), args[0])
			if err != nil {
				return err
			}
			if p.json {
				return p.object(map[string]any{"games": done.Games, "kept": done.Kept})
			}
			p.note("%s recovered from %s", parser.Count(done.Games, "game"), args[0])
			if done.Kept != "" {
				p.note("the archive that was replaced is %s", done.Kept)
			}
			return nil
		}),
	}
}
