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

// wellFormed reports whether a date is empty or has the form YYYY-MM-DD with
// digits or question marks.
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

// Known returns the known part of a well-formed date: the year, year and month,
// or the whole date; "" without a year.
func Known(date string) string {
	for range 2 {
		date = strings.TrimSuffix(date, "-??")
	}
	if date == "????" {
		return ""
	}
	return date
}

// Span returns the first and last day (yyyymmdd) that a well-formed date can
// mean; unknown digits count as 0 and 9. Without a complete year there is no
// span.
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

// Days returns the first and last calendar day (yyyymmdd) that a date can mean.
// Both are 0 without a complete year or if there is no such day.
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

// fits reports whether n matches two digits, some of which may be unknown.
func fits(digits string, n int) bool {
	return (digits[0] == '?' || int(digits[0]-'0') == n/10) && (digits[1] == '?' || int(digits[1]-'0') == n%10)
}

// bound returns the span of days of one end of a date range: YYYY, YYYY-MM or
// YYYY-MM-DD.
func bound(date string) (earliest, latest int64, ok bool) {
	const unknown = "YYYY-??-??"
	if len(date) != 4 && len(date) != 7 && len(date) != 10 {
		return 0, 0, false
	}
	whole := date + unknown[len(date):]
	if strings.Contains(date, "?") || !wellFormed(whole) {
		return 0, 0, false
	}
	if first, _ := Days(whole); first < 1_01_01 { // there is no such day or year
		return 0, 0, false
	}
	return Span(whole)
}
