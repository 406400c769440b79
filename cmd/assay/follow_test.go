package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"assay/analysis/notation"
	"assay/api"
	"assay/api/live"
	"assay/api/records"
	texts "assay/fixtures/records"
)

// fedGame is a game of a feeder.
type fedGame struct {
	number     int
	fen        string // "" for the usual start
	moves      []string
	final      string // position (FEN)
	shown      int    // moves
	fault      string // of the kind faults, at ply faultAt
	faultAt    int
	faultUntil int // tick
}

// faults are what happens to games; the connection and the file break as well.
var faults = []string{"taken back", "wrong move", "changed", "FEN late"}

// feeder shows games as far as they are played.
type feeder struct {
	mutex sync.Mutex
	games []*fedGame
	tick  int

	requests, broke int // broken connections and truncated files
}

// newFeeder makes games of up to so many plies; each has a fault in turn.
func newFeeder(t *testing.T, seed uint64, first, n, plies int) *feeder {
	book, random := texts.Book(), rand.New(rand.NewPCG(seed, 7))
	r, err := book.Rules("chess", "")
	if err != nil {
		t.Fatal(err)
	}
	f := &feeder{}
	for i := range n {
		g := &fedGame{number: first + i, fault: faults[i%len(faults)]}
		p := r.Start()
		play := func(n int, note bool) {
			for range n {
				moves := p.Moves(nil)
				if _, over := p.Outcome(); over || len(moves) == 0 {
					return
				}
				m := moves[random.IntN(len(moves))]
				if note {
					g.moves = append(g.moves, notation.UCI{}.Format(p, m))
				}
				p.Play(m)
			}
		}
		if g.fault == "FEN late" {
			play(6, false)
			g.fen = p.Text()
			if p, err = r.ParsePosition(g.fen); err != nil {
				t.Fatal(err)
			}
		}
		play(plies, true)
		g.final, g.faultAt = p.Text(), 3+random.IntN(max(len(g.moves)-4, 1))
		f.games = append(f.games, g)
	}
	return f
}

// advance plays on, and begins and ends faults. It reports whether all games
// are over.
func (f *feeder) advance() bool {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	f.tick++
	over := true
	for i, g := range f.games {
		switch {
		case f.tick < g.faultUntil:
		case (f.tick+i)%3 == 0 && g.shown < len(g.moves):
			if g.shown++; g.shown == g.faultAt {
				g.faultUntil = f.tick + 12
			}
		}
		over = over && g.shown == len(g.moves) && f.tick >= g.faultUntil
	}
	return over
}

// record writes a game as it is shown now.
func (f *feeder) record(g *fedGame) string {
	var b strings.Builder
	moves, result, fen := g.moves[:g.shown], "*", g.fen
	if f.tick < g.faultUntil {
		switch g.fault {
		case "taken back":
			moves = moves[:g.shown-2]
		case "wrong move":
			moves = append(moves[:g.shown-1:g.shown-1], "a1h8")
		case "changed":
			moves = append(moves[:g.shown-2:g.shown-2], "--")
		}
	} else if g.shown == len(g.moves) {
		result = "1/2-1/2"
	}
	if g.fault == "FEN late" && (g.shown < g.faultAt || f.tick < g.faultUntil) {
		fen = ""
	}
	fmt.Fprintf(&b, "[Event \"Feed\"]\n[Round \"1.%d\"]\n[White \"White %d\"]\n[Black \"Black %d\"]\n[Result %q]\n", g.number, g.number, g.number, result)
	if fen != "" {
		fmt.Fprintf(&b, "[FEN %q]\n", fen)
	}
	fmt.Fprintf(&b, "\n%s %s\n\n", strings.Join(moves, " "), result)
	return b.String()
}

func (f *feeder) text() string {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	var b strings.Builder
	for _, g := range f.games {
		b.WriteString(f.record(g))
	}
	return b.String()
}

// ServeHTTP serves the games as PGN with an ETag. Some connections break.
func (f *feeder) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	text := f.text()
	tag := strconv.Quote(fmt.Sprintf("%x", sha256.Sum256([]byte(text))))
	f.mutex.Lock()
	f.requests++
	breaks := f.broke < 15 && f.requests%3 == 2
	if breaks {
		f.broke++
	}
	f.mutex.Unlock()
	w.Header().Set("Content-Type", "application/x-chess-pgn")
	if breaks {
		w.Header().Set("Content-Length", strconv.Itoa(len(text)))
		fmt.Fprint(w, text[:len(text)/2])
		panic(http.ErrAbortHandler)
	}
	w.Header().Set("ETag", tag)
	if r.Header.Get("If-None-Match") == tag {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	fmt.Fprint(w, text)
}

// stream serves the only game as lichess streams it, in both ways. Connections
// break after some lines.
func (f *feeder) stream(kind string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/x-ndjson")
		line := func(v any) {
			text, _ := json.Marshal(v)
			w.Write(append(text, '\n'))
			w.(http.Flusher).Flush()
		}
		g, sent := f.games[0], -1
		head := map[string]any{"id": fmt.Sprintf("stream%d", g.number), "variant": map[string]string{"key": "standard"}}
		player := func(colour string) map[string]any {
			return map[string]any{"user": map[string]string{"name": fmt.Sprintf("%s %d", colour, g.number)}}
		}
		if kind == "positions" {
			head["players"] = map[string]any{"white": player("White"), "black": player("Black")}
			line(head)
			line(map[string]string{"fen": "start"})
			sent = 0
		}
		for lines := 0; r.Context().Err() == nil; time.Sleep(time.Millisecond) {
			f.mutex.Lock()
			shown, breaks := g.shown, f.broke < 5 && lines > 3
			if breaks {
				f.broke++
			}
			f.mutex.Unlock()
			switch {
			case breaks:
				fmt.Fprint(w, `{"fen":"cut o`)
				panic(http.ErrAbortHandler)
			case kind == "positions" && sent < shown:
				line(map[string]string{"fen": "x", "lm": g.moves[sent]})
				sent++
				lines++
			case kind == "states" && sent < shown:
				state := map[string]any{"type": "gameState", "moves": strings.Join(g.moves[:shown], " "), "status": "started"}
				if shown == len(g.moves) {
					state["status"] = "draw"
				}
				if sent < 0 {
					full := map[string]any{"type": "gameFull", "white": map[string]string{"name": fmt.Sprintf("White %d", g.number)},
						"black": map[string]string{"name": fmt.Sprintf("Black %d", g.number)}, "initialFen": "startpos", "state": state}
					for key, value := range head {
						full[key] = value
					}
					line(full)
				} else {
					line(state)
				}
				sent = shown
				lines++
			case shown == len(g.moves) && sent == shown:
				if kind == "positions" {
					head["status"] = map[string]any{"id": 34, "name": "draw"}
					line(head)
				}
				return
			}
		}
	}
}

// TestFollow follows 100 boards of a URL, files, folders and streams, with more
// than 100 faults: none is lost, doubled, or archived before its end.
func TestFollow(t *testing.T) {
	const plies = 12
	d, folder := newDesk(t), t.TempDir()
	round, file, logs := newFeeder(t, 1, 1, 50, plies), newFeeder(t, 2, 51, 20, plies), newFeeder(t, 3, 71, 26, plies)
	positions, states := newFeeder(t, 4, 97, 2, plies), newFeeder(t, 5, 99, 2, plies)
	feeders := []*feeder{round, file, logs}
	mux := http.NewServeMux()
	mux.Handle("/round.pgn", round)
	sources := []string{"/round.pgn"}
	for _, s := range []struct {
		kind string
		of   *feeder
	}{{"positions", positions}, {"states", states}} {
		for _, g := range s.of.games {
			one := &feeder{games: []*fedGame{g}}
			g.fault = ""
			path := fmt.Sprintf("/stream/%d", g.number)
			mux.Handle(path, one.stream(s.kind))
			feeders, sources = append(feeders, one), append(sources, path)
		}
	}
	server := httptest.NewServer(mux)
	defer server.Close()
	paths := []string{filepath.Join(folder, "all.pgn"), filepath.Join(folder, "logs")}
	for _, path := range sources {
		paths = append(paths, server.URL+path)
	}
	if err := os.Mkdir(paths[1], 0o755); err != nil {
		t.Fatal(err)
	}
	truncated := 0
	write := func() {
		text := file.text()
		if truncated < 20 && file.tick%3 == 2 {
			truncated++
			text = text[:len(text)*(truncated%7+1)/8]
		}
		writeFile(t, paths[0], text)
		for _, g := range logs.games {
			logs.mutex.Lock()
			text := logs.record(g)
			logs.mutex.Unlock()
			writeFile(t, filepath.Join(paths[1], fmt.Sprintf("%d.pgn", g.number)), text)
		}
	}
	write()
	stop, fed := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(fed)
		for over := false; !over; {
			select {
			case <-stop:
				return
			case <-time.After(20 * time.Millisecond):
			}
			over = true
			for _, f := range feeders {
				over = f.advance() && over
			}
			write()
		}
		truncated = 20
		write()
	}()
	follow := func() outcome {
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
		defer cancel()
		var out, errors bytes.Buffer
		environ := []string{"ASSAY_DATA=" + d.data, "ASSAY_WEBHOOK_NETWORKS=127.0.0.0/8"}
		code := run(ctx, append([]string{"follow", "--json", "--every", "20ms", "--until-ended"}, paths...), environ,
			strings.NewReader(""), &out, &errors)
		return outcome{code, out.String(), errors.String()}
	}
	began := time.Now()
	got := follow()
	t.Logf("%v, %d broken connections, %d truncated files", time.Since(began), round.broke, truncated)
	close(stop)
	<-fed
	if got.code != exitDone {
		t.Errorf("%d: %s", got.code, got.errors)
	}
	counts, archived := map[string]int{}, map[string]int{}
	for _, e := range objects(t, got.out) {
		counts[e["event"].(string)]++
		if e["event"] == "archived" {
			archived[e["first"].(string)]++
		}
	}
	t.Log(counts)
	if len(archived) != 100 || counts["archived"] < 100 || counts["begun"] < 100 {
		t.Errorf("%d games archived, %v", len(archived), counts)
	}
	for _, kind := range []string{"corrected", "illegal", "failed", "recovered"} {
		if counts[kind] == 0 {
			t.Errorf("no event %s", kind)
		}
	}
	check := func() {
		t.Helper()
		finals := map[string]string{}
		for _, f := range feeders {
			for _, g := range f.games {
				finals[fmt.Sprintf("White %d", g.number)] = g.final
			}
		}
		listed := objects(t, d.done("list", "--json"))
		for _, o := range listed {
			first := o["first"].(string)
			position := strings.TrimSpace(d.done("export", fmt.Sprint(o["id"]), "--as", "position"))
			if position != finals[first] || o["verdict"] != "legal" || o["result"] == "*" {
				t.Errorf("%s ends with %s, want %s: %v", first, position, finals[first], o)
			}
			delete(finals, first)
		}
		if len(listed) != 100 || len(finals) != 0 {
			t.Errorf("%d games, %d missing", len(listed), len(finals))
		}
	}
	check()
	if again := follow(); again.code != exitDone {
		t.Errorf("%+v", again)
	}
	check()
}

// TestFollowRefuses: no private address without permission, and no sources that
// cannot be read.
func TestFollowRefuses(t *testing.T) {
	asked := false
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked = true }))
	defer server.Close()
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	var out, errors bytes.Buffer
	run(ctx, []string{"follow", "--json", "--no-archive", server.URL}, []string{"ASSAY_DATA=" + t.TempDir()}, strings.NewReader(""), &out, &errors)
	if events := objects(t, out.String()); len(events) != 1 || asked || !strings.Contains(fmt.Sprint(events[0]["message"]), "which is not public; add its network to webhook_networks") {
		t.Errorf("%v %s", events, errors.String())
	}
	d := newDesk(t)
	for _, row := range []struct {
		args []string
		want string
	}{
		{nil, "SOURCE"}, {[]string{"/nowhere"}, "SOURCE"}, {[]string{"https://"}, "expected a URL"}, {[]string{"https://a:b@c.example/"}, "expected a URL"},
		{[]string{".", "--every", "1ms"}, "--every"}, {[]string{".", "--format", "x"}, "format"},
	} {
		if got := d.run("", append([]string{"follow"}, row.args...)...); got.code != exitUsage || !strings.Contains(got.errors, row.want) {
			t.Errorf("%v: %+v", row.args, got)
		}
	}
}

// TestFollowCorrection follows a log of Game Courier that grows; a correction
// after the end becomes a revision, also when the source is followed anew.
func TestFollowCorrection(t *testing.T) {
	d, log := newDesk(t), filepath.Join(t.TempDir(), "log.txt")
	text := d.done("export", "--record", writeTemp(t, "[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0\n"), "--as", "courier")
	writeFile(t, log, text)
	follow := func() string { return d.done("follow", log, "--every", "10ms", "--until-ended") }
	if got := follow(); !strings.Contains(got, "1-0 after 5 plies\n") || strings.Count(got, ": archived as 1\n") != 1 {
		t.Errorf("%s", got)
	}
	if got := follow(); !strings.Contains(got, "archived as 1") {
		t.Errorf("%s", got)
	}
	writeFile(t, log, strings.Replace(text, "e7-e5", "e7-e6", 1))
	if got := follow(); !strings.Contains(got, "2. Pawn e7 - e6\n") || !strings.Contains(got, ": game 1, revision 2\n") {
		t.Errorf("%s", got)
	}
	if listed := objects(t, d.done("list", "--json")); len(listed) != 1 {
		t.Errorf("%v", listed)
	}
}

// TestFollowFolder: each loss of a folder, and its return, is an event.
func TestFollowFolder(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "games")
	if err := os.Mkdir(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	arbiter, err := api.NewArbiter(api.Config{})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	follower := live.New(arbiter, nil, records.Reading{}, func(e *live.Event) error {
		got = append(got, string(e.Kind)+" "+strings.TrimPrefix(e.Message, folder))
		return nil
	})
	s := followedSource{follower: follower, name: folder}
	for range 2 {
		for _, move := range [][2]string{{folder, folder + "2"}, {folder + "2", folder}} {
			if err := os.Rename(move[0], move[1]); err != nil {
				t.Fatal(err)
			}
			if err := s.readFiles(t.Context(), nil); err != nil {
				if err := follower.Fail(s.name, sourceError(err)); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	if want := []string{"failed : no such file or folder", "recovered ", "failed : no such file or folder", "recovered "}; !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

// TestServeFollow serves a game that a file shows, and archives it at its end.
func TestServeFollow(t *testing.T) {
	d := newDesk(t)
	d.done("import", board1)
	path := filepath.Join(t.TempDir(), "round.pgn")
	writeFile(t, path, "[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 *\n")
	if got := d.run("", "serve", "--follow", path, "--read-only", "--listen", "127.0.0.1:0"); got.code != exitUsage || !strings.Contains(got.errors, "--follow") {
		t.Errorf("%+v", got)
	}
	if got := d.run("", "serve", "--follow", path+"x", "--listen", "127.0.0.1:0"); got.code != exitUsage || !strings.Contains(got.errors, "round.pgnx") {
		t.Errorf("%+v", got)
	}
}
