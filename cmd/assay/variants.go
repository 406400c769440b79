package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"assay/analysis/rules"
	"assay/analysis/variant"
	"assay/api"
	"assay/api/card"
	"assay/api/define"
)

func (p *program) variants() *cobra.Command {
	var file, options, id string
	var reference bool
	cmd := &cobra.Command{
		Use:   "variants [ID]",
		Short: "List variants, show the rules of one, or check a definition",
		Long: `Variants lists the variants that are defined. With an ID it shows the variant's rule
card: board, pieces with diagrams of their moves, rules with their IDs, sources, and
perft counts.

To write your own variant, start with --new and check the file with --check, which
lists all errors with their lines or, if there are none, shows the rule card.
--reference lists every key of the definition language.`,
		Example: `  # List the variants, then show the rules of one.
  assay variants
  assay variants xiangqi
  # Start a definition and check it.
  assay variants --new my-game >my-game.yaml
  assay variants --check my-game.yaml`,
		Args: wants(0, 1, "ID", "name at most one"),
		PreRunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return refuse(cmd.Flags(), fmt.Sprintf("cannot be combined with %s", args[0]), "check", "new",
					"reference")
			}
			return refuse(cmd.Flags(), "requires an ID", "options")
		},
		RunE: p.does(func(ctx context.Context, args []string) error {
			if file != "" {
				return p.checkDefinition(ctx, file)
			}
			if id != "" {
				text, err := variant.New(id)
				if err != nil {
					return usage("--new", "%q: %v", id, err)
				}
				return p.written(fmt.Fprint(p.raw(), text))
			}
			if reference {
				return rules.WriteReference(p.shown)
			}
			a, err := p.publishedArbiter(ctx)
			switch {
			case err != nil:
				return err
			case len(args) > 0:
				return p.card(a, args[0], options)
			}
			return each(a.Variants(),
				func(v *define.VariantSummary) error { return p.tell(v, "%-28s%s", v.ID, v.Name) })
		}),
	}
	cmd.Flags().StringVar(&id, "new", "", "write a commented definition of a new variant with this `ID`")
	cmd.Flags().StringVar(&file, "check", "", "check the definition in this `file`")
	cmd.Flags().StringVar(&options, "options", "", "show the variant with these `options`, such as \"key=value\"")
	cmd.Flags().BoolVar(&reference, "reference", false, "list all keys and rule modules of the definition language")
	cmd.MarkFlagsMutuallyExclusive("new", "check", "reference")
	cmd.AddCommand(p.convertVariants())
	return cmd
}

func (p *program) card(a *api.Arbiter, id, options string) error {
	found, err := card.Find(a, id, options)
	switch {
	case errors.Is(err, variant.ErrUnknown):
		return err
	case err != nil:
		return blame(err)
	case p.json:
		return p.object(found)
	}
	return found.WriteText(p.shown)
}

func (p *program) checkDefinition(ctx context.Context, file string) error {
	if err := needs("--check", file); err != nil {
		return err
	}
	known, err := api.NewArbiter(p.settings.useCases()) // does not report problems of the folder
	if err == nil {
		err = p.addPublished(ctx, known)
	}
	if err != nil {
		return err
	}
	checked, err := define.CheckVariant(ctx, file, p.useCases().Definitions(), known.Library)
	if problems, ok := errors.AsType[variant.Problems](err); ok {
		err := each(problems, func(one *variant.Problem) error { return p.tell(one, "%v", one) })
		return cmp.Or(err, errFaults)
	}
	if err != nil {
		return err
	}
	sound, err := card.New(checked.Rules)
	switch {
	case err != nil:
		return err
	case p.json:
		return p.object(struct {
			*card.Card
			Warnings variant.Problems `json:"warnings"`
		}{sound, append(variant.Problems{}, checked.Warnings...)})
	}
	if err := sound.WriteText(p.shown); err != nil {
		return err
	}
	for _, w := range checked.Warnings {
		p.note("%s", w.Warning())
	}
	return p.printLines(lines{"", fmt.Sprintf("%s: %s is a valid definition", file, sound.ID)})
}
