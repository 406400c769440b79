package notation_test

import (
	"os"
	"testing"

	"assay/analysis/notation"
	"assay/analysis/rules"
	"assay/fixtures"
	"assay/fixtures/games"
	"assay/parser"
)

func TestDhtmlXQ(t *testing.T) {
	r := games.Rules(t, "xiangqi", "")
	for _, row := range []struct{ text, want string }{
		{"7747", "Cannon h3 - e3"}, {"0908", "Chariot a1 - a2"}, {"7770", "Cannon h3 x h10"},
		{"774", "DhtmlXQ syntax"}, {"9747", "DhtmlXQ square"}, {"77a7", "DhtmlXQ square"}, {"7062", "G-1 enemy piece"},
		{"0906", "G-2 own piece"}, {"4444", "G-1 empty source"},
	} {
		p := r.Start()
		m, known, _, f := notation.DhtmlXQ{}.Read(p, row.text)
		got := ""
		if f != nil {
			got = f.Rule + " " + f.Reason
		} else {
			got = notation.Numbered{}.Format(p, m)
		}
		if got != row.want || known != (f == nil) {
			t.Errorf("%s is read as %q (%v), want %q", row.text, got, f, row.want)
		}
		if f == nil {
			if back := string(notation.DhtmlXQ{}.Append(nil, p, m)); back != row.text {
				t.Errorf("%s is written as %s", row.text, back)
			}
		}
	}
}

// TestDhtmlXQData replays real trees: every ply of every line is legal and is
// written back unchanged.
func TestDhtmlXQData(t *testing.T) {
	r := games.Rules(t, "xiangqi", "")
	for _, path := range fixtures.Shared(t, "data/xiangqi/*DhtmlXQ*") {
		in, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer in.Close()
		rec, err := parser.NewReader(in, parser.Options{}).Next()
		if err != nil {
			t.Fatal(err)
		}
		p, err := r.ParsePosition(rec.Start)
		if err != nil {
			t.Fatal(err)
		}
		plies := 0
		var play func(line parser.Line)
		play = func(line parser.Line) {
			for i := range line {
				for _, side := range line[i].Notes().Variations {
					play(side)
				}
				m, _, _, f := notation.DhtmlXQ{}.Read(p, line[i].Text)
				if f != nil {
					t.Fatalf("%s: %v: %v", path, line[i].Place, f)
				}
				if back := string(notation.DhtmlXQ{}.Append(nil, p, m)); back != line[i].Text {
					t.Errorf("%s: %s is written as %s", path, line[i].Text, back)
				}
				p.Play(m)
				plies++
			}
			for range line {
				p.Undo()
			}
		}
		play(rec.Moves)
		t.Logf("%s: %d plies", path, plies)
	}
}

func FuzzDhtmlXQ(f *testing.F) {
	for _, text := range []string{"7747", "0908", "9999", ""} {
		f.Add(text)
	}
	r := games.Rules(f, "xiangqi", "")
	f.Fuzz(func(t *testing.T, text string) {
		p := r.Start()
		m, known, _, fault := notation.DhtmlXQ{}.Read(p, text)
		if known != (fault == nil) || known && (!p.Legal(m) || string(notation.DhtmlXQ{}.Append(nil, p, m)) != text) || m != 0 && m.Kind() != rules.Step {
			t.Errorf("%q: %v, %v, %v", text, m, known, fault)
		}
	})
}
