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
	"assay/api/records"
	"assay/index"
	"assay/parser"
	"assay/store/sqlite"
)

func (p *program) check() *cobra.Command {
	var reverify bool
	var o records.ReverifyOptions
	cmd := &cobra.Command{
		Use:   "check",
		Short: "Check the archive and its index for damage",
		Long: `Check verifies the archive's file, the hash of every record, every game by the rules it
was verified by, and the index against the archive.

With --reverify it first verifies those games again whose definition has changed since,
and shows the games whose verdict changes. --update stores the new verdicts.`,
		Example: `  # Check the archive.
  assay check
  # You have added or changed a definition: verify its games again, then store the result.
  assay check --reverify
  assay check --reverify --update`,
		Args: noArguments(),
		PreRunE: func(*cobra.Command, []string) error {
			switch {
			case o.All && !reverify:
				return usage("--all", "requires --reverify")
			case o.Update && !reverify:
				return usage("--update", "requires --reverify")
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
	flags.BoolVar(&reverify, "reverify", false, "verify the games again whose definition has changed")
	flags.BoolVar(&o.All, "all", false, "with --reverify: verify all games again")
	flags.BoolVar(&o.Update, "update", false, "with --reverify: store the new verdicts")
	return cmd
}

func (p *program) checkArchive(ctx context.Context, a *api.Archive) error {
	found, err := a.Check(ctx)
	locked, unusable := errors.Is(err, index.ErrLocked), errors.Is(err, index.ErrUnusable)
	if err != nil && !locked && !unusable {
		return err
	}
	if err := each(found, func(d *records.Damage) error { return p.tell(d, "%v", d) }); err != nil {
		return err
	}
	if locked {
		p.note("the index was not checked: another process is using it")
	} else if unusable {
		p.note("the index was not checked: %v", err)
	}
	switch {
	case len(found) > 0:
	case locked || unusable:
		p.note("no errors found in the archive")
	default:
		p.note("no errors found in archive and index")
	}
	return faultsIf(len(found) > 0 || unusable)
}

// reverify prints the games with a changed verdict. They count as errors until
// the verdict is stored.
func (p *program) reverify(ctx context.Context, a *api.Archive, o records.ReverifyOptions) error {
	left := 0
	o.Each = func(r *records.Rejudged) error {
		if !r.Updated {
			left++
		}
		if p.json {
			return p.object(r)
		}
		return p.printLines(describeRejudged(p.words, r))
	}
	tally, err := a.Reverify(ctx, o)
	if err != nil {
		return err
	}
	p.note("%s verified again: %d with another verdict, %d updated", parser.Count(tally.Games, "game"), tally.Changed,
		tally.Updated)
	if tally.Undefined > 0 {
		p.note("%s of undefined variants not verified", parser.Count(tally.Undefined, "game"))
	}
	return faultsIf(left > 0)
}

func (p *program) reindex() *cobra.Command {
	return &cobra.Command{
		Use:   "reindex",
		Short: "Rebuild the index",
		Long: `Reindex builds the index again from the archive. If a server uses the archive, the server
rebuilds its index, and the command waits for it. You rarely need this: the index repairs
itself.`,
		Example: `  # Rebuild the index.
  assay reindex`,
		Args: noArguments(),
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
		Short: "Back up the archive, also while it is served",
		Long: `Backup copies the archive to a new file, also while a server uses it. If you name a
folder, the copy is named after the current time, and --keep removes older copies. Run it
from a timer, for example every night.`,
		Example: `  # Copy the archive to a file.
  assay backup archive-copy.db
  # Add a copy to a folder, and keep the last 14.
  assay backup backups --keep 14`,
		Args: wants(1, 1, "FILE", "name one new file, or a folder"),
		RunE: p.does(func(ctx context.Context, args []string) error {
			if err := p.inFile(); err != nil {
				return err
			}
			info, err := os.Stat(args[0])
			folder := err == nil && info.IsDir()
			if keep != 0 && (!folder || keep < 0) {
				return usage("--keep", "requires a folder, and a number of at least 1")
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
	cmd.Flags().IntVar(&keep, "keep", 0, "with a folder: `number` of backups to keep there; 0 means all")
	return cmd
}

// backupPrefix starts the names of backups in a folder, before the time.
const backupPrefix = "archive-"

// prune removes all backups of a folder except the last ones; 0 keeps all.
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
		Short: "Replace the archive by a backup",
		Long: `Recover checks a backup, upgrades it to this version, and puts it in place of the
archive. FILE is not changed, and the previous archive is kept next to the new one. Stop
the server first: recover refuses to run while the archive is open. Do not copy the file
yourself instead: leftover changes of a process that was killed would corrupt it.`,
		Example: `  # Replace the archive by the copy of a night.
  assay recover backups/archive-20260701T020000.000Z.db`,
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
				p.note("the previous archive is %s", done.Kept)
			}
			return nil
		}),
	}
}
