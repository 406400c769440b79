package postgres

import (
	"context"
	"database/sql"
	"errors"

	"github.com/jackc/pgx/v5"

	"assay/store"
	"assay/store/row"
)

const revisionColumns = `game, revision, hash, record, size, length, line, format, variant, options, verdict, plies, author, reason, saved, sum`

// scanRevision reads revisionColumns. A revision that is not as it was written
// comes with its error.
func scanRevision(rows pgx.Row) (*store.Revision, error) {
	r := new(store.Revision)
	var hash, packed []byte
	var size sql.Null[int64]
	var saved, sum int64
	err := rows.Scan(&r.Game, &r.Number, &hash, &packed, &size, &r.Size, &r.Line, (*text)(&r.Format), (*text)(&r.Variant),
		(*text)(&r.Options), &r.Verdict, &r.Plies, (*text)(&r.Author), (*text)(&r.Reason), &saved, &sum)
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
	err = s.write(ctx, func(w *writing) error {
		number, err = w.correct(&p, c, revision)
		return err
	})
	if err != nil {
		return 0, err
	}
	return number, nil
}

// correct gives a game another record.
func (w *writing) correct(p *packed, c store.Correction, revision int64) (int64, error) {
	g := *c.Game
	if err := living(w.ctx, w, g.ID); err != nil {
		return 0, err
	}
	old, err := game(w.ctx, w, g.ID)
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
	err = w.row(`SELECT id FROM games WHERE hash = $1 AND variant = $2 AND options = $3 AND id <> $4
		UNION ALL SELECT game FROM records WHERE hash = $1 AND variant = $2 AND options = $3 AND game <> $4`,
		p.hash[:], text(g.Variant), text(g.Options), g.ID).Scan(&other)
	switch {
	case err == nil:
		return 0, &store.TakenError{Game: g.ID, Other: other}
	case !errors.Is(err, sql.ErrNoRows):
		return 0, err
	}
	if old.Revision == 1 {
		if err := w.putRevision(row.Revision(old, 1)); err != nil {
			return 0, err
		}
	}
	g.File, g.Number, g.Imported, g.Hash, g.Revision = old.File, old.Number, old.Imported, p.hash, old.Revision+1
	next := row.Revision(&g, g.Revision)
	next.Author, next.Reason, next.Saved = c.Author, c.Reason, row.Instant(w.now)
	if err := w.putRevision(next); err != nil {
		return 0, err
	}
	if err := w.keepVerification(old); err != nil {
		return 0, err
	}
	if err := w.exec(`UPDATE games SET hash = $1, variant = $2, options = $3, variant_version = $4, verdict = $5, plies = $6,
		result = $7, termination = $8, format = $9, encoding = $10, line = $11, first = $12, second = $13, event = $14,
		site = $15, date = $16, earliest = $17, latest = $18, sequence = $19, revision = $20,
		corrected = (SELECT records.hash <> $1 FROM records WHERE game = id AND records.revision = 1), sum = $21,
		words = $22::text::tsvector WHERE id = $23`,
		p.hash[:], text(g.Variant), text(g.Options), text(g.VariantVersion), g.Verdict, g.Plies, text(g.Result),
		text(g.Termination), text(g.Format), text(g.Encoding), g.Line, text(g.First), text(g.Second), text(g.Event),
		text(g.Site), text(g.Date), p.earliest, p.latest, w.next(), g.Revision,
		row.GameSum(&g, p.hash[:], g.Imported.UnixMilli()), p.words, g.ID); err != nil {
		return 0, err
	}
	if err := w.exec(`UPDATE contents SET record = $1, size = $2, start = $3, final = $4, moves = $5, tags = $6, report = $7,
		sum = $8 WHERE game = $9`, p.record, p.size, text(g.Start), text(g.Final), row.Present(g.Moves), p.tags, row.Present(g.Report),
		row.Checksum(g.ID, p.record, p.size, g.Start, g.Final, g.Moves, p.tags, g.Report), g.ID); err != nil {
		return 0, err
	}
	if err := w.exec(`DELETE FROM analyses WHERE game = $1`, g.ID); err != nil {
		return 0, err
	}
	return g.Revision, w.happened(store.GameMended, g.ID, 0)
}

func (w *writing) putRevision(r *store.Revision) error {
	packed, size := row.Pack(r.Record)
	saved := r.Saved.UnixMilli()
	return w.exec(`INSERT INTO records (`+revisionColumns+`)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`,
		r.Game, r.Number, r.Hash[:], packed, size, r.Size, r.Line, text(r.Format), text(r.Variant), text(r.Options), r.Verdict,
		r.Plies, text(r.Author), text(r.Reason), saved, row.RevisionSum(r, packed, size, saved))
}

func (s *Archive) RecordRevisions(ctx context.Context, id int64) (all []store.Revision, err error) {
	g, err := s.Game(ctx, id)
	if err != nil {
		return nil, err
	}
	err = each(ctx, s.pool, func(rows pgx.Rows) error {
		r, err := scanRevision(rows)
		if err == nil {
			r.Record = nil
			all = append(all, *r)
		}
		return err
	}, `SELECT `+revisionColumns+` FROM records WHERE game = $1 ORDER BY revision`, id)
	if err != nil {
		return nil, s.fault(ctx, err)
	}
	if len(all) == 0 {
		first := row.Revision(g, 1)
		first.Record = nil
		all = append(all, *first)
	}
	return all, nil
}

func (s *Archive) RecordRevision(ctx context.Context, id, number int64) (*store.Revision, error) {
	g, err := s.Game(ctx, id)
	if err != nil {
		return nil, err
	}
	r, err := scanRevision(s.pool.QueryRow(ctx, `SELECT `+revisionColumns+` FROM records WHERE game = $1 AND revision = $2`, id, number))
	switch {
	case errors.Is(err, sql.ErrNoRows) && number == 1:
		return row.Revision(g, 1), nil
	case errors.Is(err, sql.ErrNoRows):
		return nil, &store.RevisionError{Game: id, Number: number, Kind: store.ErrNotFound}
	case err != nil:
		return nil, s.fault(ctx, err)
	}
	return r, nil
}
