package sqlite

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"errors"
	"time"

	"assay/store"
	"assay/store/row"
	"assay/store/table"
)

func (s *Archive) Add(ctx context.Context, games []*store.Game, imports ...store.Import) ([]store.Added, error) {
	all, err := prepare(games)
	if err != nil {
		return nil, err
	}
	var added []store.Added
	err = s.write(ctx, all.Size(), func(tx *sql.Tx) error {
		var now time.Time
		if added, now, err = all.add(ctx, tx); err != nil {
			return err
		}
		return putImports(ctx, tx, imports, now)
	})
	if err != nil {
		return nil, err
	}
	return added, nil
}

// batch is games to be archived at one time.
type batch []packed

func prepare(games []*store.Game) (batch, error) {
	all := make(batch, len(games))
	for i, g := range games {
		if err := all[i].prepare(g, i); err != nil {
			return nil, err
		}
	}
	return all, nil
}

func (b batch) Size() (size int64) {
	for i := range b {
		size += int64(len(b[i].record) + len(b[i].tags) + len(b[i].game.Moves) + len(b[i].game.Report))
	}
	return size
}

func (b batch) Archive(ctx context.Context, tx table.Transaction) ([]store.Added, error) {
	added, _, err := b.add(ctx, tx.(transaction).tx)
	return added, err
}

func (b batch) add(ctx context.Context, tx *sql.Tx) (added []store.Added, now time.Time, err error) {
	a, err := newAdder(ctx, tx)
	if err != nil {
		return nil, now, err
	}
	defer a.close()
	added = make([]store.Added, len(b))
	for i := range b {
		if err := ctx.Err(); err != nil {
			return nil, now, err
		}
		if added[i], err = a.add(&b[i]); err != nil {
			return nil, now, err
		}
	}
	return added, a.now, nil
}

func (b batch) Rewrite(ctx context.Context, tx table.Transaction, g *store.Game) error {
	p := &b[0]
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
				p.hash[:], row.GameSum(g, p.hash[:], g.Imported.UnixMilli()), g.ID}},
		{`UPDATE contents SET record = ?, size = ?, start = ?, final = ?, moves = ?, tags = ?, words = ?, report = ?, sum = ? WHERE game = ?`,
			[]any{p.record, p.size, g.Start, g.Final, row.Present(g.Moves), p.tags, p.rest, row.Present(g.Report),
				row.Checksum(g.ID, p.record, p.size, g.Start, g.Final, g.Moves, p.tags, g.Report), g.ID}},
		{insertWords, []any{g.ID, cut(g.First), cut(g.Second), cut(g.Event), cut(p.rest)}},
	} {
		if _, err := tx.(transaction).tx.ExecContext(ctx, step.statement, step.args...); err != nil {
			return err
		}
	}
	return nil
}

// packed is a game with all that can be computed before the transaction begins,
// so that batches of several goroutines wait for each other as little as
// possible.
type packed struct {
	game             *store.Game
	hash             [32]byte
	earliest, latest any // int64 or nil
	record           []byte
	size             any // int64 or nil
	tags             []byte
	rest             string // words of the tags that are in no column of their own
}

func (r *packed) prepare(g *store.Game, index int) error {
	if err := g.Check(index); err != nil {
		return err
	}
	r.game = g
	r.hash = sha256.Sum256(g.Record)
	if earliest, latest, ok := store.Span(g.Date); ok {
		r.earliest, r.latest = earliest, latest
	}
	r.record, r.size = row.Pack(g.Record)
	r.tags = row.AppendTags([]byte{}, g.Tags)
	r.rest = row.Rest(g)
	return nil
}

// adder holds the statements of one batch.
type adder struct {
	ctx      context.Context
	now      time.Time
	sequence int64 // for the next game
	revised  bool  // records of games were mended
	hooked   bool  // there are webhooks
	tx       *sql.Tx
	insert   *sql.Stmt
	existing *sql.Stmt
	past     *sql.Stmt
	contents *sql.Stmt
	words    *sql.Stmt
}

const (
	insertGame = `INSERT INTO games (hash, variant, options, variant_version, verdict, plies, result, termination,
		format, encoding, file, number, line, first, second, event, site, date, earliest, latest, sequence, imported, sum)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT (hash, variant, options) DO NOTHING`
	selectExisting = `SELECT id, deleted IS NOT NULL FROM games WHERE hash = ? AND variant = ? AND options = ?`
	selectPast     = `SELECT id, deleted IS NOT NULL FROM records JOIN games ON id = game
		WHERE records.hash = ? AND records.variant = ? AND records.options = ? LIMIT 1`
	insertContents = `INSERT INTO contents (game, record, size, start, final, moves, tags, words, report, sum)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`
	insertWords = `INSERT INTO words (docid, first, second, event, rest) VALUES (?, ?, ?, ?, ?)`
)

func newAdder(ctx context.Context, tx *sql.Tx) (*adder, error) {
	// The transaction watches ctx already, and add is told of its end between
	// two games: single statements need not, which spares a goroutine for each.
	a := &adder{ctx: context.WithoutCancel(ctx), now: clock().UTC(), tx: tx}
	var err error
	if a.sequence, err = writing(tx).Next(ctx); err != nil {
		return nil, err
	}
	if err := tx.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM records), EXISTS (SELECT 1 FROM webhooks)`).Scan(&a.revised, &a.hooked); err != nil {
		return nil, err
	}
	for statement, text := range map[**sql.Stmt]string{
		&a.insert: insertGame, &a.existing: selectExisting, &a.past: selectPast, &a.contents: insertContents, &a.words: insertWords,
	} {
		if *statement, err = tx.PrepareContext(ctx, text); err != nil {
			a.close()
			return nil, err
		}
	}
	return a, nil
}

func (a *adder) close() {
	for _, statement := range []*sql.Stmt{a.insert, a.existing, a.past, a.contents, a.words} {
		if statement != nil {
			statement.Close()
		}
	}
}

func (a *adder) add(r *packed) (store.Added, error) {
	g := r.game
	if a.revised {
		there := store.Added{Existing: true}
		err := a.past.QueryRowContext(a.ctx, r.hash[:], g.Variant, g.Options).Scan(&there.ID, &there.Deleted)
		if !errors.Is(err, sql.ErrNoRows) {
			return there, err
		}
	}
	result, err := a.insert.ExecContext(a.ctx, r.hash[:], g.Variant, g.Options, g.VariantVersion, g.Verdict, g.Plies,
		g.Result, g.Termination, g.Format, g.Encoding, g.File, g.Number, g.Line, g.First, g.Second, g.Event, g.Site,
		g.Date, r.earliest, r.latest, a.sequence, a.now.UnixMilli(), row.GameSum(g, r.hash[:], a.now.UnixMilli()))
	if err != nil {
		return store.Added{}, err
	}
	inserted, err := result.RowsAffected()
	if err != nil {
		return store.Added{}, err
	}
	if inserted == 0 {
		there := store.Added{Existing: true}
		err := a.existing.QueryRowContext(a.ctx, r.hash[:], g.Variant, g.Options).Scan(&there.ID, &there.Deleted)
		return there, err
	}
	id, err := result.LastInsertId()
	if err != nil {
		return store.Added{}, err
	}
	_, err = a.contents.ExecContext(a.ctx, id, r.record, r.size, g.Start, g.Final, row.Present(g.Moves), r.tags,
		r.rest, row.Present(g.Report), row.Checksum(id, r.record, r.size, g.Start, g.Final, g.Moves, r.tags, g.Report))
	if err != nil {
		return store.Added{}, err
	}
	_, err = a.words.ExecContext(a.ctx, id, cut(g.First), cut(g.Second), cut(g.Event), cut(r.rest))
	if err != nil {
		return store.Added{}, err
	}
	added := store.Added{ID: id, Sequence: a.sequence}
	a.sequence++
	if a.hooked {
		err = happened(a.ctx, a.tx, store.GameArchived, id, 0)
	}
	return added, err
}
