package engine

import (
	"encoding/json"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"assay/analysis/rules"
	"assay/fixtures/games"
)

// TestBuiltInFits reads every fit that comes with the engine: it is of the
// game's revision and of its pieces, and was proved.
func TestBuiltInFits(t *testing.T) {
	files, err := fs.Glob(BuiltIn()[0], "*.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		r := games.Rules(t, strings.TrimSuffix(name, ".json"), "")
		f, err := BuiltIn().Of(r)
		if err != nil {
			t.Fatal(err)
		}
		if f == nil {
			t.Errorf("%s is not of revision %s: `assay tune` fits it again", name, r.Definition().Revision())
			continue
		}
		for _, w := range f.Worths {
			if _, ok := r.PieceTypeNamed(w.Piece); !ok {
				t.Errorf("%s: there is no %s", name, w.Piece)
			}
		}
		if f.Worths != nil && (f.Match == nil || f.Match.Score-f.Match.Error <= 50) {
			t.Errorf("%s: the worths are not proved: %+v", name, f.Match)
		}
	}
}

// TestFits finds a fit of a game's revision, the first folder's, and no other.
func TestFits(t *testing.T) {
	r := games.Rules(t, "makruk", "")
	file := func(f *Fit) fstest.MapFS {
		text, err := json.Marshal(f)
		if err != nil {
			t.Fatal(err)
		}
		return fstest.MapFS{"makruk.json": {Data: text}}
	}
	stale, first, second := Formula(r), Formula(r), Formula(r)
	stale.Revision, first.Games, second.Games = "0", 1, 2
	for _, c := range []struct {
		fits Fits
		want int
	}{
		{nil, 0}, {Fits{file(stale)}, 0}, {Fits{file(first), file(second)}, 1}, {Fits{file(stale), file(second)}, 2}, {Fits{fstest.MapFS{}, file(first)}, 1},
	} {
		f, err := c.fits.Of(r)
		if err != nil || (f == nil) != (c.want == 0) || f != nil && f.Games != c.want {
			t.Errorf("%+v, %v, want that of %d games", f, err, c.want)
		}
	}
	for _, bad := range []string{"{", `{"worths":[{"piece":"Pawn","board":99999}]}`, `{"curve":{"value":-1}}`} {
		fits := Fits{fstest.MapFS{"makruk.json": {Data: []byte(bad)}}}
		if _, err := fits.Of(r); err == nil || !strings.HasPrefix(err.Error(), "makruk.json: ") {
			t.Errorf("%s: %v", bad, err)
		}
		if _, err := New(1).Learn(r, fits); err == nil {
			t.Errorf("%s is learnt", bad)
		}
	}
}

// TestFormulaAsFit holds what is judged by the formula as a fit to what is
// judged without one.
func TestFormulaAsFit(t *testing.T) {
	for _, id := range []string{"chess", "shogi", "crazyhouse", "antichess", "csg-1", "xiangqi"} {
		r := games.Rules(t, id, "")
		plain, formula, more := NewJudge(r, nil), NewJudge(r, Formula(r)), Formula(r)
		for i := range more.Worths {
			more.Worths[i].Board += 50
			more.Worths[i].Late += 50
		}
		p, other := r.Start(), NewJudge(r, more)
		differs := false
		for range 30 {
			moves := p.Moves(nil)
			if len(moves) == 0 {
				break
			}
			p.Play(moves[len(moves)/2])
			if a, b := plain.Worth(p), formula.Worth(p); a != b {
				t.Errorf("%s, %s: %d, as a fit %d", id, p.Text(), a, b)
			}
			differs = differs || other.Worth(p) != plain.Worth(p)
			if _, over := p.Outcome(); over {
				break
			}
		}
		if !differs {
			t.Errorf("%s: worths change nothing", id)
		}
	}
}

// FuzzReadFit reads anything: no panic, and what is read can be judged by.
func FuzzReadFit(f *testing.F) {
	f.Add([]byte(`{"variant":"chess","revision":"1","worths":[{"piece":"Pawn","board":100,"late":120,"error":3}],"curve":{"value":0.004,"error":0.001}}`))
	f.Add([]byte(`{"worths":[{"piece":"","hand":-1}],"match":null}`))
	r := games.Rules(f, "crazyhouse", "")
	f.Fuzz(func(_ *testing.T, text []byte) {
		if fit, err := ReadFit(text); err == nil {
			p := r.Start()
			NewJudge(r, fit).Worth(p)
			p.Play(p.Moves([]rules.Move(nil))[0])
		}
	})
}
