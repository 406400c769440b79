package api

import (
	"errors"
	"io"
	"strings"
	"testing"

	"assay/analysis"
	"assay/api/annotate"
	"assay/api/present"
	"assay/api/publish"
	"assay/api/records"
)

// TestJSONExportTwice archives a JSON export and exports it again: the bytes
// are the same.
func TestJSONExportTwice(t *testing.T) {
	a := newArchive(t)
	for i, text := range append(randomRecords(t, 12, 6, 40), illegalRecord, "[Event \"x\"]\n\n1. e4! {[%clk 0:01:00] b} (1. d4 (1. c4)) e5 2. Nf3 1-0\n") {
		if _, err := a.Submit(t.Context(), "first", strings.NewReader(text), records.Reading{}, true); err != nil {
			t.Fatal(i, err)
		}
	}
	for id := int64(1); id <= 8; id++ {
		once := exportAs(t, a, id, present.ExportJSON)
		s, err := a.Submit(t.Context(), "again", strings.NewReader(once), records.Reading{}, true)
		if err != nil {
			t.Fatal(err)
		}
		if twice := exportAs(t, a, int64(s.Games[0].ID), present.ExportJSON); twice != once {
			t.Errorf("game %d: exported twice it became\n%s\nfrom\n%s", id, twice, once)
		}
	}
}

// TestAuthors exports a game with annotations of two people, of one, and of one
// next to the record's own. Comments name their authors unless there is one
// voice; what is lost is listed, and no program's text is written for readers.
func TestAuthors(t *testing.T) {
	const (
		kif     = "手合割：平手\n先手：A\n後手：B\n手数----指手---------消費時間--\n   1 ７六歩(77)   ( 0:00/00:00:00)\n   2 ３四歩(33)   ( 0:00/00:00:00)\n   3 投了         ( 0:00/00:00:00)\n"
		pgn     = "[White \"A\"]\n[Annotator \"Old\"]\n\n1. e4 e5 1-0\n"
		own     = "[White \"A\"]\n\n1. e4 {mine} e5 1-0\n"
		xiangqi = "[Variant \"Xiangqi\"]\n[Red \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n1. h2e2 h9g7 1-0\n"
		remark  = "# ---- Kifu for Windows V7 ----\n" + kif
	)
	note := func(author, comment string) annotate.AnnotationInput {
		return annotate.AnnotationInput{Author: author, Annotation: analysis.Annotation{Ply: 1, Comment: comment}}
	}
	marked := note("Ada", "")
	marked.NAGs, marked.Marks = []int{6, 16}, []analysis.Spot{{Square: "e2"}}
	two := []annotate.AnnotationInput{note("Ada", "good"), note("Ben", "bad")}
	for _, row := range []struct {
		name, record string
		notes        []annotate.AnnotationInput
		as           present.ExportFormat
		want, absent []string
		losses       string
	}{
		{"two in PGN", pgn, two, "pgn", []string{`[Annotator "Old, Ada, Ben"]`, "{Ada: good} {Ben: bad}"}, nil, "times and revisions of 2 annotations"},
		{"one in PGN", pgn, two[:1], "pgn", []string{`[Annotator "Old, Ada"]`, "{good}"}, nil, "times and revisions of 1 annotation"},
		{"one next to the record's in PGN", own, two[:1], "pgn", []string{`[Annotator "Ada"]`, "{mine} {Ada: good}"}, nil, "times and revisions of 1 annotation"},
		{"two in KIF", kif, two, "kif", []string{"Annotator：Ada, Ben\n", "*Ada: good\n*Ben: bad\n"}, nil, "times and revisions of 2 annotations"},
		{"two in KI2", kif, two, "ki2", []string{"*Ada: good\n*Ben: bad\n"}, nil, "times and revisions of 2 annotations; 3 times"},
		{"two in CSA", kif, two, "csa", []string{"$Annotator:Ada, Ben\n", "'*Ada: good\n'*Ben: bad\n"}, nil, "times and revisions of 2 annotations"},
		{"two in JKF", kif, two, "jkf", []string{`"Annotator":"Ada, Ben"`, `"comments":["Ada: good","Ben: bad"]`}, nil, "times and revisions of 2 annotations"},
		{"two in USI", kif, two, "usi", nil, []string{"Ada"}, "authors and times of 2 annotations; 2 comments; 3 times; 3 tags"},
		{"two in numbered", kif, two, "numbered", []string{"Annotator=Ada, Ben\n", "{Ada: good}\n{Ben: bad}\n"}, nil, "times and revisions of 2 annotations"},
		{"two in Courier", pgn, two, "courier", []string{"Annotator=Old, Ada, Ben\n", "Ada: good"}, nil, "times and revisions of 2 annotations"},
		{"two in text", kif, two, "text", []string{"Annotated by: Ada, Ben\n", "      Ada: good\n      Ben: bad\n"}, []string{"took"}, "1 command; times and revisions of 2 annotations"},
		{"two in Markdown", kif, two, "markdown", []string{"- Annotated by: Ada, Ben\n", "> Ada: good\n\n> Ben: bad\n"}, nil, "1 command; times and revisions of 2 annotations"},
		{"two in HTML", pgn, two, "html", []string{"<dd>Ada, Ben</dd>", `<p class="k">good <cite>Ada, <time datetime="`}, nil, ""},
		{"two in WXF", xiangqi, two, "wxf", []string{"[Annotator \"Ada, Ben\"]", "{Ada: good} {Ben: bad}"}, nil, "times and revisions of 2 annotations"},
		{"two in Chinese", xiangqi, two, "chinese", []string{"[Annotator \"Ada, Ben\"]", "{Ada: good} {Ben: bad}"}, nil, "times and revisions of 2 annotations"},
		{"two in ICCS", xiangqi, two, "iccs", []string{"[Annotator \"Ada, Ben\"]", "{Ada: good} {Ben: bad}"}, nil, "times and revisions of 2 annotations"},
		{"two in DhtmlXQ", xiangqi, two, "dhtmlxq", []string{"Ada: good", "Ben: bad"}, nil, "times and revisions of 2 annotations"},
		{"two in JSON", xiangqi, two, "json", []string{`"author":"Ada"`, `"author":"Ben"`, `"good"`, `"bad"`}, nil, ""},
		{"two on a site", xiangqi, two, "site", []string{"<dd>Ada, Ben</dd>", `<p class="k">good <cite>Ada, <time datetime="`, `<p class="k">bad <cite>Ben, <time datetime="`}, nil, ""},
		{"two in a GIF", pgn, two, "gif", nil, nil, "authors and times of 2 annotations; 2 comments; 2 tags"},
		{"marks in KIF", kif, []annotate.AnnotationInput{marked}, "kif", []string{"*?!\n"}, []string{"[%"}, "times and revisions of 1 annotation; 1 glyph written as comments; 1 glyph; 1 mark"},
		{"marks in CSA", kif, []annotate.AnnotationInput{marked}, "csa", []string{"'*?!\n"}, []string{"[%"}, "times and revisions of 1 annotation; 1 glyph written as comments; 1 glyph; 1 mark"},
		{"marks in JKF", kif, []annotate.AnnotationInput{marked}, "jkf", []string{`"comments":["?!"]`}, []string{"[%"}, "times and revisions of 1 annotation; 1 glyph written as comments; 1 glyph; 1 mark"},
		{"marks next to a comment", kif, append(two[1:2:2], marked), "pgn", []string{" Ben: bad}", "[%csl Ge2]", "$6 $16"}, nil, "times and revisions of 2 annotations; authors of 1 annotation without a comment"},
		{"a program's line in PGN", remark, nil, "pgn", nil, []string{"Kifu for"}, "1 comment of a program"},
		{"a program's line in KIF", remark, nil, "kif", []string{"# ---- Kifu for Windows V7 ----\n"}, nil, ""},
		{"a program's line in text", remark, nil, "text", nil, []string{"Kifu for"}, "1 command; 1 comment of a program"},
	} {
		t.Run(row.name, func(t *testing.T) {
			a := newArchive(t)
			s, err := a.Submit(t.Context(), "record", strings.NewReader(row.record), records.Reading{}, true)
			if err != nil {
				t.Fatal(err)
			}
			id := s.Games[0].ID
			for _, n := range row.notes {
				if _, err := a.Annotate(t.Context(), int64(id), n); err != nil {
					t.Fatal(err)
				}
			}
			r, err := a.Replay(t.Context(), int64(id))
			if err != nil {
				t.Fatal(err)
			}
			var b strings.Builder
			var losses []string
			if row.as == "site" {
				losses, err = writeSite(&b, r)
			} else {
				losses, err = r.Export(&b, present.ExportOptions{Format: row.as})
			}
			if err != nil {
				t.Fatal(err)
			}
			for _, text := range row.want {
				if !strings.Contains(b.String(), text) {
					t.Errorf("%q is missing in\n%.2000s", text, b.String())
				}
			}
			for _, text := range row.absent {
				if strings.Contains(b.String(), text) {
					t.Errorf("%q is in\n%.2000s", text, b.String())
				}
			}
			if got := strings.Join(losses, "; "); got != row.losses {
				t.Errorf("losses %q, want %q", got, row.losses)
			}
		})
	}
}

// writeSite writes the page of a game in a site.
func writeSite(w io.Writer, r *present.Replay) ([]string, error) {
	write := func(path string, content []byte) error {
		if path != "game/g.html" {
			return nil
		}
		_, err := w.Write(content)
		return err
	}
	site, err := present.NewSite(present.SiteOptions{
		SiteOptions: publish.SiteOptions{Write: write, Own: write},
		Explain:     func(string) (*publish.VariantText, error) { return &publish.VariantText{}, nil },
	})
	if err != nil {
		return nil, err
	}
	page, err := site.Page("g", r)
	if err != nil {
		return nil, err
	}
	_, err = site.Add(page)
	return page.Losses, errors.Join(err, site.Close())
}
