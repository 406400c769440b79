package query

import (
	"flag"
	"fmt"
	"slices"
	"strings"
	"testing"

	"assay/fixtures"
)

var update = flag.Bool("update", false, "write the golden files anew")

// TestGoldenExamples prints the bound examples of variants and their
// reflections.
func TestGoldenExamples(t *testing.T) {
	var b strings.Builder
	games := compiled(t)
	images := []string{"mirrored", "exchanged", "flipped", "symmetric", "rotated", "shifted"}
	for _, id := range []string{"chess", "crazyhouse", "csg-1", "duck", "pocket-shogi-copper", "seirawan", "xiangqi"} {
		r := games[id]
		fmt.Fprintf(&b, "# %s\n", id)
		for i, e := range Examples(r) {
			fmt.Fprintf(&b, "%s (%s)\n", e.Query, e.Help)
			for _, text := range []string{e.Query, images[i%len(images)] + "(" + e.Query + ")"} {
				q, err := Parse(text)
				if err != nil {
					t.Fatalf("%s: %s: %v", id, text, err)
				}
				bound, err := Bind(q, r)
				if err != nil {
					fmt.Fprintf(&b, "  %.20s: %v\n", text, err)
					continue
				}
				fmt.Fprintf(&b, "  %.160s\n", describe(r, bound))
			}
		}
	}
	fixtures.Golden(t, *update, "testdata/examples.golden", b.String())
}

// TestGoldenErrors prints the errors of queries in which a word is missing,
// repeated or replaced.
func TestGoldenErrors(t *testing.T) {
	var b strings.Builder
	games := compiled(t)
	others := strings.Fields("and ( ) { } , 0 = > in on quen white e4 e99 rank to not then for within 1.5 -1 : player: last .. + * any \" @")
	n := 0
	for _, id := range []string{"chess", "csg-1", "duck"} {
		r := games[id]
		for _, e := range Examples(r) {
			words := strings.Fields(e.Query)
			for i := range words {
				n++
				var changed []string
				switch n % 4 {
				case 0:
					changed = slices.Delete(slices.Clone(words), i, i+1)
				case 1:
					changed = slices.Insert(slices.Clone(words), i, words[i])
				case 2:
					changed = slices.Replace(slices.Clone(words), i, i+1, others[n%len(others)])
				case 3:
					changed = slices.Insert(slices.Clone(words), i, others[n%len(others)])
				}
				text := strings.Join(changed, " ")
				q, err := Parse(text)
				if err != nil {
					fmt.Fprintf(&b, "%s\n  %v\n", text, err)
					continue
				}
				again, err := Parse(q.String())
				if err != nil || again.String() != q.String() {
					t.Errorf("%s: written %s, which is read as %v, %v", text, q, again, err)
				}
				bound, err := Bind(q, r)
				if err != nil {
					fmt.Fprintf(&b, "%s\n  bound: %v\n", text, err)
					continue
				}
				fmt.Fprintf(&b, "%s\n  %s\n  %.150s\n", text, q, describe(r, bound))
			}
		}
	}
	for _, text := range []string{
		"", " ", "date > 1990-13", "date > 1990-02-30", "date = 1990-02", "date != 1990", "date < 99", "date > x", "date", "result", "result = ", "result = 2-0", "result < 1-0", "result != *",
		"verdict = x", "verdict != legal", "verdict > legal", "player:", "player:\"\"", "player:\"a b\"", "player:\"a b*\"", "player:a*", "player:*", "\"\"", "\"a", "\"a*\"", "playr:x", "white-elo:2700", "a:b:c",
		"rating", "rating >", "rating(white) > 2000", "rating(x) > 1", "rating > 1 + ply", "ply > rating", "ply in 1", "ply in 1..", "ply in 5..1", "ply in 1..2..3", "ply > 1e9", "ply > 99999999999", "ply > 1.234", "-ply > -1", "2 * 3 * ply > 1", "ply * 2 > 1", "ply - - 1 > 1", "1 > 1", "1 < ply < 3", "ply > ply",
		"check for 0", "check for 1", "check for x", "check for", "check then", "check then check within 0", "check within 3", "then check", "not", "()", "(check", "check)", "check,", "check &", "check é", strings.Repeat("(", 200), strings.Repeat("not ", 200) + "check", strings.Repeat("check and ", 400) + "check", strings.Repeat("x", 5000),
		"ray()", "ray(Q)", "ray(Q, k along)", "ray(Q, k along x)", "ray(Q, k within 0)", "ray(Q, k along {file, file})", "ray(Q, k) > 1", "rays(Q, k)", "pin", "pin(", "pinned > 1", "moves", "moves(N)", "moves(N mates) > 0", "legal", "legal()", "unplayed()", "attack()", "attacked(N)", "passed > 1", "passed(N)", "hand(white)", "pocket(white) = 1", "count()", "count(N) = 1", "count(N on e4)", "material(white)", "pieces", "Q on every e4", "Q on {}", "Q on {e4,}", "Q on e4-", "Q on e4-d4-c4", "Q on ranks 1", "Q on rank 1-2", "Q on files a", "Q on file a-b", "{Q} on e4", "{Q, } on e4", "white on e4", "white any", "any any on e4", "promoted on e4", "royal(white) > 0", "empty", "empty Q", "+ on e4", "+P on e4", "P~ on e4", "to move", "white to", "mirrored", "mirrored()", "mirrored(x)", "shifted(check)", "missed", "missed-", "missed-x", "eval > 3", "eval(white)", "swing", "accuracy(white)", "blunder(x)", "facing(white)", "check(white)",
	} {
		q, err := Parse(text)
		if err != nil {
			fmt.Fprintf(&b, "%.60s\n  %v\n", text, err)
			continue
		}
		bound, err := Bind(q, games["chess"])
		if err != nil {
			fmt.Fprintf(&b, "%.60s\n  bound: %v\n", text, err)
			continue
		}
		fmt.Fprintf(&b, "%.60s\n  %.60s\n  %.150s\n", text, q, describe(games["chess"], bound))
	}
	fixtures.Golden(t, *update, "testdata/errors.golden", b.String())
}

// TestGoldenCompletions prints the completions at places of queries.
func TestGoldenCompletions(t *testing.T) {
	var b strings.Builder
	games := compiled(t)
	for _, row := range []struct{ id, text string }{
		{"chess", "white queen on h5 and count(pawn on rank 4) > 2 then check within 3"}, {"csg-1", "alloy(red) and hand(cyan).pawn = 0"}, {"duck", "move(queen walls d5) or duck on file e"},
		{"chess", "ray(Q, k along {file, up} within 2)"}, {"chess", "pin(N by b against Q) and ply in 1..9"}, {"", "player:tal and date > 1990"}, {"shogi", "promoted silver on zone(sente)"}, {"chess", "result = 1-0 verdict = legal"},
	} {
		for at := range len(row.text) + 1 {
			if at%3 != 0 && at < len(row.text) {
				continue
			}
			found := Completions(row.text, at+1, games[row.id])
			fmt.Fprintf(&b, "%s|: %d", row.text[:at], len(found))
			for i, c := range found {
				if i%7 == at%7 {
					fmt.Fprintf(&b, " %s=%s", c.Word, c.Kind)
				}
			}
			if len(found) > 0 {
				fmt.Fprintf(&b, " (%s)", found[at%len(found)].Help)
			}
			fmt.Fprintln(&b)
		}
	}
	fixtures.Golden(t, *update, "testdata/completions.golden", b.String())
}
