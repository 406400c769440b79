package define

import (
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"assay/analysis/rules"
	"assay/analysis/variant"
)

const zrfMacros = `; moves
(define step ($1 (verify not-friend?) add))
(define leap ($1 $2 (verify not-friend?) add))
(define slide ($1 (while empty? add $1) (verify not-friend?) add))
(define finish (if (in-zone? far) (add Queen Rook Bishop Knight) else add))
(define push (n (verify empty?) (finish) (if (in-zone? third) n (verify empty?) add)))
(define take ($1 (verify enemy?) (finish)))
(define pass-by ($1 (verify enemy?) (verify last-to?) (verify (piece? Pawn)) capture n n (verify last-from?) s add))
(define lame ($1 (verify empty?) $2 (verify not-friend?) add))
(define shoot ($1 (while empty? add $1) (verify not-empty?) $1 (while empty? $1) (verify enemy?) add))
(define jump ($1 (while empty? $1) (verify not-empty?) $1 (verify not-friend?) add))
(define over ($1 (verify not-empty?) $1 (verify not-friend?) add))
`

const zrfBoard = `
  (players White Black) (turn-order White Black)
  (board
    (image "b.bmp")
    (grid (start-rectangle 0 0 9 9)
      (dimensions ("a/b/c/d/e/f/g/h" (9 0)) ("8/7/6/5/4/3/2/1" (0 9)))
      (directions (n 0 -1) (s 0 1) (e 1 0) (w -1 0) (ne 1 -1) (nw -1 -1) (se 1 1) (sw -1 1)))
    (symmetry Black (n s) (s n) (e w) (w e) (ne sw) (sw ne) (nw se) (se nw))
    (zone (name far) (players White) (positions a8 b8 c8 d8 e8 f8 g8 h8))
    (zone (name far) (players Black) (positions a1 b1 c1 d1 e1 f1 g1 h1))
    (zone (name third) (players White) (positions a3 b3 c3 d3 e3 f3 g3 h3))
    (zone (name third) (players Black) (positions a6 b6 c6 d6 e6 f6 g6 h6)))
  (piece (name King) (moves (step n) (step s) (step e) (step w) (step ne) (step nw) (step se) (step sw)))
  (loss-condition (White Black) (checkmated King))
  (draw-condition (White Black) stalemated)
`

const zrfChess = zrfMacros + `(game (title "Little Chess") (option "animate captures" false)` + zrfBoard + `
  (piece (name Pawn) (moves (push) (take ne) (take nw) (pass-by e) (pass-by w)))
  (piece (name Queen) (moves (slide n) (slide s) (slide e) (slide w) (slide ne) (slide nw) (slide se) (slide sw)))
  (piece (name Rook) (moves (slide n) (slide s) (slide e) (slide w)))
  (piece (name Bishop) (moves (slide ne) (slide nw) (slide se) (slide sw)))
  (piece (name Knight) (moves (leap n ne) (leap n nw) (leap s se) (leap s sw) (leap e ne) (leap e se) (leap w nw) (leap w sw)))
  (board-setup (White (King e1) (Pawn e5 b2 g7) (Knight g1)) (Black (King e8) (Pawn d7 f7 a3) (Rook a8)))
)
(variant (title "Other Start") (board-setup (White (King a1) (Queen d1)) (Black (King a8) (Pawn d7))))
`

const zrfHops = zrfMacros + `(game (title "Hops")` + zrfBoard + `
  (piece (name Cannon) (moves (shoot n) (shoot s) (shoot e) (shoot w)))
  (piece (name Grasshopper) (moves (jump n) (jump s) (jump e) (jump w) (jump ne) (jump nw) (jump se) (jump sw)))
  (piece (name Horse) (moves (lame n ne) (lame n nw) (lame s se) (lame s sw) (lame e ne) (lame e se) (lame w nw) (lame w sw)))
  (piece (name Frog) (moves (over n) (over s) (over e) (over w)))
  (board-setup (White (King e1) (Cannon b2 h2) (Grasshopper d1) (Horse b1) (Frog c2)) (Black (King e8) (Cannon b7 h7) (Grasshopper d8) (Horse g8) (Frog f7)))
)
`

// hops is what zrfHops means.
const hops = `
id: hops-by-hand
name: Hops by hand
extends: chess
pieces: {P: null, N: null, B: null, R: null, Q: null,
  C: {name: Cannon, moves: mRcpR}, G: {name: Grasshopper, moves: gRgB}, H: {name: Horse, moves: nN}, F: {name: Frog, moves: pD}}
promotion: null
castling: null
claims: null
start: 3gk1h1/1c3f1c/8/8/8/8/1CF4C/1H1GK3 w - - 0 1
`

// zrfPlaces is a game on 13 squares without a grid, in which the stones of the
// sides differ.
const zrfPlaces = `
(define shift ($1 (verify empty?) add))
(game (title "Places") (players Black White) (turn-order Black White)
  (board
    (positions (a1 0 0 9 9) (b1 9 0 9 9) (a2 0 0 9 9) (b2 0 0 9 9) (a3 0 0 9 9) (b3 0 0 9 9) (a4 0 0 9 9))
    (links n (a1 a2) (a2 a3) (a3 a4) (b1 b2) (b2 b3))
    (links s (a2 a1) (a3 a2) (a4 a3) (b2 b1))
    (links e (a1 b1) (a2 b2) (a3 b3)) (links w (b1 a1) (b2 a2) (b3 a3))
    (links nw (b1 a2) (b2 a3) (b3 a4)) (links se (a2 b1)))
  (piece (name Hound) (moves (shift w) (shift e) (shift n) (shift nw)))
  (piece (name Hare) (moves (shift w) (shift e) (shift n) (shift nw) (shift s) (shift se)))
  (board-setup (White (Hare a4)) (Black (Hound a1 b1)))
  (loss-condition (White Black) stalemated)
  (win-condition (White) (absolute-config Hare (a1)))
  (win-condition (White) (absolute-config Hare (b1))))
`

// zrfZones is a game in which pieces change on some squares, and capture only
// some others.
const zrfZones = `
(define turn (if (in-zone? towers) (add Tower) else (if (in-zone? cats) (add Cat) else add)))
(define step ($1 (verify not-friend?) (turn)))
(define slide ($1 (while empty? (turn) $1) (verify not-friend?) (if not-empty? (verify (or (piece? Cat) (piece? Mouse)))) (turn)))
(define over ($1 $1 $2 (verify not-friend?) (turn)))
(game (title "Zones") (players White Black) (turn-order White Black)
  (board
    (grid (start-rectangle 0 0 9 9) (dimensions ("a/b/c/d/e" (9 0)) ("5/4/3/2/1" (0 9)))
      (directions (n 0 -1) (s 0 1) (e 1 0) (w -1 0)))
    (kill-positions c3)
    (symmetry Black (n s) (s n) (e w) (w e))
    (zone (name towers) (players White Black) (positions a3 e3 d4))
    (zone (name cats) (players White Black) (positions b3 d3)))
  (piece (name Cat) (moves (step n) (step s) (step e) (step w)))
  (piece (name Tower) (moves (slide n) (slide s) (slide e) (slide w)))
  (piece (name Mouse) (moves (over n s) (over e w)))
  (board-setup (White (Cat a1 d1) (Tower b1) (Mouse c1)) (Black (Cat c5 e5) (Tower d5) (Mouse b5)))
  (loss-condition (White Black) stalemated))
`

// TestConvertZRF converts Zillions rules files, and counts their nodes.
func TestConvertZRF(t *testing.T) {
	registry := variant.Embedded()
	chess, err := registry.Definition("chess", "")
	if err != nil {
		t.Fatal(err)
	}
	byHand, err := registry.Check("hops.yaml", []byte(hops))
	if err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		name, text string
		like       *variant.Definition
		positions  []string
		problem    string
	}{
		{"chess", zrfChess, chess, []string{"r3k3/3p1pP1/8/4P3/8/p7/1P6/4K1N1 w - - 0 1", "k7/3p4/8/8/8/8/8/K2Q4 w - - 0 1"}, ""},
		{"hops", zrfHops, byHand, []string{byHand.Start}, ""},
		{"a drop", strings.Replace(zrfHops, "(name Frog)", "(name Frog) (drops ((verify empty?) add))", 1), nil, nil, "32: Hops: drops"},
		{"a second grid", strings.Replace(zrfHops, "(symmetry", "(grid) (symmetry", 1), nil, nil, "20: Hops: a second grid"},
		{"links that nothing uses", strings.Replace(zrfHops, "(symmetry", "(dummy x1) (links next (x1 a1) (a1 a5)) (symmetry", 1), byHand, []string{byHand.Start}, ""},
		{"links that differ", strings.Replace(strings.Replace(zrfHops, "(lame n ne)", "(leap n up)", 1), "(symmetry", "(links up (a1 a3) (b1 c1)) (symmetry", 1), nil, nil, "31: Hops: the direction up, whose links are not all the same step"},
		{"a slide along few links", strings.Replace(strings.Replace(zrfHops, "(shoot n)", "(slide up)", 1), "(symmetry", "(links up (a1 a2) (a2 a3)) (symmetry", 1), nil, nil, "29: Hops: a slide along up, whose links do not go from edge to edge"},
		{"a slide that a zone ends", strings.Replace(zrfHops, "(shoot n)", "(n (while empty? (verify (in-zone? third)) add n) (verify enemy?) add)", 1), nil, nil, "29: Hops: a loop other than over empty squares in one direction"},
		{"an instruction", strings.Replace(zrfHops, "(lame n ne)", "(n (verify empty?) cascade n add)", 1), nil, nil, "31: Hops: a definition cannot express the instruction cascade"},
		{"a condition", strings.Replace(zrfHops, "(lame n ne)", "(n (verify attacked?) add)", 1), nil, nil, "31: Hops: a definition cannot express the condition attacked?"},
		{"the kind of a piece", strings.Replace(zrfHops, "(lame n ne)", "(n (verify (piece? King)) n (verify empty?) add)", 1), nil, nil, "31: Hops: a move that depends on the kind of another piece"},
		{"captures of own pieces", strings.Replace(zrfHops, "(lame n ne)", "(n add)", 1), nil, nil, "31: Hops: a move that may capture a piece of its own side"},
		{"captures elsewhere", strings.Replace(zrfHops, "(lame n ne)", "(n (verify enemy?) capture n (verify empty?) add)", 1), nil, nil, "31: Hops: a move that captures on another square than its last"},
		{"a mirrored piece", strings.Replace(strings.Replace(zrfHops, "(n s) (s n) (e w) (w e) (ne sw) (sw ne) (nw se) (se nw)", "(n s) (s n) (ne se) (se ne) (nw sw) (sw nw)", 1), "(lame n ne)", "(lame n ne) (step w)", 1), nil, nil, "31: Hops: Horse: the second player's moves are not the first player's, turned by 180°"},
		{"a promotion of one move", strings.Replace(zrfZones, "(moves (over n s)", "(moves (step s) (n s s (verify not-friend?) add) (over n s)", 1), nil, nil, "16: Zones: Mouse: promotions that differ by its moves"},
		{"passes", strings.Replace(zrfHops, "(game ", "(game (option \"pass turn\" forced) ", 1), byHand, []string{byHand.Start}, ""},
		{"another file", "(include \"other.zrf\")\n" + zrfHops, nil, nil, "1: include: write the text of the other file here"},
		{"turns", strings.Replace(zrfHops, "(turn-order White Black)", "(turn-order White White Black)", 1), nil, nil, "14: Hops: the order of turns"},
		{"an ending", strings.Replace(zrfHops, "(draw-condition (White Black) stalemated)", "(win-condition (White) stalemated)", 1), nil, nil, "27: Hops: an ending for one player"},
		{"a macro without end", "(define again (again))\n(game (again))", nil, nil, "2: macros that become too long"},
		{"a parenthesis", "(game\n(title", nil, nil, "2: a ( without its )"},
		{"a quote", "(game\n(title \"x", nil, nil, "2: a text without its closing quote"},
		{"a variant before its game", zrfMacros + `(variant (title "Other Start") (board-setup (White (King a1) (Queen d1)) (Black (King a8) (Pawn d7))))
(variant (title "-"))` + strings.TrimPrefix(zrfChess[:strings.LastIndex(zrfChess, "(variant")], zrfMacros), chess, []string{"k7/3p4/8/8/8/8/8/K2Q4 w - - 0 1", "r3k3/3p1pP1/8/4P3/8/p7/1P6/4K1N1 w - - 0 1"}, ""},
		{"a variant of a long game", "(define again (again))\n(game (again))\n(variant (title \"Short\"))", nil, nil, "3: Short: a variant of a game that cannot be read"},
		{"no game", "(define x y)\n(gone)", nil, nil, `2: "gone" is neither a game nor a variant`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "a.zrf")
			if err := os.WriteFile(file, []byte(tc.text), 0o600); err != nil {
				t.Fatal(err)
			}
			list, problems, err := ConvertVariants(file, ConvertYAML)
			if err != nil {
				t.Fatal(err)
			}
			if tc.problem != "" {
				if len(problems) == 0 || !strings.Contains(problems.Error(), file+":"+tc.problem) {
					t.Errorf("%d definitions, %v, want %s", len(list), problems, tc.problem)
				}
				return
			}
			if len(problems) > 0 || tc.like != nil && len(list) != len(tc.positions) {
				t.Fatalf("%d definitions, %v", len(list), problems)
			}
			for i, position := range tc.positions {
				d, err := registry.Check(file, list[i].Text)
				if err != nil {
					t.Fatal(err)
				}
				is, err := rules.Compile(d)
				if err != nil {
					t.Fatal(err)
				}
				was, err := rules.Compile(tc.like)
				if err != nil {
					t.Fatal(err)
				}
				p, err := was.ParsePosition(position)
				if err != nil {
					t.Fatal(err)
				}
				for depth := 1; depth <= 4; depth++ {
					if got, want := is.Start().Perft(depth), p.Perft(depth); got != want {
						t.Errorf("%d nodes at depth %d, want %d\n%s", got, depth, want, list[i].Text)
						break
					}
				}
			}
		})
	}
}

// zrfSquare is a square of the two games below: file and rank from 1.
type zrfSquare struct{ file, rank int }

// zrfCounts counts the nodes of a small game that is generated by hand. A
// position maps squares to pieces, in capitals those of the first side.
func zrfCounts(at map[zrfSquare]byte, first bool, depth int, moves func(at map[zrfSquare]byte, first bool) []map[zrfSquare]byte) uint64 {
	if depth == 0 {
		return 1
	}
	var n uint64
	for _, next := range moves(at, first) {
		if next[zrfSquare{}] == '!' { // the game is over
			if depth == 1 {
				n++
			}
			continue
		}
		n += zrfCounts(next, !first, depth-1, moves)
	}
	return n
}

// placesMoves generates the moves of zrfPlaces.
func placesMoves(at map[zrfSquare]byte, first bool) (out []map[zrfSquare]byte) {
	links := map[string][2]int{"n": {0, 1}, "s": {0, -1}, "e": {1, 0}, "w": {-1, 0}, "nw": {-1, 1}, "se": {1, -1}}
	missing := map[string]bool{"s b3": true, "se a3": true, "se a4": true}
	on := func(s zrfSquare) bool {
		return s.file == 1 && s.rank >= 1 && s.rank <= 4 || s.file == 2 && s.rank >= 1 && s.rank <= 3
	}
	for from, piece := range at {
		if (piece == 'H') != first {
			continue
		}
		for _, name := range strings.Fields("n s e w nw se") {
			if first && (name == "s" || name == "se") {
				continue
			}
			to := zrfSquare{from.file + links[name][0], from.rank + links[name][1]}
			if !on(to) || at[to] != 0 || missing[name+" "+string(rune('a'+from.file-1))+string(rune('0'+from.rank))] {
				continue
			}
			next := maps.Clone(at)
			delete(next, from)
			next[to] = piece
			if !first && to.rank == 1 {
				next[zrfSquare{}] = '!'
			}
			out = append(out, next)
		}
	}
	return out
}

// zonesMoves generates the moves of zrfZones.
func zonesMoves(at map[zrfSquare]byte, first bool) (out []map[zrfSquare]byte) {
	on := func(s zrfSquare) bool {
		return s.file >= 1 && s.file <= 5 && s.rank >= 1 && s.rank <= 5 && s != zrfSquare{3, 3}
	}
	white := func(piece byte) bool { return piece < 'a' }
	upper := func(piece byte) byte { return piece &^ 32 }
	forward := 1
	if !first {
		forward = -1
	}
	for from, piece := range at {
		if white(piece) != first {
			continue
		}
		move := func(to zrfSquare) {
			becomes := upper(piece)
			switch to {
			case zrfSquare{1, 3}, zrfSquare{5, 3}, zrfSquare{4, 4}:
				becomes = 'T'
			case zrfSquare{2, 3}, zrfSquare{4, 3}:
				becomes = 'C'
			}
			if !first {
				becomes |= 32
			}
			next := maps.Clone(at)
			delete(next, from)
			next[to] = becomes
			out = append(out, next)
		}
		step := func(files, ranks int) zrfSquare { return zrfSquare{from.file + files, from.rank + ranks*forward} }
		free := func(to zrfSquare) bool { return on(to) && (at[to] == 0 || white(at[to]) != first) }
		if upper(piece) == 'M' {
			for _, d := range [][2]int{{0, 1}, {forward, 0}} {
				if to := step(d[0], d[1]); free(to) && on(step(2*d[0], 2*d[1])) {
					move(to)
				}
			}
			continue
		}
		for _, d := range [][2]int{{0, 1}, {0, -1}, {1, 0}, {-1, 0}} {
			if upper(piece) == 'C' {
				if to := step(d[0], d[1]); free(to) {
					move(to)
				}
				continue
			}
			for k := 1; ; k++ {
				to := step(k*d[0], k*d[1])
				if !on(to) {
					break
				}
				if at[to] != 0 {
					if free(to) && upper(at[to]) != 'T' {
						move(to)
					}
					break
				}
				move(to)
			}
		}
	}
	return out
}

// TestConvertZRFCounts converts games whose nodes are counted by generators of
// their own.
func TestConvertZRFCounts(t *testing.T) {
	for _, tc := range []struct {
		name, text string
		start      map[zrfSquare]byte
		moves      func(at map[zrfSquare]byte, first bool) []map[zrfSquare]byte
		depth      int
	}{
		{"places", zrfPlaces, map[zrfSquare]byte{{1, 1}: 'H', {2, 1}: 'H', {1, 4}: 'r'}, placesMoves, 7},
		{"zones", zrfZones, map[zrfSquare]byte{{1, 1}: 'C', {4, 1}: 'C', {2, 1}: 'T', {3, 1}: 'M', {3, 5}: 'c', {5, 5}: 'c', {4, 5}: 't', {2, 5}: 'm'}, zonesMoves, 5},
	} {
		t.Run(tc.name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "a.zrf")
			if err := os.WriteFile(file, []byte(tc.text), 0o600); err != nil {
				t.Fatal(err)
			}
			list, problems, err := ConvertVariants(file, ConvertYAML)
			if err != nil || len(problems) > 0 || len(list) != 1 {
				t.Fatalf("%d definitions, %v, %v", len(list), problems, err)
			}
			d, err := variant.Embedded().Check(file, list[0].Text)
			if err != nil {
				t.Fatal(err)
			}
			game, err := rules.Compile(d)
			if err != nil {
				t.Fatal(err)
			}
			for depth := 1; depth <= tc.depth; depth++ {
				if got, want := game.Start().Perft(depth), zrfCounts(tc.start, true, depth, tc.moves); got != want {
					t.Errorf("%d nodes at depth %d, want %d\n%s", got, depth, want, list[0].Text)
					break
				}
			}
		})
	}
}

func FuzzConvert(f *testing.F) {
	f.Add(zrfChess)
	f.Add(zrfHops)
	f.Add("files=8\nranks=8\npawn:P:ifmnDfmWfceF:pawn:a2-h2\nking:K:KisO2:king:e1\n")
	registry := variant.Embedded()
	f.Fuzz(func(t *testing.T, text string) {
		for _, ending := range []string{"a.zrf", "a.txt"} {
			if reader := readerOf(ending, []byte(text)); reader.Ending != ".ini" {
				made, problems := reader.Read(ending, []byte(text))
				for _, p := range problems {
					if p.Line < 0 || p.Message == "" {
						t.Errorf("%+v", p)
					}
				}
				for _, m := range made {
					_, _ = registry.Check(ending, m.YAML)
				}
			}
		}
	})
}
