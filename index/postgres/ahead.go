package postgres

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"assay/index"
)

// Ahead counts what was played from positions, and how many games have each:
// all of one variant in one run through each part that there is and of which
// nobody has noted it yet. What it counts it notes, and it learns what others
// noted. Rest is told after each part how long it took, and ends all by an
// error.
func (x *Index) Ahead(ctx context.Context, all []index.Exploration, rest func(time.Duration) error) error {
	alike := map[string][]index.Exploration{}
	for _, e := range all {
		name := index.RulesName(e.Position.Rules())
		alike[name] = append(alike[name], e)
	}
	began, err := x.now(ctx)
	if err != nil {
		return err
	}
	// In no order, so that servers that begin at once count different parts.
	rand.Shuffle(len(began), func(i, j int) { began[i], began[j] = began[j], began[i] })
	for _, of := range alike {
		for _, p := range began {
			if len(x.explored.Lacks(p, of)) == 0 {
				continue
			}
			started := time.Now()
			if err := x.count(ctx, p, of); err != nil {
				return err
			}
			if err := rest(time.Since(started)); err != nil {
				return err
			}
		}
	}
	return x.forget(ctx)
}

// Worth bounds the positions that are counted ahead. Of ten million games the
// others have some two thousand each, of which each row is on another page.
func (x *Index) Worth() int { return 4096 }

// now are the parts that there are, as far as the table tells them.
func (x *Index) now(ctx context.Context) ([]index.Part, error) {
	return seen(ctx, x, func(_ context.Context, l *lists) ([]index.Part, error) {
		return slices.DeleteFunc(slices.Clone(l.parts), func(p index.Part) bool { return p.(part).round == 0 }), nil
	})
}

// count learns what is noted of a part, if that is still there, and counts and
// notes the rest. Where that may not be read or written each server counts by
// itself.
func (x *Index) count(ctx context.Context, p index.Part, all []index.Exploration) error {
	_, err := seen(ctx, x, func(ctx context.Context, l *lists) (struct{}, error) {
		if !slices.Contains(l.parts, p) {
			return struct{}{}, nil
		}
		lacking, err := x.recall(ctx, l.parts, p.(part), all)
		if err != nil || len(lacking) == 0 {
			return struct{}{}, err
		}
		found, err := index.Together(ctx, l, p, lacking)
		if err != nil {
			return struct{}{}, err
		}
		var names, texts [][]byte
		for i := range lacking {
			if found[i] != nil {
				x.explored.Learn(l.parts, p, &lacking[i], found[i])
				names, texts = append(names, lacking[i].Name()), append(texts, found[i])
			}
		}
		of := p.(part)
		_, _ = x.pool.Exec(ctx, `INSERT INTO index_counts (id, first, until, round, found)
			SELECT id, $1, $2, $3, found FROM unnest($4::bytea[], $5::bytea[]) AS counted (id, found)
			ON CONFLICT (id, first, until, round) DO UPDATE SET found = excluded.found`, of.first, of.end, of.round, names, texts)
		return struct{}{}, ctx.Err()
	})
	return err
}

// recall learns what is noted of a part, and gives what is not.
func (x *Index) recall(ctx context.Context, parts []index.Part, p part, all []index.Exploration) (lacking []index.Exploration, err error) {
	noted := map[string]index.Counted{}
	rows, err := x.pool.Query(ctx, `SELECT id, found FROM index_counts WHERE first = $1 AND until = $2 AND round = $3`, p.first, p.end, p.round)
	if err == nil {
		var name, found []byte
		_, err = pgx.ForEachRow(rows, []any{&name, &found}, func() error {
			noted[string(name)], found = found, nil
			return nil
		})
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		return x.explored.Lacks(p, all), nil
	}
	for i := range all {
		if !x.explored.Learn(parts, p, &all[i], noted[string(all[i].Name())]) {
			lacking = append(lacking, all[i])
		}
	}
	return lacking, nil
}

// recallAll learns what is noted of an exploration in all parts, false where
// that is not of all.
func (x *Index) recallAll(ctx context.Context, parts []index.Part, e *index.Exploration) bool {
	noted := map[part]index.Counted{}
	rows, err := x.pool.Query(ctx, `SELECT first, until, round, found FROM index_counts WHERE id = $1`, e.Name())
	if err == nil {
		var p part
		var found []byte
		_, err = pgx.ForEachRow(rows, []any{&p.first, &p.end, &p.round, &found}, func() error {
			noted[p], found = found, nil
			return nil
		})
	}
	for _, p := range parts {
		if err != nil || !x.explored.Learn(parts, p, e, noted[p.(part)]) {
			return false
		}
	}
	return true
}

// forget lets go of what was noted of parts that are others now, as far as it
// knows that.
func (x *Index) forget(ctx context.Context) error {
	parts, err := x.now(ctx)
	if err != nil || len(parts) == 0 {
		return err
	}
	var first, until, round []int64
	for _, p := range parts {
		p := p.(part)
		first, until, round = append(first, p.first), append(until, p.end), append(round, p.round)
	}
	_, _ = x.pool.Exec(ctx, `DELETE FROM index_counts WHERE round <= $4
		AND (first, until, round) NOT IN (SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[]))`,
		first, until, round, slices.Max(round))
	return ctx.Err()
}

// Keyed reads all games of a variant in a part with the keys of their
// positions.
func (l *lists) Keyed(ctx context.Context, wanted index.Wanted, p index.Part) (index.Candidates, error) {
	w, _ := lookups(wanted.Conditions)
	w.within([]index.Part{p})
	c := &candidates{parts: []index.Part{p}, keyed: true, work: index.NewWork(wanted.Conditions), batches: make(chan *batch, 2)}
	query := `SELECT game, entry, coalesce(keys, '{}'), coalesce(rules = ` + w.arg(*hashOf(index.RulesName(wanted.Rules))) + `, false)`
	return l.begin(ctx, c, query, w)
}

// sampled is how many rows of the table of parts a sample has at least, some of
// each part, where there are as many.
const sampled = 32

// sample are parts of some games of each part, of all that are not very many.
func sample(parts []index.Part) (some []index.Part) {
	all := int64(0)
	for _, p := range parts {
		all += p.(part).rows()
	}
	for _, p := range parts {
		p := p.(part)
		if rows := max(1, p.rows()*sampled/max(1, all)); rows < p.rows() {
			p.end = p.first + rows<<partBits
		}
		some = append(some, p)
	}
	return some
}

// rows is how many of the table of parts it has, 0 for the last part, of which
// that is not known.
func (p part) rows() int64 {
	if p.end == math.MaxInt64 {
		return 0
	}
	return (p.end - p.first) >> partBits
}
