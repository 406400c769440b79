package analysis

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"assay/analysis/rules"
	"assay/parser"
)

// sideKeys are what players' headers are called after their sides in any game.
var sideKeys = [2][]string{{"First", "Player1", "Sente"}, {"Second", "Player2", "Gote"}}

// Player is the name of a side's player by a record's headers: under the side's
// own name or a usual one, under its notation's, or as half of Players. It is
// "" where none tells; r may be nil.
func Player(rec *parser.Record, r *rules.Rules, side rules.Side) string {
	if i := playerTag(rec, r, side); i >= 0 {
		return rec.Tags[i].Value
	}
	both, _ := rec.Tag("Players")
	return halves(both)[side]
}

// PlayerKey is the key by which a record names the player whom another key
// means, a side's name or a key of any notation; that key where none does.
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

// playerTag is the index of the tag that names a side's player, -1 for none.
func playerTag(rec *parser.Record, r *rules.Rules, side rules.Side) int {
	known := func(i int) bool { return i >= 0 && strings.Trim(rec.Tags[i].Value, "?-") != "" }
	named := func(key string) int {
		return slices.IndexFunc(rec.Tags, func(t parser.Tag) bool { return strings.EqualFold(t.Key, key) })
	}
	keys := sideKeys[side]
	other := ""
	if r != nil {
		// The names of the sides stand before the usual ones: Black moves first
		// in some games.
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

// ratingForm is a rating, which may have a fraction, or be marked as not sure.
var ratingForm = regexp.MustCompile(`^([1-9]\d{0,3})(?:\.\d+)?[?*]?$`)

// Rating is what a record's headers say that a side's player is rated, under
// the side's own name or a usual one; 0 where none tells. r may be nil.
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

// halves are both players of one header's value, "" where it has not two.
func halves(both string) (names [2]string) {
	for _, separator := range []string{" vs. ", " vs ", " - ", " – ", ";", "/", ","} {
		if parts := strings.Split(both, separator); len(parts) == 2 {
			return [2]string{strings.TrimSpace(parts[0]), strings.TrimSpace(parts[1])}
		}
	}
	return names
}
