package analysis

import (
	"fmt"
	"strings"

	"assay/parser"
	"assay/parser/record"
)

// dayKeys are headers with a day that are no field of a notation.
var dayKeys = []string{"EventDate", "UTCDate", "EndDate"}

// doubtHeaders warns of dates and ratings that are not understood, and of days
// that there cannot be.
func (g *Game) doubtHeaders(rec *parser.Record) {
	for _, t := range rec.Tags {
		value := strings.TrimSpace(t.Value)
		switch {
		case strings.Trim(value, "?-. ") == "":
		case isDayKey(t.Key):
			if day, _ := record.ReadDay(value); day != "" || !startsWithDay(t.Key, value) {
				continue
			}
			message := "the date %q is not understood; write it as YYYY.MM.DD"
			if record.ImpossibleDay(value) {
				message = "there is no such day as %q; write the date as YYYY.MM.DD"
			}
			g.Report.warn(0, t.Place, "NL-8", fmt.Sprintf(message, record.Clip(value)))
		case isRatingKey(t.Key):
			if value != "0" && readRating(value) == 0 && !strings.EqualFold(value, "unrated") {
				g.Report.warn(0, t.Place, "NL-8", fmt.Sprintf("the rating %q of %s is not understood; write a number, or - for none", record.Clip(value), t.Key))
			}
		}
	}
}

func isDayKey(key string) bool {
	for _, own := range dayKeys {
		if strings.EqualFold(own, key) {
			return true
		}
	}
	f, ok := parser.FieldOf(key)
	return ok && (f == parser.FieldDate || f == parser.FieldStart || f == parser.FieldEnd)
}

// startsWithDay reports whether the value of a header is to start with a day:
// the times of start and end may be times of the day alone.
func startsWithDay(key, value string) bool {
	f, ok := parser.FieldOf(key)
	if !ok || f == parser.FieldDate {
		return true
	}
	_, clock := record.ParseClock(strings.Fields(value)[0])
	return !clock && len(strings.Split(strings.Fields(value)[0], ":")) < 2
}

func isRatingKey(key string) bool {
	f, ok := parser.FieldOf(key)
	return ok && (f == parser.FieldFirstElo || f == parser.FieldSecondElo)
}
