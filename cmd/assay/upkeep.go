package main

import (
	"context"

	"github.com/spf13/cobra"

	"assay/api"
)

func (p *program) check() *cobra.Command {
	return &cobra.Command{
		Use:   "check",
		Short: "Prove the integrity of the archive and its index",
		Args:  cobra.NoArgs,
		RunE: p.inArchive(func(ctx context.Context, a *api.Archive, _ []string) error {
			found, err := a.Check(ctx)
			if err != nil {
				return err
			}
			for _, d := range found {
				if p.json {
					err = p.object(d)
				} else {
					err = p.print("%v", d)
				}
				if err != nil {
					return err
				}
			}
			if len(found) > 0 {
				return errFaults
			}
			p.note("archive and index are sound")
			return nil
		}),
	}
}

func (p *program) reindex() *cobra.Command {
	return &cobra.Command{
		Use:   "reindex",
		Short: "Rebuild the index from the archive",
		Args:  cobra.NoArgs,
		RunE: p.inArchive(func(ctx context.Context, a *api.Archive, _ []string) error {
			bar := newProgress(p.stderr)
			err := a.Reindex(ctx, bar.show)
			bar.end()
			return err
		}),
	}
}

func (p *program) backup() *cobra.Command {
	return &cobra.Command{
		Use:   "backup FILE",
		Short: "Copy the archive to a new file, also while it is served",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return usage("FILE", "name one new file")
			}
			return nil
		},
		RunE: p.inArchive(func(ctx context.Context, a *api.Archive, args []string) error {
			return a.Backup(ctx, args[0])
		}),
	}
}
