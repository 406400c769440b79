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

// partBits are how many bits the numbers of games have that the table of parts
// does not tell apart.
const partBits = 12

var partBitsText = strconv.Itoa(partBits)

const (
	// leastWhole is how many rows of the table of parts a whole part is made of
	// at least.
	leastWhole = 4
	// mostWhole is how many whole parts there are at most.
	mostWhole = 64
)

// part is games by their numbers, first and up to end, as a round left them.
type part struct {
	first, end    int64
	round         int64
	cursor, build int64 // the place, where no round tells; else 0
}

// everywhere is one part of all games, for who keeps nothing of them.
var everywhere = []index.Part{part{end: math.MaxInt64}}

// standing is what tells the parts.
type standing struct {
	cursor, build, number, since int64
	told                         bool // the table of parts tells all
}

// parts are those after a round.
type parts struct {
	number int64
	all    []index.Part
}

// partsOf gives the parts, in the order of their games. Where the table tells
// nothing they are one, which each change makes another.
func (x *Index) partsOf(ctx context.Context, tx pgx.Tx, s standing) ([]index.Part, error) {
	if !s.told {
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
		made.first, made.end = made.first<<partBits, made.end<<partBits
		p.all = append(p.all, made)
	}
	end := p.all[len(p.all)-1].(part)
	end.end = math.MaxInt64
	p.all[len(p.all)-1] = end
	x.parts.Store(p)
	return p.all, nil
}

// divide makes parts of so many rows of the table: whole ones, and of what is
// left halves, quarters and so on, so that of what comes last little is counted
// again.
func divide(rows int64) (made []part) {
	whole := int64(leastWhole)
	for rows/whole > mostWhole {
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

// partOf finds the part that has a game.
func partOf(parts []index.Part, game int64) int {
	at, _ := slices.BinarySearchFunc(parts, game, func(p index.Part, game int64) int {
		if p.(part).end <= game {
			return -1
		}
		return 1
	})
	return min(at, len(parts)-1)
}

// without are those parts that are not known.
func without(parts []index.Part, known func(index.Part) bool) []index.Part {
	return slices.DeleteFunc(slices.Clone(parts), known)
}

// within asks for games of some parts, which are in their order, or of none.
func (w *where) within(parts []index.Part) {
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

// near are parts, or the beginnings of some, that are expected to have so many
// of the next games behind one; whole says that there are no others.
func (l *lists) near(counts map[index.Part]uint64, after int64, games float64) (near []index.Part, whole bool) {
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

// wide reports whether to look up so many games is less than to have the pages
// told that games of some parts are on: to read a game's row costs as much as
// to pass so many games by.
func wide(parts []index.Part, games uint64) bool { return span(parts) > 500*float64(games) }

// dense reports whether to look at all games of some parts is less than to read
// the lists that so many are in, at 0.7 to 2.3 µs a game, the more the fewer of
// their rows are in memory, and 0.2; never of the last part, which may be all.
func dense(parts []index.Part, games uint64) bool {
	return parts[len(parts)-1].(part).end < math.MaxInt64 && 6*span(parts) < float64(games)
}

// span is how many numbers of games some parts have, but for the last, of which
// that is not known.
func span(parts []index.Part) (numbers float64) {
	for _, p := range parts {
		if p := p.(part); p.end < math.MaxInt64 {
			numbers += float64(p.end - p.first)
		}
	}
	return numbers
}

// noteRound writes down which parts may have been written since a place, and
// gives the one to stand: of another build where another program has begun to
// write all anew that does not tell what it writes, and has to stop.
func noteRound(ctx context.Context, tx pgx.Tx, before, at place, parts []int64) (place, error) {
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
	_, err = tx.Exec(ctx, `UPDATE index_round SET number = $1, since = coalesce($2, since), cursor = $3, build = $4`, number, since, at.Cursor, at.build)
	return at, err
}
