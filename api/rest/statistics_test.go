package rest

import (
	"strings"
	"testing"

	"assay/api/statistics"
)

// TestStatistics reads statistics of selected games and ratings as JSON and
// CSV, and labels of lists and exports.
func TestStatistics(t *testing.T) {
	c := start(t, newArchive(t), ServerConfig{})
	c.post("/api/v1/games", "[White \"Ada\"]\n[Black \"Ben\"]\n[Date \"1999\"]\n\n1. e4 e5 1-0\n\n"+
		"[White \"Ben\"]\n[Black \"Ada\"]\n[Date \"2001\"]\n\n1. d4 d5 2. c4 1/2-1/2\n")
	for query, want := range map[string][]int{
		"":                                      {2},
		"?by=year":                              {1, 1},
		"?from=2000":                            {1},
		"?by=player":                            {2, 2},
		"?player=Ada&colour=white":              {1},
		"?variant=shogi":                        {},
		"?q=Ben&to=1999":                        {1},
		"?variant=chess&query=promo":            nil,
		"?variant=chess&query=white+pawn+on+c4": {1},
		"?by=month":                             nil,
		"?colour=x":                             nil,
		"?as=html":                              nil,
		"?variant=x":                            nil,
		"?unknown=1":                            nil,
	} {
		got := c.get("/api/v1/statistics" + query)
		if want == nil {
			if got.status != 400 && got.status != 404 {
				t.Errorf("%s: %d %s", query, got.status, got.body)
			}
			continue
		}
		var r statistics.Report
		got.into(t, &r)
		if len(r.Groups) != len(want) {
			t.Errorf("%s: %s", query, got.body)
			continue
		}
		for i, games := range want {
			if r.Groups[i].Games != games {
				t.Errorf("%s: group %d has %d games, want %d", query, i, r.Groups[i].Games, games)
			}
		}
	}
	for query, want := range map[string]string{
		"":                         `"games":2,"undated":0,"advantage":{`,
		"?player=ben":              `"history":[{"month":"1999-12",`,
		"?limit=1":                 `"place":1,"name":"Ada","rating":`,
		"?as=csv":                  "\nchess,2,Ben,",
		"?variant=shogi":           `{"variants":[],"unrated":0}`,
		"?variant=chess&player=Di": `"variants":[]`,
		"?limit=-1":                "limit",
		"?variant=chss":            "chess",
		"?as=html":                 "csv",
	} {
		got := c.get("/api/v1/ratings" + query)
		bad := strings.HasSuffix(query, "=-1") || strings.HasSuffix(query, "=chss") || strings.HasSuffix(query, "=html")
		if !strings.Contains(string(got.body), want) || bad != (got.status >= 400) || query == "?limit=1" && strings.Contains(string(got.body), "Ben") {
			t.Errorf("%s: %d %s", query, got.status, got.body)
		}
	}
	for path, want := range map[string]string{
		"games?labels=true":                 `"label":{"name":"King's Pawn Game","code":"C20"}`,
		"export?as=pgn&labels=true":         "[ECO \"C20\"]\n[Opening \"King's Pawn Game\"]",
		"games/1/export?as=pgn&labels=true": "[ECO \"C20\"]\n[Opening \"King's Pawn Game\"]",
	} {
		if got := c.get("/api/v1/" + path); !strings.Contains(string(got.body), want) {
			t.Errorf("%s: %d %s", path, got.status, got.body)
		}
		path, _, _ := strings.Cut(path, "labels")
		if got := c.get("/api/v1/" + path); got.status != 200 || strings.Contains(string(got.body), "King's") {
			t.Errorf("%s: %d %s", path, got.status, got.body)
		}
	}
	got := c.get("/api/v1/statistics?as=csv&by=year")
	if text := string(got.body); !strings.Contains(text, "\nchess,1999,won,won,1,100,") &&
		!strings.Contains(text, "chess,1999,") || got.header.Get("Content-Type") != "text/csv; charset=utf-8" {
		t.Errorf("%v %s", got.header, text)
	}
}
