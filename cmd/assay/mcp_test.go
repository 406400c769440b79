package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"assay/analysis/notation"
	"assay/fixtures/games"
)

// toolAnswer is the text of an answer of a tool.
type toolAnswer struct {
	Query  struct{ Method, Path string }
	Status int
	Answer json.RawMessage
}

// asked runs the command mcp with calls of tools, and returns their answers.
func asked(t *testing.T, data string, calls []string) []toolAnswer {
	t.Helper()
	var in strings.Builder
	in.WriteString(`{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18",` +
		`"capabilities":{},"clientInfo":{"name":"test","version":"1"}}}` + "\n" +
		`{"jsonrpc":"2.0","method":"notifications/initialized"}` + "\n")
	for i, call := range calls {
		fmt.Fprintf(&in, `{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":%s}`+"\n", i+1, call)
	}
	read, write := newBlockingReader(in.String())
	var out lineCounter
	out.done = func(lines int) {
		if lines == len(calls)+1 {
			write() // ends the input after the last answer
		}
	}
	var said bytes.Buffer
	if code := run(t.Context(), []string{"mcp", "--data", data}, nil, read, &out, &said); code != exitDone {
		t.Fatalf("exit code %d: %s", code, said.String())
	}
	answers := make([]toolAnswer, len(calls))
	for line := range strings.Lines(out.String()) {
		var reply struct {
			ID     int
			Error  *struct{ Message string }
			Result struct {
				Content []struct{ Text string }
				IsError bool
			}
		}
		if err := json.Unmarshal([]byte(line), &reply); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		if reply.ID == 0 {
			continue
		}
		if reply.Error != nil || len(reply.Result.Content) != 1 {
			t.Fatalf("call %d: %s", reply.ID, line)
		}
		a := &answers[reply.ID-1]
		if err := json.Unmarshal([]byte(reply.Result.Content[0].Text), a); err != nil {
			t.Fatalf("call %d: %s", reply.ID, line)
		}
		if reply.Result.IsError != (a.Status >= 400) {
			t.Errorf("call %d: status %d, and isError is %v", reply.ID, a.Status, reply.Result.IsError)
		}
	}
	return answers
}

// TestMCP asks 40 questions about ten variants, and compares the answers with
// the rules engine.
func TestMCP(t *testing.T) {
	d := imported(t)
	variants := []string{"chess", "shogi", "xiangqi", "crazyhouse", "makruk", "janggi", "csg-1", "csg-3",
		"minishogi", "capablanca"}
	var calls []string
	for _, v := range variants {
		first := firstMove(t, v)
		calls = append(calls,
			fmt.Sprintf(`{"name":"position","arguments":{"variant":%q}}`, v),
			fmt.Sprintf(`{"name":"position","arguments":{"variant":%q,"moves":[%q]}}`, v, first),
			fmt.Sprintf(`{"name":"rules","arguments":{"variant":%q}}`, v),
			fmt.Sprintf(`{"name":"explorer","arguments":{"variant":%q}}`, v))
	}
	answers := asked(t, d.data, calls)
	for i, v := range variants {
		r := games.Rules(t, v, "")
		p := r.Start()
		var at struct {
			Position string
			Moves    []json.RawMessage
			Legal    []json.RawMessage
		}
		for j := range 2 {
			a := answers[4*i+j]
			if err := json.Unmarshal(a.Answer, &at); err != nil || a.Status != 200 || at.Position != p.Text() {
				t.Errorf("%s: status %d, %.300s, %v", v, a.Status, a.Answer, err)
			}
			if moves := max(len(at.Moves), len(at.Legal)); moves != int(p.Count()) {
				t.Errorf("%s: %d legal moves, want %d", v, moves, p.Count())
			}
			p.Play(p.Moves(nil)[0])
		}
		if a := answers[4*i+2]; a.Status != 200 || !bytes.Contains(a.Answer, []byte(`"`+v+`"`)) {
			t.Errorf("rules of %s: %d %.200s", v, a.Status, a.Answer)
		}
		var explored struct{ Games int }
		want := 0
		if slices.Contains([]string{"csg-1", "csg-3"}, v) {
			want = 1
		}
		if a := answers[4*i+3]; json.Unmarshal(a.Answer, &explored) != nil || a.Status != 200 || explored.Games != want {
			t.Errorf("explorer of %s: %d games, want %d: %d %.200s", v, explored.Games, want, a.Status, a.Answer)
		}
	}
	others := asked(t, d.data, []string{
		`{"name":"verify","arguments":{"record":"1. e4 e5 2. Ke3"}}`,
		`{"name":"analysis","arguments":{"variant":"shogi","position":"4k4/9/4P4/9/9/9/9/9/4K4[G] w - - 0 1","mate":3}}`,
		`{"name":"search","arguments":{"variant":"csg-1","query":"piece:Gold"}}`,
		`{"name":"games","arguments":{"result":"0-1"}}`, `{"name":"game","arguments":{"game":1}}`,
		`{"name":"game","arguments":{"game":99}}`, `{"name":"rules","arguments":{"variant":"nothing"}}`,
		`{"name":"variants","arguments":{}}`,
	})
	for i, want := range []struct {
		status int
		holds  string
	}{
		{200, `"verdict":"illegal"`}, {200, `"mate":1`}, {0, ""}, {200, `"games":[`}, {200, `"verdict":"legal"`},
		{404, `"code":`}, {404, `"code":"variant-not-found"`}, {200, `"chess"`},
	} {
		if a := others[i]; want.status != 0 && (a.Status != want.status || !strings.Contains(string(a.Answer), want.holds)) {
			t.Errorf("question %d: %d %.300s, want %d and %s", i+1, a.Status, a.Answer, want.status, want.holds)
		}
	}
}

// TestMCPWithoutArchive answers questions about positions without an archive.
func TestMCPWithoutArchive(t *testing.T) {
	a := asked(t, t.TempDir(), []string{`{"name":"position","arguments":{"variant":"chess"}}`, `{"name":"games","arguments":{}}`})
	if a[0].Status != 200 || a[1].Status != 200 || !strings.Contains(string(a[1].Answer), `"games":[]`) {
		t.Errorf("%+v", a)
	}
}

// firstMove returns the first legal move of a variant in UCI.
func firstMove(t *testing.T, variant string) string {
	p := games.Rules(t, variant, "").Start()
	return notation.UCI{}.Format(p, p.Moves(nil)[0])
}

// lineCounter keeps what is written, and calls done with the number of lines so
// far.
type lineCounter struct {
	bytes.Buffer
	lines int
	done  func(lines int)
}

func (w *lineCounter) Write(text []byte) (int, error) {
	w.lines += bytes.Count(text, []byte{'\n'})
	n, err := w.Buffer.Write(text)
	w.done(w.lines)
	return n, err
}

// newBlockingReader returns a reader of a text that ends only when end is
// called.
func newBlockingReader(text string) (r *blockingReader, end func()) {
	r = &blockingReader{rest: strings.NewReader(text), ended: make(chan struct{})}
	return r, func() { close(r.ended) }
}

type blockingReader struct {
	rest  *strings.Reader
	ended chan struct{}
}

func (r *blockingReader) Read(into []byte) (int, error) {
	if r.rest.Len() == 0 {
		<-r.ended
	}
	return r.rest.Read(into)
}
