package postgres

import (
	"context"
	"crypto/sha256"
	"math/bits"

	"github.com/jackc/pgx/v5"

	"assay/store"
	"assay/store/row"
	"assay/store/table"
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

func (s *Archive) Add(ctx context.Context, games []*store.Game, imports ...store.Import) ([]store.Added, error) {
	all, err := prepare(games)
	if err != nil {
		return nil, err
	}
	var added []store.Added
	err = s.write(ctx, func(w *writing) (err error) {
		added, err = w.add(all, imports)
		return err
	})
	if err != nil {
		return nil, err
	}
	return added, nil
}

// Size is not asked for: PostgreSQL itself knows its room.
func (b batch) Size() int64 { return 0 }

func (b batch) Archive(_ context.Context, tx table.Transaction) ([]store.Added, error) {
	return tx.(transaction).w.add(b, nil)
}

func (b batch) Rewrite(_ context.Context, tx table.Transaction, g *store.Game) error {
	w, p := tx.(transaction).w, &b[0]
	if err := w.exec(`UPDATE games SET hash = $1, variant = $2, options = $3, variant_version = $4, verdict = $5, plies = $6,
		result = $7, termination = $8, format = $9, encoding = $10, line = $11, first = $12, second = $13, event = $14,
		site = $15, date = $16, earliest = $17, latest = $18, sequence = $19, revision = $20,
		corrected = (SELECT records.hash <> $1 FROM records WHERE game = id AND records.revision = 1), sum = $21,
		words = $22::text::tsvector WHERE id = $23`,
		p.hash[:], text(g.Variant), text(g.Options), text(g.VariantVersion), g.Verdict, g.Plies, text(g.Result),
		text(g.Termination), text(g.Format), text(g.Encoding), g.Line, text(g.First), text(g.Second), text(g.Event),
		text(g.Site), text(g.Date), p.earliest, p.latest, g.Sequence, g.Revision,
		row.GameSum(g, p.hash[:], g.Imported.UnixMilli()), p.words, g.ID); err != nil {
		return err
	}
	return w.exec(`UPDATE contents SET record = $1, size = $2, start = $3, final = $4, moves = $5, tags = $6, report = $7,
		sum = $8 WHERE game = $9`, p.record, p.size, text(g.Start), text(g.Final), row.Present(g.Moves), p.tags, row.Present(g.Report),
		row.Checksum(g.ID, p.record, p.size, g.Start, g.Final, g.Moves, p.tags, g.Report), g.ID)
}

// add archives games by the hashes of their records.
func (w *writing) add(all batch, imports []store.Import) ([]store.Added, error) {
	hashes := make([][]byte, len(all))
	for i := range all {
		hashes[i] = all[i].hash[:]
	}
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
