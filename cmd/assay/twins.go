package main

import (
	"cmp"
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"assay/api"
	"assay/api/twins"
	"assay/parser"
	"assay/store"
)

func (p *program) twins() *cobra.Command {
	var filter twins.Filter
	cmd := &cobra.Command{
		Use:   "twins",
		Short: "List games that are probably archived twice, and merge them",
		Long: `Twins lists pairs of games of one variant that are probably one game, the most likely
first, each with its reasons. Their moves are equal, or one game has all moves of the
other and more, or a few moves differ. Players, dates, events, rounds and results speak
for or against them; the notation of the records does not count. Nothing is changed.

Only valid games are compared. Short games with the same moves, such as draws in the
opening, are listed only if their headers agree. Pairs that you have decided on are not
listed again.`,
		Example: `  # List the twins of the archive, and of one player.
  assay twins
  assay twins --query "player:tal"
  # Compare two games, and merge them.
  assay twins compare 3 12
  assay twins merge 3 12
  # The pairs with a score of at least 0.99, with jq.
  assay twins --json | jq -c 'select(.score >= 0.99) | [.game, .twin]'`,
		Args: misspeltCommand,
		RunE: p.inArchive(func(ctx context.Context, a *api.Archive, _ []string) error {
			found, err := a.Twins.Selected(ctx, filter)
			if err != nil {
				return err
			}
			return p.listTwins(found)
		}),
	}
	cmd.Flags().StringVar(&filter.Variant, "variant", "", "only games of this `variant`")
	cmd.Flags().StringVar(&filter.Query, "query", "", "only pairs with a game that this `query` finds")
	cmd.AddCommand(p.compareTwins(), p.mergeTwins(), p.decideTwins(&cobra.Command{
		Use:   "distinct GAME TWIN",
		Short: "Say that two games are two",
		Long: `Distinct remembers that two games are not one game, so that the pair is not listed
again. "assay twins undo" forgets it.`,
		Example: "  assay twins distinct 3 12",
	}, twins.Distinct), p.decideTwins(&cobra.Command{
		Use:   "undo GAME TWIN",
		Short: "Undo a merge, or another decision about two games",
		Long: `Undo brings the merged game back with its record and its annotations. The kept game gets
its former record, unless the record was corrected after the merge. Annotations that were
changed since keep their text.`,
		Example: "  assay twins undo 3 12",
	}, twins.Undo))
	return cmd
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

// twoGames requires two arguments, games.
func twoGames() cobra.PositionalArgs {
	return wants(2, 2, "GAME", "name two games by their numbers in the archive")
}

func (p *program) compareTwins() *cobra.Command {
	return &cobra.Command{
		Use:   "compare GAME TWIN",
		Short: "Compare two games that may be one",
		Long: `Compare shows the headers of two games that differ, where their moves part, their
annotations, and what was decided about them. A mark (*) shows the value that a merge takes.`,
		Example: "  assay twins compare 3 12",
		Args:    twoGames(),
		RunE: p.inArchive(func(ctx context.Context, a *api.Archive, args []string) error {
			ids, err := gameIDs(args)
			if err != nil {
				return err
			}
			v, err := a.Twins.Compare(ctx, ids[0], ids[1])
			if err != nil {
				return err
			}
			return p.comparison(v)
		}),
	}
}

// comparison prints two games side by side.
func (p *program) comparison(v *twins.Comparison) error {
	if p.json {
		return p.object(v)
	}
	rows := []string{fmt.Sprintf("games %d and %d: %s", v.Game, v.Twin, decisionText(v))}
	for _, h := range v.Headers {
		if h.Differ {
			rows = append(rows, fmt.Sprintf("%s: %s | %s", h.Key, marked(h.Values[0], int64(h.Better) == v.Game),
				marked(h.Values[1], int64(h.Better) == v.Twin)))
		}
	}
	rows = append(rows, fmt.Sprintf("moves: %s in common", parser.Count(v.Moves.Common, "ply")))
	for i, g := range v.Games {
		next := cmp.Or(strings.Join(v.Moves.Next[i], "; "), "the end")
		rows = append(rows, fmt.Sprintf("game %d: %s, %s, then %s", g.ID, parser.Count(g.Plies, "ply"),
			parser.Count(g.Annotations, "annotation"), next))
	}
	if v.Alike != nil {
		rows = append(rows, fmt.Sprintf("%.0f %%: %s", v.Alike.Score*100, strings.Join(v.Alike.Reasons, "; ")))
	}
	return each(rows, func(row *string) error { return p.print("%s", *row) })
}

func decisionText(v *twins.Comparison) string {
	switch v.State {
	case store.TwinsMerged:
		return fmt.Sprintf("merged into %d by %s (%s)", v.Kept, v.Author, v.Reason)
	case store.TwinsDistinct:
		return fmt.Sprintf("two games according to %s (%s)", v.Author, v.Reason)
	}
	return fmt.Sprintf("a merge keeps %d", v.Better)
}

func marked(text string, better bool) string {
	if better {
		return text + " *"
	}
	return text
}

func (p *program) mergeTwins() *cobra.Command {
	var in twins.DecisionInput
	var headers []string
	cmd := p.decideTwins(&cobra.Command{
		Use:   "merge GAME TWIN",
		Short: "Merge two games into one",
		Long: `Merge keeps one of two games and deletes the other, which then names its twin. The kept
game has the annotations of both. Its record gets the better headers of both, field by
field: known ones before unknown ones, complete dates, and given names before initials.
Both records are kept as they were archived. "assay twins undo" undoes everything.

By default, the game with more moves is kept, then the one with a result, then the one
with more good headers.`,
		Example: `  # Merge two games, and undo it.
  assay twins merge 3 12
  assay twins undo 3 12
  # Keep game 12 with the event of game 3.
  assay twins merge 3 12 --keep 12 --header Event=3`,
		PreRunE: func(*cobra.Command, []string) error {
			for _, h := range headers {
				key, from, _ := strings.Cut(h, "=")
				game, err := strconv.ParseInt(from, 10, 64)
				if err != nil || key == "" {
					return usage("--header", "%q: expected a key and the number of a game, such as Event=3", h)
				}
				if in.Headers == nil {
					in.Headers = map[string]int64{}
				}
				in.Headers[key] = game
			}
			return nil
		},
	}, twins.Merge, &in)
	cmd.Flags().Var((*number)(&in.Keep), "keep", "`number` of the game to keep")
	cmd.Flags().StringArrayVar(&headers, "header", nil,
		"take a header from a game: `KEY=GAME`, such as Event=3; may be repeated")
	return cmd
}

// decideTwins completes a command that decides about two games.
func (p *program) decideTwins(cmd *cobra.Command, decision string, inputs ...*twins.DecisionInput) *cobra.Command {
	in := new(twins.DecisionInput)
	if len(inputs) > 0 {
		in = inputs[0]
	}
	var author string
	cmd.Args = twoGames()
	cmd.RunE = p.does(func(ctx context.Context, args []string) (err error) {
		ids, err := gameIDs(args)
		if err != nil {
			return err
		}
		in.Decision = decision
		if in.Author, err = p.author(author); err != nil {
			return err
		}
		return p.withArchive(ctx, toWrite, func(a *api.Archive) error {
			v, err := a.Twins.Decide(ctx, ids[0], ids[1], store.AnyRevision, *in)
			if err != nil {
				return blame(err)
			}
			object := fmt.Sprintf("games %d and %d", v.Game, v.Twin)
			if err := audited(ctx, a, "twins "+decision, object); err != nil {
				return err
			}
			return p.tell(v, "%s: %s", object, decisionText(v))
		})
	})
	cmd.Flags().StringVar(&in.Reason, "reason", "", "`reason` for the decision")
	cmd.Flags().StringVar(&author, "author", "", "`name` of the author (default $USER)")
	return cmd
}
