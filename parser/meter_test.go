package parser

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
)

// TestLimits reads records at a limit and one above it. That one is rejected
// with the limit's name, and the next record is read.
func TestLimits(t *testing.T) {
	const small = 6
	limits := Limits{Plies: small, Variations: small, Comment: small}
	lines := func(n int, line func(i int) string) string {
		var b strings.Builder
		for i := range n {
			b.WriteString(line(i))
		}
		return b.String()
	}
	for _, tt := range []struct {
		format Format
		name   string
		of     func(n int) string // a record with n of the counted items
		what   string
	}{
		{PGN, "plies", func(n int) string {
			return "[Event \"x\"]\n\n" + lines(n, func(int) string { return "Nf3 " }) + "*\n\n"
		}, "plies, variations included (max_plies)"},
		{PGN, "plies of a variation", func(n int) string {
			return "[Event \"x\"]\n\ne4 (" + lines(n-1, func(int) string { return "Nf3 " }) + ") *\n\n"
		}, "plies, variations included (max_plies)"},
		{PGN, "variations", func(n int) string {
			return "[Event \"x\"]\n\n e4 " + lines(n, func(int) string { return "() " }) + "*\n\n"
		}, "variations (max_side_lines)"},
		{PGN, "comment", func(n int) string { return "[Event \"x\"]\n\n e4 {" + strings.Repeat("x", n) + "} *\n\n" }, "bytes in one comment (max_comment)"},
		{PGN, "comment above", func(n int) string { return "[Event \"x\"]\n\n{" + strings.Repeat("x", n) + "} e4 *\n\n" }, "bytes in one comment (max_comment)"},
		{Numbered, "plies", func(n int) string {
			return "Variant=csg-1\n" + lines(n, func(i int) string { return fmt.Sprintf("%d. Pawn a3 - a4\n", i/2+1) })
		}, "plies, variations included (max_plies)"},
		{Numbered, "variations", func(n int) string {
			return "Variant=csg-1\n1. Pawn a3 - a4\n" + lines(n, func(int) string { return "( 1. x\n)\n" })
		}, "variations (max_side_lines)"},
		{Numbered, "comment", func(n int) string { return "Variant=csg-1\n1. Pawn a3 - a4\n{" + strings.Repeat("x", n) + "}\n" }, "bytes in one comment (max_comment)"},
		{Courier, "plies", func(n int) string { return lines(n, func(i int) string { return fmt.Sprintf("%d. P e2-e4\n", i+1) }) }, "plies, variations included (max_plies)"},
		{KIF, "plies", func(n int) string {
			return "手合割：平手\n" + lines(n, func(i int) string { return fmt.Sprintf("%d ７六歩(77)\n", i+1) })
		}, "plies, variations included (max_plies)"},
		{KIF, "variations", func(n int) string {
			return "手合割：平手\n1 ７六歩(77)\n" + lines(n, func(int) string { return "変化：1手\n1 ２六歩(27)\n" })
		}, ""},
		{KIF, "comment", func(n int) string { return "手合割：平手\n1 ７六歩(77)\n*" + strings.Repeat("x", n) + "\n" }, "bytes in one comment (max_comment)"},
		{KI2, "plies", func(n int) string {
			return "手合割：平手\n" + lines(n, func(int) string { return "▲７六歩\n" })
		}, "plies, variations included (max_plies)"},
		{CSA, "plies", func(n int) string { return "V2.2\nPI\n+\n" + lines(n, func(int) string { return "+7776FU\n" }) }, "plies, variations included (max_plies)"},
		{CSA, "comment", func(n int) string { return "V2.2\nPI\n+\n+7776FU\n'*" + strings.Repeat("x", n-1) + "\n" }, "bytes in one comment (max_comment)"},
		{USI, "plies", func(n int) string {
			return "position startpos moves" + lines(n, func(int) string { return " 7g7f" }) + "\n"
		}, "plies, variations included (max_plies)"},
		{JKF, "plies", func(n int) string {
			return `{"header":{},"moves":[{}` + lines(n, func(int) string { return `,{"move":{"to":{"x":7,"y":6},"piece":"FU"}}` }) + "]}\n"
		}, "plies, variations included (max_plies)"},
		{JSON, "plies", func(n int) string {
			return `{"assay":1,"notation":"pgn","plies":[{"text":"e4"}` + lines(n-1, func(int) string { return `,{"text":"e4"}` }) + "]}\n"
		}, "plies, variations included (max_plies)"},
		{JSON, "comment", func(n int) string {
			return `{"assay":1,"notation":"pgn","comments":["` + strings.Repeat("x", n) + `"],"plies":[]}` + "\n"
		}, "bytes in one comment (max_comment)"},
	} {
		if tt.what == "" {
			tt.what = "variations (max_side_lines)"
		}
		t.Run(string(tt.format)+" "+tt.name, func(t *testing.T) {
			most := small
			if tt.name == "variations" && tt.format == KIF {
				most = 1 // every record has a ply
				limits := limits
				limits.Variations = 1
				read(t, tt.format, limits, tt.of(most), tt.of(most+1), tt.what, 1)
				return
			}
			if tt.format == Numbered && tt.name == "variations" {
				l := limits
				l.Plies = 100
				read(t, tt.format, l, tt.of(most), tt.of(most+1), tt.what, small)
				return
			}
			read(t, tt.format, limits, tt.of(most), tt.of(most+1), tt.what, small)
		})
	}
}

// read reads two records, the first within the limits and the second above one.
func read(t *testing.T, format Format, limits Limits, within, above, what string, limit int64) {
	t.Helper()
	r := NewReader(strings.NewReader(within), Options{Format: format, Limits: limits})
	if _, err := r.Next(); err != nil {
		t.Errorf("within: %v", err)
	}
	r = NewReader(strings.NewReader(above), Options{Format: format, Limits: limits})
	_, err := r.Next()
	var large *TooLarge
	if !errors.As(err, &large) || large.What != what || large.Limit != limit || large.Game != 1 || !strings.Contains(err.Error(), what) {
		t.Errorf("above: %v", err)
	}
	if _, err := r.Next(); err != io.EOF {
		t.Errorf("after it: %v", err)
	}
	if _, err := NewReader(strings.NewReader(above), Options{Format: format, Limits: Limits{Plies: -1, Variations: -1, Comment: -1}}).Next(); err != nil {
		t.Errorf("without limits: %v", err)
	}
}

// TestLimitsGoOn reads the record after a rejected one.
func TestLimitsGoOn(t *testing.T) {
	r := NewReader(strings.NewReader("[Event \"a\"]\n\n1. e4 e5 2. Nf3 *\n\n[Event \"b\"]\n\n1. d4 *\n"), Options{Limits: Limits{Plies: 2}})
	if _, err := r.Next(); err == nil {
		t.Error("three plies are read")
	}
	if record, err := r.Next(); err != nil || record.Game != 2 || len(record.Moves) != 1 {
		t.Errorf("%+v, %v", record, err)
	}
}

// TestManyTags rejects endless header lines.
func TestManyTags(t *testing.T) {
	for n, refused := range map[int]bool{2000: false, 2000 + 1: true} {
		_, err := NewReader(strings.NewReader(strings.Repeat("[A \"x\"]\n", n)+"\n1. e4 *\n"), Options{}).Next()
		var large *TooLarge
		if errors.As(err, &large) != refused || refused && (large.What != "header lines" || large.Limit != 2000) {
			t.Errorf("%d tags: %v", n, err)
		}
	}
}

// TestWays rejects many late variations: each of them is played from the start
// of the game.
func TestWays(t *testing.T) {
	text := "[Event \"x\"]\n\n" + strings.Repeat("Nf3 ", 4000) + strings.Repeat("(Nc3) ", 4_000_000/4000+1) + "*\n"
	_, err := NewReader(strings.NewReader(text), Options{}).Next()
	var large *TooLarge
	if !errors.As(err, &large) || large.What != "plies in variations, each counted from the start of the game" {
		t.Errorf("%v", err)
	}
}
