package query

import (
	"assay/analysis/label"
	"assay/analysis/rules"
	"assay/index/pattern"
)

// Query is the syntax tree of a query with unresolved names.
type Query struct {
	root node
	// Labels are the labels that the query may name, nil for none.
	Labels Labels
	// Mine returns the condition "mine", that the caller has played the game.
	// nil if there is no caller.
	Mine func() pattern.Node
}

// Labels provides the labels of a variant.
type Labels interface {
	Of(r *rules.Rules) *label.Set
}

// node is a condition as written.
type node interface{}

// sourceColumn is the column of a condition, from 1.
type sourceColumn int

func (a sourceColumn) column() int { return int(a) }

// name is a name of the variant; empty if it is optional and missing.
type name struct {
	text string
	at   sourceColumn
}

// Conditions made of conditions.
type (
	conjunction struct{ of []node }
	alternative struct{ of []node }
	negation    struct{ of node }
	sequence    struct {
		sourceColumn // of "then"
		first, next  node
		within       int // 0 means no limit
	}
	streak struct {
		sourceColumn // of "for"
		of           node
		plies        int
	}
	symmetric struct {
		sourceColumn
		how string // a key of symmetries
		of  node
	}
)

// Conditions on the position and on the move.
type (
	placement struct {
		sourceColumn
		pieces []piece
		every  bool
		place  []place
	}
	vacancy struct {
		sourceColumn
		place []place
	}
	comparison struct {
		sourceColumn
		left, right []summand
		op          pattern.Op
	}
	interval struct {
		sourceColumn
		sum       []summand
		low, high int // hundredths
	}
	turn struct {
		sourceColumn
		side name
	}
	event struct {
		sourceColumn
		what string
	}
	marked struct {
		sourceColumn
		what string
		side name // the judged side; empty means either
	}
	move struct {
		sourceColumn
		action
	}
	relation struct {
		name name
		side name
	}
	// existence is met if the number that it counts is at least one.
	existence struct {
		sourceColumn
		what string // attack, pin, ray or legal
		of   *quantity
	}
	// unplayed is met if there is such a legal move and the line continues with
	// a different one.
	unplayed struct {
		sourceColumn
		action
	}
)

// Conditions on the game.
type (
	header struct {
		name   string
		words  []string
		prefix bool
	}
	labelled struct {
		sourceColumn
		header
	}
	result struct {
		text string
		not  bool
	}
	date struct {
		op          pattern.Op
		text        string // with hyphens
		first, last int    // yyyymmdd
	}
	verdict struct {
		text string
		not  bool
	}
	mine struct{ at sourceColumn }
)

// action holds the parts of a move, an attack or a pin; missing parts are nil.
type action struct {
	pieces                    []piece
	on, from, to, walls       []place
	by, against, takes, gates []piece
	outcome                   string // checks, mates or empty
}

// argument returns the part that begins with a word.
func (n *action) argument(word string) (pieces *[]piece, places *[]place) {
	switch word {
	case "on":
		return nil, &n.on
	case "from":
		return nil, &n.from
	case "to":
		return nil, &n.to
	case "walls":
		return nil, &n.walls
	case "by":
		return &n.by, nil
	case "against":
		return &n.against, nil
	case "takes":
		return &n.takes, nil
	}
	return &n.gates, nil
}

// ray is a line of pieces.
type ray struct {
	stops  []stop
	along  []string // directions as written; nil means all
	within int      // 0 means any distance
}

// stop is a piece of a ray, optionally with its place.
type stop struct {
	pieces []piece
	place  []place
}

// piece describes pieces.
type piece struct {
	rank string // promoted, unpromoted or empty
	side name
	kind name
}

// place describes squares.
type place struct {
	how      string // file, files, rank, ranks, board, or empty for a square, rectangle or region
	from, to name   // to is empty for a single word
	side     name   // of a region
}

// summand is a term of a sum: a multiple of a quantity, or a number.
type summand struct {
	times    int // hundredths, negative after a minus
	quantity *quantity
}

// quantity is something that is counted or measured.
type quantity struct {
	at     sourceColumn
	what   string  // a key of quantities, or empty for a piece type of a side
	side   name    // empty means the mean of both ratings
	kind   name    // of a hand or pocket, or the counted type
	pieces []piece // for count, passed, isolated and doubled
	place  []place // for these; nil means the board
	action *action // for attackers, attacked, pinned and moves; nil means all moves
	ray    *ray    // for rays
}

// Limits of a query.
const (
	maxLength     = 2000
	maxDepth      = 50
	maxConditions = 200
)

// maxBound bounds the conditions that shifting creates.
const maxBound = 4000

// conditions counts the conditions under a node, including what
// symmetries add. It does not include what shifting adds, because that needs a
// board. It stops one above the limit.
func conditions(n node) int {
	total := 0
	for _, part := range parts(n) {
		total += conditions(part)
	}
	switch c := n.(type) {
	case symmetric:
		total *= symmetries[c.how]
	case conjunction, alternative, negation, sequence, streak:
	case interval, unplayed:
		total = 2
	default:
		total = 1
	}
	return min(total, maxConditions+1)
}

// parts returns the direct sub-conditions of a condition.
func parts(n node) []node {
	switch n := n.(type) {
	case conjunction:
		return n.of
	case alternative:
		return n.of
	case negation:
		return []node{n.of}
	case sequence:
		return []node{n.first, n.next}
	case streak:
		return []node{n.of}
	case symmetric:
		return []node{n.of}
	}
	return nil
}
