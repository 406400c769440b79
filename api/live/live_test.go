package live

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"assay/api"
	"assay/api/records"
	"assay/store"
	"assay/store/sqlite"
)

// TestSnapshots: which versions of a source are accepted, and when.
func TestSnapshots(t *testing.T) {
	game := func(white, moves, result string) string {
		return fmt.Sprintf("[White %q]\n[Black \"B\"]\n[Result %q]\n\n%s %s\n\n", white, result, moves, result)
	}
	for _, row := range []struct {
		name      string
		snapshots []string // final ones begin with !
		want      []string
	}{
		{"plies as they come", []string{game("A", "1. e4", "*"), game("A", "1. e4 e5 2. Nf3", "*")},
			[]string{"1 begun 0", "1 ply 1 Pawn e2 - e4", "1 ply 2 Pawn e7 - e5", "1 ply 3 Knight g1 - f3"}},
		{"an end is seen twice", []string{game("A", "1. e4", "*"), game("A", "1. e4 e5", "1-0"), game("A", "1. e4 e5", "1-0"), game("A", "1. e4 e5", "1-0")},
			[]string{"1 begun 0", "1 ply 1 Pawn e2 - e4", "1 ply 2 Pawn e7 - e5", "1 ended 2 1-0"}},
		{"a result in the headers of a text that was cut off", []string{game("A", "1. e4 e5 2. Nf3", "*"),
			"[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n1. e4 e5", game("A", "1. e4 e5 2. Nf3 Nc6", "1-0"), game("A", "1. e4 e5 2. Nf3 Nc6", "1-0")},
			[]string{"1 begun 0", "1 ply 1 Pawn e2 - e4", "1 ply 2 Pawn e7 - e5", "1 ply 3 Knight g1 - f3", "1 ply 4 Knight b8 - c6", "1 ended 4 1-0"}},
		{"a text that was cut off", []string{game("A", "1. e4 e5", "*") + game("C", "1. d4", "*"), game("A", "1. e4", ""), game("A", "1. e4 e5", "*") + game("C", "1. d4 d5", "*")},
			[]string{"1 begun 0", "1 ply 1 Pawn e2 - e4", "1 ply 2 Pawn e7 - e5", "2 begun 0", "2 ply 1 Pawn d2 - d4", "2 ply 2 Pawn d7 - d5"}},
		{"headers that were cut off", []string{game("A", "1. e4", "*") + "[White \"Ca", game("A", "1. e4", "*") + "[White \"Ca", "", game("A", "1. e4 e5", "*")},
			[]string{"1 begun 0", "1 ply 1 Pawn e2 - e4", "1 ply 2 Pawn e7 - e5"}},
		{"taken back", []string{game("A", "1. e4 e5", "*"), game("A", "1. e4", "*"), game("A", "1. e4", "*"), game("A", "1. e4 c5", "*")},
			[]string{"1 begun 0", "1 ply 1 Pawn e2 - e4", "1 ply 2 Pawn e7 - e5", "1 corrected 1 -1", "1 ply 2 Pawn c7 - c5"}},
		{"changed", []string{game("A", "1. e4 e5 2. Nf3", "*"), game("A", "1. d4 e5", "*"), game("A", "1. d4 e5", "*")},
			[]string{"1 begun 0", "1 ply 1 Pawn e2 - e4", "1 ply 2 Pawn e7 - e5", "1 ply 3 Knight g1 - f3", "1 corrected 0 -3", "1 ply 1 Pawn d2 - d4", "1 ply 2 Pawn e7 - e5"}},
		{"a wrong move", []string{game("A", "1. e4 Ke5", "*"), game("A", "1. e4 Ke5", "*"), game("A", "1. e4 Ke5", "*"), game("A", "1. e4 e5", "*"), game("A", "1. e4 e5", "*")},
			[]string{"1 begun 0", "1 ply 1 Pawn e2 - e4", "1 illegal 1", "1 ply 2 Pawn e7 - e5", "1 resolved 2"}},
		{"a corrected name", []string{game("A", "1. e4", "*"), game("Ada", "1. e4 e5", "*"), game("Ada", "1. e4 e5", "*")},
			[]string{"1 begun 0", "1 ply 1 Pawn e2 - e4", "1 corrected 1 -0", "1 ply 2 Pawn e7 - e5"}},
		{"two games of the same players", []string{game("A", "1. e4", "*") + game("A", "1. d4", "*"), game("A", "1. e4 e5", "*") + game("A", "1. d4 d5", "*")},
			[]string{"1 begun 0", "1 ply 1 Pawn e2 - e4", "2 begun 0", "2 ply 1 Pawn d2 - d4", "1 ply 2 Pawn e7 - e5", "2 ply 2 Pawn d7 - d5"}},
		{"a position that comes late", []string{game("A", "", "*"), "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n" + game("A", "1. e3", "*"), "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n" + game("A", "1. e3", "*")},
			[]string{"1 begun 0", "1 corrected 0 -0", "1 ply 1 Pawn e2 - e3"}},
		{"the next game at the place of one that has ended", []string{game("A", "1. e4 e5", "1-0"), game("A", "1. e4 e5", "1-0"), game("C", "1. e4", "*"), game("C", "1. e4", "*")},
			[]string{"1 begun 0", "1 ply 1 Pawn e2 - e4", "1 ply 2 Pawn e7 - e5", "1 ended 2 1-0", "2 begun 0", "2 ply 1 Pawn e2 - e4"}},
		{"a game with another ID", []string{"[GameId \"1\"]\n" + game("A", "1. e4 e5", "*"), "[GameId \"2\"]\n" + game("C", "1. e4", "*"), "[GameId \"2\"]\n" + game("C", "1. e4", "*")},
			[]string{"1 begun 0", "1 ply 1 Pawn e2 - e4", "1 ply 2 Pawn e7 - e5", "2 begun 0", "2 ply 1 Pawn e2 - e4"}},
		{"a final version", []string{"!" + game("A", "1. e4 e5", "*"), "!" + game("A", "1. e4", "1-0")},
			[]string{"1 begun 0", "1 ply 1 Pawn e2 - e4", "1 ply 2 Pawn e7 - e5", "1 corrected 1 -1", "1 ended 1 1-0"}},
	} {
		arbiter, err := api.NewArbiter(api.Config{Data: t.TempDir()})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		f := New(arbiter, nil, records.Reading{}, func(e *Event) error {
			line := fmt.Sprintf("%d %s %d", e.Board, e.Kind, e.Ply)
			switch e.Kind {
			case Played:
				line += " " + e.Move
			case Corrected:
				line += fmt.Sprintf(" -%d", e.TakenBack)
			case Ended:
				line += " " + e.Result
			case Failed, Recovered:
				return nil
			}
			got = append(got, line)
			return nil
		})
		for i, text := range row.snapshots {
			text, final := strings.CutPrefix(text, "!")
			if i == 0 && !final { // a new last game is seen twice
				if err := f.Snapshot(t.Context(), "s", []byte(text), false); err != nil {
					t.Fatal(err)
				}
			}
			if err := f.Snapshot(t.Context(), "s", []byte(text), final); err != nil {
				t.Fatal(err)
			}
		}
		sorted := func(lines []string) []string {
			return slices.SortedStableFunc(slices.Values(lines), func(x, y string) int { return strings.Compare(x[:1], y[:1]) })
		}
		if !slices.Equal(sorted(got), sorted(row.want)) {
			t.Errorf("%s:\n%s\nwant\n%s", row.name, strings.Join(got, "\n"), strings.Join(row.want, "\n"))
		}
	}
}

// TestUnread: a source without a game that can be played is reported when it is
// seen twice, once, and again after it could be read.
func TestUnread(t *testing.T) {
	arbiter, err := api.NewArbiter(api.Config{Data: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	f := New(arbiter, nil, records.Reading{}, func(e *Event) error {
		if e.Kind == Failed || e.Kind == Recovered {
			got = append(got, string(e.Kind)+" "+e.Message)
		}
		return nil
	})
	bad, good := "<html><p>Not found</p></html>", "[White \"A\"]\n[Black \"B\"]\n\n1. e4 *\n"
	for _, text := range []string{bad, good, bad, bad, bad, good, "", bad, bad} {
		if err := f.Snapshot(t.Context(), "s", []byte(text), false); err != nil {
			t.Fatal(err)
		}
	}
	if len(got) != 3 || !strings.HasPrefix(got[0], "failed no game can be read: ") || got[1] != "recovered " || got[2] != got[0] {
		t.Errorf("%q", got)
	}
}

// busyStore is a store that cannot add games for some time.
type busyStore struct {
	store.Archive
	busy int // attempts that fail
}

func (s *busyStore) AddExternal(ctx context.Context, id store.ExternalID, g *store.Game) (store.Added, bool, error) {
	if s.busy--; s.busy >= 0 {
		return store.Added{}, false, errors.New("the disk is full")
	}
	return s.Archive.AddExternal(ctx, id, g)
}

// TestArchivingAgain: a game that cannot be archived is tried again until it
// can, and reported once.
func TestArchivingAgain(t *testing.T) {
	arbiter, err := api.NewArbiter(api.Config{Data: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	kept, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "x.db"), sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	archive := api.NewArchive(arbiter, &busyStore{Archive: kept, busy: maxTries + 1})
	defer archive.Close()
	var got []string
	f := New(arbiter, archive, records.Reading{}, func(e *Event) error {
		if e.Kind == Failed || e.Kind == Archived {
			got = append(got, fmt.Sprint(e.Kind, e.Game))
		}
		return nil
	})
	for i := range maxTries + 4 {
		text := "[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n1. e4 1-0\n"
		if err := f.Snapshot(t.Context(), "s", []byte(text), true); err != nil {
			t.Fatal(err)
		}
		failing := i <= maxTries
		if f.Done() != (i >= maxTries-1) || (f.Unarchived() == 1) != failing {
			t.Errorf("%d: done %v, %d not archived", i, f.Done(), f.Unarchived())
		}
	}
	if fmt.Sprint(got) != "[failed0 archived1]" {
		t.Errorf("%v", got)
	}
}

// TestFileName: readers do not see paths and URLs, which may be secret.
func TestFileName(t *testing.T) {
	for source, want := range map[string]string{
		"https://example.org:8080/secret/round.pgn?key=1": "example.org",
		"/home/ada/games/round.pgn":                       "round.pgn", "round.pgn": "round.pgn",
	} {
		if got := fileName(source); got != want {
			t.Errorf("%s: %q, want %q", source, got, want)
		}
	}
}

// TestStream converts the lines of streams.
func TestStream(t *testing.T) {
	for _, row := range []struct {
		name, lines, want string
	}{
		{"positions", `{"id":"a","variant":{"key":"crazyhouse"},"players":{"white":{"user":{"name":"A \"x\""}},"black":{"aiLevel":3}}}
{"fen":"start"}
{"fen":"x","lm":"e2e4","wc":1}

{"fen":"x","lm":"e7e5"}
{"id":"a","status":{"name":"mate"},"winner":"black","variant":{"key":"crazyhouse"},"players":{"white":{"user":{"name":"A"}},"black":{"aiLevel":3}}}`,
			"[GameId \"a\"]\n[White \"A\"]\n[Black \"Stockfish level 3\"]\n[Result \"0-1\"]\n[Variant \"crazyhouse\"]\n\ne2e4 e7e5 0-1\n"},
		{"a stream that was opened again", `{"id":"a"}
{"fen":"start"}
{"fen":"x","lm":"e2e4"}
{"fen":"x","lm":"e7e5"}
{"id":"a"}
{"fen":"start"}
{"fen":"x","lm":"e2e4"}`, "[GameId \"a\"]\n[Result \"*\"]\n\ne2e4 e7e5 *\n"},
		{"states", `{"type":"gameFull","id":"b","variant":{"key":"standard"},"white":{"name":"A"},"black":{"name":"B"},"initialFen":"startpos","state":{"moves":"e2e4","status":"started"}}
{"type":"chatLine","text":"hello"}
{"type":"gameState","moves":"e2e4 e7e5","status":"draw"}`, "[GameId \"b\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"1/2-1/2\"]\n\ne2e4 e7e5 1/2-1/2\n"},
		{"exports", `{"id":"c","moves":"e4 e5","status":"resign","winner":"white","players":{"white":{"user":{"name":"A"}},"black":{"user":{"name":"B"}}}}`,
			"[GameId \"c\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\ne4 e5 1-0\n"},
		{"records", `{"id":"d","pgn":"1. e4 *"}`, "1. e4 *"},
		{"others", `{"type":"x"}`, ""},
	} {
		var s Stream
		last := ""
		for line := range strings.Lines(row.lines) {
			text, err := s.Line([]byte(line))
			if err != nil {
				t.Fatal(err)
			}
			if text != nil {
				last = string(text)
			}
		}
		if last != row.want {
			t.Errorf("%s: %q, want %q", row.name, last, row.want)
		}
	}
	if _, err := new(Stream).Line([]byte("<html>")); err == nil {
		t.Error("a page is no stream")
	}
}
