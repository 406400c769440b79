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
				var v api.AnnotationView
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
	if _, err := here.Submit(t.Context(), "x", strings.NewReader(scholars), api.Reading{}, false); err != nil {
		t.Fatal(err)
	}
	next := start(t, here, ServerConfig{}).annotationEvents(1)
	in := api.AnnotationInput{Author: "Eve"}
	in.Ply, in.Comment = 2, "from elsewhere"
	if _, err := there.Annotate(t.Context(), 1, in); err != nil {
		t.Fatal(err)
	}
	if got := next(); got != "1/1 by Eve: from elsewhere, false" {
		t.Errorf("told %q", got)
	}
}
