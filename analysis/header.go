package analysis

import (
	"fmt"
	"strings"

	"assay/parser"
	"assay/parser/record"
)

// dayKeys are headers with a date that no notation defines as a field.
var dayKeys = []string{"EventDate", "UTCDate", "EndDate"}

// doubtHeaders warns of unreadable or impossible dates and of unreadable
// ratings.
func (g *Game) doubtHeaders(rec *parser.Record, kinds *headerKinds) {
	for i := range rec.Tags {
		t := &rec.Tags[i]
		kind := kinds.at(i, t.Key)
		if kind == otherHeader {
			continue
		}
		value := strings.TrimSpace(t.Value)
		if strings.Trim(value, "?-. ") == "" || value[0]-'0' > 9 && record.IsUnknown(value) {
			continue
		}
		if kind == ratingHeader {
			if value != "0" && readRating(value) == 0 && !strings.EqualFold(value, "unrated") {
				g.Report.warn(0, t.Place, "NL-8",
					fmt.Sprintf("the rating %q of %s is not understood; write a number, or - for none",
						record.Clip(value), t.Key))
			}
			continue
		}
		if day, _ := record.ReadDay(value); day != "" || kind == timeHeader && startsWithClock(value) {
			continue
		}
		message := "the date %q is not understood; write it as YYYY.MM.DD"
		if record.AmbiguousDay(value) {
			message = "the date %q can be read with the day or the month first; write it as YYYY.MM.DD"
		}
		if record.ImpossibleDay(value) {
			message = "there is no such day as %q; write the date as YYYY.MM.DD"
		}
		g.Report.warn(0, t.Place, "NL-8", fmt.Sprintf(message, record.Clip(value)))
	}
}

// headerKind is the kind of value that a header requires.
type headerKind uint8

const (
	otherHeader  headerKind = iota // any text
	dayHeader                      // a day
	timeHeader                     // a day, a time of the day, or both
	ratingHeader                   // a rating
)

// headerKinds are the kinds of the header lines of the last record, by their
// order. Records of a file usually have the same keys in the same order.
type headerKinds []struct {
	key  string
	kind headerKind
}

// maxHeaderKinds bounds the header lines of which the kinds are kept.
const maxHeaderKinds = 64

// at returns the kind of header line i.
func (k *headerKinds) at(i int, key string) headerKind {
	if i < len(*k) && (*k)[i].key == key {
		return (*k)[i].kind
	}
	kind := headerKindOf(key)
	if i == len(*k) && i < maxHeaderKinds {
		*k = append(*k, struct {
			key  string
			kind headerKind
		}{})
	}
	if i < len(*k) {
		(*k)[i].key, (*k)[i].kind = strings.Clone(key), kind
	}
	return kind
}

func headerKindOf(key string) headerKind {
	switch f, ok := parser.FieldOf(key); {
	case ok && (f == parser.FieldFirstElo || f == parser.FieldSecondElo):
		return ratingHeader
	case ok && (f == parser.FieldStart || f == parser.FieldEnd):
		return timeHeader
	case ok && f == parser.FieldDate:
		return dayHeader
	}
	for _, own := range dayKeys {
		if len(own) == len(key) && strings.EqualFold(own, key) {
			return dayHeader
		}
	}
	return otherHeader
}

// startsWithClock reports whether a value starts with a time of the day.
func startsWithClock(value string) bool {
	first := strings.Fields(value)[0]
	_, clock := record.ParseClock(first)
	return clock || strings.Contains(first, ":")
}
