package main

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"assay/api"
	"assay/api/present"
	"assay/parser"
	"assay/store"
)

func (p *program) explorer() *cobra.Command {
	var at positionFlags
	var q api.ExploreQuery
	cmd := &cobra.Command{
		Use:   "explorer",
		Short: "Show the moves played from a position",
		Long: `Explorer shows which moves the archived games played from a position, whatever moves led
to it. For each move it shows the number of games, the results (won by the first player,
drawn, won by the second player), the last game, and the average rating of the players.
The name of the opening, if the games give one, goes to standard error.`,
		Example: `  # The first moves of all archived chess games.
  assay explorer --variant chess
  # The continuations after ply 6 of a record, in games of one player.
  assay explorer --record game.pgn --ply 6 --player carlsen
  # The first moves of a player with White.
  assay explorer --variant chess --player carlsen --colour white`,
		Args:    noArguments(),
		PreRunE: func(*cobra.Command, []string) error { return at.check() },
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
	return cmd
}

// addGameFilter adds the flags that select games.
func addGameFilter(flags *pflag.FlagSet, f *api.GameFilter) {
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

func (p *program) explored(found *api.Explored) error {
	p.behind(found.Lag)
	if found.Cut {
		p.note("timed out: not all games were counted")
	}
	p.damaged(found.Damaged)
	if p.json {
		return p.object(found)
	}
	p.noteCoverage(found.Coverage)
	err := each(found.Moves, func(m *api.ExploredMove) error {
		last := cmp.Or(store.Known(m.Last.Date), "day unknown")
		if m.Rating > 0 {
			last += fmt.Sprintf(", players of %d", m.Rating)
		}
		return p.print("%-24s %7d  %d-%d-%d  last game %d, %s", m.Move, m.Games, m.First, m.Drawn, m.Second,
			m.Last.Game, last)
	})
	if err != nil {
		return err
	}
	if name := strings.TrimSpace(found.Opening.Code + " " + found.Opening.Name); name != "" {
		p.note("%s", name)
	}
	p.note("%s", parser.Count(found.Games, "game"))
	return nil
}
