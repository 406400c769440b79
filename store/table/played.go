package table

import (
	"context"

	"assay/analysis"
	"assay/store"
)

func (t Tables) PlayedGames(ctx context.Context, each func(*store.Played) error) error {
	return t.db.Fault(ctx, t.db.Each(ctx, func(r Row) error {
		var p store.Played
		if err := r.Scan(&p.ID, &p.Variant, &p.Options, &p.Plies, &p.First, &p.Second, &p.Date, &p.Start, &p.Final,
			&p.Moves); err != nil {
			return err
		}
		return each(&p)
	}, `SELECT id, variant, options, plies, first, second, date, start, final, moves
		FROM games JOIN contents ON game = id WHERE deleted IS NULL AND moves_key IS NOT NULL`))
}

func (t Tables) Outcomes(ctx context.Context, each func(store.Outcome) error) error {
	return t.db.Fault(ctx, t.db.Each(ctx, func(r Row) error {
		var o store.Outcome
		if err := r.Scan(&o.Variant, &o.First, &o.Second, &o.Result, &o.Date); err != nil {
			return err
		}
		return each(o)
	}, `SELECT variant, first, second, result, date FROM games
		WHERE deleted IS NULL AND verdict = $1 AND result IN ('1-0', '0-1', '1/2-1/2')`, analysis.Legal))
}
