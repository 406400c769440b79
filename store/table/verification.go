package table

import (
	"context"

	"assay/store"
	"assay/store/row"
)

func (t Tables) Update(ctx context.Context, verifications ...store.Verification) error {
	for i, v := range verifications {
		if err := (&store.Game{Summary: store.Summary{Verdict: v.Verdict, Plies: v.Plies}}).Check(i); err != nil {
			return err
		}
	}
	return t.db.Write(ctx, 0, func(tx Transaction) error {
		for _, v := range verifications {
			if err := replace(ctx, tx, v); err != nil {
				return err
			}
			if err := AddWebhookEvent(ctx, tx, store.GameVerified, v.Game, 0); err != nil {
				return err
			}
		}
		return nil
	})
}

// replace saves a verification as the current one.
func replace(ctx context.Context, tx Transaction, v store.Verification) error {
	if err := requireGame(ctx, tx, v.Game); err != nil {
		return err
	}
	g, err := game(ctx, tx, v.Game)
	if err != nil {
		return err
	}
	if g.Damage != nil {
		return g.Damage
	}
	if err := keepVerification(ctx, tx, g); err != nil {
		return err
	}
	sequence, err := tx.Next(ctx)
	if err != nil {
		return err
	}
	g.VariantVersion, g.Verdict, g.Plies, g.Result, g.Termination = v.VariantVersion, v.Verdict, v.Plies, v.Result,
		v.Termination
	g.Start, g.Moves = v.Start, v.Moves
	if err := exec(ctx, tx, `UPDATE games SET variant_version = $1, verdict = $2, plies = $3, result = $4, termination = $5,
		sequence = $6, sum = $7, moves_key = $8 WHERE id = $9`, v.VariantVersion, v.Verdict, v.Plies, v.Result,
		v.Termination,
		sequence, row.GameSum(g, g.Hash[:], g.Imported.UnixMilli()), row.MovesKey(g), g.ID); err != nil {
		return err
	}
	record, size := row.Pack(g.Record)
	return exec(ctx, tx, `UPDATE contents SET record = $1, size = $2, start = $3, final = $4, moves = $5, report = $6, sum = $7 WHERE game = $8`,
		record, size, v.Start, v.Final, row.Present(v.Moves), row.Present(v.Report),
		row.Checksum(g.ID, record, size, v.Start, v.Final, v.Moves, row.AppendTags([]byte{}, g.Tags), v.Report), g.ID)
}

// keepVerification moves the current verification to the history.
func keepVerification(ctx context.Context, tx Transaction, g *store.Game) error {
	v := &store.Verification{Game: g.ID, VariantVersion: g.VariantVersion, Verdict: g.Verdict, Plies: g.Plies,
		Result: g.Result, Termination: g.Termination, Start: g.Start, Final: g.Final, Report: g.Report}
	now := tx.Now()
	return exec(ctx, tx, `INSERT INTO verifications (game, sequence, variant_version, verdict, plies, result, termination,
		start, final, report, replaced, sum) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
		v.Game, g.Sequence, v.VariantVersion, v.Verdict, v.Plies, v.Result, v.Termination, v.Start,
		v.Final, row.Present(v.Report), now, verificationSum(v, g.Sequence, now))
}

// verificationSum returns the checksum of a former verification.
func verificationSum(v *store.Verification, sequence, replaced int64) int64 {
	return row.Checksum(v.Game, sequence, v.VariantVersion, v.Verdict, v.Plies, v.Result, v.Termination, v.Start,
		v.Final, v.Report, replaced)
}
