package request

import "testing"

// TestEscapeFormula escapes names that a spreadsheet could take for a formula,
// also after characters that it skips.
func TestEscapeFormula(t *testing.T) {
	for _, name := range []string{
		"=1+1", "+1", "-1", "@SUM(A1)", "\t=1", " =1", "\r=1", "\n=1", "\u00a0=1", "\u3000+1", "\u200b=1", "\ufeff@x", " \t\u200b -1", "＝1", "＋1", "\"=1", "'=1",
		"|x", "%x", "a\t=1", "a\n=1", "\x00=1", "\u2800=1",
	} {
		if got := EscapeFormula(name); got != "'"+name {
			t.Errorf("%q is %q", name, got)
		}
	}
	for _, name := range []string{"", " ", "Ada", "Ada-Lovelace", "Ada = Bob", "名人", " Ada", "O'Brien", "é=1"} {
		if got := EscapeFormula(name); got != name {
			t.Errorf("%q is %q", name, got)
		}
	}
}
