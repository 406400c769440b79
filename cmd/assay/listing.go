package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"assay/analysis"
	"assay/api"
	"assay/parser"
	"assay/store"
)

func (p *program) list() *cobra.Command {
	var f api.Filter
	var order api.Order
	var limit int
	var faults bool
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List the archive's games",
		Long: `List shows the games that meet all conditions given, in the order they were
archived or that --sort asks for. Words are the beginnings of words, without
regard to case or accents.`,
		Args: noArguments(),
		PreRunE: func(cmd *cobra.Command, _ []string) error {
			switch {
			case limit < 0:
				return usage("--limit", "%d is below 0", limit)
			case faults:
				return refuse(cmd.Flags(), "has no say beside --faults", "sort", "limit")
			}
			return nil
		},
		RunE: p.inArchive(func(ctx context.Context, a *api.Archive, _ []string) error {
			if faults {
				return blame(p.listFaults(ctx, a, f))
			}
			return blame(p.listGames(ctx, a, f, order, limit))
		}),
	}
	flags := cmd.Flags()
	flags.StringVar(&f.Variant, "variant", "", "`ID` of the variant")
	flags.StringVar(&f.Player, "player", "", "`words` of a player's name")
	flags.StringVar(&f.Event, "event", "", "`words` of the event's name")
	flags.StringVar(&f.Query, "q", "", "`words` of any header")
	flags.StringVar(&f.Result, "result", "", "`result`: 1-0, 0-1, 1/2-1/2, 0-0 or *")
	flags.StringVar(&f.Verdict, "verdict", "", "`verdict`: "+strings.Join(analysis.Verdicts, ", "))
	flags.StringVar(&f.Fault, "fault", "", "`kind` of fault: the ruling that is broken, or the reason, such as syntax")
	flags.BoolVar(&faults, "faults", false, "count the games that do not hold by their kind of fault instead")
	flags.StringVar(&f.From, "from", "", "first `date`: YYYY, YYYY-MM or YYYY-MM-DD")
	flags.StringVar(&f.To, "to", "", "last `date`")
	flags.BoolVar(&f.Deleted, "deleted", false, "the deleted games instead")
	flags.StringVar((*string)(&order), "sort", "", "sort by this `column`, the other way round behind a minus sign: "+strings.Join(store.Columns, ", "))
	flags.IntVar(&limit, "limit", 0, "show so many `games` at most; 0 is all")
	return cmd
}

func (p *program) listFaults(ctx context.Context, a *api.Archive, f api.Filter) error {
	summary, err := a.Faults(ctx, f)
	if err != nil {
		return err
	}
	if p.json {
		return p.object(summary)
	}
	return each(summary.Kinds, func(k *api.FaultKind) error {
		return p.print("%s: %s", strings.Join(strings.Fields(k.Verdict+" "+k.Rule+" "+k.Reason), " "), parser.Count(k.Games, "game"))
	})
}

func (p *program) listGames(ctx context.Context, a *api.Archive, f api.Filter, order api.Order, limit int) error {
	shown, cursor := 0, ""
	for {
		size := api.MaxLimit
		if limit > 0 {
			size = min(size, limit-shown)
		}
		page, err := a.List(ctx, f, order, cursor, size)
		if err != nil {
			return err
		}
		if err := each(page.Games, p.summary); err != nil {
			return err
		}
		p.damaged(page.Damaged)
		shown += len(page.Games)
		cursor = page.Next
		if cursor == "" || shown == limit {
			p.note("%d of %s", shown, parser.Count(page.Total, "game"))
			return p.covered(page.Coverage)
		}
	}
}

// damaged names the games that an answer goes without, each once.
func (p *program) damaged(games []int64) {
	for _, id := range games {
		if slices.Contains(p.named, id) {
			continue
		}
		p.named = append(p.named, id)
		p.note("assay: game %d is damaged and left out; `assay check` says how", id)
	}
}

func (p *program) summary(g *api.GameSummary) error {
	return p.tell(g, "%s", summaryText(g))
}

// summaryText is one game in one line: number, variant, how it went, and who
// played when, as far as is known.
func summaryText(g *api.GameSummary) string {
	parts := []string{strings.TrimSpace(g.Variant + " " + g.Options), g.Verdict, parser.Count(g.Plies, "ply"), g.Result}
	if g.First != "" || g.Second != "" {
		parts = append(parts, g.First+" - "+g.Second)
	}
	for _, part := range []string{g.Event, store.Known(g.Date)} {
		if part != "" {
			parts = append(parts, part)
		}
	}
	return fmt.Sprintf("%d: %s", g.ID, strings.Join(parts, ", "))
}
