package variant

import (
	"regexp"
	"strings"
	"testing"
)

// TestNew checks that new definitions are valid, as they are and with all
// optional parts.
func TestNew(t *testing.T) {
	for id, prefix := range map[string]string{"my-first-game": "MFG", "w": "WR", "g": "GR", "9-men": "MR", "a-b-c-d-e-f-g-h-i-j": "ABCDEFGH"} {
		text, err := New(id)
		if err != nil {
			t.Fatal(err)
		}
		whole := strings.Replace(regexp.MustCompile(`(?m)^#  `).ReplaceAllString(text, ""), "RNBKBR w", "RNBKBR[] w", 1)
		for _, text := range []string{text, whole} {
			d, err := Embedded().Check(id, []byte(text))
			if err != nil {
				t.Fatalf("%v:\n%s", err, text)
			}
			if d.ID != id || d.Rulings != prefix || strings.Contains(text, "PREFIX") || strings.Contains(text, "NAME") {
				t.Errorf("%s has the rule ID prefix %s, want %s:\n%s", id, d.Rulings, prefix, text)
			}
			if cards := len(d.OwnRulings()); cards < 3 {
				t.Errorf("%s describes only %d rules", id, cards)
			}
		}
	}
	if _, err := New("No Game"); err == nil {
		t.Error("an ID with capitals and blanks was accepted")
	}
}
