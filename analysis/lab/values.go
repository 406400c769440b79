package lab

import (
	"cmp"
	"math"
	"slices"

	"assay/analysis/logistic"
	"assay/analysis/rules"
)

// Value is the value of a piece type in pawns, or in the unit of the report.
type Value struct {
	Piece string    `json:"piece"`
	Unit  bool      `json:"unit,omitempty"` // its value on the board is 1 by definition
	Board *Estimate `json:"board"`          // nil if it never differed
	Hand  *Estimate `json:"hand,omitempty"`
}

// firstPlayer is the Value.Piece of the first player's advantage.
const firstPlayer = "first player"

// valueSpread is the standard deviation of the prior: C = 10, as in
// chess-variant-stats.
var valueSpread = math.Sqrt(10)

// valueRows has the material of quiet positions of decided games.
type valueRows struct {
	rules *rules.Rules
	rows  []logistic.Row // one for each game and material
	seen  []int          // games in which a factor differed
	games int
	// Of the current game:
	game     *Game
	rowOf    map[string]int // indexes of rows by material
	differed []bool         // by factor
}

func newValueRows(r *rules.Rules) *valueRows {
	return &valueRows{rules: r, seen: make([]int, 2*r.Types()+1)}
}

// The factors: First's advantage, then each type on the board, then in hand.
func (v *valueRows) board(t rules.PieceType) int { return int(t) }
func (v *valueRows) hand(t rules.PieceType) int  { return v.rules.Types() + int(t) }

// add adds a position before its move, if it is quiet: no check, and the move
// neither captures nor promotes.
func (v *valueRows) add(p *rules.Position, g *Game, m rules.Move) {
	if !g.decided() || p.InCheck(p.Side()) || p.Captured(m) != rules.NoPiece || m.Into() != rules.NoPieceType {
		return
	}
	slopes := []logistic.Slope{{Factor: 0, By: 1}}
	key := make([]byte, 0, 2*len(v.seen))
	for _, inHand := range []bool{false, true} {
		for t := rules.PieceType(1); int(t) <= v.rules.Types(); t++ {
			factor, by := v.board(t), 0
			if inHand {
				factor = v.hand(t)
				by = p.InHand(rules.First, t) - p.InHand(rules.Second, t)
			} else {
				by = p.Where(rules.NewPiece(t, rules.First)).Len() - p.Where(rules.NewPiece(t, rules.Second)).Len()
			}
			if by != 0 {
				slopes = append(slopes, logistic.Slope{Factor: factor, By: float64(by)})
				key = append(key, byte(factor), byte(by))
			}
		}
	}
	if v.game != g {
		v.game, v.rowOf, v.differed = g, map[string]int{}, make([]bool, len(v.seen))
		v.games++
	}
	if at, known := v.rowOf[string(key)]; known {
		v.rows[at].Weight++
		return
	}
	v.rowOf[string(key)] = len(v.rows)
	v.rows = append(v.rows, logistic.Row{Game: v.games, Slopes: slopes, Result: g.Points(), Weight: 1})
	for _, s := range slopes {
		if !v.differed[s.Factor] {
			v.differed[s.Factor] = true
			v.seen[s.Factor]++
		}
	}
}

// Pawn returns the unit of piece values: of the types without royal power that
// stand in the starting position, the most numerous one; of several the least
// valuable.
func Pawn(r *rules.Rules) rules.PieceType {
	start, best, most := r.Start(), rules.NoPieceType, 0
	for t := rules.PieceType(1); int(t) <= r.Types(); t++ {
		n := 0
		for _, side := range []rules.Side{rules.First, rules.Second} {
			n += start.Where(rules.NewPiece(t, side)).Len() + start.InHand(side, t)
		}
		if n > most && !r.Royal(t) || n == most && n > 0 && best != rules.NoPieceType && !r.Royal(t) &&
			r.Value(t) < r.Value(best) {
			best, most = t, n
		}
	}
	return best
}

// valueGames is the smallest number of games in which a type must have differed
// for its value to be estimated.
const valueGames = 20

// values fits the values. The unit is the pawn, if the games show its
// value; else the piece whose value they show best. Without one there
// are no values.
func (v *valueRows) values() (unit string, out []Value) {
	if len(v.rows) == 0 {
		return "", nil
	}
	fitted := logistic.Factors(v.rows, len(v.seen), 1, valueSpread)
	influences := logistic.Influences(v.rows, fitted, 1, valueSpread)
	fewer := 1.0 // for the factors that were fitted to the same games
	if used := v.used(); v.games > used {
		fewer = float64(v.games) / float64(v.games-used)
	}
	covariance := func(i, j int) float64 {
		sum := 0.0
		for _, game := range influences {
			sum += game[i] * game[j]
		}
		return sum * fewer
	}
	of := v.unit(fitted, covariance)
	if of == rules.NoPieceType {
		return "", nil
	}
	unit = v.rules.PieceName(of)
	base := v.board(of)
	spread := covariance(base, base)
	estimate := func(factor int) *Estimate {
		if v.seen[factor] < valueGames {
			return nil
		}
		t := student(float64(v.seen[factor] - 1))
		low, high, ok := fieller(fitted[factor], fitted[base], covariance(factor, factor), covariance(factor, base),
			spread, t)
		if !ok {
			return nil
		}
		return &Estimate{fitted[factor] / fitted[base], low, high, v.seen[factor]}
	}
	for t := rules.PieceType(1); int(t) <= v.rules.Types(); t++ {
		one := Value{v.rules.PieceName(t), t == of, estimate(v.board(t)), estimate(v.hand(t))}
		if !v.rules.Royal(t) && (one.Board != nil || one.Hand != nil) {
			out = append(out, one)
		}
	}
	slices.SortStableFunc(out, func(a, b Value) int { return cmp.Compare(b.size(), a.size()) })
	return unit, append(out, Value{Piece: firstPlayer, Board: estimate(0)})
}

// unit returns the type in which values are stated, NoPieceType for none.
func (v *valueRows) unit(fitted []float64, covariance func(i, j int) float64) rules.PieceType {
	best, clearest := rules.NoPieceType, 0.0
	pawn := Pawn(v.rules)
	for t := rules.PieceType(1); int(t) <= v.rules.Types(); t++ {
		factor := v.board(t)
		if v.rules.Royal(t) || v.seen[factor] < valueGames {
			continue
		}
		clear := fitted[factor] / math.Sqrt(covariance(factor, factor)) / student(float64(v.seen[factor]-1))
		switch {
		case clear > 1 && t == pawn:
			return t
		case clear > 1 && clear > clearest:
			best, clearest = t, clear
		}
	}
	return best
}

// fieller returns Fieller's interval of a/b, from their variances and
// covariance. It is false unless b is surely positive, because the interval has
// no bounds then.
func fieller(a, b, aa, ab, bb, t float64) (low, high float64, ok bool) {
	p, q, r := b*b-t*t*bb, a*b-t*t*ab, a*a-t*t*aa
	if b <= 0 || p <= 0 {
		return 0, 0, false
	}
	root := math.Sqrt(max(q*q-p*r, 0))
	return (q - root) / p, (q + root) / p, true
}

// used returns the number of factors that differed.
func (v *valueRows) used() int {
	n := 0
	for _, games := range v.seen {
		if games > 0 {
			n++
		}
	}
	return n
}

func (v *Value) size() float64 {
	if v.Board != nil {
		return v.Board.Value
	}
	return v.Hand.Value
}
