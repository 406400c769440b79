package sqlite

import (
	"context"
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

// batch is a set of games to be archived in one transaction.
type batch []table.PackedGame

func prepare(games []*store.Game) (batch, error) { return table.PackAll(games, row.Rest) }

func (b batch) Size() (size int64) {
	for i := range b {
		size += int64(len(b[i].Record) + len(b[i].Tags) + len(b[i].Game.Moves) + len(b[i].Game.Report))
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
	// The row of the full-text index must be deleted before the columns on
	// which it is based change.
	if _, err := tx.Exec(ctx, `DELETE FROM words WHERE docid = $1`, g.ID); err != nil {
		return err
	}
	if err := b[0].Rewrite(ctx, tx, g); err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, `UPDATE contents SET words = $1 WHERE game = $2`, b[0].Words, g.ID); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, insertWords, g.ID, indexedWords(g.First), indexedWords(g.Second), indexedWords(g.Event),
		indexedWords(b[0].Words))
	return err
}

// adder holds the prepared statements of one batch.
type adder struct {
	ctx          context.Context
	now          time.Time
	sequence     int64 // of the next game
	hasRevisions bool  // the archive has corrected records
	hasWebhooks  bool  // there are webhooks
	tx           *sql.Tx
	insert       *sql.Stmt
	known        *sql.Stmt
	existing     *sql.Stmt
	past         *sql.Stmt
	contents     *sql.Stmt
	text         *sql.Stmt
	words        *sql.Stmt
}

var (
	insertGame = `INSERT INTO games (` + table.InsertGameColumns + `) VALUES (` + numbered(table.Placeholders(26)) +
		`) ON CONFLICT (hash, variant, options) DO NOTHING`
	insertContents = `INSERT INTO contents (` + table.InsertContentsColumns + `, words) VALUES (` +
		numbered(table.Placeholders(10)) + `)`
)

const (
	// selectKnown returns the game with a text and the first one with some
	// moves.
	selectKnown = `SELECT coalesce(id, 0), deleted IS NOT NULL,
		coalesce((SELECT id FROM games WHERE moves_key = ?2 AND deleted IS NULL ORDER BY id LIMIT 1), 0)
		FROM (SELECT 1) LEFT JOIN texts ON key = ?1 LEFT JOIN games ON id = game`
	selectExisting = `SELECT id, deleted IS NOT NULL FROM games WHERE hash = ? AND variant = ? AND options = ?`
	selectPast     = `SELECT id, deleted IS NOT NULL FROM records JOIN games ON id = game
		WHERE records.hash = ? AND records.variant = ? AND records.options = ? LIMIT 1`
	insertWords = `INSERT INTO words (docid, first, second, event, rest) VALUES (?, ?, ?, ?, ?)`
)

func newAdder(ctx context.Context, tx *sql.Tx) (*adder, error) {
	// The transaction already watches ctx, and add checks it between games.
	// Statements that cannot be cancelled need no goroutine of their own.
	a := &adder{ctx: context.WithoutCancel(ctx), now: clock().UTC(), tx: tx}
	var err error
	if a.sequence, err = writeTransaction(tx).Next(ctx); err != nil {
		return nil, err
	}
	if err := tx.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM records), EXISTS (SELECT 1 FROM webhooks)`).
		Scan(&a.hasRevisions, &a.hasWebhooks); err != nil {
		return nil, err
	}
	for statement, text := range map[**sql.Stmt]string{
		&a.insert: insertGame, &a.known: selectKnown, &a.existing: selectExisting, &a.past: selectPast,
		&a.contents: insertContents,
		&a.text:     numbered(table.InsertText), &a.words: insertWords,
	} {
		if *statement, err = tx.PrepareContext(ctx, text); err != nil {
			a.close()
			return nil, err
		}
	}
	return a, nil
}

func (a *adder) close() {
	for _, statement := range []*sql.Stmt{a.insert, a.known, a.existing, a.past, a.contents, a.text, a.words} {
		if statement != nil {
			statement.Close()
		}
	}
}

func (a *adder) add(p *table.PackedGame) (store.Added, error) {
	g := p.Game
	existing := store.Added{Existing: true}
	var twin int64
	err := a.known.QueryRowContext(a.ctx, p.Key, p.Keys.Moves).Scan(&existing.ID, &existing.Deleted, &twin)
	if err != nil || existing.ID != 0 {
		return existing, err
	}
	if a.hasRevisions {
		err := a.past.QueryRowContext(a.ctx, p.Hash[:], g.Variant, g.Options).Scan(&existing.ID, &existing.Deleted)
		if !errors.Is(err, sql.ErrNoRows) {
			return existing, err
		}
	}
	result, err := a.insert.ExecContext(a.ctx, p.GameValues(a.sequence, a.now.UnixMilli())...)
	if err != nil {
		return store.Added{}, err
	}
	inserted, err := result.RowsAffected()
	if err != nil {
		return store.Added{}, err
	}
	if inserted == 0 {
		err := a.existing.QueryRowContext(a.ctx, p.Hash[:], g.Variant, g.Options).Scan(&existing.ID, &existing.Deleted)
		return existing, err
	}
	id, err := result.LastInsertId()
	if err != nil {
		return store.Added{}, err
	}
	if _, err := a.contents.ExecContext(a.ctx, append(p.ContentsValues(id), p.Words)...); err != nil {
		return store.Added{}, err
	}
	if _, err := a.words.ExecContext(a.ctx, id, indexedWords(g.First), indexedWords(g.Second), indexedWords(g.Event),
		indexedWords(p.Words)); err != nil {
		return store.Added{}, err
	}
	if _, err := a.text.ExecContext(a.ctx, p.Key, id); err != nil {
		return store.Added{}, err
	}
	added := store.Added{ID: id, Twin: twin, Sequence: a.sequence}
	a.sequence++
	if a.hasWebhooks {
		err = table.AddWebhookEvent(a.ctx, writeTransaction(a.tx), store.GameArchived, id, 0)
	}
	return added, err
}
