package notation

import (
	"testing"

	"assay/analysis/rules"
	"assay/fixtures/games"
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

// FuzzScripts reads any text as a move of each of these notations: no panic,
// and a move read without error is legal.
func FuzzScripts(f *testing.F) {
	for _, text := range []string{"79졸78", "H02-83", "마83", "한수쉼", "บ.ค4", "ม.ค3", "P-7f", "P7g-7f", "B*5e", "Bx22+", "７八歩(79)", "1012歩兵(1011)"} {
		f.Add(text)
	}
	starts := map[string]*rules.Position{}
	for _, id := range []string{"janggi", "makruk", "shogi", "torishogi", "chushogi"} {
		starts[id] = games.Rules(f, id, "").Start()
	}
	f.Fuzz(func(t *testing.T, text string) {
		for id, n := range map[string]Notation{
			"janggi": newJanggi(starts["janggi"].Rules()),
			"makruk": &spelled{*NewSAN(nil, starts["makruk"].Rules()), ruleThai, "", thaiMoves},
			"shogi":  &Western{}, "torishogi": &KIF{}, "chushogi": &ChuKIF{},
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
