package main

import (
	"context"
	"errors"
	"strings"

	"github.com/spf13/cobra"

	"assay/api/twins"
	"assay/parser"
)

func (p *program) twins() *cobra.Command {
	return &cobra.Command{
		Use:   "twins",
		Short: "List games that are probably archived twice",
		Long: `Twins lists pairs of games of one variant that are probably one game, the most likely
first, each with its reasons. Their moves are equal, or one game has all moves of the
other and more, or a few moves differ. Players, dates, events, rounds and results speak
for or against them; the notation of the records does not count. Nothing is changed.

Only valid games are compared. Short games with the same moves, such as draws in the
opening, are listed only if their headers agree.`,
		Example: `  # List the twins of the archive.
  assay twins
  # The pairs with a score of at least 0.99, with jq.
  assay twins --json | jq -c 'select(.score >= 0.99) | [.game, .twin]'`,
		Args: noArguments(),
		RunE: p.does(func(ctx context.Context, _ []string) (err error) {
			s, err := p.open(ctx, toRead)
			if err != nil {
				return err
			}
			defer func() { err = errors.Join(err, s.Close()) }()
			found, err := twins.List(ctx, s)
			if err != nil {
				return err
			}
			return p.listTwins(found)
		}),
	}
}

func (p *program) listTwins(found *twins.Listing) error {
	if err := each(found.Twins, func(t *twins.Twin) error {
		return p.tell(t, "%3.0f %%  %d = %d: %s", t.Score*100, t.Game, t.Twin, strings.Join(t.Reasons, "; "))
	}); err != nil {
		return err
	}
	if found.Frequent > 0 {
		p.note("%s only compared in part: too many others have the same moves and players",
			parser.Count(found.Frequent, "game"))
	}
	p.note("%s", parser.Count(len(found.Twins), "pair"))
	return nil
}
