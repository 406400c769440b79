package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"assay/api/players"
	"assay/parser"
)

func (p *program) players() *cobra.Command {
	var limit int
	cmd := &cobra.Command{
		Use:   "players",
		Short: "List the players, and names that may be one person's",
		Long: `Players lists the names of players with their games, as the records spell them. Titles
and ranks such as GM or 九段 are shown apart. After the players it suggests which names
are one person's, the most likely first, each with its evidence: spellings of one name,
another order of its words, initials, common opponents, years. Nothing is changed.`,
		Example: `  # List the players with the most games, and the suggestions.
  assay players --limit 20
  # The suggestions of at least 90 % as JSON, with jq.
  assay players --json | jq -c 'select(.suggestion.likelihood >= 0.9).suggestion'`,
		Args: noArguments(),
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
			found, err := players.List(ctx, s)
			if err != nil {
				return err
			}
			return p.listPlayers(found, limit)
		}),
	}
	cmd.Flags().IntVar(&limit, "limit", 0, "show at most this `number` of players; 0 means all")
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
