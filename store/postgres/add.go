package postgres

import (
	"context"
	"math/bits"

	"github.com/jackc/pgx/v5"

	"assay/store"
	"assay/store/table"
)

// analyzeFrom is the number of games from which the tables are analysed
// (ANALYZE) whenever they have doubled.
const analyzeFrom = 1000

// gameIdentity is unique among the games of an archive.
type gameIdentity struct {
	hash             [32]byte
	variant, options string
}

// batch is a set of games to be archived in one transaction.
type batch []table.PackedGame

func prepare(games []*store.Game) (batch, error) { return table.PackAll(games, wordsOf) }

func (s *Archive) Add(ctx context.Context, games []*store.Game, imports ...store.Import) ([]store.Added, error) {
	all, err := prepare(games)
	if err != nil {
		return nil, err
	}
	var added []store.Added
	err = s.write(ctx, func(w *writeTransaction) (err error) {
		added, err = w.add(all, imports)
		return err
	})
	if err != nil {
		return nil, err
	}
	return added, nil
}

// Size returns 0: PostgreSQL checks the disk space itself.
func (b batch) Size() int64 { return 0 }

func (b batch) Archive(_ context.Context, tx table.Transaction) ([]store.Added, error) {
	return tx.(transaction).w.add(b, nil)
}

func (b batch) Rewrite(ctx context.Context, tx table.Transaction, g *store.Game) error {
	if err := b[0].Rewrite(ctx, tx, g); err != nil {
		return err
	}
	return tx.(transaction).w.exec(`UPDATE games SET words = $1::text::tsvector WHERE id = $2`, b[0].Words, g.ID)
}

// add archives the games that are not archived yet.
func (w *writeTransaction) add(all batch, imports []store.Import) ([]store.Added, error) {
	hashes, keys := make([][]byte, len(all)), make([][]byte, len(all))
	for i := range all {
		hashes[i], keys[i] = all[i].Hash[:], all[i].Key
	}
	there, err := w.byHash(hashes)
	if err != nil {
		return nil, err
	}
	known, err := w.byTextKey(keys)
	if err != nil {
		return nil, err
	}
	twins, err := w.byMoves(all)
	if err != nil {
		return nil, err
	}
	var last int64
	if err := w.row(`SELECT coalesce(max(id), 0) FROM games`).Scan(&last); err != nil {
		return nil, err
	}
	before, first := last, w.sequence+1
	batch := new(pgx.Batch)
	added := make([]store.Added, len(all))
	for i := range all {
		p := &all[i]
		of := gameIdentity{p.Hash, p.Game.Variant, p.Game.Options}
		if old, ok := known[string(p.Key)]; ok {
			added[i] = old
			continue
		}
		if old, ok := there[of]; ok { // added by a server of a version without text keys
			added[i] = old
			continue
		}
		last++
		added[i] = store.Added{ID: last, Sequence: w.next()}
		if key := p.Keys.Moves; key.Valid {
			if added[i].Twin = twins[key.V]; added[i].Twin == 0 {
				twins[key.V] = last
			}
		}
		known[string(p.Key)] = store.Added{ID: last, Existing: true}
		batch.Queue(insertGame, escapeStrings(append(p.GameValues(added[i].Sequence, w.now), last, p.Words))...)
		batch.Queue(insertContents, escapeStrings(p.ContentsValues(last))...)
		batch.Queue(table.InsertText, p.Key, last)
	}
	putImports(batch, imports, w.now)
	// Autovacuum collects statistics only up to a minute later. Until then, the
	// planner would sort all games for a page of them.
	if bits.Len64(uint64(last)) != bits.Len64(uint64(before)) && last >= analyzeFrom {
		batch.Queue(`ANALYZE games, contents`)
	}
	if err := w.SendBatch(w.ctx, batch).Close(); err != nil {
		return nil, err
	}
	return added, w.addEvents(first)
}

// addEvents saves events for the games added from a change number on.
func (w *writeTransaction) addEvents(sequence int64) error {
	return w.exec(`INSERT INTO notices (number, at, kind, game, object)
		SELECT (SELECT coalesce(max(number), 0) FROM notices) + row_number() OVER (ORDER BY id), $1, $2, id, 0
		FROM games WHERE sequence >= $3 AND EXISTS (SELECT 1 FROM webhooks)`, w.now, string(store.GameArchived),
		sequence)
}

// byHash returns the games that have or had a record with one of the hashes.
func (w *writeTransaction) byHash(hashes [][]byte) (map[gameIdentity]store.Added, error) {
	all := map[gameIdentity]store.Added{}
	err := each(w.ctx, w, func(rows pgx.Rows) error {
		var hash []byte
		var id gameIdentity
		a := store.Added{Existing: true}
		if err := rows.Scan(&hash, (*text)(&id.variant), (*text)(&id.options), &a.ID, &a.Deleted); err != nil {
			return err
		}
		copy(id.hash[:], hash)
		all[id] = a
		return nil
	}, `SELECT hash, variant, options, id, deleted IS NOT NULL FROM games WHERE hash = ANY($1)
		UNION SELECT r.hash, r.variant, r.options, id, deleted IS NOT NULL FROM records r JOIN games ON id = game WHERE r.hash = ANY($1)`, hashes)
	return all, err
}

// byTextKey returns the games that have or had a record with one of the text
// keys.
func (w *writeTransaction) byTextKey(keys [][]byte) (map[string]store.Added, error) {
	all := map[string]store.Added{}
	err := each(w.ctx, w, func(rows pgx.Rows) error {
		var key []byte
		a := store.Added{Existing: true}
		err := rows.Scan(&key, &a.ID, &a.Deleted)
		all[string(key)] = a
		return err
	}, `SELECT key, id, deleted IS NOT NULL FROM texts JOIN games ON id = game WHERE key = ANY($1)`, keys)
	return all, err
}

// byMoves returns the first game for each moves key of a batch.
func (w *writeTransaction) byMoves(b batch) (map[int64]int64, error) {
	var keys []int64
	for i := range b {
		if b[i].Keys.Moves.Valid {
			keys = append(keys, b[i].Keys.Moves.V)
		}
	}
	first := map[int64]int64{}
	err := each(w.ctx, w, func(rows pgx.Rows) error {
		var key, id int64
		err := rows.Scan(&key, &id)
		first[key] = id
		return err
	}, `SELECT moves_key, min(id) FROM games WHERE moves_key = ANY($1) AND deleted IS NULL GROUP BY moves_key`, keys)
	return first, err
}

var (
	insertGame = `INSERT INTO games (` + table.InsertGameColumns + `, id, words) VALUES (` +
		table.Placeholders(27) + `, $28::text::tsvector)`
	insertContents = `INSERT INTO contents (` + table.InsertContentsColumns + `) VALUES (` + table.Placeholders(9) + `)`
)

func putImports(batch *pgx.Batch, imports []store.Import, now int64) {
	for _, i := range imports {
		batch.Queue(`INSERT INTO imports (path, size, modified, hash, "offset", line, games, done, updated)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
			ON CONFLICT (path) DO UPDATE SET size = excluded.size, modified = excluded.modified, hash = excluded.hash,
			"offset" = excluded."offset", line = excluded.line, games = excluded.games, done = excluded.done, updated = excluded.updated`,
			text(i.Path), i.Size, i.Modified.UnixNano(), i.Hash[:], i.Offset, i.Line, i.Games, i.Done, now)
	}
}
