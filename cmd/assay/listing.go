package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"assay/analysis"
	"assay/api"
	"assay/api/games"
	"assay/api/request"
	"assay/parser"
	"assay/store"
)

func (p *program) list() *cobra.Command {
	var f games.Filter
	var order games.Order
	var limit int
	var faults, labels bool
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List the archived games",
		Long: `List shows the games that meet all given conditions, in the order in which they were
archived or in the order of --sort. Words match the beginnings of words; case and
accents do not matter.`,
		Example: `  # List all games, then those of a player, latest first.
  assay list
  assay list --player carlsen --sort -date --limit 20
  # Count the invalid games by kind of error, then list those of one kind.
  assay list --faults
  assay list --fault NL-3`,
		Args: noArguments(),
		PreRunE: func(cmd *cobra.Command, _ []string) error {
			switch {
			case limit < 0:
				return usage("--limit", "expected at least 0, found %d", limit)
			case faults:
				return refuse(cmd.Flags(), "cannot be combined with --faults", "sort", "limit", "labels")
			}
			return nil
		},
		RunE: p.inArchive(func(ctx context.Context, a *api.Archive, _ []string) error {
			if faults {
				return blame(p.listFaults(ctx, a, f))
			}
			return blame(p.listGames(ctx, a, f, order, limit, labels))
		}),
	}
	flags := cmd.Flags()
	flags.StringVar(&f.Variant, "variant", "", "only games of the variant with this `ID`")
	flags.StringVar(&f.Player, "player", "", "only games of a player with these `words` in the name")
	addColour(flags, &f.Colour)
	flags.StringVar(&f.Event, "event", "", "only games of an event with these `words` in its name")
	flags.StringVar(&f.Query, "q", "", "only games with these `words` in any header")
	flags.StringVar(&f.Result, "result", "", "only games with this `result`: 1-0, 0-1, 1/2-1/2, 0-0 or *")
	flags.StringVar(&f.Verdict, "verdict", "", "only games with this `verdict`: "+strings.Join(analysis.Verdicts, ", "))
	flags.StringVar(&f.Fault, "fault", "",
		"only games with this `kind` of error: a rule ID such as CSG-7, or a reason such as syntax")
	flags.BoolVar(&faults, "faults", false, "count the invalid games by kind of error instead")
	flags.StringVar(&f.From, "from", "", "only games from this `date` on: YYYY, YYYY-MM or YYYY-MM-DD")
	flags.StringVar(&f.To, "to", "", "only games up to this `date`")
	flags.BoolVar(&f.Deleted, "deleted", false, "list the deleted games instead")
	flags.StringVar((*string)(&order), "sort", "",
		"sort by this `column`, descending with a minus sign before it: "+strings.Join(store.Columns, ", "))
	flags.BoolVar(&labels, "labels", false, "also show the name of each game's last named position")
	flags.IntVar(&limit, "limit", 0, "show at most this `number` of games; 0 means all")
	return cmd
}

func (p *program) listFaults(ctx context.Context, a *api.Archive, f games.Filter) error {
	summary, err := a.Faults(ctx, f)
	if err != nil {
		return err
	}
	if p.json {
		return p.object(summary)
	}
	return each(summary.Kinds, func(k *games.FaultKind) error {
		return p.print("%s: %s", strings.Join(strings.Fields(k.Verdict+" "+string(k.Rule+" "+k.Reason)), " "),
			parser.Count(k.Games, "game"))
	})
}

func (p *program) listGames(ctx context.Context, a *api.Archive, f games.Filter, order games.Order, limit int,
	labels bool) error {
	shown, cursor := 0, ""
	for {
		size := request.MaxLimit
		if limit > 0 {
			size = min(size, limit-shown)
		}
		page, err := a.List(ctx, f, order, cursor, size)
		if err != nil {
			return err
		}
		if labels {
			if err := a.AddLabels(ctx, page.Games); err != nil {
				return err
			}
		}
		if err := each(page.Games, p.summary); err != nil {
			return err
		}
		p.damaged(page.Damaged)
		shown += len(page.Games)
		cursor = string(page.Next)
		if cursor == "" || shown == limit {
			p.note("%d of %s", shown, parser.Count(page.Total, "game"))
			return p.covered(page.Coverage)
		}
	}
}

// damaged reports the damaged games that a result leaves out, each once.
func (p *program) damaged(games []int64) {
	for _, id := range games {
		if slices.Contains(p.damagedGames, id) {
			continue
		}
		p.damagedGames = append(p.damagedGames, id)
		p.note("assay: game %d is damaged and left out; run `assay check` for details", id)
	}
}

func (p *program) summary(g *games.GameSummary) error {
	return p.tell(g, "%s", summaryText(g))
}

// summaryText returns a game on one line: number, variant, verdict, result,
// players and date, as far as known.
func summaryText(g *games.GameSummary) string {
	parts := []string{strings.TrimSpace(g.Variant + " " + g.Options), g.Verdict, parser.Count(g.Plies, "ply"), g.Result}
	if g.First != "" || g.Second != "" {
		parts = append(parts, g.First+" - "+g.Second)
	}
	for _, part := range []string{g.Event, store.Known(g.Date)} {
		if part != "" {
			parts = append(parts, part)
		}
	}
	if g.Label != nil {
		parts = append(parts, strings.TrimSpace(g.Label.Code+" "+g.Label.Name))
	}
	return fmt.Sprintf("%d: %s", g.ID, strings.Join(parts, ", "))
}
