package present

import "strings"

// Difference is a line-by-line diff of two revisions of a record.
type Difference struct {
	Game  int64      `json:"game"`
	From  int64      `json:"from"` // revision
	To    int64      `json:"to"`   // revision
	Lines []DiffLine `json:"lines"`
}

// DiffLine is a line of one or both texts.
type DiffLine struct {
	Change string `json:"change"` // same, removed or added
	Text   string `json:"text"`
}

// The values of DiffLine.Change.
const (
	LineSame    = "same"
	LineRemoved = "removed"
	LineAdded   = "added"
)

// maxCompared bounds the compared pairs of lines. In larger texts, all lines
// between the first and the last difference count as replaced.
const maxCompared = 4_000_000

// DiffLines returns the diff of two texts by their longest common subsequence
// of lines.
func DiffLines(from, to string) []DiffLine {
	x, y := splitLines(from), splitLines(to)
	head := 0
	for head < min(len(x), len(y)) && x[head] == y[head] {
		head++
	}
	tail := 0
	for tail < min(len(x), len(y))-head && x[len(x)-1-tail] == y[len(y)-1-tail] {
		tail++
	}
	lines := make([]DiffLine, 0, len(y))
	add := func(change string, texts ...string) {
		for _, text := range texts {
			lines = append(lines, DiffLine{change, text})
		}
	}
	add(LineSame, x[:head]...)
	ending := x[len(x)-tail:]
	x, y = x[head:len(x)-tail], y[head:len(y)-tail]
	if len(x)*len(y) <= maxCompared {
		// common[i][j] is the number of common lines of x[i:] and y[j:].
		common := make([][]int32, len(x)+1)
		for i := range common {
			common[i] = make([]int32, len(y)+1)
		}
		for i := len(x) - 1; i >= 0; i-- {
			for j := len(y) - 1; j >= 0; j-- {
				if x[i] == y[j] {
					common[i][j] = common[i+1][j+1] + 1
				} else {
					common[i][j] = max(common[i+1][j], common[i][j+1])
				}
			}
		}
		i, j := 0, 0
		for i < len(x) && j < len(y) {
			switch {
			case x[i] == y[j]:
				add(LineSame, x[i])
				i++
				j++
			case common[i+1][j] >= common[i][j+1]:
				add(LineRemoved, x[i])
				i++
			default:
				add(LineAdded, y[j])
				j++
			}
		}
		x, y = x[i:], y[j:]
	}
	add(LineRemoved, x...)
	add(LineAdded, y...)
	add(LineSame, ending...)
	return lines
}

// splitLines splits a text at LF, CR LF and CR.
func splitLines(text string) []string {
	text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
	if text = strings.TrimSuffix(text, "\n"); text == "" {
		return nil
	}
	return strings.Split(text, "\n")
}
