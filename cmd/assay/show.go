package main

import (
	"context"

	"github.com/spf13/cobra"

	"assay/api/present"
)

func (p *program) show() *cobra.Command {
	var g gameFlags
	var ply plyFlag
	var as string
	var look present.Look
	cmd := &cobra.Command{
		Use:   "show GAME",
		Short: "Show one position of a game",
		Long: `Show prints one position of an archived game, or of a game in a file (--record): as a
board in plain text, as a position (FEN), as a picture, or as JSON with the legal moves.`,
		Example: `  # Show the last position of game 1, then the one after ply 20.
  assay show 1
  assay show 1 --ply 20
  # Write the position (FEN), or a picture.
  assay show 1 --ply 20 --as position
  assay show 1 --ply 20 --as svg >board.svg
  # Show a position from a file.
  assay show --record game.pgn --ply 30`,
		Args: wants(0, 1, "GAME", "name one game"),
		RunE: p.does(func(ctx context.Context, args []string) error {
			format := present.ExportFormat(as)
			switch format {
			case present.ExportText, present.ExportPosition, present.ExportSVG, present.ExportPNG, present.ExportJSON:
			default:
				return usage("--as", "%q: expected text, position, svg, png or json", as)
			}
			if err := look.Check(); err != nil {
				return blame(err)
			}
			if p.json {
				format = present.ExportJSON
			}
			return p.ofGames(ctx, &g, args, func(r *present.Replay) error {
				if format == present.ExportJSON {
					view, err := r.View(ply.in(r), look.Notation)
					if err != nil {
						return err
					}
					return p.object(view)
				}
				at := ply.in(r)
				_, err := r.Export(p.raw(), present.ExportOptions{Format: format, Ply: &at, Look: look})
				return err
			})
		}),
	}
	cmd.Flags().StringVar(&as, "as", string(present.ExportText), "`format`: text, position, svg, png or json")
	addLook(cmd.Flags(), &look)
	ply.add(cmd.Flags(), "which position: 0 is the start (default the last)")
	g.add(cmd.Flags())
	return cmd
}
