package postgres

import (
	"context"
	"errors"
	"maps"
	"math"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"assay/analysis/rules"
	"assay/index"
)

var _ index.OccupancyReader = (*snapshot)(nil)

// Occupancies reads the stored bitmaps. If they are unreadable or damaged, it
// reports none.
func (l *snapshot) Occupancies(ctx context.Context, r *rules.Rules, terms []string,
	tell func(index.Occupancies)) error {
	if may, err := mayDo(ctx, l.tx, "SELECT"); err != nil || !may {
		return err
	}
	asked := make([][]byte, len(terms))
	for i, term := range terms {
		asked[i] = []byte(term)
	}
	rows, err := l.tx.Query(ctx,
		`SELECT term, first, until, round, games FROM index_stays WHERE rules = $1 AND term = ANY($2)
		ORDER BY first, until, round`, *hashOf(index.OccupanciesName(r)), asked)
	if err != nil {
		return err
	}
	var term, games pgtype.DriverBytes
	var p, last part
	of := map[string]index.Occupancy{} // nil unless all are known
	end := func() {
		if len(of) > 0 && slices.Contains(l.parts, index.Part(last)) {
			tell(index.Occupancies{Part: last, Numbers: index.CountedFrom(last.first), Of: of})
		}
	}
	_, err = pgx.ForEachRow(rows, []any{&term, &p.first, &p.end, &p.round, &games}, func() error {
		if p != last {
			end()
			last, of = p, map[string]index.Occupancy{}
		}
		if of == nil {
			return nil
		}
		occupancy, err := index.ReadOccupancy(slices.Clone(games))
		if err != nil {
			of = nil
			return nil
		}
		of[string(term)] = occupancy
		return nil
	})
	if err == nil {
		end()
	}
	return err
}

// mayDo reports whether the table of occupancies exists with a privilege.
func mayDo(ctx context.Context, q querier, privilege string) (may bool, err error) {
	err = q.QueryRow(ctx, `SELECT coalesce(has_table_privilege(to_regclass('index_stays'), $1), false)
		AND ($1 = 'SELECT' OR current_setting('transaction_read_only') = 'off')`, privilege).Scan(&may)
	return may, err
}

// writeMissingOccupancies computes and stores the occupancy bitmaps of some
// rules for parts that lack them.
func (x *Index) writeMissingOccupancies(ctx context.Context, began []index.Part, r *rules.Rules,
	rest func(time.Duration) error) error {
	for _, p := range began {
		started := time.Now()
		noted, err := x.writeOccupanciesIn(ctx, p.(part), r)
		if err == nil && noted {
			err = rest(time.Since(started))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// writeOccupanciesIn writes the missing bitmaps of one part, if the part still
// exists and may be written.
func (x *Index) writeOccupanciesIn(ctx context.Context, p part, r *rules.Rules) (noted bool, err error) {
	if may, err := mayDo(ctx, x.pool, "INSERT"); err != nil || !may {
		return false, err
	}
	id := *hashOf(index.OccupanciesName(r))
	if err := x.pool.QueryRow(ctx,
		`SELECT EXISTS (SELECT 1 FROM index_stays WHERE rules = $1 AND term = '' AND first = $2 AND until = $3 AND round = $4)`,
		id, p.first, p.end, p.round).Scan(&noted); err != nil || noted {
		return false, err
	}
	occupancies, err := seen(ctx, x, func(ctx context.Context, l *snapshot) (map[string]index.Occupancy, error) {
		if !slices.Contains(l.parts, index.Part(p)) {
			return nil, nil
		}
		rows, err := l.tx.Query(ctx,
			`SELECT game, verdict, entry FROM index_games WHERE rules = $1 AND game >= $2 AND game < $3`,
			*hashOf(index.RulesName(r)), p.first, p.end)
		if err != nil {
			return nil, err
		}
		w := index.NewOccupancyWriter(r)
		var game int64
		var verdict string
		var entry pgtype.DriverBytes
		_, err = pgx.ForEachRow(rows, []any{&game, &verdict, &entry}, func() error {
			if game-p.first > math.MaxUint32 {
				return errFar
			}
			return w.Add(uint32(game-p.first), verdict, entry)
		})
		return w.Occupancies(), err
	})
	switch {
	case errors.Is(err, errFar), errors.Is(err, index.ErrDamaged), err == nil && occupancies == nil:
		return false, nil
	case err != nil:
		return false, err
	}
	_ = pgx.BeginFunc(ctx, x.pool, func(tx pgx.Tx) error { return writeOccupancies(ctx, tx, id, p, occupancies) })
	return true, ctx.Err()
}

// errFar: a game's ID is too far from the first of its part.
var errFar = errors.New("a game far behind")

// occupancyBytes is the target size of one INSERT.
const occupancyBytes = 4 << 20

// writeOccupancies writes bitmaps in the order of their terms, to avoid
// deadlocks with concurrent writers.
func writeOccupancies(ctx context.Context, tx pgx.Tx, rules int64, p part,
	occupancies map[string]index.Occupancy) error {
	var terms, games [][]byte
	size := 0
	all := slices.Sorted(maps.Keys(occupancies))
	for i, term := range all {
		b, err := occupancies[term].AppendTo(nil)
		if err != nil {
			return err
		}
		terms, games, size = append(terms, []byte(term)), append(games, b), size+len(b)
		if size < occupancyBytes && i < len(all)-1 {
			continue
		}
		if _, err := tx.Exec(ctx, `INSERT INTO index_stays (rules, term, first, until, round, games)
			SELECT $1, term, $2, $3, $4, games FROM unnest($5::bytea[], $6::bytea[]) AS noted (term, games)
			ON CONFLICT DO NOTHING`, rules, p.first, p.end, p.round, terms, games); err != nil {
			return err
		}
		terms, games, size = nil, nil, 0
	}
	return nil
}
