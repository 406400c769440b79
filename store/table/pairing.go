package table

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"assay/store"
)

func (t Tables) Pairings(ctx context.Context, each func(store.Pairing) error) error {
	return t.db.Fault(ctx, t.db.Each(ctx, func(r Row) error {
		var p store.Pairing
		if err := r.Scan(&p.First, &p.Second, &p.Year, &p.Games); err != nil {
			return err
		}
		return each(p)
	}, `SELECT first, second, substr(date, 1, 4), count(*) FROM games
		WHERE deleted IS NULL AND (first <> '' OR second <> '') GROUP BY 1, 2, 3`))
}

// maxSpelled is the number of names per statement.
const maxSpelled = 500

// PlayerGames is documented in [store.Pairings]. key returns the SQL expression
// by which players are indexed.
func (t Tables) PlayerGames(ctx context.Context, names []string,
	key func(column string) string) (all []store.PlayerGame, err error) {
	for part := range slices.Chunk(names, maxSpelled) {
		marks, args := make([]string, len(part)), make([]any, len(part))
		for i, name := range part {
			marks[i], args[i] = "$"+strconv.Itoa(i+1), name
		}
		for side, columns := range [][2]string{{"first", "second"}, {"second", "first"}} {
			if err = t.db.Each(ctx, func(r Row) error {
				g := store.PlayerGame{Side: side}
				err := r.Scan(&g.ID, &g.Sequence, &g.Name, &g.Opponent, &g.Variant, &g.Options, &g.Verdict, &g.Result,
					&g.Date, &g.Analysed)
				all = append(all, g)
				return err
			}, `SELECT id, sequence, `+columns[0]+`, `+columns[1]+`, variant, options, verdict, result, date,
				EXISTS (SELECT 1 FROM analyses WHERE game = id) FROM games WHERE deleted IS NULL AND `+
				SpelledAs(columns[0], key, marks), args...); err != nil {
				return nil, t.db.Fault(ctx, err)
			}
		}
	}
	return all, nil
}

// SpelledAs returns a condition that a column of players has one of some names,
// whose placeholders are marks. The names are needed twice, one list after the
// other, if placeholders are not numbered.
func SpelledAs(column string, key func(column string) string, marks []string) string {
	keys := make([]string, len(marks))
	for i, mark := range marks {
		keys[i] = key(mark)
	}
	return key(column) + ` IN (` + strings.Join(keys, ", ") + `) AND ` + column + ` IN (` + strings.Join(marks, ", ") + `)`
}
