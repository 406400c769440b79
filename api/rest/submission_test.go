package rest

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"assay/api/account"
	"assay/api/events"
	"assay/api/records"
	"assay/api/tournament"
	"assay/store"
)

// member calls a server with a token.
type member struct {
	*client
	token string
}

func (m member) send(method, path, body string, headers ...string) *answer {
	m.t.Helper()
	if m.token != "" {
		headers = append(headers, "Authorization", "Bearer "+m.token)
	}
	return m.client.send(method, path, body, headers...)
}

// members starts a server with a person of every role, each with a token.
func members(t *testing.T) map[store.Role]member {
	t.Helper()
	s, sessions := peopled(t, ServerConfig{})
	c := serveOn(t, s)
	all := map[store.Role]member{"": {client: c}}
	for role, session := range sessions {
		got := of(s, session, "POST", "/api/v1/tokens", `{"name":"t","scopes":["read","contribute","annotate","arbitrate"],"days":1}`)
		var made account.TokenView
		if err := json.Unmarshal(got.Body.Bytes(), &made); err != nil || made.Token == "" {
			t.Fatalf("%d %s", got.Code, got.Body)
		}
		all[role] = member{c, made.Token}
	}
	return all
}

const (
	sent   = "/api/v1/submissions"
	illPGN = "[Event \"Cup\"]\n[White \"Ann\"]\n[Black \"Bo\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb6 1-0\n"
	legal  = "[Event \"Cup\"]\n[White \"Ann\"]\n[Black \"Cy\"]\n[Date \"2026.07.02\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 1-0\n"
)

// TestSubmissions submits a file with a legal and an illegal game; the latter
// is returned, repaired and accepted.
func TestSubmissions(t *testing.T) {
	all := members(t)
	bob, ada, eve := all[store.Contributor], all[store.Arbiter], all[store.Annotator]
	if got := ada.send("POST", "/api/v1/events", `{"name":"Cup"}`); got.status != 201 || got.header.Get("Location") != "/api/v1/events/1" {
		t.Fatalf("%d %s", got.status, got.body)
	}
	got := bob.send("POST", sent+"?file=round-1.pgn&comment=Round%201", legal+"\n"+illPGN, "Idempotency-Key", "one")
	var d records.Delivered
	if got.into(t, &d); got.status != 201 || len(d.Submissions) != 2 {
		t.Fatalf("%d %s", got.status, got.body)
	}
	sound, bad := d.Submissions[0], d.Submissions[1]
	if sound.State != store.SubmissionAccepted || sound.Game != 2 || sound.Event != 1 || len(sound.Concerns) != 0 ||
		bad.State != store.SubmissionNew || bad.Game != 0 || bad.Person != "contributor" || bad.Plies != 4 || len(bad.Concerns) != 1 || bad.Concerns[0].Kind != events.IssueVerdict {
		t.Fatalf("%+v, %+v", sound, bad)
	}
	if again := bob.send("POST", sent+"?file=round-1.pgn&comment=Round%201", legal+"\n"+illPGN, "Idempotency-Key", "one"); string(again.body) != string(got.body) {
		t.Errorf("sent again: %d %s", again.status, again.body)
	}
	if got := bob.send("POST", sent, legal, "Idempotency-Key", "one"); got.status != 422 {
		t.Errorf("another call of the key: %d %s", got.status, got.body)
	}
	var g struct{ Links gameLinks }
	if bob.send("GET", "/api/v1/games/2", "").into(t, &g); g.Links.Submission != sent+"/1" {
		t.Errorf("the game says %+v", g)
	}
	if got := bob.send("GET", sent+"/2/file", ""); string(got.body) != legal+"\n"+illPGN || !strings.Contains(got.header.Get("Content-Disposition"), "round-1.pgn") {
		t.Errorf("the file: %d %s", got.status, got.body)
	}

	// Others cannot see it or act on it.
	at := sent + "/2/steps"
	for _, row := range []struct {
		who    member
		method string
		path   string
		body   string
		status int
		says   string
	}{
		{all[store.Reader], "GET", sent + "/2", "", 403, "forbidden"},
		{all[""], "GET", sent + "/2", "", 401, "log-in-needed"},
		{eve, "GET", sent + "/2", "", 403, "forbidden"},
		{eve, "GET", sent + "/2/record", "", 403, "forbidden"},
		{eve, "GET", sent + "/2/file", "", 403, "forbidden"},
		{eve, "GET", sent + "?person=contributor", "", 403, "forbidden"},
		{eve, "GET", sent, "", 200, `"submissions":[]`},
		{eve, "POST", at, `{"action":"comment","reason":"x"}`, 403, "forbidden"},
		{bob, "POST", at, `{"action":"accept"}`, 403, "forbidden"},
		{bob, "POST", at, `{"action":"repair","text":"x"}`, 403, "forbidden"},
		{bob, "POST", at, `{"action":"appeal","reason":"x"}`, 409, "submission-state"},
		{bob, "POST", at, `{"action":"comment","reason":"x","assignee":"arbiter"}`, 403, "forbidden"},
		{bob, "POST", at, `{"action":"fly"}`, 409, "submission-state"},
		{bob, "POST", at, `{"action":"comment","reason":" "}`, 400, "bad-request"},
		{bob, "POST", at, `{"action":"comment","reason":"x","author":"arbiter"}`, 400, "your own name"},
		{ada, "POST", at, `{"action":"accept"}`, 422, "probably meant"},
		{ada, "POST", at, `{"action":"return"}`, 400, "expected a reason"},
		{ada, "POST", at, `{"action":"assign"}`, 400, "assignee"},
		{ada, "POST", at, `{"action":"assign","assignee":"contributor"}`, 400, "an arbiter"},
		{ada, "POST", at, `{"action":"assign","deadline":"soon"}`, 400, "deadline"},
		{ada, "POST", at, `{"action":"assign","event":9}`, 404, "event-not-found"},
		{ada, "POST", at, `{"action":"repair","text":"a","repair":1}`, 400, "text"},
		{ada, "POST", at, `{"action":"repair","repair":7}`, 400, "1 to 3"},
		{ada, "POST", sent + "/9/steps", `{"action":"accept"}`, 404, "submission-not-found"},
		{ada, "GET", sent + "/2/record?step=9", "", 400, "step"},
		{ada, "GET", sent + "?state=lost", "", 400, "state"},
		{bob, "POST", sent, "", 400, "with a record"},
		{bob, "POST", sent + "?event=Nothing", legal, 404, "event-not-found"},
	} {
		got := row.who.send(row.method, row.path, row.body, "If-Match", "*")
		if row.says == "probably meant" {
			row.says = "rejected"
		}
		if got.status != row.status || !strings.Contains(string(got.body), row.says) {
			t.Errorf("%s %s %s: %d %.300s, want %d %s", row.method, row.path, row.body, got.status, got.body, row.status, row.says)
		}
	}

	if got := ada.send("POST", at, `{"action":"refuse","reason":"x"}`); got.status != 428 {
		t.Errorf("without If-Match: %d %s", got.status, got.body)
	}
	do := func(who member, tag, body string, state store.SubmissionState) *records.SubmissionView {
		t.Helper()
		got := who.send("POST", at, body, "If-Match", tag)
		var v records.ChangedSubmission
		if got.into(t, &v); got.status != 200 || v.State != state || got.header.Get("ETag") != v.ETag {
			t.Fatalf("%s: %d %s", body, got.status, got.body)
		}
		return v.SubmissionView
	}
	v := do(ada, bad.ETag, `{"action":"return","reason":"The third move cannot be read.","assignee":"ARBITER","deadline":"2020-01-01T00:00:00Z"}`, store.SubmissionReturned)
	if v.Assignee != "arbiter" || !v.Overdue {
		t.Errorf("returned %+v", v)
	}
	if got := ada.send("POST", at, `{"action":"refuse","reason":"x"}`, "If-Match", bad.ETag); got.status != 412 || !strings.Contains(string(got.body), "submission-conflict") {
		t.Errorf("late: %d %s", got.status, got.body)
	}
	v = do(bob, "*", `{"action":"comment","reason":"It is a Bishop."}`, store.SubmissionReturned)
	v = do(bob, v.ETag, `{"action":"appeal","reason":"It is right."}`, store.SubmissionNew)
	v = do(ada, v.ETag, `{"action":"return","reason":"It is not."}`, store.SubmissionReturned)
	if got := bob.send("POST", at, `{"action":"appeal","reason":"It is."}`, "If-Match", "*"); got.status != 409 || !strings.Contains(string(got.body), "appealed before") {
		t.Errorf("a second appeal: %d %s", got.status, got.body)
	}
	mended, err := json.Marshal(records.StepInput{Action: events.ActRepair, Text: strings.Replace(illPGN, "Bb6", "Bb5", 1)})
	if err != nil {
		t.Fatal(err)
	}
	v = do(bob, v.ETag, string(mended), store.SubmissionRepaired)
	if v.Verdict != "legal" || v.Plies != 5 || len(v.Concerns) != 0 {
		t.Errorf("repaired %+v", v)
	}
	v = do(ada, v.ETag, `{"action":"accept"}`, store.SubmissionAccepted)
	if v.Game != 3 {
		t.Errorf("accepted %+v", v)
	}
	if got := ada.send("POST", at, `{"action":"return","reason":"x"}`, "If-Match", "*"); got.status != 409 {
		t.Errorf("of one that is archived: %d %s", got.status, got.body)
	}

	var whole records.SubmissionDetail
	bob.send("GET", sent+"/2?repair=true", "").into(t, &whole)
	actions := ""
	for _, s := range whole.Steps {
		actions += " " + string(s.Action) + ":" + s.Person
	}
	if actions != " submit:contributor return:arbiter comment:contributor appeal:contributor return:arbiter repair:contributor accept:arbiter" ||
		whole.Steps[0].Reason != "Round 1" || *whole.Steps[1].Assignee != "arbiter" || !whole.Steps[5].Text || whole.File != "round-1.pgn" ||
		!strings.Contains(whole.Text, "Bb5") || whole.Report.Verdict != "legal" || !slices.Equal(whole.Actions, []events.Action{events.ActComment}) {
		t.Errorf("history%s: %+v", actions, whole)
	}
	for step, want := range map[int]string{0: "Bb5", 1: "Bb6", 5: "Bb6", 6: "Bb5"} {
		if got := bob.send("GET", fmt.Sprintf("%s/2/record?step=%d", sent, step), ""); !strings.Contains(string(got.body), want) {
			t.Errorf("the record of step %d: %s", step, got.body)
		}
	}
	if got := bob.send("GET", "/api/v1/games/3/record", ""); !strings.Contains(string(got.body), "Bb5") {
		t.Errorf("the game: %s", got.body)
	}
	var page records.SubmissionPage
	ada.send("GET", sent+"?limit=1", "").into(t, &page)
	if len(page.Submissions) != 1 || page.Next == "" || page.Counts[store.SubmissionAccepted] != 2 {
		t.Errorf("a page %+v", page)
	}
	next := string(page.Next)
	page = records.SubmissionPage{}
	if ada.send("GET", sent+"?limit=1&cursor="+next, "").into(t, &page); len(page.Submissions) != 1 || page.Submissions[0].ID != 2 || page.Next != "" {
		t.Errorf("the page behind %+v", page)
	}
	checkSound(t, ada.archive)
}

// TestSuggestedRepair accepts a suggested repair, rejects a submission and
// reopens it.
func TestSuggestedRepair(t *testing.T) {
	c := start(t, newArchive(t), ServerConfig{})
	var d records.Delivered
	if c.post(sent, illPGN).into(t, &d); len(d.Submissions) != 1 || d.Submissions[0].Person != "anonymous" {
		t.Fatalf("%+v", d)
	}
	var whole records.SubmissionDetail
	c.get(sent+"/1?repair=true").into(t, &whole)
	if len(whole.Report.Repairs) == 0 || whole.Report.Error.Line != 5 {
		t.Fatalf("%+v", whole.Report)
	}
	step := func(body string, status int) *answer {
		t.Helper()
		got := c.send("POST", sent+"/1/steps", body, "If-Match", "*")
		if got.status != status {
			t.Fatalf("%s: %d %s", body, got.status, got.body)
		}
		return got
	}
	step(`{"action":"refuse","reason":"no","author":"Ada"}`, 200)
	step(`{"action":"accept"}`, 409)
	step(`{"action":"reopen","reason":"yes"}`, 200)
	step(`{"action":"assign","assignee":"Ada","deadline":"2030-01-01T00:00:00Z"}`, 200)
	step(`{"action":"assign","assignee":"","deadline":""}`, 200)
	step(`{"action":"repair","repair":1}`, 200)
	step(`{"action":"accept"}`, 200)
	var after records.SubmissionDetail
	c.get(sent+"/1").into(t, &after)
	if after.Text != whole.Report.Repairs[0].Record || after.Game != 1 || after.Steps[5].Repair != 1 || after.Deadline != nil || after.Steps[1].Person != "Ada" {
		t.Errorf("%+v", after)
	}
	// The same record again is the same game.
	if c.post(sent, after.Text).into(t, &d); !d.Submissions[0].Existing || d.Submissions[0].Game != 1 {
		t.Errorf("again: %+v", d.Submissions[0])
	}
}

// TestEventSettings checks records against their event's settings.
func TestEventSettings(t *testing.T) {
	all := members(t)
	bob, ada := all[store.Contributor], all[store.Arbiter]
	for _, row := range []struct {
		body   string
		status int
		says   string
	}{
		{`{"name":""}`, 400, "name"},
		{`{"name":" x"}`, 400, "name"},
		{`{"name":"x","variants":[{"variant":"nope"}]}`, 400, "unknown-variant"},
		{`{"name":"x","variants":[{"variant":"chess","options":"a=b"}]}`, 400, "unknown-option"},
		{`{"name":"x","from":"2026-13-01"}`, 400, "YYYY-MM-DD"},
		{`{"name":"x","from":"2026-07-02","to":"2026-07-01"}`, 400, "2026-07-02 or later"},
		{`{"name":"x","role":"king"}`, 400, "role"},
		{`{"name":"x","role":"reader"}`, 400, "role"},
		{`{"name":"x","people":[""]}`, 400, "people"},
		{`{"name":"x","size":1}`, 400, "size"},
		{`{"name":"Cup","variants":[{"variant":"Chess"}],"from":"2026-07-01","to":"2026-07-31","timeControl":"90+30","deadline":"2020-01-01T00:00:00Z"}`, 201, `"variant":"chess"`},
		{`{"name":"CUP"}`, 409, "name-taken"},
		{`{"name":"C\u200bup"}`, 409, "name-taken"},
		{`{"name":"\u3164"}`, 400, "name"},
		{`{"name":"Closed","people":["Annotator"]}`, 201, `"role":"contributor"`},
		{`{"name":"High","role":"annotator"}`, 201, ""},
		{`{"name":"Alloy","variants":[{"variant":"csg-1"}],"approval":true}`, 201, ""},
	} {
		if got := ada.send("POST", "/api/v1/events", row.body); got.status != row.status || !strings.Contains(string(got.body), row.says) {
			t.Errorf("%s: %d %s", row.body, got.status, got.body)
		}
	}
	if got := bob.send("POST", "/api/v1/events", `{"name":"Mine"}`); got.status != 403 {
		t.Errorf("by a contributor: %d", got.status)
	}
	kinds := func(who member, query, record string) string {
		t.Helper()
		var d records.Delivered
		if got := who.send("POST", sent+query, record); got.status != 201 {
			return fmt.Sprintf("%d %.200s", got.status, got.body)
		} else {
			got.into(t, &d)
		}
		words := string(d.Submissions[0].State)
		for _, c := range d.Submissions[0].Concerns {
			words += " " + string(c.Kind)
		}
		return words
	}
	const tags = "[Event \"%s\"]\n[Date \"%s\"]\n[TimeControl \"%s\"]\n[White \"%d\"]\n\n1. e4 e5 *\n"
	for i, row := range []struct {
		who    member
		query  string
		record string
		want   string
	}{
		{bob, "", fmt.Sprintf(tags, "Cup", "2026.07.05", "90+30", 1), "new late"},
		{bob, "", fmt.Sprintf(tags, "Cup", "2026.08.05", "5+3", 2), "new late date timeControl"},
		{bob, "", fmt.Sprintf(tags, "cup", "2026.06.??", "90+30", 3), "new late date"},
		{bob, "", fmt.Sprintf(tags, "Other", "2026.07.05", "", 4), "accepted"},
		{bob, "?event=Cup", fmt.Sprintf(tags, "Other", "2026.07.05", "", 5), "new late event"},
		{bob, "?event=1", "Variant=csg-1\n1. Pawn f3 - f4\n", "new late variant"},
		{bob, "?event=Alloy", "1. Pawn f3 - f4\n", "new approval"},
		{bob, "", "Event=Alloy\n" + illegalRecord, "new verdict approval"},
		{bob, "", unsupportedRecord, "new verdict"},
		{bob, "", "{", "new verdict"},
		{all[store.Annotator], "?event=Closed", fmt.Sprintf(tags, "Closed", "", "", 6), "accepted"},
		{all[store.Annotator], "", fmt.Sprintf(tags, "High", "", "", 7), "accepted"},
		{ada, "?event=3", fmt.Sprintf(tags, "High", "", "", 8), "accepted"},
	} {
		if got := kinds(row.who, row.query, row.record); got != row.want {
			t.Errorf("%d %s: %s, want %s", i, row.query, got, row.want)
		}
	}
	for _, call := range []string{sent + "?event=Closed", sent, "/api/v1/games"} {
		for _, name := range []string{"Closed", "High"} {
			if got := bob.send("POST", strings.Replace(call, "Closed", name, 1), fmt.Sprintf(tags, name, "", "", 9)); got.status != 403 || !strings.Contains(string(got.body), "event-closed") {
				t.Errorf("%s for %s: %d %s", call, name, got.status, got.body)
			}
		}
	}
	if got := bob.send("POST", "/api/v1/games", "Event=alloy\nVariant=csg-1\n1. Pawn f3 - f4\n"); got.status != 403 {
		t.Errorf("past the arbiter: %d %s", got.status, got.body)
	}
	for _, hidden := range []string{"Alloy\u200b", "Al\u200dloy", "\ufeffAlloy", "Alloy\ufe0f", "Ａlloy", "Alloy\u00a0"} {
		if got := bob.send("POST", "/api/v1/games", "Event="+hidden+"\nVariant=csg-1\n1. Pawn f3 - f4\n"); got.status != 403 {
			t.Errorf("past the arbiter as %+q: %d %s", hidden, got.status, got.body)
		}
		if got := kinds(bob, "", "Event="+hidden+"\nVariant=csg-1\n1. Pawn f3 - f4\n2. Pawn f4 - f5\n"); !strings.HasPrefix(got, "new") || !strings.Contains(got, "approval") {
			t.Errorf("submitted as %+q: %s", hidden, got)
		}
	}
	if got := ada.send("POST", "/api/v1/games", "Event=alloy\nVariant=csg-1\n1. Pawn f3 - f4\n"); got.status != 201 {
		t.Errorf("by the arbiter: %d %s", got.status, got.body)
	}
	// Unreadable records are kept too, and a record moves to another event.
	if got := ada.send("GET", sent+"/10/record", ""); string(got.body) != "{" {
		t.Errorf("the unreadable record: %q", got.body)
	}
	var v records.ChangedSubmission
	ada.send("POST", sent+"/6/steps", `{"action":"assign","event":0}`, "If-Match", "*").into(t, &v)
	if v.Event != 0 || len(v.Concerns) != 0 || v.State != store.SubmissionNew {
		t.Errorf("of no event: %+v", v)
	}

	if got := ada.send("PUT", "/api/v1/events/1", `{"name":"Cup 2026"}`); got.status != 428 {
		t.Errorf("without If-Match: %d", got.status)
	}
	if got := ada.send("PUT", "/api/v1/events/1", `{"name":"Cup 2026"}`, "If-Match", `"event-1-1"`); got.status != 200 || got.header.Get("ETag") != `"event-1-2"` {
		t.Errorf("%d %s", got.status, got.body)
	}
	if got := ada.send("PUT", "/api/v1/events/1", `{"name":"Cup 2027"}`, "If-Match", `"event-1-1"`); got.status != 412 || !strings.Contains(string(got.body), "event-conflict") {
		t.Errorf("late: %d %s", got.status, got.body)
	}
	if got := bob.send("GET", "/api/v1/events?limit=2", ""); got.status != 200 || !strings.Contains(string(got.body), `"name":"Cup 2026"`) || strings.Contains(string(got.body), `"next":""`) {
		t.Errorf("%d %s", got.status, got.body)
	}
	for q, want := range map[string]int{"cup": 1, "2026 cu": 1, "up": 0, "": 4} {
		var page events.EventPage
		if bob.send("GET", "/api/v1/events?limit=500&q="+url.QueryEscape(q), "").into(t, &page); len(page.Events) != want {
			t.Errorf("%q: %d events, want %d", q, len(page.Events), want)
		}
	}
	next := ""
	for _, want := range []string{"Cup 2026", "Closed"} { // one per page
		var page events.EventPage
		bob.send("GET", "/api/v1/events?limit=1&q=c&cursor="+next, "").into(t, &page)
		if next = string(page.Next); len(page.Events) != 1 || page.Events[0].Name != want || (next == "") != (want == "Closed") {
			t.Errorf("the page of %s: %+v", want, page)
		}
	}
	if got := all[""].send("GET", "/api/v1/events/9", ""); got.status != 404 || !strings.Contains(string(got.body), "event-not-found") {
		t.Errorf("%d %s", got.status, got.body)
	}
}

// TestQueueEvents receives matching changes only.
func TestQueueEvents(t *testing.T) {
	all := members(t)
	bob, ada := all[store.Contributor], all[store.Arbiter]
	request, err := http.NewRequestWithContext(t.Context(), "GET", ada.address+"/api/v1/queue/events?waiting=true", nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+ada.token)
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if response.Header.Get("Content-Type") != "text/event-stream" {
		t.Fatalf("%v", response.Header)
	}
	bob.send("POST", sent, legal+"\n"+illPGN)
	ada.send("POST", sent+"/2/steps", `{"action":"return","reason":"why"}`, "If-Match", "*")
	lines := bufio.NewScanner(response.Body)
	for lines.Scan() {
		if text, is := strings.CutPrefix(lines.Text(), "data: "); is {
			var v records.SubmissionView
			if err := json.Unmarshal([]byte(text), &v); err != nil || v.ID != 2 {
				t.Fatalf("%s: %v", text, err)
			}
			if v.State == store.SubmissionReturned {
				return
			}
		}
	}
	t.Errorf("not told: %v", lines.Err())
}

// TestEventsEnd ends streams whose caller lost access or rights.
func TestEventsEnd(t *testing.T) {
	s, sessions := peopled(t, ServerConfig{})
	s.recheckEvery = 10 * time.Millisecond
	c := serveOn(t, s)
	arbiter, annotator := "assay="+sessions[store.Arbiter], "assay="+sessions[store.Annotator]
	var made account.TokenView
	if err := json.Unmarshal(of(s, sessions[store.Contributor], "POST", "/api/v1/tokens", `{"name":"t","scopes":["contribute"],"days":1}`).Body.Bytes(), &made); err != nil {
		t.Fatal(err)
	}
	person := func(role store.Role, change string) func() {
		number := len(store.Roles) - slices.Index(store.Roles, role)
		return func() {
			if got := of(s, sessions[store.Administrator], "PATCH", fmt.Sprintf("/api/v1/people/%d", number), change); got.Code != 200 {
				t.Errorf("%d %s", got.Code, got.Body)
			}
		}
	}
	for _, row := range []struct {
		name, path, header, value string
		change                    func()
	}{
		{"a lesser role", "queue/events", "Cookie", arbiter, person(store.Arbiter, `{"role":"annotator"}`)},
		{"barred", "games/1/annotations/events", "Cookie", arbiter, person(store.Arbiter, `{"barred":true}`)},
		{"logged out", "queue/events", "Cookie", annotator, func() { of(s, sessions[store.Annotator], "DELETE", "/api/v1/session", "") }},
		{"a token taken back", "queue/events", "Authorization", "Bearer " + made.Token, func() {
			of(s, sessions[store.Contributor], "DELETE", fmt.Sprintf("/api/v1/tokens/%d", made.ID), "")
		}},
	} {
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
		request, err := http.NewRequestWithContext(ctx, "GET", c.address+"/api/v1/"+row.path, nil)
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set(row.header, row.value)
		response, err := http.DefaultClient.Do(request)
		if err != nil || response.StatusCode != 200 {
			t.Fatalf("%s: %v %v", row.name, response, err)
		}
		ended := make(chan error, 1)
		go func() {
			_, err := io.Copy(io.Discard, response.Body)
			ended <- err
		}()
		select {
		case err := <-ended:
			t.Errorf("%s: ended before, %v", row.name, err)
		case <-time.After(10 * s.recheckEvery):
			row.change()
			if err := <-ended; err != nil {
				t.Errorf("%s: %v", row.name, err)
			}
		}
		response.Body.Close()
		cancel()
	}
}

// cupReport is a tournament report of two players and one round.
const cupReport = "012 City Cup\nXXR 1\n" +
	"001    1 m GM Ann                               2500 SUI     1300001 1980/01/31  1.0    1     2 w 1\n" +
	"001    2      Bo                                2300                             0.0    2     1 b 0\n"

// TestPutReport replaces the report of an event, with which the standings
// compare the games.
func TestPutReport(t *testing.T) {
	all := members(t)
	ada, bob, guest := all[store.Arbiter], all[store.Contributor], all[""]
	ada.send("POST", "/api/v1/events", `{"name":"Cup"}`)
	bob.send("POST", "/api/v1/games", legal)
	for _, row := range []struct {
		who              member
		event            int
		body, tag, media string
		status           int
		want             string
	}{
		{ada, 1, cupReport, "", "text/plain", 428, "precondition-required"},
		{ada, 1, cupReport, `"event-1-2"`, "text/plain", 412, "event-conflict"},
		{ada, 1, cupReport, `"event-2-1"`, "text/plain", 412, "event-conflict"},
		{bob, 1, cupReport, "*", "text/plain", 403, "forbidden"},
		{ada, 9, cupReport, "*", "text/plain", 404, "event-not-found"},
		{ada, 1, "", "*", "text/plain", 422, "1:1: expected players"},
		{ada, 1, strings.Replace(cupReport, "2 w 1", "2 w =", 1), "*", "text/plain", 422, "3:99: the result of player 1"},
		{ada, 1, strings.Repeat("x", tournament.MaxReport+1), "*", "text/plain", 422, "1:1: the report is longer than"},
		{ada, 1, cupReport, "*", "multipart/form-data; boundary=x", 415, "unsupported-media-type"},
		{ada, 1, cupReport, `"event-1-1"`, "text/plain", 200, `"revision":2,"etag":"\"event-1-2\"","name":"Cup"`},
		{ada, 1, strings.Replace(cupReport, "Bo ", "J\xf6 ", 1), `"event-1-1"`, "text/plain", 412, "event-conflict"},
		{ada, 1, strings.Replace(cupReport, "Bo ", "J\xf6 ", 1), `"event-1-2"`, "", 200, `"hasReport":true`},
	} {
		headers := []string{"Content-Type", row.media}
		if row.tag != "" {
			headers = append(headers, "If-Match", row.tag)
		}
		got := row.who.send("PUT", fmt.Sprintf("/api/v1/events/%d/report", row.event), row.body, headers...)
		if got.status != row.status || !strings.Contains(string(got.body), row.want) {
			t.Errorf("%.20q of event %d with %s: %d %.300s, want %d %s", row.body, row.event, row.tag, got.status, got.body, row.status, row.want)
		}
	}
	var s events.Standing
	guest.send("GET", "/api/v1/events/1/standing", "").into(t, &s)
	if v := s.Tournament; v == nil || len(v.Players) != 2 || v.Players[1].Name != "Jö" || len(v.Owed) != 1 || len(v.Unknown) != 1 {
		t.Errorf("%+v", v)
	}
	if got := guest.send("GET", "/api/v1/events/1/standing?as=trf16", ""); !strings.Contains(string(got.body), "GM Ann") {
		t.Errorf("%d %s", got.status, got.body)
	}
	for _, row := range []struct {
		who    member
		tag    string
		status int
		want   string
	}{
		{bob, "*", 403, "forbidden"},
		{ada, "", 428, "precondition-required"},
		{ada, `"event-1-1"`, 412, "event-conflict"},
		{ada, "*", 200, `"hasReport":false`},
	} {
		var headers []string
		if row.tag != "" {
			headers = []string{"If-Match", row.tag}
		}
		got := row.who.send("DELETE", "/api/v1/events/1/report", "", headers...)
		if got.status != row.status || !strings.Contains(string(got.body), row.want) {
			t.Errorf("removing with %q: %d %.300s, want %d %s", row.tag, got.status, got.body, row.status, row.want)
		}
	}
}

// TestStandings sums up the results of an event in every format, and reads the
// feed of its submissions.
func TestStandings(t *testing.T) {
	all := members(t)
	bob, ada, guest := all[store.Contributor], all[store.Arbiter], all[""]
	ada.send("POST", "/api/v1/events", `{"name":"Cup"}`)
	const draw = "[Event \"cup\"]\n[White \"=Cy\"]\n[Black \"ann\"]\n[Result \"1/2-1/2\"]\n\n1. d4 d5 1/2-1/2\n"
	const open = "[Event \"Cup\"]\n[White \"Ann\"]\n[Black \"=Cy\"]\n\n1. c4 *\n"
	const other = "[Event \"Cup of others\"]\n[White \"Eve\"]\n[Black \"Ann\"]\n\n1. c3 1-0\n"
	const nameless = "[White \"Dee\"]\n[Black \"Ann\"]\n[Result \"1-0\"]\n\n1. b3 b6 1-0\n"
	bob.send("POST", sent, strings.Replace(legal, "Cy", "=Cy", 1)+"\n"+illPGN+"\n"+open+"\n"+other)
	bob.send("POST", "/api/v1/games", draw)
	bob.send("POST", sent+"?event=1", nameless)

	var s events.Standing
	got := guest.send("GET", "/api/v1/events/1/standing", "")
	got.into(t, &s)
	table := ""
	for _, p := range s.Players {
		table += fmt.Sprintf("%s %v %d-%d-%d %v; ", p.Name, p.Points, p.Wins, p.Draws, p.Losses, p.Against)
	}
	if want := "Ann 1.5 1-1-1 [{Dee [0] [6]} {=Cy [1 0.5] [2 5]}]; Dee 1 1-0-0 [{Ann [1] [6]}]; =Cy 0.5 0-1-1 [{Ann [0 0.5] [2 5]}]; "; table != want {
		t.Errorf("%d: %s, want %s", got.status, table, want)
	}
	if len(s.Games) != 4 || s.Submissions[store.SubmissionNew] != 1 || s.Submissions[store.SubmissionAccepted] != 3 {
		t.Errorf("%d games, submissions %v", len(s.Games), s.Submissions)
	}
	const csv = "rank,player,points,wins,draws,losses,1,2,3\n1,Ann,1.5,1,1,1,,0,1 0.5\n2,Dee,1,1,0,0,1,,\n3,'=Cy,0.5,0,1,1,0 0.5,,\n"
	if got := guest.send("GET", "/api/v1/events/1/standing?as=csv", ""); string(got.body) != csv {
		t.Errorf("%d %s", got.status, got.body)
	}
	if got := guest.send("GET", "/api/v1/events/1/standing?as=lines", ""); strings.Count(string(got.body), "\n") != 4 {
		t.Errorf("%d %s", got.status, got.body)
	}
	if got := guest.send("GET", "/api/v1/events/1/export?as=pgn", ""); got.status != 200 || strings.Count(string(got.body), "[White ") != 4 || strings.Contains(string(got.body), `"Eve"`) {
		t.Errorf("%d %s", got.status, got.body)
	}
	var archivedAs []int64
	for cursor := ""; ; { // resume after each line
		got := guest.send("GET", "/api/v1/events/1/export?as=pgn&cursor="+cursor, "", "Accept", ndjson)
		first, rest, _ := strings.Cut(string(got.body), "\n")
		if got.status != 200 || got.header.Get("Content-Type") != ndjson || strings.Count(rest, "\n") != max(3-len(archivedAs), 0) {
			t.Fatalf("lines behind %q: %d %s", cursor, got.status, got.body)
		}
		if first == "" {
			break
		}
		var l recordLine
		if err := json.Unmarshal([]byte(first), &l); err != nil || !strings.Contains(l.Text, "[White ") {
			t.Fatalf("%v in %s", err, first)
		}
		archivedAs, cursor = append(archivedAs, l.Archived.Game), l.Archived.Cursor
	}
	if !slices.Equal(archivedAs, []int64{2, 3, 5, 6}) {
		t.Errorf("lines of games %v", archivedAs)
	}
	ada.send("POST", "/api/v1/events", `{"name":"Empty"}`)
	if got := guest.send("GET", "/api/v1/events/2/export?as=pgn", "", "Accept", ndjson); got.status != 200 || len(got.body) > 0 {
		t.Errorf("of no game: %d %s", got.status, got.body)
	}
	for path, accept := range map[string]string{"1/export?as=pgn&cursor=x": ndjson, "1/export?as=html": ndjson, "1/export?as=pgn&cursor=%20": ""} {
		if got := guest.send("GET", "/api/v1/events/"+path, "", "Accept", accept); got.status != 400 {
			t.Errorf("%s: %d %s", path, got.status, got.body)
		}
	}
	for _, path := range []string{"9/standing", "9/export?as=pgn"} {
		if got := guest.send("GET", "/api/v1/events/"+path, ""); got.status != 404 || !strings.Contains(string(got.body), "event-not-found") {
			t.Errorf("%s: %d %s", path, got.status, got.body)
		}
	}
	if got := ada.send("GET", "/feeds/submissions?event=1&waiting=true", ""); got.status != 200 || strings.Count(string(got.body), "<entry>") != 1 || !strings.Contains(string(got.body), "Ann – Bo: new") {
		t.Errorf("%d %s", got.status, got.body)
	}
	if got := all[store.Annotator].send("GET", "/feeds/submissions", ""); got.status != 200 || strings.Contains(string(got.body), "<entry>") {
		t.Errorf("the queue of others: %d %s", got.status, got.body)
	}
	if got := guest.send("GET", "/feeds/submissions", ""); got.status != 401 {
		t.Errorf("for anybody: %d %s", got.status, got.body)
	}
}

// TestRuledSubmission rules on a waiting record, revokes that, rules again and
// accepts it: the game is archived with its ruling, which can be revoked like
// any other.
func TestRuledSubmission(t *testing.T) {
	all := members(t)
	bob, ada := all[store.Contributor], all[store.Arbiter]
	const twice = "[White \"Ann\"]\n[Black \"Bo\"]\n\n1. e4 e5 2. Qh5 Nc6 3. Qxf7+ a6 4. Qg6+ b5 5. d3 hxg6 *\n"
	if got := bob.send("POST", sent+"?file=unseen.pgn", twice); got.status != 201 {
		t.Fatalf("%d %s", got.status, got.body)
	}
	at := sent + "/1/steps"
	rule := func(rulings string) string {
		return `{"action":"rule","reason":"nobody saw it","rulings":[` + rulings + `]}`
	}
	for _, row := range []struct {
		who    member
		body   string
		status int
		says   string
	}{
		{bob, rule(`{"ply":6,"ruling":"W-0"}`), 403, "forbidden"},
		{ada, `{"action":"rule","rulings":[{"ply":6,"ruling":"W-0"}]}`, 400, "expected a reason"},
		{ada, rule(``), 400, "rulings"},
		{ada, rule(`{"ply":5,"ruling":"W-0"}`), 422, "the illegal ply, 6"},
		{ada, rule(`{"ply":6,"ruling":"W-5"}`), 422, "W-0, the rule that ply 6 breaks"},
		{ada, rule(`{"ply":6,"ruling":"W-0","move":"Pawn a5 - a6"}`), 422, "no piece stands on a5"},
		{ada, rule(`{"ply":6,"ruling":"W-0"},{"ply":9,"ruling":"W-0"}`), 422, "the illegal ply, 8"},
		{ada, `{"action":"lift","reason":"x"}`, 409, "submission-state"},
		{ada, rule(`{"ply":6,"ruling":"W-0"}`), 200, `"state":"ruled"`},
		{ada, `{"action":"accept"}`, 422, "rejected"},
		{ada, rule(`{"ply":8,"ruling":"W-0"}`), 200, `"verdict":"ruled"`},
		{ada, `{"action":"lift","reason":"the players saw it"}`, 200, `"state":"new"`},
		{ada, `{"action":"accept"}`, 422, "rejected"},
		{ada, rule(`{"ply":6,"ruling":"W-0"},{"ply":8,"ruling":"W-0"}`), 200, `"concerns":[]`},
		{ada, `{"action":"return","reason":"another text, please"}`, 200, `"verdict":"illegal"`},
		{ada, rule(`{"ply":6,"ruling":"W-0"},{"ply":8,"ruling":"W-0"}`), 200, `"verdict":"ruled"`},
		{ada, `{"action":"accept"}`, 200, `"state":"accepted"`},
	} {
		got := row.who.send("POST", at, row.body, "If-Match", "*")
		if got.status != row.status || !strings.Contains(string(got.body), row.says) {
			t.Errorf("%s: %d %s, want %d %s", row.body, got.status, got.body, row.status, row.says)
		}
	}
	var v records.SubmissionDetail
	if bob.send("GET", sent+"/1", "").into(t, &v); v.Verdict != "ruled" || v.Game == 0 || len(v.Report.Rulings) != 2 || v.Report.Plies != 10 {
		t.Fatalf("the submission is %+v", v.SubmissionView)
	}
	game := fmt.Sprint("/api/v1/games/", v.Game)
	if got := bob.send("GET", game, ""); !strings.Contains(string(got.body), `"verdict":"ruled"`) {
		t.Errorf("the game is %s", got.body)
	}
	var list records.RulingList
	bob.send("GET", game+"/rulings", "").into(t, &list)
	if len(list.Rulings) != 2 || !list.Rulings[0].Held || list.Rulings[1].Ply != 8 || list.Rulings[1].Arbiter != "arbiter" || list.Rulings[1].Reason != "nobody saw it" {
		t.Errorf("its rulings are %+v", list.Rulings)
	}
	if got := ada.send("DELETE", game+"/rulings/2?reason=seen", ""); got.status != 200 || !strings.Contains(string(got.body), `"verdict":"illegal"`) {
		t.Errorf("taken back: %d %s", got.status, got.body)
	}

	// The same record again: the existing game is illegal now.
	if got := bob.send("POST", sent+"?file=again.pgn", twice); got.status != 201 {
		t.Fatalf("%d %s", got.status, got.body)
	}
	ada.send("POST", sent+"/2/steps", rule(`{"ply":6,"ruling":"W-0"},{"ply":8,"ruling":"W-0"}`), "If-Match", "*")
	if got := ada.send("POST", sent+"/2/steps", `{"action":"accept"}`, "If-Match", "*"); got.status != 409 || !strings.Contains(string(got.body), "game-unruled") {
		t.Errorf("a game that is there, and does not hold: %d %s", got.status, got.body)
	}
	if got := ada.send("DELETE", game, ""); got.status != 204 {
		t.Fatalf("%d %s", got.status, got.body)
	}
	if got := bob.send("GET", sent+"/1", ""); !strings.Contains(string(got.body), `"deleted":true`) {
		t.Errorf("the submission of a deleted game: %d %s", got.status, got.body)
	}
}

// TestReread reads a submitted record, and an archived one, as another variant
// and in another encoding.
func TestReread(t *testing.T) {
	c := start(t, newArchive(t), ServerConfig{})
	const record = "[Variant \"Makruk\"]\n[White \"\xcf\xe5\xf2\xf0\xee\xe2\"]\n\n1. e4 e5 2. Qh5 *\n"
	var d records.Delivered
	if got := c.post(sent, record); got.status != 201 {
		t.Fatalf("%d %s", got.status, got.body)
	} else if got.into(t, &d); len(d.Submissions) != 1 || d.Submissions[0].State != store.SubmissionNew {
		t.Fatalf("%+v", d)
	}
	if got := c.post("/api/v1/games?keep=illegal", record+"\n"); got.status != 201 {
		t.Fatalf("%d %s", got.status, got.body)
	}
	for _, row := range []struct {
		path, body string
		status     int
		says       []string
	}{
		{sent + "/1/steps", `{"action":"repair","variant":"nope"}`, 400, []string{"unknown-variant"}},
		{sent + "/1/steps", `{"action":"repair","encoding":"latin-99"}`, 400, []string{"latin-99"}},
		{sent + "/1/steps", `{"action":"repair","format":"morse"}`, 400, []string{"morse"}},
		{sent + "/1/steps", `{"action":"repair","encoding":"utf-8"}`, 400, []string{"line 2"}},
		{sent + "/1/steps", `{"action":"repair","variant":"chess","repair":1}`, 400, []string{"either"}},
		{sent + "/1/steps", `{"action":"repair","encoding":"koi8-r"}`, 200, []string{`"first":"оЕРПНБ"`, `"verdict":"illegal"`}},
		{sent + "/1/steps", `{"action":"repair","format":"numbered"}`, 200, []string{`"verdict":"unreadable"`}},
		{sent + "/1/steps", `{"action":"repair","format":"pgn"}`, 200, []string{`"format":"pgn"`, `"verdict":"illegal"`}},
		{sent + "/1/steps", `{"action":"repair","variant":"chess"}`, 200, []string{`"first":"оЕРПНБ"`, `"verdict":"legal"`}},
		{sent + "/1/steps", `{"action":"repair","encoding":"windows-1251","variant":"chess"}`, 200, []string{`"first":"Петров"`, `"verdict":"legal"`}},
		{"/api/v1/games/1/revisions/1/restore", `{"author":"Cy","reason":"x","variant":"nope"}`, 400, []string{"unknown-variant"}},
		{"/api/v1/games/1/revisions/1/restore", `{"author":"Cy","reason":"x","variant":"chess"}`, 200, []string{`"verdict":"legal"`}},
		{"/api/v1/games/1/revisions/1/restore", `{"author":"Cy","reason":"x","encoding":"koi8-r","variant":"chess"}`, 200, []string{`"revision":3`, `"verdict":"legal"`}},
	} {
		got := c.send("POST", row.path, row.body, "If-Match", "*")
		for _, says := range row.says {
			if got.status != row.status || !strings.Contains(string(got.body), says) {
				t.Errorf("%s %s: %d %s, want %d %s", row.path, row.body, got.status, got.body, row.status, says)
			}
		}
	}
	for path, want := range map[string]string{sent + "/1/record": "[Variant \"chess\"]\n[White \"Петров\"]", "/api/v1/games/1/record": "[Variant \"chess\"]\n[White \"оЕРПНБ\"]"} {
		if got := c.send("GET", path, ""); !strings.Contains(string(got.body), want) {
			t.Errorf("%s: %q, want %q", path, got.body, want)
		}
	}
}
