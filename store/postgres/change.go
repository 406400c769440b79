package postgres

import (
	"context"
	"database/sql"
	"encoding/hex"
	"errors"

	"github.com/jackc/pgx/v5"

	"assay/store"
	"assay/store/row"
)

func (s *Archive) Sequence(ctx context.Context) (last int64, err error) {
	err = s.pool.QueryRow(ctx, `SELECT sequence FROM assay`).Scan(&last)
	return last, s.fault(ctx, err)
}

// channel is what writers notify of changes. What is told names the schema, as
// archives may share a database.
const channel = "assay"

func (s *Archive) Listen(ctx context.Context, told func()) error {
	c, err := pgx.ConnectConfig(ctx, s.pool.Config().ConnConfig)
	if err != nil {
		return s.fault(ctx, err)
	}
	defer c.Close(context.WithoutCancel(ctx))
	var schema string
	if err := c.QueryRow(ctx, `SELECT current_schema()`).Scan(&schema); err != nil {
		return s.fault(ctx, err)
	}
	if _, err := c.Exec(ctx, `LISTEN `+channel); err != nil {
		return s.fault(ctx, err)
	}
	told() // what has changed before
	for {
		n, err := c.WaitForNotification(ctx)
		if err != nil {
			return s.fault(ctx, err)
		}
		if n.Payload == schema {
			told()
		}
	}
}

func (s *Archive) Changes(ctx context.Context, after int64, limit int) (changes []store.Change, err error) {
	err = each(ctx, s.pool, func(rows pgx.Rows) error {
		var c store.Change
		err := rows.Scan(&c.Sequence, &c.Game, &c.Deleted)
		changes = append(changes, c)
		return err
	}, `SELECT sequence, id, deleted IS NOT NULL FROM games WHERE sequence > $1 ORDER BY sequence LIMIT $2`, after, limit)
	if err != nil {
		return nil, s.fault(ctx, err)
	}
	return changes, nil
}

func (s *Archive) ChangedGames(ctx context.Context, after int64, limit int) ([]*store.Game, error) {
	return s.games(ctx, `WHERE sequence > $1 ORDER BY sequence LIMIT $2`, after, limit)
}

func (s *Archive) Lineage(ctx context.Context, sequence int64) (string, error) {
	var identity, value []byte
	err := s.pool.QueryRow(ctx, `SELECT identity, (SELECT value FROM lineage
		WHERE lineage.sequence >= $1 AND $1 > 0 ORDER BY lineage.sequence LIMIT 1) FROM assay`, sequence).Scan(&identity, &value)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return "", &store.Error{Path: s.name, Kind: store.ErrCorrupt, Err: errors.New("it has no identity")}
	case err != nil:
		return "", s.fault(ctx, err)
	case sequence > 0 && value == nil:
		return "", nil
	}
	return hex.EncodeToString(identity) + "-" + hex.EncodeToString(value), nil
}

func (s *Archive) Delete(ctx context.Context, id int64) error {
	return s.write(ctx, func(w *writing) error {
		if err := living(ctx, w, id); err != nil {
			return err
		}
		if err := w.mark(id, w.now); err != nil {
			return err
		}
		return w.happened(store.GameDeleted, id, 0)
	})
}

func (s *Archive) Restore(ctx context.Context, id int64) error {
	return s.write(ctx, func(w *writing) error {
		err := living(ctx, w, id)
		if errors.Is(err, store.ErrGone) {
			if err := w.mark(id, nil); err != nil {
				return err
			}
			return w.happened(store.GameRestored, id, 0)
		}
		return err
	})
}

// mark sets when a game was deleted, nil for never.
func (w *writing) mark(id int64, deleted any) error {
	return w.exec(`UPDATE games SET deleted = $1, sequence = $2 WHERE id = $3`, deleted, w.next(), id)
}

// touch gives a game the number of the newest change.
func (w *writing) touch(id int64) error {
	return w.exec(`UPDATE games SET sequence = $1 WHERE id = $2`, w.next(), id)
}

func (s *Archive) Update(ctx context.Context, verifications ...store.Verification) error {
	for i, v := range verifications {
		if err := (&store.Game{Summary: store.Summary{Verdict: v.Verdict, Plies: v.Plies}}).Check(i); err != nil {
			return err
		}
	}
	return s.write(ctx, func(w *writing) error {
		for _, v := range verifications {
			if err := w.replace(v); err != nil {
				return err
			}
			if err := w.happened(store.GameVerified, v.Game, 0); err != nil {
				return err
			}
		}
		return nil
	})
}

// replace puts a verification in the place of the one that holds.
func (w *writing) replace(v store.Verification) error {
	if err := living(w.ctx, w, v.Game); err != nil {
		return err
	}
	g, err := game(w.ctx, w, v.Game)
	if err != nil {
		return err
	}
	if g.Damage != nil {
		return g.Damage
	}
	if err := w.keepVerification(g); err != nil {
		return err
	}
	g.VariantVersion, g.Verdict, g.Plies, g.Result, g.Termination = v.VariantVersion, v.Verdict, v.Plies, v.Result, v.Termination
	if err := w.exec(`UPDATE games SET variant_version = $1, verdict = $2, plies = $3, result = $4, termination = $5,
		sequence = $6, sum = $7 WHERE id = $8`, text(v.VariantVersion), v.Verdict, v.Plies, text(v.Result), text(v.Termination),
		w.next(), row.GameSum(g, g.Hash[:], g.Imported.UnixMilli()), g.ID); err != nil {
		return err
	}
	record, size := row.Pack(g.Record)
	return w.exec(`UPDATE contents SET record = $1, size = $2, start = $3, final = $4, moves = $5, report = $6, sum = $7 WHERE game = $8`,
		record, size, text(v.Start), text(v.Final), row.Present(v.Moves), row.Present(v.Report),
		row.Checksum(g.ID, record, size, v.Start, v.Final, v.Moves, row.AppendTags([]byte{}, g.Tags), v.Report), g.ID)
}

// keepVerification makes what holds of a game what a replaced verification
// found.
func (w *writing) keepVerification(g *store.Game) error {
	return w.exec(`INSERT INTO verifications (game, sequence, variant_version, verdict, plies, result, termination,
		start, final, report, replaced, sum) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
		g.ID, g.Sequence, text(g.VariantVersion), g.Verdict, g.Plies, text(g.Result), text(g.Termination), text(g.Start),
		text(g.Final), row.Present(g.Report), w.now, verificationSum(verificationOf(g), g.Sequence, w.now))
}

// verificationOf gives what holds of a game.
func verificationOf(g *store.Game) *store.Verification {
	return &store.Verification{Game: g.ID, VariantVersion: g.VariantVersion, Verdict: g.Verdict, Plies: g.Plies,
		Result: g.Result, Termination: g.Termination, Start: g.Start, Final: g.Final, Report: g.Report}
}

// verificationSum is the checksum of a verification that was replaced.
func verificationSum(v *store.Verification, sequence, replaced int64) int64 {
	return row.Checksum(v.Game, sequence, v.VariantVersion, v.Verdict, v.Plies, v.Result, v.Termination, v.Start, v.Final, v.Report, replaced)
}
