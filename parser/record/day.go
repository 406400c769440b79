package record

import (
	"strings"
	"unicode"

	"assay/parser/scan"
)

// ReadDay reads the day that a text starts with, such as 2003.01.??, 2003/1/2
// or 2003年1月2日, as YYYY-MM-DD, each unknown digit a ?; "" where there is none.
// rest is what follows: a time, or the day of the week.
func ReadDay(text string) (day, rest string) {
	var parts [3]string
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

// dayPart reads up to so many digits, full-width ones too, or signs for unknown
// ones.
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
