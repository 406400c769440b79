package api

import (
	"bytes"
	"errors"
	"image/gif"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"assay/api/present"
	"assay/api/publish"
	"assay/api/records"
	"assay/api/request"
	"assay/parser"
)

// annotatedGames has comments, glyphs, marks and variations, pieces in hand, a
// game with an error, and one of an unknown variant.
var annotatedGames = filepath.Join("testdata", "publish", "annotated.pgn")

// publishFile writes the games of a file into one publication.
func publishFile(t testing.TB, a *Arbiter, path string, o present.ExportOptions) (text string, losses []string) {
	t.Helper()
	var b bytes.Buffer
	c, err := present.NewCollection(&b, "A *collection* & <more>", o)
	if err != nil {
		t.Fatal(err)
	}
	err = a.ReplayRecords(t.Context(), path, nil, records.Reading{}, func(r *present.Replay) error {
		lost, err := c.Add(r)
		losses = append(losses, lost...)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String(), losses
}

var constantParts = regexp.MustCompile(`(?s)<style>.*?</style>|<script>.*?</script>|'sha256-[^']*'`)

// TestPublishGolden compares publications with the files of testdata/publish.
func TestPublishGolden(t *testing.T) {
	a := newArchive(t)
	for _, row := range []struct {
		file   string
		o      present.ExportOptions
		losses string
	}{
		{"annotated.html", present.ExportOptions{Format: present.ExportHTML}, ""},
		{"annotated.txt", present.ExportOptions{Format: present.ExportText}, "9 marks; 1 mark"},
		{"annotated.md", present.ExportOptions{Format: present.ExportMarkdown, Pictures: func(name string, svg []byte) (string, error) {
			return "pictures/" + name, nil
		}}, ""},
		{"bare.md", present.ExportOptions{Format: present.ExportMarkdown, Annotations: present.AnnotationsNone, Plies: must(publish.ParsePlies("none"))}, ""},
	} {
		got, losses := publishFile(t, a.Arbiter, annotatedGames, row.o)
		got = constantParts.ReplaceAllString(got, "…")
		if got := strings.Join(losses, "; "); got != row.losses {
			t.Errorf("%s: losses %q, want %q", row.file, got, row.losses)
		}
		path := filepath.Join("testdata", "publish", row.file)
		if *update {
			if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if want := readFile(t, path); got != want {
			at := 0
			for at < min(len(got), len(want)) && got[at] == want[at] {
				at++
			}
			t.Errorf("%s differs at byte %d: %.150s, want %.150s", row.file, at, got[at:], want[at:])
		}
	}
}

// TestPublishSize checks that a long game with the largest benches stays small.
func TestPublishSize(t *testing.T) {
	a := newArchive(t)
	page, _ := publishFile(t, a.Arbiter, board3, present.ExportOptions{Format: present.ExportHTML})
	if len(page) > 120_000 {
		t.Errorf("%d bytes for 199 plies", len(page))
	}
	for _, foreign := range []string{"http:", "https:", "//", "url(", "@import"} {
		if found := strings.Replace(page, "http://www.w3.org/2000/svg", "", -1); strings.Contains(constantScript.ReplaceAllString(found, ""), foreign) {
			t.Errorf("the page holds %q", foreign)
		}
	}
}

// constantScript matches the script, which contains comments.
var constantScript = regexp.MustCompile(`(?s)<script>.*?</script>`)

// TestPublishAnimation decodes the animation.
func TestPublishAnimation(t *testing.T) {
	a := newArchive(t)
	one := func(o present.ExportOptions) (*gif.GIF, error) {
		r, err := a.ReplayRecord(t.Context(), board1, nil, 1, records.Reading{})
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if _, err := r.Export(&b, o); err != nil {
			return nil, err
		}
		return gif.DecodeAll(&b)
	}
	g, err := one(present.ExportOptions{Format: present.ExportGIF, Plies: must(publish.ParsePlies("0,10-14,109-")), Delay: 300 * time.Millisecond, Size: 20})
	if err != nil {
		t.Fatal(err)
	}
	if len(g.Image) != 8 || g.Delay[0] != 30 || g.Delay[7] != 120 || g.Config.Width != 200 {
		t.Errorf("%d frames, delays %v, width %d", len(g.Image), g.Delay, g.Config.Width)
	}
	for i, frame := range g.Image[1:] {
		if frame.Bounds().Dx()*frame.Bounds().Dy() > g.Config.Width*g.Config.Height*9/10 {
			t.Errorf("frame %d holds %v", i+1, frame.Bounds())
		}
	}
	for _, o := range []present.ExportOptions{
		{Format: present.ExportGIF, Plies: must(publish.ParsePlies("200"))},
		{Format: present.ExportGIF, MaxFrames: 110},
		{Format: present.ExportGIF, Delay: time.Millisecond},
		{Format: present.ExportGIF, Size: 1},
		{Format: present.ExportGIF, Ply: new(int)},
	} {
		if _, err := one(o); err == nil {
			t.Errorf("%+v was written", o)
		}
	}
	var limit *request.LimitError
	large := present.ExportOptions{Format: present.ExportGIF, Size: 20, MaxPixels: 111*200*310 - 1}
	if _, err := one(large); !errors.As(err, &limit) || limit.What != "pixels of an animation" {
		t.Errorf("got %v", err)
	}
	large.MaxPixels++
	if _, err := one(large); err != nil {
		t.Error(err)
	}
}

// TestPublishBounds adds games until a file is full.
func TestPublishBounds(t *testing.T) {
	a := newArchive(t)
	if _, err := a.Submit(t.Context(), "x", strings.NewReader("Variant=csg-1\n1. Pawn f3 - f4\n"), records.Reading{}, false); err != nil {
		t.Fatal(err)
	}
	r, err := a.Replay(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, format := range []present.ExportFormat{present.ExportHTML, present.ExportMarkdown, present.ExportText, present.ExportUsual} {
		o := present.ExportOptions{Format: format, Plies: must(publish.ParsePlies("all"))}
		var alone bytes.Buffer
		if _, err := r.Export(&alone, o); err != nil {
			t.Fatal(err)
		}
		o.MaxBytes = 2 * int64(alone.Len())
		c, err := present.NewCollection(io.Discard, "", o)
		if err != nil {
			t.Fatal(err)
		}
		for err == nil && c.Games() < 1000 {
			_, err = c.Add(r)
		}
		var limit *request.LimitError
		if !errors.As(err, &limit) || limit.Limit != o.MaxBytes || c.Games() < 2 {
			t.Errorf("%s: %v after %d games", format, err, c.Games())
		}
	}
	var limit *request.LimitError
	if _, err := r.Export(io.Discard, present.ExportOptions{Format: present.ExportHTML, MaxBytes: 1}); !errors.As(err, &limit) {
		t.Errorf("one game: %v", err)
	}
	for _, row := range []struct {
		format present.ExportFormat
		plies  string
		fits   int
	}{{present.ExportHTML, "none", 2}, {present.ExportMarkdown, "all", 2}, {present.ExportMarkdown, "1", 1}, {present.ExportText, "all", 2}, {present.ExportGIF, "all", 2}} {
		o := present.ExportOptions{Format: row.format, Plies: must(publish.ParsePlies(row.plies)), MaxShown: row.fits}
		if _, err := r.Export(io.Discard, o); err != nil {
			t.Errorf("%s, plies %s: %v", row.format, row.plies, err)
		}
		if o.MaxShown--; o.MaxShown == 0 {
			continue // not a limit
		}
		if _, err := r.Export(io.Discard, o); !errors.As(err, &limit) || limit.What != "positions shown of a game" {
			t.Errorf("%s, plies %s: %v", row.format, row.plies, err)
		}
	}
}

// TestPublishDeep publishes variations nested ten thousand deep; only the text
// may grow with the depth.
func TestPublishDeep(t *testing.T) {
	const depth = 10_000
	ply := func(text string) parser.Ply { return parser.Ply{Number: 1, Text: text} }
	root := parser.Line{ply("Pawn e2 - e4")}
	at := &root[0]
	for i := range depth {
		line := parser.Line{ply([]string{"Pawn d2 - d4", "Pawn e2 - e4"}[i%2])}
		at.Annotate().Variations = []parser.Line{line}
		at = &line[0]
	}
	record := &parser.Record{Format: parser.Numbered, Tags: []parser.Tag{{Key: "Variant", Value: "chess"}}, Moves: root}
	var text bytes.Buffer
	if err := parser.Write(&text, record); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "deep.txt")
	if err := os.WriteFile(path, text.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	a := newArchive(t)
	for _, format := range []present.ExportFormat{present.ExportHTML, present.ExportMarkdown, present.ExportText} {
		got, _ := publishFile(t, a.Arbiter, path, present.ExportOptions{Format: format, Plies: must(publish.ParsePlies("none"))})
		if n := strings.Count(strings.Join(strings.Fields(got), " "), "d2 - d4"); n != depth/2 {
			t.Errorf("%s has %d of %d side lines", format, n, depth/2)
		}
		if format == present.ExportHTML && strings.Count(got, "<p class=\"v\">") != 1 {
			t.Errorf("elements nest")
		}
	}
}

// TestPublishShownMoves publishes variations with a pass, and moves of a
// machine format in a readable one.
func TestPublishShownMoves(t *testing.T) {
	a := newArchive(t)
	for _, row := range []struct{ file, text, want string }{
		{"null.pgn", "[Result \"*\"]\n\n1. e4 (1. d4 -- 2. c4) e5 *\n", "(1. d4 -- 2. c4)"},
		{"jkf.json", `{"header":{},"moves":[{},{"move":{"color":0,"from":{"x":7,"y":7},"to":{"x":7,"y":6},"piece":"FU"}}]}`, "７六歩(77)"},
	} {
		path := filepath.Join(t.TempDir(), row.file)
		if err := os.WriteFile(path, []byte(row.text), 0o644); err != nil {
			t.Fatal(err)
		}
		if got, _ := publishFile(t, a.Arbiter, path, present.ExportOptions{Format: present.ExportText, Plies: must(publish.ParsePlies("none"))}); !strings.Contains(got, row.want) {
			t.Errorf("%s: no %q in\n%s", row.file, row.want, got)
		}
	}
}

// TestPublishMarks draws marks of squares, bench cells and pockets.
func TestPublishMarks(t *testing.T) {
	a := newArchive(t)
	path := filepath.Join(t.TempDir(), "marks.txt")
	record := "Variant=csg-1\n1. Pawn f3 - f4 { [%csl Gx3,Re5,Yz99] [%cal Bx3e5,Re5e5] }\n"
	if err := os.WriteFile(path, []byte(record), 0o644); err != nil {
		t.Fatal(err)
	}
	r, err := a.ReplayRecord(t.Context(), path, nil, 1, records.Reading{})
	if err != nil {
		t.Fatal(err)
	}
	var svg bytes.Buffer
	if _, err := r.Export(&svg, present.ExportOptions{Format: present.ExportSVG}); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(svg.String(), `fill-opacity=".85"`); n != 1 {
		t.Errorf("%d arrows", n)
	}
	for _, tone := range []string{"#00805d", "#d55e00", "#0064a8"} {
		if !strings.Contains(svg.String(), tone) {
			t.Errorf("no %s", tone)
		}
	}
}
