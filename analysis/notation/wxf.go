package notation

import (
	"slices"

	"assay/analysis/rules"
	"assay/analysis/variant"
)

// ruleWXF is the rule ID for the notation of the World Xiangqi Federation.
const ruleWXF = "WXF"

// Script is a script for xiangqi file notation.
type Script uint8

// The scripts.
const (
	Latin       Script = iota // C2.5, of the World Xiangqi Federation
	FullWidth                 // Ｃ２＝５
	Simplified                // 炮二平五, 马8进7 with full-width digits
	Traditional               // 炮二平五, 馬８進７
	Vietnamese                // P2-5, M8.7
)

// WXF reads xiangqi file notation in any script and writes it in one. Files are
// numbered from the mover's right. A value is not safe for concurrent use; the
// zero value writes Latin.
type WXF struct {
	Script Script

	rules *rules.Rules
	kinds [unitKinds]rules.PieceType
}

// unit is a piece type of xiangqi.
type unit uint8

const (
	king unit = iota
	advisor
	elephant
	horse
	chariot
	cannon
	pawn
	unitKinds
)

// unitLetters are the letters of the units in a FEN (W-6).
const unitLetters = "KABNRCP"

// units is the set of units that a letter may denote.
type units uint8

func (u units) has(k unit) bool { return u>>k&1 != 0 }

// isDiagonal reports whether a unit that advances or retreats is written with
// its destination file, not a number of ranks.
func (k unit) isDiagonal() bool { return k == advisor || k == elephant || k == horse }

// movesLike reports whether a piece moves like the unit. Janggi shares letters
// with xiangqi for pieces that move differently.
func (k unit) movesLike(piece variant.Piece) bool {
	for _, movement := range piece.Moves {
		for _, part := range movement.Components {
			if part.Paths != nil {
				return false
			}
			for _, v := range part.Vectors {
				if k.isDiagonal() {
					if ranks := diagonalRanks(k, v.Files); ranks == 0 || ranks != max(v.Ranks, -v.Ranks) ||
						part.Range != 1 {
						return false
					}
				} else if v.Files != 0 && v.Ranks != 0 {
					return false
				}
			}
		}
	}
	return true
}

// use prepares for a variant. It returns false if the variant lacks the pieces
// of xiangqi.
func (x *WXF) use(r *rules.Rules) bool {
	if x.rules != r {
		x.rules, x.kinds = r, [unitKinds]rules.PieceType{}
		for t := rules.PieceType(1); int(t) <= r.Types(); t++ {
			for k := range unitKinds {
				piece, _ := r.Definition().Pieces.Get(r.Letter(t))
				if r.Letter(t) == unitLetters[k:k+1] && k.movesLike(piece) {
					x.kinds[k] = t
				}
			}
		}
	}
	return !slices.Contains(x.kinds[:], rules.NoPieceType) && r.Types() == len(x.kinds) &&
		r.Files() == len(columns{}) && r.Ranks() == len(column{}.squares)
}

// fileNumber returns a file's number from the right of a side.
func fileNumber(r *rules.Rules, side rules.Side, file int) int {
	if side == rules.First {
		return r.Files() - file
	}
	return file + 1
}

// fileOf is the inverse of fileNumber.
func fileOf(r *rules.Rules, side rules.Side, number int) int {
	if side == rules.First {
		return r.Files() - number
	}
	return number - 1
}

// column holds the pieces of one unit and side on one file.
type column struct {
	number  int // of the file
	n       int
	squares [10]rules.Square // the first n, from front to rear
}

// all returns the squares of the column's pieces.
func (c *column) all() []rules.Square { return c.squares[:c.n] }

// columns are the files of a side by number, from 1.
type columns [9]column

// columns returns the pieces of a unit of the side to move.
func (x *WXF) columns(p *rules.Position, k unit) (all columns) {
	r, side := x.rules, p.Side()
	pc := rules.NewPiece(x.kinds[k], side)
	for i := range all {
		all[i].number = i + 1
	}
	for i := range rules.Square(r.Files() * r.Ranks()) {
		s := i // Second's front pieces are on the lowest ranks
		if side == rules.First {
			s = rules.Square(r.Files()*r.Ranks()) - 1 - i
		}
		if p.At(s) == pc {
			c := &all[fileNumber(r, side, int(s)%r.Files())-1]
			c.squares[c.n] = s
			c.n++
		}
	}
	return all
}

// stacks returns the number of files with two pieces or more.
func (all *columns) stacks() int {
	n := 0
	for i := range all {
		if all[i].n > 1 {
			n++
		}
	}
	return n
}

// target returns the destination of a unit by direction and number: a number of
// ranks, or a file.
func (x *WXF) target(side rules.Side, k unit, from rules.Square, direction sign, number int) (rules.Square, bool) {
	r := x.rules
	file, rank := int(from)%r.Files(), int(from)/r.Files()
	ahead := 1
	if (side == rules.Second) != (direction == back) {
		ahead = -1
	}
	switch {
	case direction == across:
		file = fileOf(r, side, number)
		if k.isDiagonal() || rules.Square(rank*r.Files()+file) == from {
			return 0, false
		}
	case k.isDiagonal():
		to := fileOf(r, side, number)
		ranks := diagonalRanks(k, to-file)
		if ranks == 0 {
			return 0, false
		}
		file, rank = to, rank+ahead*ranks
	default:
		rank += ahead * number
	}
	if file < 0 || file >= r.Files() || rank < 0 || rank >= r.Ranks() {
		return 0, false
	}
	return rules.Square(rank*r.Files() + file), true
}

// diagonalRanks returns the number of ranks that a unit crosses with a number
// of files; 0 if the unit has no such move.
func diagonalRanks(k unit, files int) int {
	files = max(files, -files)
	switch {
	case k == advisor && files == 1:
		return 1
	case k == elephant && files == 2:
		return 2
	case k == horse && (files == 1 || files == 2):
		return 3 - files
	}
	return 0
}

// Read reads a move.
func (x *WXF) Read(p *rules.Position, text string) (m rules.Move, known bool, warnings []Warning, f *Fault) {
	if !x.use(p.Rules()) {
		return 0, false, nil, fault(ruleWXF, "syntax", "this notation is for xiangqi only")
	}
	if isPass(text) { // as in PGN files
		return judged(p, rules.PassMove)
	}
	parse := parseFiles
	if x.Script == Vietnamese {
		parse = parseVietnamese
	}
	t, f := parse(text)
	if f != nil {
		return 0, false, nil, f
	}
	var (
		meant   rules.Move   // the illegal move that reason refers to; 0 if there are several
		many    []rules.Move // legal moves that fit
		reason  *rules.Violation
		origins [10]rules.Square
	)
	for k := range unitKinds {
		if !t.units.has(k) {
			continue
		}
		for _, from := range x.origins(origins[:0], p, k, &t) {
			to, ok := x.target(p.Side(), k, from, t.direction, t.number)
			if !ok {
				continue
			}
			m := rules.NewMove(rules.Step, from, to, rules.NoPieceType)
			v := p.Judge(m)
			if v == nil {
				many = append(many, m)
			} else if reason == nil {
				reason, meant = v, m
			} else {
				meant = 0
			}
		}
	}
	switch {
	case len(many) == 1:
		return many[0], true, nil, nil
	case len(many) > 1:
		f := fault(ruleWXF, "ambiguous", "%q fits %d legal moves", text, len(many))
		f.Candidates = many
		return 0, false, nil, f
	case reason != nil:
		return meant, false, nil, broken(reason)
	}
	return 0, false, nil, fault(movementRule(p), "illegal", "%s has no piece that %q can mean",
		x.rules.SideName(p.Side()), text)
}

// origins appends the squares of the pieces that a text may mean to dst.
func (x *WXF) origins(dst []rules.Square, p *rules.Position, k unit, t *filesText) []rules.Square {
	all := x.columns(p, k)
	if t.rank == anyRank {
		c := &all[t.file-1]
		if n := c.n; n%2 == 1 {
			// the piece in the middle is neither front nor rear
			return append(dst, c.squares[n/2])
		}
		return append(dst, c.all()...)
	}
	order := t.order - 1
	for i := range all {
		c := &all[i]
		switch {
		case c.n < 2 || t.file != 0 && c.number != t.file:
		case t.rank != byOrder:
			if i, ok := t.rank.index(c.n); ok {
				dst = append(dst, c.squares[i])
			}
		case order >= 0 && order < c.n:
			return append(dst, c.squares[order])
		default:
			order -= c.n
		}
	}
	return dst
}

// Append writes a legal move.
func (x *WXF) Append(dst []byte, p *rules.Position, m rules.Move) []byte {
	if !x.use(p.Rules()) {
		return dst
	}
	if m.Kind() == rules.Pass {
		return append(dst, sanPasses[0]...)
	}
	t := x.describe(p, m)
	return x.Script.append(dst, p.Side(), &t)
}

// describe returns the parts of a move's text.
func (x *WXF) describe(p *rules.Position, m rules.Move) filesText {
	r, side := x.rules, p.Side()
	var t filesText
	var k unit
	for x.kinds[k] != p.At(m.From()).Type() {
		k++
	}
	t.units = 1 << k
	file, rank := int(m.From())%r.Files(), int(m.From())/r.Files()
	toFile, toRank := int(m.To())%r.Files(), int(m.To())/r.Files()
	ranks := toRank - rank
	if side == rules.Second {
		ranks = -ranks
	}
	switch {
	case ranks == 0:
		t.direction = across
	case ranks < 0:
		t.direction = back
	default:
		t.direction = ahead
	}
	t.number = fileNumber(r, side, toFile)
	if ranks != 0 && !k.isDiagonal() {
		t.number = max(ranks, -ranks)
	}
	t.file = fileNumber(r, side, file)
	x.place(p, k, m.From(), &t)
	return t
}

// place distinguishes the piece from others of its unit on the file. Advisors
// and elephants need no mark: only the front one can retreat.
func (x *WXF) place(p *rules.Position, k unit, from rules.Square, t *filesText) {
	if k == advisor || k == elephant {
		return
	}
	all := x.columns(p, k)
	t.order = 1
	for i := range all {
		c := &all[i]
		if c.number == t.file {
			n := slices.Index(c.all(), from)
			t.order += n
			if c.n > 1 {
				x.Script.rank(k, n, c.n, all.stacks(), t)
			}
			return
		}
		if c.n > 1 {
			t.order += c.n
		}
	}
}

// holdsXiangqi reports whether a variant has the pieces of xiangqi, so that
// file notation can be used.
func holdsXiangqi(r *rules.Rules) bool { return !r.HasHand() && !r.HasPocket() && new(WXF).use(r) }
