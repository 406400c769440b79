package table

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"errors"

	"assay/store"
	"assay/store/row"
)

// revisionColumns are the columns of a revision of a record.
const revisionColumns = `game, revision, hash, record, size, length, line, format, variant, options, verdict, plies, author, reason, saved, sum`

// scanRevision reads revisionColumns. It returns an altered revision with its
// error.
func scanRevision(found Row) (*store.Revision, error) {
	r := new(store.Revision)
	var hash, packed []byte
	var size sql.Null[int64]
	var saved, sum int64
	err := found.Scan(&r.Game, &r.Number, &hash, &packed, &size, &r.Size, &r.Line, &r.Format, &r.Variant,
		&r.Options, &r.Verdict, &r.Plies, &r.Author, &r.Reason, &saved, &sum)
	if err != nil {
		return nil, err
	}
	copy(r.Hash[:], hash)
	r.Saved = row.Instant(saved)
	length, _ := size.Value()
	if err = row.ErrChecksum; sum == row.RevisionSum(r, packed, length, saved) {
		r.Record, err = row.Unpack(packed, size)
	}
	if err != nil {
		return r, errors.Join(&store.RevisionError{Game: r.Game, Number: r.Number, Kind: store.ErrCorrupt}, err)
	}
	return r, nil
}

func (t Tables) Revise(ctx context.Context, c store.Correction, revision int64) (number int64, err error) {
	packed, err := t.db.Prepare([]*store.Game{c.Game})
	if err != nil {
		return 0, err
	}
	err = t.db.Write(ctx, packed.Size(), func(tx Transaction) error {
		number, err = replaceRecord(ctx, tx, packed, c, revision)
		return err
	})
	if err != nil {
		return 0, err
	}
	return number, nil
}

// correct saves a record as a new revision of a game within a transaction.
func (t Tables) correct(ctx context.Context, tx Transaction, c store.Correction) (store.Added, error) {
	packed, err := t.db.Prepare([]*store.Game{c.Game})
	if err != nil {
		return store.Added{}, err
	}
	number, err := replaceRecord(ctx, tx, packed, c, c.Game.Revision)
	return store.Added{ID: c.Game.ID, Existing: true, Revision: number}, err
}

// replaceRecord replaces the record of a game by a packed one.
func replaceRecord(ctx context.Context, tx Transaction, packed Packed, c store.Correction, revision int64) (int64,
	error) {
	g := *c.Game
	if err := requireGame(ctx, tx, g.ID); err != nil {
		return 0, err
	}
	old, err := game(ctx, tx, g.ID)
	hash := sha256.Sum256(g.Record)
	switch {
	case err != nil:
		return 0, err
	case old.Damage != nil:
		return 0, old.Damage
	case revision != store.AnyRevision && revision != old.Revision:
		return 0, &store.RecordChangedError{Game: g.ID, Revision: revision, Current: old.Revision}
	case old.Hash == hash && old.Variant == g.Variant && old.Options == g.Options:
		return old.Revision, nil
	}
	var other int64
	err = tx.Row(ctx, `SELECT id FROM games WHERE hash = $1 AND variant = $2 AND options = $3 AND id <> $4
		UNION ALL SELECT game FROM records WHERE hash = $1 AND variant = $2 AND options = $3 AND game <> $4
		UNION ALL SELECT game FROM texts WHERE key = $5 AND game <> $4`,
		hash[:], g.Variant, g.Options, g.ID, row.TextKey(g.Record, g.Variant, g.Options)).Scan(&other)
	switch {
	case err == nil:
		return 0, &store.DuplicateRecordError{Game: g.ID, Other: other}
	case !errors.Is(err, sql.ErrNoRows):
		return 0, err
	}
	if old.Revision == 1 {
		if err := putRevision(ctx, tx, row.Revision(old, 1)); err != nil {
			return 0, err
		}
	}
	g.File, g.Number, g.Imported, g.Hash, g.Revision = old.File, old.Number, old.Imported, hash, old.Revision+1
	next := row.Revision(&g, g.Revision)
	next.Author, next.Reason, next.Saved = c.Author, c.Reason, row.Instant(savedAt(ctx, tx))
	if err := putRevision(ctx, tx, next); err != nil {
		return 0, err
	}
	if err := exec(ctx, tx, InsertText, row.TextKey(g.Record, g.Variant, g.Options), g.ID); err != nil {
		return 0, err
	}
	if err := keepVerification(ctx, tx, old); err != nil {
		return 0, err
	}
	if g.Sequence, err = tx.Next(ctx); err != nil {
		return 0, err
	}
	if err := packed.Rewrite(ctx, tx, &g); err != nil {
		return 0, err
	}
	if err := exec(ctx, tx, `DELETE FROM analyses WHERE game = $1`, g.ID); err != nil {
		return 0, err
	}
	return g.Revision, AddWebhookEvent(ctx, tx, store.GameCorrected, g.ID, 0)
}

func putRevision(ctx context.Context, tx Transaction, r *store.Revision) error {
	packed, size := row.Pack(r.Record)
	saved := r.Saved.UnixMilli()
	return exec(ctx, tx, `INSERT INTO records (`+revisionColumns+`)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`,
		r.Game, r.Number, r.Hash[:], packed, size, r.Size, r.Line, r.Format, r.Variant, r.Options, r.Verdict,
		r.Plies, r.Author, r.Reason, saved, row.RevisionSum(r, packed, size, saved))
}

func (t Tables) RecordRevisions(ctx context.Context, id int64) ([]store.Revision, error) {
	g, err := t.Game(ctx, id)
	if err != nil {
		return nil, err
	}
	all, err := list(ctx, t, func(found Row) (*store.Revision, error) {
		r, err := scanRevision(found)
		if err == nil {
			r.Record = nil
		}
		return r, err
	}, `SELECT `+revisionColumns+` FROM records WHERE game = $1 ORDER BY revision`, id)
	if err == nil && len(all) == 0 {
		first := row.Revision(g, 1)
		first.Record = nil
		all = append(all, *first)
	}
	if err != nil {
		return nil, err
	}
	return all, t.restoreFirst(ctx, &all[0])
}

// restoreFirst replaces the verification of a game's first revision by the
// verification at the time when it was saved.
func (t Tables) restoreFirst(ctx context.Context, first *store.Revision) error {
	err := t.db.Row(ctx, `SELECT verdict, plies FROM verifications WHERE game = $1 ORDER BY sequence LIMIT 1`,
		first.Game).Scan(&first.Verdict, &first.Plies)
	if err == nil || errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	return t.db.Fault(ctx, err)
}

func (t Tables) RecordRevision(ctx context.Context, id, number int64) (*store.Revision, error) {
	g, err := t.Game(ctx, id)
	if err != nil {
		return nil, err
	}
	r, err := scanRevision(t.db.Row(ctx, `SELECT `+revisionColumns+` FROM records WHERE game = $1 AND revision = $2`,
		id, number))
	switch {
	case errors.Is(err, sql.ErrNoRows) && number == 1:
		return row.Revision(g, 1), nil
	case errors.Is(err, sql.ErrNoRows):
		return nil, &store.RevisionError{Game: id, Number: number, Kind: store.ErrNotFound}
	}
	return classified(ctx, t, r, err)
}
