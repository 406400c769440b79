package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"assay/analysis/crash"
	"assay/index"
	"assay/index/pattern"
)

// candidates are rows as the database sends them.
type candidates struct {
	work    index.Work
	asked   []pattern.Node // conditions on the game
	said    bool           // one of them needs the words
	parts   []index.Part   // of the games; a batch has one part
	keyed   bool           // read the position keys too
	batches chan *batch
	cancel  context.CancelFunc
	done    chan struct{} // closed at the end of reading
	err     error         // the read error, after done
}

// batchSize is the number of games per batch.
const batchSize = 128

// batch is a number of rows.
type batch struct {
	games   []int64
	entries []index.Entry
	facts   []bool // one per game and condition
	keys    [][]int64
	asked   int
	part    index.Part
	pool    []byte // memory shared by the entries
}

// read copies rows into batches, because the connection reuses its memory.
func (c *candidates) read(ctx context.Context, rows pgx.Rows) {
	defer close(c.batches) // closed last, so that readers see err
	defer close(c.done)
	defer rows.Close()
	defer crash.Recover(&c.err)
	r := newReader(c)
	begun := make([]*batch, len(c.parts))
	for rows.Next() {
		if c.err = rows.Scan(r.into...); c.err != nil {
			return
		}
		at := partOf(c.parts, r.game)
		if begun[at] == nil {
			begun[at] = &batch{part: c.parts[at]}
		}
		b := begun[at]
		if c.err = b.add(r); c.err != nil {
			return
		}
		c.work.Candidates++
		if len(b.games) == batchSize {
			if !c.send(ctx, b) {
				return
			}
			begun[at] = nil
		}
	}
	c.err = rows.Err()
	for _, b := range begun {
		if c.err == nil && b != nil && !c.send(ctx, b) {
			return
		}
	}
}

// reader receives the columns of a row.
type reader struct {
	asked []pattern.Node
	game  int64
	entry pgtype.DriverBytes // memory of the connection
	facts []bool
	extra []byte
	keyed bool
	keys  []int64
	own   bool // the tape has the wanted rules
	into  []any
}

func newReader(c *candidates) *reader {
	r := &reader{asked: c.asked, keyed: c.keyed, facts: make([]bool, len(c.asked))}
	r.into = []any{&r.game, &r.entry}
	for i := range r.facts {
		r.into = append(r.into, &r.facts[i])
	}
	if c.said {
		r.into = append(r.into, &r.extra)
	}
	if c.keyed {
		r.into = append(r.into, &r.keys, &r.own)
	}
	return r
}

func (c *candidates) send(ctx context.Context, b *batch) bool {
	select {
	case c.batches <- b:
		return true
	case <-ctx.Done():
		return false
	}
}

// add adds a row.
func (b *batch) add(r *reader) error {
	at := len(b.pool)
	if at+len(r.entry) > cap(b.pool) {
		b.pool, at = make([]byte, 0, max(batchSize*512, len(r.entry))), 0
	}
	b.pool = append(b.pool, r.entry...)
	e, err := index.ReadEntry(b.pool[at:len(b.pool):len(b.pool)])
	if err != nil {
		return err
	}
	if r.keyed {
		b.keys, r.keys = append(b.keys, r.keys), nil
		if !r.own {
			e = index.Entry{}
		}
	}
	b.games, b.entries = append(b.games, r.game), append(b.entries, e)
	words := readWords(r.extra)
	for i, n := range r.asked {
		holds := r.facts[i]
		if h, ok := n.(pattern.Header); ok && words != nil {
			holds = index.Met(words, h)
		}
		b.facts = append(b.facts, holds)
	}
	b.asked = len(r.asked)
	return nil
}

// MaxBatches returns a number that exceeds the possible concurrency.
func (c *candidates) MaxBatches() int { return 1 << 20 }

// Next returns the next batch.
func (c *candidates) Next(ctx context.Context) (index.Batch, bool) {
	select {
	case b, ok := <-c.batches:
		return b, ok && ctx.Err() == nil
	case <-ctx.Done():
		return nil, false
	}
}

// Close ends the reading.
func (c *candidates) Close() (index.Work, error) {
	select {
	case <-c.done:
	default:
		c.cancel()
		for range c.batches { // unblocks the reader
		}
		<-c.done
		return c.work, nil
	}
	c.cancel()
	return c.work, c.err
}

// Keys returns the position keys of a game.
func (b *batch) Keys(n int) []int64 { return b.keys[n] }

func (b *batch) Len() int                   { return len(b.games) }
func (b *batch) Part() index.Part           { return b.part }
func (b *batch) Game(n int) int64           { return b.games[n] }
func (b *batch) Entry(n int) *index.Entry   { return &b.entries[n] }
func (b *batch) Fact(condition, n int) bool { return b.facts[n*b.asked+condition] }

// Reach returns Unknown: the material terms were part of the lookup.
func (b *batch) Reach(int, []bool) ([]bool, index.Reach) { return nil, index.Unknown }
