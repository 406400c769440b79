package main

import (
	"cmp"
	"context"
	"errors"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"assay/analysis/rules"
	"assay/api/define"
	"assay/api/present"
	"assay/api/request"
)

// movesAs are the flags for the notation of moves.
type movesAs struct {
	notation string
	as       string
}

func (w *movesAs) add(flags *pflag.FlagSet) {
	addNotation(flags, &w.notation, string(present.ExportUsual))
	flags.StringVar(&w.as, "as", "", "same as --notation; `uci` writes e2e4, e7e8q, P@e5")
}

// writer returns the writer that the flags select. The error names the flag.
func (w *movesAs) writer(r *rules.Rules) (define.MoveWriter, error) {
	writer, err := present.MovesAs(cmp.Or(w.as, w.notation), r)
	if input, ok := errors.AsType[*request.InputError](err); ok && w.as != "" {
		return nil, usage("--as", "%.100q: expected %s", input.Value, input.Want)
	}
	return writer, blame(err)
}

func (p *program) moves() *cobra.Command {
	var at positionFlags
	var as movesAs
	cmd := &cobra.Command{
		Use:   "moves",
		Short: "List the legal moves of a position",
		Long: `Moves lists the legal moves of a position, sorted. The position is the start of a
variant, a position (FEN), or a position of a game in a file (--record).`,
		Example: `  # The legal first moves of a variant.
  assay moves --variant csg-3
  # The same in UCI notation, and those of a position.
  assay moves --variant chess --notation uci
  assay moves --variant chess --position "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1"`,
		Args: noArguments(),
		RunE: p.does(func(ctx context.Context, _ []string) error {
			a, position, err := at.arbiter(ctx, p)
			if err != nil {
				return err
			}
			writer, err := as.writer(position.Rules())
			if err != nil {
				return err
			}
			return each(a.Moves(position, writer), func(move *string) error {
				return p.tell(map[string]string{"move": *move}, "%s", *move)
			})
		}),
	}
	at.add(cmd.Flags())
	as.add(cmd.Flags())
	return cmd
}
