package api

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"assay/analysis/notation"
	"assay/analysis/rules"
	"assay/analysis/variant"
	"assay/analysis/variant/fairy"
	"assay/api/diagram"
)

// TestSceneBenches shows the pieces on the benches, and the last move.
func TestSceneBenches(t *testing.T) {
	a := newArchive(t)
	replay, err := a.ReplayRecord(t.Context(), board1, nil, 1, Reading{})
	if err != nil {
		t.Fatal(err)
	}
	p, err := replay.Position(replay.Plies())
	if err != nil {
		t.Fatal(err)
	}
	s := Scene(p, Look{})
	first := s.Reserves[diagram.First]
	if len(first.Cells) != 27 || first.Columns != 9 || first.Cells[0].Label != "x1" || first.Cells[0].Piece == nil || first.Cells[0].Piece.Name != "Red Copper" {
		t.Errorf("bench %+v", first.Cells[0])
	}
	if s.Turn != diagram.Nobody {
		t.Error("somebody is to move when the king is captured")
	}
	if len(s.LastMove) != 2 || s.LastMove[1] != 4 {
		t.Errorf("last move %v", s.LastMove)
	}
	if len(s.Zones) != 2 || len(s.Zones[0].Squares) != 36 || s.Zones[1].Squares[0] != 0 {
		t.Errorf("zones %+v", s.Zones)
	}
}

// TestSceneMarksSecondSquare marks a second square that a move affects.
func TestSceneMarksSecondSquare(t *testing.T) {
	a := newArchive(t)
	for _, row := range []struct {
		variant, moves string
		want           []int
	}{
		{"duck", "e2e4,e4e6", []int{12, 28, 44}},
		{"seirawan", "g1f3", []int{6, 21}},
		{"seirawan", "g1f3h", []int{6, 21}},
		{"seirawan", "e2e3 e7e6 f1e2 f8e7 g1f3 g8f6 e1g1h", []int{4, 6}},
	} {
		r, err := a.book.Rules(row.variant, "")
		if err != nil {
			t.Fatal(err)
		}
		p := r.Start()
		for _, move := range strings.Fields(row.moves) {
			all := p.Moves(nil)
			i := slices.IndexFunc(all, func(m rules.Move) bool { return notation.UCI{}.Format(p, m) == move })
			if i < 0 {
				t.Fatalf("%s: %s is no move of %s", row.variant, move, p.Text())
			}
			p.Play(all[i])
		}
		if got := Scene(p, Look{}).LastMove; !slices.Equal(got, row.want) {
			t.Errorf("%s %s: %v, want %v", row.variant, row.moves, got, row.want)
		}
	}
}

// smallGame is a user's definition.
const smallGame = `id: small
name: Small Game
version: "3"
rulings: SG
sources: [here]
summary: Kings and pawns.
board: {files: 4, ranks: 4}
sides: [{name: Left}, {name: Right}]
pieces:
  K: {name: King, moves: K, royal: true, glyph: king}
  P: {name: Pawn, moves: fW, glyph: pawn}
start: 1k2/1p2/2P1/2K1 w
rules:
  - {module: royal-capture, rule: SG-1}
  - {module: no-moves, result: loss, rule: SG-2}
`

// TestStarts draws and describes the starting position of every variant.
func TestStarts(t *testing.T) {
	a := newArchive(t)
	for _, v := range a.Variants() {
		p, err := a.Position(v.ID, "", "")
		if err != nil {
			t.Fatal(err)
		}
		pieces := 0
		for square, piece := range Scene(p, Look{}).Pieces {
			if piece != nil && p.At(rules.Square(square)) != rules.Walled {
				pieces++
				kind := p.At(rules.Square(square)).Type()
				if glyph := p.Rules().Glyph(kind); piece.Glyph != glyph || piece.Letter != p.Rules().Letter(kind) || glyph == "" && piece.Letter == "" {
					t.Errorf("%s: %s is drawn as %q or %q, not %q", v.ID, piece.Name, piece.Glyph, piece.Letter, glyph)
				}
			}
		}
		if view := viewPosition(p, Numbered); len(view.Board.Pieces) != pieces || view.Position != p.Text() {
			t.Errorf("%s: %d pieces, drawn %d", v.ID, len(view.Board.Pieces), pieces)
		}
	}
}

func TestOwnVariant(t *testing.T) {
	folder := t.TempDir()
	file := filepath.Join(folder, "small.yaml")
	writeFile(t, file, []byte(smallGame))
	a, err := open(t.Context(), Config{Data: t.TempDir(), VariantsDir: folder})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { a.Close() })
	s, err := a.Submit(t.Context(), "x", strings.NewReader("Variant=small\n1. Pawn c2 - c3\n1. Pawn b3 - b2\n"), Reading{}, false)
	if err != nil || s.Games[0].Verdict != "legal" {
		t.Fatalf("%+v, %v", s, err)
	}
	game, err := a.Game(t.Context(), 1)
	if err != nil || !strings.HasPrefix(game.VariantVersion, "3+") {
		t.Errorf("%+v, %v", game, err)
	}
	// Without its definition the game is kept, and reported as unsupported.
	b, err := open(t.Context(), Config{Data: a.config.Data})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	var unplayable *ReplayError
	if _, err := b.Replay(t.Context(), 1); !errors.As(err, &unplayable) {
		t.Errorf("without the definition: %v", err)
	}
	if _, err := b.Record(t.Context(), 1); err != nil {
		t.Error(err)
	}
}

func TestCheckVariant(t *testing.T) {
	file := filepath.Join(t.TempDir(), "small.yaml")
	for _, row := range []struct {
		from, to string
		problems int
		message  string
	}{
		{"", "", 0, ""},
		{"royal: true", "roial: true", 1, "roial"},
		{"1k2/1p2/2P1/2K1 w", "1k2/1p2/2P1 w", 1, "rank"},
		{"module: royal-capture", "module: royal-captur", 1, "royal-captur"},
	} {
		writeFile(t, file, []byte(strings.Replace(smallGame, row.from, row.to, 1)))
		_, err := CheckVariant(t.Context(), file, Config{}, nil)
		var problems variant.Problems
		switch {
		case row.problems == 0 && err != nil:
			t.Errorf("good: %v", err)
		case row.problems > 0 && (!errors.As(err, &problems) || len(problems) < row.problems || !strings.Contains(err.Error(), row.message)):
			t.Errorf("%s: %v", row.to, err)
		}
	}
	for _, row := range []struct {
		from, to     string
		line, column int
	}{
		{"royal: true", "roial: true", 10, 29},
		{"module: royal-capture", "module: royal-captur", 14, 14},
		{"glyph: king", "label: ñé, glyph: kingg", 10, 60},
		{"royal: true, glyph: king}", "royal: true,\n    glyph: kingg}", 10, 0},
	} {
		writeFile(t, file, []byte(strings.Replace(smallGame, row.from, row.to, 1)))
		_, err := CheckVariant(t.Context(), file, Config{}, nil)
		var problems variant.Problems
		if !errors.As(err, &problems) || problems[0].Line != row.line || problems[0].Column != row.column {
			t.Errorf("%s: %+v", row.to, problems)
		}
	}
	if _, err := CheckVariant(t.Context(), file+".none", Config{}, nil); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
}

// TestFaultySections checks that an unsound section of a Fairy-Stockfish file
// is reported with key and line, to those who convert it and those who serve
// it.
func TestFaultySections(t *testing.T) {
	for _, tc := range []struct {
		name, text, want string
		compiled         bool // only when the variant is used
	}{
		{"its own start", "[one:chess]\nstalemateValue = loss\nstartFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN w KQkq - 0 1\n",
			":3: [one]: startFen: position, column 43: the board ends at rank 1 after 7 squares; it has 8 ranks of 8", true},
		{"promotion to itself", "[one:chess]\npromotionPieceTypes = pq\n", ":2: [one]: promotionPieceTypes: P becomes P; remove it", false},
		{"a key that it has from its parent", "[one:chess]\npawnTypes = n\npromotionPawnTypes = n\n", ":1: [one]: promotion: N becomes N; remove it", false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			folder := t.TempDir()
			file := filepath.Join(folder, "own.ini")
			writeFile(t, file, []byte(tc.text))
			if _, problems, err := ConvertVariants(file); err != nil || problems.Error() != file+tc.want {
				t.Errorf("converted: %q, not %q: %v", problems.Error(), file+tc.want, err)
			}
			err := variant.Embedded().AddDir(os.DirFS(folder), ".", fairy.Reader)
			if problems, ok := errors.AsType[variant.Problems](err); ok == tc.compiled || ok && problems.Error() != "own.ini"+tc.want {
				t.Errorf("served: %v, not %q", err, "own.ini"+tc.want)
			}
		})
	}
}

// TestCheckUndecided exceeds the time limit of a check, which must not be a
// verdict on the definition.
func TestCheckUndecided(t *testing.T) {
	text := []byte(readFile(t, "../fixtures/definitions/frog-pond.yaml"))
	for _, row := range []struct {
		limit time.Duration
		want  error
	}{{time.Nanosecond, ErrCheckTimedOut}, {time.Hour, nil}} {
		a, err := NewArbiter(Config{CheckTime: row.limit})
		if err != nil {
			t.Fatal(err)
		}
		found, err := a.CheckDefinition(t.Context(), text)
		if !errors.Is(err, row.want) || (found == nil) != (err != nil) {
			t.Errorf("%v: %v, %v", row.limit, found, err)
		}
		var problems variant.Problems
		if errors.As(err, &problems) {
			t.Errorf("a verdict by time: %v", problems)
		}
	}
}

// TestOptionsByWork rejects options whose values take too much work, with the
// same result on every run.
func TestOptionsByWork(t *testing.T) {
	text := readFile(t, "../fixtures/definitions/frog-pond.yaml")
	text, _, _ = strings.Cut(text, "node-counts:")
	text += "options:\n  o: {default: v0, summary: x, values: [v0, v1, v2, v3, v4, v5, v6, v7, v8, v9]}\noverlays:\n"
	for v := 1; v < 10; v++ {
		text += fmt.Sprintf("  - {when: {o: v%d}, set: {pieces: {N: {value: %d}}}}\n", v, v)
	}
	verdict := func(work int) string {
		c := definitionCheck{ctx: t.Context(), path: draftFile, text: []byte(text), registry: variant.Embedded(), workLeft: work}
		var err error
		if c.registry, err = c.registry.With(draftFile, c.text); err != nil {
			t.Fatal(err)
		}
		_, err = c.result()
		return fmt.Sprint(err)
	}
	little := verdict(20_000)
	if again := verdict(20_000); little != again || !strings.Contains(little, "with o=v9: not checked, because checking the earlier option values") {
		t.Errorf("%s\n%s", little, again)
	}
	if usual := verdict(0); usual != "<nil>" {
		t.Error(usual)
	}
}
