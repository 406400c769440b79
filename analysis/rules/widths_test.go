package rules

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"assay/analysis/variant"
	"assay/fixtures"
)

// TestWidthsAgree compares the width-specialised copies with the Bitboard
// functions in every variant.
func TestWidthsAgree(t *testing.T) {
	everyVariant(t, func(t *testing.T, r *Rules) {
		for width := range r.width {
			wide := compiled(t, r.definition.ID, "")
			wide.width = width
			walk(r, fixtures.Rounds(1, 4, 10), 100, func(p *Position, moves []Move) {
				q := p.Clone()
				q.rules, q.scratch.legalities, q.scratch.exposures = wide, nil, nil
				if got := q.Moves(nil); !slices.Equal(got, moves) || q.Count() != uint64(len(got)) {
					t.Fatalf("%d moves as on a small board, %d as on a large one: %s", len(moves), len(got), p.Text())
				}
				if !slices.Equal(q.Threats(nil), p.Threats(nil)) || !slices.Equal(q.Forcing(nil, r.allTypes()), p.Forcing(nil, r.allTypes())) {
					t.Fatalf("other threats or captures on a large board: %s", p.Text())
				}
				if q.InCheck(q.side) != p.InCheck(p.side) {
					t.Fatalf("a check on one board only: %s", p.Text())
				}
			})
		}
	})
}

// TestLargeBoards plays games of random pieces on boards of random sizes, and
// compares moves and perft counts with an independent generator.
func TestLargeBoards(t *testing.T) {
	sizes := [][2]int{{16, 16}, {12, 12}, {16, 8}, {8, 16}, {11, 12}, {13, 13}, {12, 11}, {16, 9}}
	for n := range fixtures.Rounds(8, 16, 64) {
		size := sizes[n%len(sizes)]
		t.Run(fmt.Sprintf("%d by %d, %d", size[0], size[1], n), func(t *testing.T) {
			t.Parallel()
			rng := rand.New(rand.NewPCG(uint64(n), 3))
			g := newSlowGame(rng, size[0], size[1])
			d, err := variant.Embedded().Check("large.yaml", []byte(g.definition(rng)))
			if err != nil {
				t.Fatal(err)
			}
			r, err := Compile(d)
			if err != nil {
				t.Fatal(err)
			}
			p, slow := r.Start(), g.read(r.StartText())
			for range fixtures.Rounds(12, 30, 30) {
				moves := p.Moves(nil)
				if fast, want := formatMoves(p, moves), g.moves(slow); !slices.Equal(fast, want) {
					t.Fatalf("%s\n%v\nbut slowly\n%v", p.Text(), fast, want)
				}
				for range 200 {
					m := NewMove(Step, Square(rng.IntN(r.squares)), Square(rng.IntN(r.squares)), NoPieceType)
					if p.Legal(m) != slices.Contains(moves, m) {
						t.Fatalf("%s %s: %v", p.Text(), formatMoves(p, []Move{m}), p.Judge(m))
					}
				}
				back, err := r.ParsePosition(p.Text())
				if err != nil || back.Text() != p.Text() || back.Key() != p.Key() {
					t.Fatalf("%s is read as %v (%v)", p.Text(), back, err)
				}
				if len(moves) == 0 {
					break
				}
				m := moves[rng.IntN(len(moves))]
				for try := 0; try < 3 && p.Captured(m) == NoPiece; try++ {
					m = moves[rng.IntN(len(moves))]
				}
				slow = g.play(slow, formatMoves(p, []Move{m})[0])
				text := p.Text()
				p.Play(m)
				p.Undo()
				if p.Text() != text {
					t.Fatalf("%s is taken back as %s", text, p.Text())
				}
				p.Play(m)
			}
			if p, slow = r.Start(), g.read(r.StartText()); p.Perft(2) != g.perft(slow, 2) {
				t.Fatalf("%d nodes, slowly %d", p.Perft(2), g.perft(slow, 2))
			}
		})
	}
}

// formatMoves writes moves for comparison, sorted.
func formatMoves(p *Position, moves []Move) []string {
	out := make([]string, len(moves))
	for i, m := range moves {
		from := p.rules.SquareName(m.From())
		if m.Kind() == Drop {
			from = p.rules.pieceTypes[m.Slot()].letter + "@"
		}
		out[i] = from + p.rules.SquareName(m.To())
		if m.Into() != NoPieceType {
			out[i] += p.rules.pieceTypes[m.Into()].letter
		}
	}
	slices.Sort(out)
	return out
}

// slowMove is a repeated vector of a piece.
type slowMove struct {
	files, ranks   int
	far            bool // any number of times over empty squares
	quiet, capture bool
	over           bool // captures beyond exactly one piece
	lame           bool // the square straight ahead must be empty
}

type slowKind struct {
	betza string
	moves []slowMove
}

// slowGame is a game of types A, B, C …, a king K, and pawns P that promote to
// A.
type slowGame struct {
	files, ranks int
	kinds        map[byte]slowKind
	hands        bool
}

type slowPosition struct {
	board  map[[2]int]byte
	hand   [2]map[byte]int
	second bool
}

func around(files, ranks int, m slowMove) []slowMove {
	var out []slowMove
	for _, v := range [][2]int{{files, ranks}, {ranks, files}} {
		for _, sign := range [][2]int{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}} {
			m.files, m.ranks = v[0]*sign[0], v[1]*sign[1]
			if !slices.Contains(out, m) {
				out = append(out, m)
			}
		}
	}
	return out
}

var both = slowMove{quiet: true, capture: true}

func slowKinds() []slowKind {
	far, hop := both, slowMove{capture: true, over: true, far: true}
	far.far = true
	lame, quiet, capture := both, slowMove{quiet: true, far: true}, slowMove{capture: true}
	lame.lame = true
	return []slowKind{
		{"W", around(1, 0, both)}, {"F", around(1, 1, both)}, {"D", around(2, 0, both)}, {"A", around(2, 2, both)},
		{"N", around(2, 1, both)}, {"C", around(3, 1, both)}, {"Z", around(3, 2, both)}, {"H", around(3, 0, both)},
		{"G", around(3, 3, both)}, {"R", around(1, 0, far)}, {"B", around(1, 1, far)}, {"NN", around(2, 1, far)},
		{"DD", around(2, 0, far)}, {"nN", around(2, 1, lame)}, {"cpR", around(1, 0, hop)}, {"cpB", around(1, 1, hop)},
		{"mR", around(1, 0, quiet)}, {"cN", around(2, 1, capture)}, {"cF", around(1, 1, capture)}, {"mB", around(1, 1, quiet)},
	}
}

func newSlowGame(rng *rand.Rand, files, ranks int) *slowGame {
	g := &slowGame{files: files, ranks: ranks, kinds: map[byte]slowKind{}, hands: rng.IntN(2) == 0}
	menu := slowKinds()
	for letter := byte('A'); letter < 'H'; letter++ {
		var k slowKind
		rng.Shuffle(len(menu), func(i, j int) { menu[i], menu[j] = menu[j], menu[i] })
		for _, part := range menu[:1+rng.IntN(3)] {
			k.betza = strings.TrimPrefix(k.betza+", "+part.betza, ", ")
			k.moves = append(k.moves, part.moves...)
		}
		g.kinds[letter] = k
	}
	g.kinds['K'] = slowKind{"K", append(around(1, 0, both), around(1, 1, both)...)}
	g.kinds['P'] = slowKind{"fmWfcF", []slowMove{{0, 1, false, true, false, false, false}, {1, 1, false, false, true, false, false}, {-1, 1, false, false, true, false, false}}}
	return g
}

func (g *slowGame) letters() []byte {
	var out []byte
	for letter := range g.kinds {
		out = append(out, letter)
	}
	slices.Sort(out)
	return out
}

// definition writes the game with a random starting position in which nobody is
// in check.
func (g *slowGame) definition(rng *rand.Rand) string {
	var b strings.Builder
	fmt.Fprintf(&b, "id: large\nname: Large\nversion: \"1\"\nrulings: LG\nsources: [none]\nsummary: Random pieces.\n"+
		"board: {files: %d, ranks: %d}\nsides: [{name: White}, {name: Black}]\nregions: {last: [rank %d]}\npieces:\n", g.files, g.ranks, g.ranks)
	for _, letter := range g.letters() {
		royal := ""
		if letter == 'K' {
			royal = ", royal: true"
		}
		fmt.Fprintf(&b, "  %c: {name: Piece%c, moves: [%s]%s}\n", letter, letter, g.kinds[letter].betza, royal)
	}
	b.WriteString("promotion:\n  - {pieces: {P: [A]}, zone: last, on: end, always: true}\n")
	hand := ""
	if g.hands {
		b.WriteString("hand: {keeps: all, order: [A, B, C, D, E, F, G, P]}\ndrops: {forbid: [{pieces: P, in: last}]}\n")
		hand = "[]"
	}
	b.WriteString("rules:\n  - {module: royal-safety}\n  - {module: no-moves, attacked: loss, free: draw}\n")
	for {
		start := &slowPosition{board: map[[2]int]byte{}}
		for side := range 2 {
			for _, letter := range []byte("KAABBCCDDEEFFGGPPPPPPPPPP") {
				at := [2]int{rng.IntN(g.files), rng.IntN(g.ranks)}
				if letter == 'P' && (at[1] == 0 || at[1] == g.ranks-1) || start.board[at] != 0 {
					if letter != 'K' {
						continue
					}
				}
				start.board[at] = letter | byte(side)<<5
			}
		}
		kings := 0
		for _, pc := range start.board {
			if pc|0x20 == 'k' {
				kings++
			}
		}
		if kings == 2 && !g.attacked(start, false) && !g.attacked(start, true) {
			fmt.Fprintf(&b, "start: %s%s w\n", g.text(start), hand)
			return b.String()
		}
	}
}

func (g *slowGame) text(p *slowPosition) string {
	var ranks []string
	for rank := g.ranks - 1; rank >= 0; rank-- {
		var b strings.Builder
		empty := 0
		for file := range g.files {
			pc := p.board[[2]int{file, rank}]
			if pc == 0 {
				empty++
				continue
			}
			if empty > 0 {
				fmt.Fprint(&b, empty)
			}
			empty = 0
			b.WriteByte(pc)
		}
		if empty > 0 {
			fmt.Fprint(&b, empty)
		}
		ranks = append(ranks, b.String())
	}
	return strings.Join(ranks, "/")
}

func (g *slowGame) read(text string) *slowPosition {
	p := &slowPosition{board: map[[2]int]byte{}, hand: [2]map[byte]int{{}, {}}}
	placement, _, _ := strings.Cut(strings.Fields(text)[0], "[")
	for i, rank := range strings.Split(placement, "/") {
		file, number := 0, 0
		for _, c := range []byte(rank) {
			if c >= '0' && c <= '9' {
				number = 10*number + int(c-'0')
				continue
			}
			file, number = file+number, 0
			p.board[[2]int{file, g.ranks - 1 - i}] = c
			file++
		}
	}
	return p
}

func isSecond(pc byte) bool { return pc&0x20 != 0 }

// targets calls visit for each target of the piece on a square.
func (g *slowGame) targets(p *slowPosition, from [2]int, visit func(to [2]int)) {
	pc := p.board[from]
	for _, m := range g.kinds[pc&^0x20].moves {
		files, ranks := m.files, m.ranks
		if isSecond(pc) {
			files, ranks = -files, -ranks
		}
		if m.lame {
			way := [2]int{from[0] + files/2, from[1] + ranks/2}
			if p.board[way] != 0 {
				continue
			}
		}
		passed := 0
		for at := from; ; {
			at = [2]int{at[0] + files, at[1] + ranks}
			if at[0] < 0 || at[1] < 0 || at[0] >= g.files || at[1] >= g.ranks {
				break
			}
			met := p.board[at]
			switch {
			case met == 0 && m.quiet:
				visit(at)
			case met != 0 && m.capture && isSecond(met) != isSecond(pc) && (!m.over || passed == 1):
				visit(at)
			}
			if met != 0 {
				passed++
			}
			if !m.far || met != 0 && (!m.over || passed == 2) {
				break
			}
		}
	}
}

// attacked reports whether a side's king can be captured.
func (g *slowGame) attacked(p *slowPosition, second bool) bool {
	for from, pc := range p.board {
		if isSecond(pc) == second {
			continue
		}
		found := false
		g.targets(p, from, func(to [2]int) { found = found || p.board[to]&^0x20 == 'K' })
		if found {
			return true
		}
	}
	return false
}

func (g *slowGame) square(at [2]int) string { return fmt.Sprintf("%c%d", 'a'+at[0], at[1]+1) }

func (g *slowGame) moves(p *slowPosition) []string {
	var out []string
	try := func(text string) {
		next := g.play(p, text)
		if !g.attacked(next, p.second) && !slices.Contains(out, text) {
			out = append(out, text)
		}
	}
	for from, pc := range p.board {
		if isSecond(pc) != p.second {
			continue
		}
		g.targets(p, from, func(to [2]int) {
			text := g.square(from) + g.square(to)
			if pc&^0x20 == 'P' && to[1] == g.last(p.second) {
				text += "A"
			}
			try(text)
		})
	}
	for letter, n := range p.hand[side(p.second)] {
		for file := range g.files {
			for rank := range g.ranks {
				at := [2]int{file, rank}
				if n > 0 && p.board[at] == 0 && (letter != 'P' || rank != g.last(p.second)) {
					try(string(letter) + "@" + g.square(at))
				}
			}
		}
	}
	slices.Sort(out)
	return out
}

func side(second bool) int {
	if second {
		return 1
	}
	return 0
}

func (g *slowGame) last(second bool) int {
	if second {
		return 0
	}
	return g.ranks - 1
}

// play makes a move returned by spelt.
func (g *slowGame) play(p *slowPosition, text string) *slowPosition {
	next := &slowPosition{board: map[[2]int]byte{}, second: !p.second}
	maps.Copy(next.board, p.board)
	mine := side(p.second)
	for i := range next.hand {
		next.hand[i] = maps.Clone(p.hand[i])
	}
	number := func() (at [2]int) {
		at[0] = int(text[0] - 'a')
		text = text[1:]
		for len(text) > 0 && text[0] >= '0' && text[0] <= '9' {
			at[1] = 10*at[1] + int(text[0]-'0')
			text = text[1:]
		}
		at[1]--
		return at
	}
	var pc byte
	if text[1] == '@' {
		pc = text[0] | byte(mine)<<5
		next.hand[mine][text[0]]--
		text = text[2:]
	} else {
		from := number()
		pc = next.board[from]
		delete(next.board, from)
	}
	to := number()
	if taken := next.board[to] &^ 0x20; taken != 0 && taken != 'K' && g.hands {
		next.hand[mine][taken]++
	}
	if text != "" {
		pc = text[0] | byte(mine)<<5
	}
	next.board[to] = pc
	return next
}

func (g *slowGame) perft(p *slowPosition, depth int) uint64 {
	moves := g.moves(p)
	if depth == 1 {
		return uint64(len(moves))
	}
	var n uint64
	for _, m := range moves {
		n += g.perft(g.play(p, m), depth-1)
	}
	return n
}
