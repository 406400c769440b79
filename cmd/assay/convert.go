package main

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"assay/api/define"
)

// holders are the names of the forms in reports of losses.
var holders = map[define.ConvertForm]string{define.ConvertDiagram: "a diagram", define.ConvertIni: "Fairy-Stockfish"}

func (p *program) convertVariants() *cobra.Command {
	var folder, as string
	cmd := &cobra.Command{
		Use:   "convert FILE",
		Short: "Convert definitions from and to the formats of other programs",
		Long: `Convert reads a Fairy-Stockfish .ini file, a Zillions rules file (.zrf), an Interactive
Diagram, as text or in the source of a page, or a definition. It writes one definition
per variant: one after another on standard output, or one file each (--output).
Existing files are kept. What the definition language cannot express is reported with
its line; the exit code is then 1.

With --as diagram it writes Interactive Diagrams, with --as ini sections of a
Fairy-Stockfish variants.ini, also of a built-in variant, named by its ID. What the form
cannot hold is listed, and the exit code is then 1.`,
		Example: `  # Convert a file to YAML.
  assay variants convert variants.ini
  # Write one file per variant into a folder.
  assay variants convert variants.ini --output my-variants
  # Convert the diagram of an article.
  assay variants convert article.html
  # Write a variant as an Interactive Diagram.
  assay variants convert capablanca --as diagram
  # Write a variant for Fairy-Stockfish.
  assay variants convert capablanca --as ini`,
		Args: wants(1, 1, "FILE", "name one file"),
		RunE: p.does(func(_ context.Context, args []string) error {
			form := define.ConvertForm(as)
			if !slices.Contains(define.ConvertForms(), form) {
				return usage("--as", "%q: expected yaml, diagram or ini", as)
			}
			games, problems, err := define.ConvertVariants(args[0], form)
			if err != nil {
				return cmp.Or(needs("FILE", args[0]), err)
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
			losses := 0
			for i, g := range games {
				for _, loss := range g.Losses {
					p.note("assay: %s: %s cannot hold: %s", g.ID, holders[form], loss)
				}
				losses += len(g.Losses)
				if len(g.Text) == 0 {
					continue
				}
				if err := p.writeDefinition(folder, form, i, g); err != nil {
					return err
				}
			}
			return faultsIf(len(problems)+losses > 0)
		}),
	}
	cmd.Flags().StringVar(&folder, "output", "", "write one file per variant into this `folder`")
	cmd.Flags().StringVar(&as, "as", string(define.ConvertYAML), "`form` of the result: yaml, diagram or ini")
	return cmd
}

// writeDefinition writes a definition to a file of a folder. Without a folder
// it writes to standard output, separated from the definitions before.
func (p *program) writeDefinition(folder string, form define.ConvertForm, before int, g define.Converted) error {
	between, ending := "---\n", ".yaml"
	switch form {
	case define.ConvertDiagram:
		between, ending = "\n", ".txt"
	case define.ConvertIni:
		between, ending = "\n", ".ini"
	}
	if folder == "" {
		if before > 0 {
			if _, err := p.raw().Write([]byte(between)); err != nil {
				return p.written(0, err)
			}
		}
		return p.written(p.raw().Write(g.Text))
	}
	file, err := newOutput(filepath.Join(folder, g.ID+ending))
	if err != nil {
		return err
	}
	return file.writeAll(g.Text)
}
