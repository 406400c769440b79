package postgres

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"

	"assay/index"
)

// gameBits is the number of low bits of game IDs that one row of the table of
// parts covers.
const gameBits = 12

var partBitsText = strconv.Itoa(gameBits)

const (
	// minWholeRows is the least number of rows in a whole part.
	minWholeRows = 4
	// maxWholeParts is the largest number of whole parts.
	maxWholeParts = 64
)

// part is a range of game IDs, from first up to but excluding end, at the time
// of a round.
type part struct {
	first, end    int64
	round         int64
	cursor, build int64 // the checkpoint, if no round is known; else 0
}

// everywhere is one part of all games, for callers that cache nothing.
var everywhere = []index.Part{part{end: math.MaxInt64}}

// partsKey determines the parts.
type partsKey struct {
	cursor, build, number, since int64
	complete                     bool // the table of parts is complete
}

// parts are the parts after a round.
type parts struct {
	number int64
	all    []index.Part
}

// partsOf returns the parts in the order of their games. Without rounds there
// is a single part, which every change replaces.
func (x *Index) partsOf(ctx context.Context, tx pgx.Tx, s partsKey) ([]index.Part, error) {
	if !s.complete {
		return []index.Part{part{end: math.MaxInt64, cursor: s.cursor, build: s.build}}, nil
	}
	if seen := x.parts.Load(); seen != nil && seen.number == s.number {
		return seen.all, nil
	}
	rows, err := tx.Query(ctx, `SELECT part, round FROM index_parts`)
	if err != nil {
		return nil, err
	}
	rounds, last := map[int64]int64{}, int64(0)
	var at, round int64
	_, err = pgx.ForEachRow(rows, []any{&at, &round}, func() error {
		rounds[at], last = round, max(last, at)
		return nil
	})
	if err != nil {
		return nil, err
	}
	p := &parts{number: s.number}
	for _, made := range divide(last + 1) {
		made.round = s.since
		for at := made.first; at < made.end; at++ {
			made.round = max(made.round, rounds[at])
		}
		made.first, made.end = made.first<<gameBits, made.end<<gameBits
		p.all = append(p.all, made)
	}
	end := p.all[len(p.all)-1].(part)
	end.end = math.MaxInt64
	p.all[len(p.all)-1] = end
	x.parts.Store(p)
	return p.all, nil
}

// divide groups rows of the table of parts into parts. It makes whole parts
// first, then halves, quarters and so on, so that new games invalidate little.
func divide(rows int64) (made []part) {
	whole := int64(minWholeRows)
	for rows/whole > maxWholeParts {
		whole *= 2
	}
	for at, size := int64(0), whole; at < rows; {
		for size > rows-at {
			size /= 2
		}
		made = append(made, part{first: at, end: at + size})
		at += size
	}
	return made
}

// partOf returns the index of the part with a game.
func partOf(parts []index.Part, game int64) int {
	at, _ := slices.BinarySearchFunc(parts, game, func(p index.Part, game int64) int {
		if p.(part).end <= game {
			return -1
		}
		return 1
	})
	return min(at, len(parts)-1)
}

// without returns the parts that are not known.
func without(parts []index.Part, known func(index.Part) bool) []index.Part {
	return slices.DeleteFunc(slices.Clone(parts), known)
}

// within restricts a query to games of some parts, given in order, or to no
// games.
func (w *sqlFilter) within(parts []index.Part) {
	var spans []part
	for _, p := range parts {
		p := p.(part)
		if n := len(spans); n > 0 && spans[n-1].end == p.first {
			spans[n-1].end = p.end
		} else {
			spans = append(spans, p)
		}
	}
	var any []string
	for _, s := range spans {
		if s.first == 0 && s.end == math.MaxInt64 {
			return
		}
		any = append(any, fmt.Sprintf("game >= %s AND game < %s", w.arg(s.first), w.arg(s.end)))
	}
	w.parts = append(w.parts, "("+strings.Join(append(any, "false"), " OR ")+")")
}

// partsFor returns the parts, or beginnings of parts, that probably contain the
// given number of games after an ID. whole reports whether these are all parts.
func (l *snapshot) partsFor(counts map[index.Part]uint64, after int64, games float64) (near []index.Part, whole bool) {
	left := games
	for _, p := range l.parts {
		n, p := float64(counts[p]), p.(part)
		if n == 0 || p.end <= after {
			continue
		}
		from := max(p.first, after)
		span := float64(p.end - from)
		expected := n * span / float64(p.end-p.first)
		if expected > left && p.end < math.MaxInt64 {
			p.first, p.end = from, from+int64(span*left/expected)+1
			return append(near, p), false
		}
		near = append(near, p)
		left -= expected
	}
	return near, true
}

// scansPages reports whether looking up single games is cheaper than a range
// scan: reading a row costs as much as skipping about 500 games.
func scansPages(parts []index.Part, games uint64) bool { return span(parts) > 500*float64(games) }

// scansAll reports whether reading all games of some parts is cheaper than
// reading long posting lists. Reading a game takes 0.7 to 2.3 µs, depending on
// memory; an entry of a list takes 0.2 µs. It returns false for the last part,
// which may contain all games.
func scansAll(parts []index.Part, games uint64) bool {
	return parts[len(parts)-1].(part).end < math.MaxInt64 && 6*span(parts) < float64(games)
}

// span returns the number of game IDs in some parts, except in the last one,
// which is open.
func span(parts []index.Part) (numbers float64) {
	for _, p := range parts {
		if p := p.(part); p.end < math.MaxInt64 {
			numbers += float64(p.end - p.first)
		}
	}
	return numbers
}

// noteRound records which parts a round may have written, and returns the new
// checkpoint. If an older program is rebuilding the index, it does not record
// its writes and must stop; noteRound then starts another build.
func noteRound(ctx context.Context, tx pgx.Tx, before, at checkpoint, parts []int64) (checkpoint, error) {
	var number, cursor, build int64
	err := tx.QueryRow(ctx, `SELECT greatest(number + 1, (extract(epoch FROM clock_timestamp()) * 1000000)::bigint), cursor, build
		FROM index_round`).Scan(&number, &cursor, &build)
	if err != nil {
		return at, fmt.Errorf("the last round: %w", err)
	}
	since := any(nil)
	if cursor != before.Cursor || build != before.build || at.build != before.build {
		if build != before.build && at.build == before.build {
			at.build++
		}
		since = number
		if _, err := tx.Exec(ctx, `DELETE FROM index_parts`); err != nil {
			return at, err
		}
		var last *int64
		if err := tx.QueryRow(ctx, `SELECT max(game) >> `+partBitsText+` FROM index_games`).Scan(&last); err != nil {
			return at, err
		}
		if last != nil && !slices.Contains(parts, *last) {
			parts = append(parts, *last)
		}
	}
	if _, err := tx.Exec(ctx, `INSERT INTO index_parts (part, round) SELECT DISTINCT unnest($1::bigint[]), $2::bigint
		ON CONFLICT (part) DO UPDATE SET round = excluded.round`, parts, number); err != nil {
		return at, err
	}
	_, err = tx.Exec(ctx, `UPDATE index_round SET number = $1, since = coalesce($2, since), cursor = $3, build = $4`,
		number, since, at.Cursor, at.build)
	return at, err
}
