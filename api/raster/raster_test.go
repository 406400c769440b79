package raster

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/gif"
	"image/png"
	"math"
	"os"
	"strings"
	"testing"
	"time"

	"assay/api/diagram"
)

func paint(t *testing.T, svg string) *image.RGBA {
	t.Helper()
	var c Canvas
	if err := c.Draw([]byte(svg)); err != nil {
		t.Fatal(err)
	}
	return c.Image
}

func picture(body string) string {
	return `<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100" viewBox="0 0 100 100"><rect width="100" height="100" fill="#fff"/>` + body + "</svg>"
}

// darkness is how much of an image is black, in pixels.
func darkness(m *image.RGBA) float64 {
	total := 0.0
	for i := 0; i < len(m.Pix); i += 4 {
		total += 1 - float64(m.Pix[i])/255
	}
	return total
}

// TestAreas measures what is painted: figures whose area is known.
func TestAreas(t *testing.T) {
	for _, tc := range []struct {
		name, body string
		area       float64
	}{
		{"rectangle", `<path d="M10 10h20v30h-20z"/>`, 600},
		{"further points are lines", `<path d="M10 10 30 10 30 40 10 40z"/>`, 600},
		{"relative lines without blanks", `<path d="M10 10l20-0 .0.0 0 30-20 0Z"/>`, 600},
		{"circle of two arcs", `<path d="M20 50a30 30 0 1 1 60 0a30 30 0 1 1-60 0Z"/>`, math.Pi * 900},
		{"small arc", `<path d="M50 20A30 30 0 0 1 80 50L50 50Z"/>`, math.Pi * 900 / 4},
		{"large arc", `<path d="M50 20A30 30 0 1 0 80 50L50 50Z"/>`, math.Pi * 900 * 3 / 4},
		{"ellipse", `<path d="M20 50A30 10 0 0 0 80 50A30 10 0 0 0 20 50Z"/>`, math.Pi * 300},
		{"curve", `<path d="M0 50C25 0 75 0 100 50Z"/>`, 2625},
		{"stroke", `<path stroke="#000" stroke-width="4" fill="none" d="M10 10h50"/>`, 200},
		{"round ends", `<g stroke-linecap="round"><path stroke="#000" stroke-width="4" fill="none" d="M10 10h50"/></g>`, 200 + math.Pi*4},
		{"rounded corners", `<path stroke="#000" stroke-width="10" fill="none" d="M20 20h50v50h-50z"/>`, 60*60 - 40*40 - 25*(4-math.Pi)},
		{"ring", `<path stroke="#000" stroke-width="10" fill="none" d="M20 50a30 30 0 1 1 60 0a30 30 0 1 1-60 0Z"/>`, math.Pi * 600},
		{"dashes", `<path stroke="#000" stroke-width="4" stroke-dasharray="5 5" fill="none" d="M0 10h100"/>`, 200},
		{"transforms", `<g transform="translate(10 10)scale(2)"><path d="M0 0h10v10h-10z"/></g>`, 400},
		{"half seen", `<path fill-opacity=".5" d="M10 10h20v20h-20z"/>`, 200},
		{"outside", `<path d="M-100-100h50v50h-50z"/>`, 0},
		{"partly outside", `<path d="M-10-10h20v20h-20z"/>`, 100},
		{"nothing", `<path fill="none" d="M10 10h20v20h-20z"/><title>a &amp; b</title><desc/>`, 0},
	} {
		if got := darkness(paint(t, picture(tc.body))); math.Abs(got-tc.area) > 0.01*tc.area+2 {
			t.Errorf("%s: area %.1f, want %.1f", tc.name, got, tc.area)
		}
	}
}

func TestText(t *testing.T) {
	left := paint(t, picture(`<g font-size="20" text-anchor="middle"><text x="50" y="60">WW</text></g>`))
	bold := paint(t, picture(`<g font-size="20" font-weight="700" text-anchor="middle"><text x="50" y="60">WW</text></g>`))
	if a, b := darkness(left), darkness(bold); a < 100 || b < a*1.1 {
		t.Errorf("%.0f pixels, bold %.0f", a, b)
	}
	mirrored := 0.0
	for y := range 100 {
		for x := range 50 {
			mirrored += math.Abs(float64(left.RGBAAt(x, y).R) - float64(left.RGBAAt(99-x, y).R))
		}
	}
	if mirrored/255 > darkness(left)/4 {
		t.Errorf("the text is not in the middle: %.0f", mirrored/255)
	}
	if got := darkness(paint(t, picture(`<text x="50" y="60" font-size="20"> </text>`))); got != 0 {
		t.Errorf("a blank has %.0f pixels", got)
	}
}

func TestDrawRefuses(t *testing.T) {
	for body, want := range map[string]string{
		`<circle/>`:                               `element "circle"`,
		`<path class="x" d="M0 0"/>`:              `attribute "class"`,
		`<path d="0 0"/>`:                         `path "0 0"`,
		`<path d="M0 0q1 1 2 2"/>`:                `path "M0 0q1 1 2 2"`,
		`<path d="M0 x"/>`:                        `path "M0 x"`,
		`<path d="M0 0z5"/>`:                      `path "M0 0z5"`,
		`<path d="M0 0A1 2 3 0 0 4 4"/>`:          "path",
		`<path fill="red" d="M0 0"/>`:             "fill",
		`<path stroke-width="x" d="M0 0"/>`:       "stroke-width",
		`<path stroke-dasharray="0" d="M0 0"/>`:   "stroke-dasharray",
		`<g transform="rotate(3)"/>`:              "transform",
		`<g transform="scale(a)"/>`:               "transform",
		`<svg width="0" height="5" viewBox="0"/>`: "size",
		`<svg width="9" height="5" viewBox="0"/>`: "viewBox",
	} {
		var c Canvas
		err := c.Draw([]byte(picture(body)))
		var e *Unsupported
		if !errors.As(err, &e) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", body, err, want)
		}
	}
	var c Canvas
	for _, svg := range []string{"<svg", "</svg>", `<svg width="99999" height="99999" viewBox="0 0 1 1"/>`} {
		if err := c.Draw([]byte(svg)); err == nil {
			t.Errorf("%s was drawn", svg)
		}
	}
}

// scene has a piece that walks along the board, and one of each glyph.
func scene(step int) *diagram.Scene {
	s := &diagram.Scene{
		Files: 9, Ranks: 9, Checkered: true, Turn: diagram.Side(step % 2), LastMove: []int{step % 81},
		Pieces: make([]*diagram.Piece, 81), FileLabels: strings.Split("abcdefghi", ""),
		Marks:  []diagram.Mark{{Square: 3, Shape: diagram.MarkShape(step % 4), Tone: diagram.ToneDoubt}},
		Arrows: []diagram.Arrow{{From: 2, To: 40, Tone: diagram.ToneAside}}, SquareSize: 40,
	}
	s.Reserves[0] = diagram.Reserve{Name: "Red", HasPocket: true}
	s.Reserves[1] = diagram.Reserve{Name: "Blue", Hand: []diagram.Stack{{Piece: diagram.Piece{Letter: "Ж"}, Count: 3}}}
	for i, key := range diagram.Glyphs() {
		s.Pieces[i] = &diagram.Piece{Glyph: key, Side: diagram.Side(i % 2), Promoted: i%3 == 0}
	}
	s.Pieces[80-step%20] = &diagram.Piece{Glyph: "king", Name: "a <b>"}
	return s
}

func svg(t testing.TB, s *diagram.Scene) []byte {
	var b bytes.Buffer
	if err := diagram.Write(&b, s); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestDiagrams draws all that pictures are made of.
func TestDiagrams(t *testing.T) {
	m := paint(t, string(svg(t, scene(0))))
	// The middle of a light square, of a dark one, and the corner of the page.
	for at, want := range map[image.Point]color.RGBA{{2, 2}: {0xfb, 0xf8, 0xf1, 255}} {
		if got := m.RGBAAt(at.X, at.Y); got != want {
			t.Errorf("%v is %v, want %v", at, got, want)
		}
	}
	if out := os.Getenv("RASTER_PNG"); out != "" {
		f, err := os.Create(out)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		if err := png.Encode(f, m); err != nil {
			t.Fatal(err)
		}
	}
}

// TestAnimation decodes an animation again: laid one on the other, its frames
// are the pictures, but for what the palette cannot tell apart.
func TestAnimation(t *testing.T) {
	a := Animation{
		Frames: 20, Once: true,
		SVG:   func(i int) ([]byte, error) { return svg(t, scene(i)), nil },
		Delay: func(i int) time.Duration { return time.Duration(i) * 100 * time.Millisecond },
	}
	var out bytes.Buffer
	if err := a.Write(&out); err != nil {
		t.Fatal(err)
	}
	size := out.Len()
	g, err := gif.DecodeAll(&out)
	if err != nil {
		t.Fatal(err)
	}
	if len(g.Image) != 20 || g.LoopCount != -1 || g.Delay[0] != 2 || g.Delay[19] != 190 {
		t.Fatalf("%d frames, loops %d, delays %v", len(g.Image), g.LoopCount, g.Delay)
	}
	if size > 120_000 {
		t.Errorf("%d bytes", size)
	}
	var c Canvas
	shown := image.NewRGBA(image.Rect(0, 0, g.Config.Width, g.Config.Height))
	for i, frame := range g.Image {
		b := frame.Bounds()
		for y := b.Min.Y; y < b.Max.Y; y++ {
			for x := b.Min.X; x < b.Max.X; x++ {
				if _, _, _, alpha := frame.At(x, y).RGBA(); alpha > 0 {
					shown.Set(x, y, frame.At(x, y))
				}
			}
		}
		if err := c.Draw(svg(t, scene(i))); err != nil {
			t.Fatal(err)
		}
		worst, total := 0.0, 0.0
		for k := range shown.Pix {
			d := math.Abs(float64(shown.Pix[k]) - float64(c.Image.Pix[k]))
			worst, total = max(worst, d), total+d
		}
		if worst > 60 || total/float64(len(shown.Pix)) > 0.5 {
			t.Errorf("frame %d is off by up to %.0f, %.2f in the mean", i, worst, total/float64(len(shown.Pix)))
		}
	}
}

func TestAnimationRefuses(t *testing.T) {
	fault := errors.New("no picture")
	for _, a := range []Animation{
		{},
		{Frames: 1, SVG: func(int) ([]byte, error) { return nil, fault }},
		{Frames: 2, SVG: func(i int) ([]byte, error) {
			return fmt.Appendf(nil, `<svg width="%d" height="5" viewBox="0 0 5 5"/>`, 5+i), nil
		}},
	} {
		if err := a.Write(&bytes.Buffer{}); err == nil {
			t.Errorf("%d frames were written", a.Frames)
		}
	}
}

func BenchmarkFrame(b *testing.B) {
	picture := svg(b, scene(0))
	var c Canvas
	for b.Loop() {
		if err := c.Draw(picture); err != nil {
			b.Fatal(err)
		}
	}
	if c.Image.Bounds().Dx() != 400 {
		b.Fatal(c.Image.Bounds())
	}
}

func FuzzDraw(f *testing.F) {
	f.Add(`<path d="M1 2h3v4z"/>`)
	f.Add(`<g transform="scale(2)"><text x="1" y="2" font-size="9">a</text></g>`)
	f.Fuzz(func(t *testing.T, body string) {
		var c Canvas
		c.Draw([]byte(picture(body)))
	})
}
