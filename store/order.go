package store

import (
	"encoding/base64"
	"encoding/binary"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Order is how a list of games is sorted: by a column of [Columns], or with a
// minus sign before it the other way round; "" is by [ColumnID].
//
// Texts are sorted by the numbers of their first letters' characters, capitals
// of ASCII as small ones, dates by what is known of them. Games that are alike
// stand in the order they were archived, or, with a minus sign, the last of
// them first. Those of which nothing is known in that column, not even the year
// of a date, stand at the end either way.
type Order string

// The columns of a list that it can be sorted by. That of the numbers is the
// order in which games were archived.
const (
	ColumnID      = "id"
	ColumnVariant = "variant"
	ColumnFirst   = "first"
	ColumnSecond  = "second"
	ColumnResult  = "result"
	ColumnPlies   = "plies"
	ColumnDate    = "date"
	ColumnEvent   = "event"
	ColumnVerdict = "verdict"
)

// Columns are the names of all of them.
var Columns = []string{
	ColumnID, ColumnVariant, ColumnFirst, ColumnSecond, ColumnResult, ColumnPlies, ColumnDate, ColumnEvent, ColumnVerdict,
}

// Orders are all that there are.
func Orders() []string {
	var all []string
	for _, column := range Columns {
		all = append(all, column, "-"+column)
	}
	return all
}

// Column gives the column, and whether the list goes down it. The error is a
// [*FieldError].
func (o Order) Column() (name string, down bool, err error) {
	if o == "" {
		return ColumnID, false, nil
	}
	name, down = strings.CutPrefix(string(o), "-")
	if !slices.Contains(Columns, name) {
		return "", false, &FieldError{Field: "sort", Value: string(o), Want: strings.Join(Columns, ", ") + "; or one of them behind a minus sign"}
	}
	return name, down, nil
}

// Place is where a page of a sorted list begins: behind a game. Its zero value
// is the beginning.
type Place struct {
	Key  string // what the list is sorted by, of that game; a number in its digits
	Game int64
}

// End is the place behind all games.
func (o Order) End() Place {
	name, down, _ := o.Column()
	switch {
	case down && name == ColumnPlies:
		return Place{"0", 1}
	case down:
		return Place{"", 1}
	case name == ColumnPlies:
		return Place{strconv.Itoa(math.MaxInt), math.MaxInt64}
	}
	return Place{"", math.MaxInt64}
}

// Cursor is that of the page which begins at a place of the list. One of a list
// by the numbers is that of [Cursor].
func (o Order) Cursor(p Place) string {
	if o == "" || o == ColumnID {
		return Cursor(p.Game)
	}
	b := append([]byte{0}, o...) // no number of a game begins so
	b = binary.AppendUvarint(append(b, 0), uint64(p.Game))
	return base64.RawURLEncoding.EncodeToString(append(b, p.Key...))
}

// ReadCursor gives the place of a cursor, the beginning for an empty one. The
// error is that of Column, or [ErrCursor] for what is no cursor of a list in
// this order.
func (o Order) ReadCursor(cursor string) (p Place, err error) {
	name, _, err := o.Column()
	switch {
	case err != nil:
		return Place{}, err
	case o == "" || o == ColumnID:
		p.Game, err = ReadCursor(cursor)
		return p, err
	case cursor == "":
		return Place{}, nil
	}
	b, err := base64.RawURLEncoding.Strict().DecodeString(cursor)
	if err != nil {
		return Place{}, ErrCursor
	}
	rest, found := strings.CutPrefix(string(b), "\x00"+string(o)+"\x00")
	id, width := binary.Uvarint([]byte(rest))
	if !found || width <= 0 || int64(id) <= 0 {
		return Place{}, ErrCursor
	}
	p = Place{Key: rest[width:], Game: int64(id)}
	plies, err := strconv.Atoi(p.Key)
	if o.Cursor(p) != cursor || name == ColumnID && p.Key != "" ||
		name == ColumnPlies && (err != nil || plies < 0 || strconv.Itoa(plies) != p.Key) {
		return Place{}, ErrCursor
	}
	return p, nil
}
