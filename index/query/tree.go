package query

import "assay/index/pattern"

// Query is the syntax tree of a query, its names not yet looked up in a game.
type Query struct{ root node }

// node is a condition as it was written.
type node interface{}

// at is where a condition begins: a column, from 1.
type at int

// name is a word that only a game gives a meaning. It is empty where an
// optional name is left out.
type name struct {
	text string
	at   at
}

// Conditions made of conditions.
type (
	conjunction struct{ of []node }
	alternative struct{ of []node }
	negation    struct{ of node }
	sequence    struct {
		at          at // of "then"
		first, next node
		within      int // 0 for no limit
	}
	streak struct {
		at    at // of "for"
		of    node
		plies int
	}
	copies struct {
		at  at
		how string // a key of symmetries
		of  node
	}
)

// Conditions on the position and on the move.
type (
	placement struct {
		at     at
		pieces []piece
		every  bool
		place  []place
	}
	vacancy struct {
		at    at
		place []place
	}
	comparison struct {
		at          at
		left, right []summand
		op          pattern.Op
	}
	interval struct {
		at        at
		sum       []summand
		low, high int // hundredths
	}
	turn struct {
		at   at
		side name
	}
	event struct {
		at   at
		what string
	}
	judged struct {
		at   at
		what string
		side name // whose ply it is; empty for either side's
	}
	move struct {
		at at
		ply
	}
	relation struct {
		name name
		side name
	}
	// some holds where something that is counted is there at all.
	some struct {
		at   at
		what string // attack, pin, ray or legal
		of   *quantity
	}
	// unplayed holds where there is such a legal move, and the line does not
	// go on by one.
	unplayed struct {
		at   at
		move legalMove
	}
)

// Conditions on the game.
type (
	header struct {
		name   string
		words  []string
		prefix bool
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
)

// ply is what is asked of a move: none of a part if it is not asked for.
type ply struct {
	attack
	gates []piece
	walls []place
}

// attack is what is asked of an attack, as of a ply.
type attack struct {
	pieces   []piece
	from, to []place
	takes    []piece
}

// pin is what is asked of a pin.
type pin struct {
	pieces  []piece
	place   []place
	by      []piece
	against []piece
}

// ray is what is asked of a line of pieces.
type ray struct {
	stops  []stop
	along  []string // directions, as written; none for all
	within int      // 0 for any distance
}

// stop is a piece of a ray, and where it stands if that is asked for.
type stop struct {
	pieces []piece
	place  []place
}

// legalMove is what is asked of a legal move.
type legalMove struct {
	ply
	leads string // checks, mates or empty
}

// piece is one of the pieces that a condition is about.
type piece struct {
	rank string // promoted, unpromoted or empty
	side name
	kind name
}

// place is one of the places that a condition is about.
type place struct {
	how      string // file, files, rank, ranks, board, or empty for a square, rectangle or region
	from, to name   // to is empty where one word says it
	side     name   // of a region
}

// summand is a part of a sum: a quantity so many times, or a number.
type summand struct {
	times    int // hundredths, negative behind a minus
	quantity *quantity
}

// quantity is what is counted.
type quantity struct {
	at     at
	what   string     // one of quantities, or empty for a kind of a side
	side   name       // empty for the mean of both ratings
	kind   name       // of a hand or pocket, or what is counted
	pieces []piece    // of count, passed, isolated and doubled
	place  []place    // of these, none for the board
	attack *attack    // of attackers and attacked
	pin    *pin       // of pinned
	ray    *ray       // of rays
	move   *legalMove // of moves; nil for all
}

// limits of a query.
const (
	maxLength     = 2000
	maxDepth      = 50
	maxConditions = 200
)

// maxBound is how many conditions shifting may make of a query.
const maxBound = 4000

// conditions counts the conditions under a node with what symmetry makes of
// them but by shifting, which is known of a board alone, up to one more than
// the limit.
func conditions(n node) int {
	total := 0
	for _, part := range parts(n) {
		total += conditions(part)
	}
	switch c := n.(type) {
	case copies:
		total *= symmetries[c.how]
	case conjunction, alternative, negation, sequence, streak:
	case interval, unplayed:
		total = 2
	default:
		total = 1
	}
	return min(total, maxConditions+1)
}

// parts are the conditions that a condition is made of, as written.
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
	case copies:
		return []node{n.of}
	}
	return nil
}
