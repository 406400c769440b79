package main

import (
	"context"

	"github.com/spf13/cobra"
)

func (p *program) engine() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "engine",
		Short: "Run the engine for other programs (UCI, USI or XBoard)",
		Long: `Engine lets graphical programs play against Assay. It reads the Universal Chess
Interface (UCI) from standard input; "usi" as the first command selects the Universal
Shogi Interface, "xboard" the protocol of XBoard and WinBoard. The option UCI_Variant
selects the variant, by ID or alias. The option VariantPath adds definitions from a file
or folder.

"assay engine provider" and "assay engine fishnet" analyse for other servers.`,
		Example: `  # Run the engine. Enter this command in your program.
  assay engine
  # Run it with your own variants.
  assay engine --variants-dir my-variants
  # Play your variant in XBoard's window.
  xboard -fcp "assay engine --variants-dir my-variants" -variant my-variant`,
		Args: misspeltCommand,
		RunE: p.does(func(ctx context.Context, _ []string) error {
			a, err := p.publishedArbiter(ctx)
			if err != nil {
				return err
			}
			return a.Converse(ctx, "Assay "+version(), p.stdin, p.stdout)
		}),
	}
	cmd.AddCommand(p.engineProvider(), p.engineFishnet())
	return cmd
}
