package store

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"

	"assay/parser/word"
)

// MaxLimit is the largest page of a list.
const MaxLimit = 500

// Filter selects games that meet all its non-empty conditions.
//
// Player, Event and Query are words, split as for searches (see [word.Split]).
// Case, width and accents are ignored, and a word matches every word that
// begins with it: "carl m" finds "Carlsen, Magnus", and 名人 finds 第78期名人戦.
type Filter struct {
	Variant string
	Player  string // words that all occur in one player's name
	Colour  string // side of Own, or else of Player: [First] or [Second]; "" for either
	// Spellings are other names by which Player is found, one per line, exactly
	// as records spell them.
	Spellings string
	// Mine requires a game of the caller. Stores only read Own, the names of
	// the caller's player, one per line, exactly as records spell them.
	Mine    bool
	Own     string
	Result  string
	Event   string // words that all occur in the event's name
	Verdict string
	Fault   string // rule ID or reason of the error in [Game.Report]
	From    string // first date: YYYY, YYYY-MM or YYYY-MM-DD
	To      string // last date; a game matches if its date may lie in the range
	Query   string // words that all occur in the headers, players and event included
	SHA256  string // hexadecimal SHA-256 of a current or former record

	Analysed bool // only games with a saved analysis
	Deleted  bool // tombstones instead of games
}

// The colours of a filter, whatever the variant names its sides.
const (
	First  = "first"
	Second = "second"
)

// PlayerColumns returns the columns in which Player may be, of the first and
// the second player.
func (f Filter) PlayerColumns(first, second string) []string {
	if f.Own != "" {
		f.Colour = ""
	}
	return f.OwnColumns(first, second)
}

// OwnColumns returns the columns in which a name of Own may be, of the first
// and the second player.
func (f Filter) OwnColumns(first, second string) []string {
	switch f.Colour {
	case First:
		return []string{first}
	case Second:
		return []string{second}
	}
	return []string{first, second}
}

// Spelled returns Spellings as a list.
func (f Filter) Spelled() []string { return lines(f.Spellings) }

// OwnNames returns Own as a list.
func (f Filter) OwnNames() []string { return lines(f.Own) }

func lines(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return r == '\n' })
}

// Days returns the first and last day (yyyymmdd) of the filter's range; dated
// is false without one. Errors are of type [*FieldError].
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

// Digest returns the record's digest that the filter requires, nil without one.
// Errors are a [*FieldError].
func (f Filter) Digest() ([]byte, error) {
	digest, err := hex.DecodeString(f.SHA256)
	if err != nil || len(digest) != 0 && len(digest) != sha256.Size {
		return nil, &FieldError{Field: "sha256", Value: f.SHA256, Want: "64 hexadecimal digits"}
	}
	return digest, nil
}

// maxWords bounds the words of a condition.
const maxWords = 64

// Words splits a condition into words. It returns a [*FieldError] if there are
// none or too many.
func Words(field, value string) ([]string, error) {
	words := word.Split(value)
	if len(words) == 0 || len(words) > maxWords {
		return nil, &FieldError{Field: field, Value: value, Want: fmt.Sprintf("1 to %d words", maxWords)}
	}
	return words, nil
}

// CheckLimit returns a [*FieldError] unless a page length is from 1 to
// [MaxLimit].
func CheckLimit(limit int) error {
	if limit < 1 || limit > MaxLimit {
		return &FieldError{Field: "limit", Value: strconv.Itoa(limit), Want: fmt.Sprintf("1 to %d", MaxLimit)}
	}
	return nil
}
