package store

import (
	"context"
	"database/sql"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"assay/parser/word"
)

// MaxLimit is the greatest page of a list.
const MaxLimit = 500

// Filter says which games a list has: those that meet all of its conditions that are not empty.
//
// Player, Event and Query are words, cut as those of a search (see [word.Split]). Letter case, width and accents do not
// count, and a word stands for every word that begins with it: "carl m" finds "Carlsen, Magnus", and 名人 a 第78期名人戦.
type Filter struct {
	Variant string
	Player  string // words, all in the name of one and the same player
	Result  string
	Event   string // words, all in the event's name
	Verdict string
	From    string // first date, YYYY, YYYY-MM or YYYY-MM-DD
	To      string // last date, of the same forms; a game matches if its date can lie between the two
	Query   string // words, all in the values of the headers, players and event included

	Deleted bool // the tombstones instead of the games
}

// List gives a page of the games that match, in the order they were archived, and the cursor of the next
// page, empty when there is none. An empty cursor is the first page; limit goes from 1 to [MaxLimit]. Games
// archived while someone pages come at the end: none is shown twice, none left out.
//
// The errors are a [*FieldError] for the filter or the limit, and [ErrCursor].
func (s *Store) List(ctx context.Context, f Filter, cursor string, limit int) (rows []Summary, next string, err error) {
	if limit < 1 || limit > MaxLimit {
		return nil, "", &FieldError{Field: "limit", Value: strconv.Itoa(limit), Want: fmt.Sprintf("1 to %d", MaxLimit)}
	}
	after, err := readCursor(cursor)
	if err != nil {
		return nil, "", err
	}
	q, err := f.compile()
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
		next = writeCursor(rows[limit-1].ID)
	}
	return rows, next, nil
}

// Skip gives the cursor of the page that begins behind the first n games that match; that of an empty page
// where no more than n match. The error is a [*FieldError] for the filter or a negative n.
func (s *Store) Skip(ctx context.Context, f Filter, n int) (cursor string, err error) {
	if n < 0 {
		return "", &FieldError{Field: "skip", Value: strconv.Itoa(n), Want: "0 or more"}
	}
	if n == 0 {
		return "", nil
	}
	q, err := f.compile()
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
		return writeCursor(math.MaxInt64), nil
	}
	if err != nil {
		return "", s.fault(ctx, err)
	}
	return writeCursor(last), nil
}

func (s *Store) page(ctx context.Context, q *query, after int64, limit int) ([]Summary, error) {
	text, args := q.sql(summaryColumns)
	id := q.id()
	found, err := s.reader.QueryContext(ctx, text+` AND `+id+` > ? ORDER BY `+id+` LIMIT ?`,
		append(args, after, limit)...)
	if err != nil {
		return nil, err
	}
	defer found.Close()
	rows := make([]Summary, 0, limit)
	for found.Next() {
		var g Game
		if err := g.scan(found); err != nil {
			return nil, err
		}
		rows = append(rows, g.summary())
	}
	return rows, found.Err()
}

// Count gives the number of games that match, exactly.
func (s *Store) Count(ctx context.Context, f Filter) (int, error) {
	q, err := f.compile()
	if err != nil {
		return 0, err
	}
	q.sparse = q.dated
	text, args := q.sql(`count(*)`)
	var n int
	err = s.reader.QueryRowContext(ctx, text, args...).Scan(&n)
	return n, s.fault(ctx, err)
}

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

// sparse looks how many games the range of dates alone leaves. Where they are many, a page is found sooner by
// going through the games in order.
func (s *Store) sparse(ctx context.Context, q *query) (bool, error) {
	if q.match != "" {
		return false, nil
	}
	const many = 5000
	var n int
	err := s.reader.QueryRowContext(ctx, `SELECT count(*) FROM
		(SELECT 1 FROM games WHERE earliest BETWEEN ? AND ? LIMIT ?)`, q.low, q.high, many).Scan(&n)
	return n < many, err
}

func (f Filter) compile() (*query, error) {
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
		if f.Verdict != Legal {
			q.and("verdict <> 'legal'") // opens the partial index games_faulty
		}
	}
	if err := f.dates(q); err != nil {
		return nil, err
	}
	return q, f.words(q)
}

func (f Filter) dates(q *query) error {
	if f.From == "" && f.To == "" {
		return nil
	}
	q.dated, q.high = true, 9999_99_99
	if f.From != "" {
		first, _, ok := bound(f.From)
		if !ok {
			return &FieldError{Field: "from", Value: f.From, Want: "YYYY, YYYY-MM or YYYY-MM-DD"}
		}
		q.low = first / 1_00_00 * 1_00_00 // of that year: a game of it may not know its month
		q.and("latest >= ?", first)
	}
	if f.To != "" {
		_, last, ok := bound(f.To)
		if !ok {
			return &FieldError{Field: "to", Value: f.To, Want: "YYYY, YYYY-MM or YYYY-MM-DD"}
		}
		q.high = last
	}
	return nil
}

func (f Filter) words(q *query) error {
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
		words, err := words(c.field, c.value)
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

// Bounds of a condition's words.
const (
	maxWords    = 64
	wordsAtOnce = 8 // a deeper expression is refused by SQLite
)

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

// words cuts a condition into words.
func words(field, value string) ([]string, error) {
	words := word.Split(value)
	if len(words) == 0 || len(words) > maxWords {
		return nil, &FieldError{Field: field, Value: value, Want: fmt.Sprintf("1 to %d words", maxWords)}
	}
	return words, nil
}

// in asks for games that have all the words, as beginnings of words, in one column. Words are in small letters, which
// also keeps them from being operators of the query language.
func in(column string, words []string) string {
	terms := make([]string, len(words))
	for i, word := range words {
		terms[i] = column + joined.Replace(word) + "*"
	}
	return strings.Join(terms, " ")
}

// joined writes a word without the signs at which SQLite parts words; no word has what stands for them.
var joined = strings.NewReplacer(".", "\u2024", "-", "\u2010", "/", "\u2215")

// cut gives all words by which a text is found, as the words table has them. It is a function of SQL too, of the same
// name.
func cut(text string) string { return joined.Replace(strings.Join(word.All(text), " ")) }

func writeCursor(id int64) string {
	return base64.RawURLEncoding.EncodeToString(binary.AppendUvarint(nil, uint64(id)))
}

func readCursor(cursor string) (after int64, err error) {
	if cursor == "" {
		return 0, nil
	}
	b, err := base64.RawURLEncoding.Strict().DecodeString(cursor)
	if err != nil {
		return 0, ErrCursor
	}
	id, width := binary.Uvarint(b)
	if width != len(b) || int64(id) <= 0 || writeCursor(int64(id)) != cursor {
		return 0, ErrCursor
	}
	return int64(id), nil
}
