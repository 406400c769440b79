package engine

import (
	"encoding/json"
	"io/fs"
	"math/rand/v2"
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
		for _, w := range f.Values {
			if _, ok := r.PieceTypeNamed(w.Piece); !ok {
				t.Errorf("%s: there is no %s", name, w.Piece)
			}
		}
		if f.Values != nil && (f.Match == nil || f.Match.Score-f.Match.Error <= 50) {
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
	stale, first, second := DefaultFit(r), DefaultFit(r), DefaultFit(r)
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
	for _, bad := range []string{"{", `{"worths":[{"piece":"Pawn","board":99999}]}`, `{"curve":{"value":-1}}`, `{"terms":[{"name":"none","early":1}]}`, `{"terms":[{"name":"tempo","late":99999}]}`, `{"places":[{"piece":"Pawn","early":[99999]}]}`} {
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
// judged without one, and has each part of a fit change that.
func TestFormulaAsFit(t *testing.T) {
	changes := map[string]func(*Fit){
		"worths": func(f *Fit) {
			for i := range f.Values {
				f.Values[i].Board += 50 * i
				f.Values[i].Late += 50 * i
			}
		},
		"squares": func(f *Fit) {
			for i := range f.Tables {
				for at := range f.Tables[i].Early {
					f.Tables[i].Early[at] += 5 * at
				}
			}
		},
		"mobility": func(f *Fit) {
			for i := range f.Tables {
				f.Tables[i].Mobility[0] += 50
			}
		},
		"terms": func(f *Fit) {
			for i := range f.Terms {
				f.Terms[i].Early += 50
			}
		},
	}
	for _, id := range []string{"chess", "shogi", "crazyhouse", "csg-1", "xiangqi"} {
		r := games.Rules(t, id, "")
		plain, formula := NewStaticEvaluator(r, nil), NewStaticEvaluator(r, DefaultFit(r))
		others, differs := map[string]*StaticEvaluator{}, map[string]bool{}
		for name, change := range changes {
			f := DefaultFit(r)
			change(f)
			others[name] = NewStaticEvaluator(r, f)
		}
		p, random := r.Start(), rand.New(rand.NewPCG(6, 6))
		for range 60 {
			moves := p.Moves(nil)
			if len(moves) == 0 {
				break
			}
			p.Play(moves[random.IntN(len(moves))])
			worth, early := plain.Evaluate(p)
			if again, _ := formula.Evaluate(p); again != worth {
				t.Errorf("%s, %s: %d, as a fit %d", id, p.Text(), worth, again)
			}
			if early < 0 || early > 1 {
				t.Errorf("%s, %s: %v of what counts early", id, p.Text(), early)
			}
			for name, other := range others {
				changed, _ := other.Evaluate(p)
				differs[name] = differs[name] || changed != worth
			}
			if _, over := p.Outcome(); over {
				break
			}
		}
		for name := range changes {
			if !differs[name] {
				t.Errorf("%s: %s change nothing", id, name)
			}
		}
	}
}

// TestNamesShared has kinds of one name keep what each is worth.
func TestNamesShared(t *testing.T) {
	r := games.Rules(t, "crazyhouse", "")
	f, plain := DefaultFit(r), newEvaluator(r, nil)
	names := map[string]bool{}
	shared := false
	for i := range f.Values {
		shared = shared || names[f.Values[i].Piece]
		names[f.Values[i].Piece] = true
		f.Values[i].Board += i
	}
	if !shared {
		t.Fatal("no name is shared")
	}
	m, i := newEvaluator(r, f), 0
	for kind := rules.PieceType(1); int(kind) <= r.Types(); kind++ {
		if m.royal.Has(kind) {
			continue
		}
		if got, want := m.mg[kind], plain.mg[kind]+i; got != want {
			t.Errorf("%s: %d, want %d", r.PieceName(kind), got, want)
		}
		i++
	}
}

// TestFold counts squares of a Place from either side and either edge.
func TestFold(t *testing.T) {
	r := games.Rules(t, "shogi", "")
	for _, c := range []struct {
		side rules.Side
		s    rules.Square
		want int
	}{
		{rules.First, 0, 0}, {rules.First, 8, 0}, {rules.First, 4, 4}, {rules.First, 9, 5}, {rules.First, 80, 40},
		{rules.Second, 80, 0}, {rules.Second, 72, 0}, {rules.Second, 4, 44},
	} {
		if got := Fold(r, c.side, c.s); got != c.want {
			t.Errorf("square %d of side %d: %d, want %d", c.s, c.side, got, c.want)
		}
	}
	if Folded(r) != 45 {
		t.Error(Folded(r))
	}
}

// FuzzReadFit reads anything: no panic, and what is read can be judged by.
func FuzzReadFit(f *testing.F) {
	f.Add([]byte(`{"variant":"chess","revision":"1","worths":[{"piece":"Pawn","board":100,"late":120,"error":3}],"curve":{"value":0.004,"error":0.001}}`))
	f.Add([]byte(`{"places":[{"piece":"Pawn","early":[1],"late":[2,3],"mobility":[4,5]}],"terms":[{"name":"hits","early":7,"late":3}]}`))
	f.Add([]byte(`{"worths":[{"piece":"","hand":-1}],"match":null}`))
	r := games.Rules(f, "crazyhouse", "")
	f.Fuzz(func(_ *testing.T, text []byte) {
		if fit, err := readFit(text); err == nil {
			p := r.Start()
			NewStaticEvaluator(r, fit).Evaluate(p)
			p.Play(p.Moves([]rules.Move(nil))[0])
		}
	})
}
