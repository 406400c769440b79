package record

import (
	"strconv"
	"strings"
	"time"
	"unicode"

	"assay/parser/scan"
	"assay/parser/word"
)

// ReadDay reads the date that a text starts with, such as 2003.01.??, 2003/1/2,
// 2003年1月2日, 昭和60年1月2日, "Sun Jul 09 2023", "9. Juli 2023", 20230709, or with
// the year last if only one number can be the month. It returns the
// date as YYYY-MM-DD with ? for unknown digits; "" for no date or an impossible
// one. rest is the text after it: a time, or the day of the week.
func ReadDay(text string) (day, rest string) {
	if plainDay(text) {
		return text[:4] + "-" + text[5:7] + "-" + text[8:], ""
	}
	if day, rest = readAnyDay(text); !isPossible(day) {
		return "", text
	}
	return day, rest
}

// plainDay reports whether a text is a date in PGN's form, YYYY.MM.DD, with a
// day that the month has in every year. Month and day may be unknown (??).
func plainDay(text string) bool {
	if len(text) != len("YYYY.MM.DD") || text[4] != '.' || text[7] != '.' {
		return false
	}
	for i := range len(text) {
		if i != 4 && i != 7 && text[i]-'0' > 9 && (i < 4 || text[i] != '?') {
			return false
		}
	}
	month, day := text[5:7], text[8:]
	switch {
	case month == "??":
		return day == "??"
	case month < "01" || month > "12":
		return false
	case day == "??":
		return true
	case day[0] == '?' || day[1] == '?':
		return false
	case day == "29" || day == "30":
		return month != "02"
	}
	return day >= "01" && day <= "28"
}

// ImpossibleDay reports whether a text starts with an impossible date such as
// 2023.02.30.
func ImpossibleDay(text string) bool {
	day, _ := readAnyDay(text)
	return day != "" && !isPossible(day)
}

func readAnyDay(text string) (day, rest string) {
	if day, rest = readDayInWords(text); day != "" {
		return day, rest
	}
	if day, rest, _ = readDayBackwards(text); day != "" {
		return day, rest
	}
	return readDayInFigures(text)
}

// AmbiguousDay reports whether a text starts with a date of which two numbers
// can be the month, such as 03/04/2024.
func AmbiguousDay(text string) bool {
	_, _, ambiguous := readDayBackwards(text)
	return ambiguous
}

// backwards matches a date with the year last, and compact one with the year
// first and no separators.
var (
	backwards = scan.NewPattern(`^([0-9]{1,2})([./-])[ ]?([0-9]{1,2})([./-])[ ]?([0-9]{4})\b`)
	compact   = scan.NewPattern(`^([12][0-9]{3})([0-9]{2})([0-9]{2})\b`)
)

// readDayBackwards reads such a date. With full stops the order is day, month,
// year. With other separators it may also be month, day, year.
func readDayBackwards(text string) (day, rest string, ambiguous bool) {
	if parts := compact.FindStringSubmatch(text); parts != nil {
		return strings.Join(parts[1:], "-"), scan.Trim(text[len(parts[0]):]), false
	}
	parts := backwards.FindStringSubmatch(text)
	if parts == nil || parts[2] != parts[4] {
		return "", text, false
	}
	number, _ := strconv.Atoi(parts[1])
	month, _ := strconv.Atoi(parts[3])
	const months = 12
	switch {
	case month > months && number <= months:
		number, month = month, number
	case parts[2] != "." && month <= months && number <= months && number != month:
		return "", text, true
	}
	return parts[5] + "-" + twoDigits(month) + "-" + twoDigits(number), scan.Trim(text[len(parts[0]):]), false
}

// isPossible reports whether a date exists; an unknown digit fits any.
func isPossible(day string) bool {
	if len(day) != len("YYYY-MM-DD") {
		return false
	}
	if strings.Contains(day[5:7], "?") {
		return day[5] <= '1' || day[5] == '?'
	}
	month, _ := strconv.Atoi(day[5:7])
	if month < 1 || month > 12 {
		return false
	}
	if strings.Contains(day[8:], "?") {
		return day[8] <= '3' || day[8] == '?'
	}
	n, _ := strconv.Atoi(day[8:])
	year, err := strconv.Atoi(day[:4])
	if err != nil {
		year = 2000 // a leap year, which has every day
	}
	return n >= 1 && n <= time.Date(year, time.Month(month)+1, 0, 0, 0, 0, 0, time.UTC).Day()
}

// eras are the eras by which Japanese records count years, with the year before
// their first.
var eras = []struct {
	name   string
	before int
}{{"令和", 2018}, {"平成", 1988}, {"昭和", 1925}, {"大正", 1911}, {"明治", 1867}}

// ofEra replaces a year of a Japanese era by one of the common era.
func ofEra(text string) string {
	for _, era := range eras {
		rest, ok := strings.CutPrefix(text, era.name)
		if !ok {
			continue
		}
		if first, ok := strings.CutPrefix(rest, "元"); ok {
			return strconv.Itoa(era.before+1) + first
		}
		digits, after := dayPart(rest, 2)
		if n, err := strconv.Atoi(digits); err == nil && n > 0 {
			return strconv.Itoa(era.before+n) + after
		}
	}
	return text
}

// months are the names of months and their abbreviations, folded, in the
// languages of records.
var months = func() map[string]int {
	all := map[string]int{}
	for _, names := range []string{
		"january february march april may june july august september october november december",
		"januar februar marz april mai juni juli august september oktober november dezember",
		"janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre",
		"enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
		"gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
		"janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro",
		"januari februari maart april mei juni juli augustus september oktober november december",
		"января февраля марта апреля мая июня июля августа сентября октября ноября декабря",
		"январь февраль март апрель май июнь июль август сентябрь октябрь ноябрь декабрь",
		"stycznia lutego marca kwietnia maja czerwca lipca sierpnia wrzesnia pazdziernika listopada grudnia",
		"januar februar marcius aprilis majus junius julius augusztus szeptember oktober november december",
	} {
		for i, name := range strings.Fields(name(names)) {
			all[name] = i + 1
			for _, n := range []int{3, 4} {
				short := []rune(name)
				if _, taken := all[string(short[:min(n, len(short))])]; !taken {
					all[string(short[:min(n, len(short))])] = i + 1
				}
			}
		}
	}
	return all
}()

// name folds the name of a month or day.
func name(text string) string { return word.Fold(text) }

// readDayInWords reads a date with the month as a word, and the day and a year
// of four digits in any order. The day of the week may come first.
func readDayInWords(text string) (day, rest string) {
	var year, month, number string
	at := 0
	for words := 0; words < 7 && at < len(text); words++ {
		start := at + len(text[at:]) - len(strings.TrimLeft(text[at:], " \t,.-/'’"))
		end := start
		for end < len(text) && strings.IndexByte(" \t,.-/'", text[end]) < 0 {
			end++
		}
		token := name(text[start:end])
		digits := strings.TrimRight(token, "stndrhºªe")
		n, err := strconv.Atoi(digits)
		switch {
		case token == "":
			return "", text
		case months[token] > 0 && month == "":
			month = twoDigits(months[token])
		case err == nil && len(digits) == 4 && year == "":
			year = digits
		case err == nil && len(digits) <= 2 && number == "" && n > 0:
			number = twoDigits(n)
		case err != nil && (words == 0 || token == "of" || token == "de" || token == "del") &&
			!strings.ContainsAny(token, "0123456789:"):
		default:
			return "", text
		}
		at = end
		if year != "" && month != "" && (number != "" || !moreOfDay(text[end:])) {
			if number == "" {
				number = "??"
			}
			return year + "-" + month + "-" + number, scan.Trim(strings.TrimLeft(text[end:], ",."))
		}
	}
	return "", text
}

// moreOfDay reports whether the number of the day may follow later in the text.
func moreOfDay(rest string) bool {
	rest = strings.TrimLeft(rest, " \t,.-/")
	_, digits := scan.LeadingNumber(rest)
	return digits == 1 || digits == 2 && (len(rest) == 2 || rest[2] != ':')
}

func twoDigits(n int) string { return string([]byte{byte('0' + n/10), byte('0' + n%10)}) }

func readDayInFigures(text string) (day, rest string) {
	var parts [3]string
	text = ofEra(text)
	rest = text
	for i := range parts {
		digits, after := dayPart(rest, []int{4, 2, 2}[i])
		if digits == "" || i == 0 && len(digits) != 4 {
			break
		}
		parts[i], rest = digits, after
		next, after := scan.FirstRune(rest)
		if !strings.Contains([]string{"./-年", "./-月", "日"}[i], next) || next == "" {
			break
		}
		rest = after
	}
	if parts[0] == "" || rest != "" && rest[0] < 0x80 && (isDayByte(rest[0]) || rest[0] >= 'a' && rest[0] <= 'z') {
		return "", text
	}
	for i := 1; i < len(parts); i++ {
		switch len(parts[i]) {
		case 0:
			parts[i] = "??"
		case 1:
			parts[i] = "0" + parts[i]
		}
	}
	if day = strings.Join(parts[:], "-"); strings.Trim(day, "?-") == "" {
		return "", text
	}
	return day, scan.Trim(rest)
}

func isDayByte(c byte) bool { return c >= '0' && c <= '9' || c == '?' }

// dayPart reads up to a number of digits, full-width ones and ? included.
func dayPart(text string, most int) (digits, rest string) {
	for rest = text; len(digits) < most && rest != ""; {
		c, after := scan.FirstRune(rest)
		switch r := []rune(c)[0]; {
		case r >= '０' && r <= '９':
			digits += string('0' + r - '０')
		case r == '?' || r < unicode.MaxASCII && unicode.IsDigit(r):
			digits += c
		default:
			return digits, rest
		}
		rest = after
	}
	return digits, rest
}
