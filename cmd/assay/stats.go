package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"assay/analysis/lab"
	"assay/api"
	"assay/api/games"
	"assay/api/search"
	"assay/api/statistics"
	"assay/parser"
)

// statsFlags are the flags of the command stats.
type statsFlags struct {
	query  string
	filter games.Filter
	by     statistics.By
	as     string
}

func (p *program) stats() *cobra.Command {
	var f statsFlags
	cmd := &cobra.Command{
		Use:   "stats",
		Short: "Count results, lengths, endings and first moves",
		Long: `Stats counts the valid games that meet all given conditions, each variant apart:
results, the first player's share of the points, lengths in plies (shortest, quartiles,
longest), endings and first moves. Shares are in percent, with Wilson's interval at 95 %
confidence. Games without a result have no part in the score. First moves are counted
from the variant's starting position.

--by year, event or player makes a group of each. By player, a game belongs to both
players, with the results and score of the player.`,
		Example: `  # The statistics of all games.
  assay stats
  # How well does the first player score, year by year?
  assay stats --variant chess --by year
  # The games of a player, as a table for a spreadsheet.
  assay stats --query "player:tal and date >= 1960" --as csv > tal.csv
  # The median length of each variant, with jq.
  assay stats --json | jq -c '[.variant, .lengths.median]'`,
		Args: noArguments(),
		PreRunE: func(cmd *cobra.Command, _ []string) error {
			switch {
			case f.as != "text" && f.as != "csv":
				return usage("--as", "%q: expected text or csv", f.as)
			case p.json:
				if err := refuse(cmd.Flags(), "cannot be combined with --json", "as"); err != nil {
					return err
				}
			}
			return blame(f.by.Check())
		},
		RunE: p.inArchive(func(ctx context.Context, a *api.Archive, _ []string) error {
			return p.showStats(ctx, a, &f)
		}),
	}
	f.add(cmd.Flags())
	return cmd
}

func (f *statsFlags) add(flags *pflag.FlagSet) {
	flags.StringVar(&f.query, "query", "", "only games that match this `query`")
	flags.StringVar(&f.filter.Variant, "variant", "", "only games of the variant with this `ID`")
	flags.StringVar(&f.filter.Player, "player", "", "only games of a player with these `words` in the name")
	addColour(flags, &f.filter.Colour)
	flags.StringVar(&f.filter.Event, "event", "", "only games of an event with these `words` in its name")
	flags.StringVar(&f.filter.Result, "result", "", "only games with this `result`: 1-0, 0-1, 1/2-1/2, 0-0 or *")
	flags.StringVar(&f.filter.From, "from", "", "only games from this `date` on: YYYY, YYYY-MM or YYYY-MM-DD")
	flags.StringVar(&f.filter.To, "to", "", "only games up to this `date`")
	flags.StringVar((*string)(&f.by), "by", "", "`group` the games of each variant: year, event or player")
	flags.StringVar(&f.as, "as", "text", "`format`: text, or csv (a row per figure)")
}

func (p *program) showStats(ctx context.Context, a *api.Archive, f *statsFlags) error {
	if f.query != "" {
		if err := p.catchUp(ctx, a); err != nil {
			return err
		}
	}
	s := search.Selection{Filter: f.filter, Search: search.SearchQuery{Query: f.query}}
	found, err := a.Statistics(ctx, s, f.by, 0)
	if err != nil {
		return blame(err)
	}
	if err := p.noteSelected(ctx, a, s); err != nil {
		return err
	}
	p.damaged(found.Damaged)
	if found.Invalid > 0 {
		p.note("%s left out, because only valid games are counted", parser.Count(found.Invalid, "game"))
	}
	if len(found.Groups) == 0 {
		p.note("assay: nothing found: no valid game matches the conditions")
		return errFaults
	}
	switch {
	case p.json:
		return each(found.Groups, func(g *statistics.Group) error { return p.object(g) })
	case f.as == "csv":
		return found.WriteCSV(p.raw())
	}
	return p.printStats(found.Groups)
}

// printStats prints a table of the groups. Without groups within the variants,
// tables of endings and first moves follow.
func (p *program) printStats(groups []statistics.Group) error {
	if err := p.print("%7s %7s %7s %7s %7s  %-25s  %-24s  %s", "games", "won", "drawn", "lost", "other", "score",
		"min, quartiles, max ply", "group"); err != nil {
		return err
	}
	if err := each(groups, func(g *statistics.Group) error {
		score, name := "no result", g.Variant
		if g.Score != nil {
			score = share(*g.Score)
		}
		if g.By != statistics.Variant {
			name += ", " + cmp.Or(g.Value, string(g.By)+" unknown")
		} else if g.Side != "" {
			name += ", for " + g.Side
		}
		l, r := g.Lengths, g.Results
		plies := fmt.Sprintf("%d, %.4g %.4g %.4g, %d", l.Shortest, l.Lower, l.Median, l.Upper, l.Longest)
		return p.print("%7d %7d %7d %7d %7d  %-25s  %-24s  %s", g.Games, r.Won, r.Drawn, r.Lost,
			r.BothLost+r.Unfinished, score, plies, name)
	}); err != nil || groups[0].By != statistics.Variant {
		return err
	}
	return each(groups, func(g *statistics.Group) error {
		if err := p.printShares(g.Variant+", endings", g.Endings, 0); err != nil {
			return err
		}
		return p.printShares(g.Variant+", first moves", g.Openings, g.OtherStarts)
	})
}

// maxShares is the number of shares of a table that are printed.
const maxShares = 10

// printShares prints a table of shares with a title. other is the number of
// games from other positions.
func (p *program) printShares(title string, all []statistics.Share, other int) error {
	if err := errors.Join(p.print(""), p.print("%s", title)); err != nil {
		return err
	}
	if err := each(all[:min(len(all), maxShares)], func(s *statistics.Share) error {
		return p.print("%7d  %-25s  %s", s.Games, share(s.Share), cmp.Or(s.Name, "not recorded"))
	}); err != nil {
		return err
	}
	rest := 0
	for _, s := range all[min(len(all), maxShares):] {
		rest += s.Games
	}
	if rest > 0 {
		if err := p.print("%7d  in %d more rows, which --json and --as csv have", rest,
			len(all)-maxShares); err != nil {
			return err
		}
	}
	if other > 0 {
		return p.print("%7d  without a move, or from another starting position", other)
	}
	return nil
}

// share returns a share with its interval.
func share(e lab.Estimate) string {
	return fmt.Sprintf("%5.1f %% (%.1f to %.1f %%)", e.Value, e.Low, e.High)
}
