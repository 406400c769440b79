package analysis_test

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"assay/analysis"
	"assay/analysis/notation"
	"assay/analysis/rules"
	"assay/analysis/variant"
)

// TestStyles plays random moves of every variant and writes them in every
// suitable style. The destination is named as on the board's edges, all moves
// of a position have different texts, and each can be read back.
func TestStyles(t *testing.T) {
	registry := variant.Embedded()
	book := analysis.NewRulebook(registry)
	random := rand.New(rand.NewPCG(15, 3))
	seen := map[string]int{}
	for _, id := range registry.IDs() {
		r, err := book.Rules(id, "")
		if err != nil {
			t.Fatal(err)
		}
		styles := notation.Styles(r)
		for p := r.Start(); p.Ply() < 10; {
			moves := p.Moves(nil)
			if _, over := p.Outcome(); over || len(moves) == 0 {
				break
			}
			m := moves[random.IntN(len(moves))]
			for _, s := range styles {
				seen[s.Name]++
				tellsMove(t, s, p, moves, m)
			}
			p.Play(m)
		}
	}
	for _, name := range notation.StyleNames() {
		if seen[name] == 0 {
			t.Errorf("%s suits no game", name)
		}
	}
}

// tellsMove compares a move's text with the board and with the texts of other
// moves.
func tellsMove(t *testing.T, s *notation.Style, p *rules.Position, moves []rules.Move, m rules.Move) {
	t.Helper()
	r, w := p.Rules(), s.Writer(p.Rules())
	id := r.Definition().ID
	text := string(w.Append(nil, p, m))
	for _, other := range moves {
		if other != m && string(w.Append(nil, p, other)) == text && !sameDrop(p, m, other) {
			t.Errorf("%s, %s: %q is two moves of %s", id, s.Name, text, p.Text())
			break
		}
	}
	read := p.Clone()
	if err := analysis.PlayMoves(read, []string{text}, s); err != nil {
		t.Errorf("%s, %s: %q is not read: %v", id, s.Name, text, err)
	} else if got, _ := read.LastMove(); got != m && !sameDrop(p, m, got) {
		t.Errorf("%s, %s: %q is read as %s, not %s in %s", id, s.Name, text, notation.Numbered{}.Format(p, got), notation.Numbered{}.Format(p, m), p.Text())
	}
	if m.Kind() == rules.Pass || m.Kind() == rules.Castle || m.Kind() == rules.ToPocket {
		return
	}
	files, ranks := s.Labels(r)
	f, k := int(m.To())%r.Files(), int(m.To())/r.Files()
	if s.Edges == notation.KoreanEdges { // the rank is first
		files, ranks, f, k = ranks, files, k, f
	}
	plain := narrow(text)
	switch {
	case s.Edges == notation.XiangqiEdges:
		// The number after the direction is a file from the mover's side, or a
		// number of ranks for pieces that move straight.
		number := f + 1
		if p.Side() == rules.First {
			number = r.Files() - f
		}
		if straight := f == int(m.From())%r.Files(); !straight && lastNumber(plain) != number {
			t.Errorf("%s, %s: %q does not lead to file %d", id, s.Name, text, number)
		}
	case strings.Contains(text, "同"): // the destination of the previous move
	default:
		square := files[f] + ranks[k]
		if r.Hexagons() {
			square = hexagon(r, m.To())
		}
		if page := r.Definition().Page; s.Edges == notation.PageEdges && page != nil {
			square = page.Square(f, k)
		}
		if got := narrow(w.SquareName(r, m.To())); got != square {
			t.Errorf("%s, %s: the square is called %q, and is %q along the edges", id, s.Name, got, square)
		}
		if !strings.Contains(strings.ToLower(plain), strings.ToLower(square)) {
			t.Errorf("%s, %s: %q does not lead to %s", id, s.Name, text, square)
		}
	}
}

// hexagon returns Gliński's name of a cell: files are lettered without j, and
// each is counted from its own lowest cell.
func hexagon(r *rules.Rules, cell rules.Square) string {
	start, rank := r.Start(), 1
	for below := int(cell) - r.Files(); below >= 0; below -= r.Files() {
		if start.At(rules.Square(below)) != rules.Walled {
			rank++
		}
	}
	return string("abcdefghikl"[int(cell)%r.Files()]) + strconv.Itoa(rank)
}

// narrow converts full-width digits.
func narrow(text string) string {
	return strings.Map(func(c rune) rune {
		if c >= '０' && c <= '９' {
			return c - '０' + '0'
		}
		return c
	}, text)
}

// lastNumber returns the final digit of a text, in figures or kanji; 0 for
// none.
func lastNumber(text string) int {
	runes := []rune(text)
	last := runes[len(runes)-1]
	if unicode.IsDigit(last) {
		return int(last - '0')
	}
	return slices.Index([]rune("一二三四五六七八九"), last) + 1
}

// sameDrop reports whether two moves drop the same piece type on the same
// square from different bench cells.
func sameDrop(p *rules.Position, a, b rules.Move) bool {
	return a.Kind() == rules.Drop && b.Kind() == rules.Drop && a.To() == b.To() && p.Moved(a) == p.Moved(b)
}
