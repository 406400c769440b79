package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"assay/api"
	"assay/index"
)

func (p *program) search() *cobra.Command {
	var at positionFlags
	var query string
	var illegal bool
	var limit int
	cmd := &cobra.Command{
		Use:   "search",
		Short: "Find games by position, or by words of their headers",
		Long: `Search shows the games that reached a position, with the first ply at which
they did and the move that followed. A position is board, side to move and
hands; in which bench cell a piece lies does not matter.`,
		Args: cobra.NoArgs,
		PreRunE: func(*cobra.Command, []string) error {
			switch {
			case limit < 0:
				return usage("--limit", "%d is below 0", limit)
			case at.record == "" && at.text == "" && query == "":
				return usage("--position", "name what to look for: --position, --record or --query")
			case at.record == "" && at.text == "":
				return nil
			}
			return at.check()
		},
		RunE: p.inArchive(func(ctx context.Context, a *api.Archive, _ []string) error {
			q := api.SearchQuery{Variant: at.reading.Variant, Options: at.reading.Options, Text: query, Illegal: illegal}
			if at.record != "" || at.text != "" {
				position, err := at.position(ctx, p, a.Arbiter)
				if err != nil {
					return err
				}
				d := position.Rules().Definition()
				q.Variant, q.Options, q.Position = d.ID, d.OptionText(), position.Text()
			}
			return blame(p.find(ctx, a, q, limit))
		}),
	}
	at.add(cmd.Flags())
	cmd.Flags().StringVar(&query, "query", "", "`words` of the headers")
	cmd.Flags().BoolVar(&illegal, "illegal", false, "also the good prefixes of illegal records")
	cmd.Flags().IntVar(&limit, "limit", 0, "show so many `games` at most; 0 is all")
	return cmd
}

func (p *program) find(ctx context.Context, a *api.Archive, q api.SearchQuery, limit int) error {
	bar := newProgress(p.stderr)
	err := a.CatchUp(ctx, bar.show)
	bar.end()
	switch {
	case errors.Is(err, index.ErrLocked) && q.Text == "":
		p.note("another process has the index: every game of the variant is replayed")
	case err != nil:
		return err
	}
	for shown := 0; ; {
		q.Limit = api.MaxLimit
		if limit > 0 {
			q.Limit = min(q.Limit, limit-shown)
		}
		found, err := a.Search(ctx, q)
		if err != nil {
			return err
		}
		for i := range found.Hits {
			if err := p.hit(&found.Hits[i], q.Position != ""); err != nil {
				return err
			}
		}
		shown += len(found.Hits)
		q.Cursor = found.Next
		if q.Cursor == "" || shown == limit {
			p.note("%d of %s", shown, count(found.Total, "game"))
			return nil
		}
	}
}

func (p *program) hit(h *api.Hit, position bool) error {
	if p.json {
		return p.object(h)
	}
	text := summaryText(&h.Summary)
	if position {
		text += fmt.Sprintf("; ply %d", h.Ply)
		if h.Next != "" {
			text += ", then " + h.Next
		}
	}
	return p.print("%s", text)
}
