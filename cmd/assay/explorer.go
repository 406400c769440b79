package main

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"assay/analysis/rules"
	"assay/api"
	"assay/api/book"
	"assay/api/present"
	"assay/api/search"
	"assay/parser"
	"assay/store"
)

func (p *program) explorer() *cobra.Command {
	var at positionFlags
	var q search.ExploreQuery
	var openings bookFlags
	cmd := &cobra.Command{
		Use:   "explorer",
		Short: "Show the moves played from a position",
		Long: `Explorer shows which moves the archived games played from a position, whatever moves led
to it. For each move it shows the number of games, the results (won by the first player,
drawn, won by the second player), the last game, and the average rating of the players.
The name of the opening, if the games give one, goes to standard error.

With --book it writes an opening book that begins with the position: in Polyglot's format
for chess, and in YaneuraOu's format for shogi. Flags that select games apply.`,
		Example: `  # The first moves of all archived chess games.
  assay explorer --variant chess
  # The continuations after ply 6 of a record, in games of one player.
  assay explorer --record game.pgn --ply 6 --player carlsen
  # The first moves of a player with White.
  assay explorer --variant chess --player carlsen --colour white
  # A Polyglot book of 16 plies, with moves of at least two games.
  assay explorer --variant chess --book book.bin --book-plies 16 --book-games 2`,
		Args:    noArguments(),
		PreRunE: func(*cobra.Command, []string) error { return cmp.Or(at.check(), openings.check()) },
		RunE: p.inArchive(func(ctx context.Context, a *api.Archive, _ []string) error {
			position, err := at.position(ctx, p, a.Arbiter)
			if err != nil {
				return err
			}
			if err := p.index(ctx, a); err != nil {
				return err
			}
			d := position.Rules().Definition()
			q.Variant, q.Options, q.Position = d.ID, d.OptionText(), position.Text()
			if openings.path != "" {
				return p.writeBook(ctx, a, position, q, &openings)
			}
			found, err := a.Explore(ctx, q)
			if err != nil {
				return blame(err)
			}
			if err := p.explanation(found.Explain); err != nil {
				return err
			}
			return p.explored(found)
		}),
	}
	at.add(cmd.Flags())
	addNotation(cmd.Flags(), &q.Notation, string(present.ExportUsual))
	addGameFilter(cmd.Flags(), &q.Games)
	addLimits(cmd.Flags(), &q.Illegal, &q.Within, &q.Explain)
	openings.add(cmd.Flags())
	return cmd
}

// bookFlags select an opening book to write.
type bookFlags struct {
	path string
	book.Settings
}

func (b *bookFlags) add(flags *pflag.FlagSet) {
	flags.StringVar(&b.path, "book", "", "write an opening book to this `file`")
	flags.IntVar(&b.Plies, "book-plies", 20, "length of the lines of the book, in `plies`")
	flags.IntVar(&b.Games, "book-games", 1, "put moves of at least this many `games` into the book")
}

func (b *bookFlags) check() error {
	if b.Plies < 1 {
		return usage("--book-plies", "%d: expected at least 1", b.Plies)
	}
	if b.Games < 1 {
		return usage("--book-games", "%d: expected at least 1", b.Games)
	}
	return nil
}

// writeBook writes the opening book of the positions reached from one.
func (p *program) writeBook(
	ctx context.Context, a *api.Archive, position *rules.Position, q search.ExploreQuery, b *bookFlags,
) error {
	out, err := createOutput(b.path)
	if err != nil {
		return err
	}
	var all search.Explored
	explore := func(ctx context.Context, at *rules.Position, notation string) (played []book.Played, err error) {
		q.Position, q.Notation = at.Text(), notation
		found, err := a.Explore(ctx, q)
		if err != nil {
			return nil, err
		}
		all.Lag, all.Cut, all.Damaged = found.Lag, all.Cut || found.Cut, append(all.Damaged, found.Damaged...)
		for _, m := range found.Moves {
			played = append(played, book.Played{Move: m.Move, Games: m.Games, First: m.First, Second: m.Second})
		}
		return played, nil
	}
	positions, err := book.Write(ctx, out, position, explore, b.Settings)
	p.uncounted(&all)
	if err == nil && positions == 0 {
		err = fmt.Errorf("no move was played in %s from this position: no book is written",
			parser.Count(b.Games, "game"))
	}
	if err = out.end(err); err != nil {
		return blame(err)
	}
	p.note("%s: a book of %s", b.path, parser.Count(positions, "position"))
	return nil
}

// addGameFilter adds the flags that select games.
func addGameFilter(flags *pflag.FlagSet, f *search.GameFilter) {
	flags.StringVar(&f.Player, "player", "", "only games of a player with these `words` in the name")
	addColour(flags, &f.Colour)
	flags.StringVar(&f.Event, "event", "", "only games of an event with these `words` in its name")
	flags.StringVar(&f.Result, "result", "", "only games with this `result`: 1-0, 0-1, 1/2-1/2 or *")
	flags.StringVar(&f.From, "from", "", "only games from this `date` on: YYYY, YYYY-MM or YYYY-MM-DD")
	flags.StringVar(&f.To, "to", "", "only games up to this `date`")
	flags.IntVar(&f.RatingFrom, "rating-from", 0, "only games with at least this average `rating` of the players")
	flags.IntVar(&f.RatingTo, "rating-to", 0, "only games with at most this average `rating` of the players")
}

// addColour adds the flag --colour, also spelled --color.
func addColour(flags *pflag.FlagSet, colour *string) {
	for _, name := range []string{"colour", "color"} {
		flags.StringVar(colour, name, "",
			"only games in which that player has this `side`: white, black, first, second, or as the variant names it")
	}
	flags.Lookup("color").Hidden = true
}

// uncounted reports which games the explorer did not count.
func (p *program) uncounted(found *search.Explored) {
	p.behind(found.Lag)
	if found.Cut {
		p.note("timed out: not all games were counted")
	}
	p.damaged(found.Damaged)
}

func (p *program) explored(found *search.Explored) error {
	p.uncounted(found)
	if p.json {
		return p.object(found)
	}
	p.noteCoverage(found.Coverage)
	err := each(found.Moves, func(m *search.ExploredMove) error {
		last := cmp.Or(store.Known(string(m.Last.Date)), "day unknown")
		if m.Rating > 0 {
			last += fmt.Sprintf(", players of %d", m.Rating)
		}
		return p.print("%-24s %7d  %d-%d-%d  last game %d, %s", m.Move, m.Games, m.First, m.Drawn, m.Second,
			m.Last.Game, last)
	})
	if err != nil {
		return err
	}
	name := string(found.Opening.Code + " " + found.Opening.Name)
	if found.Label != nil {
		name = found.Label.Code + " " + found.Label.Name
	}
	if name = strings.TrimSpace(name); name != "" {
		p.note("%s", name)
	}
	p.note("%s", parser.Count(found.Games, "game"))
	return nil
}
