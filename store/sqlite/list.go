package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"strings"

	"assay/analysis"
	"assay/parser/word"
	"assay/store"
	"assay/store/row"
	"assay/store/table"
)

func (s *Archive) List(ctx context.Context, f store.Filter, o store.Order, cursor string, limit int) (rows []store.Summary, next string, err error) {
	q, err := s.sorted(ctx, f, o)
	if err != nil {
		return nil, "", err
	}
	return table.List(o, cursor, limit, func(part row.Part, most int, add func(table.Row) error) error {
		in := q.within(part)
		text, args := in.sql(table.SummaryColumns + ", " + in.text())
		return s.fault(ctx, each(ctx, s.reader, add, text+in.order()+` LIMIT ?`, append(args, most)...))
	})
}

func (s *Archive) Skip(ctx context.Context, f store.Filter, o store.Order, n int) (cursor string, err error) {
	q, err := s.sorted(ctx, f, o)
	if err != nil {
		return "", err
	}
	return table.Skip(o, n, func(part row.Part, n int) (*store.Place, int, error) {
		in := q.within(part)
		text, args := in.sql(in.id() + ", " + in.text())
		var last store.Place
		err := s.reader.QueryRowContext(ctx, text+in.order()+` LIMIT 1 OFFSET ?`, append(args, n-1)...).Scan(&last.Game, &last.Key)
		if !errors.Is(err, sql.ErrNoRows) {
			return &last, 0, s.fault(ctx, err)
		}
		var all int
		text, args = in.sql("count(*)")
		err = s.reader.QueryRowContext(ctx, text, args...).Scan(&all)
		return nil, all, s.fault(ctx, err)
	})
}

// sorted is the query of a list in an order. Where a filter leaves many games,
// a page is found soonest by going through the index of the order's column.
func (s *Archive) sorted(ctx context.Context, f store.Filter, o store.Order) (q *query, err error) {
	column, down, err := o.Column()
	if err != nil {
		return nil, err
	}
	if q, err = compile(f); err != nil {
		return nil, err
	}
	q.column, q.down = column, down
	switch {
	case q.match != "":
	case column == store.ColumnID:
		if q.dated {
			q.sparse, err = s.sparse(ctx, q)
		}
	case f == store.Filter{}:
		q.through = true
	case !f.Deleted:
		const many = 5000
		q.sparse = q.dated
		var n int
		text, args := q.sql("1")
		err = s.reader.QueryRowContext(ctx, `SELECT count(*) FROM (`+text+` LIMIT ?)`, append(args, many)...).Scan(&n)
		if q.through = n == many; q.through {
			q.sparse = false
		}
	}
	return q, s.fault(ctx, err)
}

// keys are by what lists are sorted, as their indexes have it.
var keys = map[string]string{
	store.ColumnVariant: beginning("variant"),
	store.ColumnFirst:   beginning("games.first"),
	store.ColumnSecond:  beginning("games.second"),
	store.ColumnResult:  beginning("result"),
	store.ColumnPlies:   "plies",
	store.ColumnDate:    "CASE WHEN substr(date, 1, 4) = '????' THEN '' ELSE date END",
	store.ColumnEvent:   beginning("games.event"),
	store.ColumnVerdict: "verdict",
}

func beginning(column string) string { return "lower(substr(" + column + ", 1, 64))" }

func (s *Archive) Count(ctx context.Context, f store.Filter) (int, error) {
	q, err := compile(f)
	if err != nil {
		return 0, err
	}
	q.sparse = q.dated
	text, args := q.sql(`count(*)`)
	if f == (store.Filter{Player: f.Player, Event: f.Event, Query: f.Query}) && q.match != "" {
		text, args = q.counted()
	}
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
	var counts []store.FaultCount
	err = each(ctx, s.reader, func(r table.Row) error {
		var c store.FaultCount
		err := r.Scan(&c.Verdict, &c.Rule, &c.Reason, &c.Games)
		counts = append(counts, c)
		return err
	}, text+` GROUP BY 1, 2, 3 ORDER BY 4 DESC, 1, 2, 3`, args...)
	return counts, s.fault(ctx, err)
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

	column  string // that a list is sorted by, "" for what is no list
	down    bool
	through bool // so many games are, that reading the index of the column is best
}

// within is the query for a part of the list.
func (q *query) within(part row.Part) *query {
	in := *q
	in.where, in.args = slices.Clone(q.where), slices.Clone(q.args)
	for _, b := range part {
		by := q.id()
		if b.Key {
			by = q.key()
		}
		in.and(by+" "+b.Sign+" ?", b.Value)
	}
	return &in
}

// key is what the list is sorted by. A plus sign keeps SQLite off its index.
func (q *query) key() string {
	if q.through {
		return keys[q.column]
	}
	return "+(" + keys[q.column] + ")"
}

// text is the key as a text.
func (q *query) text() string {
	if q.column == store.ColumnID {
		return "''"
	}
	return "CAST(" + keys[q.column] + " AS TEXT)"
}

// order is the end of a statement that puts games in order.
func (q *query) order() string {
	way := ""
	if q.down {
		way = " DESC"
	}
	if q.column == store.ColumnID {
		return " ORDER BY " + q.id() + way
	}
	return " ORDER BY " + q.key() + way + ", " + q.id() + way
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
	if q.through {
		from = "games INDEXED BY games_by_" + q.column
	}
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

// counted is the statement that counts games by words alone. It reads no row of
// a game: the few that are deleted are known by an index of their own.
func (q *query) counted() (text string, args []any) {
	where := append([]string{
		"words MATCH ?", "words.docid NOT IN (SELECT id FROM games INDEXED BY games_deleted WHERE deleted IS NOT NULL)",
	}, q.where[1:]...)
	return `SELECT count(*) FROM words WHERE ` + strings.Join(where, " AND "), append([]any{q.match}, q.args...)
}

// sparse looks how many games the range of dates alone leaves. Where they are
// many, a page is found sooner by going through the games in order.
func (s *Archive) sparse(ctx context.Context, q *query) (bool, error) {
	const many = 5000
	var n int
	err := s.reader.QueryRowContext(ctx, `SELECT count(*) FROM
		(SELECT 1 FROM games WHERE earliest BETWEEN ? AND ? LIMIT ?)`, q.low, q.high, many).Scan(&n)
	return n < many, err
}

// compile puts the condition on deletion first.
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
