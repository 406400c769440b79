package diagram

import (
	"bytes"
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// small returns a scene with one of everything.
func small() *Scene {
	s := scene(csgLetters, "k.w", ".Dx", "P.K")
	s.Title, s.Description = "A <small> board", "Red & Cyan"
	s.Style, s.River, s.Turn = StyleChecks, 2, Second
	s.Pieces[5].Promoted = true
	s.Zones = []Zone{{[]int{6, 7, 8}, ZoneTint}, {[]int{0, 1, 3, 4}, ZoneCross}, {[]int{2}, ZoneLine}}
	s.LastMove = []int{1, 4}
	s.Marks = []Mark{{3, MarkDot, ToneNote}, {6, MarkRing, ToneBad}, {7, MarkCross, ToneHint}, {1, MarkFrame, ToneNote}}
	s.Arrows = []Arrow{{0, 8, ToneNote}}
	s.Reserves[First] = Reserve{Name: "Red", Columns: 2, Cells: []Cell{{"x1", &Piece{Glyph: "gold"}}, {"y1", nil}, {"x2", nil}}}
	s.Reserves[Second] = Reserve{HasPocket: true, Pocket: &Piece{Glyph: "copper", Side: Second}, Hand: []Stack{{Piece{Glyph: "pawn", Side: Second}, 12}}}
	return s
}

func TestGolden(t *testing.T) {
	for name, flip := range map[string]bool{"small": false, "small-flipped": true} {
		t.Run(name, func(t *testing.T) {
			s := small()
			s.Flip = flip
			got := draw(t, s)
			file := filepath.Join("testdata", name+".svg")
			if *update {
				if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if got != string(want) {
				t.Errorf("%s differs from what is drawn; look at the picture, then run with -update", file)
			}
		})
	}
}

// texts parses a document and returns the character data of every element of a
// name, or the first XML error.
func texts(doc, name string) ([]string, error) {
	d := xml.NewDecoder(strings.NewReader(doc))
	var found []string
	inside := false
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return found, nil
		}
		if err != nil {
			return nil, err
		}
		switch token := token.(type) {
		case xml.StartElement:
			if inside = token.Name.Local == name; inside {
				found = append(found, "")
			}
		case xml.EndElement:
			inside = false
		case xml.CharData:
			if inside {
				found[len(found)-1] += string(token)
			}
		}
	}
}

// randomScene returns a random valid scene.
func randomScene(r *rand.Rand) *Scene {
	keys := Glyphs()
	words := []string{"", "Red", "a<b", `"'&>`, "\x00\xff", "王", strings.Repeat("m", 200)}
	word := func() string { return words[r.IntN(len(words))] }
	piece := func() *Piece {
		p := &Piece{Glyph: keys[r.IntN(len(keys))], Name: word(), Side: Side(r.IntN(2)), Promoted: r.IntN(2) == 0, Letter: "Q", Set: Sets()[r.IntN(len(Sets()))]}
		if r.IntN(8) == 0 {
			p.Glyph, p.Letter = "", word()+"x"
		}
		return p
	}
	maybe := func() *Piece {
		if r.IntN(2) == 0 {
			return nil
		}
		return piece()
	}
	s := &Scene{
		Title: word(), Description: word(), Files: 1 + r.IntN(12), Ranks: 1 + r.IntN(12),
		Style: Style(r.IntN(3)), Coordinates: Coordinates(r.IntN(3)), Set: Sets()[r.IntN(len(Sets()))], Turn: Side(r.IntN(3) - 1), Flip: r.IntN(2) == 0, SquareSize: MinSquareSize + r.IntN(90),
	}
	n := s.Files * s.Ranks
	s.River = r.IntN(s.Ranks)
	s.Stars = r.Perm(n)[:r.IntN(n+1)]
	for range n {
		s.Pieces = append(s.Pieces, maybe())
	}
	for range s.Files {
		s.FileLabels = append(s.FileLabels, word())
	}
	for range r.IntN(4) {
		s.Zones = append(s.Zones, Zone{r.Perm(n)[:r.IntN(n+1)], ZoneStyle(r.IntN(3))})
		s.LastMove = append(s.LastMove, r.IntN(n))
		s.Marks = append(s.Marks, Mark{r.IntN(n), MarkShape(r.IntN(4)), Tone(r.IntN(5))})
		if n > 1 {
			ends := r.Perm(n)
			s.Arrows = append(s.Arrows, Arrow{ends[0], ends[1], Tone(r.IntN(5))})
		}
	}
	for i := range s.Reserves {
		reserve := &s.Reserves[i]
		reserve.Name, reserve.Columns, reserve.RowMajor = word(), r.IntN(12), r.IntN(2) == 0
		for range r.IntN(30) {
			reserve.Cells = append(reserve.Cells, Cell{word(), maybe()})
		}
		for range r.IntN(20) {
			reserve.Hand = append(reserve.Hand, Stack{*piece(), 1 + r.IntN(30)})
		}
		if reserve.HasPocket = r.IntN(2) == 0; reserve.HasPocket {
			reserve.Pocket = maybe()
		}
	}
	return s
}

// TestRandomScenes: any valid scene is drawn as well-formed XML, reproducibly,
// and can be inlined in a page.
func TestRandomScenes(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for i := range 300 {
		s := randomScene(r)
		doc := draw(t, s)
		if _, err := texts(doc, "text"); err != nil {
			t.Fatalf("scene %d: %v", i, err)
		}
		if doc != draw(t, s) {
			t.Fatalf("scene %d: drawn differently the second time", i)
		}
		for _, foreign := range []string{" id=", "href", "url(", "<script", "<style", "class=", "NaN", "Inf"} {
			if strings.Contains(doc, foreign) {
				t.Fatalf("scene %d holds %q", i, foreign)
			}
		}
	}
}

func TestSizes(t *testing.T) {
	crowded := benches(scene(csgLetters,
		"zdthkhtdz", ".csgqgsc.", "zcsgjgscz",
		"wwwwwwwww", ".........", "WWWWWWWWW",
		"ZCSGJGSCZ", ".CSGQGSC.", "ZDTHKHTDZ"), 27)
	for _, tc := range []struct {
		name  string
		scene *Scene
		limit int
	}{
		{"start of Board 1", csgStart(), 28_000},
		{"every piece there could be", crowded, 64_000},
		{"the smallest board", &Scene{Files: 1, Ranks: 1}, 800},
	} {
		if n := len(draw(t, tc.scene)); n > tc.limit {
			t.Errorf("%s: %d bytes, more than %d", tc.name, n, tc.limit)
		}
	}
}

func TestSquareSize(t *testing.T) {
	for size, want := range map[int]string{
		0:  `width="120" height="120" viewBox="0 0 120 120"`,
		40: `width="120" height="120" viewBox="0 0 120 120"`,
		20: `width="60" height="60" viewBox="0 0 120 120"`,
		90: `width="270" height="270" viewBox="0 0 120 120"`,
	} {
		doc := draw(t, &Scene{Files: 2, Ranks: 2, SquareSize: size})
		if !strings.Contains(doc[:200], want) {
			t.Errorf("size %d: %.120s, want %s", size, doc, want)
		}
	}
}

// TestTurnShown: the three turns give three pictures, with and without
// captions.
func TestTurnShown(t *testing.T) {
	for _, name := range []string{"", "Someone"} {
		seen := map[string]Side{}
		for _, turn := range []Side{First, Second, Nobody} {
			s := &Scene{Files: 3, Ranks: 3, Turn: turn}
			s.Reserves[First].Name, s.Reserves[Second].Name = name, name
			doc := draw(t, s)
			if other, ok := seen[doc]; ok {
				t.Errorf("captions %q: turns %d and %d look alike", name, turn, other)
			}
			seen[doc] = turn
		}
	}
}

type brokenWriter struct{ err error }

func (w brokenWriter) Write([]byte) (int, error) { return 0, w.err }

func TestWriterErrorsComeBack(t *testing.T) {
	full := errors.New("disk full")
	if err := Write(brokenWriter{full}, small()); !errors.Is(err, full) {
		t.Errorf("Write: %v", err)
	}
	if err := WritePiece(brokenWriter{full}, &Piece{Glyph: "king"}, 40); !errors.Is(err, full) {
		t.Errorf("WritePiece: %v", err)
	}
}

// FuzzText puts arbitrary text everywhere and reads it back.
func FuzzText(f *testing.F) {
	for _, s := range []string{"Red", "<script>alert(1)</script>", `a&b"c'd`, "]]>", "\x00\x1b\xff\ufffe", "銅銀金", "a\r\nb\tc", "&lt;", "<!--"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s := &Scene{Title: text, Description: text, Files: 1, Ranks: 1, FileLabels: []string{text}, RankLabels: []string{text}}
		s.Pieces = []*Piece{{Letter: text + "x", Name: text}}
		s.Reserves[First] = Reserve{Name: text, Cells: []Cell{{Label: text}}}
		doc := draw(t, s)

		var escaped bytes.Buffer
		if err := xml.EscapeText(&escaped, []byte(text)); err != nil {
			t.Fatal(err)
		}
		var want string
		if err := xml.Unmarshal(fmt.Appendf(nil, "<t>%s</t>", &escaped), &want); err != nil {
			t.Fatal(err)
		}
		for name, count := range map[string]int{"title": 2, "desc": 1, "text": 7} {
			got, err := texts(doc, name)
			if err != nil {
				t.Fatal(err)
			}
			if text == "" {
				continue
			}
			if len(got) != count {
				t.Fatalf("%d elements %s, want %d", len(got), name, count)
			}
			for _, g := range got {
				if g != want && g != want+"x" {
					t.Errorf("%s: %q came back as %q", name, want, g)
				}
			}
		}
	})
}

func BenchmarkWrite(b *testing.B) {
	s := csgStart()
	want := draw(b, s)
	var out bytes.Buffer
	b.ReportAllocs()
	for b.Loop() {
		out.Reset()
		if err := Write(&out, s); err != nil {
			b.Fatal(err)
		}
	}
	if out.String() != want {
		b.Fatal("another picture")
	}
}
