package main

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"assay/analysis"
	"assay/api"
	"assay/api/annotate"
	"assay/api/present"
	"assay/api/request"
	"assay/parser"
)

func (p *program) annotations() *cobra.Command {
	var ply plyFlag
	var deleted bool
	var named string
	var history int64
	cmd := &cobra.Command{
		Use:   "annotations GAME",
		Short: "List the annotations of a game",
		Long: `Annotations lists the annotations of an archived game by ply. With --history it shows
all revisions of one annotation.`,
		Example: `  # List the annotations of game 1, then the deleted ones.
  assay annotations 1
  assay annotations 1 --deleted
  # Show all revisions of annotation 3.
  assay annotations 1 --history 3`,
		Args: oneGame(),
		PreRunE: func(cmd *cobra.Command, _ []string) error {
			if history != 0 {
				return refuse(cmd.Flags(), "cannot be combined with --history", "ply", "deleted")
			}
			return nil
		},
		RunE: p.inArchive(func(ctx context.Context, a *api.Archive, args []string) error {
			ids, err := gameIDs(args)
			if err != nil {
				return err
			}
			if history != 0 {
				h, err := a.AnnotationHistory(ctx, ids[0], history)
				if err != nil {
					return err
				}
				return p.printAnnotations(ctx, a, ids[0], named, h.Revisions)
			}
			f := annotate.AnnotationFilter{Deleted: deleted}
			if ply.set {
				f.Ply = &ply.ply
			}
			return p.listAnnotations(ctx, a, ids[0], named, f)
		}),
	}
	flags := cmd.Flags()
	ply.add(flags, "show only the annotations of this `ply` of the main line")
	flags.BoolVar(&deleted, "deleted", false, "list the deleted annotations instead")
	flags.StringVar(&named, "notation", "",
		"`notation` of squares: "+strings.Join(present.Notations(), ", ")+" (default as in the record)")
	flags.Var((*number)(&history), "history", "show all revisions of the annotation with this `number`")
	return cmd
}

func (p *program) listAnnotations(ctx context.Context, a *api.Archive, game int64, named string,
	f annotate.AnnotationFilter) error {
	for cursor := ""; ; {
		page, err := a.Annotations(ctx, game, f, cursor, request.MaxLimit)
		if err != nil {
			return err
		}
		if err := p.printAnnotations(ctx, a, game, named, page.Annotations); err != nil {
			return err
		}
		if cursor = string(page.Next); cursor == "" {
			p.note("%s", parser.Count(page.Total, "annotation"))
			return nil
		}
	}
}

// printAnnotations prints annotations of a game. JSON has the variant's own
// square names; text has a notation's names, "" for the record's.
func (p *program) printAnnotations(ctx context.Context, a *api.Archive, game int64, named string,
	list []*annotate.AnnotationView) error {
	names, err := a.SquareNames(ctx, game, cmp.Or(named, present.RecordNotation))
	if err != nil {
		return blame(err)
	}
	return each(list, func(v **annotate.AnnotationView) error {
		return p.tell(*v, "%s", annotationText((*v).Named(names)))
	})
}

// annotationText returns an annotation on one line.
func annotationText(v *annotate.AnnotationView) string {
	by := v.Author
	if v.Editor != v.Author {
		by += ", edited by " + v.Editor
	}
	state := ""
	if v.Kind == annotate.KindReport {
		state = ", a report"
	}
	if v.Deleted {
		state += ", deleted"
	}
	return fmt.Sprintf("%d: ply %d, revision %d%s, by %s: %s", v.ID, v.Ply, v.Revision, state, by,
		contentText(&v.Annotation))
}

// contentText returns the content of an annotation on one line.
func contentText(a *analysis.Annotation) string {
	var parts []string
	if len(a.Path) > 0 {
		parts = append(parts, "after "+strings.Join(a.Path, "; "))
	}
	for _, n := range a.NAGs {
		if n <= len(glyphs) {
			parts = append(parts, glyphs[n-1])
		} else {
			parts = append(parts, fmt.Sprintf("$%d", n))
		}
	}
	for _, text := range []string{a.Before, a.Comment} {
		if text != "" {
			parts = append(parts, strings.Join(strings.Fields(text), " "))
		}
	}
	if a.Evaluation != "" {
		parts = append(parts, "evaluated "+a.Evaluation)
	}
	for _, m := range a.Marks {
		parts = append(parts, m.Square+":"+m.Colour)
	}
	for _, m := range a.Arrows {
		parts = append(parts, m.From+"-"+m.To+":"+m.Colour)
	}
	for i := range a.Lines {
		side := &a.Lines[i]
		word := "then "
		if side.Instead {
			word = "instead "
		}
		parts = append(parts, word+strings.Join(strings.Fields(side.Text), " "))
	}
	return strings.Join(parts, ", ")
}

func (p *program) comments() *cobra.Command {
	var in annotate.CommentsInput
	cmd := &cobra.Command{
		Use:   "comments GAME [MODE]",
		Short: "Show or set the comment policy of a game",
		Long: `Comments shows which annotations an archived game accepts, and why. By default a game
without a result counts as in progress: it accepts only reports of illegal moves, and
it is not analysed.

With a MODE you decide it yourself: "open" accepts all annotations, "reports" only
reports of illegal moves, "closed" none, and "auto" follows the record again.`,
		Example: `  # Show which annotations game 4 accepts.
  assay comments 4
  # Game 4 is over although it has no result: allow comments and analysis.
  assay comments 4 open --reason "finished"`,
		Args: wants(1, 2, "GAME", "name one game, and optionally a mode"),
		PreRunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 1 {
				return refuse(cmd.Flags(), "requires a MODE", "author", "reason")
			}
			return nil
		},
		RunE: p.does(func(ctx context.Context, args []string) error {
			ids, err := gameIDs(args[:1])
			if err != nil {
				return err
			}
			return p.withArchive(ctx, access(len(args) == 1), func(a *api.Archive) error {
				m, err := (*annotate.CommentPolicy)(nil), error(nil)
				if len(args) == 1 {
					m, err = a.Comments(ctx, ids[0])
				} else {
					if in.Author, err = p.author(in.Author); err != nil {
						return err
					}
					in.Comments = annotate.CommentMode(args[1])
					m, err = a.SetComments(ctx, ids[0], in)
				}
				if err != nil {
					return blame(err)
				}
				return p.tell(m, "%s: %s (kibitzing etiquette, rule %d)%s", m.Comments, m.Because, m.Rule, setBy(m))
			})
		}),
	}
	cmd.Flags().StringVar(&in.Author, "author", "", "your `name` (default $USER)")
	cmd.Flags().StringVar(&in.Reason, "reason", "", "`reason` for the decision")
	return cmd
}

// setBy returns the author and reason of the comment policy of a game; "" if
// none was set.
func setBy(m *annotate.CommentPolicy) string {
	switch {
	case m.Setting == annotate.CommentsAuto:
		return ""
	case m.Reason == "":
		return "; set by " + m.Author
	}
	return "; set by " + m.Author + ": " + m.Reason
}
