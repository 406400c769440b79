package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"assay/api"
	"assay/api/drill"
	"assay/api/records"
	"assay/api/repertoires"
	"assay/api/request"
	"assay/parser"
	"assay/store"
)

func (p *program) repertoires() *cobra.Command {
	cmd := &cobra.Command{
		Use:     "repertoires",
		Aliases: []string{"repertoire"},
		Short:   "Keep repertoires, and find where games left them",
		Long: `Repertoires are the moves that you chose for one side of a variant. They are kept by
position, so the order of moves does not matter. Lines come from files with variations in
any notation, and from archived games with their annotations.`,
		Example: `  # Make a repertoire of a file, and see where your games left it.
  assay repertoires add "Queen's Gambit" white.pgn --side white
  assay repertoires check --repertoire 1 --query "player:tal"`,
		Args: misspeltCommand,
		RunE: func(*cobra.Command, []string) error {
			return usage("", "name what to do: add, list, show, check, due or remove")
		},
	}
	cmd.AddCommand(p.addRepertoire(), p.listRepertoires(), p.showRepertoire(), p.checkRepertoire(), p.dueCards(),
		p.removeRepertoire())
	return cmd
}

// linesFlags name the sources of lines.
type linesFlags struct {
	draft   repertoires.Draft
	games   []int64
	studies []string
	reading records.Reading
}

func (f *linesFlags) add(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.draft.Side, "side", "", "`side` of the repertoire, such as white, sente or second")
	cmd.Flags().Int64SliceVar(&f.games, "games", nil, "comma-separated `numbers` of archived games with lines")
	cmd.Flags().StringSliceVar(&f.studies, "studies", nil, "comma-separated `IDs` of studies with lines")
	readingFlags(cmd.Flags(), &f.reading)
}

// read opens the files, which close closes.
func (f *linesFlags) read(p *program, files []string) (d repertoires.Draft, close func(), err error) {
	d = f.draft
	d.Games, d.Studies, d.Variant, d.Options = f.games, f.studies, f.reading.Variant, f.reading.Options
	var opened []io.Closer
	close = func() {
		for _, c := range opened {
			c.Close()
		}
	}
	for _, name := range files {
		if name == "-" {
			d.Files = append(d.Files, repertoires.File{Name: "stdin", Content: p.stdin, Reading: f.reading})
			continue
		}
		file, err := os.Open(name)
		if err != nil {
			close()
			return d, nil, usage("FILE", "cannot read %s: %v", name, errors.Unwrap(err))
		}
		opened = append(opened, file)
		d.Files = append(d.Files, repertoires.File{Name: name, Content: file, Reading: f.reading})
	}
	return d, close, nil
}

func (p *program) addRepertoire() *cobra.Command {
	var f linesFlags
	cmd := &cobra.Command{
		Use:   "add NAME [FILE...]",
		Short: "Make a repertoire, or add lines to one",
		Long: `Add makes a repertoire, or adds new lines to the one of that name. Every move of the
side, in the main lines and in variations, is a chosen move. Positions with several chosen
moves are reported as conflicts, and lines that end before a move of the side as gaps.`,
		Example: `  assay repertoires add "Queen's Gambit" white.pgn --side white
  # From annotated games of the archive.
  assay repertoires add Yagura --side sente --games 12,15`,
		Args: wants(1, math.MaxInt, "NAME", "name the repertoire, and files with its lines"),
		RunE: p.does(func(ctx context.Context, args []string) error {
			return p.withArchive(ctx, toWrite, func(a *api.Archive) error {
				d, close, err := f.read(p, args[1:])
				if err != nil {
					return err
				}
				defer close()
				d.Name = args[0]
				added, err := a.Repertoires.Add(ctx, d)
				if err != nil {
					return blameLines(err)
				}
				p.leftOut(added.LeftOut)
				if p.json {
					return p.object(added)
				}
				p.note("%s added", parser.Count(added.Added, "line"))
				return p.repertoire(&added.Detail)
			})
		}),
	}
	f.add(cmd)
	cmd.Flags().BoolVar(&f.draft.Replace, "replace", false, "replace all lines, but keep the progress of training")
	return cmd
}

// blameLines names the flag or argument of an error about lines.
func blameLines(err error) error {
	if wrong, ok := errors.AsType[*request.InputError](err); ok {
		switch wrong.Field {
		case "side":
			return usage("--side", "%q: expected %s", wrong.Value, wrong.Want)
		case "files":
			return usage("FILE", "expected %s", wrong.Want)
		case "name":
			return usage("NAME", "%q: expected %s", wrong.Value, wrong.Want)
		}
	}
	return blame(err)
}

func (p *program) leftOut(all []string) {
	for _, text := range all {
		p.note("assay: left out: %s", text)
	}
}

// repertoire prints a repertoire with what there is to mend in it.
func (p *program) repertoire(d *repertoires.Detail) error {
	err := p.print("%d  %s (%s, %s): %s, %s", d.ID, d.Name, strings.TrimSpace(d.Variant+" "+d.Options), d.Side,
		parser.Count(d.Lines, "line"), parser.Count(d.Positions, "position"))
	for _, part := range []struct {
		what   string
		places []repertoires.Place
		total  int
	}{{"conflict", d.Conflicts, d.ConflictCount}, {"gap", d.Gaps, d.GapCount}} {
		for i := range part.places {
			at := &part.places[i]
			text := fmt.Sprintf("  %s: %s", part.what, cmp.Or(at.Line, "start"))
			if moves := choices(at); moves != "" {
				text += ": " + moves
			}
			err = cmp.Or(err, p.print("%s", text))
		}
		if part.total > len(part.places) {
			err = cmp.Or(err, p.print("  and %s more", parser.Count(part.total-len(part.places), part.what)))
		}
	}
	return err
}

// choices returns the chosen moves of a position with their sources.
func choices(at *repertoires.Place) string {
	var all []string
	for _, c := range at.Choices {
		all = append(all, fmt.Sprintf("%s (%s)", c.Text, strings.Join(c.Sources, ", ")))
	}
	return strings.Join(all, ", ")
}

func (p *program) listRepertoires() *cobra.Command {
	return &cobra.Command{
		Use:     "list",
		Short:   "List repertoires",
		Long:    "List shows the repertoires without an owner. Those of people are on their pages.",
		Example: "  assay repertoires list",
		Args:    noArguments(),
		RunE: p.inArchive(func(ctx context.Context, a *api.Archive, _ []string) error {
			all, err := a.Repertoires.List(ctx)
			if err != nil {
				return err
			}
			return each(all, func(v *repertoires.Repertoire) error {
				return p.tell(v, "%d  %s (%s, %s)", v.ID, v.Name, strings.TrimSpace(v.Variant+" "+v.Options), v.Side)
			})
		}),
	}
}

// repertoireID reads the number of a repertoire.
func repertoireID(text string) (int64, error) {
	id, err := strconv.ParseInt(text, 10, 64)
	if err != nil || id < 1 {
		return 0, usage("ID", "%q is not the number of a repertoire; list them with \"assay repertoires list\"", text)
	}
	return id, nil
}

// unknownRepertoire explains an unknown number.
func unknownRepertoire(id int64, err error) error {
	if errors.Is(err, store.ErrNoRepertoire) {
		return usage("ID", "no repertoire has the number %d; list them with \"assay repertoires list\"", id)
	}
	return blame(err)
}

func (p *program) showRepertoire() *cobra.Command {
	return &cobra.Command{
		Use:     "show ID",
		Short:   "Show the conflicts and gaps of a repertoire",
		Long:    "Show counts lines and positions, and lists conflicts and gaps with their sources.",
		Example: "  assay repertoires show 1",
		Args:    wants(1, 1, "ID", "name a repertoire by its number"),
		RunE: p.inArchive(func(ctx context.Context, a *api.Archive, args []string) error {
			id, err := repertoireID(args[0])
			if err != nil {
				return err
			}
			d, err := a.Repertoires.Find(ctx, id)
			if err != nil {
				return unknownRepertoire(id, err)
			}
			if p.json {
				return p.object(d)
			}
			return p.repertoire(d)
		}),
	}
}

func (p *program) removeRepertoire() *cobra.Command {
	return &cobra.Command{
		Use:     "remove ID",
		Short:   "Remove a repertoire",
		Long:    "Remove deletes a repertoire with everyone's progress in its training.",
		Example: "  assay repertoires remove 1",
		Args:    wants(1, 1, "ID", "name a repertoire by its number"),
		RunE: p.does(func(ctx context.Context, args []string) error {
			id, err := repertoireID(args[0])
			if err != nil {
				return err
			}
			return p.withArchive(ctx, toWrite, func(a *api.Archive) error {
				return unknownRepertoire(id, a.Repertoires.Remove(ctx, id))
			})
		}),
	}
}

func (p *program) checkRepertoire() *cobra.Command {
	var f linesFlags
	var query string
	var id int64
	var limit int
	cmd := &cobra.Command{
		Use:   "check [FILE...]",
		Short: "Find where games left a repertoire",
		Long: `Check compares archived games with the lines of files, or with a stored repertoire, and
lists the positions at which games left it, the most frequent first: with the expected
moves, the moves that were played, and results for the side of the repertoire.

  player    the side of the repertoire played another move
  opponent  the lines have no answer to the opponent's move
  end       the lines end there

A game that comes back to the lines by another order of moves has not left them.`,
		Example: `  # The games of a player with White, against a file and a stored repertoire.
  assay repertoires check white.pgn --side white --query "player:tal"
  assay repertoires check --repertoire 1 --query "player:tal"`,
		PreRunE: func(_ *cobra.Command, args []string) error {
			switch {
			case limit < 0:
				return usage("--limit", "expected at least 0, found %d", limit)
			case id < 0:
				return usage("--repertoire", "%d is not the number of a repertoire", id)
			case id > 0 && len(args)+len(f.games)+len(f.studies) > 0:
				return usage("--repertoire", "cannot be combined with other lines")
			case id == 0 && len(args)+len(f.games)+len(f.studies) == 0:
				return usage("FILE", "name files with lines, or a repertoire with --repertoire")
			}
			return nil
		},
		RunE: p.inArchive(func(ctx context.Context, a *api.Archive, args []string) error {
			var g *repertoires.Graph
			var err error
			if id > 0 {
				if g, err = a.Repertoires.Graph(ctx, id); err != nil {
					return unknownRepertoire(id, err)
				}
			} else {
				d, close, err := f.read(p, args)
				if err != nil {
					return err
				}
				defer close()
				var left []string
				if g, left, err = a.Repertoires.Read(ctx, d); err != nil {
					return blameLines(err)
				}
				p.leftOut(left)
			}
			if query != "" {
				if err := p.catchUp(ctx, a); err != nil {
					return err
				}
			}
			found, err := a.Repertoires.Check(ctx, g, query, 0, limit)
			if err != nil {
				return blame(err)
			}
			return p.departures(found)
		}),
	}
	f.add(cmd)
	cmd.Flags().StringVar(&query, "query", "", "only games that match this `query` (default all of the variant)")
	cmd.Flags().Int64Var(&id, "repertoire", 0, "`number` of a stored repertoire")
	cmd.Flags().IntVar(&limit, "limit", 0, "show at most this `number` of positions; 0 means all")
	return cmd
}

// maxNamedGames bounds the games that are named for a move.
const maxNamedGames = 10

func (p *program) departures(found *repertoires.Check) error {
	if p.json {
		return p.object(found)
	}
	for i := range found.Departures {
		d := &found.Departures[i]
		text := fmt.Sprintf("%s after %s", d.By, cmp.Or(d.Line, "the start"))
		if moves := choices(&d.Place); moves != "" {
			text += ", expected " + moves
		}
		if err := p.print("%s: %s", text, resultText(&d.Results)); err != nil {
			return err
		}
		if err := each(d.Moves, func(m *repertoires.Departed) error {
			var at []string
			for _, g := range m.At[:min(len(m.At), maxNamedGames)] {
				at = append(at, strconv.FormatInt(g.Game, 10))
			}
			if len(m.At) > maxNamedGames {
				at = append(at, "…")
			}
			return p.print("  %s: %s (%s, ply %d)", m.Text, resultText(&m.Results), strings.Join(at, " "),
				m.At[0].Ply+1)
		}); err != nil {
			return err
		}
	}
	p.damaged(found.Damaged)
	p.note("%s: %d within the lines to their end, %d never in them, %s of departure",
		parser.Count(found.Games, "game"), found.Within, found.Outside, parser.Count(found.Total, "position"))
	return nil
}

// resultText writes games with the score of the side.
func resultText(r *repertoires.Results) string {
	text := parser.Count(r.Games, "game")
	if r.Score != nil {
		text += fmt.Sprintf(", +%d =%d -%d, %.0f %%", r.Won, r.Drawn, r.Lost, r.Score.Value)
	}
	return text
}

func (p *program) dueCards() *cobra.Command {
	return &cobra.Command{
		Use:   "due",
		Short: "Show what is due in your training",
		Long: `Due counts the positions of each repertoire, and the puzzles, that are due for
repetition, and those that are new. Train them on the page "Training" of "assay serve". It
shows the progress of an archive without accounts; the progress of people is on their pages.`,
		Example: "  assay repertoires due",
		Args:    noArguments(),
		RunE: p.inArchive(func(ctx context.Context, a *api.Archive, _ []string) error {
			all, err := a.Repertoires.List(ctx)
			if err != nil {
				return err
			}
			type due struct {
				Deck string `json:"deck"`
				Name string `json:"name"`
				drill.Counts
			}
			decks := []due{{Deck: drill.PuzzleDeck, Name: drill.PuzzleDeck}}
			for i := range all {
				decks = append(decks, due{Deck: strconv.FormatInt(all[i].ID, 10), Name: all[i].Name})
			}
			return each(decks, func(d *due) error {
				s, err := a.Training.Next(ctx, drill.Query{Deck: d.Deck, Limit: 1})
				if err != nil {
					return blame(err)
				}
				d.Counts = s.Counts
				text := ""
				if s.NextDue != nil {
					text = ", next on " + s.NextDue.Local().Format("2006-01-02 15:04")
				}
				return p.tell(d, "%s  %s: %d due, %d new%s", d.Deck, d.Name, s.Due, s.Total-s.Seen, text)
			})
		}),
	}
}
