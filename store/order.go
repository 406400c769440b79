package store

import (
	"encoding/base64"
	"encoding/binary"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Order is the sort order of a list of games: a column of [Columns], with a
// leading minus for descending order; "" means [ColumnID].
//
// Texts are sorted by the code points of their first characters, ASCII capitals
// as small letters; dates by their known part. Equal games keep the order in
// which they were archived, reversed after a minus. Games without a value in
// the column, or a date without a year, come last either way.
type Order string

// The sortable columns of a list. IDs are in the order of archiving.
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

// Columns are the names of all columns.
var Columns = []string{
	ColumnID, ColumnVariant, ColumnFirst, ColumnSecond, ColumnResult, ColumnPlies, ColumnDate, ColumnEvent,
	ColumnVerdict,
}

// Orders returns all orders.
func Orders() []string {
	var all []string
	for _, column := range Columns {
		all = append(all, column, "-"+column)
	}
	return all
}

// Column returns the column, and whether the order is descending. Errors are of
// type [*FieldError].
func (o Order) Column() (name string, down bool, err error) {
	if o == "" {
		return ColumnID, false, nil
	}
	name, down = strings.CutPrefix(string(o), "-")
	if !slices.Contains(Columns, name) {
		return "", false, &FieldError{Field: "sort", Value: string(o),
			Want: strings.Join(Columns, ", ") + ", or one of these after a minus sign"}
	}
	return name, down, nil
}

// ListPosition is the start of a page of a sorted list: the place after a game.
// The zero value is the beginning.
type ListPosition struct {
	Key  string // sort key of that game; a number in digits
	Game int64
}

// End returns the place after all games.
func (o Order) End() ListPosition {
	name, down, _ := o.Column()
	switch {
	case down && name == ColumnPlies:
		return ListPosition{"0", 1}
	case down:
		return ListPosition{"", 1}
	case name == ColumnPlies:
		return ListPosition{strconv.Itoa(math.MaxInt), math.MaxInt64}
	}
	return ListPosition{"", math.MaxInt64}
}

// Cursor returns the cursor of the page that begins at a place; sorted by ID it
// equals [Cursor].
func (o Order) Cursor(p ListPosition) string {
	if o == "" || o == ColumnID {
		return Cursor(p.Game)
	}
	b := append([]byte{0}, o...) // no cursor by ID begins like this
	b = binary.AppendUvarint(append(b, 0), uint64(p.Game))
	return base64.RawURLEncoding.EncodeToString(append(b, p.Key...))
}

// ReadCursor returns the place of a cursor, the beginning for an empty one. It
// returns the errors of Column, or [ErrCursor] if it belongs to another order.
func (o Order) ReadCursor(cursor string) (p ListPosition, err error) {
	name, _, err := o.Column()
	switch {
	case err != nil:
		return ListPosition{}, err
	case o == "" || o == ColumnID:
		p.Game, err = ReadCursor(cursor)
		return p, err
	case cursor == "":
		return ListPosition{}, nil
	}
	b, err := base64.RawURLEncoding.Strict().DecodeString(cursor)
	if err != nil {
		return ListPosition{}, ErrCursor
	}
	rest, found := strings.CutPrefix(string(b), "\x00"+string(o)+"\x00")
	id, width := binary.Uvarint([]byte(rest))
	if !found || width <= 0 || int64(id) <= 0 {
		return ListPosition{}, ErrCursor
	}
	p = ListPosition{Key: rest[width:], Game: int64(id)}
	plies, err := strconv.Atoi(p.Key)
	if o.Cursor(p) != cursor || name == ColumnID && p.Key != "" ||
		name == ColumnPlies && (err != nil || plies < 0 || strconv.Itoa(plies) != p.Key) {
		return ListPosition{}, ErrCursor
	}
	return p, nil
}
