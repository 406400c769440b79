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

func (s *Archive) List(ctx context.Context, f store.Filter, o store.Order, cursor string,
	limit int) (rows []store.Summary, next string, err error) {
	q, err := s.sorted(ctx, f, o)
	if err != nil {
		return nil, "", err
	}
	return table.List(o, cursor, limit, func(part row.IndexRange, most int, add func(table.Row) error) error {
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
	return table.Skip(o, n, func(part row.IndexRange, n int) (*store.ListPosition, int, error) {
		in := q.within(part)
		text, args := in.sql(in.id() + ", " + in.text())
		var last store.ListPosition
		err := s.reader.QueryRowContext(ctx, text+in.order()+` LIMIT 1 OFFSET ?`, append(args, n-1)...).
			Scan(&last.Game, &last.Key)
		if !errors.Is(err, sql.ErrNoRows) {
			return &last, 0, s.fault(ctx, err)
		}
		var all int
		text, args = in.sql("count(*)")
		err = s.reader.QueryRowContext(ctx, text, args...).Scan(&all)
		return nil, all, s.fault(ctx, err)
	})
}

// sorted returns the query of a sorted list. If the filter matches many games,
// scanning the index of the sort column is the fastest way to a page.
func (s *Archive) sorted(ctx context.Context, f store.Filter, o store.Order) (q *query, err error) {
	column, down, err := o.Column()
	if err != nil {
		return nil, err
	}
	if q, err = compile(f); err != nil {
		return nil, err
	}
	q.column, q.descending = column, down
	switch {
	case q.match != "":
	case column == store.ColumnID:
		if q.hasDates {
			q.sparse, err = s.sparse(ctx, q)
		}
	case f == store.Filter{}:
		q.scanIndex = true
	case !f.Deleted:
		const many = 5000
		q.sparse = q.hasDates
		var n int
		text, args := q.sql("1")
		err = s.reader.QueryRowContext(ctx, `SELECT count(*) FROM (`+text+` LIMIT ?)`, append(args, many)...).Scan(&n)
		if q.scanIndex = n == many; q.scanIndex {
			q.sparse = false
		}
	}
	return q, s.fault(ctx, err)
}

// keys are the sort keys by column, exactly as in their indexes.
var keys = map[string]string{
	store.ColumnVariant: sortPrefix("variant"),
	store.ColumnFirst:   sortPrefix("games.first"),
	store.ColumnSecond:  sortPrefix("games.second"),
	store.ColumnResult:  sortPrefix("result"),
	store.ColumnPlies:   "plies",
	store.ColumnDate:    "CASE WHEN substr(date, 1, 4) = '????' THEN '' ELSE date END",
	store.ColumnEvent:   sortPrefix("games.event"),
	store.ColumnVerdict: "verdict",
}

func sortPrefix(column string) string { return "lower(substr(" + column + ", 1, 64))" }

// wholeName returns the key of the indexes games_of_first and games_of_second,
// which have all that is asked of a player's games.
func wholeName(column string) string { return column }

func (s *Archive) PlayerGames(ctx context.Context, names []string) ([]store.PlayerGame, error) {
	return s.Tables.PlayerGames(ctx, names, wholeName)
}

func (s *Archive) Count(ctx context.Context, f store.Filter) (int, error) {
	q, err := compile(f)
	if err != nil {
		return 0, err
	}
	q.sparse = q.hasDates
	text, args := q.sql(`count(*)`)
	if f == (store.Filter{Player: f.Player, Colour: f.Colour, Event: f.Event, Query: f.Query}) && q.match != "" {
		text, args = q.countByWords()
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
	q.sparse = q.hasDates
	q.and(isFaulty)
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

// SQL expressions for rule and reason of the error in a game's report.
const (
	faultRule   = `(SELECT CASE WHEN json_valid(CAST(report AS TEXT)) THEN coalesce(json_extract(CAST(report AS TEXT), '$.error.rule'), '') ELSE '' END FROM contents WHERE game = games.id)`
	faultReason = `(SELECT CASE WHEN json_valid(CAST(report AS TEXT)) THEN coalesce(json_extract(CAST(report AS TEXT), '$.error.reason'), '') ELSE '' END FROM contents WHERE game = games.id)`
	// The first condition enables the partial index games_faulty.
	isFaulty = `verdict <> 'legal' AND verdict <> 'ruled'`
)

// query is a filter and an order compiled to parts of an SQL statement.
type query struct {
	match    string // full-text expression for the words table; may be empty
	where    []string
	args     []any
	hasDates bool // restrict earliest to low..high
	sparse   bool // few games are in that range, so use the date index and sort
	low      int64
	high     int64

	column     string // sort column; "" if the query is not a list
	descending bool
	scanIndex  bool // many games match, so scan the index of the sort column
}

// within restricts the query to a part of the list.
func (q *query) within(part row.IndexRange) *query {
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

// key returns the sort expression. The plus sign prevents the use of its index.
func (q *query) key() string {
	if q.scanIndex {
		return keys[q.column]
	}
	return "+(" + keys[q.column] + ")"
}

// text returns the sort key as a text expression.
func (q *query) text() string {
	if q.column == store.ColumnID {
		return "''"
	}
	return "CAST(" + keys[q.column] + " AS TEXT)"
}

// order returns the ORDER BY clause.
func (q *query) order() string {
	direction := ""
	if q.descending {
		direction = " DESC"
	}
	if q.column == store.ColumnID {
		return " ORDER BY " + q.id() + direction
	}
	return " ORDER BY " + q.key() + direction + ", " + q.id() + direction
}

func (q *query) and(condition string, args ...any) {
	q.where = append(q.where, condition)
	q.args = append(q.args, args...)
}

// id returns the game ID column.
func (q *query) id() string {
	if q.match != "" {
		return "words.docid"
	}
	return "games.id"
}

// sql returns the statement up to its WHERE clause, which is never empty.
func (q *query) sql(columns string) (text string, args []any) {
	from, where := "games", q.where
	if q.scanIndex {
		from = "games INDEXED BY games_by_" + q.column
	}
	if q.match != "" {
		from = "words CROSS JOIN games ON games.id = words.docid"
		where = append([]string{"words MATCH ?"}, where...)
		args = append(args, q.match)
	}
	args = append(args, q.args...)
	if q.hasDates {
		// The plus sign prevents the use of the index.
		column := "+earliest"
		if q.sparse {
			column = "earliest"
		}
		where = append(where, column+" BETWEEN ? AND ?")
		args = append(args, q.low, q.high)
	}
	return `SELECT ` + columns + ` FROM ` + from + ` WHERE ` + strings.Join(where, " AND "), args
}

// countByWords returns a statement that counts the games of a full-text search.
// It does not read the rows of games; the few deleted games are found in their
// own index.
func (q *query) countByWords() (text string, args []any) {
	where := append([]string{
		"words MATCH ?", "words.docid NOT IN (SELECT id FROM games INDEXED BY games_deleted WHERE deleted IS NOT NULL)",
	}, q.where[1:]...)
	return `SELECT count(*) FROM words WHERE ` + strings.Join(where, " AND "), append([]any{q.match}, q.args...)
}

// sparse reports whether only few games match the date range alone. If many
// match, scanning the games in order is the fastest way to a page.
func (s *Archive) sparse(ctx context.Context, q *query) (bool, error) {
	const many = 5000
	var n int
	err := s.reader.QueryRowContext(ctx, `SELECT count(*) FROM
		(SELECT 1 FROM games WHERE earliest BETWEEN ? AND ? LIMIT ?)`, q.low, q.high, many).Scan(&n)
	return n < many, err
}

// compile compiles a filter. The condition on deletion is first.
func compile(f store.Filter) (*query, error) {
	q := new(query)
	if f.Deleted {
		q.and("deleted IS NOT NULL")
	} else {
		q.and("deleted IS NULL")
	}
	if f.Analysed {
		q.and("games.id IN (SELECT game FROM analyses)")
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
			q.and("verdict <> 'legal'") // enables the partial index games_faulty
		}
	}
	if f.Fault != "" {
		q.and(isFaulty)
		q.and("? IN ("+faultRule+", "+faultReason+")", f.Fault)
	}
	digest, err := f.Digest()
	if err != nil {
		return nil, err
	}
	if len(digest) > 0 {
		q.and("games.id IN (SELECT id FROM games WHERE hash = ? UNION SELECT game FROM records WHERE hash = ?)", digest,
			digest)
	}
	if err := dates(q, f); err != nil {
		return nil, err
	}
	if f.Own != "" {
		condition, args := spelledAs(f.OwnColumns("first", "second"), f.OwnNames())
		q.and(condition, args...)
	}
	return q, wordsOf(q, f)
}

func dates(q *query, f store.Filter) error {
	first, last, dated, err := f.Days()
	if err != nil || !dated {
		return err
	}
	q.hasDates, q.high = true, last
	q.low = first / 1_00_00 * 1_00_00 // from the start of the year: a game's month may be unknown
	if first > 0 {
		q.and("latest >= ?", first)
	}
	return nil
}

func wordsOf(q *query, f store.Filter) error {
	var parts []string
	for _, c := range []struct {
		field, value string
		columns      []string // one of them must contain all words
	}{
		{"player", f.Player, f.PlayerColumns("first:", "second:")}, {"event", f.Event, []string{"event:"}},
		{"q", f.Query, []string{""}},
	} {
		if c.value == "" {
			continue
		}
		words, err := store.Words(c.field, c.value)
		if err != nil {
			return err
		}
		if c.field == "player" && f.Spellings != "" {
			q.addSpelled(f, c.columns, words)
			continue
		}
		var sides []string
		for _, column := range c.columns {
			sides = append(sides, "("+prefixQuery(column, words[:min(len(words), wordsPerExpression)])+")")
		}
		parts = append(parts, "("+strings.Join(sides, " OR ")+")")
		if len(words) > wordsPerExpression {
			condition, args := wordChunks("words.docid", c.columns, words)
			q.and(condition, args...)
		}
	}
	q.match = strings.Join(parts, " ")
	return nil
}

// wordsPerExpression is the number of words per full-text expression; SQLite
// rejects deeply nested expressions.
const wordsPerExpression = 8

// addSpelled adds a condition that a player is found by words or by spellings.
func (q *query) addSpelled(f store.Filter, columns, words []string) {
	condition, args := wordChunks("games.id", columns, words)
	spelled, names := spelledAs(f.PlayerColumns("first", "second"), f.Spelled())
	q.and("("+condition+" OR "+spelled+")", append(args, names...)...)
}

// spelledAs returns a condition that one of some columns has one of some names,
// with its arguments.
func spelledAs(columns, names []string) (condition string, args []any) {
	marks := slices.Repeat([]string{"?"}, len(names))
	var sides []string
	for _, column := range columns {
		sides = append(sides, `games.id IN (SELECT id FROM games WHERE deleted IS NULL AND `+
			table.SpelledAs(column, sortPrefix, marks)+`)`)
		for _, name := range slices.Concat(names, names) {
			args = append(args, name)
		}
	}
	return "(" + strings.Join(sides, " OR ") + ")", args
}

// wordChunks returns a condition that one of some columns has all words of a
// long search, in chunks, with its arguments.
func wordChunks(id string, columns, words []string) (condition string, args []any) {
	var sides []string
	for _, column := range columns {
		var each []string
		for some := range slices.Chunk(words, wordsPerExpression) {
			each = append(each, id+" IN (SELECT docid FROM words WHERE words MATCH ?)")
			args = append(args, prefixQuery(column, some))
		}
		sides = append(sides, strings.Join(each, " AND "))
	}
	return "((" + strings.Join(sides, ") OR (") + "))", args
}

// prefixQuery returns a full-text expression for all words, as prefixes, in one
// column. Words are in lower case, so that none is an operator.
func prefixQuery(column string, words []string) string {
	terms := make([]string, len(words))
	for i, word := range words {
		terms[i] = column + tokenizerSafe.Replace(word) + "*"
	}
	return strings.Join(terms, " ")
}

// tokenizerSafe replaces the characters at which SQLite's tokenizer splits
// words by similar ones that occur in no word.
var tokenizerSafe = strings.NewReplacer(".", "\u2024", "-", "\u2010", "/", "\u2215")

// indexedWords returns the indexed words of a text, as in the words table. It
// is also registered as the SQL function cut.
func indexedWords(text string) string {
	return tokenizerSafe.Replace(strings.Join(word.All(text), " "))
}
