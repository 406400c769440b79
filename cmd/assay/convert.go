package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"assay/api/define"
)

func (p *program) convertVariants() *cobra.Command {
	var folder string
	cmd := &cobra.Command{
		Use:   "convert FILE.ini",
		Short: "Convert a Fairy-Stockfish file to definitions",
		Long: `Convert writes a definition for each section of a Fairy-Stockfish .ini file: one after
another on standard output, or one file per variant (--output). Existing files are kept.
A section that the definition language cannot express is reported with its key and line;
the exit code is then 1.`,
		Example: `  # Convert a file to YAML.
  assay variants convert variants.ini
  # Write one file per variant into a folder.
  assay variants convert variants.ini --output my-variants`,
		Args: wants(1, 1, "FILE.ini", "name one file"),
		RunE: p.does(func(_ context.Context, args []string) error {
			if err := needs("FILE.ini", args[0]); err != nil {
				return err
			}
			games, problems, err := define.ConvertVariants(args[0])
			if err != nil {
				return err
			}
			if len(games)+len(problems) == 0 {
				return fmt.Errorf("%s: no section of a variant found", args[0])
			}
			for _, one := range problems {
				p.note("%v", one)
			}
			if folder != "" {
				if err := os.MkdirAll(folder, 0o755); err != nil {
					return err
				}
			}
			for i, g := range games {
				if err := p.writeDefinition(folder, i, g); err != nil {
					return err
				}
			}
			return faultsIf(len(problems) > 0)
		}),
	}
	cmd.Flags().StringVar(&folder, "output", "", "write one file per variant into this `folder`")
	return cmd
}

// writeDefinition writes a definition to a file of a folder. Without a folder
// it writes to standard output, separated from the definitions before.
func (p *program) writeDefinition(folder string, before int, g define.Converted) error {
	if folder == "" {
		if before > 0 {
			if _, err := p.raw().Write([]byte("---\n")); err != nil {
				return p.written(0, err)
			}
		}
		return p.written(p.raw().Write(g.YAML))
	}
	file, err := newOutput(filepath.Join(folder, g.ID+".yaml"))
	if err != nil {
		return err
	}
	return file.writeAll(g.YAML)
}
