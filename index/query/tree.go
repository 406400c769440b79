package query

import "assay/index/pattern"

// Query is the syntax tree of a query, its names not yet looked up in a game.
type Query struct{ root node }

// node is a condition as it was written.
type node interface{}

// at is where a condition begins: a column, from 1.
type at int

func (a at) column() int { return int(a) }

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
		at          // of "then"
		first, next node
		within      int // 0 for no limit
	}
	streak struct {
		at    // of "for"
		of    node
		plies int
	}
	copies struct {
		at
		how string // a key of symmetries
		of  node
	}
)

// Conditions on the position and on the move.
type (
	placement struct {
		at
		pieces []piece
		every  bool
		place  []place
	}
	vacancy struct {
		at
		place []place
	}
	comparison struct {
		at
		left, right []summand
		op          pattern.Op
	}
	interval struct {
		at
		sum       []summand
		low, high int // hundredths
	}
	turn struct {
		at
		side name
	}
	event struct {
		at
		what string
	}
	judged struct {
		at
		what string
		side name // whose ply it is; empty for either side's
	}
	move struct {
		at
		act
	}
	relation struct {
		name name
		side name
	}
	// some holds where something that is counted is there at all.
	some struct {
		at
		what string // attack, pin, ray or legal
		of   *quantity
	}
	// unplayed holds where there is such a legal move, and the line does not
	// go on by one.
	unplayed struct {
		at
		act
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

// act is what is asked of a move, an attack or a pin: none of a part if it is
// not asked for.
type act struct {
	pieces                    []piece
	on, from, to, walls       []place
	by, against, takes, gates []piece
	leads                     string // checks, mates or empty
}

// part is the part behind a word.
func (n *act) part(word string) (pieces *[]piece, places *[]place) {
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
	what   string  // one of quantities, or empty for a kind of a side
	side   name    // empty for the mean of both ratings
	kind   name    // of a hand or pocket, or what is counted
	pieces []piece // of count, passed, isolated and doubled
	place  []place // of these, none for the board
	act    *act    // of attackers, attacked and pinned, and of moves; nil for all moves
	ray    *ray    // of rays
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
