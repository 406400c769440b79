package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"assay/api"
	"assay/parser"
	"assay/store/postgres"
	"assay/store/sqlite"
	"assay/store/transfer"
)

func (p *program) migrate() *cobra.Command {
	return &cobra.Command{
		Use:   "migrate FROM TO",
		Short: "Copy the archive to another folder or database",
		Long: `Migrate copies a whole archive, with all its history, from a folder or a
postgres:// address to another, which is to hold none: either may be either.
Every row is read back and compared. A copy that was cut short goes on where it
was when it is asked for again. Nobody may write the archive meanwhile: stop what
serves it first. The copy is the same archive to whoever follows its changes:
serve the one or the other from then on, not both.`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 2 {
				return usage("FROM TO", "name two folders or postgres:// addresses")
			}
			return nil
		},
		RunE: p.does(func(ctx context.Context, args []string) error {
			from, err := openEnd(ctx, args[0], toRead)
			if err != nil {
				return err
			}
			defer from.Close()
			to, err := openEnd(ctx, args[1], toWrite)
			if err != nil {
				return err
			}
			defer to.Close()
			show, began := p.progress(), time.Now()
			tally, err := transfer.Copy(ctx, from, to, func(done, total int64) {
				show(api.Progress{Stage: "migrate", Done: done, Total: total, Elapsed: time.Since(began)})
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

// end is an archive that is copied from or to.
type end interface {
	transfer.End
	Close() error
}

// openEnd opens the archive of a folder or an address.
func openEnd(ctx context.Context, data string, how access) (end, error) {
	if postgres.Address(data) {
		s, err := postgres.Open(ctx, data, postgres.Options{ReadOnly: how == toRead})
		if err != nil {
			return nil, err
		}
		return s, nil
	}
	if how == toWrite {
		if err := os.MkdirAll(data, 0o755); err != nil {
			return nil, err
		}
	}
	s, err := sqlite.Open(ctx, filepath.Join(data, "archive.db"), sqlite.Options{ReadOnly: how == toRead})
	if err != nil {
		return nil, err
	}
	return s, nil
}

// archiveName is a folder or an address as it may be shown.
func archiveName(data string) string {
	if postgres.Address(data) {
		return postgres.Name(data)
	}
	return data
}
