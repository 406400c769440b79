package rest

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"assay/api/analyse"
	"assay/api/define"
	"assay/api/laboratory"
	"assay/store"
)

// TestOwners reserves jobs, runs and drafts to their owners and arbiters.
func TestOwners(t *testing.T) {
	s, sessions := peopled(t, ServerConfig{}) // runs no jobs
	made := func(role store.Role, method, path, body string, into any) {
		t.Helper()
		got := of(s, sessions[role], method, path, body)
		if got.Code != 201 && got.Code != 202 {
			t.Fatalf("%s %s: %d %s", method, path, got.Code, got.Body)
		}
		if err := json.Unmarshal(got.Body.Bytes(), into); err != nil {
			t.Fatal(err)
		}
	}
	job := func(role store.Role, nodes int) string {
		var v analyse.JobView
		made(role, "POST", "/api/v1/games/1/analysis", fmt.Sprintf(`{"nodes": %d}`, nodes), &v)
		return fmt.Sprintf("/api/v1/jobs/%d", v.ID)
	}
	var draft define.DraftView
	made(store.Contributor, "POST", "/api/v1/drafts", `{"text": "id: x"}`, &draft)
	runs := map[store.Role]string{}
	for _, role := range []store.Role{store.Contributor, store.Annotator, store.Arbiter} {
		var v laboratory.RunView
		made(role, "POST", "/api/v1/variants/hexapawn/lab", "", &v)
		runs[role] = fmt.Sprintf("/api/v1/lab/%d", v.ID)
	}
	own, others, thirds := job(store.Contributor, 1), job(store.Arbiter, 2), job(store.Annotator, 3)
	for _, row := range []struct {
		name         string
		who          store.Role
		method, path string
		body, tag    string
		want         int
	}{
		{"an arbiter's job", store.Contributor, "DELETE", others, "", "", 403},
		{"somebody's job", store.Annotator, "DELETE", own, "", "", 403},
		{"no job", store.Contributor, "DELETE", "/api/v1/jobs/99", "", "", 404},
		{"one's own job", store.Contributor, "DELETE", own, "", "", 204},
		{"by an arbiter", store.Arbiter, "DELETE", thirds, "", "", 204},
		{"by an administrator", store.Administrator, "DELETE", others, "", "", 204},
		{"an arbiter's run", store.Contributor, "DELETE", runs[store.Arbiter], "", "", 403},
		{"somebody's run", store.Annotator, "DELETE", runs[store.Contributor], "", "", 403},
		{"somebody's run, to read", store.Reader, "GET", runs[store.Contributor], "", "", 200},
		{"another run of one's own", store.Contributor, "POST", "/api/v1/variants/hexapawn/lab", "", "", 409},
		{"one's own run", store.Contributor, "DELETE", runs[store.Contributor], "", "", 204},
		{"a run, by an arbiter", store.Arbiter, "DELETE", runs[store.Annotator], "", "", 204},
		{"somebody's draft, any version", store.Annotator, "PUT", "/api/v1/drafts/" + draft.ID, `{"text": "id: y"}`, "*", 403},
		{"somebody's draft, its version", store.Annotator, "PUT", "/api/v1/drafts/" + draft.ID, `{"text": "id: y"}`, draft.Tag(), 403},
		{"no draft", store.Annotator, "PUT", "/api/v1/drafts/none", `{"text": "id: y"}`, "*", 404},
		{"somebody's draft, to read", store.Reader, "GET", "/api/v1/drafts/" + draft.ID, "", "", 200},
		{"one's own draft", store.Contributor, "PUT", "/api/v1/drafts/" + draft.ID, `{"text": "id: z"}`, "*", 200},
		{"a draft, by an arbiter", store.Arbiter, "PUT", "/api/v1/drafts/" + draft.ID, `{"text": "id: a"}`, "*", 200},
		{"one's own draft, after an arbiter", store.Contributor, "PUT", "/api/v1/drafts/" + draft.ID, `{"text": "id: b"}`, "*", 200},
	} {
		var headers []string
		if row.tag != "" {
			headers = []string{"If-Match", row.tag}
		}
		if got := of(s, sessions[row.who], row.method, row.path, row.body, headers...); got.Code != row.want {
			t.Errorf("%s: %d %s, want %d", row.name, got.Code, got.Body, row.want)
		}
	}
}

// TestDraftQuota bounds the size of one person's drafts; others can still save
// theirs.
func TestDraftQuota(t *testing.T) {
	s, sessions := peopled(t, ServerConfig{})
	save := func(role store.Role, n int) int {
		return of(s, sessions[role], "POST", "/api/v1/drafts", fmt.Sprintf(`{"text": "id: x%d %s"}`, n, strings.Repeat("x", 1_000_000))).Code
	}
	kept := 0
	for n := range 20 {
		if save(store.Contributor, n) == 201 {
			kept++
		}
	}
	if kept != define.MaxDrafts/(1_000_000+store.VersionSize) {
		t.Errorf("%d drafts of 1,000,000 characters are kept", kept)
	}
	if got := save(store.Annotator, 0); got != 201 {
		t.Errorf("a draft of another person: %d", got)
	}
}
