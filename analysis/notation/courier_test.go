package notation_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"assay/analysis/notation"
	"assay/analysis/rules"
	"assay/analysis/variant"
	"assay/fixtures"
	"assay/fixtures/definitions"
	"assay/fixtures/games"
	"assay/parser"
)

// choices returns each combination of a definition's option values; "" alone
// for a definition without options.
func choices(d *variant.Definition) []string {
	all := []string{""}
	for name, option := range d.Options.All() {
		var longer []string
		for _, head := range all {
			for _, value := range option.Values {
				longer = append(longer, strings.TrimSpace(head+" "+name+"="+value))
			}
		}
		all = longer
	}
	return all
}

// randomGame plays random moves, every other one a capture, drop or promotion
// if possible, and calls visit before each.
func randomGame(p *rules.Position, random *rand.Rand, plies int, visit func(moves []rules.Move) bool) {
	for range plies {
		moves := p.Moves(nil)
		if len(moves) == 0 || !visit(moves) {
			return
		}
		m := moves[random.IntN(len(moves))]
		for try := 0; try < 8 && m.Kind() == rules.Step && p.Captured(m) == rules.NoPiece && m.Into() == rules.NoPieceType; try++ {
			m = moves[random.IntN(len(moves))]
		}
		p.Play(m)
	}
}

// readBack checks that the texts of all legal moves differ and can be read
// back.
func readBack(t *testing.T, p *rules.Position, n notation.Notation, moves []rules.Move) bool {
	t.Helper()
	texts := map[string]rules.Move{}
	for _, m := range moves {
		text := string(n.Append(nil, p, m))
		if other, twice := texts[text]; twice {
			t.Errorf("%s: %q is written for %x and %x", p.Text(), text, m, other)
			return false
		}
		texts[text] = m
		got, known, warnings, fault := n.Read(p, text)
		if fault != nil || !known || got != m || len(warnings) > 0 {
			t.Errorf("%s: %q, written for %x, is read as %x, %v, %v", p.Text(), text, m, got, warnings, fault)
			return false
		}
	}
	return true
}

func TestCourierReadsBack(t *testing.T) {
	registry := definitions.Registry()
	for _, id := range fixtures.Games(registry.IDs()) {
		base, err := registry.Definition(id, "")
		if err != nil {
			t.Fatal(err)
		}
		for i, options := range choices(base) {
			t.Run(strings.TrimSpace(id+" "+options), func(t *testing.T) {
				t.Parallel()
				r := games.Rules(t, id, options)
				if _, ok := notation.ForFormat(parser.Courier, r); !ok {
					return // pages have no walls
				}
				for game := range fixtures.Rounds(1, 3, 3) {
					random := rand.New(rand.NewPCG(uint64(i), uint64(game)))
					p, n := r.Start(), notation.NewCourier()
					randomGame(p, random, 150, func(moves []rules.Move) bool { return readBack(t, p, n, moves) })
				}
			})
		}
	}
}

// courierRow is a move in Game Courier's notation, with the expected text, or
// the rule ID and reason of the error.
type courierRow struct {
	name, id, options string
	position          string // "" for the start
	before            string // moves to play first, separated by "|"
	text              string
	want              string // numbered-list text of the move, or rule ID and reason
	warning           string // rule ID of the warning
}

var courierRows = []courierRow{
	{"move", "chess", "", "", "", "P e2-e4", "Pawn e2 - e4", ""},
	{"without label", "chess", "", "", "", "e2-e4", "Pawn e2 - e4", ""},
	{"blanks", "chess", "", "", "", " P e2 - e4 ", "Pawn e2 - e4", ""},
	{"capture", "chess", "", "", "P e2-e4|p d7-d5", "P e4-d5", "Pawn e4 x d5", ""},
	{"capture with removal", "chess", "", "", "P e2-e4|p d7-d5", "P e4-d5; @-d5", "Pawn e4 x d5", ""},
	{"black is lower case", "chess", "", "", "P e2-e4", "n g8-f6", "Knight g8 - f6", ""},
	{"label of another piece", "chess", "", "", "", "N e2-e4", "GC-1 label", ""},
	{"label of the other side", "chess", "", "", "", "p e2-e4", "GC-1 label", ""},
	{"label of no piece", "chess", "", "", "", "Z e2-e4", "GC-1 label", ""},
	{"empty square", "chess", "", "", "", "P e3-e4", "G-1 empty source", ""},
	{"enemy piece", "chess", "", "", "", "p e7-e5", "G-1 enemy piece", ""},
	{"no square", "chess", "", "", "", "P e2-e9", "GC-1 square", ""},
	{"no square to start", "chess", "", "", "", "P e0-e4", "GC-1 square", ""},
	{"no notation", "chess", "", "", "", "e4", "GC-1 syntax", ""},
	{"other notation", "chess", "", "", "", "Pawn e2 x e4 c", "GC-1 syntax", ""},
	{"square removed", "chess", "", "", "", "-e4", "GC-3 syntax", ""},
	{"no drops", "chess", "", "", "", "P*e4", "G-1 empty source", ""},
	{"no pass", "chess", "", "", "", "pass", "G-4 no pass", ""},
	{"own piece", "chess", "", "", "", "R a1-a2", "G-2 own piece", ""},
	{"promotion", "chess", "", "8/4P2k/8/8/8/8/8/K7 w - - 0 1", "", "P e7-e8; N-e8", "Pawn e7 - e8 = Knight", ""},
	{"promotion left out", "chess", "", "8/4P2k/8/8/8/8/8/K7 w - - 0 1", "", "P e7-e8", "W-0 promotion", ""},
	{"promotion elsewhere", "chess", "", "8/4P2k/8/8/8/8/8/K7 w - - 0 1", "", "P e7-e8; Q-e7", "GC-2 promotion square", ""},
	{"promotion to the other side", "chess", "", "8/4P2k/8/8/8/8/8/K7 w - - 0 1", "", "P e7-e8; q-e8", "GC-1 label", ""},
	{"promotion to no piece", "chess", "", "8/4P2k/8/8/8/8/8/K7 w - - 0 1", "", "P e7-e8; X-e8", "GC-1 label", ""},
	{"two promotions", "chess", "", "8/4P2k/8/8/8/8/8/K7 w - - 0 1", "", "P e7-e8; Q-e8; N-e8", "GC-2 syntax", ""},
	{"a piece from nowhere", "chess", "", "", "", "Q-e4", "GC-2 syntax", ""},
	{"crazyhouse promotes", "crazyhouse", "", "8/4P2k/8/8/8/8/8/K7[] w - - 0 1", "", "P e7-e8; Q-e8", "Pawn e7 - e8 = Queen", ""},
	{"castling", "chess", "", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "", "K e1-g1; R h1-f1", "King e1 - g1", ""},
	{"castling the other way round", "chess", "", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "", "R h1-f1; K e1-g1", "King e1 - g1", ""},
	{"castling without partner", "chess", "", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "", "K e1-g1", "King e1 - g1", "GC-2"},
	{"castling with the partner elsewhere", "chess", "", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "", "K e1-g1; R h1-h2", "GC-2 second move", ""},
	{"castling with another label", "chess", "", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "", "K e1-g1; N h1-f1", "GC-1 label", ""},
	{"castling without right", "chess", "", "4k3/8/8/8/8/8/8/4K2R w - - 0 1", "", "K e1-g1; R h1-f1", "W-5 castling", ""},
	{"two moves", "chess", "", "", "", "P e2-e4; P d2-d4", "GC-2 second move", ""},
	{"three moves", "chess", "", "", "", "P e2-e4; P d2-d4; P a2-a3", "GC-2 syntax", ""},
	{"in passing", "chess", "", "", "P e2-e4|p a7-a6|P e4-e5|p d7-d5", "P e5-d6; d5-", "Pawn e5 x d6", ""},
	{"in passing by removal", "chess", "", "", "P e2-e4|p a7-a6|P e4-e5|p d7-d5", "P e5-d6; @-d5", "Pawn e5 x d6", ""},
	{"in passing without removal", "chess", "", "", "P e2-e4|p a7-a6|P e4-e5|p d7-d5", "P e5-d6", "Pawn e5 x d6", "GC-3"},
	{"in passing with another removal", "chess", "", "", "P e2-e4|p a7-a6|P e4-e5|p d7-d5", "P e5-d6; c7-", "GC-3 removed piece", ""},
	{"in passing too late", "chess", "", "", "P e2-e4|p d7-d5|P e4-e5|p a7-a6", "P e5-d6; d5-", "W-5 movement", ""},
	{"removal by a quiet move", "chess", "", "", "", "P e2-e4; d7-", "GC-3 removed piece", ""},
	{"removal alone", "chess", "", "", "", "@-d7", "GC-3 no piece moves", ""},
	{"drop", "crazyhouse", "", "4k3/8/8/8/8/8/8/4K3[PN] w - - 0 1", "", "P*e4", "Pawn * e4", ""},
	{"drop in the wrong case", "crazyhouse", "", "4k3/8/8/8/8/8/8/4K3[PN] w - - 0 1", "", "p*e4", "GC-1 label", ""},
	{"drop of what is not in hand", "crazyhouse", "", "4k3/8/8/8/8/8/8/4K3[PN] w - - 0 1", "", "R*e4", "G-1 empty source", ""},
	{"drop on no square", "crazyhouse", "", "4k3/8/8/8/8/8/8/4K3[PN] w - - 0 1", "", "P*e9", "GC-1 square", ""},
	{"drop promoted", "shogi", "", "4k4/9/9/9/9/9/9/9/4K4[P] w", "", "+P*e5", "W-0 drop", ""},
	{"pass", "janggi", "", "", "", "pass", "Pass", ""},

	{"bench cell", "csg-1", "", "", "", "W x1-e5", "Wildcard x1 - e5", ""},
	{"bench cell without label", "csg-1", "", "", "", "x1-e5", "Wildcard x1 - e5", ""},
	{"bench cell with another label", "csg-1", "", "", "", "P x1-e5", "GC-1 label", ""},
	{"empty bench cell", "csg-1", "", "", "", "W x5-e5", "G-1 empty source", ""},
	{"other's bench cell", "csg-1", "", "", "", "w v9-e5", "G-1 enemy piece", ""},
	{"bench drop without cell", "csg-1", "", "", "", "W*e5", "GC-4 ambiguous", ""},
	{"only piece of the bench", "csg-3", "", "", "", "W*e5", "Wildcard x1 - e5", ""},
	{"to a bench", "csg-1", "", "", "", "P a3-x5", "GC-1 square", ""},
	{"captured piece named", "csg-1", "", "4k4/9/9/9/4p4/4P4/9/9/4K4[W] w", "", "P e4-e5; P-y1", "Pawn e4 x e5 Red Pawn y1", ""},
	{"captured piece in the wrong cell", "csg-1", "", "4k4/9/9/9/4p4/4P4/9/9/4K4[W] w", "", "P e4-e5; P-z1", "GC-2 captured cell", ""},
	{"captured piece at the other's", "csg-1", "", "4k4/9/9/9/4p4/4P4/9/9/4K4[W] w", "", "P e4-e5; P-v9", "GC-2 captured cell", ""},
	{"captured piece misnamed", "csg-1", "", "4k4/9/9/9/4p4/4P4/9/9/4K4[W] w", "", "P e4-e5; W-y1", "GC-1 label", ""},
	{"nothing captured", "csg-1", "", "", "", "P a3-a4; P-x2", "GC-2 captured piece", ""},

	{"capture without moving", "all-classic", "", "4x4/k8/9/9/9/9/9/9/9/K3X4[] w", "", "@-e10", "General e1 x e10", ""},
	{"capture without moving by omission", "all-classic", "", "4x4/k8/9/9/9/9/9/9/9/K3X4[] w", "", "e10-", "General e1 x e10", ""},
	{"capture without moving, named", "all-classic", "", "4x4/k8/9/9/9/9/9/9/9/K3X4[] w", "", "XG e1-e10", "General e1 x e10", ""},
	{"capture without moving, and back", "all-classic", "", "4x4/k8/9/9/9/9/9/9/9/K3X4[] w", "", "XG e1-e10; XG e10-e1", "General e1 x e10", ""},
	{"capture without moving, and elsewhere", "all-classic", "", "4x4/k8/9/9/9/9/9/9/9/K3X4[] w", "", "XG e1-e10; XG e10-e2", "GC-2 second move", ""},
	{"capture without moving of nothing", "all-classic", "", "4x4/k8/9/9/9/9/9/9/9/K3X4[] w", "", "@-e9", "GC-3 no piece moves", ""},
	{"long labels", "all-classic", "", "", "", "CP a3-a5", "ChessPawn a3 - a5", ""},
	{"long labels in small letters", "all-classic", "", "", "CP a3-a5", "xp b8-b7", "XiangqiPawn b8 - b7", ""},
	{"sideways to a crossed square", "all-classic", "xq-double=on", "k3x4/9/9/9/9/9/z8/1Z7/9/K2X5[] w", "XP b3-b5", "xp a4-b4", "XiangqiPawn a4 - b4", ""},
	{"sideways in passing", "all-classic", "xq-double=on", "k3x4/9/9/9/9/9/z8/1Z7/9/K2X5[] w", "XP b3-b5", "xp a4-b4; b5-", "XiangqiPawn a4 x b4", ""},

	{"page square", "pocket-shogi-copper", "", "", "", "p gr2-fr2", "Pawn i3 - i4", ""},
	{"page king", "pocket-shogi-copper-prime", "", "", "", "k ir6-hr6", "King e1 - e2", ""},
	{"white on the page", "pocket-shogi-copper-prime", "", "", "p gr2-fr2", "P cr10-dr10", "Pawn a7 - a6", ""},
	{"board square", "pocket-shogi-copper", "", "", "", "p i3-i4", "Pawn i3 - i4", ""},
	{"upper case for black", "pocket-shogi-copper", "", "", "", "P gr2-fr2", "GC-1 label", ""},
	{"from the pocket", "pocket-shogi-copper", "", "", "", "c ir11-er6", "Copper pocket - e5", ""},
	{"from the pocket by its name", "pocket-shogi-copper", "", "", "", "c pocket-er6", "Copper pocket - e5", ""},
	{"from the other's pocket", "pocket-shogi-copper", "", "", "", "c ar1-er6", "G-1 enemy piece", ""},
	{"to the full pocket", "pocket-shogi-copper", "", "", "", "p gr2-ir11", "G-5 occupied", ""},
	{"to the pocket", "pocket-shogi-copper", "", "", "c ir11-er6|P cr10-dr10", "p gr2-ir11", "Pawn i3 - pocket", ""},
	{"to the other's pocket", "pocket-shogi-copper", "", "", "c ir11-er6|P cr10-dr10", "p gr2-ar1", "GC-1 square", ""},
	{"from the reserve", "pocket-shogi-copper", "", "", "p gr2-fr2", "C br1-er6", "Copper * e5", ""},
	{"from the reserve by the hand", "pocket-shogi-copper", "", "", "p gr2-fr2", "C*er6", "Copper * e5", ""},
	{"from the hand to a board square", "pocket-shogi-copper", "", "", "p gr2-fr2", "C*e5", "Copper * e5", ""},
	{"from an empty cell", "pocket-shogi-copper", "", "", "p gr2-fr2", "C cr1-er6", "G-1 empty source", ""},
	{"from a cell with another label", "pocket-shogi-copper", "", "", "p gr2-fr2", "P br1-er6", "GC-1 label", ""},
	{"from the reserve to the pocket", "pocket-shogi-copper", "", "", "p gr2-fr2", "C br1-ar1", "PSC-9 pocket", ""},
	{"from the hand to the pocket", "pocket-shogi-copper", "", "", "p gr2-fr2", "C*ar1", "PSC-9 pocket", ""},
	{"from the hand what is in the pocket", "pocket-shogi-copper", "", "", "", "c*er6", "PSC-9 pocket", ""},
}

func TestCourierRows(t *testing.T) {
	known := map[string]*rules.Rules{}
	for _, row := range courierRows {
		r := known[row.id+row.options]
		if r == nil {
			r = games.Rules(t, row.id, row.options)
			known[row.id+row.options] = r
		}
		p, n := r.Start(), notation.NewCourier()
		if row.position != "" {
			var err error
			if p, err = r.ParsePosition(row.position); err != nil {
				t.Errorf("%s: %v", row.name, err)
				continue
			}
		}
		playCourier(t, p, n, row.before)
		m, known, warnings, f := n.Read(p, row.text)
		got := ""
		if f != nil {
			got = f.Rule + " " + f.Reason
		} else {
			got = notation.Numbered{}.Format(p, m)
		}
		warning := ""
		if len(warnings) > 0 {
			warning = warnings[0].Rule
		}
		if known != p.Legal(m) && f == nil {
			t.Errorf("%s: known %v", row.name, known)
		}
		if !strings.HasPrefix(got, row.want) || warning != row.warning {
			t.Errorf("%s: %q is read as %q, warning %q, want %q, %q (%v)", row.name, row.text, got, warning, row.want, row.warning, f)
		}
	}
}

func playCourier(t *testing.T, p *rules.Position, n *notation.Courier, moves string) {
	t.Helper()
	if moves == "" {
		return
	}
	for text := range strings.SplitSeq(moves, "|") {
		m, _, _, f := n.Read(p, text)
		if f != nil {
			t.Fatalf("%s: %v", text, f)
		}
		p.Play(m)
	}
}

// TestCourierPageOfOwn gives a custom variant its own page: squares by file and
// rank, and two reserve cells per hand, filled by one side and then the other.
func TestCourierPageOfOwn(t *testing.T) {
	d, err := variant.Embedded().Check("fields.yaml", []byte(`id: fields
extends: minishogi
name: Fields
page:
  files: [ae, be, ce, de, ee]
  ranks: [5, 4, 3, 2, 1]
  reserve: [[xa1, xa2], [ya1, ya2]]
`))
	if err != nil {
		t.Fatal(err)
	}
	r, err := rules.Compile(d)
	if err != nil {
		t.Fatal(err)
	}
	p, n := r.Start(), notation.NewCourier()
	for _, row := range []struct{ text, want string }{
		{"S ce5-be4", "Silver c1 - b2"}, {"b be1-ae2", "Bishop b5 - a4"}, {"R ee5-ee2", "Rook e1 x e4"},
		{"k ee1-ee2; r-ya1", "King e5 x e4"}, {"P xa1-ce3", "Pawn * c3"},
	} {
		m, _, _, f := n.Read(p, row.text)
		if f != nil {
			t.Fatalf("%s: %v", row.text, f)
		}
		if got := (notation.Numbered{}).Format(p, m); !strings.HasPrefix(got, row.want) {
			t.Errorf("%s is read as %s, want %s", row.text, got, row.want)
		}
		if back := n.Format(p, m); !strings.HasPrefix(row.text, back) {
			t.Errorf("%s is written as %s", row.text, back)
		}
		p.Play(m)
	}
}

// TestReserveCells tracks captured pieces into the first free cells, and drops
// from the named cells (PSC-17).
func TestReserveCells(t *testing.T) {
	r := games.Rules(t, "pocket-shogi-copper", "")
	const position = "k8/9/9/4p4/4p4/4p4/4R4/9/K8[RR] w -/-"
	for _, row := range []struct{ name, before, text, want string }{
		{"first cell of the start", "", "r hr11-br6", "Rook * e8"},
		{"second cell of the start", "", "r gr11-br6", "Rook * e8"},
		{"third cell is empty", "", "r fr11-br6", "G-1"},
		{"captured", "r gr6-fr6|K ar10-br10", "p fr11-cr2", "Pawn * i7"},
		{"captured, another label", "r gr6-fr6|K ar10-br10", "r fr11-cr2", "GC-1"},
		{"captured, put there", "", "r gr6-fr6; p-fr11", "Rook e3 x e4 Black Pawn"},
		{"captured, put elsewhere", "", "r gr6-fr6; p-er11", "GC-2"},
		{"a gap", "r hr11-br6|K ar10-ar9", "r hr11-cr2", "G-1"},
		{"another gap", "r gr11-br6|K ar10-ar9", "r gr11-cr2", "G-1"},
		{"a gap is filled first", "r gr11-br6|K ar10-ar9|r gr6-fr6|K ar9-ar10", "p gr11-cr2", "Pawn * i7"},
		{"a drop without cell takes the first", "r*br6|K ar10-ar9|r gr6-fr6|K ar9-ar10", "p hr11-cr2", "Pawn * i7"},
		{"beyond the gap", "r gr11-br6|K ar10-ar9|r gr6-fr6|K ar9-ar10", "p fr11-cr2", "G-1"},
	} {
		p, err := r.ParsePosition(position)
		if err != nil {
			t.Fatal(err)
		}
		n := notation.NewCourier()
		playCourier(t, p, n, row.before)
		m, _, _, f := n.Read(p, row.text)
		got := ""
		if f != nil {
			got = f.Rule
		} else {
			got = notation.Numbered{}.Format(p, m)
		}
		if got != row.want {
			t.Errorf("%s: %q is read as %q, want %q (%v)", row.name, row.text, got, row.want, f)
		}
	}
}

// TestReserveOverflows drops a piece without a cell, and undoes a ply.
func TestReserveOverflows(t *testing.T) {
	p, err := games.Rules(t, "pocket-shogi-copper", "").ParsePosition("k8/9/9/9/9/9/9/9/K8[RRBBGGGGSP] w -/-")
	if err != nil {
		t.Fatal(err)
	}
	n := notation.NewCourier()
	if !readBack(t, p, n, p.Moves(nil)) {
		return
	}
	read := func(text string) string {
		m, _, _, f := n.Read(p, text)
		if f != nil {
			return f.Rule
		}
		return notation.Numbered{}.Format(p, m)
	}
	playCourier(t, p, n, "s*er6|K ar10-ar9|r hr11-dr2|K ar9-ar10")
	for _, row := range [][2]string{{"p*cr2", "Pawn * i7"}, {"r hr11-cr2", "G-1"}, {"r gr11-cr2", "Rook * i7"}} {
		if got := read(row[0]); got != row[1] {
			t.Errorf("%s is read as %s, want %s", row[0], got, row[1])
		}
	}
	p.Undo()
	p.Undo()
	playCourier(t, p, n, "r gr11-dr2|K ar9-ar10")
	for _, row := range [][2]string{{"r gr11-cr2", "G-1"}, {"r hr11-cr2", "Rook * i7"}} {
		if got := read(row[0]); got != row[1] {
			t.Errorf("after another drop %s is read as %s, want %s", row[0], got, row[1])
		}
	}
}

func BenchmarkCourier(b *testing.B) {
	r := games.Rules(b, "pocket-shogi-copper", "")
	var (
		texts []string
		moves []rules.Move
	)
	p, n := r.Start(), notation.NewCourier()
	randomGame(p, rand.New(rand.NewPCG(1, 2)), 120, func([]rules.Move) bool { return true })
	for i := range p.Ply() {
		m, _, _ := p.Played(i)
		moves = append(moves, m)
	}
	p = r.Start()
	for _, m := range moves {
		texts = append(texts, n.Format(p, m))
		p.Play(m)
	}
	b.ReportAllocs()
	for b.Loop() {
		p, n := r.Start(), notation.NewCourier()
		for i, text := range texts {
			m, _, _, f := n.Read(p, text)
			if f != nil || m != moves[i] {
				b.Fatal(text, f)
			}
			p.Play(m)
		}
	}
	b.ReportMetric(float64(len(texts)*b.N)/b.Elapsed().Seconds(), "plies/s")
}

func FuzzCourierRead(f *testing.F) {
	games := []*rules.Rules{games.Rules(f, "chess", ""), games.Rules(f, "csg-1", ""), games.Rules(f, "pocket-shogi-copper", ""), games.Rules(f, "all-classic", "xq-double=on")}
	for _, row := range courierRows {
		f.Add(uint8(0), uint8(0), row.text)
	}
	f.Add(uint8(2), uint8(40), "p hr11-dr5; q-hr11; @-er6")
	f.Fuzz(func(t *testing.T, game, plies uint8, text string) {
		p, n := games[int(game)%len(games)].Start(), notation.NewCourier()
		randomGame(p, rand.New(rand.NewPCG(uint64(plies), 1)), int(plies), func([]rules.Move) bool { return true })
		m, known, _, fault := n.Read(p, text)
		if fault == nil && !known || known && !p.Legal(m) {
			t.Fatalf("%q: known %v, legal %v, %v", text, known, p.Legal(m), fault)
		}
		if fault != nil && (fault.Rule == "" || fault.Reason == "") {
			t.Fatalf("%q: %+v", text, fault)
		}
		if known {
			again, _, _, fault := n.Read(p, n.Format(p, m))
			if fault != nil || again != m {
				t.Fatalf("%q is written %q, which is read as %x, %v", text, n.Format(p, m), again, fault)
			}
		}
	})
}
