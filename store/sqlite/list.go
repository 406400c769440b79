package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"

	"assay/analysis"
	"assay/parser/word"
	"assay/store"
)

func (s *Archive) List(ctx context.Context, f store.Filter, cursor string, limit int) (rows []store.Summary, next string, err error) {
	if err := store.CheckLimit(limit); err != nil {
		return nil, "", err
	}
	after, err := store.ReadCursor(cursor)
	if err != nil {
		return nil, "", err
	}
	q, err := compile(f)
	if err != nil {
		return nil, "", err
	}
	if q.dated {
		if q.sparse, err = s.sparse(ctx, q); err != nil {
			return nil, "", s.fault(ctx, err)
		}
	}
	rows, err = s.page(ctx, q, after, limit+1)
	if err != nil {
		return nil, "", s.fault(ctx, err)
	}
	if len(rows) > limit {
		rows = rows[:limit]
		next = store.Cursor(rows[limit-1].ID)
	}
	return rows, next, nil
}

func (s *Archive) Skip(ctx context.Context, f store.Filter, n int) (cursor string, err error) {
	if n < 0 {
		return "", &store.FieldError{Field: "skip", Value: strconv.Itoa(n), Want: "0 or more"}
	}
	if n == 0 {
		return "", nil
	}
	q, err := compile(f)
	if err != nil {
		return "", err
	}
	if q.dated {
		if q.sparse, err = s.sparse(ctx, q); err != nil {
			return "", s.fault(ctx, err)
		}
	}
	text, args := q.sql(q.id())
	var last int64
	err = s.reader.QueryRowContext(ctx, text+` ORDER BY `+q.id()+` LIMIT 1 OFFSET ?`, append(args, n-1)...).Scan(&last)
	if errors.Is(err, sql.ErrNoRows) {
		return store.Cursor(math.MaxInt64), nil
	}
	if err != nil {
		return "", s.fault(ctx, err)
	}
	return store.Cursor(last), nil
}

func (s *Archive) page(ctx context.Context, q *query, after int64, limit int) ([]store.Summary, error) {
	text, args := q.sql(summaryColumns)
	id := q.id()
	found, err := s.reader.QueryContext(ctx, text+` AND `+id+` > ? ORDER BY `+id+` LIMIT ?`,
		append(args, after, limit)...)
	if err != nil {
		return nil, err
	}
	defer found.Close()
	rows := make([]store.Summary, 0, limit)
	for found.Next() {
		var g store.Game
		if err := scanInto(&g, found); err != nil {
			return nil, err
		}
		rows = append(rows, g.Summary)
	}
	return rows, found.Err()
}

func (s *Archive) Count(ctx context.Context, f store.Filter) (int, error) {
	q, err := compile(f)
	if err != nil {
		return 0, err
	}
	q.sparse = q.dated
	text, args := q.sql(`count(*)`)
	var n int
	err = s.reader.QueryRowContext(ctx, text, args...).Scan(&n)
	return n, s.fault(ctx, err)
}

func (s *Archive) Faults(ctx context.Context, f store.Filter) ([]store.FaultCount, error) {
	q, err := compile(f)
	if err != nil {
		return nil, err
	}
	q.sparse = q.dated
	q.and(faulty)
	text, args := q.sql(`verdict, ` + faultRule + `, ` + faultReason + `, count(*)`)
	found, err := s.reader.QueryContext(ctx, text+` GROUP BY 1, 2, 3 ORDER BY 4 DESC, 1, 2, 3`, args...)
	if err != nil {
		return nil, s.fault(ctx, err)
	}
	defer found.Close()
	var counts []store.FaultCount
	for found.Next() {
		var c store.FaultCount
		if err := found.Scan(&c.Verdict, &c.Rule, &c.Reason, &c.Games); err != nil {
			return nil, s.fault(ctx, err)
		}
		counts = append(counts, c)
	}
	return counts, s.fault(ctx, found.Err())
}

// What a game's report says of its fault, if anything.
const (
	faultRule   = `(SELECT CASE WHEN json_valid(CAST(report AS TEXT)) THEN coalesce(json_extract(CAST(report AS TEXT), '$.error.rule'), '') ELSE '' END FROM contents WHERE game = games.id)`
	faultReason = `(SELECT CASE WHEN json_valid(CAST(report AS TEXT)) THEN coalesce(json_extract(CAST(report AS TEXT), '$.error.reason'), '') ELSE '' END FROM contents WHERE game = games.id)`
	// The first opens the partial index games_faulty.
	faulty = `verdict <> 'legal' AND verdict <> 'ruled'`
)

// query is a filter on its way to SQL.
type query struct {
	match  string // expression for the words table, if any
	where  []string
	args   []any
	dated  bool // earliest is between low and high
	sparse bool // so few games are, that reading the index of dates and sorting is best
	low    int64
	high   int64
}

func (q *query) and(condition string, args ...any) {
	q.where = append(q.where, condition)
	q.args = append(q.args, args...)
}

// id is the column to page by.
func (q *query) id() string {
	if q.match != "" {
		return "words.docid"
	}
	return "games.id"
}

// sql gives the statement up to its conditions, of which there is always one.
func (q *query) sql(columns string) (text string, args []any) {
	from, where := "games", q.where
	if q.match != "" {
		from = "words CROSS JOIN games ON games.id = words.docid"
		where = append([]string{"words MATCH ?"}, where...)
		args = append(args, q.match)
	}
	args = append(args, q.args...)
	if q.dated {
		// A plus sign keeps SQLite off the column's index.
		column := "+earliest"
		if q.sparse {
			column = "earliest"
		}
		where = append(where, column+" BETWEEN ? AND ?")
		args = append(args, q.low, q.high)
	}
	return `SELECT ` + columns + ` FROM ` + from + ` WHERE ` + strings.Join(where, " AND "), args
}

// sparse looks how many games the range of dates alone leaves. Where they are
// many, a page is found sooner by going through the games in order.
func (s *Archive) sparse(ctx context.Context, q *query) (bool, error) {
	if q.match != "" {
		return false, nil
	}
	const many = 5000
	var n int
	err := s.reader.QueryRowContext(ctx, `SELECT count(*) FROM
		(SELECT 1 FROM games WHERE earliest BETWEEN ? AND ? LIMIT ?)`, q.low, q.high, many).Scan(&n)
	return n < many, err
}

func compile(f store.Filter) (*query, error) {
	q := new(query)
	if f.Deleted {
		q.and("deleted IS NOT NULL")
	} else {
		q.and("deleted IS NULL")
	}
	if f.Variant != "" {
		q.and("variant = ?", f.Variant)
	}
	if f.Result != "" {
		q.and("result = ?", f.Result)
	}
	if f.Verdict != "" {
		q.and("verdict = ?", f.Verdict)
		if f.Verdict != analysis.Legal {
			q.and("verdict <> 'legal'") // opens the partial index games_faulty
		}
	}
	if f.Fault != "" {
		q.and(faulty)
		q.and("? IN ("+faultRule+", "+faultReason+")", f.Fault)
	}
	if err := dates(q, f); err != nil {
		return nil, err
	}
	return q, wordsOf(q, f)
}

func dates(q *query, f store.Filter) error {
	first, last, dated, err := f.Days()
	if err != nil || !dated {
		return err
	}
	q.dated, q.high = true, last
	q.low = first / 1_00_00 * 1_00_00 // of that year: a game of it may not know its month
	if first > 0 {
		q.and("latest >= ?", first)
	}
	return nil
}

func wordsOf(q *query, f store.Filter) error {
	var parts []string
	for _, c := range []struct {
		field, value string
		columns      []string // of which one has all the words
	}{
		{"player", f.Player, []string{"first:", "second:"}}, {"event", f.Event, []string{"event:"}}, {"q", f.Query, []string{""}},
	} {
		if c.value == "" {
			continue
		}
		words, err := store.Words(c.field, c.value)
		if err != nil {
			return err
		}
		var sides []string
		for _, column := range c.columns {
			sides = append(sides, "("+in(column, words[:min(len(words), wordsAtOnce)])+")")
		}
		parts = append(parts, "("+strings.Join(sides, " OR ")+")")
		q.further(c.columns, words)
	}
	q.match = strings.Join(parts, " ")
	return nil
}

// wordsAtOnce is how many words one expression has: a deeper one is refused by
// SQLite.
const wordsAtOnce = 8

// further asks for all words of a long condition, some at a time.
func (q *query) further(columns, words []string) {
	if len(words) <= wordsAtOnce {
		return
	}
	var sides []string
	var args []any
	for _, column := range columns {
		var each []string
		for some := range slices.Chunk(words, wordsAtOnce) {
			each = append(each, "words.docid IN (SELECT docid FROM words WHERE words MATCH ?)")
			args = append(args, in(column, some))
		}
		sides = append(sides, strings.Join(each, " AND "))
	}
	q.and("(("+strings.Join(sides, ") OR (")+"))", args...)
}

// in asks for games that have all the words, as beginnings of words, in one
// column. Words are in small letters, which also keeps them from being
// operators of the query language.
func in(column string, words []string) string {
	terms := make([]string, len(words))
	for i, word := range words {
		terms[i] = column + joined.Replace(word) + "*"
	}
	return strings.Join(terms, " ")
}

// joined writes a word without the signs at which SQLite parts words; no word
// has what stands for them.
var joined = strings.NewReplacer(".", "\u2024", "-", "\u2010", "/", "\u2215")

// cut gives all words by which a text is found, as the words table has them. It
// is a function of SQL too, of the same name.
func cut(text string) string { return joined.Replace(strings.Join(word.All(text), " ")) }
