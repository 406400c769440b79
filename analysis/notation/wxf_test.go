package notation_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"assay/analysis/notation"
	"assay/analysis/rules"
	"assay/fixtures"
	"assay/fixtures/games"
)

var scripts = []notation.Script{notation.Latin, notation.FullWidth, notation.Simplified, notation.Traditional}

func TestWXFReadsBack(t *testing.T) {
	r := games.Rules(t, "xiangqi", "")
	for _, script := range scripts {
		t.Run(fmt.Sprint(script), func(t *testing.T) {
			t.Parallel()
			n := &notation.WXF{Script: script}
			for game := range 12 {
				p := r.Start()
				randomGame(p, rand.New(rand.NewPCG(3, uint64(game))), 200, func(moves []rules.Move) bool { return readBack(t, p, n, moves) })
			}
			for _, p := range tandems(t, r) {
				readBack(t, p, n, p.Moves(nil))
			}
		})
	}
}

// tandems returns positions with random pieces, most of them on few files.
func tandems(t *testing.T, r *rules.Rules) []*rules.Position {
	random := rand.New(rand.NewPCG(9, 9))
	var out []*rules.Position
	for range 400 {
		var board [90]byte
		put := func(c byte, file, low, high int) {
			for range 20 {
				rank := low + random.IntN(high-low+1)
				if s := rank*9 + file; board[s] == 0 {
					board[s] = c
					return
				}
			}
		}
		board[4], board[9*9+3+random.IntN(2)*2] = 'K', 'k'
		files := []int{random.IntN(9), random.IntN(9), random.IntN(9)}
		for range 5 {
			put('P', files[random.IntN(3)], 3, 9)
			put('p', files[random.IntN(3)], 0, 6)
		}
		for _, c := range "RNC" {
			for range 2 {
				put(byte(c), files[random.IntN(2)], 0, 9)
				put(byte(c)+'a'-'A', files[random.IntN(2)], 0, 9)
			}
		}
		elephants := []int{2, 18, 22, 26, 38, 42, 6}
		advisors := []int{3, 5, 13, 21, 23}
		for range 2 {
			board[elephants[random.IntN(7)]] = 'B'
			board[89-elephants[random.IntN(7)]] = 'b'
			board[advisors[random.IntN(5)]] = 'A'
			board[89-advisors[random.IntN(5)]] = 'a'
		}
		var ranks []string
		for rank := 9; rank >= 0; rank-- {
			var b strings.Builder
			empty := 0
			for file := range 9 {
				c := board[rank*9+file]
				if c == 0 {
					empty++
					continue
				}
				if empty > 0 {
					b.WriteByte('0' + byte(empty))
				}
				empty = 0
				b.WriteByte(c)
			}
			if empty > 0 {
				b.WriteByte('0' + byte(empty))
			}
			ranks = append(ranks, b.String())
		}
		for _, side := range []string{" w", " b"} {
			if p, err := r.ParsePosition(strings.Join(ranks, "/") + side); err == nil {
				out = append(out, p)
			}
		}
	}
	if len(out) < 200 {
		t.Fatalf("%d positions", len(out))
	}
	return out
}

func TestWXFRows(t *testing.T) {
	r := games.Rules(t, "xiangqi", "")
	const (
		three   = "3k5/9/4P4/4P4/4P4/9/9/9/9/5K3 w"
		four    = "3k5/4P4/4P4/4P4/4P4/9/9/9/9/5K3 w"
		five    = "3k5/4P4/4P4/4P4/4P4/4P4/9/9/9/5K3 w"
		files   = "3k5/9/2P3P2/2P3P2/2P6/9/9/9/9/5K3 w"
		twos    = "3k5/9/2P3P2/2P3P2/9/9/9/9/9/5K3 w"
		black   = "5k3/9/9/9/9/4p4/4p4/9/2p6/3K5 b"
		guarded = "3k5/9/9/9/2B6/9/9/3A5/9/2BA1K3 w"
	)
	for _, row := range []struct{ position, text, want string }{
		{"", "C2.5", "Cannon h3 - e3"}, {"", "C2=5", "Cannon h3 - e3"}, {"", "C25", "Cannon h3 - e3"}, {"", "c2.5", "Cannon h3 - e3"},
		{"", "Ｃ２＝５", "Cannon h3 - e3"}, {"", "炮二平五", "Cannon h3 - e3"}, {"", "砲二平五", "Cannon h3 - e3"},
		{"", "炮2平5", "Cannon h3 - e3"}, {"", "炮２平５", "Cannon h3 - e3"}, {"", "炮 二 平 五", "Cannon h3 - e3"},
		{"", "H2+3", "Horse h1 - g3"}, {"", "N2+3", "Horse h1 - g3"}, {"", "M2+3", "Horse h1 - g3"},
		{"", "马二进三", "Horse h1 - g3"}, {"", "馬二進三", "Horse h1 - g3"}, {"", "傌二進三", "Horse h1 - g3"},
		{"", "E3+5", "Elephant g1 - e3"}, {"", "B3+5", "Elephant g1 - e3"}, {"", "M3+5", "Elephant g1 - e3"}, {"", "相三进五", "Elephant g1 - e3"}, {"", "象三进五", "Elephant g1 - e3"},
		{"", "A4+5", "Advisor f1 - e2"}, {"", "G4+5", "Advisor f1 - e2"}, {"", "S4+5", "Advisor f1 - e2"}, {"", "仕四进五", "Advisor f1 - e2"},
		{"", "K5+1", "King e1 - e2"}, {"", "G5+1", "King e1 - e2"}, {"", "帥五進一", "King e1 - e2"},
		{"", "R1+2", "Chariot i1 - i3"}, {"", "俥一進二", "Chariot i1 - i3"}, {"", "P7+1", "Soldier c4 - c5"}, {"", "S7+1", "Soldier c4 - c5"}, {"", "兵七进一", "Soldier c4 - c5"},
		{"", "C2+7", "Cannon h3 x h10"}, {"", "C2−1", "Cannon h3 - h2"},

		{three, "P+.4", "Soldier e8 - f8"}, {three, "P5.4", "Soldier e7 - f7"}, {three, "P-.4", "Soldier e6 - f6"}, {three, "+P=4", "Soldier e8 - f8"},
		{three, "前兵平四", "Soldier e8 - f8"}, {three, "中兵平四", "Soldier e7 - f7"}, {three, "后兵平四", "Soldier e6 - f6"}, {three, "後兵平四", "Soldier e6 - f6"},
		{three, "二兵平四", "Soldier e7 - f7"}, {three, "P..4", "Soldier e7 - f7"}, {three, "Pb.4", "Soldier e7 - f7"},
		{four, "++.4", "Soldier e9 - f9"}, {four, "P+.4", "Soldier e8 - f8"}, {four, "P-.4", "Soldier e7 - f7"}, {four, "--.4", "Soldier e6 - f6"},
		{four, "一兵平四", "Soldier e9 - f9"}, {four, "三兵平四", "Soldier e7 - f7"}, {four, "前兵平四", "Soldier e9 - f9"},
		{five, "++.4", "Soldier e9 - f9"}, {five, "P+.4", "Soldier e8 - f8"}, {five, "P5.4", "Soldier e7 - f7"}, {five, "P-.4", "Soldier e6 - f6"},
		{five, "五兵进一", "G-2"}, {five, "--+1", "G-2"},
		{files, "3+.4", "Soldier g8 - f8"}, {files, "3-.4", "Soldier g7 - f7"}, {files, "7+.6", "Soldier c8 - d8"}, {files, "77.6", "Soldier c7 - d7"}, {files, "7-.6", "Soldier c6 - d6"},
		{files, "一兵平四", "Soldier g8 - f8"}, {files, "四兵平六", "Soldier c7 - d7"}, {files, "前七平六", "Soldier c8 - d8"}, {files, "前兵七平六", "Soldier c8 - d8"},
		{twos, "P+.4", "Soldier g8 - f8"}, {twos, "前兵进一", "ambiguous"}, {twos, "P7.6", "ambiguous"},
		{black, "P+.6", "Soldier e4 - f4"}, {black, "前卒平６", "Soldier e4 - f4"}, {black, "后卒平6", "Soldier e5 - f5"}, {black, "卒3平4", "Soldier c2 - d2"},
		{guarded, "E7+9", "Elephant c1 - a3"}, {guarded, "E7-9", "Elephant c6 - a4"}, {guarded, "A6+5", "Advisor d1 - e2"}, {guarded, "A6-5", "Advisor d3 - e2"},

		{"", "H2+4", "W-0"}, {"", "H2.3", "W-0"}, {"", "C2.2", "W-0"}, {"", "K5.6", "G-2"}, {"", "R1+3", "G-2"}, {"", "R1+9", "W-0"}, {"", "R1-1", "W-0"},
		{"", "C9.5", "W-0"}, {"", "P+.4", "W-0"}, {"", "中兵进一", "W-0"}, {"", "Pa+1", "W-0"},
		{"", "C2", "syntax"}, {"", "", "syntax"}, {"", "C2.0", "syntax"}, {"", "C0.5", "syntax"}, {"", "C2x5", "syntax"}, {"", "h2e2", "syntax"},
		{"", "炮二平五五", "syntax"}, {"", "前后进一", "syntax"}, {"", "+-.4", "syntax"}, {"", "兵a进一", "syntax"}, {"", "1P+1", "syntax"},
	} {
		p := r.Start()
		if row.position != "" {
			var err error
			if p, err = r.ParsePosition(row.position); err != nil {
				t.Fatal(err)
			}
		}
		var n notation.WXF
		m, known, _, f := n.Read(p, row.text)
		got := ""
		if f != nil {
			got = f.Rule + " " + f.Reason
		} else {
			got = notation.Numbered{}.Format(p, m)
		}
		if !strings.Contains(got, row.want) || known != (f == nil) {
			t.Errorf("%s: %q is read as %q, want %q", row.position, row.text, got, row.want)
		}
		if notation.CountsByFiles(row.text) == strings.Contains(got, "syntax") {
			t.Errorf("%q: form %v, read %q", row.text, notation.CountsByFiles(row.text), got)
		}
	}
	if _, _, _, f := new(notation.WXF).Read(games.Rules(t, "chess", "").Start(), "P4+1"); f == nil {
		t.Error("chess has no moves by files")
	}
}

// contents returns a file of public records.
func contents(t testing.TB, name string) string {
	t.Helper()
	data, err := os.ReadFile(fixtures.Shared(t, name)[0])
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// gameMoves splits the moves of a file's games at blanks.
func gameMoves(text string) [][]string {
	var out [][]string
	for part := range strings.SplitSeq(text, "[Event ") {
		var moves []string
		for line := range strings.Lines(part) {
			if strings.Contains(line, "\"") {
				continue
			}
			for word := range strings.FieldsSeq(line) {
				if !strings.HasSuffix(word, ".") {
					moves = append(moves, word)
				}
			}
		}
		if len(moves) > 0 {
			out = append(out, moves)
		}
	}
	return out
}

// byCoordinates reads coordinates with ranks from 0.
func byCoordinates(text string) rules.Move {
	square := func(s string) rules.Square { return rules.Square(int(s[1]-'0')*9 + int(s[0]-'a')) }
	return rules.NewMove(rules.Step, square(text[:2]), square(text[2:]), rules.NoPieceType)
}

// TestWXFGames compares the same games in three notations.
func TestWXFGames(t *testing.T) {
	coordinates := gameMoves(contents(t, "data/xiangqi/bulk_games_uci.pgn"))
	r := games.Rules(t, "xiangqi", "")
	for file, script := range map[string]notation.Script{"xqdb_international.pgn": notation.FullWidth, "xqdb_traditional.pgn": notation.Simplified} {
		written := gameMoves(contents(t, "data/xiangqi/"+file))
		if len(coordinates) != 15 || len(written) != 15 {
			t.Fatalf("%d and %d games", len(coordinates), len(written))
		}
		plies := 0
		n := &notation.WXF{Script: script}
		for g := range written {
			p := r.Start()
			if len(written[g]) != len(coordinates[g]) {
				t.Errorf("%s, game %d: %d plies, not %d", file, g+1, len(written[g]), len(coordinates[g]))
				continue
			}
			for i, text := range written[g] {
				want := byCoordinates(coordinates[g][i])
				m, _, _, f := n.Read(p, text)
				if g == 1 && i == 70 {
					// Both texts move the rear soldier, but the coordinates the
					// front one; the later plies are the same.
					want = byCoordinates("e3e4")
				}
				if f != nil || m != want {
					t.Errorf("%s, game %d, ply %d: %q is read as %x, %v, not %s", file, g+1, i+1, text, m, f, coordinates[g][i])
					break
				}
				if again := n.Format(p, m); again != text {
					t.Errorf("%s, game %d, ply %d: %q is written %q", file, g+1, i+1, text, again)
				}
				p.Play(m)
				plies++
			}
		}
		t.Logf("%s: %d plies", file, plies)
	}
}

func BenchmarkWXF(b *testing.B) {
	written := gameMoves(contents(b, "data/xiangqi/xqdb_international.pgn"))
	r := games.Rules(b, "xiangqi", "")
	b.ReportAllocs()
	plies := 0
	for b.Loop() {
		var n notation.WXF
		for _, game := range written {
			p := r.Start()
			for _, text := range game {
				m, _, _, f := n.Read(p, text)
				if f != nil {
					b.Fatal(text, f)
				}
				p.Play(m)
				plies++
			}
		}
	}
	b.ReportMetric(float64(plies)/b.Elapsed().Seconds(), "plies/s")
}

func FuzzWXF(f *testing.F) {
	r := games.Rules(f, "xiangqi", "")
	for _, text := range []string{"C2.5", "+Ｐ＋１", "前马退六", "33.4", "--+1", "一卒平５", "前兵四平五", "Pa=3"} {
		f.Add(uint8(0), text)
	}
	f.Fuzz(func(t *testing.T, plies uint8, text string) {
		p := r.Start()
		randomGame(p, rand.New(rand.NewPCG(uint64(plies), 1)), int(plies), func([]rules.Move) bool { return true })
		var n notation.WXF
		m, known, _, fault := n.Read(p, text)
		if known != (fault == nil) || known && !p.Legal(m) || known && !notation.CountsByFiles(text) {
			t.Fatalf("%q: known %v, %v", text, known, fault)
		}
		if !known {
			return
		}
		for _, script := range scripts {
			n.Script = script
			written := n.Format(p, m)
			if again, _, _, fault := n.Read(p, written); fault != nil || again != m {
				t.Fatalf("%q is written %q, which is read as %x, %v", text, written, again, fault)
			}
		}
	})
}
