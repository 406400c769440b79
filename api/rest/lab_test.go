package rest

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"assay/api"
	"assay/api/card"
	"assay/api/define"
	"assay/api/laboratory"
	"assay/store"
)

// pawns is a small variant whose first player has one or two pawns.
func pawns(id string, rows string) string {
	return fmt.Sprintf(`{id: %s, name: "Pawns of %[1]s", version: "1", rulings: PA, sources: [me], summary: A race of pawns., board: {files: 3, ranks: 4}, sides: [{name: White}, {name: Black}], regions: {end: [rank 4]}, pieces: {P: {name: Pawn, moves: mfWcfF, value: 100}}, start: %q, rules: [{module: goal, pieces: [P], region: end, rule: PA-1}, {module: no-moves, result: loss, rule: PA-2}]}`, id, rows)
}

// worker makes runs in tests.
var worker = laboratory.Worker{Games: 2, Card: card.TextOf}

// work makes the next run.
func work(t *testing.T, a *api.Archive) {
	t.Helper()
	if done, err := a.Laboratory.WorkOnce(t.Context(), worker); err != nil || !done {
		t.Fatal(done, err)
	}
}

// TestLab measures a variant, follows the run, and reads its report.
func TestLab(t *testing.T) {
	a := newArchive(t)
	c := start(t, a, ServerConfig{})
	var run laboratory.RunView
	got := c.post("/api/v1/variants/hexapawn/lab", `{"games":40,"time":"1m"}`)
	if got.into(t, &run); got.status != http.StatusAccepted || run.State != store.JobWaiting || got.header.Get("Location") != "/api/v1/lab/1" || run.Time != "1m" || run.Of.Variant != "hexapawn" || run.Of.Draft != "" || run.Against != nil {
		t.Fatalf("%d %v %s", got.status, got.header, got.body)
	}
	var busy Problem
	if got := c.post("/api/v1/variants/hexapawn/lab", ""); got.status != http.StatusConflict {
		t.Errorf("%d %s", got.status, got.body)
	} else if got.into(t, &busy); !strings.HasSuffix(busy.Type, "/problems/run-active") || !strings.Contains(busy.Detail, "run 1") {
		t.Errorf("%+v", busy)
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		a.Laboratory.Work(ctx, worker, func(err error) { t.Error(err) })
	}()
	defer func() { stop(); <-ended }()
	events := string(c.get("/api/v1/lab/1/events").body)
	parts := strings.Split(strings.TrimSpace(events), "\n\n")
	id, data, found := strings.Cut(parts[len(parts)-1], "\nevent: run\ndata: ")
	if err := json.Unmarshal([]byte(data), &run); err != nil || !found || run.State != store.JobDone || run.Played != 40 || run.Elapsed <= 0 {
		t.Fatalf("%v: %s", err, events)
	}
	if got := c.send("GET", "/api/v1/lab/1/events", "", "Last-Event-ID", strings.TrimPrefix(id, "id: ")); got.status != http.StatusNoContent {
		t.Errorf("%d %s", got.status, got.body)
	}
	var result laboratory.Result
	if c.get("/api/v1/lab/1/report").into(t, &result); result.Report.Lab.Revision != run.Of.Revision || len(result.Report.FirstMoves) != 3 || len(result.Report.Figures) == 0 || len(result.Report.Heat) == 0 || len(result.Report.Lengths) == 0 || result.Against != nil || result.Comparison != nil {
		t.Errorf("%+v", result)
	}
	page := c.get("/api/v1/lab/1/report?as=html")
	if text := string(page.body); !strings.Contains(text, "<h1>Hexapawn</h1>") || strings.Count(text, "<svg") < 4 || page.header.Get("Content-Type") != "text/html; charset=utf-8" || page.header.Get("Content-Security-Policy") != reportPolicy {
		t.Errorf("%v %.300s", page.header, text)
	}
	if text := string(c.get("/api/v1/lab/1/report?as=text&part=report").body); !strings.HasPrefix(text, "Hexapawn (hexapawn)") || !strings.Contains(text, "40 games: ") {
		t.Errorf("%.300s", text)
	}
	var page1 laboratory.RunPage
	if c.get("/api/v1/lab?variant=hexapawn&limit=1").into(t, &page1); len(page1.Runs) != 1 || page1.Runs[0].ID != 1 || page1.Next != "" {
		t.Errorf("%+v", page1)
	}
	if c.get("/api/v1/lab?variant=chess").into(t, &page1); len(page1.Runs) != 0 {
		t.Errorf("%+v", page1)
	}
	for _, row := range []struct {
		method, path, body string
		status             int
		kind               string
	}{
		{"POST", "variants/nonesuch/lab", "", 404, "variant-not-found"},
		{"POST", "variants/hexapawn/lab?options=x=1", "", 400, "unknown-option"},
		{"POST", "variants/hexapawn/lab", `{"time":"11m"}`, 400, "bad-request"},
		{"POST", "variants/hexapawn/lab", `{"time":"10ms"}`, 400, "bad-request"},
		{"POST", "variants/hexapawn/lab", `{"time":3}`, 400, "bad-request"},
		{"POST", "variants/hexapawn/lab", `{"games":0}`, 400, "bad-request"},
		{"POST", "variants/hexapawn/lab", `{"games":50001}`, 400, "bad-request"},
		{"POST", "variants/hexapawn/lab", `{"deep":1}`, 400, "bad-request"},
		{"POST", "variants/hexapawn/lab", `{"against":"hexapawn"}`, 400, "bad-request"},
		{"POST", "variants/hexapawn/lab", `{"against":"nonesuch"}`, 400, "bad-request"},
		{"POST", "variants/hexapawn/lab", `{"againstDraft":"nonesuch"}`, 404, "draft-not-found"},
		{"POST", "drafts/nonesuch/lab", "", 404, "draft-not-found"},
		{"GET", "lab/9", "", 404, "run-not-found"},
		{"GET", "lab/9/events", "", 404, "run-not-found"},
		{"GET", "lab/9/report", "", 404, "run-not-found"},
		{"GET", "lab/1/report?as=text&part=against", "", 404, "run-not-found"},
		{"GET", "lab/1/report?as=pdf", "", 400, "bad-request"},
		{"GET", "lab?cursor=x", "", 400, "bad-request"},
		{"DELETE", "lab/9", "", 404, "run-not-found"},
		{"DELETE", "lab/1", "", 409, "run-ended"},
	} {
		got := c.send(row.method, "/api/v1/"+row.path, row.body)
		var p Problem
		if got.into(t, &p); got.status != row.status || !strings.HasSuffix(p.Type, "/problems/"+row.kind) {
			t.Errorf("%s %s: %d %s", row.method, row.path, got.status, got.body)
		}
	}
}

// TestLabOfDraft compares two versions of a draft, and a draft with a variant.
func TestLabOfDraft(t *testing.T) {
	a := newArchive(t)
	c := start(t, a, ServerConfig{})
	var d define.DraftView
	for i, text := range []string{pawns("pawns", "ppp/3/3/PP1 w"), pawns("pawns", "ppp/3/3/PPP w"), "id: broken"} {
		body := string(must(json.Marshal(define.DraftInput{Author: "Ada", Text: text})))
		if i == 0 {
			c.post("/api/v1/drafts", body).into(t, &d)
		} else {
			c.send("PUT", "/api/v1/drafts/"+d.ID, body, "If-Match", "*")
		}
	}
	at := "/api/v1/drafts/" + d.ID + "/lab"
	if got := c.post(at, ""); got.status != http.StatusUnprocessableEntity {
		t.Errorf("a broken definition: %d %s", got.status, got.body)
	}
	if got := c.post(at+"?version=1", `{"againstVersion":1}`); got.status != http.StatusBadRequest || !strings.Contains(string(got.body), "other rules") {
		t.Errorf("the same rules: %d %s", got.status, got.body)
	}
	var run laboratory.RunView
	got := c.post(at+"?version=1", `{"games":30,"time":"2m","againstVersion":2}`)
	if got.into(t, &run); got.status != http.StatusAccepted || string(run.Of.Draft) != d.ID || run.Of.Version != 1 || run.Against.Version != 2 {
		t.Fatalf("%d %s", got.status, got.body)
	}
	path := fmt.Sprintf("/api/v1/lab/%d", run.ID)
	if got := c.get(path + "/report"); got.status != http.StatusConflict || !strings.Contains(string(got.body), "run-unfinished") {
		t.Errorf("%d %s", got.status, got.body)
	}
	work(t, a)
	if c.get(path).into(t, &run); run.State != store.JobDone || run.Played != 60 {
		t.Fatalf("%+v", run)
	}
	var result laboratory.Result
	if c.get(path+"/report").into(t, &result); result.Against == nil || len(result.Comparison.Differences) == 0 || result.Report.Lab.Revision == result.Against.Lab.Revision {
		t.Errorf("%+v", result)
	}
	for part, says := range map[string]string{"": "versions compared", "?part=report": "laboratory report", "?part=against": "laboratory report", "?part=comparison": "versions compared"} {
		if got := c.get(path + "/report" + strings.Replace(part+"&as=html", "&", map[bool]string{true: "?", false: "&"}[part == ""], 1)); got.status != http.StatusOK || !strings.Contains(string(got.body), says) {
			t.Errorf("%s: %d %.200s", part, got.status, got.body)
		}
	}
	var page laboratory.RunPage
	if c.get("/api/v1/lab?draft="+d.ID).into(t, &page); len(page.Runs) != 1 {
		t.Errorf("%+v", page)
	}
	if c.post("/api/v1/variants/hexapawn/lab", `{"games":20,"againstDraft":"`+d.ID+`","againstVersion":1}`).into(t, &run); run.State != store.JobWaiting {
		t.Fatalf("%+v", run)
	}
	path = fmt.Sprintf("/api/v1/lab/%d", run.ID)
	if got := c.send("DELETE", path, ""); got.status != http.StatusNoContent {
		t.Errorf("%d %s", got.status, got.body)
	}
	if c.get(path).into(t, &run); run.State != store.JobCancelled {
		t.Errorf("%+v", run)
	}
	if done, err := a.Laboratory.WorkOnce(t.Context(), worker); done || err != nil {
		t.Errorf("a cancelled run is made: %v", err)
	}
}

// TestLabChanged: a run whose variant has changed since it was requested fails.
func TestLabChanged(t *testing.T) {
	a := newArchive(t)
	for i, text := range []string{pawns("moving", "ppp/3/3/PP1 w"), pawns("moving", "ppp/3/3/PPP w")} {
		registry, err := a.Book().Registry().Without("moving").With("moving", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		a.Book().Exchange(registry, "moving")
		if i == 0 {
			if _, err := a.Laboratory.Start(t.Context(), laboratory.RunInput{Variant: "moving"}); err != nil {
				t.Fatal(err)
			}
		}
	}
	work(t, a)
	if run := must(a.Laboratory.Run(t.Context(), 1)); run.State != store.JobFailed || !strings.Contains(string(run.Message), "has changed") {
		t.Errorf("%+v", run)
	}
}
