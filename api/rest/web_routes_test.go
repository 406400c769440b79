package rest

import (
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"assay/analysis/variant"
	"assay/api"
	"assay/api/card"
	"assay/api/define"
)

func TestCompletionsOverREST(t *testing.T) {
	c := start(t, newArchive(t), ServerConfig{})
	for _, row := range []struct {
		query  url.Values
		status int
		word   string // among the completions
		absent string // not among them
	}{
		{url.Values{"variant": {"chess"}, "text": {"white que"}}, 200, "queen", "rook"},
		{url.Values{"variant": {"chess"}, "text": {"white queen on h5"}, "cursor": {"7"}}, 200, "rook", ""},
		{url.Values{"text": {"cap"}}, 200, "capture", ""},
		{url.Values{"text": {"que"}}, 200, "", "queen"},
		{url.Values{}, 200, "not", ""},
		{url.Values{"text": {"abc"}, "cursor": {"5"}}, 400, "", ""},
		{url.Values{"text": {"abc"}, "cursor": {"0"}}, 400, "", ""},
		{url.Values{"cursor": {"x"}}, 400, "", ""},
		{url.Values{"variant": {"checkers"}}, 400, "", ""},
		{url.Values{"colour": {"red"}}, 400, "", ""},
	} {
		got := c.get("/api/v1/query/completions?" + row.query.Encode())
		if got.status != row.status {
			t.Errorf("%v: %d %s", row.query, got.status, got.body)
			continue
		}
		var list define.CompletionList
		got.into(t, &list)
		has := func(word string) bool {
			return slices.ContainsFunc(list.Completions, func(v define.CompletionView) bool { return v.Word == word })
		}
		if row.word != "" && !has(row.word) || row.absent != "" && has(row.absent) {
			t.Errorf("%v: %s", row.query, got.body)
		}
	}
}

// TestCheckCeiling responds 503 when a check reaches its time limit, without a
// verdict.
func TestCheckCeiling(t *testing.T) {
	a, err := open(t.Context(), api.Config{Data: t.TempDir(), CheckTime: time.Nanosecond})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { a.Close() })
	c := start(t, a, ServerConfig{})
	text, err := os.ReadFile(filepath.Join("..", "..", "fixtures", "definitions", "frog-pond.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	got := c.post("/api/v1/variants/check", string(text))
	var p Problem
	got.into(t, &p)
	if got.status != http.StatusServiceUnavailable || !strings.HasSuffix(p.Type, "/problems/undecided") || got.header.Get("Retry-After") == "" {
		t.Errorf("%d %s", got.status, got.body)
	}
}

func TestCheckOverREST(t *testing.T) {
	c := start(t, newArchive(t), ServerConfig{})
	text, err := os.ReadFile(filepath.Join("..", "..", "analysis", "variant", "definitions", "minishogi.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	renamed := strings.Replace(string(text), "id: minishogi", "id: mine", 1)
	for _, row := range []struct {
		name, body string
		holds      bool
		says       string
	}{
		{"a game that is there already", string(text), false, "minishogi"},
		{"no YAML", "{", false, ""},
		{"nothing", "", false, ""},
		{"an unknown key", renamed + "\ncolour: red\n", false, "colour"},
	} {
		got := c.post("/api/v1/variants/check", row.body)
		var checked card.Checked
		got.into(t, &checked)
		if got.status != http.StatusOK || (len(checked.Problems) == 0) != row.holds || !strings.Contains(string(got.body), row.says) {
			t.Errorf("%s: %d %s", row.name, got.status, got.body)
		}
		for _, p := range checked.Problems {
			if strings.Contains(p.Message, os.TempDir()) {
				t.Errorf("%s: a path of the server: %s", row.name, p.Message)
			}
		}
	}
	good := `{id: mine, name: Mine, version: "1", rulings: M, sources: [me], summary: A race of kings., board: {files: 3, ranks: 3}, sides: [{name: White}, {name: Black}], pieces: {K: {name: King, moves: K, royal: true}}, start: "1k1/3/1K1 w", rules: [{module: no-moves, result: loss}]}`
	var checked card.Checked
	got := c.post("/api/v1/variants/check", good)
	got.into(t, &checked)
	if len(checked.Problems) > 0 || checked.Card == nil || checked.Card.ID != "mine" || !strings.Contains(string(checked.Diagram), "<svg") {
		t.Errorf("%d %.400s", got.status, got.body)
	}
	warned := strings.Replace(good, "rulings: M,", "rulings: M, regions: {far: [rank 1]},", 1)
	warned = strings.Replace(warned, "moves: K, royal: true}", "moves: K, royal: true}, P: {name: Pawn, moves: fW}", 1)
	c.post("/api/v1/variants/check", warned).into(t, &checked)
	if len(checked.Problems) > 0 || len(checked.Warnings) != 1 || !strings.Contains(checked.Warnings[0].Message, "piece P (Pawn) never comes into play") {
		t.Errorf("%+v", checked.Warnings)
	}
	if got := c.post("/api/v1/variants/check", strings.Repeat("#", variant.MaxDefinition+1)); got.status != http.StatusRequestEntityTooLarge {
		t.Errorf("too long: %d", got.status)
	}
}
