package record

import "testing"

func FuzzCommands(f *testing.F) {
	f.Add("a [%clk 1:00:00] b [%csl Ga1,Rb2] [%x] [%eval 1]")
	f.Fuzz(func(t *testing.T, text string) {
		var first, second Ply
		rest := first.ReadCommands(text)
		written := string(first.AppendCommands(nil))
		if left := second.ReadCommands(written + " " + rest); left != rest || string(second.AppendCommands(nil)) != written {
			t.Errorf("%q: %q and %q, then %q and %q", text, written, rest, second.AppendCommands(nil), left)
		}
	})
}
