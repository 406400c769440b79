package uci

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"assay/analysis"
	"assay/analysis/variant"
	"assay/fixtures"
)

func rulebook() *analysis.Rulebook { return analysis.NewRulebook(variant.Embedded()) }

func converse(t testing.TB, ctx context.Context, in io.Reader) string {
	t.Helper()
	s, err := NewServer(analysis.NewRulebook(variant.Embedded()), nil, "Assay test")
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	if err := s.Serve(ctx, in, &out); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestConversation(t *testing.T) {
	for _, tc := range []struct{ name, in, want string }{
		{"introduction", "uci\n",
			`(?s)^id name Assay test\n.*option name Hash type spin.*option name UCI_Variant type combo default chess .*var csg-1 .*\nuciok\n$`},
		{"shogi's introduction", "usi\n",
			`(?s)option name USI_Hash.*option name USI_Variant type combo default shogi .*\nusiok\n$`},
		{"what pondering is asked for by", "uci\nusi\n",
			`(?s)\noption name Ponder type check default false\n.*\noption name USI_Ponder type check default false\n`},
		{"what castling from any files is asked for by", "uci\n",
			`\noption name UCI_Chess960 type check default false\n`},
		{"castling from any files",
			"setoption name UCI_Chess960 value true\nposition fen 1k6/8/8/8/8/8/8/1K4R1 w G - 0 1\ngo depth 1 " +
				"searchmoves b1g1\n", `bestmove b1g1`},
		{"the same in a game that has it by itself",
			"setoption name UCI_Chess960 value true\nsetoption name UCI_Variant value crazyhouse\nposition fen " +
				"4k3/8/8/8/8/8/8/4K2R[] w K - 0 1\ngo depth 1 searchmoves e1h1\n", `bestmove e1h1`},
		{"castling from any files no more",
			"setoption name UCI_Chess960 value true\nsetoption name UCI_Chess960 value false\nposition fen " +
				"4k3/8/8/8/8/8/8/4K2R w K - 0 1\ngo depth 1 searchmoves e1g1\n", `bestmove e1g1`},
		{"neither true nor false", "setoption name UCI_Chess960 value 1x\n",
			`^info string setoption: UCI_Chess960 is true or false, found "1x"`},
		{"shogi, which nobody set", "usi\nisready\nusinewgame\nposition startpos moves 7g7f\ngo depth 1\n",
			`\nbestmove [1-9][a-c]\S+`},
		{"a game that was set before", "setoption name UCI_Variant value minishogi\nusi\n",
			`option name USI_Variant type combo default minishogi `},
		{"ready", "isready\n", `^readyok\n$`},
		{"unknown commands are passed over", "\nhello world\nisready\n", `^readyok\n$`},
		{"depth", "position startpos moves e2e4\ngo depth 3\n",
			`(?s)^info depth 1 seldepth \d+ multipv 1 score cp -?\d+ nodes \d+ nps \d+ hashfull \d+ time \d+ pv \w+.*info depth 3 .*\nbestmove \w{4} ponder \w{4}\n$`},
		{"mate", "position fen 6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1\ngo mate 1\n",
			`score mate 1 .* pv a1a8\nbestmove a1a8\n$`},
		{"a mate in one node", "position fen 7k/8/5K2/8/8/8/8/6R1 w - - 0 1\ngo nodes 1 mate 2\n",
			`^bestmove \w{4}\n$`},
		{"no mate", "position startpos\ngo mate 2\n", `depth 3 .*\nbestmove \w{4}`},
		{"mated", "position fen 6k1/5ppp/8/8/8/8/r4PPP/1r4K1 w - - 0 1\ngo depth 2\n",
			`^info depth 0 score mate 0\nbestmove \(none\)\n$`},
		{"stalemate", "position fen 7k/5Q2/8/8/8/8/8/K7 b - - 0 1\ngo depth 2\n",
			`^info depth 0 score cp 0\nbestmove \(none\)\n$`},
		{"losing", "position fen 7k/8/5KR1/8/8/8/8/8 b - - 0 1\ngo depth 6\n", `score mate -\d+ `},
		{"searchmoves", "position startpos\ngo depth 2 searchmoves a2a3 h2h3\n", `\nbestmove [ah]2[ah]3`},
		{"searchmoves before a limit", "position startpos\ngo searchmoves a2a3 depth 1\n", `\nbestmove a2a3`},
		{"lines", "setoption name MultiPV value 3\nposition startpos\ngo depth 2\n", `depth 2 seldepth \d+ multipv 3 `},
		{"infinite", "go infinite\nisready\nstop\n", `(?s)readyok\n.*bestmove \w{4}`},
		{"infinite until the end", "go infinite\n", `bestmove \w{4}`},
		{"a mate in no moves is no limit", "go mate 0\n", `bestmove \w{4}`},
		{"ponder", "position startpos\ngo ponder wtime 1000 btime 1000\nponderhit\n", `bestmove \w{4}`},
		{"ponder to a depth", "position startpos\ngo ponder depth 5\nponderhit\n", `(?s)info depth 5 .*bestmove \w{4}`},
		{"clock", "position startpos\ngo wtime 300 btime 300 winc 10 binc 10 movestogo 20\n", `bestmove \w{4}`},
		{"options", "setoption name Hash value 1\nsetoption name Threads value 2\nsetoption name Clear " +
			"Hash\nucinewgame\ngo nodes 500\n", `bestmove \w{4}`},
		{"game", "setoption name UCI_Variant value Copper, Silver, Gold\ngo nodes 300\n", `bestmove \S+`},
		{"game that is not defined", "setoption name UCI_Variant value ches\n", `^info string setoption: .*ches`},
		{"option out of bounds", "setoption name Hash value 0\n",
			`^info string setoption: Hash goes from 1 to \d+, found "0"`},
		{"no option", "setoption name Colour value red\n", `^info string setoption: there is no option "Colour"`},
		{"option without a name", "setoption Hash\n", `^info string setoption: name NAME value VALUE`},
		{"illegal move", "position startpos moves e2e4 e2e4\ngo depth 1\n",
			`(?s)^info string position: move 2, "e2e4", is not legal in .*\n.*bestmove`},
		{"bad text", "position fen 8/8\n", `^info string position: `},
		{"no position", "position\n", `^info string position: startpos, or fen and a text`},
		{"bad limit", "go depth x\n", `^info string go: "x" behind depth is no number`},
		{"missing limit", "go depth\n", `^info string go: a number is missing behind depth`},
		{"bad word", "go fast\n", `^info string go: there is no word "fast"`},
		{"bad first move", "go searchmoves e2e5\n", `^info string go: "e2e5" is no legal move of `},
		{"shogi", "usi\nsetoption name USI_Variant value shogi\nusinewgame\nposition sfen " +
			"lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1 moves 7g7f\ngo byoyomi 50\n",
			`\nbestmove \d\w\d\w`},
		{"shogi's mate", "usi\nsetoption name USI_Variant value shogi\nposition sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G " +
			"1\ngo depth 3\n", `score mate 1 .*\nbestmove G\*5b\n$`},
		{"a mate by checks", "usi\nsetoption name USI_Variant value shogi\nposition sfen 4k4/9/4P4/9/9/9/9/9/4K4 b " +
			"G 1\ngo mate 60000\n", `\ncheckmate G\*5b\n$`},
		{"no mate by checks", "usi\nsetoption name USI_Variant value shogi\nposition sfen 4k4/9/9/9/9/9/9/9/4K4 b G " +
			"1\ngo mate infinite\n", `\ncheckmate nomate\n$`},
		{"a mate by checks in no time",
			"usi\nsetoption name USI_Variant value shogi\nposition sfen 4k4/9/9/9/9/9/9/9/4K4 b 2R2B4G 1\ngo mate " +
				"60000 nodes 1\n", `\ncheckmate timeout\n$`},
		{"a mate by checks where there are none", "usi\nsetoption name USI_Variant value extinction\ngo mate 60000\n",
			`\ncheckmate notimplemented\n$`},
		{"drops", "setoption name UCI_Variant value crazyhouse\nposition fen 4k3/8/8/8/8/8/8/4K3[Q] w - - 0 1 moves " +
			"Q@e5\ngo depth 1\n", `bestmove e8`},
		{"count", "position startpos moves e2e4\ngo perft 2\n", `(?s)^a7a5: 30\n.*\n\nNodes searched: 600\n\n$`},
		{"count until stopped", "go perft 30\nstop\nisready\n", `readyok\n$`},
		{"count of nothing", "go perft 0\n", `^info string go: perft counts leaves from depth 1 on`},
		{"quit", "go infinite\nquit\nisready\n", `bestmove \w{4}[^\n]*\n$`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			got := converse(t, context.Background(), strings.NewReader(tc.in))
			if !regexp.MustCompile(tc.want).MatchString(got) {
				t.Errorf("%s\nanswers\n%s\nwant %s", tc.in, got, tc.want)
			}
		})
	}
}

// TestGames sets each of the games that Fairy-Stockfish names, counts its first
// moves, and has one found after the moves of a game, which has to be legal.
func TestGames(t *testing.T) {
	counted := fixtures.FairyCounts(t)
	for _, id := range fixtures.Games(slices.Sorted(maps.Keys(counted))) {
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			for _, count := range counted[id] {
				in := fmt.Sprintf("setoption name UCI_Variant value %s\nposition startpos moves %s\ngo perft 1\ngo "+
					"nodes 200\n", id, strings.Join(count.Moves, " "))
				got := converse(t, context.Background(), strings.NewReader(in))
				counts, answer, found := strings.Cut(got, fmt.Sprintf("\nNodes searched: %d\n", count.Nodes[0]))
				if !found || strings.Contains(got, "info string") {
					t.Fatalf("%s: want %d moves\n%s", count.Name, count.Nodes[0], got)
				}
				_, best, _ := strings.Cut(answer, "\nbestmove ")
				best, _, _ = strings.Cut(strings.TrimSpace(best), " ")
				if none := best == "(none)"; none != (count.Nodes[0] == 0) || !none &&
					!strings.Contains("\n"+counts, "\n"+best+": 1\n") {
					t.Errorf("%s %s: %q is no legal move", count.Name, count.Position, best)
				}
			}
		})
	}
}

func TestVariantPath(t *testing.T) {
	dir := t.TempDir()
	yaml := "id: small-chess\nname: Small\nextends: chess\nstart: 4k3/8/8/8/8/8/8/4K2R w K - 0 1\n"
	for name, text := range map[string]string{"small.yaml": yaml, "other.yaml": "id: ["} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, tc := range []struct{ path, want string }{
		{filepath.Join(dir, "small.yaml"), `^option name UCI_Variant .*var small-chess .*\n(?s:.*)bestmove`},
		{dir, `^info string other.yaml.*\noption name UCI_Variant .*var small-chess .*\n`},
		{filepath.Join(dir, "none"), `^info string .*none`},
		{"<empty>", `^info string setoption: .*small-chess`},
	} {
		in := "setoption name VariantPath value " + tc.path +
			"\nsetoption name UCI_Variant value small-chess\nposition startpos\ngo depth 1\n"
		if got := converse(t, context.Background(), strings.NewReader(in)); !regexp.MustCompile(tc.want).
			MatchString(got) {
			t.Errorf("%s\nanswers\n%s\nwant %s", in, got, tc.want)
		}
	}
}

// TestContextEnds holds a conversation to its context, whether or not its
// commands go on.
func TestContextEnds(t *testing.T) {
	in, commands := io.Pipe()
	defer commands.Close()
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan string)
	go func() { ended <- converse(t, ctx, in) }()
	if _, err := io.WriteString(commands, "go infinite\n"); err != nil {
		t.Fatal(err)
	}
	cancel()
	<-ended
}

// narrow is a stream that takes so many lines, as of a program that went away.
type narrow int

func (n *narrow) Write(b []byte) (int, error) {
	if *n--; *n < 0 {
		return 0, io.ErrClosedPipe
	}
	return len(b), nil
}

// TestAnswersNotRead ends a conversation whose answers nobody reads any more
// while a search writes them beside it.
func TestAnswersNotRead(t *testing.T) {
	for lines := range narrow(4) {
		s, err := NewServer(analysis.NewRulebook(variant.Embedded()), nil, "Assay test")
		if err != nil {
			t.Fatal(err)
		}
		in := strings.NewReader("go depth 5\n" + strings.Repeat("hello\n", 1000))
		if err := s.Serve(t.Context(), in, &lines); !errors.Is(err, io.ErrClosedPipe) {
			t.Errorf("%v", err)
		}
	}
}

func FuzzServer(f *testing.F) {
	f.Add("uci\nsetoption name UCI_Variant value shogi\nposition startpos moves 7g7f\ngo nodes 100\nstop\n")
	f.Add("usi\nposition sfen 4k4/9/9/9/9/9/9/9/4K4 b G 1\ngo btime 10 byoyomi 5\nponderhit\n")
	f.Add("setoption name MultiPV value 3\nposition fen 8/8/8/8/8/8/8/K6k w - - 0 1\ngo searchmoves a1a2 infinite\n")
	f.Fuzz(func(t *testing.T, in string) {
		if lower := strings.ToLower(in); strings.Contains(lower, "hash") || strings.Contains(lower, "threads") ||
			strings.Contains(lower, "variantpath") {
			return // it asks for what the machine has, not for an answer
		}
		ctx, cancel := context.WithTimeout(context.Background(), 200*time.Millisecond)
		defer cancel()
		converse(t, ctx, strings.NewReader(in))
	})
}
