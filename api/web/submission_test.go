package web

import (
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"strings"
	"testing"

	"assay/api"
	"assay/api/account"
	"assay/api/events"
	"assay/api/records"
	"assay/api/search"
	"assay/store"
)

const (
	soundRecord  = "[Event \"Cup\"]\n[White \"Ann\"]\n[Black \"Cy\"]\n[Date \"2026.07.02\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 1-0\n"
	brokenRecord = "[Event \"Cup\"]\n[White \"Ann\"]\n[Black \"Bo\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb6 1-0\n"
)

// deliverCup creates an event, and submits a legal record and an illegal one,
// which is submission 2.
func deliverCup(t testing.TB, a *api.Archive) {
	t.Helper()
	_, err := a.AddEvent(t.Context(), events.EventInput{Name: "Cup", EventSettings: events.EventSettings{Variants: []events.EventVariant{{Variant: "chess"}}, From: "2026-07-01", To: "2026-07-31"}})
	if err != nil {
		t.Fatal(err)
	}
	d, err := a.Deliver(t.Context(), records.DeliveryInput{Author: "Ann", File: "round-1.pgn", Event: "Cup", Body: []byte(soundRecord + "\n" + brokenRecord)}, "")
	if err != nil || len(d.Submissions) != 2 || d.Submissions[1].State != store.SubmissionNew {
		t.Fatalf("%+v %v", d, err)
	}
}

// TestSubmissionPages requests the pages of submissions without scripts.
func TestSubmissionPages(t *testing.T) {
	site, a := serve(t)
	if _, body := read(t, site+"/events"); !strings.Contains(body, "No events yet") {
		t.Errorf("no events: %s", body)
	}
	deliverCup(t, a)
	for _, row := range []struct {
		path   string
		status int
		has    string
	}{
		{"/events", 200, `<a href="/events/1"><bdi>Cup</bdi></a>`},
		{"/events?cursor=zzz", 400, "cursor"},
		{"/events/1", 200, `<a href="/player?name=Ann"><bdi>Ann</bdi></a></td><td><strong>1</strong>`},
		{"/events/1", 200, `<bdi>Cy</bdi> <a href="/games/1">1</a>`},
		{"/events/1", 200, `<th scope="row"><a href="/player?name=Cy"><bdi>Cy</bdi></a></th><td><a href="/games/1">0</a></td><td>×</td><td><strong>0</strong></td>`},
		{"/events/1", 200, `href="/queue?event=1&amp;state=new">1 new</a>`},
		{"/events/1", 200, `data-etag="&#34;event-1-1&#34;"`},
		{"/events/9", 404, "/problems/event-not-found"},
		{"/events/one", 404, "no such page"},
		{"/submit?event=1", 200, `<option value="1" selected>Cup</option>`},
		{"/submit?event=x", 400, "event"},
		{"/submit", 200, "<noscript>"},
		{"/events", 200, "<noscript>"},
		{"/submissions/2", 200, "<noscript>"},
		{"/queue", 200, `<a href="/submissions/2">2 · <bdi>Ann</bdi> – <bdi>Bo</bdi></a>`},
		{"/queue", 200, "2 submissions · 1 new · 1 accepted"},
		{"/queue?waiting=true", 200, "1 submission · 1 new"},
		{"/queue?state=refused&event=&assignee=", 200, "No submissions."},
		{"/queue?state=lost", 400, `role="alert"`},
		{"/submissions/2", 200, "<mark>Bb6</mark> 1-0"},
		{"/submissions/2", 200, `data-etag="&#34;submission-2-1&#34;"`},
		{"/submissions/2", 200, `data-act="refuse"`},
		{"/submissions/2", 200, "<li>Ply 5 (move 3 of White), Bb6: "},
		{"/submissions/1", 200, `<a href="/games/1">game 1</a>`},
		{"/submissions/9", 404, "/problems/submission-not-found"},
	} {
		status, body := read(t, site+row.path)
		if status != row.status || !strings.Contains(body, row.has) {
			t.Errorf("%s: %d, want %d with %s in %s", row.path, status, row.status, row.has, body)
		}
	}
}

// TestReportedEvent requests the page of an event with a tournament report:
// its rounds, byes and forfeits, games without a record, and others.
func TestReportedEvent(t *testing.T) {
	site, a := serve(t)
	report := strings.Join([]string{
		"012 Cup",
		"XXR 3",
		"001    1      Ann                               2000                             2.0    1     2 w 1  0000 - H     3 w +",
		"001    2      Cy                                1900                             1.0    2     1 b 0     3 w 1  0000 - Z",
		"001    3      Bo                                1800                             0.0    3  0000 - U     2 b 0     1 b -",
	}, "\n") + "\n"
	e, err := a.AddReport(t.Context(), "Cup", []byte(report))
	if err != nil {
		t.Fatal(err)
	}
	add(t, a, soundRecord)
	_, body := read(t, fmt.Sprintf("%s/events/%d", site, e.ID))
	for _, has := range []string{`id="rounds"`, `<bdi>Ann</bdi>`, `>2w1<`, `<td>h</td>`, `<td>u</td>`, `Games without a record`, `Round 2: <bdi>Cy</bdi> – <bdi>Bo</bdi>`, "standing?as=html", "standing?as=trf"} {
		if !strings.Contains(body, has) {
			t.Errorf("no %q in %s", has, body)
		}
	}
}

// TestPagesShowWarnings requests the pages of a record whose result contradicts
// the board, before and after archiving.
func TestPagesShowWarnings(t *testing.T) {
	site, a := serve(t)
	deliverCup(t, a)
	const record = "[Event \"Cup\"]\n[Date \"2026.07.03\"]\n[Result \"1-0\"]\n\n1. f3 e5 2. g4 Qh4# 1-0\n"
	if _, err := a.Deliver(t.Context(), records.DeliveryInput{Author: "Ann", File: "r5.pgn", Body: []byte(record)}, ""); err != nil {
		t.Fatal(err)
	}
	const warning = "the record says 1-0, the last position is 0-1 (checkmate)"
	for _, path := range []string{"/submissions/3", "/queue"} {
		_, body := read(t, site+path)
		for _, has := range []string{warning, "record says 1-0, but the result on the board is 0-1 (checkmate) after ply 4, Qh4#"} {
			if !strings.Contains(body, has) {
				t.Errorf("%s has no %q: %s", path, has, body)
			}
		}
	}
	if _, body := read(t, site+"/submissions/3"); !strings.Contains(body, `data-act="accept"`) {
		t.Errorf("it cannot be accepted: %s", body)
	}
	if _, body := read(t, site+"/submissions/2"); strings.Contains(body, `data-act="accept"`) {
		t.Errorf("an illegal record is offered to be accepted: %s", body)
	}
	if _, err := a.ActOnSubmission(t.Context(), 3, store.AnyRevision, records.StepInput{Action: events.ActAccept, Author: "Ada"}); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"/games/2", "/submissions/3", "/queue"} {
		if _, body := read(t, site+path); !strings.Contains(body, warning) {
			t.Errorf("%s, archived, has no %q: %s", path, warning, body)
		}
	}
}

// TestCrosstable checks the scores of a crosstable, and that a large one is
// omitted.
func TestCrosstable(t *testing.T) {
	players := []events.PlayerStanding{
		{Name: "Ann", Points: 1.5, Against: []events.Encounter{{Opponent: "Bo", Points: []float64{1, 0.5}, Games: []int64{7, 9}}}},
		{Name: "Bo", Points: 0.5, Against: []events.Encounter{{Opponent: "Ann", Points: []float64{0, 0.5}, Games: []int64{7, 9}}}},
	}
	const want = "[{1 [{true []} {false [{7 1} {9 ½}]}]} {2 [{false [{7 0} {9 ½}]} {true []}]}]"
	type shown struct {
		number int
		cells  []cell
	}
	var got []shown
	for _, row := range crosstable(players) {
		got = append(got, shown{row.Number, row.Cells})
	}
	if text := fmt.Sprint(got); text != want {
		t.Errorf("%s, want %s", text, want)
	}
	for n, shows := range map[int]bool{maxCrosstable: true, maxCrosstable + 1: false} {
		if table := crosstable(make([]events.PlayerStanding, n)); (table != nil) != shows {
			t.Errorf("a table of %d players: %v", n, table != nil)
		}
	}
}

// TestQueuePages pages through a queue.
func TestQueuePages(t *testing.T) {
	site, a := serve(t)
	var file strings.Builder
	for i := range search.DefaultLimit + 5 {
		fmt.Fprintf(&file, "[White \"Ann\"]\n[Black \"Bo %d\"]\n\n1. e4 e6 2. Ke3 1-0\n\n", i)
	}
	if _, err := a.Deliver(t.Context(), records.DeliveryInput{Author: "Ann", File: "all.pgn", Body: []byte(file.String())}, ""); err != nil {
		t.Fatal(err)
	}
	_, first := read(t, site+"/queue?state=new&event=")
	_, more, there := strings.Cut(first, `<p class="more"><a href="`)
	if !there || strings.Count(first, "/submissions/") != search.DefaultLimit {
		t.Fatalf("the first page: %s", first)
	}
	more, _, _ = strings.Cut(more, `"`)
	more = strings.ReplaceAll(more, "&amp;", "&")
	if !strings.Contains(more, "state=new") || strings.Contains(more, "event") {
		t.Errorf("more is at %s", more)
	}
	if _, rest := read(t, site+more); strings.Count(rest, "/submissions/") != 5 || strings.Contains(rest, `<p class="more">`) {
		t.Errorf("the rest: %s", rest)
	}
}

// TestSubmissionPagesByRole requests the pages as a guest and in each role:
// everyone sees and may do what the role allows.
func TestSubmissionPagesByRole(t *testing.T) {
	site, a := serve(t)
	deliverCup(t, a)
	if _, err := a.Invite(t.Context(), account.PersonInput{Name: "Root", Role: store.Administrator}); err != nil {
		t.Fatal(err)
	}
	pages := []string{"/events", "/events/1", "/submit", "/queue", "/submissions/2"}
	for _, row := range []struct {
		role     store.Role // "" for a guest
		statuses []int
		settings bool // may edit the event
	}{
		{store.Reader, []int{200, 200, 403, 403, 403}, false},
		{store.Contributor, []int{200, 200, 200, 200, 403}, false},
		{store.Arbiter, []int{200, 200, 200, 200, 200}, true},
		{"", []int{200, 200, 303, 303, 303}, false}, // redirected to sign in
	} {
		client := new(http.Client)
		if row.role != "" {
			jar, err := cookiejar.New(nil)
			if err != nil {
				t.Fatal(err)
			}
			client.Jar = jar
			invited, err := a.Invite(t.Context(), account.PersonInput{Name: string(row.role), Role: row.role})
			if err != nil {
				t.Fatal(err)
			}
			joined, err := client.Post(site+"/api/v1/join", "application/json", strings.NewReader(`{"link":"`+invited.Secret+`","password":"three frogs in a pond"}`))
			if err != nil {
				t.Fatal(err)
			}
			if joined.Body.Close(); joined.StatusCode != http.StatusOK {
				t.Fatalf("%s joins: %d", row.role, joined.StatusCode)
			}
		}
		client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
		for i, path := range pages {
			got, err := client.Get(site + path)
			if err != nil {
				t.Fatal(err)
			}
			text, err := io.ReadAll(got.Body)
			got.Body.Close()
			if err != nil || got.StatusCode != row.statuses[i] {
				t.Errorf("%s as %q: %d, want %d; %v", path, row.role, got.StatusCode, row.statuses[i], err)
			}
			if offered := strings.Contains(string(text), `id="event"`); strings.HasPrefix(path, "/events") && offered != row.settings {
				t.Errorf("%s as %q: settings are offered: %v", path, row.role, offered)
			}
			if strings.Contains(string(text), "Bo</bdi>") && row.role != store.Arbiter {
				t.Errorf("%s as %q shows what somebody else submitted", path, row.role)
			}
		}
	}
}

// read returns the status and body of a response.
func read(t *testing.T, address string) (status int, body string) {
	t.Helper()
	got := get(t, address)
	text, err := io.ReadAll(got.Body)
	if err != nil {
		t.Fatal(err)
	}
	return got.StatusCode, string(text)
}
