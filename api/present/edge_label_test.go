package present

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"assay/analysis/notation"
	"assay/analysis/rules"
	"assay/analysis/variant"
	"assay/api/diagram"
	"assay/fixtures/games"
)

// TestOneCoordinateSystem compares, for every variant and notation, the labels
// along the edges of a picture and of a text board with the names of its
// squares, and reads these names back.
func TestOneCoordinateSystem(t *testing.T) {
	plain := strings.NewReplacer("１", "1", "２", "2", "３", "3", "４", "4", "５", "5", "６", "6", "７", "7", "８", "8", "９", "9")
	for _, id := range variant.Embedded().IDs() {
		r := games.Rules(t, id, "")
		shown := []string{""}
		for _, style := range notation.Styles(r) {
			shown = append(shown, style.Name)
		}
		for _, name := range shown {
			look := Look{Notation: name}
			s := Scene(r.Start(), look)
			files, ranks := s.FileLabels, s.RankLabels
			switch {
			case s.Coordinates == diagram.CoordinatesShogi:
				files, ranks = (&notation.Style{Edges: notation.KanjiEdges}).Labels(r)
			case s.EdgeFiles != nil:
				files, ranks = s.EdgeFiles, s.EdgeRanks
			}
			_, textFiles, textRanks := look.edgeLabels(r)
			agrees := s.Coordinates == diagram.CoordinatesXiangqi || slices.Equal(textFiles, files) && slices.Equal(textRanks, ranks)
			if name != "" && !agrees {
				t.Errorf("%s, %s: the text board has the labels %v %v, the picture %v %v", id, name, textFiles, textRanks, files, ranks)
			}
			names := notation.NamesAlong(edgesOf[s.Coordinates], r)
			if style := notation.StyleNamed(name); style != nil {
				names = notation.NamesIn(style.Writer(r), r)
			}
			for square := range rules.Square(r.Files() * r.Ranks()) {
				if own, ok := r.SquareNamed(r.SquareName(square)); !ok || own != square {
					continue // a hole
				}
				called := s.SquareName(int(square))
				if s.SquareNames != nil {
					called = s.SquareNames[square]
				}
				file, rank := files[int(square)%s.Files], ranks[int(square)/s.Files]
				want := file + rank
				if style := notation.StyleNamed(name); style != nil && (style.Edges == notation.PageEdges || style.Edges == notation.KoreanEdges) && called == rank+file {
					want = called // boards that lie on their side, and ranks first
				}
				if s.Coordinates == diagram.CoordinatesXiangqi { // its edges label files only
					want = string(rune('a'+int(square)%s.Files)) + strconv.Itoa(int(square)/s.Files)
				}
				if s.Names == nil && strings.ToLower(plain.Replace(called)) != want {
					t.Errorf("%s, %s: the square %s is called %s", id, name, want, called)
				}
				if got, ok := names.Square(called); !ok || got != square {
					t.Errorf("%s, %s: %s is read as %s, %v", id, name, called, r.SquareName(got), ok)
				}
			}
		}
	}
}
