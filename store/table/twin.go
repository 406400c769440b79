package table

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"assay/store"
	"assay/store/row"
)

// twinColumns are the columns of a decision about two games.
const twinColumns = `game, twin, revision, state, kept, former, merged, shift, moved, author, reason, saved, sum`

// lastDecision is the condition for the last decision about a pair.
const lastDecision = `revision = (SELECT max(l.revision) FROM twins l WHERE l.game = twins.game AND l.twin = twins.twin)`

// scanTwins reads twinColumns. It returns an altered decision with its error.
func scanTwins(r Row) (*store.TwinDecision, error) {
	d := new(store.TwinDecision)
	var moved string
	var saved, sum int64
	err := r.Scan(&d.Game, &d.Twin, &d.Revision, &d.State, &d.Kept, &d.Former, &d.Merged, &d.Shift, &moved,
		&d.Author, &d.Reason, &saved, &sum)
	if err != nil {
		return d, err
	}
	d.Saved = row.Instant(saved)
	for _, id := range strings.Fields(moved) {
		n, _ := strconv.ParseInt(id, 10, 64) // the checksum covers it
		d.Moved = append(d.Moved, n)
	}
	if sum != twinSum(d, moved, saved) {
		err = errors.Join(&store.GameError{ID: d.Game, Kind: store.ErrCorrupt}, row.ErrChecksum)
	}
	return d, err
}

func twinSum(d *store.TwinDecision, moved string, saved int64) int64 {
	return row.Checksum(d.Game, d.Twin, d.Revision, string(d.State), d.Kept, d.Former, d.Merged, d.Shift, moved,
		d.Author, d.Reason, saved)
}

// twinDecision returns the last decision about two games.
func twinDecision(ctx context.Context, q Querier, game, twin int64) (*store.TwinDecision, error) {
	game, twin = min(game, twin), max(game, twin)
	d, err := scanTwins(q.Row(ctx, `SELECT `+twinColumns+` FROM twins WHERE game = $1 AND twin = $2
		ORDER BY revision DESC LIMIT 1`, game, twin))
	if errors.Is(err, sql.ErrNoRows) {
		return &store.TwinDecision{Game: game, Twin: twin, Revision: 1, State: store.TwinsOpen}, nil
	}
	return d, err
}

func (t Tables) TwinDecision(ctx context.Context, game, twin int64) (*store.TwinDecision, error) {
	d, err := twinDecision(ctx, t.db, game, twin)
	return classified(ctx, t, d, err)
}

func (t Tables) TwinDecisions(ctx context.Context) ([]store.TwinDecision, error) {
	return list(ctx, t, scanTwins, `SELECT `+twinColumns+` FROM twins WHERE state <> $1 AND `+lastDecision+
		` ORDER BY game, twin`, store.TwinsOpen)
}

func (t Tables) TwinGames(ctx context.Context, one, other int64) (pair [2]*store.Game, err error) {
	for i, id := range []int64{min(one, other), max(one, other)} {
		g, err := game(ctx, t.db, id)
		if err == nil {
			err = g.Damage
		}
		if err != nil {
			return pair, t.db.Fault(ctx, err)
		}
		pair[i] = g
	}
	return pair, nil
}

// similarPerQuery is the number of games for which similar ones are looked up
// in one statement.
const similarPerQuery = 50

// maxAgreeing bounds the games that are looked at for each way in which they
// agree with a game. They are those whose length is nearest, and the earliest
// ones. More are not looked at: a game that so many share says little.
const maxAgreeing = 250

// maxSimilar bounds the games that are returned for each way. They are those
// with most of the same players, date and result.
const maxSimilar = 8

// selectSimilar returns similar games of similarPerQuery rows: the first and
// last line key of longer games, the final key, the least number that is too
// high, the players, the date, the result, and the number of plies.
var selectSimilar = func() string {
	var rows, shorter, ways []string
	types := strings.Fields("bigint bigint bigint bigint text text text text bigint")
	for i := range similarPerQuery {
		cast := []any{i}
		for n, kind := range types {
			cast = append(cast, fmt.Sprintf("CAST($%d AS %s)", len(types)*i+n+1, kind))
		}
		rows = append(rows, fmt.Sprintf("("+strings.Repeat("%v, ", len(types))+"%v)", cast...))
	}
	for _, mask := range row.ShorterLines {
		shorter = append(shorter, fmt.Sprintf("(column2 & %d)", mask))
	}
	for _, way := range [][2]string{
		{"line_key BETWEEN column2 AND column3", "line_key, id"},
		{"line_key IN (" + strings.Join(shorter, ", ") + ")", "line_key DESC, id"},
		{"final_key = column4", "final_key, id"},
	} {
		// The sign keeps SQLite from searching by the number.
		ways = append(ways, fmt.Sprintf(`SELECT * FROM (SELECT id FROM (
			SELECT id, first, second, date, result, plies FROM games
			WHERE %s AND deleted IS NULL AND +id < column5 ORDER BY %s LIMIT %d) agreeing
			ORDER BY CAST(first = column6 AS int) + CAST(second = column7 AS int) + CAST(date = column8 AS int)
			+ CAST(result = column9 AS int) DESC, abs(plies - column10), id LIMIT %d) found`,
			way[0], way[1], maxAgreeing, maxSimilar))
	}
	return `SELECT column1, (SELECT string_agg(CAST(id AS text), ' ') FROM (` + strings.Join(ways, " UNION ALL ") +
		`) found) FROM (VALUES ` + strings.Join(rows, ", ") + `) keys`
}()

func (t Tables) SimilarGames(ctx context.Context, games []*store.Game) ([][]int64, error) {
	all := make([][]int64, len(games))
	rest := all
	for part := range slices.Chunk(games, similarPerQuery) {
		var args []any
		for _, g := range part {
			k := row.KeysOf(g)
			last := k.Line
			last.V = row.LastLonger(last.V)
			below := g.ID
			if below == 0 {
				below = math.MaxInt64
			}
			args = append(args, k.Line, last, k.Final, below, g.First, g.Second, g.Date, g.Result, g.Plies)
		}
		none := sql.Null[int64]{}
		for range similarPerQuery - len(part) {
			args = append(args, none, none, none, 0, "", "", "", "", 0)
		}
		if err := t.db.Each(ctx, func(r Row) error {
			var i int
			var found sql.Null[string]
			if err := r.Scan(&i, &found); err != nil || i >= len(part) {
				return err
			}
			var ids []int64
			for _, text := range strings.Fields(found.V) {
				id, _ := strconv.ParseInt(text, 10, 64)
				ids = append(ids, id)
			}
			slices.Sort(ids)
			rest[i] = slices.Compact(ids)
			return nil
		}, selectSimilar, args...); err != nil {
			return nil, t.db.Fault(ctx, err)
		}
		rest = rest[len(part):]
	}
	return all, nil
}

// goneError returns the error of a deleted game, which says where it was merged
// into.
func goneError(ctx context.Context, q Querier, id int64, deleted time.Time) error {
	gone := &store.GameError{ID: id, Kind: store.ErrGone, Deleted: deleted}
	err := q.Row(ctx, `SELECT kept FROM twins WHERE (game = $1 OR twin = $1) AND kept <> $1 AND state = $2 AND `+
		lastDecision, id, store.TwinsMerged).Scan(&gone.Into)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return err
	}
	return gone
}

func (t Tables) DecideTwins(
	ctx context.Context, d store.TwinDecision, c store.TwinChange,
) (*store.TwinDecision, error) {
	var packed Packed
	var size int64
	if c.Record != nil {
		var err error
		if packed, err = t.db.Prepare([]*store.Game{c.Record.Game}); err != nil {
			return nil, err
		}
		size = packed.Size()
	}
	err := t.db.Write(ctx, size, func(tx Transaction) error {
		now, err := twinDecision(ctx, tx, d.Game, d.Twin)
		if err != nil {
			return err
		}
		merged := now.State == store.TwinsMerged
		switch {
		case c.Revision != store.AnyRevision && c.Revision != now.Revision:
			return &store.TwinsChangedError{Game: d.Game, Twin: d.Twin, Revision: c.Revision, Current: now.Revision}
		case merged && d.State != store.TwinsOpen:
			return store.ErrMerged
		case !merged && d.State == store.TwinsOpen && now.State == store.TwinsOpen:
			return store.ErrNotMerged
		case !merged && d.State == now.State:
			d = *now
			return nil
		}
		d.Game, d.Twin, d.Revision, d.Moved, d.Former, d.Merged = now.Game, now.Twin, now.Revision+1, nil, 0, 0
		switch {
		case d.State == store.TwinsMerged:
			err = mergeTwins(ctx, tx, packed, c, &d)
		case merged:
			d.Kept, d.Shift = 0, 0
			err = separateTwins(ctx, tx, packed, c, &d, now)
		default:
			d.Kept, d.Shift = 0, 0
			err = requireTwins(ctx, tx, &d)
		}
		if err != nil {
			return err
		}
		return putTwins(ctx, tx, &d)
	})
	if err != nil {
		return nil, err
	}
	return &d, nil
}

func requireTwins(ctx context.Context, tx Transaction, d *store.TwinDecision) error {
	if err := requireGame(ctx, tx, d.Game); err != nil {
		return err
	}
	return requireGame(ctx, tx, d.Twin)
}

// mergeTwins makes one of two games a tombstone, and moves all its annotations
// to the kept game.
func mergeTwins(ctx context.Context, tx Transaction, packed Packed, c store.TwinChange, d *store.TwinDecision) error {
	if err := requireTwins(ctx, tx, d); err != nil {
		return err
	}
	if err := correctTwin(ctx, tx, packed, c.Record, d, d.Kept); err != nil {
		return err
	}
	all, err := currentAnnotations(ctx, tx, d.Gone())
	if err != nil {
		return err
	}
	for _, a := range all {
		d.Moved = append(d.Moved, a.ID)
		if err := moveAnnotation(ctx, tx, a, d.Kept, d.Author, c.Move); err != nil {
			return err
		}
	}
	return deleteGame(ctx, tx, d.Gone())
}

// separateTwins undoes a merge.
func separateTwins(ctx context.Context, tx Transaction, packed Packed, c store.TwinChange,
	d, was *store.TwinDecision) error {
	if err := restoreGame(ctx, tx, was.Gone()); err != nil {
		return err
	}
	if err := correctTwin(ctx, tx, packed, c.Record, d, was.Kept); err != nil {
		return err
	}
	all, err := currentAnnotations(ctx, tx, was.Kept)
	if err != nil {
		return err
	}
	for _, a := range all {
		if !slices.Contains(was.Moved, a.ID) {
			continue
		}
		if err := moveAnnotation(ctx, tx, a, was.Gone(), d.Author, c.Move); err != nil {
			return err
		}
	}
	return nil
}

// correctTwin gives the kept game its next record, if there is one, and notes
// the revisions before and after.
func correctTwin(ctx context.Context, tx Transaction, packed Packed, c *store.Correction, d *store.TwinDecision,
	kept int64) error {
	if err := requireGame(ctx, tx, kept); err != nil {
		return err
	}
	if err := tx.Row(ctx, `SELECT revision FROM games WHERE id = $1`, kept).Scan(&d.Former); err != nil {
		return err
	}
	d.Merged = d.Former
	if c == nil {
		_, err := markChanged(ctx, tx, kept)
		return err
	}
	var err error
	d.Merged, err = replaceRecord(ctx, tx, packed, *c, c.Game.Revision)
	return err
}

// currentAnnotations returns the annotations of a game, withdrawn ones
// included.
func currentAnnotations(ctx context.Context, tx Transaction, game int64) (all []*store.Annotation, err error) {
	err = tx.Each(ctx, func(r Row) error {
		a, err := scanAnnotation(r)
		all = append(all, a)
		return err
	}, `SELECT `+annotationColumns+` WHERE a.game = $1 AND r.revision = a.revision ORDER BY a.id`, game)
	return all, err
}

// moveAnnotation moves an annotation to another game. Changed content is a
// revision.
func moveAnnotation(ctx context.Context, tx Transaction, a *store.Annotation, to int64, author string,
	move func(*store.Annotation) (*store.Draft, error)) error {
	if err := exec(ctx, tx, `UPDATE annotations SET game = $1 WHERE id = $2`, to, a.ID); err != nil {
		return err
	}
	next, err := move(a)
	if err != nil || next == nil {
		return err
	}
	next.Game, next.Author = to, author
	_, err = revise(ctx, tx, a.ID, a.Revision+1, *next, a.Deleted)
	return err
}

func putTwins(ctx context.Context, tx Transaction, d *store.TwinDecision) error {
	moved := strings.Trim(fmt.Sprint(d.Moved), "[]")
	saved := tx.Now()
	d.Saved = row.Instant(saved)
	return exec(ctx, tx, `INSERT INTO twins (`+twinColumns+`)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
		d.Game, d.Twin, d.Revision, d.State, d.Kept, d.Former, d.Merged, d.Shift, moved, d.Author, d.Reason, saved,
		twinSum(d, moved, saved))
}
