package postgres

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"errors"
	"math/bits"
	"time"

	"github.com/jackc/pgx/v5"

	"assay/store"
	"assay/store/row"
)

// surveyed is from how many games the tables are surveyed anew whenever they
// have doubled.
const surveyed = 1000

// packed is a game with all that can be computed before the transaction begins,
// so that writers wait for each other as little as possible.
type packed struct {
	game             *store.Game
	hash             [32]byte
	earliest, latest any // int64 or nil
	record           []byte
	size             any // int64 or nil
	tags             []byte
	words            string
}

// identity is what no two games of an archive share.
type identity struct {
	hash             [32]byte
	variant, options string
}

func (p *packed) identity() identity { return identity{p.hash, p.game.Variant, p.game.Options} }

func (p *packed) prepare(g *store.Game, index int) error {
	if err := g.Check(index); err != nil {
		return err
	}
	p.game = g
	p.hash = sha256.Sum256(g.Record)
	if earliest, latest, ok := store.Span(g.Date); ok {
		p.earliest, p.latest = earliest, latest
	}
	p.record, p.size = row.Pack(g.Record)
	p.tags = row.AppendTags([]byte{}, g.Tags)
	p.words = wordsOf(g)
	return nil
}

// prepare packs games, and gives the hashes of their records.
func prepare(games []*store.Game) (all []packed, hashes [][]byte, err error) {
	all, hashes = make([]packed, len(games)), make([][]byte, len(games))
	for i, g := range games {
		if err := all[i].prepare(g, i); err != nil {
			return nil, nil, err
		}
		hashes[i] = all[i].hash[:]
	}
	return all, hashes, nil
}

func (s *Archive) Add(ctx context.Context, games []*store.Game, imports ...store.Import) ([]store.Added, error) {
	all, hashes, err := prepare(games)
	if err != nil {
		return nil, err
	}
	var added []store.Added
	err = s.write(ctx, func(w *writing) (err error) {
		added, err = w.add(all, hashes, imports)
		return err
	})
	if err != nil {
		return nil, err
	}
	return added, nil
}

// add archives games by the hashes of their records.
func (w *writing) add(all []packed, hashes [][]byte, imports []store.Import) ([]store.Added, error) {
	there, err := w.there(hashes)
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
		if old, ok := there[p.identity()]; ok {
			added[i] = old
			continue
		}
		last++
		added[i] = store.Added{ID: last, Sequence: w.next()}
		there[p.identity()] = store.Added{ID: last, Existing: true}
		p.insert(batch, added[i], w.now)
	}
	putImports(batch, imports, w.now)
	// What PostgreSQL knows of its tables by itself comes a minute late: until
	// then it would sort all games for a page of them.
	if bits.Len64(uint64(last)) != bits.Len64(uint64(before)) && last >= surveyed {
		batch.Queue(`ANALYZE games, contents`)
	}
	if err := w.SendBatch(w.ctx, batch).Close(); err != nil {
		return nil, err
	}
	return added, w.archived(first)
}

// archived keeps the notices of games that were added from a change on.
func (w *writing) archived(sequence int64) error {
	return w.exec(`INSERT INTO notices (number, at, kind, game, object)
		SELECT (SELECT coalesce(max(number), 0) FROM notices) + row_number() OVER (ORDER BY id), $1, $2, id, 0
		FROM games WHERE sequence >= $3 AND EXISTS (SELECT 1 FROM webhooks)`, w.now, string(store.GameArchived), sequence)
}

// there gives the games whose records have one of the hashes.
func (w *writing) there(hashes [][]byte) (map[identity]store.Added, error) {
	all := map[identity]store.Added{}
	err := each(w.ctx, w, func(rows pgx.Rows) error {
		var hash []byte
		var id identity
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

func (p *packed) insert(batch *pgx.Batch, a store.Added, now int64) {
	g := p.game
	batch.Queue(`INSERT INTO games (id, hash, variant, options, variant_version, verdict, plies, result, termination,
		format, encoding, file, number, line, first, second, event, site, date, earliest, latest, sequence, imported, sum, words)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25::text::tsvector)`,
		a.ID, p.hash[:], text(g.Variant), text(g.Options), text(g.VariantVersion), g.Verdict, g.Plies, text(g.Result),
		text(g.Termination), text(g.Format), text(g.Encoding), text(g.File), g.Number, g.Line, text(g.First), text(g.Second),
		text(g.Event), text(g.Site), text(g.Date), p.earliest, p.latest, a.Sequence, now, row.GameSum(g, p.hash[:], now), p.words)
	batch.Queue(`INSERT INTO contents (game, record, size, start, final, moves, tags, report, sum)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
		a.ID, p.record, p.size, text(g.Start), text(g.Final), row.Present(g.Moves), p.tags, row.Present(g.Report),
		row.Checksum(a.ID, p.record, p.size, g.Start, g.Final, g.Moves, p.tags, g.Report))
}

func putImports(batch *pgx.Batch, imports []store.Import, now int64) {
	for _, i := range imports {
		batch.Queue(`INSERT INTO imports (path, size, modified, hash, "offset", line, games, done, updated)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
			ON CONFLICT (path) DO UPDATE SET size = excluded.size, modified = excluded.modified, hash = excluded.hash,
			"offset" = excluded."offset", line = excluded.line, games = excluded.games, done = excluded.done, updated = excluded.updated`,
			text(i.Path), i.Size, i.Modified.UnixNano(), i.Hash[:], i.Offset, i.Line, i.Games, i.Done, now)
	}
}

func (s *Archive) Import(ctx context.Context, path string) (store.Import, error) {
	i := store.Import{Path: path}
	var modified, updated int64
	var hash []byte
	err := s.pool.QueryRow(ctx, `SELECT size, modified, hash, "offset", line, games, done, updated
		FROM imports WHERE path = $1`, text(path)).
		Scan(&i.Size, &modified, &hash, &i.Offset, &i.Line, &i.Games, &i.Done, &updated)
	if errors.Is(err, sql.ErrNoRows) {
		return store.Import{}, &store.Error{Path: path, Kind: store.ErrNotFound}
	}
	if err != nil {
		return store.Import{}, s.fault(ctx, err)
	}
	copy(i.Hash[:], hash)
	i.Modified, i.Updated = time.Unix(0, modified).UTC(), row.Instant(updated)
	return i, nil
}
