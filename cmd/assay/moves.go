package main

import (
	"context"

	"github.com/spf13/cobra"
)

func (p *program) moves() *cobra.Command {
	var at positionFlags
	cmd := &cobra.Command{
		Use:   "moves",
		Short: "List the legal moves of a position, sorted",
		Args:  cobra.NoArgs,
		RunE: p.does(func(ctx context.Context, _ []string) error {
			a, err := p.arbiter()
			if err != nil {
				return err
			}
			position, err := at.position(ctx, p, a)
			if err != nil {
				return err
			}
			for _, move := range a.Moves(position) {
				if p.json {
					err = p.object(struct {
						Move string `json:"move"`
					}{move})
				} else {
					err = p.print("%s", move)
				}
				if err != nil {
					return err
				}
			}
			return nil
		}),
	}
	at.add(cmd.Flags())
	return cmd
}
