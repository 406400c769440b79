package rest

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"assay/api"
	"assay/api/analyse"
	"assay/api/annotate"
	"assay/api/records"
)

// annotationEvents streams the annotations of a game; next returns the next
// editor, revision and annotation.
func (c *client) annotationEvents(game int64) (next func() string) {
	c.t.Helper()
	request, err := http.NewRequestWithContext(c.t.Context(), "GET", fmt.Sprintf("%s/api/v1/games/%d/annotations/events", c.address, game), nil)
	if err != nil {
		c.t.Fatal(err)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		c.t.Fatal(err)
	}
	c.t.Cleanup(func() { response.Body.Close() })
	if response.StatusCode != http.StatusOK || response.Header.Get("Content-Type") != eventStream {
		c.t.Fatalf("%d %v", response.StatusCode, response.Header)
	}
	lines := bufio.NewScanner(response.Body)
	return func() string {
		for lines.Scan() {
			if text, is := strings.CutPrefix(lines.Text(), "data: "); is {
				var v annotate.AnnotationView
				if err := json.Unmarshal([]byte(text), &v); err != nil {
					return fmt.Sprintf("%v of %s", err, text)
				}
				return fmt.Sprintf("%d/%d by %s: %s, %t", v.ID, v.Revision, v.Editor, v.Comment, v.Deleted)
			}
		}
		return fmt.Sprintf("the end, %v", lines.Err())
	}
}

// TestAnnotationEvents receives the annotations of a game, and no others.
func TestAnnotationEvents(t *testing.T) {
	a, c := annotating(t)
	c.post(notes, `{"author":"Cy","ply":6,"comment":"old"}`)
	next := c.annotationEvents(1)
	c.post("/api/v1/games/2/annotations", `{"author":"Dee","ply":1,"comment":"of another game"}`)
	for _, step := range []struct {
		do   func()
		want string
	}{
		{func() { c.post(notes, `{"author":"Dee","ply":4,"comment":"new"}`) }, "3/1 by Dee: new, false"},
		{func() {
			c.send("PUT", notes+"/1", `{"author":"Eve","ply":6,"comment":"newer"}`, "If-Match", `"1-1"`)
		}, "1/2 by Eve: newer, false"},
		{func() { c.send("DELETE", notes+"/3?author=Flo", "", "If-Match", "*") }, "3/2 by Flo: new, true"},
		{func() { c.send("POST", notes+"/3/restore", `{"author":"Gus"}`) }, "3/3 by Gus: new, false"},
	} {
		step.do()
		if got := next(); got != step.want {
			t.Errorf("told %q, want %q", got, step.want)
		}
	}
	// Two concurrent ones both arrive, in either order.
	c.post(notes, `{"author":"Hal","ply":1,"comment":"a"}`)
	c.post(notes, `{"author":"Ida","ply":2,"comment":"b"}`)
	both := []string{next(), next()}
	slices.Sort(both)
	if both[0] != "4/1 by Hal: a, false" || both[1] != "5/1 by Ida: b, false" {
		t.Errorf("told %q", both)
	}
	if got := c.get("/api/v1/games/99/annotations/events"); got.status != 404 {
		t.Errorf("of no game: %d", got.status)
	}
	if got := c.send("HEAD", notes+"/events", ""); got.status != 200 || got.header.Get("Content-Type") != eventStream {
		t.Errorf("HEAD: %d %v", got.status, got.header)
	}
	// Deleting the game ends the stream.
	if err := a.Delete(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	if got := next(); got != "the end, <nil>" {
		t.Errorf("told %q of a game that is deleted", got)
	}
	if got := c.send("GET", notes+"/events", ""); got.status != 410 {
		t.Errorf("of a deleted game: %d", got.status)
	}
}

// TestTooManyEvents rejects event streams above the limit, until one ends.
func TestTooManyEvents(t *testing.T) {
	a, _ := annotating(t)
	s := NewServer(a, ServerConfig{})
	s.streams.max = 2
	c := serveOn(t, s)
	c.annotationEvents(1)
	c.annotationEvents(1)
	for _, path := range []string{"games/1/annotations/events", "games/2/annotations/events", "queue/events"} {
		if got := c.get("/api/v1/" + path); got.status != 503 || got.header.Get("Retry-After") == "" {
			t.Errorf("%s: %d %v", path, got.status, got.header)
		}
	}
	if err := a.Delete(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	waitFor(t, func() bool { return c.get("/api/v1/games/2/annotations/events").status == 200 })
}

// TestManyEvents sends each change once to every stream of a game.
func TestManyEvents(t *testing.T) {
	_, c := annotating(t)
	var all []func() string
	for range 20 {
		all = append(all, c.annotationEvents(1))
	}
	for n := 1; n <= 3; n++ {
		c.post(notes, fmt.Sprintf(`{"author":"Cy","ply":%d,"comment":"x"}`, n))
		for i, next := range all {
			if got, want := next(), fmt.Sprintf("%d/1 by Cy: x, false", n); got != want {
				t.Fatalf("watcher %d is told %q, want %q", i, got, want)
			}
		}
	}
}

// TestAnnotationEventsElsewhere receives what another server of the archive
// saved.
func TestAnnotationEventsElsewhere(t *testing.T) {
	data := t.TempDir()
	server := func() *api.Archive {
		a, err := open(t.Context(), api.Config{Data: data})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { a.Close() })
		return a
	}
	here, there := server(), server()
	if _, err := here.Submit(t.Context(), "x", strings.NewReader(scholars), records.Reading{}, false); err != nil {
		t.Fatal(err)
	}
	next := start(t, here, ServerConfig{}).annotationEvents(1)
	in := annotate.AnnotationInput{Author: "Eve"}
	in.Ply, in.Comment = 2, "from elsewhere"
	if _, err := there.Annotate(t.Context(), 1, in); err != nil {
		t.Fatal(err)
	}
	if got := next(); got != "1/1 by Eve: from elsewhere, false" {
		t.Errorf("told %q", got)
	}
}

// stream opens a stream after an event; next returns the ID and the data of the
// next event, which are empty at the end.
func (c *client) stream(path, last string) (next func() (id, data string), end func()) {
	c.t.Helper()
	request, err := http.NewRequestWithContext(c.t.Context(), "GET", c.address+path, nil)
	if err != nil {
		c.t.Fatal(err)
	}
	if last != "" {
		request.Header.Set("Last-Event-ID", last)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil || response.StatusCode != http.StatusOK {
		c.t.Fatalf("%s after %q: %v, %v", path, last, response, err)
	}
	end = func() { response.Body.Close() }
	c.t.Cleanup(end)
	lines := bufio.NewScanner(response.Body)
	return func() (id, data string) {
		for lines.Scan() && lines.Text() != "" {
			if text, is := strings.CutPrefix(lines.Text(), "data: "); is {
				data = text
			} else if text, is := strings.CutPrefix(lines.Text(), "id: "); is {
				id = text
			}
		}
		return id, data
	}, end
}

// TestStreamsResume breaks streams after each event. The next stream begins
// with the one after it.
func TestStreamsResume(t *testing.T) {
	_, c := annotating(t)
	if got := c.post("/api/v1/events", `{"name":"Cup"}`); got.status != http.StatusCreated {
		t.Fatal(got.status)
	}
	for _, row := range []struct {
		path  string
		write func(n int) *answer
	}{
		{notes + "/events", func(n int) *answer {
			return c.post(notes, fmt.Sprintf(`{"author":"Cy","ply":1,"comment":"note %d"}`, n))
		}},
		{"/api/v1/queue/events", func(n int) *answer {
			return c.post("/api/v1/submissions?event=1", fmt.Sprintf("[Event \"Cup\"]\n[Round \"note %d\"]\n[White \"Ada\"]\n\n1. e4 *\n", n))
		}},
	} {
		write := func(n int) {
			if got := row.write(n); got.status != http.StatusCreated {
				t.Fatalf("%s: %d %s", row.path, got.status, got.body)
			}
		}
		write(0) // before the stream
		next, end := c.stream(row.path, "")
		last, data := next()
		if last == "" || data != "" {
			t.Fatalf("%s begins with %q, %q", row.path, last, data)
		}
		end()
		ids := []string{last}
		for n := 1; n <= 3; n++ {
			write(n) // while no stream is open
			ids = append(ids, "")
		}
		for n := 1; n <= 3; n++ { // one event of each stream
			next, end := c.stream(row.path, ids[n-1])
			if id, data := next(); id != ids[n-1] || data != "" {
				t.Errorf("%s after %q begins with %q, %q", row.path, ids[n-1], id, data)
			}
			if ids[n], data = next(); data == "" || ids[n] == ids[n-1] {
				t.Errorf("%s: event %d has the id %q: %s", row.path, n, ids[n], data)
			}
			if strings.Contains(row.path, "annotations") && !strings.Contains(data, fmt.Sprintf(`"note %d"`, n)) {
				t.Errorf("%s: event %d is %s", row.path, n, data)
			}
			end()
		}
		next, end = c.stream(row.path, ids[1]) // all that follow, then what is new
		next()
		write(4)
		for n := 2; n <= 4; n++ {
			if id, _ := next(); n < 4 && id != ids[n] || n == 4 && id == ids[3] {
				t.Errorf("%s: event %d has the id %q, want %q", row.path, n, id, ids)
			}
		}
		end()
		next, end = c.stream(row.path, "999999") // of another archive
		if id, data := next(); id == "999999" || data != "" {
			t.Errorf("%s begins with %q, %q", row.path, id, data)
		}
		end()
		if got := c.send("GET", row.path, "", "Last-Event-ID", "x-1"); got.status != http.StatusBadRequest {
			t.Errorf("%s after an unknown event: %d", row.path, got.status)
		}
	}
}

// TestJobStreamResumes sends a job only if it has changed.
func TestJobStreamResumes(t *testing.T) {
	_, c := annotating(t) // runs no jobs
	var job analyse.JobView
	c.post("/api/v1/games/1/analysis", `{"nodes":1000}`).into(t, &job)
	path := fmt.Sprintf("/api/v1/jobs/%d/events", job.ID)
	next, end := c.stream(path, "")
	if id, data := next(); id != "waiting-0" || !strings.Contains(data, `"waiting"`) {
		t.Errorf("begins with %q, %s", id, data)
	}
	end()
	next, _ = c.stream(path, "waiting-0")
	if id, data := next(); id != "waiting-0" || data != "" {
		t.Errorf("an unchanged job: %q, %s", id, data)
	}
	c.send("DELETE", fmt.Sprintf("/api/v1/jobs/%d", job.ID), "")
	if id, data := next(); id != "cancelled-0" || !strings.Contains(data, `"cancelled"`) {
		t.Errorf("then %q, %s", id, data)
	}
	if id, data := next(); id != "" || data != "" {
		t.Errorf("after its end: %q, %s", id, data)
	}
	next, _ = c.stream(path, "waiting-0")
	if id, _ := next(); id != "cancelled-0" {
		t.Errorf("an ended job: %q", id)
	}
	if got := c.send("GET", path, "", "Last-Event-ID", "cancelled-0"); got.status != http.StatusNoContent {
		t.Errorf("after the last event: %d", got.status)
	}
}

// TestDeleteEvent deletes an event unless something belongs to it.
func TestDeleteEvent(t *testing.T) {
	_, c := annotating(t)
	for _, name := range []string{"Played", "Sent", "Empty"} {
		c.post("/api/v1/events", `{"name":"`+name+`"}`)
	}
	c.post("/api/v1/games", "[Event \"PLAYED\"]\n[White \"Ada\"]\n\n1. e4 *\n")
	c.post("/api/v1/submissions?event=2", "[Event \"x\"]\n[White \"Ada\"]\n\n1. d4 *\n")
	for _, row := range []struct {
		event, tag string
		want       int
		says       string
	}{
		{"1", "*", 409, "games that belong to it: 1, submissions: 0"},
		{"2", "*", 409, "games that belong to it: 0, submissions: 1"},
		{"3", "", 428, ""},
		{"3", `"event-3-2"`, 412, ""},
		{"3", `"event-3-1"`, 204, ""},
		{"3", "*", 404, ""},
	} {
		var headers []string
		if row.tag != "" {
			headers = []string{"If-Match", row.tag}
		}
		got := c.send("DELETE", "/api/v1/events/"+row.event, "", headers...)
		if got.status != row.want || !strings.Contains(string(got.body), row.says) {
			t.Errorf("event %s with %s: %d %s", row.event, row.tag, got.status, got.body)
		}
	}
	if got := c.post("/api/v1/events", `{"name":"Empty"}`); !strings.HasSuffix(got.header.Get("Location"), "/4") {
		t.Errorf("the next event is %s", got.header.Get("Location"))
	}
}
