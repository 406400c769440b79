package repair

import (
	"math"
	"slices"
	"strings"
	"unicode"

	"assay/parser/scan"
)

// Costs of differences between two tokens. They also reflect how many similar
// errors are possible.
const (
	costConfused  = 2.6 // similar characters
	costNextTo    = 2.2 // off by one file or rank; adjacent characters exchanged
	costCharacter = 3.8
	costScript    = 5.0 // a letter for a digit, or the reverse
	costSign      = 1.4 // of check, capture or promotion: often left out
	costSquare    = 5.1 // any other square
	costWord      = 5.1 // any other word
	costPly       = 7.5 // any other one-word ply
	costLeftOut   = 2.0 // a word missing on one side
	costUnnoted   = 0.8 // a capture written as a quiet move
)

// confusable lists characters that are easily confused in print or handwriting.
var confusable = confusions("ao", "ce", "bh", "b6", "g9", "gq", "l1", "I1", "17", "38", "56", "5S", "0O", "68", "uv",
	"hn", "ft", "ij", "B8", "QO", "RK", "RB", "NH", "ad", "bd", "四西", "二三", "一二", "金全", "銀金", "桂圭", "歩走", "王玉", "馬駒")

func confusions(pairs ...string) map[[2]rune]bool {
	out := map[[2]rune]bool{}
	for _, pair := range pairs {
		two := []rune(pair)
		out[[2]rune{two[0], two[1]}], out[[2]rune{two[1], two[0]}] = true, true
	}
	return out
}

// characterOrder numbers the characters of files and ranks, so that adjacent
// ones differ by 1 and different scripts by much more.
var characterOrder = func() map[rune]int {
	out := map[rune]int{}
	for i, row := range []string{"0123456789", "abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOP", "０１２３４５６７８９",
		"〇一二三四五六七八九"} {
		at := 100 * (i + 1)
		for _, c := range row {
			out[c] = at
			at++
		}
	}
	return out
}()

// similarity computes how probably one token is mistaken for another.
type similarity struct{ cache map[[2]string]float64 } // of words

func newSimilarity() *similarity { return &similarity{map[[2]string]float64{}} }

// cost returns the cost of mistaking the words of one token for another's.
func (l *similarity) cost(was, is []string) float64 {
	if len(was) == 1 && len(is) == 1 {
		return min(costPly, l.wordCost(was[0], is[0]))
	}
	if n := len(was) / 2; n > 1 && slices.Equal(was[:n], was[n:]) {
		return costRepeat + l.cost(was[:n], is)
	}
	cost := align(was, is, l.partCost, wordsCost)
	if quiet, captures := asQuiet(is); captures && !slices.Contains(was, capture) {
		cost = min(cost, costUnnoted+align(was, quiet, l.partCost, wordsCost))
	}
	return cost
}

// wordsCost returns the cost of replacing two adjacent words.
func wordsCost(a, b [2]string) float64 {
	if a[0] == b[1] && a[1] == b[0] {
		return costWord
	}
	return math.Inf(1)
}

// capture is the word for a capture.
const capture = "x"

// asQuiet returns the words of a capture rewritten as a quiet move, without the
// captured piece.
func asQuiet(is []string) (quiet []string, captures bool) {
	at := slices.Index(is, capture)
	if at < 0 || at+1 >= len(is) {
		return nil, false
	}
	quiet = append(slices.Clone(is[:at]), "-", is[at+1])
	if change := slices.Index(is, "="); change > at {
		quiet = append(quiet, is[change:]...)
	}
	return quiet, true
}

// partCost returns the cost of replacing one word of several; "" is no word.
func (l *similarity) partCost(a, b string) float64 {
	switch {
	case a == "" || b == "":
		return min(costLeftOut, l.wordCost(a, b))
	case squareName.MatchString(a) && squareName.MatchString(b):
		return min(costSquare, l.wordCost(a, b))
	}
	return min(costWord, l.wordCost(a, b))
}

// wordCost returns the cost of replacing a word, by characters.
func (l *similarity) wordCost(a, b string) float64 {
	pair := [2]string{a, b}
	cost, known := l.cache[pair]
	if !known {
		cost = align([]rune(a), []rune(b), characterCost, pairCost)
		l.cache[pair] = cost
	}
	return cost
}

// characterCost returns the cost of replacing a character; 0 is none.
func characterCost(a, b rune) float64 {
	if a == 0 || b == 0 {
		if strings.ContainsRune("x+#=-!?×:", a+b) {
			return costSign
		}
		return costCharacter
	}
	if i, j := characterOrder[a], characterOrder[b]; i > 0 && (i-j == 1 || j-i == 1) {
		return costNextTo
	}
	if confusable[[2]rune{a, b}] || unicode.ToLower(a) == unicode.ToLower(b) {
		return costConfused
	}
	if unicode.IsDigit(a) != unicode.IsDigit(b) {
		return costScript
	}
	return costCharacter
}

// squareName matches a square on a board of any number of ranks.
var squareName = scan.NewPattern(`^[a-p][0-9]{1,2}$`)

// pairCost returns the cost of replacing two adjacent characters at once.
func pairCost(a, b [2]rune) float64 {
	switch {
	case a[0] == b[1] && a[1] == b[0]:
		return costNextTo
	case namesSquare(a) && namesSquare(b):
		return costSquare
	}
	return math.Inf(1)
}

// namesSquare reports whether two characters name a square: a letter and a
// digit, two digits, or full-width and Chinese digits.
func namesSquare(two [2]rune) bool {
	file, rank := two[0], two[1]
	switch {
	case rank >= '0' && rank <= '9':
		return file >= 'a' && file <= 'p' || file >= '1' && file <= '9'
	case rank >= 'a' && rank <= 'l':
		return file >= '1' && file <= '9'
	}
	return file >= '１' && file <= '９' && strings.ContainsRune("一二三四五六七八九", rank)
}

// align returns the edit distance of two sequences. change is the cost of
// replacing, inserting or deleting an element (the zero value is none), and
// pair the cost of replacing two adjacent elements.
func align[T comparable](a, b []T, change func(a, b T) float64, pair func(a, b [2]T) float64) float64 {
	var none T
	width := len(b) + 1
	cost := make([]float64, (len(a)+1)*width)
	for at := 1; at < len(cost); at++ {
		i, j := at/width, at%width
		least := math.Inf(1)
		if i > 0 {
			least = cost[at-width] + change(a[i-1], none)
		}
		if j > 0 {
			least = min(least, cost[at-1]+change(none, b[j-1]))
		}
		switch {
		case i == 0 || j == 0:
		case a[i-1] == b[j-1]:
			least = min(least, cost[at-width-1])
		default:
			least = min(least, cost[at-width-1]+change(a[i-1], b[j-1]))
			if i > 1 && j > 1 {
				least = min(least, cost[at-2*width-2]+pair([2]T(a[i-2:i]), [2]T(b[j-2:j])))
			}
		}
		cost[at] = least
	}
	return cost[len(cost)-1]
}
