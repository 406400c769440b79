package record

import (
	"slices"
	"strings"

	"assay/parser/scan"
)

// Field is the meaning of a header line, independent of the notation's key.
type Field uint8

// The fields that notations have keys of their own for.
const (
	FieldFirst  Field = iota // the first player's name
	FieldSecond              // the second player's
	FieldFirstElo
	FieldSecondElo
	FieldFirstTeam
	FieldEvent
	FieldTitle // of a record
	FieldSite
	FieldDate
	FieldStart // day of the game, and the time it began at
	FieldEnd   // day and time of its end
	FieldTimeControl
	FieldTimeUsed
	FieldOpening
	FieldHandicap // the name of the start of a handicap game
	FieldNote
	FieldRecorder
	FieldAuthor // of a problem
	FieldSource
	FieldVariantName
	FieldVariant // the id
	fields
)

// Keys are a notation's keys of fields. The first key of each is the one
// that is written, and all are read. A field without keys is written as in PGN.
type Keys [fields][]string

// EnglishKeys are the keys of notations with English headers.
var EnglishKeys = Keys{
	FieldFirst: {"White"}, FieldSecond: {"Black"}, FieldFirstElo: {"WhiteElo"}, FieldSecondElo: {"BlackElo"},
	FieldFirstTeam: {"WhiteTeam"}, FieldEvent: {"Event"}, FieldTitle: {"Title"}, FieldSite: {"Site"},
	FieldDate: {"Date"}, FieldStart: {"StartTime"}, FieldEnd: {"EndTime"}, FieldTimeControl: {"TimeControl"},
	FieldTimeUsed: {"TimeUsed"}, FieldOpening: {"Opening"}, FieldHandicap: {"Handicap"}, FieldNote: {"Note"},
	FieldRecorder: {"Recorder"}, FieldAuthor: {"Author"}, FieldSource: {"Source"},
	FieldVariantName: {"VariantName"}, FieldVariant: {"Variant"},
}

// Field returns the field of a key. Keys in capitals are keywords of CSA and
// must be written so: "Time" in a PGN file is the time of day.
func (k *Keys) Field(key string) (Field, bool) {
	for f, keys := range k {
		for _, own := range keys {
			if own == key || len(own) == len(key) && strings.EqualFold(own, key) && own != strings.ToUpper(own) {
				return Field(f), true
			}
		}
	}
	return 0, false
}

// Vocabulary is a list of keys to look up.
type Vocabulary []*Keys

// Field returns the field of a key of any notation.
func (v Vocabulary) Field(key string) (f Field, ok bool) {
	for _, keys := range v {
		if f, ok := keys.Field(key); ok {
			return f, true
		}
	}
	return 0, false
}

// KeyIndex finds the fields of keys like a Vocabulary, but without comparing
// each key with all others.
type KeyIndex struct {
	vocabulary Vocabulary
	exact      map[string]indexed // by key
	folded     map[string]indexed // by key in lower case
}

// indexed is a field and the rank of its key in the vocabulary.
type indexed struct {
	field Field
	rank  int
}

// Index returns the index of a vocabulary.
func (v Vocabulary) Index() *KeyIndex {
	x := &KeyIndex{v, map[string]indexed{}, map[string]indexed{}}
	rank := 0
	add := func(to map[string]indexed, key string, f int) {
		if _, ok := to[key]; !ok {
			to[key] = indexed{Field(f), rank}
		}
	}
	for _, keys := range v {
		for f, own := range keys {
			for _, key := range own {
				add(x.exact, key, f)
				if key != strings.ToUpper(key) {
					add(x.folded, strings.ToLower(key), f)
				}
				rank++
			}
		}
	}
	return x
}

// longestKey is the length in bytes of the longest key that the index folds.
const longestKey = 32

// Field returns the field of a key of any notation.
func (x *KeyIndex) Field(key string) (f Field, ok bool) {
	if len(key) > longestKey || !scan.IsASCII(key) {
		return x.vocabulary.Field(key)
	}
	var buffer [longestKey]byte
	lower := buffer[:len(key)]
	for i := range len(key) {
		c := key[i]
		if c >= 'A' && c <= 'Z' {
			c |= 0x20
		}
		lower[i] = c
	}
	exact, ok := x.exact[key]
	folded, alike := x.folded[string(lower)]
	if ok && (!alike || exact.rank <= folded.rank) {
		return exact.field, true
	}
	return folded.field, alike
}

// Rename returns a notation's key for a tag that another notation calls key. It
// returns key itself if the notation has no other name for it, or if key is the
// notation's own.
func (v Vocabulary) Rename(key string, to *Keys) string {
	if f, ok := v.Field(key); ok && !slices.Contains(to[f], key) {
		return to.Key(f)
	}
	return key
}

// Key returns the key that is written for a field.
func (k *Keys) Key(f Field) string {
	if keys := k[f]; len(keys) > 0 {
		return keys[0]
	}
	return EnglishKeys[f][0]
}
