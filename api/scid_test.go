package api

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"assay/analysis"
	"assay/analysis/rules"
	"assay/api/records"
	"assay/api/search"
	"assay/fixtures"
	"assay/index"
	"assay/index/pattern"
	"assay/index/tape"
)

// scid is Scid without its windows, in its own process, with a database of
// games. It times each search itself, so that communication is not measured.
type scid struct {
	questions io.Writer
	answers   *bufio.Reader
}

// scidScript imports a file and then runs a search for every line it reads. It
// replies with the number of games and the microseconds taken.
const scidScript = `
proc ::progressCallBack args {}
lassign $argv base games
set id [sc_base create SCID4 $base]
sc_base import $id $games
sc_base switch $id
puts [sc_base numGames $id]
flush stdout
while {[gets stdin line] >= 0} {
	set search [lassign $line fen]
	if {$fen ne ""} { sc_game startBoard $fen }
	set began [clock clicks -microseconds]
	eval [string map [list %id $id] $search]
	set took [expr {[clock clicks -microseconds] - $began}]
	puts "[sc_filter count $id dbfilter] $took"
	flush stdout
}
exit
`

// startScid loads the games of an archive into Scid. It logs and returns nil if
// Scid is not installed.
func startScid(b *testing.B, games string, want int) *scid {
	b.Helper()
	path, err := exec.LookPath("tkscid")
	if errors.Is(err, exec.ErrNotFound) {
		path, err = exec.LookPath("/usr/games/tkscid")
	}
	if err != nil {
		b.Logf("Scid is not installed, Assay is measured alone: %v", err)
		return nil
	}
	script := filepath.Join(b.TempDir(), "search.tcl")
	writeFile(b, script, []byte(scidScript))
	command := exec.Command(path, script, filepath.Join(b.TempDir(), "base"), games)
	command.Stderr = os.Stderr
	input, err := command.StdinPipe()
	if err != nil {
		b.Fatal(err)
	}
	output, err := command.StdoutPipe()
	if err != nil {
		b.Fatal(err)
	}
	if err := command.Start(); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		input.Close()
		if err := command.Wait(); err != nil {
			b.Error(err)
		}
	})
	s := &scid{input, bufio.NewReader(output)}
	var have int
	if _, err := fmt.Fscanln(s.answers, &have); err != nil || have != want {
		b.Fatalf("Scid has %d games, the archive %d legal ones: %v", have, want, err)
	}
	return s
}

// search runs a command from a position, or from any if fen is empty.
func (s *scid) search(b *testing.B, fen, command string) (games int, took time.Duration) {
	if _, err := fmt.Fprintf(s.questions, "{%s} %s\n", fen, command); err != nil {
		b.Fatal(err)
	}
	var micros int
	if _, err := fmt.Fscanln(s.answers, &games, &micros); err != nil {
		b.Fatalf("%s: %v", command, err)
	}
	return games, time.Duration(micros) * time.Microsecond
}

// Scid's searches for the board and the side to move, as in its search window
// and, several times faster, as in its tree window.
const (
	scidBoard = "sc_search board RESET Exact 0 0"
	scidTree  = "sc_filter search %id dbfilter board dbfilter"
)

// chessCorpus archives the chess games next to the project, and writes each of
// those archived once into one file.
func chessCorpus(b *testing.B) (a *Archive, file string, games int) {
	b.Helper()
	folder := fixtures.Shared(b, "data/chess/corpus")
	a = openArchive(b, b.TempDir())
	tally, err := a.Import(b.Context(), folder, records.ImportOptions{})
	if err != nil || tally.Legal != tally.Games {
		b.Fatalf("%+v, %v", tally, err)
	}
	var all bytes.Buffer
	for id := range tally.Added {
		record, err := a.Record(b.Context(), int64(id+1))
		if err != nil {
			b.Fatal(err)
		}
		all.Write(record)
		all.WriteString("\n\n")
	}
	file = filepath.Join(b.TempDir(), "all.pgn")
	writeFile(b, file, all.Bytes())
	return a, file, tally.Added
}

// BenchmarkAgainstScid runs the same searches on the same games with Assay and
// Scid in turn, each timed inside its own process. A round is one search by
// each.
//
// It reports percentiles of "page" (the exact total and the first fifty hits,
// replayed), of "lookup" (the same from the index alone) and of Scid, and
// Scid's time as a multiple: at the median and in sum. Run it with -benchtime
// 200x.
func BenchmarkAgainstScid(b *testing.B) {
	a, file, games := chessCorpus(b)
	peer := startScid(b, file, games)
	random := rand.New(rand.NewPCG(4, 7))
	positions := randomPositions(b, a, random, 200)
	b.Run("exact", func(b *testing.B) { compareExact(b, a, peer, positions) })
	for _, kind := range []struct {
		name    string
		pattern func(*rand.Rand, *rules.Position) scidPattern
	}{
		{"squares", squaresPattern},
		{"material", materialPattern},
		{"both", func(random *rand.Rand, p *rules.Position) scidPattern {
			return squaresPattern(random, p).and(materialPattern(random, p))
		}},
	} {
		b.Run(kind.name, func(b *testing.B) {
			random := rand.New(rand.NewPCG(7, 4))
			patterns := make([]scidPattern, len(positions))
			for i, p := range positions {
				patterns[i] = kind.pattern(random, p)
			}
			comparePatterns(b, a, peer, patterns)
		})
	}
}

// compareExact searches for positions. Scid ignores castling and en passant
// rights, so it may find more games; those with the same board and side to move
// must be as many.
func compareExact(b *testing.B, a *Archive, peer *scid, positions []*rules.Position) {
	page, lookup, board, tree := new(durations), new(durations), new(durations), new(durations)
	for i := 0; b.Loop(); i++ {
		p := positions[i%len(positions)]
		query := search.SearchQuery{Variant: "chess", Position: p.Text()}
		began := time.Now()
		result, err := a.Search(b.Context(), query)
		page.add(time.Since(began))
		if err != nil {
			b.Fatal(err)
		}
		key := index.KeyOf(p)
		exact := index.Query{Variant: "chess", Key: &key, Limit: search.DefaultLimit, Verdicts: analysis.Proved}
		began = time.Now()
		a.mustSearchIndex(b, exact)
		lookup.add(time.Since(began))
		if peer == nil {
			continue
		}
		found, took := peer.search(b, p.Text(), scidBoard)
		board.add(took)
		again, took := peer.search(b, "", scidTree)
		tree.add(took)
		if found != again || found < result.Total {
			b.Fatalf("%s: Assay finds %d games, Scid %d and %d", p.Text(), result.Total, found, again)
		}
		if i >= len(positions) || found == result.Total {
			continue
		}
		same := chessSearch(p.Rules(), pattern.Same{State: tape.StateOf(p), Side: true})
		if total := int(a.mustSearchIndex(b, same).Total); total != found {
			b.Fatalf("%s: Assay finds the board in %d games, Scid in %d", p.Text(), total, found)
		}
	}
	page.report(b, "page")
	lookup.report(b, "lookup")
	page.compare(b, "page", board, "board")
	lookup.compare(b, "lookup", board, "board")
	page.compare(b, "page", tree, "tree")
	lookup.compare(b, "lookup", tree, "tree")
}

// comparePatterns searches for patterns.
func comparePatterns(b *testing.B, a *Archive, peer *scid, patterns []scidPattern) {
	page, lookup, material := new(durations), new(durations), new(durations)
	for i := 0; b.Loop(); i++ {
		searches := patterns[i%len(patterns)]
		planned := chessSearch(searches.rules, pattern.And{Of: searches.of})
		began := time.Now()
		found := a.mustSearchIndex(b, planned)
		lookup.add(time.Since(began))
		for _, game := range found.Games {
			if _, err := a.Replay(b.Context(), game); err != nil {
				b.Fatalf("%s: %v", searches.search(), err)
			}
		}
		page.add(time.Since(began))
		if peer == nil {
			continue
		}
		games, took := peer.search(b, "", "sc_search material -filter RESET"+searches.search())
		material.add(took)
		if games != int(found.Total) {
			b.Fatalf("%s: Assay finds %d games, Scid %d", searches.search(), found.Total, games)
		}
	}
	page.report(b, "page")
	lookup.report(b, "lookup")
	page.compare(b, "page", material, "scid")
	lookup.compare(b, "lookup", material, "scid")
}

// chessSearch returns a search for a condition in legal games of chess.
func chessSearch(r *rules.Rules, condition pattern.Node) index.Query {
	return index.Query{Variant: "chess", Limit: search.DefaultLimit, Verdicts: []string{analysis.Legal},
		Match: &index.Match{Condition: condition, Rules: r}}
}

// mustSearchIndex searches with the index alone.
func (a *Archive) mustSearchIndex(b *testing.B, q index.Query) index.Result {
	b.Helper()
	x, err := a.OpenedIndex(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	result, err := x.Games(b.Context(), q)
	if err != nil {
		b.Fatal(err)
	}
	return result
}

// scidPattern is a pattern for both programs.
type scidPattern struct {
	rules  *rules.Rules
	of     []pattern.Node
	bounds map[string][2]int // of piece counts, by Scid's names
	parts  []string          // Scid's patterns
}

// scidMen are the piece types in Scid's letters, and the greatest count that
// Scid accepts, which allows any number.
var scidMen = []struct {
	letter, name string
	any          int
}{{"q", "Queen", 9}, {"r", "Rook", 9}, {"b", "Bishop", 9}, {"n", "Knight", 9}, {"p", "Pawn", 8}}

var scidSides = []string{"w", "b"}

func (s scidPattern) and(o scidPattern) scidPattern {
	s.of = append(s.of, o.of...)
	s.bounds = o.bounds
	return s
}

// search returns the arguments of Scid's search by material and patterns.
func (s scidPattern) search() string {
	var text strings.Builder
	for _, side := range scidSides {
		for _, man := range scidMen {
			bounds, ok := s.bounds[side+man.letter]
			if !ok {
				bounds = [2]int{0, man.any}
			}
			fmt.Fprintf(&text, " -%s%s {%d %d}", side, man.letter, bounds[0], bounds[1])
		}
		fmt.Fprintf(&text, " -%sm {0 18}", side)
	}
	for _, part := range s.parts {
		fmt.Fprintf(&text, " -pattern {%s}", part)
	}
	return text.String()
}

// squaresPattern matches two to five pieces of a position by square, file or
// rank, or a file without pawns.
func squaresPattern(random *rand.Rand, p *rules.Position) scidPattern {
	r := p.Rules()
	s := scidPattern{rules: r}
	pawnType, _ := r.PieceTypeNamed("Pawn")
	for want := 2 + random.IntN(4); len(s.of) < want; {
		at := rules.Square(random.IntN(64))
		pc := p.At(at)
		if pc == rules.NoPiece {
			continue
		}
		file, rank, present := r.SquareName(at)[:1], r.SquareName(at)[1:], 1
		switch pawn := rules.NewPiece(pawnType, pc.Side()); random.IntN(4) {
		case 0:
			rank = "?"
		case 1:
			file = "?"
		case 2:
			if !onFile(p, pawn, file) {
				pc, rank, present = pawn, "?", 0
			}
		}
		of := pattern.Standing{}
		of.Pieces.Add(pc)
		for q := range rules.Square(64) {
			name := r.SquareName(q)
			if (file == "?" || file == name[:1]) && (rank == "?" || rank == name[1:]) {
				of.Squares.Add(q)
			}
		}
		op := pattern.Equal
		if present == 1 {
			op = pattern.GreaterEqual
		}
		s.of = append(s.of, pattern.Sum{Terms: []pattern.Term{{Weight: 100, Of: of}}, Op: op, Than: 100 * present})
		s.parts = append(s.parts, fmt.Sprintf("%d %s %s %s", present, scidPiece(r, pc), file, rank))
	}
	return s
}

func onFile(p *rules.Position, pc rules.Piece, file string) bool {
	for q := range rules.Square(64) {
		if p.At(q) == pc && p.Rules().SquareName(q)[:1] == file {
			return true
		}
	}
	return false
}

func scidPiece(r *rules.Rules, pc rules.Piece) string {
	letter := "k"
	for _, man := range scidMen {
		if man.name == r.PieceName(pc.Type()) {
			letter = man.letter
		}
	}
	return scidSides[pc.Side()] + letter
}

// materialPattern matches the pieces of a position, with one pawn more or less
// on either side.
func materialPattern(_ *rand.Rand, p *rules.Position) scidPattern {
	r := p.Rules()
	s := scidPattern{rules: r, bounds: map[string][2]int{}}
	for side, letter := range scidSides {
		for _, man := range scidMen {
			t, _ := r.PieceTypeNamed(man.name)
			var of pattern.Standing
			of.Pieces.Add(rules.NewPiece(t, rules.Side(side)))
			n := 0
			for q := range rules.Square(64) {
				of.Squares.Add(q)
				if of.Pieces.Has(p.At(q)) {
					n++
				}
			}
			bounds := [2]int{n, n}
			if man.letter == "p" {
				bounds = [2]int{max(n-1, 0), min(n+1, man.any)}
			}
			s.bounds[letter+man.letter] = bounds
			for i, op := range []pattern.Op{pattern.GreaterEqual, pattern.LessEqual} {
				s.of = append(s.of, pattern.Sum{Terms: []pattern.Term{{Weight: 100, Of: of}}, Op: op, Than: 100 * bounds[i]})
			}
		}
	}
	return s
}

// durations are the durations of many searches.
type durations struct{ all []time.Duration }

func (t *durations) add(d time.Duration) { t.all = append(t.all, d) }

func (t *durations) percentile(percent int) time.Duration {
	sorted := slices.Sorted(slices.Values(t.all))
	return sorted[(len(sorted)-1)*percent/100]
}

func (t *durations) sum() (sum time.Duration) {
	for _, d := range t.all {
		sum += d
	}
	return sum
}

func (t *durations) report(b *testing.B, name string) {
	for _, percent := range []int{50, 99} {
		b.ReportMetric(float64(t.percentile(percent).Microseconds()), fmt.Sprintf("us-%s-p%d", name, percent))
	}
}

// compare reports the peer's time as a multiple, if there is a peer.
func (t *durations) compare(b *testing.B, name string, peer *durations, peerName string) {
	if len(peer.all) == 0 {
		return
	}
	peer.report(b, peerName)
	b.ReportMetric(float64(peer.percentile(50))/float64(t.percentile(50)), fmt.Sprintf("x-%s/%s-p50", peerName, name))
	b.ReportMetric(float64(peer.sum())/float64(t.sum()), fmt.Sprintf("x-%s/%s-sum", peerName, name))
}
