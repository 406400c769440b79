package web

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"assay/api/card"
	"assay/api/define"
	"assay/api/laboratory"
)

// TestLabPages shows the form for variants and drafts, a run that waits, and
// its report in two languages.
func TestLabPages(t *testing.T) {
	site, a := serve(t)
	draft, err := a.SaveDraft(t.Context(), "", 0, define.DraftInput{Author: "Ida", Text: "id: one"})
	if err == nil {
		draft, err = a.SaveDraft(t.Context(), draft.ID, 1, define.DraftInput{Author: "Ida", Text: "id: two"})
	}
	if err != nil {
		t.Fatal(err)
	}
	work := func() {
		t.Helper()
		if done, err := a.Laboratory.WorkOnce(t.Context(), laboratory.Worker{Games: 1, Card: card.TextOf}); err != nil || !done {
			t.Fatal(done, err)
		}
	}
	run, err := a.Laboratory.Start(t.Context(), laboratory.RunInput{Variant: "hexapawn", Games: 30})
	if err != nil {
		t.Fatal(err)
	}
	at := fmt.Sprintf("/lab/%d", run.ID)
	for i, rows := range [][]struct {
		path   string
		status int
		has    []string
	}{
		{
			{"/lab", 200, []string{`<option value="hexapawn">Hexapawn</option>`, `<option selected>3</option>`, `<option>10</option></select>`, "Waiting"}},
			{"/lab?variant=hexapawn", 200, []string{`<option value="hexapawn" selected>`, `<a href="/lab/1">Hexapawn</a>`}},
			{"/lab?variant=chess&options=x%3D1", 200, []string{`data-options="x=1"`, "There are no runs yet."}},
			{"/lab?draft=" + draft.ID + "&version=1", 200, []string{`data-version="1"`, `<option value="2" data-draft>Version 2</option>`}},
			{"/lab?draft=" + draft.ID + "&version=x", 200, []string{`data-version="2"`}},
			{"/lab?draft=nonesuch", 404, []string{"Draft not found"}},
			{"/lab?variant=nonesuch", 404, []string{"nonesuch"}},
			{at, 200, []string{`id="bar"`, `id="cancel"`}},
			{"/lab/9", 404, []string{"Run not found"}},
			{"/lab/x", 404, []string{"Run not found"}},
			{"/variants/hexapawn", 200, []string{`href="/lab?variant=hexapawn"`}},
		},
		{
			{at, 200, []string{"Done", `href="/api/v1/lab/1/report?as=html&amp;part=report"`, `href="/lab?variant=hexapawn"`, "<h2>Endings</h2>", "30 games: 15 at low strength", "<title>Pawn, White</title>"}},
		},
	} {
		if i == 1 {
			work()
		}
		for _, row := range rows {
			status, body := read(t, site+row.path)
			if status != row.status {
				t.Errorf("%s: %d", row.path, status)
			}
			for _, text := range row.has {
				if !strings.Contains(body, text) {
					t.Errorf("%s lacks %s", row.path, text)
				}
			}
		}
	}
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, site+at, nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Accept-Language", "de")
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"Fertig", "<h2>Gefahren</h2>", "30 Partien: 15 mit geringer Stärke", "Punkte des Anziehenden", " bis ", "verliert, "} {
		if !strings.Contains(string(body), text) {
			t.Errorf("in German the report lacks %s", text)
		}
	}
}
