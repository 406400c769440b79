package main

import (
	"context"

	"github.com/spf13/cobra"

	"assay/api"
	"assay/api/ratings"
	"assay/parser"
)

func (p *program) ratings() *cobra.Command {
	var f ratings.Filter
	var as string
	cmd := &cobra.Command{
		Use:   "ratings",
		Short: "Rate the players of each variant by their archived games",
		Long: `Ratings rates the players of each variant with Glicko-2. Valid games with a winner or a
draw count; ratings in headers do not. Names that "assay players merge" merged are one
player. The same games give the same ratings, in whatever order they were imported.

A rating period is a calendar month. A game without a month counts in the last one of its
year, a game without a year before all others. Players begin with 1500 ± 350, volatility
is 0.06, and τ is 0.5. The advantage of the first player is fitted to the results, with a
deviation of 100 points expected before any game is seen.

Deviations are as of the variant's last month. Players are listed by the lower bounds
of their intervals at 95 % confidence, which are 1.96 deviations below their ratings.`,
		Example: `  # The best players of each variant.
  assay ratings --limit 10
  # The rating of a player, month by month.
  assay ratings --variant chess --player "Tal, Mikhail"
  # All ratings, as a table for a spreadsheet.
  assay ratings --as csv > ratings.csv
  # The advantage of the first player in each variant, with jq.
  assay ratings --limit 1 --json | jq -c '[.variant, .advantage]'`,
		Args: noArguments(),
		PreRunE: func(cmd *cobra.Command, _ []string) error {
			switch {
			case f.Limit < 0:
				return usage("--limit", "expected at least 0, found %d", f.Limit)
			case as != "text" && as != "csv":
				return usage("--as", "%q: expected text or csv", as)
			case p.json:
				return refuse(cmd.Flags(), "cannot be combined with --json", "as")
			}
			return nil
		},
		RunE: p.inArchive(func(ctx context.Context, a *api.Archive, _ []string) error {
			found, err := a.Ratings.List(ctx, f)
			if err != nil {
				return blame(err)
			}
			return p.showRatings(found, as)
		}),
	}
	cmd.Flags().StringVar(&f.Variant, "variant", "", "only the variant with this `ID`, name or alias")
	cmd.Flags().StringVar(&f.Player, "player", "", "only players with this `name`, or with its words in their names")
	cmd.Flags().IntVar(&f.Limit, "limit", 0, "show at most this `number` of players of a variant; 0 means all")
	cmd.Flags().StringVar(&as, "as", "text", "`format`: text, or csv (a row per player)")
	return cmd
}

func (p *program) showRatings(found *ratings.Listing, as string) error {
	if found.Unrated > 0 {
		p.note("%s left out, because a player is not named or both are the same", parser.Count(found.Unrated, "game"))
	}
	switch {
	case len(found.Variants) == 0:
		p.note("assay: nothing found: no valid game of these players has a winner or a draw")
		return errFaults
	case as == "csv":
		return found.WriteCSV(p.raw())
	}
	return each(found.Variants, func(v *ratings.Variant) error {
		if p.json {
			return p.object(v)
		}
		if err := p.print("%s: %s of %s; moving first is worth %.0f points (%.0f to %.0f)",
			v.Variant, parser.Count(v.Games, "game"), parser.Count(v.Players, "player"), v.Advantage.Value,
			v.Advantage.Low, v.Advantage.High); err != nil {
			return err
		}
		return each(v.Ratings, func(r *ratings.Rating) error {
			if err := p.print("%5d.  %4.0f ± %3.0f  %s, %s: +%d =%d -%d", r.Place, r.Rating, r.Deviation, r.Name,
				parser.Count(r.Games, "game"), r.Won, r.Drawn, r.Lost); err != nil {
				return err
			}
			return each(r.History, func(at *ratings.Point) error {
				month := at.Month
				if month == "" {
					month = "no date"
				}
				return p.print("          %4.0f ± %3.0f  %s, %s", at.Rating, at.Deviation, month,
					parser.Count(at.Games, "game"))
			})
		})
	})
}
