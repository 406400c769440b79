package postgres

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"assay/analysis/rules"
	"assay/index"
)

// Precompute counts the moves played from positions, and the games of each
// move, unless the database already has the counts. It makes one pass per part
// for all explorations of a variant. It stores its counts and loads those of
// other servers, then writes occupancy bitmaps. After each part it calls rest
// with the time that the part took; an error of rest ends the work.
func (x *Index) Precompute(ctx context.Context, all []index.Exploration, rest func(time.Duration) error) error {
	alike := map[string][]index.Exploration{}
	for _, e := range all {
		name := index.RulesName(e.Position.Rules())
		alike[name] = append(alike[name], e)
	}
	began, err := x.currentParts(ctx)
	if err != nil {
		return err
	}
	// Shuffled, so that servers that start together count different parts.
	rand.Shuffle(len(began), func(i, j int) { began[i], began[j] = began[j], began[i] })
	for _, of := range alike {
		named := namedOf(of)
		for _, p := range began {
			x.loadCounts(ctx, began, p.(part), named)
		}
		for _, p := range began {
			if len(x.explored.Missing(p, of)) == 0 {
				continue
			}
			started := time.Now()
			counted, err := x.count(ctx, p, of, named)
			if err == nil && counted {
				err = rest(time.Since(started))
			}
			if err != nil {
				return err
			}
		}
		if err := x.writeMissingOccupancies(ctx, began, of[0].Position.Rules(), rest); err != nil {
			return err
		}
	}
	return x.deleteStale(ctx)
}

// Frequent returns the limits of precomputation. Reading so many rows takes 4
// ms, or 30 ms from disk.
func (x *Index) Frequent() (games, positions int) { return 1000, 8192 }

// Frequency estimates how many games of a query have each position, from a
// sample that it reads once. Positions that probably have fewer than least
// games get 0.
func (x *Index) Frequency(ctx context.Context, q index.Query, least int) (index.Frequency, error) {
	games, err := seen(ctx, x, func(ctx context.Context, l *snapshot) (map[uint64]float64, error) {
		some, share := sample(l.parts)
		w, _ := lookups(q.Conditions())
		w.within(some)
		query := `SELECT key, count(*) FROM index_games, unnest(keys) AS key WHERE ` + w.text() +
			` GROUP BY key HAVING count(*) >= ` + w.arg(float64(least)*share) + `::float8`
		games := map[uint64]float64{}
		err := l.each(ctx, query, w, func(key int64, n uint64) { games[uint64(key)] = float64(n) / share })
		return games, err
	})
	return func(_ context.Context, p *rules.Position) (float64, error) { return games[index.KeyOf(p)], nil }, err
}

const (
	// pageParts is the number of parts, from the first one, for which the games
	// of the first page are stored.
	pageParts = 4
	// pageGames is the number of these games per part: more than the default
	// page.
	pageGames = 64
)

// currentParts returns the parts according to the table.
func (x *Index) currentParts(ctx context.Context) ([]index.Part, error) {
	return seen(ctx, x, func(_ context.Context, l *snapshot) ([]index.Part, error) {
		return slices.DeleteFunc(slices.Clone(l.parts), func(p index.Part) bool { return p.(part).round == 0 }), nil
	})
}

// count loads the stored counts of a part, and computes and stores the missing
// ones. Without the privilege to store, each server counts for itself. It never
// makes the transaction of a search wait for another connection.
func (x *Index) count(ctx context.Context, p index.Part, all []index.Exploration, named named) (counted bool,
	err error) {
	parts, err := x.currentParts(ctx)
	if err != nil || !slices.Contains(parts, p) {
		return false, err
	}
	x.loadCounts(ctx, parts, p.(part), named)
	lacking := x.explored.Missing(p, all)
	if len(lacking) == 0 {
		return false, ctx.Err()
	}
	found, err := seen(ctx, x, func(ctx context.Context, l *snapshot) ([]index.PrecomputedCount, error) {
		if !slices.Contains(l.parts, p) {
			return make([]index.PrecomputedCount, len(lacking)), nil
		}
		first := 0
		if slices.Index(l.parts, p) < pageParts {
			first = pageGames
		}
		return index.CountTogether(ctx, l, p, lacking, first)
	})
	if err != nil {
		return false, err
	}
	var names, texts [][]byte
	for i := range lacking {
		if found[i] != nil {
			x.explored.Add(parts, p, &lacking[i], found[i])
			names, texts = append(names, lacking[i].Name()), append(texts, found[i])
		}
	}
	of := p.(part)
	_, _ = x.pool.Exec(ctx, `INSERT INTO index_counts (id, first, until, round, found)
		SELECT id, $1, $2, $3, found FROM unnest($4::bytea[], $5::bytea[]) AS counted (id, found)
		ON CONFLICT (id, first, until, round) DO UPDATE SET found = excluded.found`, of.first, of.end, of.round, names,
		texts)
	return true, ctx.Err()
}

// named maps names to explorations.
type named map[string]*index.Exploration

func namedOf(all []index.Exploration) named {
	n := named{}
	for i := range all {
		n[string(all[i].Name())] = &all[i]
	}
	return n
}

// loadCounts loads the stored counts of a part; none without the privilege.
func (x *Index) loadCounts(ctx context.Context, parts []index.Part, p part, of named) {
	rows, err := x.pool.Query(ctx, `SELECT id, found FROM index_counts WHERE first = $1 AND until = $2 AND round = $3`,
		p.first, p.end, p.round)
	if err != nil {
		return
	}
	var name, found pgtype.DriverBytes
	_, _ = pgx.ForEachRow(rows, []any{&name, &found}, func() error {
		if e := of[string(name)]; e != nil {
			x.explored.Add(parts, p, e, index.PrecomputedCount(found))
		}
		return nil
	})
}

// deleteStale deletes counts of parts that no longer exist.
func (x *Index) deleteStale(ctx context.Context) error {
	parts, err := x.currentParts(ctx)
	if err != nil || len(parts) == 0 {
		return err
	}
	var first, until, round []int64
	for _, p := range parts {
		p := p.(part)
		first, until, round = append(first, p.first), append(until, p.end), append(round, p.round)
	}
	for _, table := range []string{"index_counts", "index_stays"} {
		_, _ = x.pool.Exec(ctx, `DELETE FROM `+table+` WHERE round <= $4
			AND (first, until, round) NOT IN (SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[]))`,
			first, until, round, slices.Max(round))
	}
	return ctx.Err()
}

// Keyed reads all games of a variant in a part with their position keys.
func (l *snapshot) Keyed(ctx context.Context, wanted index.Filter, p index.Part) (index.Candidates, error) {
	w, _ := lookups(wanted.Conditions)
	w.within([]index.Part{p})
	c := &candidates{parts: []index.Part{p}, keyed: true, work: index.NewWork(wanted.Conditions),
		batches: make(chan *batch, 2)}
	query := `SELECT game, entry, coalesce(keys, '{}'), coalesce(rules = ` +
		w.arg(*hashOf(index.RulesName(wanted.Rules))) + `, false)
		FROM index_games WHERE ` + w.text()
	return l.begin(ctx, c, query, w.args)
}

// sampled is the number of rows of the table of parts in a sample.
const sampled = 32

// sample returns evenly distributed rows of the table of parts, without the
// last part, and their share of all rows. If there are few rows, it returns
// all.
func sample(parts []index.Part) (some []index.Part, share float64) {
	all := int64(0)
	for _, p := range parts {
		all += p.(part).rows()
	}
	if all <= sampled {
		return parts, 1
	}
	step, next, passed := float64(all)/sampled, 0.0, int64(0)
	for _, p := range parts {
		p, rows := p.(part), p.(part).rows()
		for ; int64(next) < passed+rows && len(some) < sampled; next += step {
			one := p
			one.first += (int64(next) - passed) << gameBits
			one.end = one.first + 1<<gameBits
			some = append(some, one)
		}
		passed += rows
	}
	return some, sampled / float64(all)
}

// rows returns the number of rows of the table of parts that the part covers; 0
// for the open last part.
func (p part) rows() int64 {
	if p.end == math.MaxInt64 {
		return 0
	}
	return (p.end - p.first) >> gameBits
}
