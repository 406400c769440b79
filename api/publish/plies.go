package publish

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Plies say which positions of a game are pictured. The zero value is the
// annotated ones.
type Plies struct {
	all, none bool
	ranges    [][2]int
}

// AllPlies are all positions of the main line.
var AllPlies = Plies{all: true}

// PliesError is a list of plies that cannot be read.
type PliesError struct{ Text string }

func (e *PliesError) Error() string {
	return fmt.Sprintf("plies %q: want all, annotated, none, or numbers and ranges such as 0,10-30,90-", e.Text)
}

// ParsePlies reads "all", "annotated" or "" for the zero value, "none", or
// numbers and ranges, such as "0,10-30,90-"; a range without an end goes on to
// the last ply. The error is a [*PliesError].
func ParsePlies(text string) (Plies, error) {
	switch text {
	case "", "annotated":
		return Plies{}, nil
	case "all":
		return AllPlies, nil
	case "none":
		return Plies{none: true}, nil
	}
	var p Plies
	for word := range strings.SplitSeq(text, ",") {
		from, to, ranged := strings.Cut(strings.TrimSpace(word), "-")
		first, err := strconv.ParseUint(from, 10, 31)
		last := first
		if ranged {
			if last = math.MaxInt32; to != "" && err == nil {
				last, err = strconv.ParseUint(to, 10, 31)
			}
		}
		if err != nil || last < first {
			return Plies{}, &PliesError{text}
		}
		p.ranges = append(p.ranges, [2]int{int(first), int(last)})
	}
	return p, nil
}

// Chosen reports whether plies were asked for by their numbers.
func (p Plies) Chosen() bool { return len(p.ranges) > 0 }

// Named reports whether plies were asked for, by their numbers or all.
func (p Plies) Named() bool { return p.all || p.Chosen() }

// Wants reports whether the position after ply number n of the main line is
// pictured, 0 being the start; annotated says whether it is.
func (p Plies) Wants(n int, annotated bool) bool {
	switch {
	case p.all || p.none:
		return p.all
	case len(p.ranges) == 0:
		return annotated
	}
	return slices.ContainsFunc(p.ranges, func(r [2]int) bool { return r[0] <= n && n <= r[1] })
}

// WantsAside says the same of a position in a side line, which has no number to
// be asked for by.
func (p Plies) WantsAside(annotated bool) bool { return annotated && !p.none && len(p.ranges) == 0 }

// AsksForDiagram reports whether glyphs ask for a diagram, and for one seen
// from the second player's side.
func AsksForDiagram(numbers []int) (asks, flipped bool) {
	flipped = slices.Contains(numbers, nagDiagramFlipped)
	return flipped || slices.Contains(numbers, nagDiagram), flipped
}
