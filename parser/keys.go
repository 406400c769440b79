package parser

import (
	"cmp"
	"slices"
	"strings"

	"assay/parser/record"
	"assay/parser/shogi"
)

// keysOf returns a format's keys; the PGN keys if it has none.
func keysOf(f Format) *record.Keys {
	if n, err := notationOf(f); err == nil && n.Keys != nil {
		return n.Keys
	}
	return &record.EnglishKeys
}

// known are the keys of all notations that have the same meaning in others.
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

// FieldOf returns the field of a header key of any notation.
func FieldOf(key string) (f Field, ok bool) { return knownIndex.Field(key) }

// TagKey returns a format's key for the tag that another format calls key. If
// the format has no other name for it, it returns key.
func TagKey(key string, to Format) string { return known.Rename(key, keysOf(to)) }

// FieldKey returns the key that a format writes for a field.
func FieldKey(f Field, to Format) string { return keysOf(to).Key(f) }

// Said returns a record's value of a field, found by the keys of its own
// notation or else of any notation; "" if there is none.
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

// Event returns the event that a record names, else its title; "" for neither.
func Event(r *Record) string { return cmp.Or(Said(r, FieldEvent), Said(r, FieldTitle)) }

// Opening returns the opening that a record names, followed by its variation
// after a colon, and its code, such as ECO; "" if unknown.
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

// Day returns the day of a record's game as YYYY-MM-DD, with ? for unknown
// digits; "" if neither its date nor its start is known.
func Day(r *Record) string {
	for _, f := range []Field{FieldDate, FieldStart, FieldEnd} {
		if day, _ := record.ReadDay(Said(r, f)); day != "" {
			return day
		}
	}
	return ""
}

// says reports whether a header's value is known: not empty, "?" or "-".
func says(value string) bool { return strings.Trim(value, "?-. ") != "" }

// UsualKey returns the English key of a field, which most notations use.
func UsualKey(f Field) string { return record.EnglishKeys.Key(f) }

// UsualTag returns the English name of a tag that some format calls key.
func UsualTag(key string) string { return known.Rename(key, &record.EnglishKeys) }

// IsUsualStart reports whether the value of a start header (FieldHandicap)
// names the usual start without a handicap.
func IsUsualStart(value string) bool { return shogi.IsUsualStart(value) }
