package twins

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"assay/analysis/optional"
	"assay/parser"
	"assay/parser/word"
	"assay/store"
)

// Header is a header of two games that may be one.
type Header struct {
	Key    string    `json:"key"`    // as in PGN
	Values [2]string `json:"values"` // of both games; "" if the game does not give it
	Differ bool      `json:"differ"`
	// Better is the game with the better value, if one is better.
	Better optional.Number `json:"better"`
}

// Keys of PGN that are compared by their meaning.
const (
	keyFirst, keySecond, keyDate, keyResult = "White", "Black", "Date", "Result"
)

// fixedKeys are the keys of headers that belong to the moves, or to the record
// itself, and are never taken from another game.
var fixedKeys = []string{"fen", "setup", "sfen", "variant", "variantname", "options", "handicap", "plycount", "result",
	"termination", "annotator"}

// isFixed reports whether a header belongs to its record.
func isFixed(key string) bool { return slices.Contains(fixedKeys, strings.ToLower(key)) }

// headersOf returns the headers of a game by their PGN keys, the usual ones
// first.
func headersOf(g *store.Game) []parser.Tag {
	all := []parser.Tag{
		{Key: keyFirst, Value: g.First}, {Key: keySecond, Value: g.Second}, {Key: "Event", Value: g.Event},
		{Key: "Site", Value: g.Site}, {Key: keyDate, Value: g.Date}, {Key: keyResult, Value: g.Result},
	}
	usual := len(all)
	for _, t := range g.Tags {
		key := parser.TagKey(t.Key, "")
		_, known := parser.FieldOf(t.Key)
		i := slices.IndexFunc(all, func(h parser.Tag) bool { return strings.EqualFold(h.Key, key) })
		switch {
		case i >= 0 && i < usual, isFixed(key):
		case !known && t.Value != "" && (t.Value == g.First || t.Value == g.Second): // a player, by the name of a side
		case i >= 0:
			all[i].Value = t.Value
		default:
			all = append(all, parser.Tag{Key: key, Value: t.Value})
		}
	}
	return all
}

// headers compares the headers of two games.
func headers(a, b *store.Game) []Header {
	var all []Header
	for side, g := range []*store.Game{a, b} {
		for _, t := range headersOf(g) {
			i := slices.IndexFunc(all, func(h Header) bool { return strings.EqualFold(h.Key, t.Key) })
			if i < 0 {
				i = len(all)
				all = append(all, Header{Key: t.Key})
			}
			all[i].Values[side] = t.Value
		}
	}
	all = slices.DeleteFunc(all, func(h Header) bool { return !says(h.Values[0]) && !says(h.Values[1]) })
	for i := range all {
		h := &all[i]
		h.Differ = h.Values[0] != h.Values[1]
		switch order := more(h.Key, h.Values[0], h.Values[1]); {
		case order > 0:
			h.Better = optional.Number(a.ID)
		case order < 0:
			h.Better = optional.Number(b.ID)
		}
	}
	return all
}

// says reports whether a header has a value.
func says(value string) bool { return strings.Trim(value, "?-.* ") != "" }

// more returns a positive number if a header's value says more than another
// one, a negative one if it says less, 0 if neither.
func more(key, a, b string) int {
	switch {
	case !says(a) && !says(b):
		return 0
	case !says(b):
		return 1
	case !says(a):
		return -1
	}
	switch key {
	case keyDate:
		return digits(a) - digits(b)
	case keyFirst, keySecond:
		// Given names say more than initials.
		x, y := word.SplitPerson(a), word.SplitPerson(b)
		if x.Key() == "" || y.Key() == "" || script(x.Key()) != script(y.Key()) {
			return 0
		}
		return fullNames(x) - fullNames(y)
	}
	return 0
}

// digits counts the known digits of a date.
func digits(date string) (n int) {
	for _, r := range date {
		if unicode.IsDigit(r) {
			n++
		}
	}
	return n
}

// fullNames counts the words of a name that are not initials.
func fullNames(p word.Person) (n int) {
	for _, w := range p.Words {
		if utf8.RuneCountInString(w) > 1 || script(w) == script("字") {
			n++
		}
	}
	return n
}

// best returns the changes that give a game the better headers of its twin.
// chosen says for some keys which game's value to take.
func best(kept, other *store.Game, all []Header, chosen map[string]int64) []parser.Tag {
	side := 0
	if other.ID > kept.ID {
		side = 1
	}
	var changes []parser.Tag
	for _, h := range all {
		from, named := chosen[h.Key]
		if !named {
			from = int64(h.Better)
		}
		if from != other.ID || !h.Differ || h.Key == keyResult {
			continue
		}
		value := h.Values[side]
		if h.Key == keyDate {
			sign := "/"
			if parser.FieldKey(parser.FieldDate, parser.Format(kept.Format)) == keyDate {
				sign = "."
			}
			value = strings.ReplaceAll(value, "-", sign)
		}
		changes = append(changes, parser.Tag{Key: h.Key, Value: value})
	}
	return changes
}
