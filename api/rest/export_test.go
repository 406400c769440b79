package rest

import (
	"strings"
	"testing"

	"assay/parser"
)

// TestExportOverREST exports a shogi game in other notations, with losses in a
// header.
func TestExportOverREST(t *testing.T) {
	c := start(t, newArchive(t), ServerConfig{})
	const kif = "手合割：平手\nメモ：x\n手数----指手--\n   1 ７六歩(77)\n*良い手\n   2 ３四歩(33)\n   3 投了\n\n変化：2手\n   2 ８四歩(83)\n"
	if got := c.post("/api/v1/games", kif); got.status != 201 {
		t.Fatalf("%d %s", got.status, got.body)
	}
	for _, row := range []struct {
		query, mediaType, body, losses string
	}{
		{"as=pgn", "text/plain", "1. c4 {良い手} 1... g6 (1... b6) 0-1", ""},
		{"as=pgn&annotations=none", "text/plain", "\n1. c4 g6 0-1", ""},
		{"as=usi", "text/plain", "position startpos moves 7g7f 3c3d resign\n", `["1 variation", "1 comment", "1 tag"]`},
		{"as=csa", "text/plain", "+7776FU\n'*良い手\n-3334FU\n%TORYO", `["1 variation"]`},
		{"as=jkf", "application/json", `{"special":"TORYO"}`, ""},
		{"as=json", "application/json", `"lines":[{"line":0,"ply":2,"plies":[`, ""},
	} {
		got := c.get("/api/v1/games/1/export?" + row.query)
		if got.status != 200 || !strings.HasPrefix(got.header.Get("Content-Type"), row.mediaType) || !strings.Contains(string(got.body), row.body) {
			t.Errorf("%s: %d %s\n%s", row.query, got.status, got.header.Get("Content-Type"), got.body)
		}
		if losses := got.header.Get("Assay-Losses"); losses != row.losses {
			t.Errorf("%s: losses %s, want %s", row.query, losses, row.losses)
		}
	}
	if got := c.get("/api/v1/games/1/export?as=pgn&annotations=some"); got.status != 400 {
		t.Errorf("%d %s", got.status, got.body)
	}
	if got := c.post("/api/v1/games", "Variant=csg-1\n1. Pawn f3 - f4\n"); got.status != 201 {
		t.Fatalf("%d %s", got.status, got.body)
	}
	for path, want := range map[string]int{
		"?as=pgn&encoding=windows-1251": 200, "?as=pgn&encoding=none": 400, "?as=html&encoding=gbk": 400,
	} {
		got := c.get("/api/v1/games/1/export" + path)
		if got.status != want || want == 200 && !strings.HasSuffix(got.header.Get("Content-Type"), "; charset=windows-1251") {
			t.Errorf("%s: %d, %s\n%s", path, got.status, got.header.Get("Content-Type"), got.body)
		}
	}
	if got := c.get("/api/v1/games/2/export?as=kif"); got.status != 422 || !strings.Contains(string(got.body), "kif cannot express games of csg-1") {
		t.Errorf("%d %s", got.status, got.body)
	}
	if got := c.get("/api/v1/record.schema.json"); got.status != 200 || string(got.body) != string(parser.RecordSchema) {
		t.Errorf("%d %s", got.status, got.body)
	}
}

// TestLossesHeader keeps headers in ASCII.
func TestLossesHeader(t *testing.T) {
	if got := lossesHeader([]string{"1 tag: 備考", "a \"b\" 𠮟"}); got != `["1 tag: \u5099\u8003", "a \"b\" \ud842\udf9f"]` {
		t.Error(got)
	}
}
