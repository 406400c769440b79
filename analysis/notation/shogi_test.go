package notation

import (
	"math/rand/v2"
	"testing"

	"assay/analysis/rules"
	"assay/fixtures/games"
)

// shogiNotations returns the notations of shogi by name.
func shogiNotations() map[string]Notation {
	return map[string]Notation{"kif": &KIF{}, "ki2": &KI2{}, "csa": &CSA{}, "usi": &USI{}, "jkf": &JKF{}, "hodges": &Western{}, "hosking": &Western{Figures: true}}
}

// TestShogiTexts plays random games: in each position the texts of all legal
// moves differ and can be read back.
func TestShogiTexts(t *testing.T) {
	for _, id := range []string{"shogi", "minishogi"} {
		r := games.Rules(t, id, "")
		if !HoldsShogi(r) {
			t.Errorf("%s is not held", id)
		}
		random := rand.New(rand.NewPCG(7, 11))
		for range 6 {
			p := r.Start()
			for range 120 {
				moves := p.Moves(nil)
				if len(moves) == 0 {
					break
				}
				for name, n := range shogiNotations() {
					checkTexts(t, p, moves, name, n)
				}
				p.Play(livelyMove(p, moves, random))
			}
		}
	}
}

// livelyMove prefers captures, drops and promotions.
func livelyMove(p *rules.Position, moves []rules.Move, random *rand.Rand) rules.Move {
	m := moves[random.IntN(len(moves))]
	for range 4 {
		if m.Kind() == rules.Drop || m.Into() != rules.NoPieceType || p.Captured(m) != rules.NoPiece {
			break
		}
		m = moves[random.IntN(len(moves))]
	}
	return m
}

func checkTexts(t *testing.T, p *rules.Position, moves []rules.Move, name string, n Notation) {
	t.Helper()
	seen := map[string]rules.Move{}
	for _, m := range moves {
		text := string(n.Append(nil, p, m))
		if other, ok := seen[text]; ok {
			t.Fatalf("%s: %s is two moves, %x and %x, in %s", name, text, other, m, p.Text())
		}
		seen[text] = m
		if got, known, _, f := n.Read(p, text); f != nil || !known || got != m {
			t.Fatalf("%s: %s is read as %x (%v), not %x, in %s", name, text, got, f, m, p.Text())
		}
	}
}

func TestHoldsShogi(t *testing.T) {
	for _, id := range []string{"chess", "crazyhouse", "xiangqi", "checkshogi", "flipersi"} {
		if HoldsShogi(games.Rules(t, id, "")) {
			t.Errorf("%s is held", id)
		}
	}
}

// TestKI2Words checks how pieces of a type are distinguished.
func TestKI2Words(t *testing.T) {
	r := games.Rules(t, "shogi", "")
	for _, row := range []struct{ position, usi, want string }{
		{"9/9/4k4/9/9/3GGG3/3G1G3/4K4/9 b - 1", "6f5e", "▲５五金左"},
		{"9/9/4k4/9/9/3GGG3/3G1G3/4K4/9 b - 1", "5f5e", "▲５五金直"},
		{"9/9/4k4/9/9/3GGG3/3G1G3/4K4/9 b - 1", "4f5e", "▲５五金右"},
		{"9/9/4k4/9/3G1G3/3G1G3/4G4/4K4/9 b - 1", "6e5e", "▲５五金左寄"},
		{"9/9/4k4/9/3G1G3/3G1G3/4G4/4K4/9 b - 1", "6f5e", "▲５五金左上"},
		{"9/9/4k4/9/9/3S1S3/9/4K4/9 b S 1", "S*5e", "▲５五銀打"},
		{"4k4/9/9/3S5/9/3S5/9/4K4/9 b - 1", "6d5e", "▲５五銀引"},
		{"4k4/9/9/3S5/9/3S5/9/4K4/9 b - 1", "6f5e", "▲５五銀上"},
		{"+R7+R/9/4k4/9/9/9/9/4K4/9 b - 1", "9a5a", "▲５一龍左"},
		{"+R7+R/9/4k4/9/9/9/9/4K4/9 b - 1", "1a5a", "▲５一龍右"},
		{"R8/9/8k/9/9/9/9/4K4/4R4 b - 1", "9a5a+", "▲５一飛成"},
		{"9/4k4/9/9/9/9/9/4K4/9 b P 1", "P*5e", "▲５五歩"},
		{"4k4/9/2S6/9/9/9/9/4K4/9 b - 1", "7c7b", "▲７二銀不成"},
		{"4k4/9/4g4/3g1g3/9/9/9/4K4/9 w - 1", "6d5d", "△５四金右"},
	} {
		p, err := r.ParsePosition(row.position)
		if err != nil {
			t.Fatal(row.position, err)
		}
		m, _, _, f := (&USI{}).Read(p, row.usi)
		if f != nil {
			t.Fatal(row.usi, f)
		}
		if got := string((&KI2{}).Append(nil, p, m)); got != row.want {
			t.Errorf("%s: %s is written %s, want %s", row.position, row.usi, got, row.want)
		}
	}
}

// TestShogiRead reads good and bad texts.
func TestShogiRead(t *testing.T) {
	r := games.Rules(t, "shogi", "")
	const (
		start = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"
		open  = "4k4/9/9/9/9/9/9/9/4K4 b GP 1"
		two   = "4k4/9/9/9/9/3G1G3/9/9/4K4 b - 1"
	)
	for _, row := range []struct{ notation, position, text, want string }{ // the move in USI, or rule and reason
		{"kif", start, "７六歩(77)", "7g7f"},
		{"kif", start, "76歩(77)", "7g7f"},
		{"kif", start, "☗七六歩(77)", "7g7f"},
		{"kif", start, "７六歩", "7g7f"},
		{"kif", start, "△７六歩(77)", "KIF side"},
		{"kif", start, "同　歩(77)", "KIF square"},
		{"kif", start, "７六銀(77)", "KIF piece name"},
		{"kif", start, "７五歩(77)", "W-0 movement"},
		{"kif", start, "５五角(88)", "W-0 movement"},
		{"kif", start, "７六歩打", "G-1 empty source"},
		{"kif", start, "７六歩成(77)", "W-0 promotion"},
		{"kif", start, "７六歩(76)", "G-1 empty source"},
		{"kif", start, "７六歩(33)", "G-1 enemy piece"},
		{"kif", start, "７六歩(77)x", "KIF syntax"},
		{"kif", start, "７六", "KIF syntax"},
		{"kif", start, "投了", "KIF syntax"},
		{"kif", start, "", "KIF syntax"},
		{"kif", open, "５五と打", "W-0 drop"},
		{"kif", open, "５五歩打", "P*5e"},
		{"ki2", open, "▲５五金", "G*5e"},
		{"ki2", two, "▲５五金", "KIF ambiguous"},
		{"ki2", two, "▲５五金右", "4f5e"},
		{"ki2", two, "▲５五金左上", "6f5e"},
		{"ki2", two, "▲５五金寄", "KIF illegal"},
		{"ki2", two, "▲５五銀", "G-1 empty source"},
		{"csa", start, "+7776FU", "7g7f"},
		{"csa", start, "-7776FU", "CSA side"},
		{"csa", start, "+7776KI", "CSA piece name"},
		{"csa", start, "+7776TO", "W-0 promotion"},
		{"csa", start, "+7770FU", "CSA square"},
		{"csa", start, "+0076FU", "G-1 empty source"},
		{"csa", start, "+7776XX", "CSA piece name"},
		{"csa", start, "7776FU", "CSA syntax"},
		{"csa", open, "+0055TO", "W-0 drop"},
		{"usi", start, "7g7f", "7g7f"},
		{"usi", start, "7g7f+", "W-0 promotion"},
		{"usi", start, "7g7j", "USI square"},
		{"usi", start, "P*5e", "G-1 empty source"},
		{"usi", start, "X*5e", "USI piece name"},
		{"usi", open, "P*5e+", "W-0 promotion"},
		{"usi", start, "7g", "USI syntax"},
		{"jkf", start, `{"from":{"x":7,"y":7},"to":{"x":7,"y":6},"piece":"FU","color":0}`, "7g7f"},
		{"jkf", start, `{"from":{"x":7,"y":7},"to":{"x":7,"y":6},"piece":"FU","color":1}`, "JKF side"},
		{"jkf", start, `{"from":{"x":7,"y":7},"to":{"x":7,"y":6},"piece":"KI"}`, "JKF piece name"},
		{"jkf", start, `{"from":{"x":7,"y":7},"to":{"x":7,"y":6},"piece":"FU","capture":"FU"}`, "JKF captured piece"},
		{"jkf", start, `{"from":{"x":7,"y":7},"to":{"x":7,"y":6},"piece":"FU","same":true}`, "JKF square"},
		{"jkf", start, `{"to":{"x":7,"y":6},"piece":"FU"}`, "7g7f"},
		{"jkf", start, `{"to":{"x":7,"y":0},"piece":"FU"}`, "JKF square"},
		{"jkf", start, `{"piece":"FU"}`, "JKF syntax"},
		{"jkf", two, `{"to":{"x":5,"y":5},"piece":"KI","relative":"R"}`, "4f5e"},
		{"jkf", open, `{"to":{"x":5,"y":5},"piece":"KI"}`, "G*5e"},
	} {
		p, err := r.ParsePosition(row.position)
		if err != nil {
			t.Fatal(row.position, err)
		}
		m, known, _, f := shogiNotations()[row.notation].Read(p, row.text)
		got := ""
		if f != nil {
			got = f.Rule + " " + f.Reason
		} else if got = string((&USI{}).Append(nil, p, m)); !known {
			t.Errorf("%s %q: the move is not known", row.notation, row.text)
		}
		if got != row.want {
			t.Errorf("%s %q: %s, want %s (%v)", row.notation, row.text, got, row.want, f)
		}
	}
}

func FuzzShogiRead(f *testing.F) {
	for _, text := range []string{"▲７六歩", "同　銀左上不成(77)", "+7776FU", "P*5e", `{"to":{"x":7,"y":6},"piece":"FU","relative":"LU"}`} {
		f.Add(text)
	}
	r := games.Rules(f, "shogi", "")
	p, err := r.ParsePosition("4k4/9/2S1S4/3+R1+R3/9/3G1G3/3G1G3/9/4K4 b GPBS2rb 1")
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for name, n := range shogiNotations() {
			m, known, _, fault := n.Read(p, text)
			if fault == nil && (!known || !p.Legal(m)) {
				t.Errorf("%s %q: read as %x, which is not legal", name, text, m)
			}
			if fault != nil && (fault.Rule == "" || fault.Reason == "") {
				t.Errorf("%s %q: %+v", name, text, fault)
			}
		}
	})
}
