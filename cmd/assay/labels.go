package main

import (
	"context"
	"math"

	"github.com/spf13/cobra"

	"assay/parser"
)

func (p *program) labels() *cobra.Command {
	cmd := &cobra.Command{
		Use:     "labels",
		Short:   "Check files of labels",
		Long:    `Labels are names of positions, such as openings and castles, in files of labels_dir.`,
		Example: `  assay labels check labels/frog-pond.yaml`,
		Args:    misspeltCommand,
		RunE: func(*cobra.Command, []string) error {
			return usage("", "name what to do: check")
		},
	}
	cmd.AddCommand(&cobra.Command{
		Use:   "check FILE...",
		Short: "Check files of labels before they are used",
		Long: `Check reads files of labels and plays their moves, and reads their positions and queries by
the rules of their variant. It reports every label that does not fit, with its line.`,
		Example: `  # Check a file, then use its folder.
  assay labels check labels/frog-pond.yaml
  assay explorer --variant frog-pond --labels-dir labels`,
		Args: wants(1, math.MaxInt, "FILE", "name files of labels"),
		RunE: p.does(func(_ context.Context, files []string) error {
			a, err := p.arbiter()
			if err != nil {
				return err
			}
			wrong := 0
			for _, file := range files {
				labels, faults := a.CheckLabelFile(file)
				wrong += len(faults)
				texts := []string{}
				for _, err := range faults {
					texts = append(texts, err.Error())
					if !p.json {
						if err := p.print("%v", err); err != nil {
							return err
						}
					}
				}
				if p.json {
					err = p.object(map[string]any{"file": file, "labels": labels, "errors": texts})
				}
				for id, n := range labels {
					p.note("%s: %s of %s can be used, %s", file, parser.Count(n, "label"), id,
						parser.Count(len(faults), "error"))
				}
				if err != nil {
					return err
				}
			}
			return faultsIf(wrong > 0)
		}),
	})
	return cmd
}
