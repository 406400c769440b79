package main

import (
	"context"

	"github.com/spf13/cobra"

	"assay/api"
)

// addMovesAs adds the flag by which moves are written otherwise.
func addMovesAs(cmd *cobra.Command, as *string) {
	addNotation(cmd.Flags(), as, "as numbered lists do")
	cmd.Flags().StringVar(as, "as", "", "the same: `uci` writes e2e4, e7e8q, P@e5")
}

func (p *program) moves() *cobra.Command {
	var at positionFlags
	var as string
	cmd := &cobra.Command{
		Use:   "moves",
		Short: "List the legal moves of a position, sorted",
		Args:  cobra.NoArgs,
		RunE: p.does(func(ctx context.Context, _ []string) error {
			a, position, err := at.arbiter(ctx, p)
			if err != nil {
				return err
			}
			writer, err := api.MovesAs(as, position.Rules())
			if err != nil {
				return err
			}
			return each(a.Moves(position, writer), func(move *string) error {
				return p.tell(map[string]string{"move": *move}, "%s", *move)
			})
		}),
	}
	at.add(cmd.Flags())
	addMovesAs(cmd, &as)
	return cmd
}
