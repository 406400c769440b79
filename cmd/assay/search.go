package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"assay/api"
	"assay/api/games"
	"assay/api/present"
	"assay/api/request"
	"assay/api/search"
	"assay/index"
	"assay/parser"
)

func (p *program) search() *cobra.Command {
	var at positionFlags
	var q search.SearchQuery
	var similar bool
	var limit int
	cmd := &cobra.Command{
		Use:   "search",
		Short: "Search games by position or by query",
		Long: `Search shows the games that reach a position or match a query, with the first ply at
which they do and the next move. A position means the board, the side to move, pieces
in hand, and the rights that the rules use, such as castling.

A query describes positions, moves and games in one line: pieces on squares, counts,
moves, sequences, headers. The page docs/query-language.md is its reference.`,
		Example: `  # Which games reach the position of this record after ply 20?
  assay search --record game.pgn --ply 20
  # The same by position (FEN).
  assay search --variant chess --position "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1"
  # Search by query.
  assay search --variant chess --query "white queen on h5 and check"
  assay search --query "player:tal and date >= 1960"
  # Find the games with the most similar positions.
  assay search --record game.pgn --ply 20 --similar`,
		Args: noArguments(),
		PreRunE: func(*cobra.Command, []string) error {
			positioned := at.record != "" || at.text != ""
			switch {
			case limit < 0:
				return usage("--limit", "expected at least 0, found %d", limit)
			case !positioned && q.Query == "":
				return usage("--position", "pass --position, --record or --query")
			case similar && (q.Query != "" || q.Games != (search.GameFilter{}) || q.WithoutHands || q.WithoutSide ||
				q.Variations):
				return usage("--similar", "requires a position and no other condition")
			case !positioned:
				return at.unread("ply")
			}
			return at.check()
		},
		RunE: p.inArchive(func(ctx context.Context, a *api.Archive, _ []string) error {
			q.Variant, q.Options = at.reading.Variant, at.reading.Options
			if at.record != "" || at.text != "" {
				position, err := at.position(ctx, p, a.Arbiter)
				if err != nil {
					return err
				}
				d := position.Rules().Definition()
				q.Variant, q.Options, q.Position = d.ID, d.OptionText(), position.Text()
			}
			if similar {
				return blame(p.findSimilar(ctx, a, q, limit))
			}
			return blame(p.find(ctx, a, q, limit))
		}),
	}
	flags := cmd.Flags()
	at.add(flags)
	flags.Lookup("position").Usage = "position (`FEN`)" // without it, search uses no position
	flags.StringVar(&q.Query, "query", "", "`query` that positions and games must match")
	addGameFilter(flags, &q.Games)
	flags.BoolVar(&q.WithoutHands, "without-hands", false, "ignore the pieces in hand")
	flags.BoolVar(&q.WithoutSide, "without-side", false, "ignore which side is to move")
	flags.BoolVar(&q.Variations, "variations", false, "also search variations")
	flags.BoolVar(&similar, "similar", false, "rank games by their similarity to the position")
	flags.IntVar(&limit, "limit", 0,
		"show at most this `number` of games; 0 means all (default all, 20 with --similar)")
	addNotation(flags, &q.Notation, string(present.ExportUsual))
	addLimits(flags, &q.Illegal, &q.Within, &q.Explain)
	return cmd
}

// addLimits adds the flags for the scope, the time limit and the explanation of
// a search.
func addLimits(flags *pflag.FlagSet, illegal *bool, within *time.Duration, explain *bool) {
	flags.BoolVar(illegal, "illegal", false, "include the legal moves before the error of illegal records")
	flags.DurationVar(within, "timeout", 0, "stop after this `time` and report it (default and maximum 30s)")
	flags.BoolVar(explain, "explain", false, "explain on standard error how the search ran")
}

// index updates the index and shows the progress. The error matches
// index.ErrLocked if another process has locked it.
func (p *program) index(ctx context.Context, a *api.Archive) error {
	err := a.CatchUp(ctx, p.progress())
	p.bar.end()
	return err
}

// catchUp is like index, but reports an unavailable index and continues without
// it.
func (p *program) catchUp(ctx context.Context, a *api.Archive) error {
	err := p.index(ctx, a)
	switch {
	case errors.Is(err, index.ErrLocked):
		p.note("%s This search replays every game instead, which is slower.", p.usedBy())
	case errors.Is(err, index.ErrUnusable):
		p.note("%v", err)
	default:
		return err
	}
	return nil
}

// behind reports that the index is not up to date.
func (p *program) behind(l search.Lag) {
	if l.Behind > 0 {
		p.note("the index is %s behind the archive: there may be more", parser.Count(int(l.Behind), "change"))
	}
}

func (p *program) find(ctx context.Context, a *api.Archive, q search.SearchQuery, limit int) error {
	if err := p.catchUp(ctx, a); err != nil {
		return err
	}
	for shown := 0; ; {
		q.Limit = request.MaxLimit
		if limit > 0 {
			q.Limit = min(q.Limit, limit-shown)
		}
		found, err := a.Search(ctx, q)
		if err != nil {
			return err
		}
		if err := p.explanation(found.Explain); err != nil {
			return err
		}
		if err := each(found.Hits, p.hit); err != nil {
			return err
		}
		shown += len(found.Hits)
		p.damaged(found.Damaged)
		q.Cursor = string(found.Next)
		p.behind(found.Lag)
		if found.Cut {
			p.note("timed out: there may be more than %s", parser.Count(found.Total, "game"))
		}
		if q.Cursor == "" || shown == limit {
			p.note("%d of %s", shown, parser.Count(found.Total, "game"))
			return p.covered(found.Coverage)
		}
	}
}

// covered reports how many games have the data that a condition needs: in a
// last line of JSON, or on standard error if some games lack the data.
func (p *program) covered(coverage []games.Coverage) error {
	if p.json && len(coverage) > 0 {
		return p.object(struct {
			Coverage []games.Coverage `json:"coverage"`
		}{coverage})
	}
	p.noteCoverage(coverage)
	return nil
}

// noteCoverage reports coverage as text.
func (p *program) noteCoverage(coverage []games.Coverage) {
	for _, c := range coverage {
		if c.Message != "" {
			p.note("coverage: %s", c.Message)
		}
	}
}

// explanation prints how a search ran, if requested.
func (p *program) explanation(e *search.Explanation) error {
	if e == nil {
		return nil
	}
	text, err := json.MarshalIndent(e, "", "  ")
	if err != nil {
		return err
	}
	p.note("%s", text)
	return nil
}

func (p *program) hit(h *search.Hit) error {
	text := summaryText(&h.Summary)
	if len(h.Plies) > 0 {
		text += fmt.Sprintf("; ply %d", h.Ply)
		if h.Next != "" {
			text += ", then " + string(h.Next)
		}
	}
	for _, side := range h.Side {
		text += fmt.Sprintf("; ply %d of the variation %s", side.Plies[0], side.Moves)
	}
	return p.tell(h, "%s", text)
}

func (p *program) findSimilar(ctx context.Context, a *api.Archive, q search.SearchQuery, limit int) error {
	if err := p.index(ctx, a); err != nil {
		return err
	}
	found, err := a.Similar(ctx, search.SimilarQuery{
		Variant: q.Variant, Options: q.Options, Position: q.Position, Illegal: q.Illegal, Limit: limit,
		Within:  q.Within,
		Explain: q.Explain,
	})
	if err != nil {
		return err
	}
	if err := p.explanation(found.Explain); err != nil {
		return err
	}
	p.behind(found.Lag)
	if found.Cut {
		p.note("timed out: not all games were compared")
	}
	p.damaged(found.Damaged)
	return each(found.Hits, func(h *search.SimilarHit) error {
		hands := ""
		if h.Hands != nil {
			hands = fmt.Sprintf(", %d of %d in hand", h.Hands.Common, h.Hands.Of)
		}
		return p.tell(h, "%s; ply %d, similarity %d: %d of %d pieces, %d of %d squares by side%s",
			summaryText(&h.Summary), h.Ply,
			h.Score, h.Placement.Common, h.Placement.Of, h.Structure.Common, h.Structure.Of, hands)
	})
}
