package main

import (
	"context"

	"github.com/spf13/cobra"

	"assay/api"
)

func (p *program) show() *cobra.Command {
	var g gameFlags
	var ply plyFlag
	var as string
	var look api.Look
	cmd := &cobra.Command{
		Use:   "show GAME",
		Short: "Show one position of a game",
		Long: `Show prints a position of an archived game, or of a file's game by --record: a
board in text, the position text, a picture, or JSON with the legal moves.`,
		Args: wants(0, 1, "GAME", "name one game"),
		RunE: p.does(func(ctx context.Context, args []string) error {
			format := api.ExportFormat(as)
			switch format {
			case api.ExportText, api.ExportPosition, api.ExportSVG, api.ExportJSON:
			default:
				return usage("--as", "%q: want text, position, svg or json", as)
			}
			if err := look.Check(); err != nil {
				return blame(err)
			}
			if p.json {
				format = api.ExportJSON
			}
			return p.ofGames(ctx, &g, args, func(r *api.Replay) error {
				if format == api.ExportJSON {
					view, err := r.View(ply.in(r), look.Notation)
					if err != nil {
						return err
					}
					return p.object(view)
				}
				at := ply.in(r)
				_, err := r.Export(p.raw(), api.ExportOptions{Format: format, Ply: &at, Look: look})
				return err
			})
		}),
	}
	cmd.Flags().StringVar(&as, "as", string(api.ExportText), "`format`: text, position, svg or json")
	addLook(cmd.Flags(), &look)
	ply.add(cmd.Flags(), "which position: 0 is the start (default the last)")
	g.add(cmd.Flags())
	return cmd
}
