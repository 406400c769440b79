package main

import (
	"context"

	"github.com/spf13/cobra"

	"assay/api"
)

func (p *program) export() *cobra.Command {
	var g gameFlags
	var ply plyFlag
	var as string
	cmd := &cobra.Command{
		Use:   "export GAME...",
		Short: "Write games in a format",
		Long: `Export writes whole games of the archive, or a file's game by --record. The
formats svg and position are of one position, by --ply.`,
		RunE: p.does(func(ctx context.Context, args []string) error {
			format := api.ExportFormat(as)
			if p.json {
				format = api.ExportJSON
			}
			if format == api.ExportSVG && len(args) > 1 {
				return usage("--as", "svg is one picture, of one game")
			}
			first := true
			return p.ofGames(ctx, &g, args, func(r *api.Replay) error {
				if !first && format == api.ExportNumbered {
					if err := p.print(""); err != nil {
						return err
					}
				}
				first = false
				o := api.ExportOptions{Format: format}
				if ply.set {
					o.Ply = &ply.ply
				}
				return blame(r.Export(p.stdout, o))
			})
		}),
	}
	cmd.Flags().StringVar(&as, "as", string(api.ExportNumbered), "`format`: "+formats())
	ply.add(cmd.Flags(), "which position, for one picture or position (default the last)")
	g.add(cmd.Flags())
	return cmd
}

// formats lists what can be written.
func formats() string {
	var b []byte
	for i, f := range api.ExportFormats() {
		if i > 0 {
			b = append(b, ", "...)
		}
		b = append(b, f...)
	}
	return string(b)
}
