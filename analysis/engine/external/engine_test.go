package external

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"assay/analysis"
	"assay/analysis/engine"
	"assay/analysis/notation"
	"assay/analysis/rules"
	"assay/analysis/variant"
	"assay/fixtures"
)

var book = analysis.NewRulebook(variant.Embedded())

// of is the fake engine of a temper.
func of(t testing.TB, temper string, args ...string) Config {
	t.Helper()
	path, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return Config{Name: "fake", Path: path, Args: append([]string{"engine", temper}, args...)}
}

func opened(t testing.TB, c Config) *Engine {
	t.Helper()
	e, err := New(c, book)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(e.Close)
	return e
}

func start(t testing.TB, id string) *rules.Position {
	t.Helper()
	r, err := book.Rules(id, "")
	if err != nil {
		t.Fatal(err)
	}
	return r.Start()
}

func text(p *rules.Position, moves []rules.Move) string {
	var words []string
	p = p.Clone()
	for _, m := range moves {
		words = append(words, notation.UCI{}.Format(p, m))
		p.Play(m)
	}
	return strings.Join(words, " ")
}

func TestSearch(t *testing.T) {
	e := opened(t, of(t, "talk"))
	p := start(t, "chess")
	var told []engine.Line
	result, err := e.Search(t.Context(), p, engine.Limits{Nodes: 100, MultiPV: 2},
		func(l engine.Line) { told = append(told, l) })
	if err != nil || len(result.Lines) != 2 || len(told) != 3 || result.Nodes != 200 {
		t.Fatalf("%+v, told %d, %v", result, len(told), err)
	}
	first, second := result.Lines[0], result.Lines[1]
	if text(p, first.Moves) != "d2d4 d7d5" || first.CP != 31 || first.Depth != 2 || first.Time != 7*time.Millisecond {
		t.Errorf("%+v", first)
	}
	if text(p, second.Moves) != "e2e4" || second.Mate != 5 || second.MultiPV != 2 {
		t.Errorf("%+v", second)
	}
	if title, err := e.Title(); title != "Fake 1.0" || err != nil {
		t.Errorf("%q, %v", title, err)
	}
}

// TestOneMove hears engines that have little to say.
func TestOneMove(t *testing.T) {
	for _, row := range []struct {
		temper string
		depth  int
		line   string
	}{
		{"silent", 0, "e2e4"}, {"lie later", 3, "e2e4 e7e5"}, {"resign", 0, ""},
	} {
		t.Run(row.temper, func(t *testing.T) {
			p := start(t, "chess")
			result, err := opened(t, of(t, row.temper)).Search(t.Context(), p, engine.Limits{Nodes: 1}, nil)
			line := engine.Line{}
			if len(result.Lines) > 0 {
				line = result.Lines[0]
			}
			if err != nil || text(p, line.Moves) != row.line || line.Depth != row.depth {
				t.Errorf("%+v, %v", result, err)
			}
		})
	}
}

// TestBadEngines bears with engines that crash, hang, flood and lie: each is
// blamed, and none is waited for.
func TestBadEngines(t *testing.T) {
	for _, row := range []struct {
		temper string
		fault  error
		detail string
	}{
		{"crash", errCrashed, "exit status 3: the end"},
		{"hang", errSilent, ""},
		{"shy", errSilent, ""},
		{"deaf", errSilent, ""},
		{"flood", errFlood, ""},
		{"endless", errFlood, ""},
		{"lie", errIllegal, `"e2e5"`},
		{"lie last", errIllegal, `"e2e5"`},
		{"none", errIllegal, `"(none)"`},
		{"nothing", errGarbled, `"bestmove"`},
	} {
		t.Run(row.temper, func(t *testing.T) {
			t.Parallel()
			c := of(t, row.temper)
			if row.fault == errSilent {
				c.Time, c.Grace = 100*time.Millisecond, time.Second
			}
			e := opened(t, c)
			p := start(t, "chess")
			for range 2 { // whatever it did, it is asked again
				_, err := e.Search(t.Context(), p, engine.Limits{Nodes: 1}, nil)
				var fault *Error
				if !errors.As(err, &fault) || fault.Fault != row.fault || fault.Detail != row.detail ||
					fault.Engine != "fake" || fault.Position != p.Text() {
					t.Fatalf("%+v", err)
				}
			}
		})
	}
}

func TestStartedAgain(t *testing.T) {
	p := start(t, "chess")
	result, err := opened(t, of(t, "crash once", filepath.Join(t.TempDir(), "crashed"))).
		Search(t.Context(), p, engine.Limits{}, nil)
	if err != nil || text(p, result.Lines[0].Moves) != "e2e4" {
		t.Errorf("%+v, %v", result, err)
	}
}

// TestStopped stops a search by its time, by that of the engine, and by its
// context.
func TestStopped(t *testing.T) {
	p := start(t, "chess")
	for _, limits := range []engine.Limits{{Time: time.Millisecond}, {Nodes: 1}} {
		c := of(t, "patient")
		c.Time = 10 * time.Millisecond
		result, err := opened(t, c).Search(t.Context(), p, limits, nil)
		if err != nil || text(p, result.Lines[0].Moves) != "g1f3" {
			t.Errorf("%+v, %v", result, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := opened(t, of(t, "patient")).Search(ctx, p, engine.Limits{}, nil); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// TestGames holds what games an engine is asked to play to its configuration
// and to what it says.
func TestGames(t *testing.T) {
	for _, row := range []struct {
		id, line string // "" where it is not played
		variants []string
	}{
		{"chess", "e2e4", nil},
		{"xiangqi", "h3e3", nil},
		{"shogi", "", nil},
		{"chess960", "", nil},
		{"xiangqi", "", []string{"chess"}},
		{"minixiangqi", "b1b2", []string{"minixiangqi=mini"}},
	} {
		c := of(t, "tell")
		c.Variants = row.variants
		p := start(t, row.id)
		result, err := opened(t, c).Search(t.Context(), p, engine.Limits{Nodes: 1}, nil)
		if row.line == "" {
			if !errors.Is(err, ErrNotPlayed) {
				t.Errorf("%s: %+v, %v", row.id, result, err)
			}
		} else if err != nil || text(p, result.Lines[0].Moves) != row.line {
			t.Errorf("%s: %+v, %v", row.id, result, err)
		}
	}
}

// TestXBoard plays engines of XBoard's protocol.
func TestXBoard(t *testing.T) {
	timed := engine.Limits{Time: 300 * time.Millisecond}
	for _, row := range []struct {
		temper, id, position string
		limits               engine.Limits
		line, fault          string
		want                 engine.Line
	}{
		{"xboard", "chess", "", timed, "d2d4 d7d5", "", engine.Line{Depth: 2, CP: 31}},
		{"xboard mate", "chess", "", timed, "e2e4 e7e5", "", engine.Line{Depth: 4, Mate: 5}},
		{"xboard mated", "chess", "", timed, "e2e4", "", engine.Line{Depth: 4, Mate: -4}},
		{"xboard xiangqi", "xiangqi", "", timed, "h3e3", "", engine.Line{}},
		{"xboard castles", "chess960", "1k6/8/8/8/8/8/8/1K4R1 w G - 0 1", timed, "b1g1", "", engine.Line{}},
		{"xboard resigns", "chess", "", timed, "", "", engine.Line{}},
		{"xboard lies", "chess", "", timed, "", `its move is not legal: "e2e5"`, engine.Line{}},
		{"xboard refuses", "chess", "", timed, "", `what it says is not the protocol: "Illegal move: e2e4"`,
			engine.Line{}},
		{"xboard san", "chess", "", timed, "", "algebraic notation", engine.Line{}},
		{"xboard", "shogi", "", timed, "", "does not play the game: shogi", engine.Line{}},
		{"xboard", "chess", "", engine.Limits{Nodes: 5}, "", "no limit of nodes", engine.Line{}},
		{"xboard", "chess", "", engine.Limits{Depth: 5, MultiPV: 2}, "", "one line", engine.Line{}},
		{"xboard log", "chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", engine.Limits{Depth: 5}, "",
			"option Own Book=1; ping 1; new; force; post; easy; setboard 4k3/", engine.Line{}},
	} {
		t.Run(row.temper+" "+row.id, func(t *testing.T) {
			p := start(t, row.id)
			if row.position != "" {
				var err error
				if p, err = p.Rules().ParsePosition(row.position); err != nil {
					t.Fatal(err)
				}
			}
			c := of(t, row.temper)
			c.Protocol, c.Options = "xboard", map[string]string{"own book": "1"}
			result, err := opened(t, c).Search(t.Context(), p, row.limits, nil)
			if row.fault != "" {
				if err == nil || !strings.Contains(err.Error(), row.fault) {
					t.Errorf("%v, want %s", err, row.fault)
				}
				return
			}
			got := engine.Line{}
			if len(result.Lines) > 0 {
				got = result.Lines[0]
			}
			if err != nil || text(p, got.Moves) != row.line || got.Depth != row.want.Depth || got.CP != row.want.CP ||
				got.Mate != row.want.Mate {
				t.Errorf("%+v, %v", result, err)
			}
		})
	}
}

func TestOptions(t *testing.T) {
	c := of(t, "echo", "log")
	c.Options = map[string]string{"Own Book": "true"}
	e := opened(t, c)
	p := start(t, "chess")
	_, err := e.Search(t.Context(), p,
		engine.Limits{Nodes: 5, Depth: 4, Mate: 3, Time: time.Second, Moves: p.Moves(nil)[:1]}, nil)
	if want := "go nodes 5 depth 4 movetime 1000 mate 2 searchmoves " + text(p, p.Moves(nil)[:1]); err == nil ||
		!strings.Contains(err.Error(), want) {
		t.Errorf("%v, want %s", err, want)
	}
	c.Options = map[string]string{"Books": "true"}
	if _, err := opened(t, c).Search(t.Context(), p, engine.Limits{}, nil); !errors.Is(err, ErrNotStarted) ||
		!strings.Contains(err.Error(), `"Books"`) {
		t.Error(err)
	}
}

func TestConfig(t *testing.T) {
	for _, row := range []struct {
		config Config
		want   string
	}{
		{Config{Path: "x"}, "needs a name"},
		{Config{Name: "x"}, "path of the program is missing"},
		{Config{Name: "x", Path: "x", Memory: -1}, "not below 0"},
		{Config{Name: "x", Path: "x", Protocol: "usl"}, `"usi" was probably meant`},
	} {
		if err := row.config.Check(); err == nil || !strings.Contains(err.Error(), row.want) {
			t.Errorf("%v, want %s", err, row.want)
		}
	}
	e := opened(t, Config{Name: "x", Path: filepath.Join(t.TempDir(), "none")})
	if _, err := e.Title(); !errors.Is(err, ErrNotStarted) {
		t.Error(err)
	}
}

// TestMemory has a shell tell of the bound that it runs under.
func TestMemory(t *testing.T) {
	if runtime.GOOS != "linux" {
		fixtures.Lacks(t, "address space is bounded on Linux")
	}
	script := `while read line; do case $line in uci) echo "id name $(ulimit -v)"; echo uciok;; isready) echo readyok;; quit) exit;; esac; done`
	e := opened(t, Config{Name: "shell", Path: "/bin/sh", Args: []string{"-c", script}, Memory: 512})
	if title, err := e.Title(); title != "524288" || err != nil {
		t.Errorf("%q, %v", title, err)
	}
}

func FuzzInfo(f *testing.F) {
	f.Add("depth 4 seldepth 5 multipv 1 score cp 267 lowerbound nodes 987 time 4 pv g1f3")
	f.Add("score mate - pv 7g7f")
	f.Add("name UCI_Variant type combo default chess var chess var mini xiangqi")
	f.Fuzz(func(t *testing.T, line string) {
		words := strings.Fields(line)
		if in, ok := readInfo(words); ok && (len(in.pv) == 0 || in.MultiPV < 1 || in.MultiPV > maxLines) {
			t.Errorf("%+v", in)
		}
		readOption(words)
	})
}
