package store

import (
	"strconv"
	"strings"
	"time"
)

const (
	dateForm  = "YYYY-MM-DD, unknown digits as ?"
	boundForm = "YYYY, YYYY-MM or YYYY-MM-DD"
)

// wellFormed reports whether a game's date has the form YYYY-MM-DD with digits
// or question marks; an empty date is well formed.
func wellFormed(date string) bool {
	if date == "" {
		return true
	}
	if len(date) != len("YYYY-MM-DD") {
		return false
	}
	for i, c := range []byte(date) {
		if dash := i == 4 || i == 7; dash != (c == '-') || !dash && c != '?' && (c < '0' || c > '9') {
			return false
		}
	}
	return true
}

// Known is what is known of a well-formed date: its year, year and month, or
// all of it; "" where not even the year is known.
func Known(date string) string {
	for range 2 {
		date = strings.TrimSuffix(date, "-??")
	}
	if date == "????" {
		return ""
	}
	return date
}

// Span gives the first and last day a well-formed date can mean, as yyyymmdd:
// an unknown digit counts as 0 in the first and as 9 in the last. A date whose
// year is not wholly known has no span.
func Span(date string) (earliest, latest int64, ok bool) {
	if len(date) < 4 || strings.Contains(date[:4], "?") {
		return 0, 0, false
	}
	for _, c := range []byte(date) {
		switch c {
		case '-':
		case '?':
			earliest, latest = earliest*10, latest*10+9
		default:
			earliest, latest = earliest*10+int64(c-'0'), latest*10+int64(c-'0')
		}
	}
	return earliest, latest, true
}

// Days gives the first and the last day of the calendar that a game's date can
// mean, as yyyymmdd. Both are 0 where its year is not wholly known, or where
// there is no such day.
func Days(date string) (earliest, latest int) {
	if date == "" || !wellFormed(date) || strings.Contains(date[:4], "?") {
		return 0, 0
	}
	year, _ := strconv.Atoi(date[:4])
	for month := 1; month <= 12; month++ {
		if !fits(date[5:7], month) {
			continue
		}
		days := time.Date(year, time.Month(month)+1, 0, 0, 0, 0, 0, time.UTC).Day()
		for day := 1; day <= days; day++ {
			if !fits(date[8:10], day) {
				continue
			}
			latest = year*10000 + month*100 + day
			if earliest == 0 {
				earliest = latest
			}
		}
	}
	return earliest, latest
}

// fits reports whether a number can be meant by two digits, of which some may
// be unknown.
func fits(digits string, n int) bool {
	return (digits[0] == '?' || int(digits[0]-'0') == n/10) && (digits[1] == '?' || int(digits[1]-'0') == n%10)
}

// bound reads an end of a filter's date range, YYYY, YYYY-MM or YYYY-MM-DD, as
// the span it covers.
func bound(date string) (earliest, latest int64, ok bool) {
	const unknown = "YYYY-??-??"
	if len(date) != 4 && len(date) != 7 && len(date) != 10 {
		return 0, 0, false
	}
	whole := date + unknown[len(date):]
	if strings.Contains(date, "?") || !wellFormed(whole) {
		return 0, 0, false
	}
	if first, _ := Days(whole); first < 1_01_01 { // the calendar has no such day, or no such year
		return 0, 0, false
	}
	return Span(whole)
}
