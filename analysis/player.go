package analysis

import (
	"slices"
	"strconv"
	"strings"

	"assay/analysis/rules"
	"assay/parser"
	"assay/parser/scan"
	"assay/parser/word"
)

// sideKeys are header keys of the players that any variant may use.
var sideKeys = [2][]string{{"First", "Player1", "Sente"}, {"Second", "Player2", "Gote"}}

// Player returns the name of a side's player from the headers: under the side's
// own name or a usual one, under its notation's key, or as half of Players; ""
// for none. r may be nil.
func Player(rec *parser.Record, r *rules.Rules, side rules.Side) string {
	if i := playerTag(rec, r, side); i >= 0 {
		return rec.Tags[i].Value
	}
	both, _ := rec.Tag("Players")
	return bothPlayers(both)[side]
}

// SideNamed returns the side that a word names: by the variant's own names of
// its sides first, then as headers of any notation do (White, 先手, Second). r
// may be nil.
func SideNamed(r *rules.Rules, name string) (rules.Side, bool) {
	name = word.HeaderName(name)
	if r != nil {
		for _, side := range []rules.Side{rules.First, rules.Second} {
			if name == word.HeaderName(r.SideName(side)) {
				return side, true
			}
		}
	}
	f, known := parser.FieldOf(name)
	for side, keys := range sideKeys {
		usual := slices.ContainsFunc(keys, func(key string) bool { return strings.EqualFold(key, name) })
		if usual || known && f == playerFields[side] {
			return rules.Side(side), true
		}
	}
	return 0, false
}

// PlayerKey returns the key under which a record names the same player as key,
// which is a side's name or a key of any notation; key itself if there is none.
func PlayerKey(rec *parser.Record, r *rules.Rules, key string) string {
	if _, own := rec.Tag(key); own {
		return key
	}
	f, known := parser.FieldOf(key)
	for _, side := range []rules.Side{rules.First, rules.Second} {
		usual := known && f == playerFields[side] && !strings.EqualFold(key, r.SideName(side.Other()))
		if usual || strings.EqualFold(key, r.SideName(side)) {
			if i := playerTag(rec, r, side); i >= 0 {
				return rec.Tags[i].Key
			}
		}
	}
	return key
}

// playerTag returns the index of the tag that names a side's player, or -1.
func playerTag(rec *parser.Record, r *rules.Rules, side rules.Side) int {
	known := func(i int) bool { return i >= 0 && strings.Trim(rec.Tags[i].Value, "?-") != "" }
	named := func(key string) int {
		return slices.IndexFunc(rec.Tags, func(t parser.Tag) bool { return strings.EqualFold(t.Key, key) })
	}
	keys := sideKeys[side]
	other := ""
	if r != nil {
		// The variant's names of sides come first: Black moves first in some.
		keys = append([]string{r.SideName(side)}, keys...)
		other = r.SideName(side.Other())
	}
	for _, key := range keys {
		if i := named(key); known(i) && !strings.EqualFold(key, other) {
			return i
		}
	}
	field := [2]parser.Field{parser.FieldFirst, parser.FieldSecond}[side]
	return slices.IndexFunc(rec.Tags, func(t parser.Tag) bool {
		f, ok := parser.FieldOf(t.Key)
		return ok && f == field && !strings.EqualFold(t.Key, other) && strings.Trim(t.Value, "?-") != ""
	})
}

// ratingForm matches a rating, perhaps with a fraction or a mark of doubt.
var ratingForm = scan.NewPattern(`^([1-9]\d{0,3})(?:\.\d+)?[?*]?$`)

// Rating returns the rating of a side's player from the headers, under the
// side's own name or a usual one; 0 for none. r may be nil.
func Rating(rec *parser.Record, r *rules.Rules, side rules.Side) int {
	keys, other := sideKeys[side], ""
	if r != nil {
		keys = append([]string{r.SideName(side)}, keys...)
		other = r.SideName(side.Other())
	}
	for _, key := range keys {
		for _, ending := range []string{"Elo", "Rating"} {
			if value, there := rec.Tag(key + ending); there {
				return readRating(value)
			}
		}
	}
	field := [2]parser.Field{parser.FieldFirstElo, parser.FieldSecondElo}[side]
	for _, t := range rec.Tags {
		if f, ok := parser.FieldOf(t.Key); ok && f == field && (other == "" || !strings.EqualFold(t.Key, other+"Elo")) {
			return readRating(t.Value)
		}
	}
	return 0
}

func readRating(value string) int {
	value = strings.TrimSpace(value)
	if n := len(value); n > 0 && n <= 4 && value[0] != '0' && strings.Trim(value, "0123456789") == "" {
		rating, _ := strconv.Atoi(value)
		return rating
	}
	m := ratingForm.FindStringSubmatch(value)
	if m == nil {
		return 0
	}
	rating, _ := strconv.Atoi(m[1])
	return rating
}

// bothPlayers splits a header value with both players; "" if it has not exactly
// two.
func bothPlayers(both string) (names [2]string) {
	for _, separator := range []string{" vs. ", " vs ", " - ", " – ", ";", "/", ","} {
		if parts := strings.Split(both, separator); len(parts) == 2 {
			return [2]string{strings.TrimSpace(parts[0]), strings.TrimSpace(parts[1])}
		}
	}
	return names
}
