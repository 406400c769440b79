package notation

import (
	"strings"
	"testing"

	"assay/analysis/rules"
	"assay/fixtures/games"
	"assay/parser"
)

// TestSpelled reads moves in scripts of their own.
func TestSpelled(t *testing.T) {
	for _, row := range []struct {
		game, text string
		want       string // the move in UCI, or the rule ID and reason of the error
	}{
		{"janggi", "79졸78", "i4h4"}, {"janggi", "79-78", "i4h4"}, {"janggi", "H02-83", "b1c3"}, {"janggi", "마83", "b1c3"}, {"janggi", "02馬83", "b1c3"},
		{"janggi", "P71-72", "a4b4"}, {"janggi", "79楚卒78", "i4h4"}, {"janggi", "79졸78장군", "i4h4"}, {"janggi", "95楚", "Janggi syntax"}, {"janggi", "02상83", "W-0 illegal"}, {"janggi", "7978", "Janggi syntax"}, {"janggi", "마", "Janggi syntax"},
		{"janggi", "79꽃78", "Janggi syntax"}, {"janggi", "41병42", "G-1 enemy piece"},
		{"makruk", "บ.ค4", "c3c4"}, {"makruk", "ม.ง2", "b1d2"}, {"makruk", "เบี้ยค๔", "c3c4"}, {"makruk", "ค.ค3", "W-0 movement"}, {"makruk", "x", "Thai syntax"},
	} {
		r := games.Rules(t, row.game, "")
		n := &newJanggi(r).spelled
		if row.game == "makruk" {
			n = &spelled{*NewSAN(nil, r), ruleThai, "บ.ค4", thaiMoves}
		}
		p := r.Start()
		m, _, _, f := n.Read(p, row.text)
		got := ""
		if f != nil {
			got = f.Rule + " " + f.Reason
		} else {
			got = string(UCI{}.Append(nil, p, m))
		}
		if got != row.want {
			t.Errorf("%s %s: %s, want %s (%v)", row.game, row.text, got, row.want, f)
		}
	}
}

// TestCapitals writes the legal moves of random positions in capitals: each is
// read as itself, except a pawn's capture whose text is also that of a bishop.
func TestCapitals(t *testing.T) {
	r := games.Rules(t, "chess", "")
	san, capitals := NewSAN(nil, r), &spelled{*NewSAN(nil, r), ruleSAN, "E4 or NF3", capitalMoves}
	read := 0
	sanWalk(r, 4, 80, func(p *rules.Position, moves []rules.Move) {
		for _, m := range moves {
			text := strings.ToUpper(string(san.Append(nil, p, m)))
			got, _, _, f := capitals.Read(p, text)
			if f == nil && got == m {
				read++
			} else if text[0] != 'B' {
				t.Fatalf("%s: %s is %v (%v), want %v", p.Text(), text, got, f, m)
			}
		}
	})
	if read < 1000 {
		t.Errorf("only %d moves", read)
	}
}

// TestTypedSAN reads moves with letters of another alphabet, and promotions
// named by words.
func TestTypedSAN(t *testing.T) {
	r := games.Rules(t, "chess", "")
	for _, row := range []struct{ fen, text, want string }{
		{"", "е4", "e2e4"}, {"", "Nс3", "b1c3"}, {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "О-О", "e1g1"},
		{"", "з4", "PGN syntax"},
		{"8/P7/8/8/8/8/k7/2K5 w - - 0 1", "a8=Queen", "a7a8q"}, {"8/P7/8/8/8/8/k7/2K5 w - - 0 1", "a8knight", "a7a8n"},
		{"8/P7/8/8/8/8/k7/2K5 w - - 0 1", "a8=Prince", "PGN syntax"},
	} {
		p := r.Start()
		if row.fen != "" {
			var err error
			if p, err = r.ParsePosition(row.fen); err != nil {
				t.Fatal(err)
			}
		}
		m, _, _, f := NewSAN(nil, r).Read(p, row.text)
		got := ""
		if f != nil {
			got = f.Rule + " " + f.Reason
		} else {
			got = string(UCI{}.Append(nil, p, m))
		}
		if got != row.want {
			t.Errorf("%s: %s, want %s (%v)", row.text, got, row.want, f)
		}
	}
}

// TestDescriptive resolves single moves in descriptive notation.
func TestDescriptive(t *testing.T) {
	r := games.Rules(t, "chess", "")
	for _, row := range []struct{ fen, text, want string }{
		{"r3k2r/pp3ppp/2n2n2/8/8/2N2N2/PP3PPP/R3K2R w KQkq - 0 1", "KKt-Q4", "f3d4"},
		{"r3k2r/pp3ppp/2n2n2/8/8/2N2N2/PP3PPP/R3K2R w KQkq - 0 1", "QKt-Q5", "c3d5"},
		{"r3k2r/pp3ppp/2n2n2/8/8/2N2N2/PP3PPP/R3K2R w KQkq - 0 1", "Kt(B3)-K4", "c3e4"},
		{"r3k2r/pp3ppp/2n2n2/8/8/2N2N2/PP3PPP/R3K2R w KQkq - 0 1", "R-Q1", "a1d1"},
		{"r3k2r/pp3ppp/2n2n2/8/8/2N2N2/PP3PPP/R3K2R w KQkq - 0 1", "R-QB1", "a1c1"},
		{"r3k2r/pp3ppp/2n2n2/8/8/2N2N2/PP3PPP/R3K2R w KQkq - 0 1", "Castles Q", "e1c1"},
		{"r3k2r/pp3ppp/2n2n2/8/8/2N2N2/PP3PPP/R3K2R b KQkq - 0 1", "Castles", "e8g8"},
		{"r3k2r/pp3ppp/2n2n2/8/8/2N2N2/PP3PPP/R3K2R b KQkq - 0 1", "Castles (QR)", "e8c8"},
		{"r3k2r/pp3ppp/2n2n2/8/8/2N2N2/PP3PPP/R3K2R b KQkq - 0 1", "P-R4", "ambiguous"},
		{"r3k2r/pp3ppp/2n2n2/8/8/2N2N2/PP3PPP/R3K2R b KQkq - 0 1", "P-KR4", "h7h5"},
		{"4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "P-R8(Q)ch", "a7a8q"}, {"4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "P-R8 = Kt", "a7a8n"}, {"4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "P-QR8 ch", "a7a8q"},
		{"4k3/8/3p1p2/4P3/8/8/8/4K3 w - - 0 1", "PxQP", "e5d6"}, {"4k3/8/3p1p2/4P3/8/8/8/4K3 w - - 0 1", "PxP (B6)", "e5f6"}, {"4k3/8/3p1p2/4P3/8/8/8/4K3 w - - 0 1", "KPxKBP", "e5f6"}, {"4k3/8/3p1p2/4P3/8/8/8/4K3 w - - 0 1", "PxP", "ambiguous"},
		{"4k3/8/3p1p2/4P3/8/8/8/4K3 w - - 0 1", "PxKt", "illegal"}, {"4k3/8/3p1p2/4P3/8/8/8/4K3 w - - 0 1", "P-K9", "syntax"},
		{"4k3/5ppp/8/8/8/8/8/R3K2R w K - 0 1", "R-R8 mate", "a1a8"}, {"4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1", "QB-B4", "c1f4"}, {"4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1", "KB-B4", "f1c4"}, {"4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1", "B-B4", "ambiguous"},
	} {
		p, err := r.ParsePosition(row.fen)
		if err != nil {
			t.Fatal(err)
		}
		n := descriptiveMoves(parser.Line{{Text: "P-K4"}}, r)
		m, _, _, f := n.Read(p, row.text)
		got := ""
		if f != nil {
			got = f.Reason
		} else {
			got = string(UCI{}.Append(nil, p, m))
		}
		if got != row.want {
			t.Errorf("%s %s: %s, want %s (%v)", row.fen, row.text, got, row.want, f)
		}
	}
}

// FuzzScripts reads any text as a move of each of these notations: no panic,
// and a move read without error is legal.
func FuzzScripts(f *testing.F) {
	for _, text := range []string{"79졸78", "H02-83", "마83", "한수쉼", "บ.ค4", "ม.ค3", "P-7f", "P7g-7f", "B*5e", "Bx22+", "７八歩(79)", "1012歩兵(1011)", "P-K4", "Kt(B1) x P (K5) ch", "P4AR", "P2-5", "Mã 8 tiến 7"} {
		f.Add(text)
	}
	starts := map[string]*rules.Position{}
	for _, id := range []string{"janggi", "makruk", "shogi", "torishogi", "chushogi", "chess", "xiangqi"} {
		starts[id] = games.Rules(f, id, "").Start()
	}
	f.Fuzz(func(t *testing.T, text string) {
		for id, n := range map[string]Notation{
			"janggi": newJanggi(starts["janggi"].Rules()),
			"makruk": &spelled{*NewSAN(nil, starts["makruk"].Rules()), ruleThai, "", thaiMoves},
			"shogi":  &Western{}, "torishogi": &KIF{}, "chushogi": &ChuKIF{}, "xiangqi": &WXF{Script: Vietnamese},
			"chess": &Descriptive{SAN: *NewSAN(nil, starts["chess"].Rules()), spanish: strings.Contains(text, "A")},
		} {
			p := starts[id]
			if m, _, _, fault := n.Read(p, text); fault == nil {
				if v := p.Judge(m); v != nil {
					t.Errorf("%q is read in %s as %v, which is illegal: %v", text, id, m, v)
				}
			}
		}
	})
}
