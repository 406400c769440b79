package repair

import (
	"math"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// Costs of what differs between two texts of plies: of a slip, and of how many
// others one like it could have made.
const (
	costConfused  = 1.6 // characters that look alike
	costNextTo    = 2.0 // one file or rank off; two characters in each other's place
	costCharacter = 2.8
	costSign      = 1.4 // of a check, a capture, a promotion: often left out
	costSquare    = 4.6 // another square, whatever it is
	costWord      = 5.0 // another word, whatever it is
	costPly       = 7.5 // another ply, where it is one word
	costLeftOut   = 2.0 // a word that one of the two lacks
	costUnnoted   = 0.8 // a capture that is written as none
)

// alike are characters that are taken for each other, in print or by hand.
var alike = confusions("ao", "ce", "bh", "b6", "g9", "gq", "l1", "I1", "17", "38", "56", "5S", "0O", "68", "uv", "hn", "ft", "ij", "B8", "QO", "RK", "RB", "NH", "ad", "bd", "四西", "二三", "一二", "金全", "銀金", "桂圭", "歩走", "王玉", "馬駒")

func confusions(pairs ...string) map[[2]rune]bool {
	out := map[[2]rune]bool{}
	for _, pair := range pairs {
		two := []rune(pair)
		out[[2]rune{two[0], two[1]}], out[[2]rune{two[1], two[0]}] = true, true
	}
	return out
}

// order is where characters that stand for files and ranks stand in their rows;
// the rows are far from each other.
var order = func() map[rune]int {
	out := map[rune]int{}
	for i, row := range []string{"0123456789", "abcdefghijklmnop", "ABCDEFGHIJKLMNOP", "０１２３４５６７８９", "〇一二三四五六七八九"} {
		at := 100 * (i + 1)
		for _, c := range row {
			out[c] = at
			at++
		}
	}
	return out
}()

// likeness tells how likely texts of plies are to be taken for each other.
type likeness struct{ known map[[2]string]float64 } // of words

func newLikeness() *likeness { return &likeness{map[[2]string]float64{}} }

// cost is how much has to have gone wrong for the words of a record to stand in
// the place of others.
func (l *likeness) cost(was, is []string) float64 {
	if len(was) == 1 && len(is) == 1 {
		return min(costPly, l.word(was[0], is[0]))
	}
	if n := len(was) / 2; n > 1 && slices.Equal(was[:n], was[n:]) {
		return costRepeat + l.cost(was[:n], is)
	}
	cost := align(was, is, l.part, wordsCost)
	if quiet, captures := unnoted(is); captures && !slices.Contains(was, capture) {
		cost = min(cost, costUnnoted+align(was, quiet, l.part, wordsCost))
	}
	return cost
}

// wordsCost is what it costs that two words stand for two others.
func wordsCost(a, b [2]string) float64 {
	if a[0] == b[1] && a[1] == b[0] {
		return costWord
	}
	return math.Inf(1)
}

// capture is the word for one, in notations that have words.
const capture = "x"

// unnoted are the words of a capture as of a move that captures nothing:
// without what is captured, which stands behind the square.
func unnoted(is []string) (quiet []string, captures bool) {
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

// part is what it costs that a word stands for another beside others; "" is
// none.
func (l *likeness) part(a, b string) float64 {
	switch {
	case a == "" || b == "":
		return min(costLeftOut, l.word(a, b))
	case long.MatchString(a) && long.MatchString(b):
		return min(costSquare, l.word(a, b))
	}
	return min(costWord, l.word(a, b))
}

// word is what it costs that the characters of a word stand for those of
// another.
func (l *likeness) word(a, b string) float64 {
	pair := [2]string{a, b}
	cost, known := l.known[pair]
	if !known {
		cost = align([]rune(a), []rune(b), characterCost, pairCost)
		l.known[pair] = cost
	}
	return cost
}

// characterCost is what it costs that a character stands for another; 0 is
// none.
func characterCost(a, b rune) float64 {
	if a == 0 || b == 0 {
		if strings.ContainsRune("x+#=-!?×:", a+b) {
			return costSign
		}
		return costCharacter
	}
	if alike[[2]rune{a, b}] || unicode.ToLower(a) == unicode.ToLower(b) {
		return costConfused
	}
	if i, j := order[a], order[b]; i > 0 && (i-j == 1 || j-i == 1) {
		return costNextTo
	}
	return costCharacter
}

// long is a square of a board that may have more than nine ranks.
var long = regexp.MustCompile(`^[a-p][0-9]{1,2}$`)

// pairCost is what it costs that two characters stand for two others, beyond
// what each of them costs.
func pairCost(a, b [2]rune) float64 {
	switch {
	case a[0] == b[1] && a[1] == b[0]:
		return costNextTo
	case namesSquare(a) && namesSquare(b):
		return costSquare
	}
	return math.Inf(1)
}

// namesSquare reports whether two characters name one: by letter and digit, by
// two digits, or by a wide one and a Chinese one.
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

// align is the least cost of making one row of another: by change of an
// element, by elements that one of them lacks, which stand beside zero, and by
// two beside each other at once.
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
