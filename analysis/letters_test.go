package analysis_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"assay/analysis"
	"assay/analysis/notation"
	"assay/fixtures/games"
	"assay/parser"
)

// TestForeignLetters reads records in piece letters of other languages and
// piece sets, with a warning that names them.
func TestForeignLetters(t *testing.T) {
	for _, row := range []struct{ name, record, verdict, warning string }{
		{"German", "1. e4 e5 2. Sf3 Sc6 3. Lb5 {Lb5 is Spanish} Df6 (3... Dh4? 4. Sxh4) 4. 0-0 Tb8 *", "legal", "German: S L D T for N B Q R"},
		{"French", "1. e4 e5 2. Cf3 Cc6 3. Fb5 Df6 4. 0-0 Tb8 *", "legal", "French: C F D T for N B Q R"},
		{"Spanish", "1. e4 e5 2. Cf3 Cc6 3. Ab5 Df6 4. O-O Tb8 *", "legal", "Spanish: C A D T for N B Q R"},
		{"Russian", "1. e4 e5 2. Кf3 Кc6 3. Сb5 Фf6 4. Крe2 Лb8 *", "legal", "Russian: К С Ф Кр Л for N B Q K R"},
		{"Polish", "1. e4 e5 2. Sf3 Sc6 3. Gb5 Hf6 4. 0-0 Wb8 *", "legal", "Polish: S G H W for N B Q R"},
		{"Hungarian", "1.e4 e5 2.Hf3 Hc6 3.Fb5 a6 4.Fa4 Hf6 5.0-0 Fe7 6.Be1 b5 7.Fb3 0-0 *", "legal", "Hungarian: H F B for N B R"},
		{"a promotion", "[FEN \"6k1/P7/8/8/8/8/8/K7 w - - 0 1\"]\n\n1. a8=D+ Kf7 2. Dd5+ *", "legal", "German: D for Q"},
		{"German crazyhouse", "[Variant \"Crazyhouse\"]\n\n1. e4 d5 2. exd5 Dxd5 3. Sc3 Da5 4. B@e6 fxe6 *", "unreadable", ""},
		{"xiangqi with horses", "[Variant \"xiangqi\"]\n\n1. Che3 Hg8 2. Hg3 Rh10 3. Rh1 Hc8 4. Pg5 Pc6 *", "legal", ""},
		{"letters of a piece set", "1. e4 e5 2. Yf3 Yc6 3. Xb5 a6 4. Xa4 Yf6 5. O-O Xe7 *", "legal", "the piece letters Y X are read as N B"},
		{"too short for a set", "1. e4 e5 2. Yf3 Yc6 3. Xb5 a6 *", "unreadable", ""},
		{"an error in German", "1. e4 e5 2. Sf3 Sc6 3. Lb5 Dh4 4. 0-0 Te3 *", "unreadable", ""},
		{"English", "1. e4 e5 2. Nf3 Nc6 3. Bb5 Qf6 4. O-O Rb8 *", "legal", ""},
		{"English and wrong", "1. e4 e5 2. Rf3 *", "illegal", ""},
	} {
		rec, g := proved(t, row.record+"\n")
		said := ""
		for _, w := range g.Report.Warnings {
			said += w.Message + "; "
		}
		if g.Report.Verdict != row.verdict || !strings.Contains(said, row.warning) || row.warning == "" && strings.Contains(said, "letters") {
			t.Errorf("%s: %s, %q, %+v", row.name, g.Report.Verdict, said, g.Report.Error)
			continue
		}
		if g.Report.Verdict == analysis.Legal {
			carry(t, rec, g, parser.Numbered)
		}
	}
}

// TestForeignLabels reads records of Game Courier in the labels of other piece
// sets.
func TestForeignLabels(t *testing.T) {
	random := rand.New(rand.NewPCG(19, 23))
	for id, letters := range map[string][]string{"xiangqi": {"N", "H"}, "chess": {"N", "S"}, "capablanca": {"A", "Y"}} {
		r, err := book.Rules(id, "")
		if err != nil {
			t.Fatal(err)
		}
		swap := strings.NewReplacer(letters[0]+" ", letters[1]+" ", strings.ToLower(letters[0])+" ", strings.ToLower(letters[1])+" ")
		p := r.Start()
		w := notation.NewCourier()
		var b strings.Builder
		fmt.Fprintf(&b, "Variant=%s\n", id)
		plies := 0
		for i, m := range games.Play(r.Start(), random, 60) {
			fmt.Fprintf(&b, "%d. %s\n", i/2+1, swap.Replace(string(w.Append(nil, p, m))))
			p.Play(m)
			plies++
		}
		rec, err := parser.NewReader(strings.NewReader(b.String()), parser.Options{Format: parser.Courier}).Next()
		if err != nil {
			t.Fatal(err)
		}
		g := analysis.NewVerifier(book).Verify(rec, analysis.Settings{})
		if g.Report.Verdict != analysis.Legal || g.Report.Plies != plies || len(g.Report.Warnings) == 0 {
			t.Errorf("%s: %s, %d of %d plies, %+v %+v\n%s", id, g.Report.Verdict, g.Report.Plies, plies, g.Report.Error, g.Report.Warnings, b.String())
		}
	}
}
