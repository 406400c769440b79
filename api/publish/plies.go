package publish

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Plies selects the positions of a game that get diagrams. The zero value
// selects annotated positions.
type Plies struct {
	all, none bool
	ranges    [][2]int
}

// AllPlies selects all positions of the main line.
var AllPlies = Plies{all: true}

// PliesError is an invalid list of plies.
type PliesError struct{ Text string }

func (e *PliesError) Error() string {
	return fmt.Sprintf("plies %q: expected all, annotated, none, or numbers and ranges such as 0,10-30,90-", e.Text)
}

// ParsePlies reads "all", "none", "annotated" or "" (both the zero value), or
// numbers and ranges such as "0,10-30,90-". A range without an end extends to
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

// Chosen reports whether plies are selected by number.
func (p Plies) Chosen() bool { return len(p.ranges) > 0 }

// Named reports whether plies are selected by number, or all are.
func (p Plies) Named() bool { return p.all || p.Chosen() }

// Wants reports whether the position after ply n of the main line gets a
// diagram. Ply 0 is the start. annotated reports whether the position is
// annotated.
func (p Plies) Wants(n int, annotated bool) bool {
	switch {
	case p.all || p.none:
		return p.all
	case len(p.ranges) == 0:
		return annotated
	}
	return slices.ContainsFunc(p.ranges, func(r [2]int) bool { return r[0] <= n && n <= r[1] })
}

// WantsAside is [Plies.Wants] for a position of a variation, which has no
// number.
func (p Plies) WantsAside(annotated bool) bool { return annotated && !p.none && len(p.ranges) == 0 }

// AsksForDiagram reports whether glyphs request a diagram, and one from the
// second player's side.
func AsksForDiagram(numbers []int) (asks, flipped bool) {
	flipped = slices.Contains(numbers, nagDiagramFlipped)
	return flipped || slices.Contains(numbers, nagDiagram), flipped
}
