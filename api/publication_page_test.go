package api

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"image"
	paint "image/draw"
	"image/gif"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"assay/analysis"
	"assay/analysis/notation"
	"assay/api/annotate"
	"assay/api/present"
	"assay/api/records"
	"assay/parser"
)

// pageGames archives the two games of the page with the annotations of
// testdata/publish/page.json.
func pageGames(t *testing.T) (*Archive, []int64) {
	t.Helper()
	a := newArchive(t)
	var games []struct {
		Record      string
		Annotations []annotate.AnnotationInput
	}
	if err := json.Unmarshal([]byte(readFile(t, filepath.Join("testdata", "publish", "page.json"))), &games); err != nil {
		t.Fatal(err)
	}
	var ids []int64
	for _, game := range games {
		s, err := a.Submit(t.Context(), game.Record, strings.NewReader(readFile(t, filepath.Join("..", "fixtures", "csg", game.Record))), records.Reading{}, false)
		if err != nil {
			t.Fatal(err)
		}
		id := s.Games[0].ID
		ids = append(ids, int64(id))
		for _, note := range game.Annotations {
			note.Author = "Ada"
			if _, err := a.Annotate(t.Context(), int64(id), note); err != nil {
				t.Fatalf("%s, ply %d: %v", game.Record, note.Ply, err)
			}
		}
	}
	return a, ids
}

var (
	drawing    = regexp.MustCompile(`(?s)<svg.*?</svg>`)
	linked     = regexp.MustCompile(`!\[[^]]*\]\(([^)]*)\)`)
	namespaced = strings.NewReplacer("http://www.w3.org/2000/svg", "")
)

// TestPublishPage publishes the annotated games in every form, alone and
// together. The golden file lists the contents of each.
func TestPublishPage(t *testing.T) {
	a, ids := pageGames(t)
	var sum strings.Builder
	for _, games := range [][]int64{ids[:1], ids[1:], ids} {
		for _, format := range present.ExportFormats() {
			pictures := map[string]bool{}
			var b bytes.Buffer
			c, err := present.NewCollection(&b, "The games of the page", present.ExportOptions{
				Format: format, Size: 20,
				Pictures: func(name string, svg []byte) (string, error) {
					pictures["files/"+name] = true
					return "files/" + name, wellFormed(svg)
				},
			})
			if err != nil {
				t.Fatal(err)
			}
			var failed error
			var unheld []string
			var losses []string
			for _, id := range games {
				r, err := a.Replay(t.Context(), id)
				if err != nil {
					t.Fatal(err)
				}
				lost, err := c.Add(r)
				losses, failed = append(losses, lost...), errors.Join(failed, err)
				game, named := r.Game.Rules, parser.Format(format)
				if _, can := notation.ForFormat(named, game); !can && slices.Contains(parser.Formats(), named) && !parser.Traits(named).Whole {
					unheld = append(unheld, (&analysis.CannotHold{Format: named, Variant: game.Definition().ID}).Error())
				}
			}
			if len(unheld) > 0 { // in a format of other variants
				if failed == nil || failed.Error() != strings.Join(unheld, "\n") {
					t.Errorf("games %v as %s: %v, want %v", games, format, failed, unheld)
				}
				continue
			}
			fmt.Fprintf(&sum, "games %v as %s: ", games, format)
			if failed != nil {
				fmt.Fprintln(&sum, strings.Join(strings.Fields(failed.Error()), " "))
				continue
			}
			if err := c.Close(); err != nil {
				t.Fatal(err)
			}
			text := b.String()
			switch format {
			case present.ExportHTML:
				foreign := namespaced.Replace(constantScript.ReplaceAllString(text, ""))
				if strings.Contains(foreign, "http:") || strings.Contains(foreign, "https:") || strings.Contains(foreign, "url(") || strings.Contains(foreign, "<img") {
					t.Error("the page names something outside itself")
				}
				if !strings.Contains(text, policyElement()) {
					t.Error("the page has no policy")
				}
				drawings := drawing.FindAllString(text, -1)
				for _, svg := range drawings {
					if err := wellFormed([]byte(svg)); err != nil {
						t.Errorf("%v in %.200s", err, svg)
					}
				}
				fmt.Fprintf(&sum, "%d kB, %d drawings, %d figures, %d comments, %d side lines", (len(text)+500)/1000, len(drawings),
					strings.Count(text, "<figure"), strings.Count(text, `<p class="k">`), strings.Count(text, `<p class="v">`))
			case present.ExportMarkdown:
				links := linked.FindAllStringSubmatch(text, -1)
				for _, link := range links {
					if !pictures[link[1]] {
						t.Errorf("there is no %s", link[1])
					}
				}
				fmt.Fprintf(&sum, "%d lines, %d diagrams, %d files", strings.Count(text, "\n"), len(links), len(pictures))
			case present.ExportGIF:
				g, err := gif.DecodeAll(&b)
				if err != nil {
					t.Fatal(err)
				}
				last := len(g.Delay) - 1
				fmt.Fprintf(&sum, "%d frames of %d by %d, %d and %d hundredths", len(g.Image), g.Config.Width, g.Config.Height, g.Delay[0], g.Delay[last])
				if games[0] == ids[0] {
					checkTones(t, g)
				}
			case present.ExportPNG:
				m, err := png.DecodeConfig(&b)
				if err != nil {
					t.Fatal(err)
				}
				fmt.Fprintf(&sum, "%d by %d pixels", m.Width, m.Height)
			case present.ExportSVG:
				if err := wellFormed(b.Bytes()); err != nil {
					t.Error(err)
				}
				fmt.Fprintf(&sum, "%d marks", strings.Count(text, `stroke="#d55e00"`))
			case present.ExportText, present.ExportPosition:
				if format == present.ExportText {
					for line := range strings.Lines(text) {
						if len([]rune(line)) > 81 { // of the terminal, and the line break
							t.Errorf("a long line: %s", line)
						}
					}
				}
				fmt.Fprintf(&sum, "%d lines", strings.Count(text, "\n"))
			default:
				sum.WriteString(gamesIn(t, text, len(games)))
			}
			fmt.Fprintf(&sum, "; without %s\n", strings.Join(losses, ", "))
		}
	}
	path := filepath.Join("testdata", "publish", "page.txt")
	if *update {
		if err := os.WriteFile(path, []byte(sum.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if want := readFile(t, path); sum.String() != want {
		t.Errorf("got\n%s\nwant\n%s", sum.String(), want)
	}
}

// wellFormed reads a document as XML to its end.
func wellFormed(text []byte) error {
	d := xml.NewDecoder(bytes.NewReader(text))
	d.Strict = true
	for {
		if _, err := d.Token(); err != nil {
			if errors.Is(err, io.EOF) {
				return nil
			}
			return err
		}
	}
}

// gamesIn reads the games of a file and counts their annotations.
func gamesIn(t *testing.T, text string, games int) string {
	t.Helper()
	var out []string
	in := parser.NewReader(strings.NewReader(text), parser.Options{})
	for {
		rec, err := in.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		plies, comments, glyphs, marks, lines := len(rec.Moves), len(rec.Comments), 0, 0, 0
		for open := []parser.Line{rec.Moves}; len(open) > 0; {
			line := open[0]
			open = open[1:]
			for i := range line {
				notes := line[i].Notes()
				comments += len(notes.Before) + len(notes.Comments)
				glyphs, marks, lines = glyphs+len(notes.NAGs), marks+len(notes.Marks), lines+len(notes.Variations)
				open = append(open, notes.Variations...)
			}
		}
		out = append(out, fmt.Sprintf("%d plies, %d comments, %d glyphs, %d marks, %d side lines", plies, comments, glyphs, marks, lines))
	}
	if len(out) != games {
		t.Errorf("%d games of %d come back", len(out), games)
	}
	return strings.Join(out, " | ")
}

// checkTones looks for the green of an arrow in the frame after ply 9; few
// other frames have any.
func checkTones(t *testing.T, g *gif.GIF) {
	t.Helper()
	screen := image.NewRGBA(image.Rect(0, 0, g.Config.Width, g.Config.Height))
	for _, frame := range g.Image[:10] {
		paint.Draw(screen, frame.Bounds(), frame, frame.Bounds().Min, paint.Over)
	}
	green := 0
	for k := 0; k < len(screen.Pix); k += 4 {
		if r, g, b := int(screen.Pix[k]), int(screen.Pix[k+1]), int(screen.Pix[k+2]); g > r+60 && g > b+20 {
			green++
		}
	}
	if green < 200 {
		t.Errorf("%d pixels of green", green)
	}
}
