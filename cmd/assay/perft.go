package main

import (
	"context"
	"strconv"

	"github.com/spf13/cobra"

	"assay/api/define"
)

func (p *program) perft() *cobra.Command {
	var at positionFlags
	var divide bool
	var as movesAs
	cmd := &cobra.Command{
		Use:   "perft DEPTH",
		Short: "Count the move sequences of a given length",
		Long: `Perft counts the legal move sequences of DEPTH plies from a position. Compare the count
with that of another program to check a variant's rules.`,
		Example: `  # Count the sequences of 3 plies, then those after each first move.
  assay perft 3 --variant chess
  assay perft 3 --variant chess --divide`,
		Args: depth,
		RunE: p.does(func(ctx context.Context, args []string) error {
			a, position, err := at.arbiter(ctx, p)
			if err != nil {
				return err
			}
			writer, err := as.writer(position.Rules())
			if err != nil {
				return err
			}
			plies, _ := strconv.Atoi(args[0]) // checked by depth
			if divide {
				branches, err := a.Divide(ctx, position, plies, writer)
				if err != nil {
					return err
				}
				return each(branches, func(b *define.Branch) error { return p.tell(b, "%s: %d", b.Move, b.Nodes) })
			}
			nodes, err := a.Perft(ctx, position, plies)
			if err != nil {
				return err
			}
			return p.tell(map[string]any{"depth": plies, "nodes": nodes}, "%d", nodes)
		}),
	}
	at.add(cmd.Flags())
	as.add(cmd.Flags())
	cmd.Flags().BoolVar(&divide, "divide", false, "show the count for each first move")
	return cmd
}

// maxDepth keeps counts within 64 bits.
const maxDepth = 100

// depth requires one number.
func depth(cmd *cobra.Command, args []string) error {
	if len(args) != 1 {
		return usage("DEPTH", "name one depth")
	}
	least := 0
	if cmd.Flags().Changed("divide") {
		least = 1
	}
	if n, err := strconv.Atoi(args[0]); err != nil || n < least || n > maxDepth {
		return usage("DEPTH", "%q: expected a number from %d to %d", args[0], least, maxDepth)
	}
	return nil
}
