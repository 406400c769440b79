package api

import (
	"bytes"
	"errors"
	"image/gif"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"assay/api/publish"
	"assay/parser"
)

// annotatedGames holds comments, glyphs, marks and side lines, a hand, a game
// with a fault, and one of an unknown variant.
var annotatedGames = filepath.Join("testdata", "publish", "annotated.pgn")

// published writes the games of a file in one.
func published(t testing.TB, a *Arbiter, path string, o ExportOptions) (text string, losses []string) {
	t.Helper()
	var b bytes.Buffer
	c, err := NewCollection(&b, "A *collection* & <more>", o)
	if err != nil {
		t.Fatal(err)
	}
	err = a.ReplayRecords(t.Context(), path, nil, Reading{}, func(r *Replay) error {
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
		file string
		o    ExportOptions
	}{
		{"annotated.html", ExportOptions{Format: ExportHTML}},
		{"annotated.txt", ExportOptions{Format: ExportText}},
		{"annotated.md", ExportOptions{Format: ExportMarkdown, Pictures: func(name string, svg []byte) (string, error) {
			return "pictures/" + name, nil
		}}},
		{"bare.md", ExportOptions{Format: ExportMarkdown, Annotations: AnnotationsNone, Plies: must(publish.ParsePlies("none"))}},
	} {
		got, losses := published(t, a.Arbiter, annotatedGames, row.o)
		got = constantParts.ReplaceAllString(got, "…")
		if len(losses) > 0 {
			t.Errorf("%s: losses %q", row.file, losses)
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

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// TestPublishSize keeps a long game of the largest benches small.
func TestPublishSize(t *testing.T) {
	a := newArchive(t)
	page, _ := published(t, a.Arbiter, board3, ExportOptions{Format: ExportHTML})
	if len(page) > 120_000 {
		t.Errorf("%d bytes for 199 plies", len(page))
	}
	for _, foreign := range []string{"http:", "https:", "//", "url(", "@import"} {
		if found := strings.Replace(page, "http://www.w3.org/2000/svg", "", -1); strings.Contains(constantScript.ReplaceAllString(found, ""), foreign) {
			t.Errorf("the page holds %q", foreign)
		}
	}
}

// constantScript is the script, whose remarks begin with slashes.
var constantScript = regexp.MustCompile(`(?s)<script>.*?</script>`)

// TestPublishAnimation decodes what was written.
func TestPublishAnimation(t *testing.T) {
	a := newArchive(t)
	one := func(o ExportOptions) (*gif.GIF, error) {
		r, err := a.ReplayRecord(t.Context(), board1, nil, 1, Reading{})
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if _, err := r.Export(&b, o); err != nil {
			return nil, err
		}
		return gif.DecodeAll(&b)
	}
	g, err := one(ExportOptions{Format: ExportGIF, Plies: must(publish.ParsePlies("0,10-14,109-")), Delay: 300 * time.Millisecond, Size: 20})
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
	for _, o := range []ExportOptions{
		{Format: ExportGIF, Plies: must(publish.ParsePlies("200"))},
		{Format: ExportGIF, MaxFrames: 110},
		{Format: ExportGIF, Delay: time.Millisecond},
		{Format: ExportGIF, Size: 1},
		{Format: ExportGIF, Ply: new(int)},
	} {
		if _, err := one(o); err == nil {
			t.Errorf("%+v was written", o)
		}
	}
	var limit *LimitError
	large := ExportOptions{Format: ExportGIF, Size: 20, MaxPixels: 111*200*310 - 1}
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
	if _, err := a.Submit(t.Context(), "x", strings.NewReader("Variant=csg-1\n1. Pawn f3 - f4\n"), Reading{}, false); err != nil {
		t.Fatal(err)
	}
	r, err := a.Replay(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, format := range []ExportFormat{ExportHTML, ExportMarkdown, ExportText, ExportNumbered} {
		o := ExportOptions{Format: format, Plies: must(publish.ParsePlies("all"))}
		var alone bytes.Buffer
		if _, err := r.Export(&alone, o); err != nil {
			t.Fatal(err)
		}
		o.MaxBytes = 2 * int64(alone.Len())
		c, err := NewCollection(io.Discard, "", o)
		if err != nil {
			t.Fatal(err)
		}
		for err == nil && c.Games() < 1000 {
			_, err = c.Add(r)
		}
		var limit *LimitError
		if !errors.As(err, &limit) || limit.Limit != o.MaxBytes || c.Games() < 2 {
			t.Errorf("%s: %v after %d games", format, err, c.Games())
		}
	}
	var limit *LimitError
	if _, err := r.Export(io.Discard, ExportOptions{Format: ExportHTML, MaxBytes: 1}); !errors.As(err, &limit) {
		t.Errorf("one game: %v", err)
	}
	for _, row := range []struct {
		format ExportFormat
		plies  string
		fits   int
	}{{ExportHTML, "none", 2}, {ExportMarkdown, "all", 2}, {ExportMarkdown, "1", 1}, {ExportText, "all", 2}, {ExportGIF, "all", 2}} {
		o := ExportOptions{Format: row.format, Plies: must(publish.ParsePlies(row.plies)), MaxShown: row.fits}
		if _, err := r.Export(io.Discard, o); err != nil {
			t.Errorf("%s, plies %s: %v", row.format, row.plies, err)
		}
		if o.MaxShown--; o.MaxShown == 0 {
			continue // which is no limit
		}
		if _, err := r.Export(io.Discard, o); !errors.As(err, &limit) || limit.What != "positions shown of a game" {
			t.Errorf("%s, plies %s: %v", row.format, row.plies, err)
		}
	}
}

// TestPublishOverREST exports one game and collections, and what is refused.
func TestPublishOverREST(t *testing.T) {
	c := start(t, newArchive(t), ServerConfig{MaxExport: 3, MaxFrames: 20})
	for _, record := range []string{
		"[Event \"Cup\"]\n[White \"Ada\"]\n[Black \"Ben\"]\n\n1. e4 {[%foo bar] [%cal Ge4e5]} e5 2. Nf3 *\n",
		"[Event \"Cup\"]\n[White \"Ben\"]\n[Black \"Cy\"]\n\n1. d4 d5 *\n",
		"Variant=csg-1\n1. Pawn f3 - f4\n",
	} {
		if got := c.post("/api/v1/games", record); got.status != http.StatusCreated {
			t.Fatalf("%d %s", got.status, got.body)
		}
	}
	for _, row := range []struct {
		path, mediaType string
		status          int
		holds           []string
	}{
		{"games/1/export?as=html", "text/html", 200, []string{"<h1>Ada – Ben, Cup</h1>", policyElement()}},
		{"games/1/export?as=markdown&plies=0", "text/markdown", 200, []string{"# Ada – Ben, Cup", "![The start](data:image/svg+xml;base64,"}},
		{"games/1/export?as=gif&plies=1-3&delay=1s&size=12", "image/gif", 200, []string{"GIF89a"}},
		{"games/1/export?as=svg&ply=1", "image/svg+xml", 200, []string{`fill-opacity=".85"`}},
		{"games/1/export?as=svg&ply=1&annotations=none", "image/svg+xml", 200, []string{"<svg"}},
		{"games/1/export?as=html&ply=1", "application/problem+json", 400, []string{"holds whole games"}},
		{"games/1/export?as=html&plies=x", "application/problem+json", 400, []string{"plies"}},
		{"games/1/export?as=gif&plies=7-9", "application/problem+json", 404, []string{"none of the positions"}},
		{"games/1/export?as=gif&delay=0s", "application/problem+json", 400, []string{"delay"}},
		{"games/1/export?as=gif&delay=2h", "application/problem+json", 400, []string{"delay"}},
		{"games/1/export?as=svg&size=4", "application/problem+json", 400, []string{"size"}},
		{"games/1/export?as=pdf", "application/problem+json", 400, []string{"pdf"}},
		{"export?as=html&player=ben&title=Ben%27s", "text/html", 200, []string{"<h1>Ben&#39;s</h1>", `href="#g2">Ben – Cy, Cup</a>`}},
		{"export?as=markdown&event=cup&plies=none", "text/markdown", 200, []string{"# Games: cup", "## Ben – Cy, Cup"}},
		{"export?as=pgn&games=2,1", "text/plain", 200, []string{"1. d4 d5 *\n\n[Event \"Cup\"]"}},
		{"export?as=json&games=1,3", "application/x-ndjson", 200, []string{"\n{"}},
		{"export?as=numbered&query=player:cy", "text/plain", 200, []string{"Pawn d2 - d4"}},
		{"export?as=numbered&query=player:ben&event=cup&player=ada", "text/plain", 200, []string{"Pawn e2 - e4"}},
		{"export?as=pgn&variant=chess&position=rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR+w+KQkq+-+0+2", "text/plain", 200, []string{"1. e4 "}},
		{"export?as=pgn&variant=chess&position=rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR+b+-+-+0+2&without_side=true&event=cup&player=cy", "text/plain", 200, nil},
		{"export?as=pgn&position=x", "application/problem+json", 400, []string{"variant"}},
		{"export?as=pgn&side_lines=x&query=player:cy", "application/problem+json", 400, []string{"side_lines"}},
		{"export?as=pgn&side_lines=true", "application/problem+json", 400, []string{"position"}},
		{"export?as=pgn&games=1&query=player:ben", "application/problem+json", 400, []string{"no filter or search"}},
		{"export?as=text&variant=csg-1", "text/plain", 200, []string{"   1. Pawn f3 - f4"}},
		{"export?as=gif&player=ben", "application/problem+json", 400, []string{"holds one game"}},
		{"export?as=pgn&games=1,x", "application/problem+json", 400, []string{"games"}},
		{"export?as=pgn&games=1&player=ben", "application/problem+json", 400, []string{"no filter or search"}},
		{"export?as=pgn&games=9", "application/problem+json", 404, []string{"game-not-found"}},
		{"export?as=kif&games=1", "application/problem+json", 422, []string{"kif cannot hold"}},
		{"export?games=1", "application/problem+json", 400, []string{"want courier"}},
		{"export?as=pgn&query=))", "application/problem+json", 400, []string{"query"}},
		{"export?as=pgn&games=1,2,3,1", "application/problem+json", 413, []string{`"limit":3`}},
	} {
		got := c.get("/api/v1/" + row.path)
		if got.status != row.status || !strings.HasPrefix(got.header.Get("Content-Type"), row.mediaType) {
			t.Errorf("%s: %d %s %.300s", row.path, got.status, got.header.Get("Content-Type"), got.body)
		}
		for _, part := range row.holds {
			if !strings.Contains(string(got.body), part) {
				t.Errorf("%s: no %q in %.3000s", row.path, part, got.body)
			}
		}
		if strings.Contains(row.path, "annotations=none") && strings.Contains(string(got.body), `fill-opacity=".85"`) {
			t.Errorf("%s draws annotations", row.path)
		}
	}
	for path, name := range map[string]string{"games/1/export?as=markdown": "game-1.md", "export?as=numbered&games=1,2": "games.txt"} {
		if got := c.get("/api/v1/" + path).header.Get("Content-Disposition"); got != `inline; filename="`+name+`"` {
			t.Errorf("%s is called %s", path, got)
		}
	}
	page := c.get("/api/v1/games/1/export?as=html")
	if policy := page.header.Get("Content-Security-Policy"); policy != publish.ContentPolicy+"; frame-ancestors 'none'; sandbox allow-scripts" {
		t.Error(policy)
	}
	if losses := page.header.Get("Assay-Losses"); losses != `["1 command"]` {
		t.Error(losses)
	}
	var long strings.Builder
	long.WriteString("1. ")
	for range 8 {
		long.WriteString("Nf3 Nf6 Ng1 Ng8 ")
	}
	if got := c.post("/api/v1/games", "[Event \"Long\"]\n\n"+long.String()+"*\n"); got.status != http.StatusCreated {
		t.Fatalf("%d %s", got.status, got.body)
	}
	if got := c.get("/api/v1/games/4/export?as=gif"); got.status != http.StatusRequestEntityTooLarge {
		t.Errorf("%d %.300s", got.status, got.body)
	}
	if got := c.get("/api/v1/export?as=pgn"); got.status != http.StatusRequestEntityTooLarge {
		t.Errorf("%d %.300s", got.status, got.body)
	}
}

// policyElement is the policy as pages state it themselves.
func policyElement() string {
	return `<meta http-equiv="Content-Security-Policy" content="` + publish.ContentPolicy + `">`
}

// TestPublishDeep publishes side lines that nest ten thousand deep, in nothing
// that grows with the depth but the text.
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
	for _, format := range []ExportFormat{ExportHTML, ExportMarkdown, ExportText} {
		got, _ := published(t, a.Arbiter, path, ExportOptions{Format: format, Plies: must(publish.ParsePlies("none"))})
		if n := strings.Count(strings.Join(strings.Fields(got), " "), "d2 - d4"); n != depth/2 {
			t.Errorf("%s has %d of %d side lines", format, n, depth/2)
		}
		if format == ExportHTML && strings.Count(got, "<p class=\"v\">") != 1 {
			t.Errorf("elements nest")
		}
	}
}

// TestPublishShownMoves publishes side lines with a turn that passes, and moves
// of a format that is not for people in one that is.
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
		if got, _ := published(t, a.Arbiter, path, ExportOptions{Format: ExportText, Plies: must(publish.ParsePlies("none"))}); !strings.Contains(got, row.want) {
			t.Errorf("%s: no %q in\n%s", row.file, row.want, got)
		}
	}
}

// TestPublishMarks draws marks of squares, bench cells and pockets.
func TestPublishMarks(t *testing.T) {
	a := newArchive(t)
	path := filepath.Join(t.TempDir(), "marks.txt")
	for variant, places := range map[string][]string{"csg-1": {"x3", "u1", "e5"}, "pocket-shogi-copper": {"pocket1", "pocket2", "e5"}, "shogi": {"7g", "g3"}} {
		p := must(a.rules(variant, ""))
		position := p.Start()
		scene := Scene(position)
		for _, name := range places {
			if at, ok := place(scene, position, name); !ok || at < 0 || at >= scene.Places() {
				t.Errorf("%s: %s is %d, %v", variant, name, at, ok)
			}
		}
		for _, name := range []string{"", "z99", "pocket3", "nowhere"} {
			if at, ok := place(scene, position, name); ok {
				t.Errorf("%s: %q is %d", variant, name, at)
			}
		}
	}
	record := "Variant=csg-1\n1. Pawn f3 - f4 { [%csl Gx3,Re5,Yz99] [%cal Bx3e5,Re5e5] }\n"
	if err := os.WriteFile(path, []byte(record), 0o644); err != nil {
		t.Fatal(err)
	}
	r, err := a.ReplayRecord(t.Context(), path, nil, 1, Reading{})
	if err != nil {
		t.Fatal(err)
	}
	var svg bytes.Buffer
	if _, err := r.Export(&svg, ExportOptions{Format: ExportSVG}); err != nil {
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

// TestExportLeavesOut exports collections with games that the format cannot
// hold: the others are written, and the losses name those.
func TestExportLeavesOut(t *testing.T) {
	c := start(t, newArchive(t), ServerConfig{})
	for _, record := range []string{"1. d4 d5 *\n", unsupportedRecord} {
		if got := c.post("/api/v1/games", record); got.status != http.StatusCreated {
			t.Fatalf("%d %s", got.status, got.body)
		}
	}
	for _, row := range []struct {
		query         string
		status        int
		holds, losses string
	}{
		{"as=pgn", 200, "1. d4 d5 *\n", "game 2: left out: the record is unsupported"},
		{"as=pgn&games=2,1,2", 200, "1. d4 d5 *\n", "game 2: left out"},
		{"as=position&games=1,2", 200, "/3P4/", "game 2: left out"},
		{"as=json", 200, "\n{", ""},
		{"as=pgn&games=2", 404, "not-replayable", ""},
		{"as=kif", 422, "not-expressible", ""},
		{"as=pgn&games=1,3", 404, "game-not-found", ""},
	} {
		got := c.get("/api/v1/export?" + row.query)
		losses := got.header.Get("Assay-Losses")
		if got.status != row.status || !strings.Contains(string(got.body), row.holds) || !strings.Contains(losses, row.losses) || losses != "" && row.losses == "" {
			t.Errorf("%s: %d, losses %s: %.300s", row.query, got.status, losses, got.body)
		}
		if n := strings.Count(string(got.body), "1. d4"); row.status == 200 && strings.HasPrefix(row.query, "as=pgn") && n != 1 {
			t.Errorf("%s: written %d times", row.query, n)
		}
	}
}
