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

// CatchUp indexes every change of the source after the checkpoint. Each batch
// is committed together with its checkpoint. It waits for other servers that do
// the same.
//
// If progress is not nil, it is called after each batch with the number of
// processed and of all sequence numbers.
func (x *Index) CatchUp(ctx context.Context, progress func(done, total int64)) error {
	err := x.doing(ctx, func(ctx context.Context) error {
		began, wrote := int64(-1), false
		for {
			newest, err := x.source.Sequence(ctx)
			if err != nil {
				return err
			}
			at, err := x.readCheckpoint(ctx, x.pool, "")
			if err != nil {
				return err
			}
			x.publishState(at)
			if at.Cursor >= newest && at.whole {
				if err := at.Verify(ctx, x.source, x.name); err == nil {
					if wrote {
						return x.mergeGIN(ctx)
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
			x.publishState(at)
			if began = min(began, at.Cursor); progress != nil {
				progress(at.Cursor-began, max(newest, at.Cursor)-began)
			}
		}
	})
	return x.noteOutcome(ctx, err)
}

// committed is the isolation level at which each statement sees what other
// transactions committed before it. So it sees the changes made before the
// checkpoint was locked.
var committed = pgx.TxOptions{IsoLevel: pgx.ReadCommitted}

// round indexes the next changes. If the archive was replaced, it resets the
// checkpoint, and the next round starts over. Otherwise a transaction that
// waited for a table to be emptied could see an empty table with the old
// checkpoint.
func (x *Index) round(ctx context.Context, newest int64) (at checkpoint, err error) {
	err = pgx.BeginTxFunc(ctx, x.pool, committed, func(tx pgx.Tx) error {
		before, err := x.lockCheckpoint(ctx, tx)
		if err != nil {
			return err
		}
		at = before
		if foreign := at.Verify(ctx, x.source, x.name); errors.Is(foreign, index.ErrForeign) {
			x.options.Report(foreign)
			at, err = x.writeCheckpoint(ctx, tx, before, checkpoint{build: at.build + 1}, nil)
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
		at, err = x.writeCheckpoint(ctx, tx, before, at, parts)
		return err
	})
	return at, err
}

// emptied deletes games of earlier builds and returns the current build.
func emptied(ctx context.Context, tx pgx.Tx, build int64) (int64, error) {
	var left bool
	err := tx.QueryRow(ctx, `SELECT EXISTS (SELECT 1 FROM index_games WHERE build < $1)`, build).Scan(&left)
	if err != nil || !left {
		return build, err
	}
	_, err = tx.Exec(ctx, `TRUNCATE index_games`)
	return build + 1, err
}

// writeCheckpoint stores the checkpoint and the parts written since the last
// one; all parts if the build changed.
func (x *Index) writeCheckpoint(ctx context.Context, tx pgx.Tx, before, at checkpoint, parts []int64) (checkpoint,
	error) {
	at, err := noteRound(ctx, tx, before, at, parts)
	if err == nil {
		_, err = tx.Exec(ctx, `UPDATE index_place SET cursor = $1, lineage = $2, build = $3, whole = $4`, at.Cursor,
			[]byte(at.Lineage), at.build, at.whole)
	}
	return at, err
}

// rowsAtOnce is the number of games per INSERT.
const rowsAtOnce = 512

// take writes changes until they fill a batch or none is left. It returns the
// checkpoint and the parts written.
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

// writing collects rows to be written.
type writing struct {
	tx      pgx.Tx
	build   int64
	players map[*rules.Rules]*tape.Player
	games   []int64 // changed games
	rows    []*row  // rows of games that were not deleted
	parts   map[int64]bool
	err     error
}

// put adds a change.
func (w *writing) put(ctx context.Context, c *index.Change) {
	w.games = append(w.games, c.Game)
	w.parts[c.Game>>gameBits] = true
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

// flush writes the collected rows. It deletes the old rows and inserts the new
// ones, because partitions on other servers support nothing else.
func (w *writing) flush(ctx context.Context) {
	if w.err != nil || len(w.games) == 0 {
		return
	}
	if _, w.err = w.tx.Exec(ctx, `DELETE FROM index_games WHERE game = ANY($1)`, w.games); w.err != nil {
		return
	}
	_, w.err = w.tx.CopyFrom(ctx, pgx.Identifier{"index_games"}, columns,
		pgx.CopyFromSlice(len(w.rows), func(i int) ([]any, error) {
			return w.rows[i].values(w.build), nil
		}))
	w.games, w.rows = w.games[:0], w.rows[:0]
}

// mergeGIN merges the pending lists of GIN indexes, which lookups would read
// from end to end. It applies to local tables, if the user has the privilege;
// others merge by themselves.
func (x *Index) mergeGIN(ctx context.Context) error {
	_, err := x.pool.Exec(ctx, `SELECT gin_clean_pending_list(i.indexrelid)
		FROM (SELECT 'index_games'::regclass AS relid UNION SELECT relid FROM pg_partition_tree('index_games')) AS t
		JOIN pg_index AS i ON i.indrelid = t.relid JOIN pg_class AS c ON c.oid = i.indexrelid
		WHERE c.relkind = 'i' AND c.relam = (SELECT oid FROM pg_am WHERE amname = 'gin') AND pg_has_role(c.relowner, 'USAGE')`)
	return err
}

// goneFrom deletes games that a rebuild did not write again, and returns their
// parts.
func goneFrom(ctx context.Context, tx pgx.Tx, build int64) ([]int64, error) {
	rows, err := tx.Query(ctx, `DELETE FROM index_games WHERE build < $1 RETURNING game >> `+partBitsText, build)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[int64])
}

// Rebuild rewrites the index from its source. Each row is replaced in place, so
// searches find every game meanwhile. Rows of games that the archive lacks are
// deleted at the end.
func (x *Index) Rebuild(ctx context.Context, progress func(done, total int64)) error {
	x.rebuilding.Add(1)
	defer x.rebuilding.Add(-1)
	err := x.doing(ctx, func(ctx context.Context) error {
		var build int64
		err := pgx.BeginTxFunc(ctx, x.pool, committed, func(tx pgx.Tx) error {
			before, err := x.lockCheckpoint(ctx, tx)
			if err != nil {
				return err
			}
			at := before
			at.build++
			at, err = x.writeCheckpoint(ctx, tx, before, at, nil)
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
				at, err := x.lockCheckpoint(ctx, tx)
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
					_, err := x.writeCheckpoint(ctx, tx, at, at, parts)
					return err
				}
				gone, err := goneFrom(ctx, tx, build)
				if err != nil {
					return err
				}
				parts = append(parts, gone...)
				if next.Cursor < at.Cursor { // a catch-up was faster
					next = at.Checkpoint
				}
				before := at
				at.Checkpoint, at.whole = next, true
				x.publishState(at)
				_, err = x.writeCheckpoint(ctx, tx, before, at, parts)
				return err
			})
			if err != nil {
				return err
			}
			if progress != nil {
				progress(after, max(newest, after))
			}
		}
		return x.mergeGIN(ctx)
	})
	return x.noteOutcome(ctx, err)
}
