package variant

import "testing"

// TestPlace writes regions in words.
func TestPlace(t *testing.T) {
	const chess = "id: x\nname: X\nextends: chess\nregions:\n  r: "
	const hexagons = "id: x\nname: X\nextends: glinski\nregions:\n  r: "
	for _, row := range []struct{ text, want string }{
		{chess + "[rank 8]", "the last rank"},
		{chess + "[ranks 6-8]", "the last 3 ranks"},
		{chess + "[rank 1]", "the first rank"},
		{chess + "[ranks 1-5]", "the first 5 ranks"},
		{chess + "[rank 1, ranks 7-8]", "the first rank or the last 2 ranks"},
		{chess + "[ranks 1-8]", "any square"},
		{chess + "[rank 3]", "rank 3 for White and rank 6 for Black"},
		{chess + "[ranks 2-4]", "ranks 2–4 for White and ranks 5–7 for Black"},
		{chess + "[ranks 4-5]", "ranks 4–5"},
		{chess + "[rank 2, b3, c3-d4]", "rank 2, b3 or c3–d4 for White and rank 7, b6 or c5–d6 for Black"},
		{chess + "[d4, c3-f6, rank 7, ranks 2-3]", "ranks 7, 2–3, d4 or c3–f6 for White and ranks 2, 6–7, d5 or c3–f6 for Black"},
		{chess + "[file e]", "file e"},
		{chess + "{first: [rank 8], second: []}", "the last rank"},
		{chess + "{first: [], second: [rank 1]}", "the last rank"},
		{chess + "{first: [], second: [d5]}", "d5"},
		{chess + "{first: [ranks 6-8], second: [ranks 1-5]}", "ranks 6–8 for White and ranks 1–5 for Black"},
		{chess + "{first: [d4-e5], second: [d4-e5]}", "d4–e5"},
		{hexagons + "[a6, f11]", "a6 or f11 for White and a1 or f1 for Black"},
		{hexagons + "[b1-c2]", "b1–c2 for White and b7, c8, b6 or c7 for Black"},
	} {
		d, err := Embedded().Check("x", []byte(row.text+"\n"))
		if err != nil {
			t.Fatal(row.text, err)
		}
		if got := d.Place("r"); got != row.want {
			t.Errorf("%s: %q, want %q", row.text, got, row.want)
		}
	}
}
