package notation

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"assay/analysis/rules"
	"assay/fixtures"
	"assay/fixtures/games"
	"assay/parser"
)

// sanData returns the contents of the public PGN files that match a pattern, by
// name, decompressed.
func sanData(t testing.TB, pattern string) map[string][]byte {
	t.Helper()
	out := map[string][]byte{}
	for _, path := range fixtures.Shared(t, pattern) {
		data, err := os.ReadFile(path)
		if err == nil && strings.HasSuffix(path, ".gz") {
			var z *gzip.Reader
			if z, err = gzip.NewReader(bytes.NewReader(data)); err == nil {
				data, err = io.ReadAll(z)
			}
		}
		if err != nil {
			t.Fatal(err)
		}
		out[filepath.Base(path)] = data
	}
	return out
}

// replayed is the result of replaying PGN files.
type replayed struct {
	games, plies int
	faults       []string // file, game, ply, text, ruling and reason
}

// replayPGN reads the games of a file and plays their main lines.
func replayPGN(t testing.TB, r *rules.Rules, name string, data []byte, out *replayed, each func(*parser.Record)) {
	t.Helper()
	start, p := r.Start(), new(rules.Position)
	for reader := parser.NewReader(bytes.NewReader(data), parser.Options{}); ; {
		rec, err := reader.Next()
		if err == io.EOF {
			return
		}
		if err != nil || rec.Format != parser.PGN {
			t.Fatalf("%s: %v, %v", name, err, rec)
		}
		out.games++
		if each != nil {
			each(rec)
		}
		if rec.Fault != nil {
			out.faults = append(out.faults, fmt.Sprintf("%s %d %v", name, rec.Game, rec.Fault))
			continue
		}
		start.CopyTo(p)
		if rec.Start != "" {
			own, err := r.ParsePosition(rec.Start)
			if err != nil {
				out.faults = append(out.faults, fmt.Sprintf("%s %d %v", name, rec.Game, err))
				continue
			}
			own.CopyTo(p)
		}
		n, ok := For(rec, p)
		if !ok {
			t.Fatalf("%s: PGN cannot hold the game", name)
		}
		for i := range rec.Moves {
			m, _, _, f := n.Read(p, rec.Moves[i].Text)
			if f != nil {
				out.faults = append(out.faults, fmt.Sprintf("%s %d ply %d %s: %s %s", name, rec.Game, i+1, rec.Moves[i].Text, f.Rule, f.Reason))
				break
			}
			p.Play(m)
			out.plies++
			if _, over := p.Outcome(); over && i+1 < len(rec.Moves) {
				out.faults = append(out.faults, fmt.Sprintf("%s %d ply %d: over", name, rec.Game, i+1))
				break
			}
		}
	}
}

// TestPGNFiles replays real games: how many games and plies are legal, and
// which are not.
func TestPGNFiles(t *testing.T) {
	for _, row := range []struct {
		variant      string
		pattern      string
		games, plies int
		faults       []string
	}{
		{"chess", "data/chess/corpus/*.pgn.gz", 31990, 2793055, nil},
		{"crazyhouse", "data/variants/zh.pgn", 83, 4794, nil},
		{"crazyhouse", "data/chess/parser/python-chess/*zh*.pgn", 2, 170, nil},
		{"xiangqi", "data/xiangqi/Hu_Ronghua_*.pgn.gz", 1391, 120357, nil},
		{"xiangqi", "data/xiangqi/*.pgn", 45, 3 * 1378, nil},
		{"chess", "data/chess/annotated/*.pgn", 256, 20004, []string{
			"ambiguous.pgn 1 ply 25 Rd1: PGN ambiguous",
			"chessdoctor.pgn 36 ply 57 Be3: W-0 movement",
			"chessdoctor.pgn 38 ply 20 Ne7: PGN ambiguous",
			"chessdoctor.pgn 39 ply 4 Bb4+: W-0 movement",
			"chessdoctor.pgn 43 ply 1 Bd3: W-0 movement",
			"immortal_games.pgn 1 ply 10 Nd7: PGN ambiguous",
			"immortal_games.pgn 17 ply 30 Rf8: PGN ambiguous",
			"immortal_games.pgn 25 ply 25 Rd1: PGN ambiguous",
			"immortal_games.pgn 34 ply 18 Nd7: PGN ambiguous",
		}},
	} {
		t.Run(row.pattern, func(t *testing.T) {
			r := games.Rules(t, row.variant, "")
			if row.games > 10000 {
				fixtures.Long(t)
			}
			var got replayed
			files := sanData(t, row.pattern)
			for name, data := range files {
				replayPGN(t, r, name, data, &got, nil)
			}
			slices.Sort(got.faults)
			if got.games != row.games || got.plies != row.plies || !slices.Equal(got.faults, row.faults) {
				t.Errorf("%d games, %d plies, want %d and %d; faults\n%s\nwant\n%s", got.games, got.plies, row.games, row.plies,
					strings.Join(got.faults, "\n"), strings.Join(row.faults, "\n"))
			}
		})
	}
}

// TestPGNReaderTests replays the test files of other readers. Files of chess
// games only are legal, except where they are meant to be invalid.
func TestPGNReaderTests(t *testing.T) {
	r := games.Rules(t, "chess", "")
	var got replayed
	for _, folder := range []string{"pgn-extract", "python-chess"} {
		for name, data := range sanData(t, "data/chess/parser/"+folder+"/*.pgn") {
			if strings.Contains(name, "zh") || strings.Contains(name, "antichess") || strings.Contains(name, "fischerrandom") {
				continue
			}
			replayPGN(t, r, name, data, &got, nil)
		}
	}
	slices.Sort(got.faults)
	want := []string{
		"anastasian-lewis.pgn 1 ply 82 Z0: G-4 no pass",
		"test-allownullmoves.pgn 1 ply 2 --: G-4 no pass",
		"test-allownullmoves.pgn 2 ply 2 --: G-4 no pass",
	}
	if !slices.Equal(got.faults, want) {
		t.Errorf("faults\n%s\nwant\n%s", strings.Join(got.faults, "\n"), strings.Join(want, "\n"))
	}
}

// TestPGNFilesRoundTrip writes real records and reads them back.
func TestPGNFilesRoundTrip(t *testing.T) {
	for _, pattern := range []string{
		"data/chess/annotated/*.pgn", "data/chess/parser/*/*.pgn", "data/variants/zh.pgn", "data/xiangqi/*.pgn",
		"data/xiangqi/*.pgn.gz", "data/chess/corpus/Capablanca.pgn.gz",
	} {
		for name, data := range sanData(t, pattern) {
			records, kept := 0, 0
			for reader := parser.NewReader(bytes.NewReader(data), parser.Options{}); ; {
				rec, err := reader.Next()
				if err == io.EOF {
					break
				}
				if err != nil {
					t.Fatalf("%s: %v", name, err)
				}
				records++
				if rec.Fault != nil {
					t.Errorf("%s %d: %v", name, rec.Game, rec.Fault)
					continue
				}
				// Write compares what it wrote with the record.
				var braces *parser.Unwritable // of a comment, which no reader takes as they are
				if err := parser.Write(io.Discard, rec); err != nil && (name != "nested-comment.pgn" || !errors.As(err, &braces)) {
					t.Errorf("%s %d: %v", name, rec.Game, err)
					continue
				}
				kept++
			}
			if kept != records || records == 0 {
				t.Errorf("%s: %d of %d records kept", name, kept, records)
			}
		}
	}
}

// BenchmarkPGNVerify reads and proves real games on one core: resolution of
// every move, its legality, and whether the game is over, after every ply.
func BenchmarkPGNVerify(b *testing.B) {
	data := sanData(b, "data/chess/corpus/Capablanca.pgn.gz")["Capablanca.pgn.gz"]
	r := games.Rules(b, "chess", "")
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	b.ReportAllocs()
	var got replayed
	for b.Loop() {
		got = replayed{}
		replayPGN(b, r, "Capablanca", data, &got, nil)
		if got.games != 597 || len(got.faults) > 0 {
			b.Fatalf("%+v", got)
		}
	}
	n := float64(b.N)
	b.ReportMetric(n*float64(got.games)/b.Elapsed().Seconds(), "games/s")
	b.ReportMetric(n*float64(got.plies)/b.Elapsed().Seconds(), "plies/s")
}
