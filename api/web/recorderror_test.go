//go:build browser

package web

import (
	"fmt"
	"strings"
	"testing"
)

// drawn returns the marks on the board of a game's page, with places by name.
func (b *tab) drawn() string {
	b.Helper()
	return eval[string](b, `game.board.marks.map((m) => [m.colour, ...[m.from, m.to].filter((p) => p != null).map((p) => game.board.view.places[p])].join(" ")).join("; ")`)
}

// TestErrorShown shows illegal games in notations that name two squares, one or
// none.
func TestErrorShown(t *testing.T) {
	t.Parallel()
	site, a := serve(t)
	b := newTab(t, site)
	const kif = "手合割：平手\n手数----指手---------消費時間--\n"
	for _, row := range []struct {
		name, record string
		rule, says   string
		wrong        string // as drawn
		chip, right  string // a nearest legal move, and how it is drawn
	}{
		{"SAN", "1. e4 e5 2. Qh6 *\n", "W-0", "as the variant describes", "R d1 h6", "Qh5", "G d1 h5"},
		{"SAN, either knight", "1. Nf3 Nf6 2. Nc3 Nc6 3. Nb5 e5 4. Nd4 *\n", "PGN", "identify one legal move", "R d4", "Nbd4", "G b5 d4"},
		{"KIF", kif + "1 ７六歩(77)\n2 ３四歩(44)\n", "G-1", "only its own pieces", "R f6 g6", "３四歩(33)", "G g7 g6"},
		{"WXF", "[Variant \"xiangqi\"]\n\n1. C2.5 H8+7 2. H2+4 *\n", "W-0", "as the variant describes", "R h1 f2", "H2+3", "G h1 g3"},
		{"bench", "Variant=csg-1\n1. Wildcard x1 - e2\n", "G-5", "empty square", "R x1 e2", "Wildcard x1 - e4", "G x1 e4"},
		{"hand", "手合割：平手\n" + "手数----指手---------消費時間--\n1 ７六歩(77)\n2 ３四歩(33)\n3 ２二角成(88)\n4 ２二銀(31)\n5 ５三角打\n", "G-5", "empty square", "R hand1.0 e7", "５五角打", "G hand1.0 e5"},
		{"pocket", "Variant=pocket-shogi-copper\n1. Copper pocket - e1\n", "PSC-12", "unpromoted on empty squares", "R pocket1 e1", "Copper pocket - e2", "G pocket1 e2"},
		{"number", "Variant=csg-1\n1. Pawn c3 - c4\n2. Pawn c7 - c6\n", "NL-1", "have the same number", "R c7 c6", "Pawn c7 - c6", "G c7 c6"},
	} {
		id := add(t, a, row.record)
		b.open(fmt.Sprint("/games/", id))
		b.until("window.game && document.querySelector('#record-error')")
		if got := b.drawn(); got != row.wrong {
			t.Errorf("%s: the fault is drawn as %q, want %q", row.name, got, row.wrong)
		}
		if got := b.text("#record-error blockquote"); !strings.Contains(got, row.says) || !strings.HasSuffix(got, row.rule) {
			t.Errorf("%s: quoted: %q, want %s", row.name, got, row.rule)
		}
		chip := fmt.Sprintf(`[...document.querySelectorAll("#record-error button.legal")].find((e) => e.textContent === %q)`, row.chip)
		if !eval[bool](b, "!!"+chip) {
			t.Errorf("%s: %s is not beside it", row.name, row.chip)
			continue
		}
		b.do(chip + ".focus()")
		if got := b.drawn(); got != row.wrong+"; "+row.right {
			t.Errorf("%s: %s is drawn as %q, want %q beside the fault", row.name, row.chip, got, row.right)
		}
		b.picture(strings.ReplaceAll(row.name, " ", "-"))
		b.do(chip + ".blur()")
		if got := b.drawn(); got != row.wrong {
			t.Errorf("%s: left on the board: %q", row.name, got)
		}
		// The link leads to the rule, which is visible and highlighted.
		b.click("#record-error blockquote a")
		b.until(fmt.Sprintf(`location.hash === "#%s" && document.querySelector(":target")?.id === %[1]q`, row.rule))
		if got := b.text(":target"); !strings.Contains(got, row.says) {
			t.Errorf("%s: the card says %q", row.name, got)
		}
	}
}

// TestExplorerMarks draws explorer moves from hands, pockets and benches.
func TestExplorerMarks(t *testing.T) {
	t.Parallel()
	site, a := serve(t)
	b := newTab(t, site)
	for _, row := range []struct {
		record string
		ply    int
		want   string
	}{
		{"position startpos moves 7g7f 3c3d 8h2b+ 3a2b B*5e\n", 4, "B hand1.0 e5"},
		{"Variant=pocket-shogi-copper\n1. Copper pocket - e5\n1. Copper * e6\n", 0, "B pocket1 e5"},
		{"Variant=pocket-shogi-copper\n1. Copper pocket - e5\n1. Copper * e6\n", 1, "B hand2.0 e6"},
		{"Variant=csg-1\n1. Wildcard x1 - e4\n", 0, "B x1 e4"},
		{"1. e4 e5 2. Nf3 *\n", 2, "B g1 f3"},
	} {
		id := add(t, a, row.record)
		if err := a.CatchUp(t.Context(), nil); err != nil {
			t.Fatal(err)
		}
		b.open(fmt.Sprint("/games/", id, "?ply=", row.ply))
		b.until("window.game")
		b.click("#tab-explorer")
		b.until("document.querySelector('#explored td button')")
		b.do(`document.querySelector('#explored td button').focus()`)
		if got := b.drawn(); got != row.want {
			t.Errorf("ply %d of %q is drawn as %q, want %q", row.ply+1, row.record, got, row.want)
		}
	}
}

// TestErrorOfStart shows a record with an invalid starting position: no ply,
// but the rule is quoted.
func TestErrorOfStart(t *testing.T) {
	t.Parallel()
	site, a := serve(t)
	b := newTab(t, site)
	for _, record := range []string{"Variant=csg-1\nSetup=9/9/9 w\n1. Pawn c3 - c4\n", "Variant=all-classic\nOptions=drops=never\n1. ChessPawn a3 - a4\n"} {
		b.open(fmt.Sprint("/games/", add(t, a, record)))
		if got := b.text("#record-error"); !strings.Contains(got, "The record is illegal") || !strings.Contains(got, "Both must be valid in the variant") {
			t.Errorf("%q: %s", record, got)
		}
		b.picture(fmt.Sprint(len(record)))
	}
}

// TestIllegal opens an illegal game.
func TestIllegal(t *testing.T) {
	t.Parallel()
	site, a := serve(t)
	id := add(t, a, strings.Replace(small, "Qxf7#", "Qxf8#", 1))
	b := newTab(t, site)
	b.open(fmt.Sprint("/games/", id))
	b.see("#record-error")
	b.see("#board .marks path")
	b.picture("fault")
	if got := b.text("#counter"); got != "6/6" {
		t.Errorf("shown: %s", got)
	}
}
