package repair

import (
	"strings"
	"testing"

	"assay/analysis"
	"assay/analysis/variant"
	"assay/parser"
)

// TestLetters expects one repair, with English letters, for a record in the
// piece letters of another language that has a further error.
func TestLetters(t *testing.T) {
	book := analysis.NewRulebook(variant.Embedded())
	v, f := analysis.NewVerifier(book), NewFinder(book)
	for _, row := range []struct{ name, record, was, now, repaired string }{
		{"German with a wrong square", "1. e4 e5 2. Sf3 Sc6 3. Lb5 a6 4. La4 Sf6 5. 0-0 Le7 6. Te1 b5 7. Lb8 0-0 8. c3 d5 *\n", "S L T", "N B R", "Bb3"},
		{"French with a wrong square", "1. e4 e5 2. Cf3 Cc6 3. Fb5 a6 4. Fa4 Cf6 5. 0-0 Fe7 6. Te1 b5 7. Fb8 0-0 8. c3 d5 *\n", "C F T", "N B R", "Bb3"},
		{"only letters of English, too", "1. Rf3 Nf6 2. e4 *\n", "", "", ""},
		{"English and wrong", "1. e4 e5 2. Nf3 Nc6 3. Ke3 *\n", "", "", ""},
	} {
		rec, err := parser.NewReader(strings.NewReader("[Event \"x\"]\n\n"+row.record), parser.Options{}).Next()
		if err != nil {
			t.Fatal(err)
		}
		var repairs []analysis.Repair
		for _, r := range f.Find(t.Context(), v.Verify(rec, analysis.Settings{}), analysis.Settings{}) {
			if r.Changes[0].Kind == "letters" {
				repairs = append(repairs, r)
			}
		}
		if row.was == "" {
			if len(repairs) > 0 {
				t.Errorf("%s: %+v", row.name, repairs)
			}
			continue
		}
		if len(repairs) == 0 || len(repairs[0].Changes) != 2 || repairs[0].Changes[0].Was != row.was || repairs[0].Changes[0].Now != row.now ||
			!strings.Contains(repairs[0].Record, row.repaired) {
			t.Errorf("%s: %+v", row.name, repairs)
		}
	}
}
