package lab

import (
	"fmt"
	"slices"
	"strings"

	"assay/analysis/rules"
)

// Rules are tested on a position every testInterval plies, on at most
// testedMost positions.
const (
	testInterval = 5
	testedMost   = 2000
)

// never notes what happens, to report what never does.
type never struct {
	rules     *rules.Rules
	onBoard   []bool // by type
	moved     []bool
	captured  []bool
	promoted  map[[2]rules.PieceType]bool
	kinds     map[rules.MoveKind]bool
	gated     bool
	entered   []bool // by square: moved to
	stood     rules.Bitboard
	ways      map[way]bool    // played
	legal     map[way]bool    // legal at some time
	cited     map[string]bool // rules that ended a game or forbade a move
	positions int             // in which the rules were tested
}

// way is a direction in which a type moves, from its owner's view.
type way struct {
	t            rules.PieceType
	files, ahead int
	far          bool // any distance over two squares in the direction
}

func newNever(r *rules.Rules) *never {
	n := r.Types() + 1
	return &never{
		rules: r, onBoard: make([]bool, n), moved: make([]bool, n), captured: make([]bool, n),
		promoted: map[[2]rules.PieceType]bool{}, kinds: map[rules.MoveKind]bool{},
		entered: make([]bool, r.Files()*r.Ranks()), ways: map[way]bool{}, legal: map[way]bool{},
		cited: map[string]bool{},
	}
}

// add notes a position with its legal moves and the move played.
func (v *never) add(p *rules.Position, m rules.Move, legal []rules.Move, ply int) {
	for t := range v.onBoard[1:] {
		t := rules.PieceType(t + 1)
		if !v.onBoard[t] {
			v.onBoard[t] = !p.Where(rules.NewPiece(t, rules.First)).Empty() ||
				!p.Where(rules.NewPiece(t, rules.Second)).Empty()
		}
	}
	v.stood = v.stood.Or(p.Occupied())
	moved, captured, _ := p.MovedAndCaptured(m)
	v.kinds[m.Kind()] = true
	v.gated = v.gated || m.Use() == rules.Gate
	if moved != rules.NoPiece && moved != rules.Walled {
		v.moved[moved.Type()] = true
		if m.Into() != rules.NoPieceType {
			v.promoted[[2]rules.PieceType{moved.Type(), m.Into()}] = true
		}
	}
	if captured != rules.NoPiece && captured != rules.Walled {
		v.captured[captured.Type()] = true
	}
	if k := m.Kind(); k != rules.Pass && k != rules.ToPocket && k != rules.RifleCapture {
		v.entered[m.To()] = true
	}
	if w, ok := v.way(p, m); ok {
		v.ways[w] = true
	}
	for _, m := range legal {
		if w, ok := v.way(p, m); ok {
			v.legal[w] = true
		}
	}
	if ply%testInterval == 0 && v.positions < testedMost {
		v.positions++
		v.test(p)
	}
}

// way returns the direction of a step.
func (v *never) way(p *rules.Position, m rules.Move) (way, bool) {
	if m.Kind() != rules.Step {
		return way{}, false
	}
	return v.between(p.At(m.From()), m.From(), m.To())
}

func (v *never) between(pc rules.Piece, from, to rules.Square) (way, bool) {
	if pc == rules.NoPiece || pc == rules.Walled || v.rules.Hexagons() {
		return way{}, false
	}
	file, rank := v.rules.Coordinates(from)
	toFile, toRank := v.rules.Coordinates(to)
	w := way{t: pc.Type(), files: toFile - file, ahead: toRank - rank}
	if pc.Side() == rules.Second {
		w.ahead = -w.ahead
	}
	if w.files < 0 {
		w.files = -w.files // left and right are the same
	}
	a, b := w.files, max(w.ahead, -w.ahead)
	for b != 0 {
		a, b = b, a%b
	}
	if a > 2 {
		w.files, w.ahead, w.far = w.files/a, w.ahead/a, true
	}
	return w, true
}

// test notes which rules forbid moves that the pieces' movements allow.
func (v *never) test(p *rules.Position) {
	r := v.rules
	judge := func(m rules.Move) {
		if violation := p.Judge(m); violation != nil {
			v.cited[violation.Rule] = true
		}
	}
	var ways []rules.Candidate
	for to := range rules.Square(r.Files() * r.Ranks()) {
		for t := rules.PieceType(1); int(t) <= r.Types(); t++ {
			ways = p.Candidates(ways[:0], t, to)
			for _, c := range ways {
				into, _ := p.Becomes(c, to)
				judge(rules.NewMove(c.Kind, c.From, to, into))
			}
			if held, into, ok := p.Held(t); ok && r.Cells() == 0 && p.At(to) == rules.NoPiece {
				judge(rules.NewDrop(rules.HandSlot(held), to, into))
			}
		}
		for cell := range r.Cells() {
			if p.Cell(p.Side(), cell) != rules.NoPieceType && p.At(to) == rules.NoPiece {
				judge(rules.NewDrop(rules.HandSlot(cell), to, rules.NoPieceType))
			}
		}
	}
}

// end notes how a game ended.
func (v *never) end(g *Game) { v.cited[g.Rule] = true }

// findings lists what never happened in the games.
func (v *never) findings(games int) []Finding {
	var out []Finding
	add := func(f Finding, format string, args ...any) {
		f.Text = fmt.Sprintf(format, args...)
		out = append(out, f)
	}
	if games == 0 {
		return nil
	}
	r, d := v.rules, v.rules.Definition()
	start := r.Start()
	for t := rules.PieceType(1); int(t) <= r.Types(); t++ {
		name := r.PieceName(t)
		switch {
		case !v.onBoard[t]:
			add(Finding{Kind: "piece", Piece: name}, "%s never came onto the board", name)
		case !v.moved[t]:
			add(Finding{Kind: "piece", Piece: name}, "%s never moved", name)
		case !v.captured[t] && !r.Royal(t):
			add(Finding{Kind: "piece", Piece: name}, "%s was never captured", name)
		}
		pc := rules.NewPiece(t, rules.First)
		for _, into := range r.PromotesTo(pc) {
			if v.onBoard[t] && !v.promoted[[2]rules.PieceType{t, into}] {
				add(Finding{Kind: "promotion", Piece: name}, "%s never promoted to %s", name, r.PieceName(into))
			}
		}
		v.directions(t, add)
	}
	for _, k := range []struct {
		kind     rules.MoveKind
		possible bool
		text     string
	}{
		{rules.Castle, d.Castling != nil, "no side castled"},
		{rules.Drop, d.Drops != nil && (r.HasHand() || start.HandSize(rules.First) > 0), "no piece was dropped"},
		{rules.ToPocket, r.HasPocket(), "no piece went to the pocket"},
		{rules.Pass, r.Passes(), "no side passed"},
	} {
		if k.possible && !v.kinds[k.kind] {
			add(Finding{Kind: "move"}, "%s", k.text)
		}
	}
	if r.Gates() && !v.gated {
		add(Finding{Kind: "move"}, "no piece entered by gating")
	}
	reported := map[string]bool{}
	for _, s := range r.Specials() {
		if v.cited[s.Rule] || reported[s.Rule] || !s.Ends && !s.Forbids {
			continue
		}
		reported[s.Rule] = true
		what := fmt.Sprintf("ended no game of %d", games)
		if s.Forbids {
			what = fmt.Sprintf("forbade no move in %d positions", v.positions)
		}
		add(Finding{Kind: "rule", Rule: s.Rule}, "%s %s: %s", s.Rule, what, s.Says)
	}
	var dead []string
	for at := range rules.Square(r.Files() * r.Ranks()) {
		if !v.entered[at] && start.At(at) != rules.Walled {
			dead = append(dead, r.SquareName(at))
		}
	}
	if len(dead) > 0 {
		add(Finding{Kind: "square", Squares: dead}, "no piece ever moved to %s", strings.Join(dead, " "))
	}
	return out
}

// directions reports movements of a type that were never played.
func (v *never) directions(t rules.PieceType, add func(Finding, string, ...any)) {
	if !v.onBoard[t] || !v.moved[t] {
		return
	}
	r, pc, seen := v.rules, rules.NewPiece(t, rules.First), []way{}
	for at := range rules.Square(r.Files() * r.Ranks()) {
		reach := r.EmptyReach(pc, at).Or(r.EmptyCover(pc, at))
		for !reach.Empty() {
			if w, ok := v.between(pc, at, reach.Pop()); ok && !slices.Contains(seen, w) {
				seen = append(seen, w)
			}
		}
	}
	for _, w := range seen {
		if v.ways[w] {
			continue
		}
		what := "which was never legal"
		if v.legal[w] {
			what = "which was legal"
		}
		add(Finding{Kind: "movement", Piece: r.PieceName(t)}, "%s never moved %s, %s", r.PieceName(t), w, what)
	}
}

// String describes a way.
func (w way) String() string {
	var parts []string
	for _, p := range []struct {
		n    int
		word string
	}{{w.ahead, "ahead"}, {-w.ahead, "back"}, {w.files, "aside"}} {
		if p.n > 0 && w.far {
			parts = append(parts, p.word)
		} else if p.n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", p.n, p.word))
		}
	}
	text := strings.Join(parts, " and ")
	if w.far {
		text = "far " + text
	}
	return text
}
