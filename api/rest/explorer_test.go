package rest

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"assay/api/records"
	"assay/api/search"
)

// TestExploreErrors checks that errors name the cause.
func TestExploreErrors(t *testing.T) {
	c := start(t, newArchive(t), ServerConfig{})
	for path, status := range map[string]int{
		"?variant=csg-1":                  200,
		"?variant=csg-1&explain=true":     200,
		"?variant=csg-1&seconds=0.5":      200,
		"":                                400,
		"?variant=hex":                    400,
		"?variant=csg-1&position=nothing": 400,
		"?variant=csg-1&explain=maybe":    400,
		"?variant=csg-1&seconds=-1":       400,
		"?variant=csg-1&seconds=NaN":      400,
		"?variant=csg-1&limit=1":          400,
		"?variant=csg-1&player=tal&event=open&result=1-0&from=1960&to=1961-05": 200,
		"?variant=csg-1&ratingFrom=2000&ratingTo=2400.0":                       400,
		"?variant=csg-1&ratingFrom=2000&ratingTo=2400":                         200,
		"?variant=csg-1&ratingFrom=high":                                       400,
		"?variant=csg-1&ratingTo=10000":                                        400,
		"?variant=csg-1&player=...":                                            400,
		"?variant=csg-1&result=2-0":                                            400,
		"?variant=csg-1&player=tal&colour=red":                                 200,
		"?variant=csg-1&player=tal&color=cyan":                                 200,
		"?variant=csg-1&player=tal&colour=second":                              200,
		"?variant=csg-1&player=tal&colour=green":                               400,
		"?variant=csg-1&colour=red":                                            400,
		"?variant=csg-1&player=tal&colour=red&color=red":                       400,
		"?variant=csg-1&from=yesterday":                                        400,
	} {
		if got := c.get("/api/v1/explorer" + path); got.status != status {
			t.Errorf("%s: %d %s", path, got.status, got.body)
		}
	}
}

// TestSimilar ranks the position itself first, and explains the query.
func TestSimilar(t *testing.T) {
	a := newArchive(t)
	texts := append(randomRecords(t, 22, 12, 30), readFile(t, board1))
	if _, err := a.Submit(t.Context(), "games", strings.NewReader(strings.Join(texts, "\n")), records.Reading{}, false); err != nil {
		t.Fatal(err)
	}
	replay, err := a.Replay(t.Context(), int64(len(texts)))
	if err != nil {
		t.Fatal(err)
	}
	p, err := replay.Position(60)
	if err != nil {
		t.Fatal(err)
	}
	got, err := a.Similar(t.Context(), search.SimilarQuery{Variant: "csg-1", Position: p.Text(), Limit: 4, Explain: true})
	if err != nil || len(got.Hits) != 4 || got.Explain.Confirmed != 4 {
		t.Fatalf("%+v, %v", got, err)
	}
	best := got.Hits[0]
	if best.Game != int64(len(texts)) || best.Ply != 60 || best.Score != 1000 || best.Hands == nil || best.Placement.Common != best.Placement.Of {
		t.Errorf("%+v", best)
	}
	for i, hit := range got.Hits[1:] {
		if hit.Score > got.Hits[i].Score || hit.Summary.Variant != "csg-1" {
			t.Errorf("%+v after %+v", hit, got.Hits[i])
		}
	}
	c := start(t, a, ServerConfig{})
	for body, status := range map[string]int{
		fmt.Sprintf(`{"variant":"csg-1","position":%q,"limit":2}`, p.Text()): 200,
		`{"variant":"csg-1"}`: 400,
		`{"position":"x"}`:    400,
		fmt.Sprintf(`{"variant":"csg-1","position":%q,"limit":0}`, p.Text()): 400,
	} {
		if got := c.post("/api/v1/positions/similar", body); got.status != status {
			t.Errorf("%s: %d %s", body, got.status, got.body)
		}
	}
}

// TestFormerNames accepts former names of parameters and keys.
func TestFormerNames(t *testing.T) {
	a := newArchive(t)
	submit(t, a, randomRecords(t, 7, 6, 8))
	c := start(t, a, ServerConfig{})
	position := startText(t, a, "csg-1")
	body := `{"variant":"csg-1","position":"` + position + `","without_hands":true,"without_side":true,"side_lines":true}`
	now := strings.NewReplacer("without_hands", "withoutHands", "without_side", "withoutSide", "side_lines", "sideLines").Replace(body)
	was, is := c.post("/api/v1/positions/search", body), c.post("/api/v1/positions/search", now)
	if was.status != 200 || !bytes.Equal(was.body, is.body) || !strings.Contains(string(is.body), `"total":2`) {
		t.Errorf("%d %s, now %d %s", was.status, was.body, is.status, is.body)
	}
	if got := c.post("/api/v1/positions/search", `{"without_heads":true}`); got.status != 400 || !strings.Contains(string(got.body), "withoutHands") || strings.Contains(string(got.body), "without_hands") {
		t.Errorf("%d %s", got.status, got.body)
	}
}
