package postgres

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"assay/analysis"
	"assay/parser/word"
	"assay/store"
	"assay/store/row"
	"assay/store/table"
)

func (s *Archive) List(ctx context.Context, f store.Filter, o store.Order, cursor string,
	limit int) (rows []store.Summary, next string, err error) {
	from, err := o.ReadCursor(cursor)
	if err == nil && strings.Contains(from.Key, "\x00") {
		return nil, "", store.ErrCursor
	}
	q, err := sorted(f, o)
	if err != nil {
		return nil, "", err
	}
	return table.List(o, cursor, limit, func(part row.IndexRange, most int, add func(table.Row) error) error {
		in := q.within(part)
		err := each(ctx, s.pool, func(found pgx.Rows) error { return add(textRow{found}) },
			`SELECT `+table.SummaryColumns+`, `+in.text()+in.from()+in.order()+` LIMIT `+strconv.Itoa(most), in.args...)
		if e, ok := errors.AsType[*pgconn.PgError](err); ok && e.Code == invalidText && !utf8.ValidString(from.Key) {
			return store.ErrCursor
		}
		return s.fault(ctx, err)
	})
}

// invalidText is the error code for bytes that are not valid in the database's
// encoding. With SQL_ASCII, every byte is valid, and keys may be cut inside a
// character.
const invalidText = "22021"

func (s *Archive) Skip(ctx context.Context, f store.Filter, o store.Order, n int) (cursor string, err error) {
	q, err := sorted(f, o)
	if err != nil {
		return "", err
	}
	return table.Skip(o, n, func(part row.IndexRange, n int) (*store.ListPosition, int, error) {
		in := q.within(part)
		var last store.ListPosition
		err := s.pool.QueryRow(ctx,
			`SELECT games.id, `+in.text()+in.from()+in.order()+` LIMIT 1 OFFSET `+strconv.Itoa(n-1), in.args...).
			Scan(&last.Game, &last.Key)
		if !errors.Is(err, sql.ErrNoRows) {
			return &last, 0, s.fault(ctx, err)
		}
		var all int
		err = s.pool.QueryRow(ctx, `SELECT count(*)`+in.from(), in.args...).Scan(&all)
		return nil, all, s.fault(ctx, err)
	})
}

// keys are the sort keys by column, exactly as in their indexes. Texts are cut
// at a zero byte.
var keys = map[string]string{
	store.ColumnVariant: sortPrefix("variant"),
	store.ColumnFirst:   sortPrefix("first"),
	store.ColumnSecond:  sortPrefix("second"),
	store.ColumnResult:  sortPrefix("result"),
	store.ColumnPlies:   `games.plies`,
	store.ColumnDate:    `(CASE WHEN left(date, 4) = '????' THEN '' ELSE date END) COLLATE "C"`,
	store.ColumnEvent:   sortPrefix("event"),
	store.ColumnVerdict: `verdict`,
}

func sortPrefix(column string) string {
	return `lower(left(split_part(` + column + `, E'\x1a00', 1), 64) COLLATE "C")`
}

func (s *Archive) PlayerGames(ctx context.Context, names []string) ([]store.PlayerGame, error) {
	return s.Tables.PlayerGames(ctx, names, sortPrefix)
}

func (s *Archive) Count(ctx context.Context, f store.Filter) (n int, err error) {
	q, err := compile(f)
	if err != nil {
		return 0, err
	}
	err = s.pool.QueryRow(ctx, `SELECT count(*)`+q.from(), q.args...).Scan(&n)
	return n, s.fault(ctx, err)
}

func (s *Archive) Faults(ctx context.Context, f store.Filter) ([]store.FaultCount, error) {
	q, err := compile(f)
	if err != nil {
		return nil, err
	}
	q.where = append(q.where, isFaulty)
	var counts []store.FaultCount
	err = each(ctx, s.pool, func(found pgx.Rows) error {
		var c store.FaultCount
		err := found.Scan(&c.Verdict, &c.Rule, &c.Reason, &c.Games)
		counts = append(counts, c)
		return err
	}, `SELECT * FROM (SELECT verdict, `+faultRule+` AS rule, `+faultReason+` AS reason, count(*) AS games`+q.from()+
		` GROUP BY 1, 2, 3) AS kinds
		ORDER BY games DESC, verdict COLLATE "C", rule COLLATE "C", reason COLLATE "C"`, q.args...)
	return counts, s.fault(ctx, err)
}

// SQL expressions for rule and reason of the error in a game's report. They are
// regular expressions, because PostgreSQL's JSON functions reject an escaped
// zero byte. A quotation mark in a JSON string is escaped, so the text of a
// record cannot match.
const (
	faultRule   = `(SELECT coalesce(substring(encode(report, 'escape') FROM '"rule":"([^"]*)","reason":"'), '') FROM contents WHERE game = games.id)`
	faultReason = `(SELECT coalesce(substring(encode(report, 'escape') FROM '"rule":"[^"]*","reason":"([^"]*)"'), '') FROM contents WHERE game = games.id)`
	// The first condition enables the partial index games_faulty.
	isFaulty = `verdict <> 'legal' AND verdict <> 'ruled'`
)

// query is a filter and an order compiled to parts of an SQL statement.
type query struct {
	where []string
	args  []any

	column     string // sort column; "" if the query is not a list
	descending bool
}

// sorted returns the query of a sorted list.
func sorted(f store.Filter, o store.Order) (*query, error) {
	column, down, err := o.Column()
	if err != nil {
		return nil, err
	}
	q, err := compile(f)
	if err != nil {
		return nil, err
	}
	q.column, q.descending = column, down
	return q, nil
}

// and adds a condition with one value; its placeholders are "$".
func (q *query) and(condition string, value any) {
	q.args = append(q.args, value)
	q.where = append(q.where, strings.ReplaceAll(condition, "$", "$"+strconv.Itoa(len(q.args))))
}

// within restricts the query to a part of the list.
func (q *query) within(part row.IndexRange) *query {
	in := *q
	in.where, in.args = slices.Clone(q.where), slices.Clone(q.args)
	for _, b := range part {
		by := "games.id"
		if b.Key {
			by = keys[q.column]
		}
		in.and(by+" "+b.Sign+" $", b.Value)
	}
	return &in
}

// text returns the sort key as a text expression.
func (q *query) text() string {
	if q.column == store.ColumnID {
		return `''`
	}
	return `CAST(` + keys[q.column] + ` AS text) AS sorted`
}

// order returns the ORDER BY clause.
func (q *query) order() string {
	direction := ""
	if q.descending {
		direction = " DESC"
	}
	if q.column == store.ColumnID {
		return ` ORDER BY games.id` + direction
	}
	return ` ORDER BY ` + keys[q.column] + direction + `, games.id` + direction
}

func (q *query) from() string { return ` FROM games WHERE ` + strings.Join(q.where, " AND ") }

func compile(f store.Filter) (*query, error) {
	q := &query{where: []string{"deleted IS NULL"}}
	if f.Deleted {
		q.where[0] = "deleted IS NOT NULL"
	}
	if f.Analysed {
		q.where = append(q.where, "games.id IN (SELECT game FROM analyses)")
	}
	if f.Variant != "" {
		q.and("variant = $", text(f.Variant))
	}
	if f.Result != "" {
		q.and("result = $", text(f.Result))
	}
	if f.Verdict != "" {
		q.and("verdict = $", text(f.Verdict))
		if f.Verdict != analysis.Legal {
			q.where = append(q.where, "verdict <> 'legal'") // enables the partial index games_faulty
		}
	}
	if f.Fault != "" {
		q.where = append(q.where, isFaulty)
		q.and("$ IN ("+faultRule+", "+faultReason+")", text(f.Fault))
	}
	digest, err := f.Digest()
	if err != nil {
		return nil, err
	}
	if len(digest) > 0 {
		q.and(`games.id IN (SELECT id FROM games WHERE hash = $ UNION SELECT game FROM records WHERE hash = $)`, digest)
	}
	first, last, dated, err := f.Days()
	if err != nil {
		return nil, err
	}
	if dated {
		q.and("earliest <= $", last)
		q.and("latest >= $", first)
	}
	if f.Own != "" {
		q.addFound(q.spelledAs(f.OwnColumns("first", "second"), f.OwnNames()))
	}
	for _, c := range []struct {
		field, value string
		columns      []string // one of them must contain all words
	}{
		{"player", f.Player, f.PlayerColumns(inFirst, inSecond)}, {"event", f.Event, []string{inEvent}},
		{"q", f.Query, nil},
	} {
		if c.value == "" {
			continue
		}
		words, err := store.Words(c.field, c.value)
		if err != nil {
			return nil, err
		}
		if c.field == "player" && f.Spellings != "" {
			q.addSpelled(f, textQuery(words, c.columns))
			continue
		}
		q.and("words @@ $::text::tsquery", textQuery(words, c.columns))
	}
	return q, nil
}

// addSpelled adds a condition that a player is found by words or by spellings.
func (q *query) addSpelled(f store.Filter, words string) {
	q.addFound(append([]string{`SELECT id FROM games WHERE words @@ ` + q.mark(words) + `::text::tsquery`},
		q.spelledAs(f.PlayerColumns("first", "second"), f.Spelled())...))
}

// mark adds an argument and returns its placeholder.
func (q *query) mark(value any) string {
	q.args = append(q.args, value)
	return "$" + strconv.Itoa(len(q.args))
}

// spelledAs returns a statement per column that selects the games in which it
// has one of some names.
func (q *query) spelledAs(columns, names []string) (found []string) {
	var marks []string
	for _, name := range names {
		marks = append(marks, q.mark(text(name)))
	}
	for _, column := range columns {
		found = append(found, `SELECT id FROM games WHERE deleted IS NULL AND `+table.SpelledAs(column, sortPrefix, marks))
	}
	return found
}

// addFound adds a condition that one of some statements selects a game.
func (q *query) addFound(statements []string) {
	q.where = append(q.where, `games.id IN (`+strings.Join(statements, ` UNION `)+`)`)
}

// The prefixes of lexemes, by the header that contains the word.
const (
	inFirst  = "a"
	inSecond = "b"
	inEvent  = "c"
	inRest   = "d"
)

// textQuery returns a full-text query for all words, as prefixes. One of the
// columns must contain all of them; without columns, each word may be anywhere.
func textQuery(words, columns []string) string {
	var all, sides []string
	if columns == nil {
		for _, w := range words {
			var anywhere []string
			for _, column := range []string{inFirst, inSecond, inEvent, inRest} {
				anywhere = append(anywhere, lexeme(column, w)+":*")
			}
			all = append(all, "("+strings.Join(anywhere, "|")+")")
		}
		return strings.Join(all, "&")
	}
	for _, column := range columns {
		all = nil
		for _, w := range words {
			all = append(all, lexeme(column, w)+":*")
		}
		sides = append(sides, "("+strings.Join(all, "&")+")")
	}
	return strings.Join(sides, "|")
}

// wordsOf returns the lexemes of a game's headers for the words column. A
// tsvector has at most 1 MB, so only the first words of very long headers are
// indexed.
func wordsOf(g *store.Game) string {
	const most = 500_000
	var b strings.Builder
	written := map[string]bool{}
	for _, part := range []struct{ column, text string }{
		{inFirst, g.First}, {inSecond, g.Second}, {inEvent, g.Event}, {inRest, row.Rest(g)},
	} {
		for _, w := range word.All(part.text) {
			l := lexeme(part.column, w)
			if written[l] || b.Len()+len(l) > most {
				continue
			}
			written[l] = true
			b.WriteString(l)
			b.WriteByte(' ')
		}
	}
	return b.String()
}

// lexeme returns a quoted lexeme. Words consist of letters, digits and a few
// signs.
func lexeme(column, w string) string { return fmt.Sprintf("'%s%s'", column, quoted.Replace(w)) }

var quoted = strings.NewReplacer("'", "''", `\`, `\\`, "\x00", "")
