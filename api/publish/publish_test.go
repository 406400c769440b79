package publish

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"image/gif"
	"io"
	"regexp"
	"strings"
	"testing"
	"time"

	"assay/api/diagram"
)

// scene is a small board with a king.
func scene(square int) *diagram.Scene {
	s := &diagram.Scene{
		Files: 3, Ranks: 3, FileLabels: []string{"a", "b", "c"}, RankLabels: []string{"1", "2", "3"},
		Pieces: make([]*diagram.Piece, 9), Turn: diagram.Side(square % 2), LastMove: []int{square},
		Marks: []diagram.Mark{{Square: square, Tone: diagram.ToneDoubt}},
	}
	s.Pieces[square] = &diagram.Piece{Glyph: "king", Name: "Red King"}
	s.Reserves[0] = diagram.Reserve{Name: "Red", Cells: []diagram.Cell{{Label: "x1"}}, HasPocket: true}
	s.Reserves[1] = diagram.Reserve{Name: "Cyan", Hand: []diagram.Stack{{Piece: diagram.Piece{Letter: "P", Name: "Cyan Pawn", Side: 1}, Count: 2}}}
	return s
}

// ply returns a ply with the king on a square; a ! in the text requests a
// diagram.
func ply(number int, text string, square int, lines ...Line) *Ply {
	return &Ply{
		Number: number, Second: square%2 == 1, Text: text, Variations: lines,
		Position: Position{Scene: scene(square), Pictured: strings.Contains(text, "!")},
	}
}

func game() *Game {
	side := Line{ply(1, "a3", 2, Line{ply(1, "a4", 4)}), ply(1, "b3!", 3)}
	g := &Game{
		Title: "A & B", Headers: []Header{{"Event", "x\ny"}}, Comments: []Comment{{Text: "first <b>words</b>\nand more"}, {Text: " "}},
		Start: Position{Scene: scene(0)},
		Moves: Line{ply(1, "e4!", 6, side), ply(1, "e5", 5), ply(2, "f4", 8)},
		End:   "1-0, mate",
	}
	g.Moves[1].Before = []Comment{{Text: "before"}}
	g.Moves[1].NAGs = []int{1, 16, 99, 220}
	g.Moves[1].Facts = []string{"0.25"}
	g.Moves[2].Comments = []Comment{{Text: "- no list"}, {Text: "12. no list"}}
	return g
}

// TestSteps traverses a tree and checks predecessors and move numbers.
func TestSteps(t *testing.T) {
	var got []string
	g := game()
	for s := range g.steps() {
		switch s.kind {
		case stepOpen:
			got = append(got, fmt.Sprintf("(%d", s.depth))
		case stepClose:
			got = append(got, fmt.Sprintf("%d)", s.depth))
		default:
			got = append(got, fmt.Sprintf("%d<%d:%s/%d,%d,%v", s.id, s.before, s.ply.Text, s.count, s.depth, s.numbered))
		}
	}
	want := "1<0:e4!/1,0,true (1 2<0:a3/1,1,true (2 3<0:a4/1,2,true 2) 4<2:b3!/2,1,true 1) 5<1:e5/2,0,true 6<5:f4/3,0,true"
	if text := strings.Join(got, " "); text != want {
		t.Errorf("%s, want\n%s", text, want)
	}
	for range g.steps() {
		break
	}
}

func TestText(t *testing.T) {
	var b bytes.Buffer
	g := game()
	g.Fault = &Fault{Text: "x", Rule: "T-1", Message: "no", Rest: "x y"}
	g.Moves[0].Board = "board\n"
	if err := WriteText(&b, g, &Game{}); err != nil {
		t.Fatal(err)
	}
	want := "Event: x y\n\nfirst <b>words</b>\nand more\n   1. e4!\n\nboard\n\n      (1. a3 (1. a4) 1… b3!)\n      before\n   1… e5! ± $99 [0.25]\n   2. f4\n      - no list\n      12. no list\n      Error in the record: x (T-1): no\n      Rest of the record: x y\n\n1-0, mate\n\n\n"
	if b.String() != want {
		t.Errorf("%q, want\n%q", b.String(), want)
	}
}

func TestWrap(t *testing.T) {
	var b bytes.Buffer
	g := &Game{Comments: []Comment{{Text: strings.Repeat("word ", 40)}}}
	if err := WriteText(&b, g); err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(b.String()) {
		if len(line) > textWidth+1 {
			t.Errorf("%d characters: %s", len(line), line)
		}
	}
	if n := strings.Count(b.String(), "word"); n != 40 {
		t.Errorf("%d words", n)
	}
}

// writeMarkdown writes a text of one game.
func writeMarkdown(w io.Writer, pictures Pictures, g *Game) error {
	text := NewMarkdown(pictures)
	if err := text.Add(g); err != nil {
		return err
	}
	return text.Write(w, "")
}

func TestMarkdown(t *testing.T) {
	var b bytes.Buffer
	var names []string
	pictures := func(name string, svg []byte) (string, error) {
		names = append(names, name)
		return "p/" + name, nil
	}
	if err := writeMarkdown(&b, pictures, game()); err != nil {
		t.Fatal(err)
	}
	want := "# A \\& B\n\n- Event: x y\n\n> first \\<b\\>words\\</b\\>\\\n> and more\n\n**1. e4!**\n\n![After 1. e4!](p/game-1-ply-1.svg)\n\n> (1. a3 (1. a4) 1… b3!)\n\n![After 1… b3!](p/game-1-ply-2-line-4.svg)\n\n> before\n\n**1… e5! ± \\$99 \\[0.25\\]\n2. f4**\n\n> \\- no list\n\n> 12\\. no list\n\n1-0, mate\n\n"
	if b.String() != want {
		t.Errorf("%s\nwant\n%s", b.String(), want)
	}
	fault := errors.New("disk full")
	if err := writeMarkdown(io.Discard, func(string, []byte) (string, error) { return "", fault }, game()); !errors.Is(err, fault) {
		t.Error(err)
	}
	bad := game()
	bad.Moves[0].Scene.Files = 0
	if err := writeMarkdown(io.Discard, Embedded, bad); err == nil {
		t.Error("a faulty scene was drawn")
	}
}

func TestParsePlies(t *testing.T) {
	for text, want := range map[string]string{
		"": "....a.", "annotated": "....a.", "all": "aaaaaa", "none": "......", "0": "a.....", "1-2,4": ".aa.a.", "3-": "...aaa", " 5 , 0": "a....a",
	} {
		p, err := ParsePlies(text)
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		got := ""
		for i := range 6 {
			got += map[bool]string{true: "a", false: "."}[p.Wants(i, i == 4)]
		}
		if got != want {
			t.Errorf("%q gives %s, want %s", text, got, want)
		}
	}
	for _, text := range []string{"x", "-", "1,", "5-3", "-3", "1-2-3", "1 2", "99999999999", "every"} {
		var e *PliesError
		if _, err := ParsePlies(text); !errors.As(err, &e) || e.Text != text {
			t.Errorf("%q: %v", text, err)
		}
	}
	if p, _ := ParsePlies("none"); p.WantsAside(true) || !(Plies{}).WantsAside(true) || (Plies{}).WantsAside(false) {
		t.Error("side lines")
	}
}

// pageOf writes games as HTML.
func pageOf(t testing.TB, games ...*Game) string {
	t.Helper()
	h := NewHTML()
	for _, g := range games {
		if err := h.Add(g); err != nil {
			t.Fatal(err)
		}
	}
	var b bytes.Buffer
	if err := h.Write(&b, "Title & more"); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

var (
	elementID   = regexp.MustCompile(` id="([^"]*)"`)
	reference   = regexp.MustCompile(` href="#([^"]*)"`)
	dataElement = regexp.MustCompile(`(?s)<script type="application/json"[^>]*>(.*?)</script>`)
	code        = regexp.MustCompile(`(?s)<(style|script)>.*?</(style|script)>`)
	emptyTags   = regexp.MustCompile(`<(meta|br|input)([^>]*)>`)
	bareFlags   = regexp.MustCompile(` (hidden|data-script)([ >])`)
)

// wellFormed parses a page as XML, after HTML's few special forms are replaced.
func wellFormed(page string) error {
	page = strings.TrimPrefix(page, "<!DOCTYPE html>\n")
	page = code.ReplaceAllString(page, "")
	page = emptyTags.ReplaceAllString(page, "<$1$2/>")
	page = bareFlags.ReplaceAllString(bareFlags.ReplaceAllString(page, ` $1=""$2`), ` $1=""$2`)
	for d := xml.NewDecoder(strings.NewReader(page)); ; {
		if _, err := d.Token(); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
	}
}

// TestHTML checks that a page is well formed, that ids are unique and
// references resolve, and that its data can be read, for one game and several.
func TestHTML(t *testing.T) {
	unknown := &Game{Title: "unplayed", Moves: Line{{Text: "<script>alert(1)</script>", Comments: []Comment{{Text: "</script><img src=x onerror=alert(1)>"}}}}}
	page := pageOf(t, game(), unknown, game())
	if err := wellFormed(page); err != nil {
		t.Fatal(err)
	}
	ids := map[string]bool{}
	for _, m := range elementID.FindAllStringSubmatch(page, -1) {
		if ids[m[1]] {
			t.Errorf("id %s stands twice", m[1])
		}
		ids[m[1]] = true
	}
	for _, m := range reference.FindAllStringSubmatch(page, -1) {
		if !ids[m[1]] {
			t.Errorf("#%s is not there", m[1])
		}
	}
	data := dataElement.FindAllStringSubmatch(page, -1)
	if len(data) != 3 {
		t.Fatalf("%d parts of data", len(data))
	}
	for _, m := range data {
		if !json.Valid([]byte(m[1])) {
			t.Errorf("no JSON: %s", m[1])
		}
	}
	if strings.Contains(page, "<img") || strings.Contains(page, "<script>alert") {
		t.Error("text became markup")
	}
	if strings.Count(page, "<li ") != 3 || strings.Contains(pageOf(t, game()), "<li ") {
		t.Error("table of contents")
	}
	var told gameData
	if err := json.Unmarshal([]byte(data[0][1]), &told); err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(told.View.Places[9:]); len(told.Nodes) != 7 || got != "[x1 pocket1 hand2.0]" || len(told.View.Ways[1].Points) != 12 {
		t.Errorf("places %s in %+v", got, told)
	}
	// From e4 on b3 to e5: the king goes from one square to another, and both
	// are marked yellow. Its parent is the first ply, not the variation before.
	if node, err := json.Marshal(told.Nodes[5]); err != nil || string(node) != `{"p":1,"d":[[5,0],[6]],"l":[5],"k":[["Y","c2"]]}` {
		t.Errorf("node %s, %v", node, err)
	}
}

func TestHTMLRefuses(t *testing.T) {
	bad := game()
	bad.Moves[0].Scene.Pieces[0] = &diagram.Piece{}
	if err := NewHTML().Add(bad); err == nil {
		t.Error("a faulty scene was drawn")
	}
}

// TestDescribe checks the text description of a position.
func TestDescribe(t *testing.T) {
	if got := describe(scene(4)); got != "Red: King b2. Cyan: 2 Pawn in hand." {
		t.Error(got)
	}
	s := scene(0)
	s.Reserves[0].Pocket = &diagram.Piece{Letter: "Q"}
	s.Reserves[0].Cells[0].Piece = &diagram.Piece{Letter: "R"}
	if got := describe(s); got != "Red: King a1, R x1, Q in the pocket. Cyan: 2 Pawn in hand." {
		t.Error(got)
	}
}

func TestGIF(t *testing.T) {
	var b bytes.Buffer
	g := game()
	if err := WriteGIF(&b, g, 200*time.Millisecond, 0); err != nil {
		t.Fatal(err)
	}
	got, err := gif.DecodeAll(&b)
	if err != nil || len(got.Image) != 1 || got.Delay[0] != 80 {
		t.Errorf("%v %v", got, err)
	}
	var none *NoPictures
	if err := WriteGIF(io.Discard, &Game{}, 0, 0); !errors.As(err, &none) {
		t.Error(err)
	}
}

// TestLinks makes links of the web addresses in a comment, and of nothing else.
func TestLinks(t *testing.T) {
	for text, want := range map[string]string{
		"see https://a.example/x?y=1&z=2.": `see <a class="out" href="https://a.example/x?y=1&amp;z=2" rel="nofollow noopener noreferrer">https://a.example/x?y=1&amp;z=2</a>.`,
		"(http://b.example)\nx":            `(<a class="out" href="http://b.example" rel="nofollow noopener noreferrer">http://b.example</a>)<br>x`,
		"javascript:alert(1) ftp://c":      "javascript:alert(1) ftp://c",
		`https://d.example/"onclick=x`:     `<a class="out" href="https://d.example/" rel="nofollow noopener noreferrer">https://d.example/</a>&#34;onclick=x`,
		"https://<b>":                      "https://&lt;b&gt;",
	} {
		if got := escapeLines(text); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}

// FuzzPublish checks that record text is always escaped.
func FuzzPublish(f *testing.F) {
	f.Add("a", "1. e4")
	f.Add("</script><script>x", "]]>&\x00\xff\u2028 -->")
	f.Fuzz(func(t *testing.T, text, comment string) {
		g := game()
		g.Title, g.Moves[0].Text, g.Moves[0].Comments = text, text, []Comment{{Text: comment}}
		g.Headers = []Header{{text, comment}}
		g.Moves[0].Variations[0][0].Comments = []Comment{{Text: comment}}
		page := pageOf(t, g)
		if got, want := strings.Count(page, "<script"), strings.Count(pageOf(t, game()), "<script"); got != want {
			t.Errorf("%d scripts", got)
		}
		controls := strings.ContainsFunc(text+comment, func(c rune) bool { return c < ' ' && c != '\n' && c != '\t' && c != '\r' || c >= 0xfffe && c <= 0xffff })
		if err := wellFormed(page); err != nil && !controls {
			t.Errorf("%v in %q %q", err, text, comment)
		}
		if err := writeMarkdown(io.Discard, Embedded, g); err != nil {
			t.Error(err)
		}
		if err := WriteText(io.Discard, g); err != nil {
			t.Error(err)
		}
	})
}
