package repair

import (
	"strings"
	"testing"

	"assay/analysis"
	"assay/analysis/variant"
	"assay/parser"
)

// TestLetters expects one repair, with English letters, for a record in the
// piece letters of another language.
func TestLetters(t *testing.T) {
	book := analysis.NewRulebook(variant.Embedded())
	v, f := analysis.NewVerifier(book), NewFinder(book)
	for _, row := range []struct{ name, record, was, now, language string }{
		{"Hungarian", "1.e4 e5 2.Hf3 Hc6 3.Fb5 a6 4.Fa4 Hf6 5.0-0 Fe7 6.Be1 b5 7.Fb3 0-0 *\n", "H F B", "N B R", "Hungarian"},
		{"German", "1. e4 e5 2. Sf3 Sc6 3. Lb5 {Lb5 is Spanish} Dh4 4. 0-0 Te3 *\n", "", "", ""},
		{"German, legal", "1. e4 e5 2. Sf3 Sc6 3. Lb5 {Lb5 is Spanish} Df6 4. 0-0 Tb8 *\n", "S L D T", "N B Q R", "German"},
		{"French", "1. e4 e5 2. Cf3 Cc6 3. Fb5 Df6 4. 0-0 Tb8 *\n", "C F D T", "N B Q R", "French"},
		{"Russian", "1. e4 e5 2. Кf3 Кc6 3. Сb5 Фf6 4. Крe2 Лb8 *\n", "К С Ф Кр Л", "N B Q K R", "Russian"},
		{"a promotion", "[FEN \"6k1/P7/8/8/8/8/8/K7 w - - 0 1\"]\n\n1. a8=D+ Kf7 2. Dd5+ *\n", "D", "Q", "German"},
		{"English and wrong", "1. e4 e5 2. Nf3 Nc6 3. Ke3 *\n", "", "", ""},
	} {
		rec, err := parser.NewReader(strings.NewReader("[Event \"x\"]\n\n"+row.record), parser.Options{}).Next()
		if strings.HasPrefix(row.record, "[") {
			rec, err = parser.NewReader(strings.NewReader(row.record), parser.Options{}).Next()
		}
		if err != nil {
			t.Fatal(err)
		}
		g := v.Verify(rec, analysis.Settings{})
		var repairs []analysis.Repair
		for _, r := range f.Find(t.Context(), g, analysis.Settings{}) {
			if r.Changes[0].Kind == "letters" {
				repairs = append(repairs, r)
			}
		}
		said := ""
		for _, w := range g.Report.Warnings {
			said += w.Message
		}
		if row.was == "" {
			if len(repairs) > 0 || strings.Contains(said, "letters") {
				t.Errorf("%s: %+v, %s", row.name, repairs, said)
			}
			continue
		}
		if len(repairs) != 1 || len(repairs[0].Changes) != 1 || repairs[0].Changes[0].Was != row.was || repairs[0].Changes[0].Now != row.now ||
			!strings.Contains(said, "letters of "+row.language) || strings.Contains(row.record, "{Lb5") && !strings.Contains(repairs[0].Record, "{Lb5") {
			t.Errorf("%s: %+v, %s", row.name, repairs, said)
		}
	}
}
