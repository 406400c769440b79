package postgres

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/jackc/pgx/v5"

	"assay/analysis/rules"
	"assay/index"
	"assay/index/tape"
)

// CatchUp takes in every change of the source after the place. Each batch of
// changes is committed together with its place. Another server that does the
// same is waited for.
//
// The function progress, where not nil, is called after each batch with the
// sequence numbers passed and to pass since the call began.
func (x *Index) CatchUp(ctx context.Context, progress func(done, total int64)) error {
	err := x.doing(ctx, func(ctx context.Context) error {
		began, wrote := int64(-1), false
		for {
			newest, err := x.source.Sequence(ctx)
			if err != nil {
				return err
			}
			at, err := x.standing(ctx, x.pool, "")
			if err != nil {
				return err
			}
			x.show(at)
			if at.Cursor >= newest && at.whole {
				if err := at.Verify(ctx, x.source, x.name); err == nil {
					if wrote {
						return x.settle(ctx)
					}
					return nil
				} else if !errors.Is(err, index.ErrForeign) {
					return err
				}
			}
			if began < 0 {
				began = at.Cursor
			}
			if at, err = x.round(ctx, newest); err != nil {
				return err
			}
			wrote = true
			x.show(at)
			if began = min(began, at.Cursor); progress != nil {
				progress(at.Cursor-began, max(newest, at.Cursor)-began)
			}
		}
	})
	return x.note(ctx, err)
}

// committed has each statement see what was committed before the row of the
// place was had.
var committed = pgx.TxOptions{IsoLevel: pgx.ReadCommitted}

// round takes in the next changes. Where the archive is another one it says
// that nothing is taken in, and the next round begins anew: who waits for a
// table that is being emptied may find nothing in it and the place of before.
func (x *Index) round(ctx context.Context, newest int64) (at place, err error) {
	err = pgx.BeginTxFunc(ctx, x.pool, committed, func(tx pgx.Tx) error {
		before, err := x.hold(ctx, tx)
		if err != nil {
			return err
		}
		at = before
		if foreign := at.Verify(ctx, x.source, x.name); errors.Is(foreign, index.ErrForeign) {
			x.options.Report(foreign)
			at, err = x.stand(ctx, tx, before, place{build: at.build + 1}, nil)
			return err
		} else if foreign != nil {
			return foreign
		}
		if at.Cursor == 0 {
			if at.build, err = emptied(ctx, tx, at.build); err != nil {
				return err
			}
		}
		next, parts, err := x.take(ctx, tx, at.Cursor, at.build)
		if err != nil {
			return err
		}
		at.Checkpoint, at.whole = next, at.whole || next.Cursor >= newest
		at, err = x.stand(ctx, tx, before, at, parts)
		return err
	})
	return at, err
}

// emptied has no games be left of builds before the one under way, and gives
// the one that goes on.
func emptied(ctx context.Context, tx pgx.Tx, build int64) (int64, error) {
	var left bool
	err := tx.QueryRow(ctx, `SELECT EXISTS (SELECT 1 FROM index_games WHERE build < $1)`, build).Scan(&left)
	if err != nil || !left {
		return build, err
	}
	_, err = tx.Exec(ctx, `TRUNCATE index_games`)
	return build + 1, err
}

// stand writes the place that comes after another, and the parts that were
// written meanwhile. Where the build is another than before, all may be.
func (x *Index) stand(ctx context.Context, tx pgx.Tx, before, at place, parts []int64) (place, error) {
	at, err := noteRound(ctx, tx, before, at, parts)
	if err == nil {
		_, err = tx.Exec(ctx, `UPDATE index_place SET cursor = $1, lineage = $2, build = $3, whole = $4`, at.Cursor, []byte(at.Lineage), at.build, at.whole)
	}
	return at, err
}

// rowsAtOnce is how many games are written by one statement.
const rowsAtOnce = 512

// take writes changes after a sequence number until they hold a batch's
// positions or there are no more, and tells the place after them, and the parts
// that they are of.
func (x *Index) take(ctx context.Context, tx pgx.Tx, after, build int64) (index.Checkpoint, []int64, error) {
	w := &writing{tx: tx, build: build, players: map[*rules.Rules]*tape.Player{}, parts: map[int64]bool{}}
	size := 0
	at, err := index.Read(ctx, x.source, after, func(c index.Change) bool {
		if w.err == nil {
			w.put(ctx, &c)
		}
		size += 1 + len(c.Document.Keys)
		return size < x.options.BatchPositions && w.err == nil
	})
	w.flush(ctx)
	return at, slices.Sorted(maps.Keys(w.parts)), errors.Join(err, w.err)
}

// writing is rows on their way to the table.
type writing struct {
	tx      pgx.Tx
	build   int64
	players map[*rules.Rules]*tape.Player
	games   []int64 // that changed
	rows    []*row  // of those that were not deleted
	parts   map[int64]bool
	err     error
}

// put takes a change.
func (w *writing) put(ctx context.Context, c *index.Change) {
	w.games = append(w.games, c.Game)
	w.parts[c.Game>>partBits] = true
	if !c.Deleted {
		r, err := rowOf(c, w.players)
		if err != nil {
			w.err = fmt.Errorf("game %d: %w", c.Game, err)
			return
		}
		w.rows = append(w.rows, r)
	}
	if len(w.games) >= rowsAtOnce {
		w.flush(ctx)
	}
}

// flush writes what was taken: each game's row in the place of the one before,
// if any. Partitions on other servers know no other way to replace one.
func (w *writing) flush(ctx context.Context) {
	if w.err != nil || len(w.games) == 0 {
		return
	}
	if _, w.err = w.tx.Exec(ctx, `DELETE FROM index_games WHERE game = ANY($1)`, w.games); w.err != nil {
		return
	}
	_, w.err = w.tx.CopyFrom(ctx, pgx.Identifier{"index_games"}, columns, pgx.CopyFromSlice(len(w.rows), func(i int) ([]any, error) {
		return w.rows[i].values(w.build), nil
	}))
	w.games, w.rows = w.games[:0], w.rows[:0]
}

// settle has what was written to lists of GIN that are merged later merged at
// once, as lookups read those lists from end to end. That is for tables of this
// database and of who may do it; others merge them by themselves.
func (x *Index) settle(ctx context.Context) error {
	_, err := x.pool.Exec(ctx, `SELECT gin_clean_pending_list(i.indexrelid)
		FROM (SELECT 'index_games'::regclass AS relid UNION SELECT relid FROM pg_partition_tree('index_games')) AS t
		JOIN pg_index AS i ON i.indrelid = t.relid JOIN pg_class AS c ON c.oid = i.indexrelid
		WHERE c.relkind = 'i' AND c.relam = (SELECT oid FROM pg_am WHERE amname = 'gin') AND pg_has_role(c.relowner, 'USAGE')`)
	return err
}

// goneFrom deletes what no game brought again, and tells the parts.
func goneFrom(ctx context.Context, tx pgx.Tx, build int64) ([]int64, error) {
	rows, err := tx.Query(ctx, `DELETE FROM index_games WHERE build < $1 RETURNING game >> `+partBitsText, build)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[int64])
}

// Rebuild makes the index anew from its source. Each game's row is written
// again in the place of the old one, so that searches find every game
// meanwhile; rows of games that the archive does not have go at the end.
func (x *Index) Rebuild(ctx context.Context, progress func(done, total int64)) error {
	x.rebuilding.Add(1)
	defer x.rebuilding.Add(-1)
	err := x.doing(ctx, func(ctx context.Context) error {
		var build int64
		err := pgx.BeginTxFunc(ctx, x.pool, committed, func(tx pgx.Tx) error {
			before, err := x.hold(ctx, tx)
			if err != nil {
				return err
			}
			at := before
			at.build++
			at, err = x.stand(ctx, tx, before, at, nil)
			build = at.build
			return err
		})
		if err != nil {
			return err
		}
		for after, whole := int64(0), false; !whole; {
			newest, err := x.source.Sequence(ctx)
			if err != nil {
				return err
			}
			err = pgx.BeginTxFunc(ctx, x.pool, committed, func(tx pgx.Tx) error {
				at, err := x.hold(ctx, tx)
				if err != nil {
					return err
				}
				if at.build != build {
					return errors.New("the index was begun anew once more meanwhile")
				}
				next, parts, err := x.take(ctx, tx, after, build)
				if err != nil {
					return err
				}
				after = next.Cursor
				if whole = next.Cursor >= newest; !whole {
					_, err := x.stand(ctx, tx, at, at, parts)
					return err
				}
				gone, err := goneFrom(ctx, tx, build)
				if err != nil {
					return err
				}
				parts = append(parts, gone...)
				if next.Cursor < at.Cursor { // a catch-up has passed
					next = at.Checkpoint
				}
				before := at
				at.Checkpoint, at.whole = next, true
				x.show(at)
				_, err = x.stand(ctx, tx, before, at, parts)
				return err
			})
			if err != nil {
				return err
			}
			if progress != nil {
				progress(after, max(newest, after))
			}
		}
		return x.settle(ctx)
	})
	return x.note(ctx, err)
}
