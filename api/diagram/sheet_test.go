package diagram

import (
	"bytes"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
)

var (
	idAttribute  = regexp.MustCompile(` id="([^"]*)"`)
	useReference = regexp.MustCompile(` href="#([^"]*)"`)
)

// TestSheet: pictures of a page refer only to existing drawings, each of which
// exists once.
func TestSheet(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	s := NewSheet("k")
	var page bytes.Buffer
	for range 60 {
		if err := s.Write(&page, randomScene(r)); err != nil {
			t.Fatal(err)
		}
	}
	page.WriteString(s.Symbols())
	if _, err := texts("<page>"+page.String()+"</page>", "desc"); err != nil {
		t.Fatal(err)
	}
	ids := map[string]bool{}
	for _, m := range idAttribute.FindAllStringSubmatch(page.String(), -1) {
		if ids[m[1]] {
			t.Errorf("id %s stands twice", m[1])
		}
		if ids[m[1]] = true; !strings.HasPrefix(m[1], "k") {
			t.Errorf("id %s has another prefix", m[1])
		}
	}
	for _, m := range useReference.FindAllStringSubmatch(page.String(), -1) {
		if !ids[m[1]] {
			t.Fatalf("%s is referred to and not there", m[1])
		}
	}
}

// TestSheetShares: the second picture of a game is small.
func TestSheetShares(t *testing.T) {
	s := NewSheet("k")
	if s.Symbols() != "" {
		t.Error("an empty sheet has symbols")
	}
	var first, second bytes.Buffer
	if err := s.Write(&first, csgStart()); err != nil {
		t.Fatal(err)
	}
	symbols := s.Symbols()
	if err := s.Write(&second, csgStart()); err != nil {
		t.Fatal(err)
	}
	if first.String() != second.String() || s.Symbols() != symbols {
		t.Error("the same scene is drawn differently the second time")
	}
	if second.Len() > 3_000 {
		t.Errorf("%d bytes", second.Len())
	}
	if err := s.Write(&first, &Scene{Files: 1, Ranks: 1, Pieces: []*Piece{{}}}); err == nil {
		t.Error("a faulty scene was drawn")
	}
}

// TestPlaces: the places of a scene are distinct, and pieces are drawn there.
func TestPlaces(t *testing.T) {
	wild := &Piece{Glyph: "wildcard"}
	s := &Scene{Files: 3, Ranks: 2, Reserves: [2]Reserve{
		{Cells: make([]Cell, 4), Columns: 2, HasPocket: true, Pocket: wild},
		{Cells: make([]Cell, 2), Hand: []Stack{{Piece: *wild, Count: 3}}, Room: 5},
	}}
	s.Reserves[Second].Cells[1].Piece = wild
	if got := s.Places(); got != 6+4+2+2+5 {
		t.Fatalf("%d places", got)
	}
	l, err := Measure(s)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[Rect]int{}
	for place := range s.Places() {
		room := l.Place(place)
		if other, ok := seen[room]; ok {
			t.Errorf("places %d and %d are one", place, other)
		}
		seen[room] = place
	}
	if l.Place(s.Places()) != (Rect{}) || l.Place(s.PocketPlace(Second)) != (Rect{}) {
		t.Error("a place that is not there has room")
	}
	for place, want := range map[int]int{0: 0, s.CellPlace(Second, 1): 1, s.CellPlace(First, 1): 0, s.PocketPlace(First): 1, s.HandPlace(Second, 0): 3, s.HandPlace(Second, 4): 0} {
		if _, n := s.At(place); n != want {
			t.Errorf("%d pieces at place %d, want %d", n, place, want)
		}
	}
	s.Marks = []Mark{{Square: s.CellPlace(First, 3), Shape: MarkFrame}, {Square: s.PocketPlace(First)}}
	s.Arrows = []Arrow{{From: s.CellPlace(Second, 1), To: 0, Tone: ToneDoubt}}
	if err := Write(&bytes.Buffer{}, s); err != nil {
		t.Error(err)
	}
	s.Marks = []Mark{{Square: s.PocketPlace(Second)}, {Square: s.Places()}}
	if err := Write(&bytes.Buffer{}, s); err == nil || strings.Count(err.Error(), "Marks") != 2 {
		t.Error(err)
	}
}
