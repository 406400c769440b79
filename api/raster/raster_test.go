package raster

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/gif"
	"image/png"
	"io"
	"math"
	"os"
	"strings"
	"testing"
	"time"

	"assay/api/diagram"
)

var (
	white = diagram.Colour{RGBA: color.RGBA{255, 255, 255, 255}}
	black = diagram.Colour{RGBA: color.RGBA{A: 255}}
)

// paint returns what draw paints on a white page of 100 by 100 pixels.
func paint(t *testing.T, draw func(on diagram.Surface)) *image.RGBA {
	t.Helper()
	var c Canvas
	if err := c.Open(diagram.Page{Width: 100, Height: 100, Scale: 1, Ground: white}); err != nil {
		t.Fatal(err)
	}
	draw(&c)
	if c.err != nil || len(c.groups) != 1 {
		t.Fatal(c.err, len(c.groups))
	}
	return c.Image
}

func path(t *testing.T, data string) *diagram.Path {
	t.Helper()
	p, err := diagram.ParsePath(data)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// darkness returns the black area of an image in pixels.
func darkness(m *image.RGBA) float64 {
	total := 0.0
	for i := 0; i < len(m.Pix); i += 4 {
		total += 1 - float64(m.Pix[i])/255
	}
	return total
}

// TestAreas paints figures of known area and measures them.
func TestAreas(t *testing.T) {
	line := func(width float64, more ...diagram.Trait) []diagram.Trait {
		return append([]diagram.Trait{diagram.Fill(diagram.None), diagram.Stroke(black), diagram.StrokeWidth(width)}, more...)
	}
	for _, tc := range []struct {
		name, path    string
		group, traits []diagram.Trait
		area          float64
	}{
		{name: "rectangle", path: "M10 10h20v30h-20z", area: 600},
		{name: "further points are lines", path: "M10 10 30 10 30 40 10 40z", area: 600},
		{name: "relative lines without blanks", path: "M10 10l20-0 .0.0 0 30-20 0Z", area: 600},
		{name: "a line after a closed one", path: "M10 10h20v30h-20zh-10v10h10z", area: 700},
		{name: "circle of two arcs", path: "M20 50a30 30 0 1 1 60 0a30 30 0 1 1-60 0Z", area: math.Pi * 900},
		{name: "small arc", path: "M50 20A30 30 0 0 1 80 50L50 50Z", area: math.Pi * 900 / 4},
		{name: "large arc", path: "M50 20A30 30 0 1 0 80 50L50 50Z", area: math.Pi * 900 * 3 / 4},
		{name: "ellipse", path: "M20 50A30 10 0 0 0 80 50A30 10 0 0 0 20 50Z", area: math.Pi * 300},
		{name: "arc of too small radii", path: "M20 50A3 1 0 0 0 80 50A3 1 0 0 0 20 50Z", area: math.Pi * 300},
		{name: "curve", path: "M0 50C25 0 75 0 100 50Z", area: 2625},
		{name: "stroke", path: "M10 10h50", traits: line(4), area: 200},
		{name: "round ends", path: "M10 10h50", group: []diagram.Trait{diagram.RoundLines}, traits: line(4), area: 200 + math.Pi*4},
		{name: "ends cut off", path: "M10 10h50", group: []diagram.Trait{diagram.RoundLines}, traits: line(4, diagram.ButtCap), area: 200},
		{name: "rounded corners", path: "M20 20h50v50h-50z", traits: line(10), area: 60*60 - 40*40 - 25*(4-math.Pi)},
		{name: "ring", path: "M20 50a30 30 0 1 1 60 0a30 30 0 1 1-60 0Z", traits: line(10), area: math.Pi * 600},
		{name: "dashes", path: "M0 10h100", traits: line(4, diagram.Dash(5)), area: 200},
		{name: "transforms", path: "M0 0h10v10h-10z", group: []diagram.Trait{diagram.Transform{X: 10, Y: 10, Scale: 2}}, area: 400},
		{name: "a transform in a group's", path: "M0 0h10v10h-10z", group: []diagram.Trait{diagram.Transform{X: 10, Y: 10, Scale: 2}}, traits: []diagram.Trait{diagram.Transform{X: 30, Y: 1, Scale: 1.5}}, area: 900},
		{name: "width under a transform", path: "M5 5h25", group: []diagram.Trait{diagram.Transform{Scale: 2}}, traits: line(2), area: 200},
		{name: "half seen", path: "M10 10h20v20h-20z", traits: []diagram.Trait{diagram.FillOpacity(.5)}, area: 200},
		{name: "outside", path: "M-100-100h50v50h-50z", area: 0},
		{name: "partly outside", path: "M-10-10h20v20h-20z", area: 100},
		{name: "nothing", path: "M10 10h20v20h-20z", traits: []diagram.Trait{diagram.Fill(diagram.None)}, area: 0},
	} {
		m := paint(t, func(on diagram.Surface) {
			on.Group(tc.group...)
			on.Name("a & b")
			on.Path(append(tc.traits, path(t, tc.path))...)
			on.End()
		})
		if got := darkness(m); math.Abs(got-tc.area) > 0.01*tc.area+2 {
			t.Errorf("%s: area %.1f, want %.1f", tc.name, got, tc.area)
		}
	}
}

func TestText(t *testing.T) {
	write := func(text string, traits ...diagram.Trait) *image.RGBA {
		return paint(t, func(on diagram.Surface) {
			on.Group(append(traits, diagram.FontSize(20))...)
			on.Text(50, 60, text)
			on.End()
		})
	}
	left := write("WW", diagram.Middle{})
	bold := write("WW", diagram.Middle{}, diagram.Bold(true))
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
	if got := darkness(write(" ")); got != 0 {
		t.Errorf("a blank has %.0f pixels", got)
	}
}

func TestDrawRefuses(t *testing.T) {
	var c Canvas
	var large *TooLarge
	if err := c.Draw(&diagram.Scene{Files: 64, Ranks: 64, SquareSize: 400}); !errors.As(err, &large) || large.Limit != maxPixels {
		t.Errorf("a picture of 650 million pixels: %v", err)
	}
	var fault *diagram.Error
	if err := c.Draw(&diagram.Scene{}); !errors.As(err, &fault) {
		t.Errorf("a board without squares: %v", err)
	}
}

// scene returns a board with every kind of glyph and one piece that moves with
// step.
func scene(step int) *diagram.Scene {
	s := &diagram.Scene{
		Files: 9, Ranks: 9, Style: diagram.StyleChecks, Turn: diagram.Side(step % 2), LastMove: []int{step % 81},
		Pieces: make([]*diagram.Piece, 81), FileLabels: strings.Split("abcdefghi", ""),
		Marks:  []diagram.Mark{{Square: 3, Shape: diagram.MarkShape(step % 4), Tone: diagram.ToneDoubt}},
		Arrows: []diagram.Arrow{{From: 2, To: 40, Tone: diagram.ToneAside}}, SquareSize: 40,
	}
	s.Reserves[0] = diagram.Reserve{Name: "Red", HasPocket: true}
	s.Reserves[1] = diagram.Reserve{Name: "Blue", Hand: []diagram.Stack{{Piece: diagram.Piece{Letter: "Ж"}, Count: 3}}}
	for i, key := range diagram.Glyphs()[:40] {
		s.Pieces[i] = &diagram.Piece{Glyph: key, Letter: "X", Side: diagram.Side(i % 2), Promoted: i%3 == 0, Set: diagram.Sets()[i%len(diagram.Sets())]}
	}
	s.Pieces[80-step%20] = &diagram.Piece{Glyph: "king", Name: "a <b>"}
	return s
}

// TestDiagrams draws every kind of picture element.
func TestDiagrams(t *testing.T) {
	var c Canvas
	if err := c.Draw(scene(0)); err != nil {
		t.Fatal(err)
	}
	m := c.Image
	// The middle of a light square.
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

// TestAnimation decodes an animation again. Its frames, laid over one another,
// must match the pictures within the palette's precision.
func TestAnimation(t *testing.T) {
	a := Animation{
		Frames: 20, Once: true,
		Scene: scene,
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
	a.Frames, a.Once = 2, false
	out.Reset()
	if err := a.Write(&out); err != nil {
		t.Fatal(err)
	}
	if g, err := gif.DecodeAll(&out); err != nil || len(g.Image) != 2 || g.LoopCount != 0 {
		t.Errorf("loops %d, %v", g.LoopCount, err)
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
		if err := c.Draw(scene(i)); err != nil {
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
	for _, a := range []Animation{
		{},
		{Frames: 1, Scene: func(int) *diagram.Scene { return &diagram.Scene{} }},
		{Frames: 2, Scene: func(i int) *diagram.Scene { return &diagram.Scene{Files: 5 + i, Ranks: 5} }},
		{Frames: 2, MaxPixels: 1000, Scene: scene},
	} {
		if err := a.Write(&bytes.Buffer{}); err == nil {
			t.Errorf("%d frames were written", a.Frames)
		}
	}
}

func BenchmarkFrame(b *testing.B) {
	var c Canvas
	s := scene(0)
	for b.Loop() {
		if err := c.Draw(s); err != nil {
			b.Fatal(err)
		}
	}
	if c.Image.Bounds().Dx() != 400 {
		b.Fatal(c.Image.Bounds())
	}
}

// FuzzPath paints any path data that can be parsed.
func FuzzPath(f *testing.F) {
	f.Add("M1 2h3v4z", uint8(10), uint8(0), uint8(2))
	f.Add("M0 0C9 9-9 9 5 5A3 4 0 1 0 9 9", uint8(40), uint8(3), uint8(0))
	f.Add("M0 0h1v1h-1zM4 4M5 5zl2 0L2 2", uint8(1), uint8(9), uint8(200))
	f.Fuzz(func(t *testing.T, data string, scale, dash, width uint8) {
		p, err := diagram.ParsePath(data)
		if err != nil || len(p.Steps) > 100 {
			return
		}
		line := []diagram.Trait{p, diagram.Stroke(black), diagram.StrokeWidth(float64(width)), diagram.Transform{Scale: float64(scale) / 10}}
		paint(t, func(on diagram.Surface) {
			on.Path(append(line, diagram.Dash(float64(dash)/10))...)
			on.Path(append(line, diagram.RoundLines)...)
		})
	})
}

// TestPreview writes pictures of boards of several shapes for link previews,
// and one of its own size.
func TestPreview(t *testing.T) {
	for _, shape := range [][2]int{{3, 3}, {1, 30}, {30, 1}} {
		s := scene(1)
		s.Files, s.Ranks = shape[0], shape[1]
		s.FileLabels, s.RankLabels = make([]string, s.Files), make([]string, s.Ranks)
		s.Pieces, s.LastMove, s.Marks, s.Arrows = make([]*diagram.Piece, s.Files*s.Ranks), nil, nil, nil
		var b bytes.Buffer
		if err := WritePreview(&b, s); err != nil {
			t.Fatal(err)
		}
		m, format, err := image.Decode(&b)
		if err != nil || format != "png" || m.Bounds().Size() != image.Pt(PreviewWidth, PreviewHeight) {
			t.Fatalf("%v: %v, %s", m.Bounds(), err, format)
		}
		if m.At(0, 0) != m.At(PreviewWidth-1, PreviewHeight-1) || m.At(0, 0) == m.At(PreviewWidth/2, PreviewHeight/2-1) {
			t.Errorf("%v: the board is not in the centre", shape)
		}
	}
	s := scene(1)
	s.SquareSize = 20
	var b bytes.Buffer
	if err := WritePNG(&b, s); err != nil {
		t.Fatal(err)
	}
	l, err := diagram.Measure(s)
	if err != nil {
		t.Fatal(err)
	}
	if m, _, err := image.Decode(&b); err != nil || float64(m.Bounds().Dx()) != l.Width/2 {
		t.Errorf("%v: %v", m.Bounds(), err)
	}
	s.Files = 0
	if WritePNG(io.Discard, s) == nil || WritePreview(io.Discard, s) == nil {
		t.Error("a faulty scene was drawn")
	}
}

// BenchmarkPreview writes the picture of a link preview.
func BenchmarkPreview(b *testing.B) {
	for b.Loop() {
		if err := WritePreview(io.Discard, scene(1)); err != nil {
			b.Fatal(err)
		}
	}
}

// TestGroundKept draws scenes on one canvas in turns. Each picture is that of a
// new canvas.
func TestGroundKept(t *testing.T) {
	var kept Canvas
	turned := scene(1)
	turned.Flip = true
	large := scene(1)
	large.SquareSize = 50
	wide := scene(1)
	wide.Files, wide.FileLabels = wide.Files-1, wide.FileLabels[1:]
	wide.Pieces = wide.Pieces[:wide.Files*wide.Ranks]
	wide.LastMove, wide.Marks, wide.Arrows = nil, nil, nil
	for i, s := range []*diagram.Scene{scene(1), scene(1), turned, scene(1), large, large, wide, scene(1)} {
		var fresh Canvas
		if err := errors.Join(kept.Draw(s), fresh.Draw(s)); err != nil {
			t.Fatal(i, err)
		}
		if kept.Image.Rect != fresh.Image.Rect || !bytes.Equal(kept.Image.Pix, fresh.Image.Pix) {
			t.Errorf("picture %d differs from that of a new canvas", i)
		}
	}
}
