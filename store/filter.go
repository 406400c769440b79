package store

import (
	"fmt"
	"strconv"

	"assay/parser/word"
)

// MaxLimit is the greatest page of a list.
const MaxLimit = 500

// Filter says which games a list has: those that meet all of its conditions
// that are not empty.
//
// Player, Event and Query are words, cut as those of a search (see
// [word.Split]). Letter case, width and accents do not count, and a word stands
// for every word that begins with it: "carl m" finds "Carlsen, Magnus", and 名人
// a 第78期名人戦.
type Filter struct {
	Variant string
	Player  string // words, all in the name of one and the same player
	Result  string
	Event   string // words, all in the event's name
	Verdict string
	Fault   string // a ruling's number or a reason: that of the error in [Game.Report]
	From    string // first date, YYYY, YYYY-MM or YYYY-MM-DD
	To      string // last date, of the same forms; a game matches if its date can lie between the two
	Query   string // words, all in the values of the headers, players and event included

	Deleted bool // the tombstones instead of the games
}

// Days gives the first and the last day of the filter's range, as yyyymmdd;
// dated is false where it has none. The error is a [*FieldError].
func (f Filter) Days() (first, last int64, dated bool, err error) {
	last = 9999_99_99
	var ok bool
	if f.From != "" {
		if first, _, ok = bound(f.From); !ok {
			return 0, 0, false, &FieldError{Field: "from", Value: f.From, Want: boundForm}
		}
	}
	if f.To != "" {
		if _, last, ok = bound(f.To); !ok {
			return 0, 0, false, &FieldError{Field: "to", Value: f.To, Want: boundForm}
		}
	}
	return first, last, f.From != "" || f.To != "", nil
}

// maxWords is how many words a condition of a filter has at most.
const maxWords = 64

// Words cuts a condition of a filter into words. The error is a [*FieldError]
// where it has none, or too many.
func Words(field, value string) ([]string, error) {
	words := word.Split(value)
	if len(words) == 0 || len(words) > maxWords {
		return nil, &FieldError{Field: field, Value: value, Want: fmt.Sprintf("1 to %d words", maxWords)}
	}
	return words, nil
}

// CheckLimit refuses the length of a page that is not from 1 to [MaxLimit]. The
// error is a [*FieldError].
func CheckLimit(limit int) error {
	if limit < 1 || limit > MaxLimit {
		return &FieldError{Field: "limit", Value: strconv.Itoa(limit), Want: fmt.Sprintf("1 to %d", MaxLimit)}
	}
	return nil
}
