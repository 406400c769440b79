package repair

import (
	"math"
	"strings"
	"unicode"
)

// Costs of what differs between two texts of plies.
const (
	costConfused  = 0.8 // characters that look alike
	costNextTo    = 1.2 // one file or rank off; two characters in each other's place
	costCharacter = 2.0
	costSign      = 0.4 // of a check, a capture, a promotion: often left out
	costWord      = 3.4 // another word, whatever it is
	costLeftOut   = 1.5 // a word that one of the two lacks
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
	return align(was, is, l.word, func(a, b [2]string) float64 { return costWord })
}

// word is what it costs that a word stands for another; "" is none.
func (l *likeness) word(a, b string) float64 {
	pair := [2]string{a, b}
	cost, known := l.known[pair]
	if !known {
		most := costWord
		if a == "" || b == "" {
			most = costLeftOut
		}
		cost = min(most, align([]rune(a), []rune(b), characterCost, func(a, b [2]rune) float64 { return costNextTo }))
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

// align is the least cost of making one row of another: by change of an
// element, by elements that one of them lacks, which stand beside zero, and by
// two next to each other that changed places.
func align[T comparable](a, b []T, change func(a, b T) float64, exchange func(a, b [2]T) float64) float64 {
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
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				least = min(least, cost[at-2*width-2]+exchange([2]T(a[i-2:i]), [2]T(b[j-2:j])))
			}
		}
		cost[at] = least
	}
	return cost[len(cost)-1]
}
