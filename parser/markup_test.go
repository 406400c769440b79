package parser_test

import (
	"strings"
	"testing"

	"assay/parser"
)

// TestMarkup reads records in HTML fragments like plain ones; places are those
// of the file.
func TestMarkup(t *testing.T) {
	const (
		numbered = "VariantName=csg-1\n1. Pawn f3 - f4\n1. Pawn a7 - a6\n2. Pawn f4 - f5\n"
		pgn      = "[Event \"A & B\"]\n\n1. e4 e5 2. Nf3 *\n"
	)
	for _, row := range []struct{ name, html, plain string }{
		{"paragraphs", "<p>VariantName=csg-1</p>\n<p>1. Pawn f3 - f4</p>\n<p>1. Pawn a7 - a6</p><p>2. Pawn f4 - f5</p>", numbered},
		{"line breaks", "VariantName=csg-1<br>1. Pawn f3 - f4<br/>1. Pawn a7&nbsp;-&nbsp;a6<BR />\n2. Pawn f4 &#8211; f5<br>", numbered},
		{"in a page", "<!DOCTYPE html><html><head><title>x</title><style>p { a: b }</style></head><body class=\"x\">\n<!-- 1. e4 -->\n<pre>\n" + numbered + "</pre></body></html>", numbered},
		{"a table", "<table><tr><td>VariantName=csg-1</td></tr><tr><td>1.</td><td>Pawn f3 - f4</td></tr><tr><td>1.</td><td>Pawn a7 - a6</td></tr>" +
			"<tr><td>2.</td><td>Pawn f4 - f5</td></tr></table>", numbered},
		{"tags of PGN", "<div>[Event &quot;A &amp; B&quot;]<br><br>1. <b>e4</b> e5 2.&nbsp;Nf3 *</div>", pgn},
		{"references alone", "[Event &#34;A &amp; B&#x22;]\n\n1.&nbsp;e4 e5 2. Nf3 *\n", pgn},
		{"quoted", "&gt; [Event \"A &amp; B\"]<br>\n&gt; <br>\n&gt; 1. e4 e5 2. Nf3 *<br>\n", pgn},
	} {
		got, want := read(t, row.html), read(t, row.plain)
		if got.Format != want.Format || len(got.Moves) != len(want.Moves) || string(got.Bytes) != row.html {
			t.Errorf("%s: %s, %d plies, %q", row.name, got.Format, len(got.Moves), got.Bytes)
			continue
		}
		for i := range got.Moves {
			g, w := &got.Moves[i], &want.Moves[i]
			at := int(g.Place.Offset)
			same := strings.NewReplacer(" ", "", "-", "")
			if same.Replace(g.Text) != same.Replace(w.Text) || g.Number != w.Number {
				t.Errorf("%s: ply %d is %q, want %q", row.name, i+1, g.Text, w.Text)
			}
			if !strings.HasPrefix(row.html[at:], g.Text[:2]) {
				t.Errorf("%s: ply %d is not at byte %d", row.name, i+1, at)
			}
			line := 1 + strings.Count(row.html[:at], "\n")
			if column := at - strings.LastIndexByte(row.html[:at], '\n'); g.Place.Line != line || g.Place.Column != column {
				t.Errorf("%s: ply %d is at %v, want line %d, column %d", row.name, i+1, g.Place, line, column)
			}
		}
		if len(got.Tags) != len(want.Tags) || len(got.Tags) > 0 && got.Tags[0].Value != want.Tags[0].Value {
			t.Errorf("%s: %v", row.name, got.Tags)
		}
		if !strings.Contains(parser.Text(got.Bytes, "", ""), row.html) {
			t.Errorf("%s: the text has other lines", row.name)
		}
		warned := 0
		for _, w := range got.Warnings {
			if strings.Contains(w.Message, "part of a web page") {
				warned++
			}
		}
		if warned != 1 {
			t.Errorf("%s: %v", row.name, got.Warnings)
		}
	}
	for _, text := range []string{
		"[Event \"<b>\"]\n\n1. e4 {see <br> and <i>} e5 2. <> *\n", "[Event \"x\"]\n\n1. e4 {a<b, R&D; b &c} *\n",
		`{"header":{},"moves":[{},{"comments":["<p>&amp;"]}]}`, "Variant=csg-1\n1. Pawn f3 - f4 {1 < 2 > 0}\n",
	} {
		r, err := parser.NewReader(strings.NewReader(text), parser.Options{}).Next()
		if err != nil || string(r.Bytes) != text {
			t.Fatalf("%q: %v", text, err)
		}
		for _, w := range r.Warnings {
			if strings.Contains(w.Message, "web page") {
				t.Errorf("%q: %v", text, w)
			}
		}
	}
}

// TestMarkupRecords cuts a page on one line into records, which are read the
// same one by one.
func TestMarkupRecords(t *testing.T) {
	const game = "<p>[Event \"N\"]<br>[White \"Ann\"]</p><p>1. e4 e5 2. Nf3 1-0</p>"
	page := "<body><h1>Games</h1>" + strings.Repeat(game, 500) + "</body>\n"
	r := parser.NewReader(strings.NewReader(page), parser.Options{})
	var all strings.Builder
	n := 0
	for ; ; n++ {
		rec, err := r.Next()
		if err != nil {
			break
		}
		all.Write(rec.Bytes)
		again := read(t, string(rec.Bytes))
		if len(rec.Moves) != 3 || len(again.Moves) != 3 || len(rec.Tags) != 2 || len(again.Tags) != 2 {
			t.Fatalf("game %d: %d plies, again %d: %q", n+1, len(rec.Moves), len(again.Moves), rec.Bytes)
		}
		if at := int(rec.Moves[2].Place.Offset); page[at:at+3] != "Nf3" || rec.Moves[2].Place.Line != 1 || rec.Moves[2].Place.Column != at+1 {
			t.Fatalf("game %d: Nf3 is not at %v", n+1, rec.Moves[2].Place)
		}
	}
	if n != 500 || all.String() != page {
		t.Errorf("%d records, %d of %d bytes", n, all.Len(), len(page))
	}
}
