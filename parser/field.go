package parser

import (
	"cmp"
	"strings"
)

// Field is what a header line says, by whatever key a notation says it.
type Field uint8

// The fields that notations have keys of their own for.
const (
	FieldFirst  Field = iota // the first player's name
	FieldSecond              // the second player's
	FieldFirstElo
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
	FieldHandicap // the name of the start, where the game is one with odds
	FieldNote
	FieldRecorder
	FieldAuthor // of a problem
	FieldSource
	FieldVariantName
	FieldVariant // the id
	fields
)

// fieldKeys are a notation's keys of fields. The first key of each is the one
// that is written, and all are read. A field without keys is written as in PGN.
type fieldKeys [fields][]string

// namedKeys are the keys of notations whose header lines are in English.
var namedKeys = fieldKeys{
	FieldFirst: {"White"}, FieldSecond: {"Black"}, FieldFirstElo: {"WhiteElo"},
	FieldFirstTeam: {"WhiteTeam"}, FieldEvent: {"Event"}, FieldTitle: {"Title"}, FieldSite: {"Site"},
	FieldDate: {"Date"}, FieldStart: {"StartTime"}, FieldEnd: {"EndTime"}, FieldTimeControl: {"TimeControl"},
	FieldTimeUsed: {"TimeUsed"}, FieldOpening: {"Opening"}, FieldHandicap: {"Handicap"}, FieldNote: {"Note"},
	FieldRecorder: {"Recorder"}, FieldAuthor: {"Author"}, FieldSource: {"Source"},
	FieldVariantName: {"VariantName"}, FieldVariant: {"Variant"},
}

// kifKeys are those of Kifu for Windows, which JKF has as well. The players of
// a game with odds have names of their own.
var kifKeys = fieldKeys{
	FieldFirst: {shogiSides[0][0], shogiSides[1][0]}, FieldSecond: {shogiSides[0][1], shogiSides[1][1]},
	FieldEvent: {"棋戦"}, FieldTitle: {"表題"}, FieldSite: {"場所"}, FieldDate: {"対局日"}, FieldStart: {"開始日時"},
	FieldEnd: {"終了日時"}, FieldTimeControl: {"持ち時間"}, FieldTimeUsed: {"消費時間"}, FieldOpening: {"戦型"},
	FieldHandicap: {handicapKey}, FieldNote: {"備考"}, FieldRecorder: {"記録係"}, FieldAuthor: {"作者"}, FieldSource: {"出典"},
}

// csaKeys are those of CSA, without the sign in front of its keywords.
var csaKeys = fieldKeys{
	FieldFirst: {"N+"}, FieldSecond: {"N-"}, FieldEvent: {"EVENT"}, FieldSite: {"SITE"}, FieldStart: {"START_TIME"},
	FieldEnd: {"END_TIME"}, FieldTimeControl: {"TIME_LIMIT", "TIME"}, FieldOpening: {"OPENING"}, FieldNote: {"NOTE"},
}

// xiangqiKeys are those of programs of xiangqi, where they are other than PGN's.
// Who is called Red elsewhere is for the game to say.
var xiangqiKeys = fieldKeys{FieldFirst: {"Red"}, FieldFirstElo: {"RedElo"}, FieldFirstTeam: {"RedTeam"}}

// keysOf are a format's keys, those of PGN for one that has none.
func keysOf(f Format) *fieldKeys {
	if n, err := notationOf(f); err == nil && n.keys != nil {
		return n.keys
	}
	return &namedKeys
}

// field is what a key stands for. Keys of capitals alone are CSA's keywords, which
// are written so: "Time" of a PGN file is the time of day.
func (k *fieldKeys) field(key string) (Field, bool) {
	for f, keys := range k {
		for _, own := range keys {
			if own == key || len(own) == len(key) && strings.EqualFold(own, key) && own != strings.ToUpper(own) {
				return Field(f), true
			}
		}
	}
	return 0, false
}

// vocabularies are all sets of keys.
var vocabularies = []*fieldKeys{&namedKeys, &kifKeys, &csaKeys}

// FieldOf is what a key stands for in any of the notations.
func FieldOf(key string) (f Field, ok bool) {
	for _, keys := range vocabularies {
		if f, ok := keys.field(key); ok {
			return f, true
		}
	}
	return 0, false
}

// TagKey is what a format calls the tag that some format calls key; key itself
// where it has no other name.
func TagKey(key string, to Format) string { return keysOf(to).rename(key) }

func (k *fieldKeys) rename(key string) string {
	if f, ok := FieldOf(key); ok {
		return k.key(f)
	}
	return key
}

// key is the key that is written for a field.
func (k *fieldKeys) key(f Field) string {
	if keys := k[f]; len(keys) > 0 {
		return keys[0]
	}
	return namedKeys[f][0]
}

// FieldKey is the key by which a format says something.
func FieldKey(f Field, to Format) string { return keysOf(to).key(f) }

// Field is what a record says by the keys of its own notation, else by those of
// any; "" where it says nothing.
func (r *Record) Field(f Field) string {
	own := keysOf(r.Written())
	said := ""
	for _, tag := range r.Tags {
		if !says(tag.Value) {
			continue
		}
		if means, ok := own.field(tag.Key); ok && means == f {
			return tag.Value
		}
		if means, ok := FieldOf(tag.Key); ok && means == f && said == "" {
			said = tag.Value
		}
	}
	return said
}

// Event is the event that a record names, else its title; "" for neither.
func (r *Record) Event() string { return cmp.Or(r.Field(FieldEvent), r.Field(FieldTitle)) }

// says reports whether a header's value is more than a sign for not known.
func says(value string) bool { return strings.Trim(value, "?-. ") != "" }
