package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/spf13/cobra"

	"assay/api"
	"assay/api/players"
	"assay/parser"
	"assay/store"
)

func (p *program) players() *cobra.Command {
	var limit int
	cmd := &cobra.Command{
		Use:   "players",
		Short: "List the players, and names that may be one person's",
		Long: `Players lists the names of players with their games, as the records spell them. Titles
and ranks such as GM or 九段 are shown apart. After the players it suggests which names
are one person's, the most likely first, each with its evidence: spellings of one name,
another order of its words, initials, common opponents, years. Nothing is changed.

Names that you merge are listed as one player; the records do not change.`,
		Example: `  # List the players with the most games, and the suggestions.
  assay players --limit 20
  # Merge two names, and split one off again.
  assay players merge "Tal, Mikhail" "Tal,M"
  assay players split "Tal,M"
  # The suggestions of at least 90 % as JSON, with jq.
  assay players --json | jq -c 'select(.suggestion.likelihood >= 0.9).suggestion'`,
		Args: misspeltCommand,
		PreRunE: func(*cobra.Command, []string) error {
			if limit < 0 {
				return usage("--limit", "expected at least 0, found %d", limit)
			}
			return nil
		},
		RunE: p.does(func(ctx context.Context, _ []string) (err error) {
			s, err := p.open(ctx, toRead)
			if err != nil {
				return err
			}
			defer func() { err = errors.Join(err, s.Close()) }()
			names, err := players.ReadNames(ctx, s)
			if err != nil {
				return err
			}
			found, err := players.List(ctx, s, names)
			if err != nil {
				return err
			}
			return p.listPlayers(found, limit)
		}),
	}
	cmd.Flags().IntVar(&limit, "limit", 0, "show at most this `number` of players; 0 means all")
	cmd.AddCommand(p.namePlayers(&cobra.Command{
		Use:   "merge PLAYER NAME...",
		Short: "Say that names are one player's",
		Long: `Merge lists further names under a player. Write all names as the records spell them. The
records do not change, and "assay players split" undoes it.`,
		Example: `  assay players merge "Tal, Mikhail" "Tal,M" Таль`,
		Args:    wants(2, math.MaxInt, "NAME", "name a player and the names to merge"),
	}, players.Merge), p.namePlayers(&cobra.Command{
		Use:     "split NAME...",
		Short:   "Say that a merged name is a player of its own",
		Long:    `Split undoes "assay players merge" for some names.`,
		Example: `  assay players split "Tal,M"`,
		Args:    wants(1, math.MaxInt, "NAME", "name the names to split off"),
	}, func(ctx context.Context, s store.Players, author, name string, more ...string) error {
		return players.Split(ctx, s, author, append([]string{name}, more...)...)
	}))
	cmd.AddCommand(p.comparePlayers())
	return cmd
}

// comparePlayers compares two players.
func (p *program) comparePlayers() *cobra.Command {
	return &cobra.Command{
		Use:   "compare PLAYER OTHER",
		Short: "Compare two players",
		Long: `Compare prints the score of each player, the results against each other by variant and
side, these games, and the scores against common opponents. Any of a player's names will
do, written as the records spell it.`,
		Example: `  assay players compare "Tal, Mikhail" "Keres, Paul"
  # As one JSON object.
  assay players compare "Tal, Mikhail" "Keres, Paul" --json`,
		Args: wants(2, 2, "PLAYER", "name two players"),
		RunE: p.inArchive(func(ctx context.Context, a *api.Archive, args []string) error {
			found, err := a.Players.Compare(ctx, [2]string{args[0], args[1]})
			if errors.Is(err, players.ErrNoPlayer) {
				return errors.New("no game has a player with one of these names; find names with assay players")
			}
			if err != nil {
				return err
			}
			return p.tell(found, "%s", comparisonText(found))
		}),
	}
}

// comparisonText returns a comparison as lines.
func comparisonText(c *players.Comparison) string {
	score := func(t players.Tally) string {
		text := fmt.Sprintf("%s, +%d =%d -%d", parser.Count(t.Games, "game"), t.Won, t.Drawn, t.Lost)
		if t.Score != nil {
			text += fmt.Sprintf(" (%.1f %%)", *t.Score)
		}
		return text
	}
	var lines []string
	for _, player := range c.Players {
		for _, r := range player.Results {
			lines = append(lines, fmt.Sprintf("%s, %s, %s: %s", player.Name, r.Variant, r.Side, score(r.Tally)))
		}
	}
	for _, r := range c.Between {
		lines = append(lines, fmt.Sprintf("against each other, %s, %s as %s: %s", r.Variant, c.Players[0].Name, r.Side,
			score(r.Tally)))
	}
	for _, g := range c.Games {
		lines = append(lines, fmt.Sprintf("game %d, %s as %s: %s", g.ID, c.Players[0].Name, g.Side, g.Result))
	}
	for _, o := range c.Common {
		lines = append(lines, fmt.Sprintf("against %s: %s; %s", o.Name, score(o.Scores[0]), score(o.Scores[1])))
	}
	return strings.Join(lines, "\n")
}

// namePlayers completes a command that decides about names.
func (p *program) namePlayers(cmd *cobra.Command, decide func(ctx context.Context, s store.Players, author, name string,
	more ...string) error) *cobra.Command {
	var author string
	cmd.RunE = p.does(func(ctx context.Context, args []string) (err error) {
		if author, err = p.author(author); err != nil {
			return err
		}
		s, err := p.open(ctx, toWrite)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, s.Close()) }()
		if err := decide(ctx, s, author, args[0], args[1:]...); err != nil {
			return blame(err)
		}
		names, err := players.ReadNames(ctx, s)
		if err != nil {
			return err
		}
		all := names.Of(names.Player(args[0]))
		return p.tell(map[string]any{"name": all[0], "names": all}, "%s", strings.Join(all, " = "))
	})
	cmd.Flags().StringVar(&author, "author", "", "`name` of the author (default $USER)")
	return cmd
}

func (p *program) listPlayers(found *players.Listing, limit int) error {
	shown := found.Players
	if limit > 0 {
		shown = shown[:min(limit, len(shown))]
	}
	if err := each(shown, func(n *players.Player) error {
		text := fmt.Sprintf("%s: %s, %d as first and %d as second player", n.Name, parser.Count(n.Games, "game"),
			n.First,
			n.Second)
		if n.From > 0 {
			text += fmt.Sprintf(", %d to %d", n.From, n.To)
		}
		if len(n.Names) > 1 {
			text += ", also " + strings.Join(n.Names[1:], "; ")
		}
		if len(n.Titles) > 0 {
			text += " (" + strings.Join(n.Titles, ", ") + ")"
		}
		return p.tell(n, "%s", text)
	}); err != nil {
		return err
	}
	if err := each(found.Suggestions, func(s *players.Suggestion) error {
		return p.tell(map[string]*players.Suggestion{"suggestion": s}, "%3.0f %%  %s = %s: %s", s.Likelihood*100,
			s.Name,
			s.Into, strings.Join(s.Evidence, "; "))
	}); err != nil {
		return err
	}
	if found.Frequent > 0 {
		p.note("%s only compared with their own spellings: too many others begin alike",
			parser.Count(found.Frequent, "name"))
	}
	p.note("%d of %s, %s", len(shown), parser.Count(len(found.Players), "name"),
		parser.Count(len(found.Suggestions), "suggestion"))
	return nil
}
