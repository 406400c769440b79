package parser

import (
	"cmp"
	"slices"
	"strings"

	"assay/parser/record"
	"assay/parser/shogi"
)

// keysOf are a format's keys, those of PGN for one that has none.
func keysOf(f Format) *record.Keys {
	if n, err := notationOf(f); err == nil && n.Keys != nil {
		return n.Keys
	}
	return &record.EnglishKeys
}

// known are the keys of all notations that mean the same in others.
var known = func() (v record.Vocabulary) {
	v = record.Vocabulary{&record.EnglishKeys}
	for _, n := range notations {
		if n.Keys != nil && !n.Private && !slices.Contains(v, n.Keys) {
			v = append(v, n.Keys)
		}
	}
	return v
}()

var knownIndex = known.Index()

// FieldOf returns what a key stands for in any of the notations.
func FieldOf(key string) (f Field, ok bool) { return knownIndex.Field(key) }

// TagKey is what a format calls the tag that some format calls key; key itself
// where it has no other name.
func TagKey(key string, to Format) string { return known.Rename(key, keysOf(to)) }

// FieldKey is the key by which a format says something.
func FieldKey(f Field, to Format) string { return keysOf(to).Key(f) }

// Said is what a record says by the keys of its own notation, else by those of
// any; "" where it says nothing.
func Said(r *Record, f Field) string {
	own := keysOf(r.Written())
	said := ""
	for _, tag := range r.Tags {
		if !says(tag.Value) {
			continue
		}
		if means, ok := own.Field(tag.Key); ok && means == f {
			return tag.Value
		}
		if means, ok := FieldOf(tag.Key); ok && means == f && said == "" {
			said = tag.Value
		}
	}
	return said
}

// Event is the event that a record names, else its title; "" for neither.
func Event(r *Record) string { return cmp.Or(Said(r, FieldEvent), Said(r, FieldTitle)) }

// Opening is the opening that a record names, the variation behind a colon, and
// its code in a book of openings; "" for neither.
func Opening(r *Record) (code, name string) {
	tag := func(key string) string {
		value, _ := r.Tag(key)
		if !says(value) {
			return ""
		}
		return strings.Join(strings.Fields(value), " ")
	}
	code = cmp.Or(tag("ECO"), tag("ECCO"))
	name = strings.Join(strings.Fields(Said(r, record.FieldOpening)), " ")
	if name == "" {
		return code, ""
	}
	between := ": "
	for _, key := range []string{"Variation", "SubVariation"} {
		if part := tag(key); part != "" {
			name, between = name+between+part, ", "
		}
	}
	return code, name
}

// Day is the day of a record's game as YYYY-MM-DD, each unknown digit a ?, by
// its date or its start; "" where neither gives one.
func Day(r *Record) string {
	for _, f := range []Field{FieldDate, FieldStart, FieldEnd} {
		if day, _ := record.ReadDay(Said(r, f)); day != "" {
			return day
		}
	}
	return ""
}

// says reports whether a header's value is more than a sign for not known.
func says(value string) bool { return strings.Trim(value, "?-. ") != "" }

// UsualKey is the key by which most notations say something, and the English
// one.
func UsualKey(f Field) string { return record.EnglishKeys.Key(f) }

// UsualTag is what most notations call the tag that some format calls key.
func UsualTag(key string) string { return known.Rename(key, &record.EnglishKeys) }

// IsUsualStart reports whether the value of a header for the start
// (FieldHandicap) names the usual one and no odds.
func IsUsualStart(value string) bool { return shogi.IsUsualStart(value) }
