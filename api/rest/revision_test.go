package rest

import (
	"fmt"
	"strings"
	"testing"

	"assay/analysis"
	"assay/api/games"
	"assay/api/present"
	"assay/api/records"
	"assay/api/twins"
)

// TestHeadersOverREST changes headers in place, also of an illegal record, and
// sends headers that the notation cannot express.
func TestHeadersOverREST(t *testing.T) {
	a := newArchive(t)
	const wrong = "[Event \"x\"]\n[White \"Ann\"]\n\n1. e4   e5 {kept} 2. Nf6 *\n"
	for name, text := range map[string]string{"x.pgn": wrong, "x.usi": "position startpos moves 7g7f\n", "x.txt": "Variant=csg-1\nRed=Ann\n1. Pawn f3 - f4\n"} {
		if _, err := a.Submit(t.Context(), name, strings.NewReader(text), records.Reading{}, true); err != nil {
			t.Fatal(err)
		}
	}
	var list games.GamePage
	c := start(t, a, ServerConfig{})
	c.get("/api/v1/games").into(t, &list)
	paths := map[string]string{}
	for _, g := range list.Games {
		paths[g.Format] = fmt.Sprintf("/api/v1/games/%d/record", g.ID)
	}
	const body = `{"author":"Ada","reason":"the bulletin","headers":{"White":"Al","Site":"Ulm"}}`
	for _, row := range []struct {
		what, path, body string
		status           int
		says             string
	}{
		{"usi", paths["usi"], body, 422, "not-expressible"},
		{"two lines", paths["pgn"], `{"author":"Ada","reason":"r","headers":{"White":"A\nB"}}`, 422, "tag White"},
		{"nothing", paths["pgn"], `{"author":"Ada","reason":"r","headers":{}}`, 400, "1 to 100 headers"},
		{"no key", paths["pgn"], `{"author":"Ada","reason":"r","headers":{"":"x"}}`, 400, "a key"},
		{"no reason", paths["pgn"], `{"author":"Ada","reason":" ","headers":{"White":"x"}}`, 400, "reason"},
		{"no game", "/api/v1/games/99/record", body, 404, "99"},
		{"changed", paths["pgn"], body, 200, `"revision":2`},
		{"a player by the game's own name", paths["numbered"], `{"author":"Ada","reason":"r","headers":{"White":"Bo","Black":"Cy"}}`, 200, `"revision":2`},
	} {
		if got := c.send("PATCH", row.path, row.body, "If-Match", "*"); got.status != row.status || !strings.Contains(string(got.body), row.says) {
			t.Errorf("%s: %d %s", row.what, got.status, got.body)
		}
	}
	if got := c.send("PATCH", paths["pgn"], body); got.status != 428 {
		t.Errorf("without If-Match: %d %s", got.status, got.body)
	}
	const mended = "[Event \"x\"]\n[White \"Al\"]\n[Site \"Ulm\"]\n\n1. e4   e5 {kept} 2. Nf6 *\n"
	if got := string(c.get(paths["pgn"]).body); got != mended {
		t.Errorf("the record is\n%s", got)
	}
	if got := string(c.get(paths["numbered"]).body); got != "Variant=csg-1\nRed=Bo\nBlack=Cy\n1. Pawn f3 - f4\n" {
		t.Errorf("the one with a player of its own is\n%s", got)
	}
	if got := string(c.get(paths["pgn"] + "?revision=1").body); got != wrong {
		t.Errorf("the one that was archived is\n%s", got)
	}
	var faults games.FaultSummary
	if c.get("/api/v1/faults?variant=chess").into(t, &faults); len(faults.Kinds) != 1 || faults.Kinds[0].Verdict != analysis.Illegal || faults.Kinds[0].Games != 1 {
		t.Fatalf("faults %+v", faults)
	}
	if c.get("/api/v1/games?fault="+string(faults.Kinds[0].Reason)).into(t, &list); list.Total != 1 || list.Games[0].Variant != "chess" {
		t.Errorf("found by its fault: %+v", list)
	}
	if c.get("/api/v1/games?fault=impasse").into(t, &list); list.Total != 0 {
		t.Errorf("found by another fault: %+v", list)
	}
	if c.get("/api/v1/games?player=Al").into(t, &list); list.Total != 1 || !list.Games[0].Corrected {
		t.Errorf("found by its name: %+v", list)
	}
}

// TestRevisionsOverREST corrects an illegal record, and undoes it.
func TestRevisionsOverREST(t *testing.T) {
	a := newArchive(t)
	const wrong = "[Event \"x\"]\n[White \"Ann\"]\n[Black \"Bo\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb6 1-0\n"
	for _, text := range []string{wrong, scholars} {
		if _, err := a.Submit(t.Context(), "x.pgn", strings.NewReader(text), records.Reading{}, true); err != nil {
			t.Fatal(err)
		}
	}
	c := start(t, a, ServerConfig{})
	const record, revisions = "/api/v1/games/1/record", "/api/v1/games/1/revisions"
	archived := string(c.get(record).body)
	if got := c.post("/api/v1/games/1/annotations", `{"author":"Cy","ply":4,"comment":"natural"}`); got.status != 201 {
		t.Fatalf("%d %s", got.status, got.body)
	}

	const mended = `{"author":"Ada","reason":"misprint","text":"[Event \"x\"]\n[White \"Ann\"]\n[Black \"Bo\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 1-0\n"}`
	if got := c.send("PUT", record, mended); got.status != 428 {
		t.Errorf("without If-Match: %d %s", got.status, got.body)
	}
	got := c.send("PUT", record, mended, "If-Match", `"record-1-1"`)
	var r records.Revised
	if got.into(t, &r); got.status != 200 || r.Revision != 2 || r.Report.Verdict != analysis.Legal || r.Report.Plies != 5 ||
		len(r.Unheld) != 0 || got.header.Get("ETag") != `"record-1-2"` {
		t.Fatalf("mended: %d %s", got.status, got.body)
	}
	if got := c.send("PUT", record, mended, "If-Match", `"record-1-1"`); got.status != 412 || !strings.Contains(string(got.body), "record-conflict") {
		t.Errorf("late: %d %s", got.status, got.body)
	}
	var g games.GameDetail
	if c.get("/api/v1/games/1").into(t, &g); g.Revision != 2 || !g.Corrected || g.Verdict != analysis.Legal || g.File != "x.pgn" {
		t.Errorf("mended game %+v", g.GameSummary)
	}
	for query, want := range map[string]string{"": "Bb5 1-0\n", "?revision=0": "Bb5 1-0\n", "?revision=2": "Bb5 1-0\n"} {
		if got := c.get(record + query); got.status != 200 || !strings.HasSuffix(string(got.body), want) {
			t.Errorf("record%s: %d %s", query, got.status, got.body)
		}
	}
	if got := c.get(record + "?revision=1"); string(got.body) != archived {
		t.Errorf("the archived record: %d %s", got.status, got.body)
	}
	if got := c.get(record + "?revision=9"); got.status != 404 || !strings.Contains(string(got.body), "revision-not-found") {
		t.Errorf("a revision that is none: %d %s", got.status, got.body)
	}
	var d present.Difference
	c.get(revisions+"/2/difference").into(t, &d)
	changes := ""
	for _, line := range d.Lines {
		changes += line.Change[:1]
	}
	if changes != "ssssra" || !strings.Contains(d.Lines[4].Text, "Bb6") || !strings.Contains(d.Lines[5].Text, "Bb5") {
		t.Errorf("difference %+v", d)
	}

	short := `{"author":"Ada","reason":"the rest is missing","text":"[Event \"x\"]\n\n1. e4 e5 1-0\n"}`
	got = c.send("PUT", record, short, "If-Match", "*")
	if got.into(t, &r); got.status != 200 || len(r.Unheld) != 1 || r.Unheld[0] != 1 {
		t.Errorf("shortened: %d %s", got.status, got.body)
	}
	for _, path := range []string{"/api/v1/games/1/annotations", "/api/v1/games/1/export?as=pgn", "/api/v1/games/1/export?as=json"} {
		if got := c.get(path); got.status != 200 {
			t.Errorf("%s of a shortened game: %d %s", path, got.status, got.body)
		}
	}

	for name, body := range map[string]string{
		"no author":   `{"author":"","reason":"r","text":"1. e4 *"}`,
		"no reason":   `{"author":"Ada","reason":" ","text":"1. e4 *"}`,
		"two records": `{"author":"Ada","reason":"r","text":"[Event \"x\"]\n\n1. e4 *\n\n[Event \"y\"]\n\n1. d4 *\n"}`,
	} {
		if got := c.send("PUT", record, body, "If-Match", "*"); got.status != 400 {
			t.Errorf("%s: %d %s", name, got.status, got.body)
		}
	}
	if got := c.send("POST", "/api/v1/games/2/revisions/1/restore", `{"author":"Ada","reason":"r"}`, "If-Match", `"record-2-1"`); got.status != 200 ||
		!strings.Contains(string(got.body), `"revision":1`) {
		t.Errorf("the record that holds restored: %d %s", got.status, got.body)
	}

	got = c.send("POST", revisions+"/1/restore", `{"author":"Bo","reason":"no misprint"}`, "If-Match", `"record-1-3"`)
	if got.into(t, &r); got.status != 200 || r.Revision != 4 || r.Report.Verdict != analysis.Illegal {
		t.Errorf("undone: %d %s", got.status, got.body)
	}
	if got := string(c.get(record).body); got != archived {
		t.Errorf("undone record %s", got)
	}
	var history records.RevisionHistory
	if c.get(revisions).into(t, &history); len(history.Revisions) != 4 || history.Revisions[1].Author != "Ada" || history.Revisions[3].Reason != "no misprint" ||
		history.ETag != `"record-1-4"` || history.Revisions[0].SHA256 != history.Revisions[3].SHA256 {
		t.Errorf("history %+v", history)
	}
	if c.get("/api/v1/games/1").into(t, &g); g.Corrected || g.Revision != 4 {
		t.Errorf("undone game %+v", g.GameSummary)
	}
	checkSound(t, a)
}

// TestRestoreInEncoding reads the archived bytes of a record in another
// encoding.
func TestRestoreInEncoding(t *testing.T) {
	a := newArchive(t)
	c := start(t, a, ServerConfig{})
	body := "[White \"\xa4\xfd\xa4\xd1\xa4\x40\"]\n\n1. e4 e5 *\n" // 王天一 in Big5
	if got := c.send("POST", "/api/v1/games", body, "Content-Type", "text/plain; charset=windows-1252"); got.status != 201 {
		t.Fatalf("%d %s", got.status, got.body)
	}
	const restore = "/api/v1/games/1/revisions/1/restore"
	for encoding, says := range map[string]string{"klingon": "unknown encoding", "utf-8": "line 1 has others"} {
		got := c.send("POST", restore, `{"author":"Ada","reason":"r","encoding":"`+encoding+`"}`, "If-Match", "*")
		if got.status != 400 || !strings.Contains(string(got.body), says) {
			t.Errorf("%s: %d %s", encoding, got.status, got.body)
		}
	}
	if got := c.send("POST", restore, `{"author":"Ada","reason":"r","format":"klingon"}`, "If-Match", "*"); got.status != 400 || !strings.Contains(string(got.body), "unknown record format") {
		t.Errorf("a notation that nobody knows: %d %s", got.status, got.body)
	}
	for format, status := range map[string]int{"numbered": 422, "pgn": 200} { // nothing is read in the first
		other := c.send("POST", "/api/v1/games?format=pgn", "1. d4 d5 *\n")
		if other.status != 201 && other.status != 200 {
			t.Fatalf("%d %s", other.status, other.body)
		}
		got := c.send("POST", "/api/v1/games/2/revisions/1/restore", `{"author":"Ada","reason":"r","format":"`+format+`"}`, "If-Match", "*")
		if got.status != status {
			t.Errorf("read as %s: %d %s", format, got.status, got.body)
		}
	}
	var r records.Revised
	got := c.send("POST", restore, `{"author":"Ada","reason":"names","encoding":"Big5-HKSCS"}`, "If-Match", `"record-1-1"`)
	if got.into(t, &r); got.status != 200 || r.Revision != 2 {
		t.Fatalf("%d %s", got.status, got.body)
	}
	var g games.GameDetail
	if c.get("/api/v1/games/1").into(t, &g); g.First != "王天一" {
		t.Errorf("%+v", g.GameSummary)
	}
	var d present.Difference
	if c.get("/api/v1/games/1/revisions/2/difference").into(t, &d); len(d.Lines) == 0 {
		t.Errorf("difference %+v", d)
	}
	if got := c.get("/api/v1/games/1/record?revision=1"); string(got.body) != body && !strings.HasPrefix(body, string(got.body)) {
		t.Errorf("the archived bytes are %q", got.body)
	}
}

// TestNearTwinsOverREST archives records of one game under POST /games, under
// an external ID, and as submissions.
func TestNearTwinsOverREST(t *testing.T) {
	a := newArchive(t)
	c := start(t, a, ServerConfig{})
	const moves = "\n\n1. e4 c6 2. d3 d5 3. Nd2 e5 4. Ngf3 Nd7 5. d4 dxe4 6. Nxe4 exd4 7. Qxd4 Ngf6 8. Bg5 Be7 9. O-O-O O-O 10. Nd6 Qa5 "
	const full, part = "[White \"Tal, M\"]\n[Date \"1959.10.05\"]" + moves + "11. Bc4 1-0\n", "[White \"Mikhail Tal\"]\n[Date \"1959.10.05\"]" + moves + "*\n"
	const like1, likeNone = `"alike":{"game":1,"kind":"contained"`, `"alike":null`
	for _, row := range []struct{ method, path, body, says string }{
		{"POST", "/api/v1/games?file=x.pgn", full, likeNone},
		{"POST", "/api/v1/games?file=x.pgn", part, like1},
		{"POST", "/api/v1/games?file=x.pgn", part, `"existing":true`},
		{"POST", "/api/v1/games?file=x.pgn", strings.ReplaceAll(part, "Mikhail Tal", "Nobody Else"), likeNone},
		{"PUT", "/api/v1/external/site/17?file=x.pgn", strings.ReplaceAll(part, "Mikhail", "M."), like1},
		{"POST", "/api/v1/submissions?file=x.pgn&author=Ada", strings.ReplaceAll(part, "Mikhail", "Mischa"), like1},
		{"POST", "/api/v1/submissions?file=x.pgn&author=Ada", strings.ReplaceAll(part, "Mikhail", "Misha") + scholars, likeNone},
	} {
		got := c.send(row.method, row.path, row.body, "Content-Type", "application/octet-stream")
		if got.status >= 300 || !strings.Contains(string(got.body), row.says) {
			t.Errorf("%s %s %s: %d %s", row.method, row.path, row.body, got.status, got.body)
		}
	}
}

// TestTwinsOverREST lists, compares, merges and separates two games.
func TestTwinsOverREST(t *testing.T) {
	a := newArchive(t)
	const moves = "\n\n1. e4 c6 2. d3 d5 3. Nd2 e5 4. Ngf3 Nd7 5. d4 dxe4 6. Nxe4 exd4 7. Qxd4 Ngf6 8. Bg5 Be7 9. O-O-O O-O 10. Nd6 Qa5 "
	for _, text := range []string{"[White \"Tal, M\"]\n[Date \"1959.10.05\"]" + moves + "11. Bc4 1-0\n",
		"[White \"Tal, Mikhail\"]\n[Date \"1959.10.05\"]" + moves + "1-0\n", scholars} {
		if _, err := a.Submit(t.Context(), "x.pgn", strings.NewReader(text), records.Reading{}, true); err != nil {
			t.Fatal(err)
		}
	}
	c := start(t, a, ServerConfig{})
	var page twins.Page
	for query, want := range map[string]int{"": 1, "?variant=chess&query=player:tal": 1, "?variant=xiangqi": 0,
		"?query=player:smyslov": 0, "?cursor=85-1-2": 0} {
		if c.get("/api/v1/twins"+query).into(t, &page); len(page.Twins) != want {
			t.Errorf("%s: %+v", query, page)
		}
	}
	const pair = "/api/v1/games/2/twins/1"
	var v twins.Comparison
	first := c.get(pair)
	if first.into(t, &v); v.Better != 1 || v.Alike == nil || first.header.Get("ETag") != v.ETag || v.ETag != `"twins-1-2-1"` {
		t.Errorf("%+v, %v", v, first.header)
	}
	const merge = `{"author":"Ada","decision":"merge"}`
	for _, row := range []struct {
		path, body, match string
		status            int
		says              string
	}{
		{pair, merge, "", 428, "precondition-required"},
		{pair, merge, `"twins-1-2-7"`, 412, "twins-conflict"},
		{pair, `{"author":"Ada","decision":"join"}`, "*", 400, "merge, distinct, undo"},
		{pair, `{"author":"Ada","decision":"undo"}`, "*", 409, "twins-decided"},
		{"/api/v1/games/1/twins/9", merge, "*", 404, "game-not-found"},
		{pair, merge, v.ETag, 200, `"state":"merged"`},
		{pair, merge, v.ETag, 409, "twins-decided"},
		{"/api/v1/games/3/twins/2", merge, "*", 410, "game-deleted"},
		{"/api/v1/games/2/restore", "", "*", 409, `"into":1`},
	} {
		if got := c.send("POST", row.path, row.body, "If-Match", row.match); got.status != row.status || !strings.Contains(string(got.body), row.says) {
			t.Errorf("%s %s: %d %s", row.path, row.body, got.status, got.body)
		}
	}
	if got := c.get("/api/v1/games/2"); got.status != 410 || !strings.Contains(string(got.body), `"into":1`) {
		t.Errorf("the merged game: %d %s", got.status, got.body)
	}
	var g games.GameDetail
	if c.get("/api/v1/games/1").into(t, &g); g.First != "Tal, Mikhail" || g.Revision != 2 {
		t.Errorf("the kept game: %+v", g.GameSummary)
	}
	if c.get("/api/v1/twins").into(t, &page); page.Total != 0 {
		t.Errorf("listed after the merge: %+v", page)
	}
	c.get(pair).into(t, &v)
	if got := c.send("POST", pair, `{"author":"Ada","decision":"undo"}`, "If-Match", v.ETag); got.status != 200 {
		t.Errorf("undoing: %d %s", got.status, got.body)
	}
	if c.get("/api/v1/games/1").into(t, &g); g.First != "Tal, M" || g.Revision != 3 || g.Corrected {
		t.Errorf("after undoing: %+v", g.GameSummary)
	}
	if got := c.get("/api/v1/games/2"); got.status != 200 {
		t.Errorf("the game brought back: %d %s", got.status, got.body)
	}
}
