package source

import (
	"math"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
)

// letters is an encoding of one byte per character, with the frequencies of its
// non-ASCII letters in texts of its languages.
type letters struct {
	table  [256]rune
	latin  bool // most letters are ASCII
	prior  float64
	single map[rune]float64    // frequency of a letter
	total  float64             // sum of single
	before map[[2]rune]float64 // frequency after another letter
	after  map[[2]rune]float64 // frequency before another letter
	fromOf map[rune]float64    // frequency of any letter after that one
	toOf   map[rune]float64    // frequency of any letter before that one
}

// newLetters counts the letters of a text.
func newLetters(page *charmap.Charmap, latin bool, prior float64, text string) *letters {
	l := &letters{
		latin: latin, prior: prior, single: map[rune]float64{}, before: map[[2]rune]float64{},
		after:  map[[2]rune]float64{},
		fromOf: map[rune]float64{}, toOf: map[rune]float64{},
	}
	for b := range l.table {
		if l.table[b] = page.DecodeByte(byte(b)); l.table[b] == utf8.RuneError && page == charmap.Windows1252 {
			l.table[b] = rune(b) // the five bytes that it leaves to control characters
		}
	}
	runes := []rune(" " + strings.Map(small, text) + " ")
	for i := 1; i < len(runes)-1; i++ {
		if r := runes[i]; r >= utf8.RuneSelf {
			prev, next := inWord(runes[i-1]), inWord(runes[i+1])
			l.single[r]++
			l.total++
			l.before[[2]rune{prev, r}]++
			l.after[[2]rune{r, next}]++
			l.fromOf[prev]++
			l.toOf[next]++
		}
	}
	return l
}

// inWord returns the form in which the model counts a character: a small
// letter, or a blank for a character that is not a letter.
func inWord(r rune) rune {
	if r == utf8.RuneError || !unicode.IsLetter(r) && !unicode.Is(unicode.M, r) {
		return ' '
	}
	return small(r)
}

// small returns the small letter of a capital. It returns İ unchanged, because
// its small letter is ASCII.
func small(r rune) rune {
	if r == 'İ' {
		return r
	}
	return unicode.ToLower(r)
}

// chance estimates the probability of a letter between two others.
func (l *letters) chance(prev, r, next rune) float64 {
	single := l.single[r] / l.total
	share := func(pairs map[[2]rune]float64, pair [2]rune, of float64) float64 {
		const unseen = 4 // weight of pairs that the text does not have
		return (pairs[pair] + unseen*single) / (of + unseen)
	}
	before := share(l.before, [2]rune{prev, r}, l.fromOf[prev])
	after := share(l.after, [2]rune{r, next}, l.toOf[next])
	return 0.0002 + 0.9*(before+after)/2 + 0.05*single
}

// cost returns the cost of a text in the encoding in bits, without its ASCII
// characters.
func (l *letters) cost(raw []byte) float64 {
	sum := l.prior
	at := func(i int) rune {
		if i < 0 || i >= len(raw) {
			return ' '
		}
		return l.table[raw[i]]
	}
	for i, c := range raw {
		if c < utf8.RuneSelf {
			continue
		}
		r, prev, next := l.table[c], at(i-1), at(i+1)
		mark := unicode.Is(unicode.M, r)
		switch {
		case !l.latin && isPieceLetter(prev, r, next, raw[i+1:]):
			sum += costPieceLetter
			continue
		case r == utf8.RuneError || unicode.IsControl(r):
			sum += costNoLetter
			continue
		case !unicode.IsLetter(r) && !mark:
			sum += costOfSign(r)
			continue
		}
		sum -= math.Log2(l.chance(inWord(prev), small(r), inWord(next)))
		prevHigh, nextHigh := prev >= utf8.RuneSelf && inWord(prev) != ' ', next >= utf8.RuneSelf && inWord(next) != ' '
		prevASCII := prev < utf8.RuneSelf && inWord(prev) != ' '
		nextASCII := next < utf8.RuneSelf && inWord(next) != ' '
		switch {
		case l.latin && prevHigh && nextHigh:
			sum += 9
		case l.latin && prevHigh:
			sum += 6
		case l.latin:
			sum += 4
		case prevASCII:
			sum += 9
		case !prevHigh:
			sum += 2
		}
		if !l.latin && nextASCII {
			sum += 6
		}
		if mark && !prevHigh {
			sum += 12
		}
		if unicode.IsUpper(r) && unicode.IsLower(prev) {
			sum += 9
		}
	}
	return sum
}

// costPieceLetter is the cost in bits of a piece letter before a square.
const costPieceLetter = 2

// pieceLetters are the piece letters of languages with Cyrillic letters. The
// Russian king has two: Кр.
const pieceLetters = "КФЛСДТОЦп"

// isPieceLetter reports whether a character between two others is the letter
// of a piece that moves to a square: Кf3, Крe1, С:b5.
func isPieceLetter(prev, r, next rune, rest []byte) bool {
	if r == 'К' && next == 'р' && len(rest) > 1 {
		return inWord(prev) == ' ' && startsSquare(rest[1:])
	}
	return (strings.ContainsRune(pieceLetters, r) && inWord(prev) == ' ' || r == 'р' && prev == 'К') &&
		startsSquare(rest)
}

// startsSquare reports whether the rest of a move follows: f3, bd2, 1xe4, :b5.
func startsSquare(rest []byte) bool {
	for i := 0; i < len(rest) && i < len("a1xb2"); i++ {
		switch c := rest[i]; {
		case c >= 'a' && c <= 'h' && i+1 < len(rest) && rest[i+1]-'1' <= 7:
			return true
		case c >= 'a' && c <= 'h', c-'1' <= 7, c == 'x', c == ':', c == '-':
		default:
			return false
		}
	}
	return false
}

// costOfSign returns the cost in bits of a sign that is no letter.
func costOfSign(r rune) float64 {
	if strings.ContainsRune("«»„“”’‘–—…№½±°§\u00a0¿¡ºª©•", r) {
		return 8
	}
	return 15
}

// decode decodes one character.
func (l *letters) decode(raw []byte) (rune, int) { return l.table[raw[0]], 1 }
