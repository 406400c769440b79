package sqlite

import (
	"context"
	"database/sql"
	"errors"

	"assay/store"
	"assay/store/row"
)

const revisionColumns = `game, revision, hash, record, size, length, line, format, variant, options, verdict, plies, author, reason, saved, sum`

// scanRevision reads revisionColumns.
func scanRevision(rows interface{ Scan(...any) error }) (*store.Revision, error) {
	r := new(store.Revision)
	var hash, packed []byte
	var size sql.Null[int64]
	var saved, sum int64
	err := rows.Scan(&r.Game, &r.Number, &hash, &packed, &size, &r.Size, &r.Line, &r.Format, &r.Variant, &r.Options,
		&r.Verdict, &r.Plies, &r.Author, &r.Reason, &saved, &sum)
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

func (s *Archive) Revise(ctx context.Context, c store.Correction, revision int64) (number int64, err error) {
	var p packed
	if err := p.prepare(c.Game, 0); err != nil {
		return 0, err
	}
	err = s.write(ctx, int64(2*len(p.record)), func(tx *sql.Tx) error {
		number, err = correct(ctx, tx, &p, c, revision)
		return err
	})
	if err != nil {
		return 0, err
	}
	return number, nil
}

// correct gives a game another record.
func correct(ctx context.Context, tx *sql.Tx, p *packed, c store.Correction, revision int64) (int64, error) {
	g := *c.Game
	if err := living(ctx, tx, g.ID); err != nil {
		return 0, err
	}
	old, err := scanGame(tx.QueryRowContext(ctx, `SELECT `+verifiedColumns+`
		FROM games JOIN contents ON game = games.id WHERE games.id = ?`, g.ID))
	switch {
	case err != nil:
		return 0, err
	case old.Damage != nil:
		return 0, old.Damage
	case revision != store.AnyRevision && revision != old.Revision:
		return 0, &store.RevisedError{Game: g.ID, Revision: revision, Current: old.Revision}
	case old.Hash == p.hash && old.Variant == g.Variant && old.Options == g.Options:
		return old.Revision, nil
	}
	var other int64
	err = tx.QueryRowContext(ctx, `SELECT id FROM games WHERE hash = ?1 AND variant = ?2 AND options = ?3 AND id <> ?4
		UNION ALL SELECT game FROM records WHERE hash = ?1 AND variant = ?2 AND options = ?3 AND game <> ?4`,
		p.hash[:], g.Variant, g.Options, g.ID).Scan(&other)
	switch {
	case err == nil:
		return 0, &store.TakenError{Game: g.ID, Other: other}
	case !errors.Is(err, sql.ErrNoRows):
		return 0, err
	}
	if old.Revision == 1 {
		if err := putRevision(ctx, tx, row.Revision(old, 1)); err != nil {
			return 0, err
		}
	}
	g.File, g.Number, g.Imported, g.Hash, g.Revision = old.File, old.Number, old.Imported, p.hash, old.Revision+1
	next := row.Revision(&g, g.Revision)
	next.Author, next.Reason, next.Saved = c.Author, c.Reason, clock()
	if err := putRevision(ctx, tx, next); err != nil {
		return 0, err
	}
	if err := keepVerification(ctx, tx, g.ID); err != nil {
		return 0, err
	}
	if g.Sequence, err = nextSequence(ctx, tx); err != nil {
		return 0, err
	}
	for _, step := range []struct {
		statement string
		args      []any
	}{
		// The words of a row are found by what they are made of, before that
		// alters.
		{`DELETE FROM words WHERE docid = ?`, []any{g.ID}},
		{`UPDATE games SET hash = ?, variant = ?, options = ?, variant_version = ?, verdict = ?, plies = ?, result = ?,
			termination = ?, format = ?, encoding = ?, line = ?, first = ?, second = ?, event = ?, site = ?, date = ?,
			earliest = ?, latest = ?, sequence = ?, revision = ?,
			corrected = (SELECT records.hash <> ? FROM records WHERE game = id AND records.revision = 1), sum = ? WHERE id = ?`,
			[]any{p.hash[:], g.Variant, g.Options, g.VariantVersion, g.Verdict, g.Plies, g.Result, g.Termination, g.Format,
				g.Encoding, g.Line, g.First, g.Second, g.Event, g.Site, g.Date, p.earliest, p.latest, g.Sequence, g.Revision,
				p.hash[:], row.GameSum(&g, p.hash[:], g.Imported.UnixMilli()), g.ID}},
		{`UPDATE contents SET record = ?, size = ?, start = ?, final = ?, moves = ?, tags = ?, words = ?, report = ?, sum = ? WHERE game = ?`,
			[]any{p.record, p.size, g.Start, g.Final, row.Present(g.Moves), p.tags, p.rest, row.Present(g.Report),
				row.Checksum(g.ID, p.record, p.size, g.Start, g.Final, g.Moves, p.tags, g.Report), g.ID}},
		{insertWords, []any{g.ID, cut(g.First), cut(g.Second), cut(g.Event), cut(p.rest)}},
		{`DELETE FROM analyses WHERE game = ?`, []any{g.ID}},
	} {
		if _, err := tx.ExecContext(ctx, step.statement, step.args...); err != nil {
			return 0, err
		}
	}
	return g.Revision, happened(ctx, tx, store.GameMended, g.ID, 0)
}

func putRevision(ctx context.Context, tx *sql.Tx, r *store.Revision) error {
	packed, size := row.Pack(r.Record)
	saved := r.Saved.UnixMilli()
	_, err := tx.ExecContext(ctx, `INSERT INTO records (`+revisionColumns+`) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		r.Game, r.Number, r.Hash[:], packed, size, r.Size, r.Line, r.Format, r.Variant, r.Options, r.Verdict, r.Plies,
		r.Author, r.Reason, saved, row.RevisionSum(r, packed, size, saved))
	return err
}

func (s *Archive) RecordRevisions(ctx context.Context, game int64) ([]store.Revision, error) {
	g, err := s.Game(ctx, game)
	if err != nil {
		return nil, err
	}
	rows, err := s.reader.QueryContext(ctx, `SELECT `+revisionColumns+` FROM records WHERE game = ? ORDER BY revision`, game)
	if err != nil {
		return nil, s.fault(ctx, err)
	}
	defer rows.Close()
	var all []store.Revision
	for rows.Next() {
		r, err := scanRevision(rows)
		if err != nil {
			return nil, s.fault(ctx, err)
		}
		r.Record = nil
		all = append(all, *r)
	}
	if len(all) == 0 && rows.Err() == nil {
		first := row.Revision(g, 1)
		first.Record = nil
		all = append(all, *first)
	}
	return all, s.fault(ctx, rows.Err())
}

func (s *Archive) RecordRevision(ctx context.Context, game, number int64) (*store.Revision, error) {
	g, err := s.Game(ctx, game)
	if err != nil {
		return nil, err
	}
	r, err := scanRevision(s.reader.QueryRowContext(ctx, `SELECT `+revisionColumns+` FROM records WHERE game = ? AND revision = ?`, game, number))
	switch {
	case errors.Is(err, sql.ErrNoRows) && number == 1:
		return row.Revision(g, 1), nil
	case errors.Is(err, sql.ErrNoRows):
		return nil, &store.RevisionError{Game: game, Number: number, Kind: store.ErrNotFound}
	case err != nil:
		return nil, s.fault(ctx, err)
	}
	return r, nil
}
