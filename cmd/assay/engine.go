package main

import (
	"context"

	"github.com/spf13/cobra"
)

func (p *program) engine() *cobra.Command {
	return &cobra.Command{
		Use:   "engine",
		Short: "Let other programs play against Assay, by UCI or USI",
		Long: `Engine reads commands of the Universal Chess Interface from standard input and
answers them; "usi" as the first command begins the Universal Shogi Interface.
UCI_Variant names the game, any that is defined; VariantPath adds definitions.`,
		Args: noArguments(),
		RunE: p.does(func(ctx context.Context, _ []string) error {
			a, err := p.knowing(ctx)
			if err != nil {
				return err
			}
			return a.Converse(ctx, "Assay "+version(), p.stdin, p.stdout)
		}),
	}
}
