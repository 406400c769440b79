package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"assay/api/request"
	"assay/parser"
	"assay/store/transfer"
)

func (p *program) migrate() *cobra.Command {
	return &cobra.Command{
		Use:   "migrate FROM TO",
		Short: "Copy the archive to another folder or database",
		Long: `Migrate copies a whole archive, with all its history, between folders and PostgreSQL
databases (postgres:// URLs). The target must be empty. Every row is read back and
compared. If it is interrupted, run it again: it continues where it stopped.

Stop the server first. The copy has the identity of the original: serve only one of the
two afterwards.`,
		Example: `  # Copy an archive from a folder to a database.
  assay migrate assay-data postgres://assay@localhost/games`,
		Args: wants(2, 2, "FROM TO", "name two folders or postgres:// URLs"),
		RunE: p.does(func(ctx context.Context, args []string) error {
			from, err := openArchive(ctx, args[0], toRead, false)
			if err != nil {
				return err
			}
			defer from.Close()
			to, err := openArchive(ctx, args[1], toWrite, true)
			if err != nil {
				return err
			}
			defer to.Close()
			show := p.progress()
			tally, err := transfer.Copy(ctx, from, to, func(done, total int64) {
				show(request.Progress{Stage: "migrate", Done: done, Total: total})
			})
			p.bar.end()
			if err != nil {
				return fmt.Errorf("%s: %w", archiveName(args[1]), err)
			}
			if p.json {
				return p.object(map[string]any{"games": tally.Games, "there": tally.There})
			}
			p.note("%s in %s; all rows verified as equal", parser.Count(int(tally.Games), "game"), archiveName(args[1]))
			return nil
		}),
	}
}
