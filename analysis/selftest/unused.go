package selftest

import (
	"fmt"
	"slices"
	"strings"

	"assay/analysis/rules"
	"assay/analysis/variant"
)

// Idle is a part of a definition that never applies.
type Idle struct {
	Line    int // 0 for the starting position
	Message string
}

// FindIdle returns parts of a definition that can never apply: movements from
// squares the piece never reaches, promotions no piece reaches, pieces that
// never come into play. It moves each piece over an empty board, so every
// finding is certain, but the list is incomplete.
func FindIdle(r *rules.Rules) []Idle {
	d := r.Definition()
	if d.Array != nil || d.Castling != nil && len(d.Castling.Dropped) > 0 {
		return nil // pieces may start anywhere
	}
	s := &reachability{board: newBoard(r.Start(), r), promoted: map[[2]int]bool{}, moved: map[[2]int]bool{}}
	for side := range 2 {
		s.reachable[side] = make([][]bool, len(s.kinds))
		for t := range s.reachable[side] {
			s.reachable[side][t] = make([]bool, len(s.at))
		}
	}
	s.addStart()
	for len(s.queue) > 0 {
		next := s.queue[len(s.queue)-1]
		s.queue = s.queue[:len(s.queue)-1]
		s.expand(next)
	}
	return slices.Concat(s.pieces(), s.movements(), s.promotions(), s.stuck(), s.asymmetry())
}

// reachability records the squares that pieces of each type can ever reach.
type reachability struct {
	*board
	reachable [2][][]bool // by piece type and square
	queue     []pieceOnSquare
	promoted  map[[2]int]bool // group and piece type
	moved     map[[2]int]bool // piece type and movement
}

type pieceOnSquare struct {
	side rules.Side
	t    int
	at   int
}

// add records that a piece can stand on a square; for both sides if pieces
// change sides, and as any other piece if pieces become what they capture.
func (s *reachability) add(side rules.Side, t, at int) {
	if t <= 0 || s.at[at] == rules.Walled {
		return
	}
	sides := []rules.Side{side}
	if slices.ContainsFunc([]string{"turn-pieces", "turn-attacked", "turn-captor"}, s.has) {
		sides = []rules.Side{rules.First, rules.Second}
	}
	types := []int{t}
	if s.has("absorb") && !s.kinds[t].Royal {
		types = slices.DeleteFunc(s.allTypes(), func(t int) bool { return s.kinds[t].Royal })
	}
	for _, side := range sides {
		for _, t := range types {
			if !s.reachable[side][t][at] {
				s.reachable[side][t][at] = true
				s.queue = append(s.queue, pieceOnSquare{side, t, at})
			}
		}
	}
}

// allTypes lists the piece types.
func (b *board) allTypes() (types []int) {
	for t := 1; t < len(b.kinds); t++ {
		types = append(types, t)
	}
	return types
}

// addStart adds the pieces of the starting position and pieces that can be
// dropped, gated or moved by castling.
func (s *reachability) addStart() {
	d := s.definition
	for at, pc := range s.at {
		if pc > rules.Walled {
			s.add(pc.Side(), int(pc.Type()), at)
		}
	}
	for side := range rules.Side(2) {
		for at := range s.at {
			for t := 1; t < len(s.kinds); t++ {
				if s.canHold(side, t) && s.canEnter(side, t, at) {
					s.add(side, t, at)
				}
			}
			if k := d.Castling; k != nil && s.rank(side, at) == k.Rank {
				for _, letter := range append([]string{k.Royal}, k.Partner...) {
					if t := int(s.typeOf(letter)); s.count(side, t) > 0 {
						s.add(side, t, at)
					}
				}
			}
		}
	}
}

// canHold reports whether a side can ever hold a piece in hand or pocket.
func (s *reachability) canHold(side rules.Side, t int) bool {
	d, letter := s.definition, s.letters[t-1]
	if s.hand[side][t] > 0 || s.pocket[side] == rules.PieceType(t) || d.Hand != nil &&
		slices.Contains(d.Hand.Order, letter) ||
		d.Pocket != nil && !slices.Contains(d.Pocket.Never, letter) {
		return true
	}
	if d.Drops == nil {
		return false
	}
	if slices.Contains(d.Drops.Free, letter) {
		return true
	}
	for _, as := range d.Drops.As.All() {
		if slices.Contains(as, letter) {
			return true
		}
	}
	return false
}

// canEnter reports whether a piece in hand can enter on a square.
func (s *reachability) canEnter(side rules.Side, t, at int) bool {
	d := s.definition
	if d.Gating != nil && s.rank(side, at) == d.Gating.Rank || d.Pocket != nil {
		return true
	}
	if d.Drops == nil {
		return false
	}
	return !slices.ContainsFunc(d.Drops.Forbid, func(b variant.DropBan) bool {
		if len(b.FileWith) > 0 || len(b.Pieces) > 0 && !slices.Contains(b.Pieces, s.letters[t-1]) {
			return false
		}
		return b.In != "" && s.inRegion(b.In, side, at) || b.Outside != "" && !s.inRegion(b.Outside, side, at)
	})
}

// rank returns the rank of a square as a side counts it.
func (s *reachability) rank(side rules.Side, at int) int {
	if side == rules.Second {
		return s.ranks - at/s.files
	}
	return at/s.files + 1
}

func (s *reachability) count(side rules.Side, t int) int {
	n := 0
	for _, pc := range s.at {
		if pc > rules.Walled && pc.Side() == side && int(pc.Type()) == t {
			n++
		}
	}
	return n
}

// expand makes all movements of a piece on an empty board.
func (s *reachability) expand(p pieceOnSquare) {
	s.promote(p, p.at, true)
	piece := &s.kinds[p.t]
	for i := range piece.Moves {
		m := &piece.Moves[i]
		if !s.inRegion(m.From, p.side, p.at) {
			continue
		}
		for _, to := range s.targets(p, m) {
			s.moved[[2]int{p.t, i}] = true
			if s.at[to] == rules.Walled {
				continue
			}
			if !s.promote(p, to, false) {
				s.add(p.side, p.t, to)
			}
		}
	}
}

// targets returns the squares that a movement can reach.
func (s *reachability) targets(p pieceOnSquare, m *variant.Movement) (out []int) {
	add := func(to int) {
		if s.inRegion(m.Within, p.side, to) && s.inRegion(s.kinds[p.t].Within, p.side, to) {
			out = append(out, to)
		}
	}
	for _, c := range m.Components {
		for _, path := range c.Paths {
			at := p.at
			for n := 0; ; n++ {
				step, ends, more := path.Step(n)
				to, ok := s.offset(at, step, p.side)
				if !more || !ok {
					break
				}
				if at = to; ends {
					add(at)
				}
			}
		}
		for i, v := range c.Vectors {
			far := c.Range
			if c.Hop != variant.NoHop || far == variant.Unlimited || len(m.Takes) > 0 {
				far = variant.MaxSide
			}
			step := v
			if c.Hop == variant.HopOver || c.Hop == variant.HopBehind { // the hurdle may be on any square in between
				step = variant.Vector{Files: sign(v.Files), Ranks: sign(v.Ranks)}
			}
			at := p.at
			for range far {
				to, ok := s.offset(at, step, p.side)
				if !ok {
					break
				}
				add(to)
				at = to
				for j := 0; c.Again != nil && j < len(c.Again[i]); j++ {
					if then, ok := s.offset(to, c.Again[i][j], p.side); ok {
						add(then)
					}
				}
			}
		}
	}
	return out
}

func sign(n int) int { return max(-1, min(1, n)) }

// promote adds the promotions of a piece on moving to a square, or on its own
// square if there. It reports whether promotion is certain.
func (s *reachability) promote(p pieceOnSquare, to int, there bool) (certain bool) {
	for g := range s.definition.Promotion {
		group := &s.definition.Promotion[g]
		into, listed := group.Pieces.Get(s.letters[p.t-1])
		if !listed || len(into) == 0 || !group.Side.Has(p.side == rules.Second) {
			continue
		}
		inZone := s.inRegion(group.Zone, p.side, to) || group.On != "end" && s.inRegion(group.Zone, p.side, p.at) ||
			group.Last
		if region, ok := group.May.Get(s.letters[p.t-1]); ok {
			inZone = inZone || s.inRegion(region, p.side, to)
		}
		must, forced := group.Must.Get(s.letters[p.t-1])
		inMust := forced && s.inRegion(must, p.side, to)
		if there != (group.On == "stand") && there || !inZone && !inMust {
			continue
		}
		s.promoted[[2]int{g, p.t}] = true
		for _, letter := range into {
			s.add(p.side, int(s.typeOf(letter)), to)
		}
		certain = certain || inMust || group.Always && group.On == "end" && group.By == "" && group.EnPassant == ""
	}
	return certain
}

// isReachable reports whether a piece type can ever be on the board.
func (s *reachability) isReachable(t int) bool {
	return slices.Contains(s.reachable[0][t], true) || slices.Contains(s.reachable[1][t], true)
}

func (s *reachability) pieces() (out []Idle) {
	for t := 1; t < len(s.kinds); t++ {
		if piece := &s.kinds[t]; !s.isReachable(t) && piece.Line > 0 {
			out = append(out, Idle{piece.Line,
				fmt.Sprintf("piece %s (%s) never comes into play: it is not in the starting position, nothing "+
					"promotes to it, and no hand holds it. "+
					"Add it to the start, or remove it", s.letters[t-1], piece.Name)})
		}
	}
	return out
}

func (s *reachability) movements() (out []Idle) {
	for t := 1; t < len(s.kinds); t++ {
		for i := range s.kinds[t].Moves {
			m := &s.kinds[t].Moves[i]
			if !s.isReachable(t) || s.moved[[2]int{t, i}] || m.From == "" && m.Within == "" {
				continue
			}
			region := m.From
			if region == "" {
				region = m.Within
			}
			out = append(out, Idle{m.Line,
				fmt.Sprintf("region %s: %s of piece %s is never made, because no %s can start or end it there%s. "+
					"Check the region against the start", region, m.Betza, s.letters[t-1], s.kinds[t].Name,
					s.startRanks(t))})
		}
	}
	return out
}

// startRanks describes on which ranks First's pieces of a type start.
func (s *reachability) startRanks(t int) string {
	var ranks []string
	for rank := range s.ranks {
		for file := range s.files {
			if pc := s.at[rank*s.files+file]; pc > rules.Walled && pc.Side() == rules.First && int(pc.Type()) == t {
				ranks = append(ranks, fmt.Sprint(rank+1))
				break
			}
		}
	}
	if len(ranks) == 0 {
		return ""
	}
	return fmt.Sprintf("; %s starts on rank %s", s.kinds[t].Name, strings.Join(ranks, ", "))
}

func (s *reachability) promotions() (out []Idle) {
	for g := range s.definition.Promotion {
		group := &s.definition.Promotion[g]
		for letter, into := range group.Pieces.All() {
			t := int(s.typeOf(letter))
			if len(into) == 0 || !s.isReachable(t) || s.promoted[[2]int{g, t}] {
				continue
			}
			out = append(out, Idle{group.Line,
				fmt.Sprintf("region %s: %s never promotes, because it never gets there%s. "+
					"Regions are from the view of %s, so the last rank is rank %d", group.Zone, s.kinds[t].Name,
					s.startRanks(t), s.rules.SideName(rules.First), s.ranks)})
		}
	}
	return out
}

// stuck finds pieces that can reach a square without moves, and on which they
// do not promote.
func (s *reachability) stuck() (out []Idle) {
	for _, m := range s.definition.Rules {
		if m.Name == "goal" || m.Name == "connection" || m.Name == "no-moves" && s.hasResult(m) {
			return nil // reaching such a square may be the goal
		}
	}
	for t := 1; t < len(s.kinds); t++ {
		piece := &s.kinds[t]
		if len(piece.Moves) == 0 || s.canPromote(t) {
			continue
		}
		for at := range s.at {
			if !s.reachable[rules.First][t][at] || s.at[at] > rules.Walled && int(s.at[at].Type()) == t {
				continue
			}
			moves := slices.ContainsFunc(piece.Moves, func(m variant.Movement) bool {
				return s.inRegion(m.From, rules.First, at) && len(s.targets(pieceOnSquare{rules.First, t, at}, &m)) > 0
			})
			if !moves {
				out = append(out, Idle{piece.Line,
					fmt.Sprintf("promotion: %s (%s) can reach %s, where it has no move and no promotion. "+
						"Add a promotion if it should promote there", piece.Name, s.letters[t-1],
						s.rules.SquareName(rules.Square(at)))})
				break
			}
		}
	}
	return out
}

// hasResult reports whether no-moves has a result. Then blocking pieces may be
// the goal.
func (s *reachability) hasResult(m variant.Module) bool {
	for i := 0; i+1 < len(m.Params.Content); i += 2 {
		if m.Params.Content[i].Value == "result" {
			return true
		}
	}
	return false
}

func (s *reachability) canPromote(t int) bool {
	return slices.ContainsFunc(s.definition.Promotion, func(p variant.Promotion) bool {
		_, listed := p.Pieces.Get(s.letters[t-1])
		return listed
	})
}

// asymmetry finds a likely typing error in the starting position: both sides
// have the same pieces, but a few break the symmetry. On a checkered board it
// expects the sides to mirror each other.
func (s *reachability) asymmetry() []Idle {
	if s.rules.Hexagons() {
		return nil
	}
	last, all := len(s.at)-1, 0
	var facing, turned, beside []string
	for at, pc := range s.at {
		if pc <= rules.Walled {
			continue
		}
		if s.count(rules.First, int(pc.Type())) != s.count(rules.Second, int(pc.Type())) {
			return nil
		}
		if pc.Side() != rules.First {
			continue
		}
		all++
		name := s.rules.SquareName(rules.Square(at))
		for _, other := range []struct {
			at   int
			list *[]string
		}{{(s.ranks-1-at/s.files)*s.files + at%s.files, &facing}, {last - at, &turned},
			{at - at%s.files + s.files - 1 - at%s.files, &beside}} {
			if mirrored := s.at[other.at]; mirrored <= rules.Walled || mirrored.Side() != rules.Second ||
				mirrored.Type() != pc.Type() {
				*other.list = append(*other.list, name)
			}
		}
	}
	fewest := slices.MinFunc([][]string{facing, turned, beside}, func(a, b []string) int { return len(a) - len(b) })
	if s.definition.Board.Checkered && len(beside) > 0 {
		fewest = facing
	}
	if len(fewest) == 0 || 4*len(fewest) > all {
		return nil
	}
	return []Idle{{0, fmt.Sprintf(
		"start: both sides have the same pieces, but %s break the symmetry. Compare the ranks of both sides",
		strings.Join(fewest, ", "))}}
}
