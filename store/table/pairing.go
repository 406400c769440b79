package table

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/sync/errgroup"

	"assay/store"
)

func (t Tables) Pairings(ctx context.Context, each func(store.Pairing) error) error {
	return t.db.Fault(ctx, t.db.Each(ctx, func(r Row) error {
		var p store.Pairing
		if err := r.Scan(&p.First, &p.Second, &p.Variant, &p.Year, &p.Games); err != nil {
			return err
		}
		return each(p)
	}, `SELECT first, second, variant, substr(date, 1, 4), count(*) FROM games
		WHERE deleted IS NULL AND (first <> '' OR second <> '') GROUP BY 1, 2, 3, 4`))
}

func (t Tables) ChangedPlayers(ctx context.Context, after int64, limit int) (all []store.ChangedPlayers, err error) {
	err = t.db.Each(ctx, func(r Row) error {
		var c store.ChangedPlayers
		err := r.Scan(&c.Sequence, &c.ID, &c.First, &c.Second)
		all = append(all, c)
		return err
	}, `SELECT sequence, id, first, second FROM games WHERE sequence > $1 ORDER BY sequence LIMIT $2`, after, limit)
	return all, t.db.Fault(ctx, err)
}

// maxSpelled is the number of names per statement.
const maxSpelled = 500

// PlayerGames is documented in [store.Pairings]. key returns the SQL expression
// by which players are indexed. Both sides are read at the same time.
func (t Tables) PlayerGames(ctx context.Context, names []string,
	key func(column string) string) ([]store.PlayerGame, error) {
	var found [2][]store.PlayerGame
	group, reading := errgroup.WithContext(ctx)
	for side := range found {
		group.Go(func() (err error) {
			for part := range slices.Chunk(names, maxSpelled) {
				if err = t.gamesOfSide(reading, side, part, key, &found[side]); err != nil {
					break
				}
			}
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return nil, t.db.Fault(ctx, err)
	}
	return append(found[0], found[1]...), nil
}

// gamesOfSide appends the games in which the player of a side has one of some
// names.
func (t Tables) gamesOfSide(ctx context.Context, side int, names []string, key func(column string) string,
	into *[]store.PlayerGame) error {
	args := make([]any, len(names))
	for i, name := range names {
		args[i] = name
	}
	return t.db.Each(ctx, func(r Row) error {
		g := store.PlayerGame{Side: side}
		err := r.Scan(&g.ID, &g.Sequence, &g.Name, &g.Opponent, &g.Variant, &g.Options, &g.Result, &g.Date)
		*into = append(*into, g)
		return err
	}, PlayerGamesQuery(side, len(names), key), args...)
}

// PlayerGamesQuery returns the query of [Tables.PlayerGames] for a side and a
// number of names.
func PlayerGamesQuery(side, names int, key func(column string) string) string {
	marks := make([]string, names)
	for i := range marks {
		marks[i] = "$" + strconv.Itoa(i+1)
	}
	columns := [2]string{"first", "second"}
	return `SELECT id, sequence, ` + columns[side] + `, ` + columns[1-side] + `, variant, options, result, date
		FROM games WHERE deleted IS NULL AND ` +
		SpelledAs(columns[side], key, marks)
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
