package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"assay/api"
	"assay/parser"
	"assay/store/transfer"
)

func (p *program) migrate() *cobra.Command {
	return &cobra.Command{
		Use:   "migrate FROM TO",
		Short: "Copy the archive to another folder or database",
		Long: `Migrate copies a whole archive, with all its history, from a folder or a
postgres:// address to another, which is to hold none: either may be either.
Every row is read back and compared. A copy that was cut short goes on where it
was when it is asked for again; nothing else opens it before it is whole. Nobody
may write the archive meanwhile: stop what serves it first. The copy is the same
archive to whoever follows its changes: serve the one or the other from then on,
not both.`,
		Args: wants(2, 2, "FROM TO", "name two folders or postgres:// addresses"),
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
				show(api.Progress{Stage: "migrate", Done: done, Total: total})
			})
			p.bar.end()
			if err != nil {
				return fmt.Errorf("%s: %w", archiveName(args[1]), err)
			}
			if p.json {
				return p.object(map[string]any{"games": tally.Games, "there": tally.There})
			}
			p.note("%s in %s, every row proved equal", parser.Count(int(tally.Games), "game"), archiveName(args[1]))
			return nil
		}),
	}
}
