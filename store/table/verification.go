package table

import (
	"context"
	"time"

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
	g.Start, g.Final, g.Moves = v.Start, v.Final, v.Moves
	keys := row.KeysOf(g)
	if err := exec(ctx, tx, `UPDATE games SET variant_version = $1, verdict = $2, plies = $3, result = $4, termination = $5,
		sequence = $6, sum = $7, moves_key = $8, line_key = $9, final_key = $10 WHERE id = $11`, v.VariantVersion, v.Verdict, v.Plies, v.Result,
		v.Termination,
		sequence, row.GameSum(g, g.Hash[:], g.Imported.UnixMilli()), keys.Moves, keys.Line,
		keys.Final, g.ID); err != nil {
		return err
	}
	record, size := row.Pack(g.Record)
	return exec(ctx, tx, `UPDATE contents SET record = $1, size = $2, start = $3, final = $4, moves = $5, report = $6, sum = $7 WHERE game = $8`,
		record, size, v.Start, v.Final, row.Present(v.Moves), row.Present(v.Report),
		row.Checksum(g.ID, record, size, v.Start, v.Final, v.Moves, row.AppendTags([]byte{}, g.Tags), v.Report), g.ID)
}

// keepVerification moves the current verification to the history.
func keepVerification(ctx context.Context, tx Transaction, g *store.Game) error {
	return insertVerification(ctx, tx, g.Sequence, tx.Now(), &store.Verification{Game: g.ID,
		VariantVersion: g.VariantVersion, Verdict: g.Verdict, Plies: g.Plies, Result: g.Result,
		Termination: g.Termination, Start: g.Start, Final: g.Final, Report: g.Report})
}

func insertVerification(ctx context.Context, tx Transaction, sequence, replaced int64,
	v *store.Verification) error {
	return exec(ctx, tx, `INSERT INTO verifications (`+verificationColumns+`, sum)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
		v.Game, sequence, v.VariantVersion, v.Verdict, v.Plies, v.Result, v.Termination, v.Start, v.Final,
		row.Present(v.Report), replaced, verificationSum(v, sequence, replaced))
}

const verificationColumns = `game, sequence, variant_version, verdict, plies, result, termination, start, final,
	report, replaced`

func (t Tables) FormerVerifications(ctx context.Context, id int64) ([]store.FormerVerification, error) {
	return list(ctx, t, func(found Row) (*store.FormerVerification, error) {
		var v store.FormerVerification
		var sequence, replaced int64
		err := found.Scan(&v.Game, &sequence, &v.VariantVersion, &v.Verdict, &v.Plies, &v.Result, &v.Termination,
			&v.Start, &v.Final, &v.Report, &replaced)
		v.Replaced = time.UnixMilli(replaced).UTC()
		return &v, err
	}, `SELECT `+verificationColumns+` FROM verifications WHERE game = $1 ORDER BY sequence`, id)
}

func (t Tables) SetFormerVerifications(ctx context.Context, id int64, former []store.FormerVerification) error {
	for i, v := range former {
		if err := (&store.Game{Summary: store.Summary{Verdict: v.Verdict, Plies: v.Plies}}).Check(i); err != nil {
			return err
		}
	}
	return t.db.Write(ctx, 0, func(tx Transaction) error {
		if err := requireGame(ctx, tx, id); err != nil {
			return err
		}
		if err := exec(ctx, tx, `DELETE FROM verifications WHERE game = $1`, id); err != nil {
			return err
		}
		// The current one has the greatest number.
		number := func() (sequence int64, err error) {
			if sequence, err = tx.Next(ctx); err == nil {
				err = exec(ctx, tx, `UPDATE games SET sequence = $1 WHERE id = $2`, sequence, id)
			}
			return sequence, err
		}
		for _, v := range former {
			sequence, err := number()
			if err != nil {
				return err
			}
			v.Game = id
			if err := insertVerification(ctx, tx, sequence, v.Replaced.UnixMilli(), &v.Verification); err != nil {
				return err
			}
		}
		_, err := number()
		return err
	})
}

// verificationSum returns the checksum of a former verification.
func verificationSum(v *store.Verification, sequence, replaced int64) int64 {
	return row.Checksum(v.Game, sequence, v.VariantVersion, v.Verdict, v.Plies, v.Result, v.Termination, v.Start,
		v.Final, v.Report, replaced)
}
