package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"assay/analysis"
	"assay/api"
	"assay/api/annotate"
	"assay/api/present"
	"assay/api/request"
	"assay/store"
)

// annotateFlags are the flags of the command annotate.
type annotateFlags struct {
	ply                 plyFlag
	path                string
	before, comment     string
	nags                []string
	marks, arrows       []string
	evaluation          string
	lines, instead      []string
	author              string
	report              bool
	edit, drop, restore int64
	revision            int64
	ifMatch             string
	notation            string
}

func (p *program) annotate() *cobra.Command {
	var f annotateFlags
	cmd := &cobra.Command{
		Use:   "annotate GAME",
		Short: "Add comments, symbols, arrows and variations to a game",
		Long: `Annotate saves an annotation of one ply of an archived game. The record itself does not
change. You may type variations in any notation; they are verified by the rules.

--edit replaces an annotation, --delete removes it, and --restore brings it, or an
earlier revision of it, back. With --edit and --delete you must name the current
revision by --if-match (or *), so that you do not overwrite another person's change.
A game in progress takes only reports of illegal moves (--report).`,
		Example: `  # Comment on the move of ply 20 and add a symbol.
  assay annotate 1 --ply 20 --comment "The bench fills." --nag '!?'
  # Add a variation, an arrow and a coloured square.
  assay annotate 1 --ply 20 --line "11. Pawn a3 - a4 11. Pawn a6 - a5" --arrow g3-f3:red --mark g5
  # Edit, delete and restore annotation 3.
  assay annotate 1 --edit 3 --if-match 1 --ply 20 --comment "The benches fill."
  assay annotate 1 --delete 3 --if-match 2
  assay annotate 1 --restore 3`,
		Args: oneGame(),
		RunE: p.does(func(ctx context.Context, args []string) error {
			ids, err := gameIDs(args)
			if err != nil {
				return err
			}
			return p.withArchive(ctx, toWrite, func(a *api.Archive) error {
				v, err := f.save(ctx, p, a, ids[0])
				if late, ok := errors.AsType[*annotate.ConflictError](err); ok && !p.json {
					if names, err := a.SquareNames(ctx, ids[0],
						cmp.Or(f.notation, present.RecordNotation)); err == nil {
						late.Current = late.Current.Named(names)
					}
				}
				if err != nil {
					return p.unsaved(err)
				}
				return p.printAnnotations(ctx, a, ids[0], f.notation, []*annotate.AnnotationView{v})
			})
		}),
	}
	flags := cmd.Flags()
	f.ply.add(flags, "`ply` of the main line; 0 is the starting position")
	flags.StringVar(&f.path, "path", "",
		"annotate a variation: the `moves` from --ply to the annotated one, separated by semicolons")
	flags.StringVar(&f.before, "before", "", "comment `text` to show before the ply")
	flags.StringVar(&f.comment, "comment", "", "comment `text` to show after the ply")
	flags.StringArrayVar(&f.nags, "nag", nil, "`symbol`: !, ?, !!, ??, !?, ?! or a NAG number; may be repeated")
	flags.StringArrayVar(&f.marks, "mark", nil,
		"mark a square or bench cell, such as `e4:green`; green, red, yellow or blue; may be repeated")
	flags.StringArrayVar(&f.arrows, "arrow", nil, "draw an arrow, such as `e2-e4:green`; may be repeated")
	flags.StringVar(&f.notation, "notation", "",
		"`notation` of squares: "+strings.Join(present.Notations(), ", ")+" (default as in the record)")
	flags.StringVar(&f.evaluation, "eval", "", "`evaluation` for the first player, in pawns or as a mate: 0.25, #-3")
	flags.StringArrayVar(&f.lines, "line", nil, "add a variation: `moves` that follow the ply; may be repeated")
	flags.StringArrayVar(&f.instead, "instead", nil, "add a variation: `moves` that replace the ply; may be repeated")
	flags.StringVar(&f.author, "author", "", "`name` of the author (default $USER)")
	flags.BoolVar(&f.report, "report", false, "report an illegal move, in a comment only")
	flags.Var((*number)(&f.edit), "edit", "`number` of the annotation to replace")
	flags.Var((*number)(&f.drop), "delete", "`number` of the annotation to delete")
	flags.Var((*number)(&f.restore), "restore", "`number` of the annotation to restore")
	flags.Var((*number)(&f.revision), "revision", "with --restore: `number` of the revision to restore")
	flags.StringVar(&f.ifMatch, "if-match", "", "`revision` that you edit, delete or restore, or * for the current one")
	return cmd
}

// oneGame requires one argument, a game.
func oneGame() cobra.PositionalArgs {
	return wants(1, 1, "GAME", "name one game by its number in the archive")
}

// save adds, edits, deletes or restores an annotation.
func (f *annotateFlags) save(ctx context.Context, p *program, a *api.Archive, game int64) (*annotate.AnnotationView,
	error) {
	id, revision, err := f.target()
	if err != nil {
		return nil, err
	}
	author, err := p.author(f.author)
	if err != nil {
		return nil, err
	}
	if flag := f.content(); flag != "" && (f.drop != 0 || f.restore != 0) {
		return nil, usage(flag, "cannot be combined with --delete or --restore")
	}
	switch {
	case f.drop != 0:
		return a.DeleteAnnotation(ctx, game, id, revision, author)
	case f.restore != 0:
		return a.RestoreAnnotation(ctx, game, id, revision, annotate.RestoreInput{Author: author, Revision: f.revision})
	}
	in, err := f.input(author)
	if err != nil {
		return nil, err
	}
	if f.edit != 0 {
		return a.EditAnnotation(ctx, game, id, revision, in)
	}
	return a.Annotate(ctx, game, in)
}

// content returns the first flag that sets content of an annotation, "" for
// none.
func (f *annotateFlags) content() string {
	for _, part := range []struct {
		flag  string
		given bool
	}{
		{"--ply", f.ply.set}, {"--path", f.path != ""}, {"--before", f.before != ""}, {"--comment", f.comment != ""},
		{"--nag", len(f.nags) > 0}, {"--mark", len(f.marks) > 0}, {"--arrow", len(f.arrows) > 0},
		{"--eval", f.evaluation != ""},
		{"--line", len(f.lines) > 0}, {"--instead", len(f.instead) > 0}, {"--report", f.report},
	} {
		if part.given {
			return part.flag
		}
	}
	return ""
}

// target returns the annotation to change, 0 for a new one, and its expected
// revision.
func (f *annotateFlags) target() (id, revision int64, err error) {
	flag := ""
	for _, change := range []struct {
		flag string
		id   int64
	}{{"--edit", f.edit}, {"--delete", f.drop}, {"--restore", f.restore}} {
		switch {
		case change.id == 0:
			continue
		case flag != "":
			return 0, 0, usage(change.flag, "cannot be combined with %s", flag)
		}
		flag, id = change.flag, change.id
	}
	switch {
	case f.revision != 0 && f.restore == 0:
		return 0, 0, usage("--revision", "requires --restore")
	case f.ifMatch == "" && (f.edit != 0 || f.drop != 0):
		return 0, 0, usage("--if-match", "required by %s: the expected revision, or *", flag)
	case f.ifMatch != "" && flag == "":
		return 0, 0, usage("--if-match", "requires --edit, --delete or --restore")
	case f.ifMatch == "" || f.ifMatch == "*":
		return id, store.AnyRevision, nil
	}
	text := strings.TrimPrefix(strings.Trim(f.ifMatch, `"`), fmt.Sprintf("%d-", id))
	if revision, err = strconv.ParseInt(text, 10, 64); err != nil || revision < 1 {
		return 0, 0, usage("--if-match", "%q is not a revision of annotation %d", f.ifMatch, id)
	}
	return id, revision, nil
}

// glyphs are the symbols of NAGs 1 to 6.
var glyphs = []string{"!", "?", "!!", "??", "!?", "?!"}

// input returns the annotation that the flags describe.
func (f *annotateFlags) input(author string) (in annotate.AnnotationInput, err error) {
	if !f.ply.set {
		return in, usage("--ply", "name the ply; 0 is the starting position")
	}
	in = annotate.AnnotationInput{Author: author, Kind: annotate.KindComment,
		Notation: cmp.Or(f.notation, present.RecordNotation), Annotation: analysis.Annotation{
			Ply: f.ply.ply, Before: f.before, Comment: f.comment, Evaluation: f.evaluation,
		}}
	if f.report {
		in.Kind = annotate.KindReport
	}
	for move := range strings.SplitSeq(f.path, ";") {
		if move = strings.TrimSpace(move); move != "" {
			in.Path = append(in.Path, move)
		}
	}
	for _, text := range f.nags {
		n := slices.Index(glyphs, text) + 1
		if n == 0 {
			if n, err = strconv.Atoi(strings.TrimPrefix(text, "$")); err != nil {
				return in, usage("--nag", "%q: expected %s or a number", text, strings.Join(glyphs, ", "))
			}
		}
		in.NAGs = append(in.NAGs, n)
	}
	for _, text := range f.marks {
		square, colour, _ := strings.Cut(text, ":")
		in.Marks = append(in.Marks, analysis.Spot{Square: square, Colour: colour})
	}
	for _, text := range f.arrows {
		places, colour, _ := strings.Cut(text, ":")
		from, to, ok := strings.Cut(places, "-")
		if !ok {
			return in, usage("--arrow", "%q: expected two squares, such as e2-e4:green", text)
		}
		in.Arrows = append(in.Arrows, analysis.Arrow{From: from, To: to, Colour: colour})
	}
	for _, text := range f.lines {
		in.Lines = append(in.Lines, analysis.TypedLine{Text: text})
	}
	for _, text := range f.instead {
		in.Lines = append(in.Lines, analysis.TypedLine{Text: text, Instead: true})
	}
	return in, nil
}

// author returns the given name, or else the user name.
func (p *program) author(named string) (string, error) {
	if named = cmp.Or(named, variable(p.environ, "USER")); named == "" {
		return "", usage("--author", "No author: $USER is not set. Pass --author NAME.")
	}
	return named, nil
}

// variable returns an environment variable, "" if it is not set.
func variable(environ []string, name string) (value string) {
	for _, pair := range environ {
		if is, found := strings.CutPrefix(pair, name+"="); found {
			value = is
		}
	}
	return value
}

// unsaved reports why an annotation was not saved. An invalid variation is
// reported as by verify, a conflicting edit with both texts.
func (p *program) unsaved(err error) error {
	if line, ok := errors.AsType[*analysis.LineError](err); ok {
		if p.json {
			return errors.Join(errFaults, p.object(line))
		}
		p.note("assay: %v", line)
		if line.Fault.Suggestion != "" {
			p.note("    probably meant: %s", line.Fault.Suggestion)
		}
		if len(line.Fault.Legal) > 0 {
			p.note("    nearest legal: %s", strings.Join(line.Fault.Legal, "; "))
		}
		return errFaults
	} else if late, ok := errors.AsType[*annotate.ConflictError](err); ok {
		if p.json {
			return errors.Join(errFaults, p.object(late))
		}
		p.note("assay: %v; nothing was saved", late)
		p.note("    stored: %s", annotationText(late.Current))
		if late.Yours != nil {
			p.note("    yours: %s", contentText(&late.Yours.Annotation))
		}
		return errFaults
	} else if refused, ok := errors.AsType[*annotate.RefusedError](err); ok && refused.Reports {
		p.note("assay: %v", refused)
		p.note("    pass --report to report an illegal move")
		return errFaults
	} else if part, ok := errors.AsType[*analysis.AnnotationError](err); ok {
		return usage(annotationFlag(part.Field), "%v", part)
	} else if input, ok := errors.AsType[*request.InputError](err); ok && input.Field == "kind" {
		return usage("--report", "expected %s", input.Want)
	}
	return blame(err)
}

// annotationFlag returns the flag of a field of an annotation.
func annotationFlag(field string) string {
	switch field {
	case "nags", "marks", "arrows", "lines":
		return "--" + strings.TrimSuffix(field, "s")
	case "evaluation":
		return "--eval"
	case "annotation":
		return "--comment"
	}
	return "--" + field
}
