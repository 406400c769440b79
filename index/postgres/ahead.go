package postgres

import (
	"context"
	"math"
	"time"

	"github.com/jackc/pgx/v5"

	"assay/index"
)

// Ahead counts what was played from positions, and how many games have each:
// all of one variant in one run through each part that is not counted yet. What
// it counts is noted for others, and what others noted is taken from them. Rest
// is told after each part how long it took, and ends all by an error.
func (x *Index) Ahead(ctx context.Context, all []index.Exploration, rest func(time.Duration) error) error {
	if err := x.recall(ctx, all); err != nil {
		return err
	}
	alike := map[string][]index.Exploration{}
	for _, e := range all {
		name := index.RulesName(e.Position.Rules())
		alike[name] = append(alike[name], e)
	}
	for _, of := range alike {
		done := map[index.Part]bool{} // or tried
		for {
			began := time.Now()
			more, err := seen(ctx, x, func(ctx context.Context, l *lists) (bool, error) {
				for _, p := range l.parts {
					if done[p] || p.(part).round == 0 {
						continue
					}
					done[p] = true
					if lacking := x.explored.Lacks(p, of); len(lacking) > 0 {
						return true, x.count(ctx, l, p, lacking)
					}
				}
				return false, nil
			})
			if err == nil && more {
				err = rest(time.Since(began))
			}
			if err != nil {
				return err
			}
			if !more {
				break
			}
		}
	}
	return nil
}

// recall learns what others have noted of the parts that there are.
func (x *Index) recall(ctx context.Context, all []index.Exploration) error {
	byName, names := map[string]*index.Exploration{}, make([][]byte, len(all))
	for i := range all {
		names[i] = all[i].Name()
		byName[string(names[i])] = &all[i]
	}
	_, err := seen(ctx, x, func(ctx context.Context, l *lists) (struct{}, error) {
		now := map[part]bool{}
		for _, p := range l.parts {
			now[p.(part)] = true
		}
		rows, err := l.tx.Query(ctx, `SELECT id, first, until, round, found FROM index_counts WHERE id = ANY($1)`, names)
		if err != nil {
			return struct{}{}, err
		}
		var name, found []byte
		var of part
		_, err = pgx.ForEachRow(rows, []any{&name, &of.first, &of.end, &of.round, &found}, func() error {
			if now[of] {
				x.explored.Learn(l.parts, of, byName[string(name)], found)
			}
			return nil
		})
		return struct{}{}, err
	})
	return err
}

// count counts in one part, and notes it in the place of what was noted of parts
// that are others now. Where that may not be written, each server counts by
// itself.
func (x *Index) count(ctx context.Context, l *lists, p index.Part, all []index.Exploration) error {
	found, err := index.Together(ctx, l, p, all)
	if err != nil {
		return err
	}
	var names, texts [][]byte
	for i := range all {
		if found[i] != nil {
			x.explored.Learn(l.parts, p, &all[i], found[i])
			names, texts = append(names, all[i].Name()), append(texts, found[i])
		}
	}
	var now [3][]int64
	for _, other := range l.parts {
		other := other.(part)
		now[0], now[1], now[2] = append(now[0], other.first), append(now[1], other.end), append(now[2], other.round)
	}
	of := p.(part)
	_, _ = x.pool.Exec(ctx, `WITH other AS (DELETE FROM index_counts
			WHERE (first, until, round) NOT IN (SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[])))
		INSERT INTO index_counts (id, first, until, round, found)
		SELECT id, $4, $5, $6, found FROM unnest($7::bytea[], $8::bytea[]) AS counted (id, found)
		ON CONFLICT (id, first, until, round) DO UPDATE SET found = excluded.found`,
		now[0], now[1], now[2], of.first, of.end, of.round, names, texts)
	return ctx.Err()
}

// Keyed reads all games of a variant in a part with the keys of their positions.
func (l *lists) Keyed(ctx context.Context, wanted index.Wanted, p index.Part) (index.Candidates, error) {
	w, _ := lookups(wanted.Conditions)
	w.within([]index.Part{p})
	c := &candidates{parts: []index.Part{p}, keyed: true, work: index.NewWork(wanted.Conditions), batches: make(chan *batch, 2)}
	query := `SELECT game, entry, coalesce(keys, '{}'), coalesce(rules = ` + w.arg(*hashOf(index.RulesName(wanted.Rules))) + `, false)`
	return l.begin(ctx, c, query, w)
}

// sample are parts of some games of each part, of all that are not very many.
func sample(parts []index.Part) (some []index.Part) {
	const one = 16
	for _, p := range parts {
		p := p.(part)
		if rows := (p.end - p.first) >> partBits; p.round != 0 && p.end != math.MaxInt64 && rows > one {
			p.end = p.first + rows/one<<partBits
		}
		some = append(some, p)
	}
	return some
}
