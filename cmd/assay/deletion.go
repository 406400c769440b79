package main

import (
	"context"
	"math"

	"github.com/spf13/cobra"

	"assay/api"
	"assay/api/games"
)

func (p *program) delete() *cobra.Command {
	return &cobra.Command{
		Use:   "delete GAME...",
		Short: "Delete games; they can be restored",
		Long: `Delete removes games from lists, searches and exports. Their records and annotations are
kept: "assay restore" brings a game back, and "assay list --deleted" shows the deleted
ones.`,
		Example: `  # Delete games 2 and 5.
  assay delete 2 5`,
		Args: someGames(),
		RunE: p.eachGame(func(ctx context.Context, a *api.Archive, id int64) (*games.GameDetail, error) {
			g, err := a.Game(ctx, id)
			if err != nil {
				return nil, err
			}
			return g, a.Delete(ctx, id)
		}),
	}
}

func (p *program) restore() *cobra.Command {
	return &cobra.Command{
		Use:   "restore GAME...",
		Short: "Restore deleted games",
		Long:  `Restore brings deleted games back into lists, searches and exports.`,
		Example: `  # List the deleted games and restore one.
  assay list --deleted
  assay restore 2`,
		Args: someGames(),
		RunE: p.eachGame(func(ctx context.Context, a *api.Archive, id int64) (*games.GameDetail, error) {
			if err := a.Restore(ctx, id); err != nil {
				return nil, err
			}
			return a.Game(ctx, id)
		}),
	}
}

func someGames() cobra.PositionalArgs {
	return wants(1, math.MaxInt, "GAME", "name one or more games by number")
}

// eachGame changes the games of the arguments in order and prints each. It
// stops at the first error.
func (p *program) eachGame(change func(context.Context, *api.Archive, int64) (*games.GameDetail,
	error)) func(*cobra.Command, []string) error {
	return p.does(func(ctx context.Context, args []string) error {
		ids, err := gameIDs(args)
		if err != nil {
			return err
		}
		return p.withArchive(ctx, toWrite, func(a *api.Archive) error {
			return each(ids, func(id *int64) error {
				g, err := change(ctx, a, *id)
				if err != nil {
					return err
				}
				return p.summary(&g.GameSummary)
			})
		})
	})
}
