package analysis_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"assay/analysis"
	"assay/analysis/variant"
	"assay/parser"
)

// TestLineOfDamage damages each ply of a record in every notation that has text
// of its own, and checks that the report names the line on which reading
// stopped.
func TestLineOfDamage(t *testing.T) {
	v := analysis.NewVerifier(analysis.NewRulebook(variant.Embedded()))
	verify := func(text string, f parser.Format) (*parser.Record, *analysis.Game) {
		rec, err := parser.NewReader(strings.NewReader(text), parser.Options{Format: f}).Next()
		if err != nil {
			t.Fatalf("%s: %v\n%s", f, err, text)
		}
		return rec, v.Verify(rec, analysis.Settings{})
	}
	seen := map[parser.Format]bool{}
	for _, source := range []string{
		"[Variant \"Chess\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 1-0\n",
		"[Variant \"Shogi\"]\n\n1. P-7f P-3d 2. Bx2b+ Sx2b 3. P-2f P-8d 4. P-2e P-8e *\n",
		"[Variant \"Xiangqi\"]\n\n1. C2.5 H8+7 2. H2+3 R9.8 3. R1.2 P7+1 4. R2+6 H2+3 *\n",
	} {
		original, game := verify(source, parser.PGN)
		if game.Report.Verdict != analysis.Legal {
			t.Fatalf("%s: %+v", source, game.Report.Error)
		}
		for _, f := range parser.Formats() {
			c, err := game.Tree(original, nil).Convert(f)
			if err != nil {
				continue
			}
			var b bytes.Buffer
			if err := parser.Write(&b, c.Record); err != nil {
				continue
			}
			text := strings.Replace(b.String(), " 2. ", "\n2. ", 1) // also in notations with several plies per line
			rec, again := verify(text, f)
			if again.Report.Verdict != analysis.Legal {
				t.Errorf("%s: %s, %+v\n%s", f, again.Report.Verdict, again.Report.Error, text)
				continue
			}
			seen[f] = true
			for i := range rec.Moves {
				at, ply := int(rec.Moves[i].Place.Offset), rec.Moves[i].Text
				if at <= 0 || at >= len(text) {
					t.Errorf("%s: ply %d of %q is at byte %d", f, i+1, ply, at)
					continue
				}
				n := len(strings.Fields(ply)[0]) // texts of JSON are written otherwise
				if strings.HasPrefix(text[at:], ply) {
					n = len(ply)
				}
				damaged := text[:at] + "@@@@" + text[min(len(text), at+n):]
				line := 1 + strings.Count(text[:at], "\n")
				_, bad := verify(damaged, f)
				warned := slices.ContainsFunc(bad.Report.Warnings, func(w analysis.Warning) bool { return w.Line == line })
				if e := bad.Report.Error; !warned && (e == nil || e.Line != line) {
					t.Errorf("%s: ply %d of line %d: %+v, %+v\n%s", f, i+1, line, e, bad.Report.Warnings, damaged)
				}
			}
		}
	}
	for _, f := range parser.Formats() {
		if !seen[f] {
			t.Errorf("%s: not tried", f)
		}
	}
}

// TestLineOfLostLine replaces each line of a record with headers and comments,
// in every notation, and checks that a warning or an error names that line.
func TestLineOfLostLine(t *testing.T) {
	v := analysis.NewVerifier(analysis.NewRulebook(variant.Embedded()))
	for _, source := range []string{
		"[Event \"Cup\"]\n[Date \"2024.03.03\"]\n[White \"Ann\"]\n[Black \"Bob\"]\n[Variant \"Chess\"]\n\n" +
			"1. e4 {centre} e5 2. Nf3 Nc6 {knights} 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 1-0\n",
		"[Event \"Cup\"]\n[White \"Ann\"]\n[Black \"Bob\"]\n[Variant \"Shogi\"]\n\n" +
			"1. P-7f {centre} P-3d 2. Bx2b+ Sx2b {silver} 3. P-2f P-8d 4. P-2e P-8e *\n",
		"[Event \"Cup\"]\n[White \"Ann\"]\n[Black \"Bob\"]\n[Variant \"Xiangqi\"]\n\n" +
			"1. C2.5 {cannon} H8+7 2. H2+3 R9.8 {rook} 3. R1.2 P7+1 4. R2+6 H2+3 *\n",
	} {
		rec, err := parser.NewReader(strings.NewReader(source), parser.Options{}).Next()
		if err != nil {
			t.Fatal(err)
		}
		game := v.Verify(rec, analysis.Settings{})
		for _, f := range parser.Formats() {
			c, err := game.Tree(rec, nil).Convert(f)
			if err != nil {
				continue
			}
			var b bytes.Buffer
			if err := parser.Write(&b, c.Record); err != nil {
				continue
			}
			lines := strings.Split(b.String(), "\n")
			for i, line := range lines {
				if i == 0 || strings.TrimSpace(line) == "" {
					continue // words above a record are not part of it
				}
				damaged := strings.Join(slices.Concat(lines[:i], []string{"@@@@"}, lines[i+1:]), "\n")
				rec, err := parser.NewReader(strings.NewReader(damaged), parser.Options{Format: f}).Next()
				if err != nil {
					t.Errorf("%s: without line %d, %q: %v", f, i+1, line, err)
					continue
				}
				bad := v.Verify(rec, analysis.Settings{})
				named := slices.ContainsFunc(bad.Report.Warnings, func(w analysis.Warning) bool { return w.Line == i+1 })
				if e := bad.Report.Error; !named && (e == nil || e.Line != i+1) {
					t.Errorf("%s: without line %d, %q: %s, %+v, %+v", f, i+1, line, bad.Report.Verdict, e, bad.Report.Warnings)
				}
			}
		}
	}
}
