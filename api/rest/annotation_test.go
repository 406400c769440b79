package rest

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"assay/analysis"
	"assay/api"
	"assay/api/annotate"
	"assay/api/records"
	"assay/api/search"
	"assay/store"
)

// annotating serves an archive with five games: the two of the page, one in
// progress, one of an undefined variant and an illegal one.
func annotating(t *testing.T) (*api.Archive, *client) {
	t.Helper()
	a := newArchive(t)
	for _, text := range []string{scholars, readFile(t, board1), "Variant=csg-1\n1. Pawn f3 - f4\n1. Pawn f7 - f6\n", unsupportedRecord, illegalRecord} {
		if _, err := a.Submit(t.Context(), "x", strings.NewReader(text), records.Reading{}, true); err != nil {
			t.Fatal(err)
		}
	}
	return a, start(t, a, ServerConfig{})
}

// send sends a request with headers, given as alternating names and values.
func (c *client) send(method, path, body string, headers ...string) *answer {
	c.t.Helper()
	request, err := http.NewRequestWithContext(context.Background(), method, c.address+path, strings.NewReader(body))
	if err != nil {
		c.t.Fatal(err)
	}
	for i := 0; i < len(headers); i += 2 {
		request.Header.Set(headers[i], headers[i+1])
	}
	return c.do(request)
}

const notes = "/api/v1/games/1/annotations"

// TestAnnotationOverREST creates, edits, deletes and restores an annotation.
func TestAnnotationOverREST(t *testing.T) {
	_, c := annotating(t)
	got := c.post(notes, `{"author":"Cy","ply":6,"comment":"loses at once","nags":[4],"arrows":[{"from":"h5","to":"f7","colour":"red"}],
		"lines":[{"text":"3... g6 4. Qf3 {and it goes on}","instead":true}]}`)
	if got.status != 201 || got.header.Get("Location") != notes+"/1" || got.header.Get("ETag") != `"1-1"` {
		t.Fatalf("%d %v %s", got.status, got.header, got.body)
	}
	var v annotate.AnnotationView
	if got.into(t, &v); v.ID != 1 || v.Author != "Cy" || v.Kind != annotate.KindComment || v.Lines[0].Format != "pgn" || len(v.Lines[0].Plies) != 2 ||
		v.Lines[0].Plies[0].Move != "Pawn g7 - g6" || v.Lines[0].Text != "3... g6 4. Qf3 {and it goes on}" {
		t.Errorf("saved %s", got.body)
	}
	for tags, status := range map[string]int{`"1-1"`: 304, `W/"1-1"`: 304, `"1-7", "1-1"`: 304, `*`: 304, `"1-2"`: 200, `"1-1`: 200, `1-1`: 200} {
		if got = c.send("GET", notes+"/1", "", "If-None-Match", tags); got.status != status || len(got.body) > 0 != (status == 200) || got.header.Get("ETag") != `"1-1"` {
			t.Errorf("unless %s: %d %s", tags, got.status, got.body)
		}
	}
	if got = c.send("PUT", notes+"/1", `{"author":"Dee","ply":6,"comment":"a blunder"}`); got.status != 428 {
		t.Errorf("without If-Match: %d %s", got.status, got.body)
	}
	if got = c.send("PUT", notes+"/1", `{"author":"Dee","ply":6,"comment":"a blunder"}`, "If-Match", `"1-1"`); got.status != 200 || got.header.Get("ETag") != `"1-2"` {
		t.Errorf("edited: %d %s", got.status, got.body)
	}
	got = c.send("PUT", notes+"/1", `{"author":"Eve","ply":6,"comment":"mine"}`, "If-Match", `"1-1"`)
	var p Problem
	if got.into(t, &p); got.status != 412 || !strings.HasSuffix(p.Type, "/problems/annotation-conflict") || p.Yours == nil || p.Yours.Comment != "mine" || p.Yours.Author != "Eve" ||
		p.Current == nil || p.Current.Comment != "a blunder" || p.Current.ETag != `"1-2"` ||
		!strings.Contains(string(got.body), `"kind":"comment","ply":6,"path":[],`) || strings.Contains(string(got.body), "null") {
		t.Errorf("late: %d %s", got.status, got.body)
	}
	if got = c.send("DELETE", notes+"/1?author=Eve", "", "If-Match", `"1-1"`); got.status != 412 {
		t.Errorf("late deletion: %d %s", got.status, got.body)
	}
	if got = c.send("DELETE", notes+"/1?author=Eve", ""); got.status != 428 {
		t.Errorf("deletion without If-Match: %d %s", got.status, got.body)
	}
	if got = c.send("DELETE", notes+"/1?author=Eve", "", "If-Match", `"1-2"`); got.status != 204 {
		t.Errorf("deleted: %d %s", got.status, got.body)
	}
	if got = c.get(notes + "/1"); got.status != 410 || !strings.Contains(string(got.body), "annotation-deleted") {
		t.Errorf("a tombstone: %d %s", got.status, got.body)
	}
	if got = c.post(notes, `{"author":"Fay","ply":1,"comment":"passing"}`); got.status != 201 {
		t.Fatalf("%d %s", got.status, got.body)
	}
	if got = c.send("DELETE", notes+"/2", "", "If-Match", `"2-1"`); got.status != 204 || !strings.Contains(string(c.get(notes+"/2/history").body), `"author":"Fay","editor":"anonymous"`) {
		t.Errorf("deleted by nobody: %d %s", got.status, c.get(notes+"/2/history").body)
	}
	var page annotate.AnnotationPage
	if c.get(notes).into(t, &page); page.Total != 0 || len(page.Annotations) != 0 {
		t.Errorf("%+v", page)
	}
	if c.get(notes+"?deleted=true&ply=6").into(t, &page); page.Total != 1 || !page.Annotations[0].Deleted {
		t.Errorf("%+v", page)
	}
	if got = c.post(notes+"/1/restore", `{"author":"Cy"}`); got.status != 200 || got.header.Get("ETag") != `"1-4"` || !strings.Contains(string(got.body), "a blunder") {
		t.Errorf("restored: %d %s", got.status, got.body)
	}
	if got = c.send("POST", notes+"/1/restore", `{"author":"Cy","revision":1}`, "If-Match", `"1-3"`); got.status != 412 {
		t.Errorf("late restoration: %d %s", got.status, got.body)
	}
	if got = c.send("POST", notes+"/1/restore", `{"author":"Cy","revision":1}`, "If-Match", `"1-4"`); got.status != 200 || !strings.Contains(string(got.body), "loses at once") {
		t.Errorf("an earlier revision: %d %s", got.status, got.body)
	}
	var history annotate.AnnotationHistory
	if c.get(notes+"/1/history").into(t, &history); len(history.Revisions) != 5 {
		t.Fatalf("%d revisions", len(history.Revisions))
	}
	for i, want := range []string{"loses at once", "a blunder", "a blunder", "a blunder", "loses at once"} {
		if r := history.Revisions[i]; r.Comment != want || r.Deleted != (i == 2) || r.Author != "Cy" {
			t.Errorf("revision %d: %+v", i+1, r)
		}
	}
}

// TestAnnotationProblems sends invalid requests.
func TestAnnotationProblems(t *testing.T) {
	_, c := annotating(t)
	if got := c.post(notes, `{"author":"Cy","ply":1,"comment":"x"}`); got.status != 201 {
		t.Fatalf("%d %s", got.status, got.body)
	}
	for _, row := range []struct {
		method, path, body, match string
		status                    int
		kind, detail              string
	}{
		{"POST", notes, ``, "", 400, "bad-request", "body"},
		{"POST", notes, `[]`, "", 400, "bad-request", `body "array": expected one JSON object`},
		{"POST", notes, `{"author":"Cy","ply":1,"comment":"x","colour":"red"}`, "", 400, "bad-request", "colour"},
		{"POST", notes, ``, "", 400, "bad-request", `body "empty": expected one JSON object with the keys author, kind, notation, ply,`},
		{"POST", notes, `{"author":"Cy","ply":1,"text":"x"}`, "", 400, "bad-request", `key "text": expected the keys author,`},
		{"POST", notes, `{"author":"Cy","ply":1,"coment":"x"}`, "", 400, "bad-request", `key "coment": expected "comment", or another of the keys author, kind, notation, ply, path, before, comment, nags, marks (square, colour), arrows (from, to, colour), evaluation, lines (text, instead, format, plies)`},
		{"POST", notes, `{"author":"Cy","ply":1,"arrows":[{"from":"e2","to":"e4","color":"red"}]}`, "", 400, "bad-request", `key "arrows.0.color": expected "colour"`},
		{"POST", notes, `{"author":"Cy","ply":1,"arrows":["e2-e4"]}`, "", 400, "bad-request", `arrows.0 "string": expected an object with the keys from, to, colour`},
		{"POST", notes, `{"author":"Cy","ply":1,"arrows":"e2-e4"}`, "", 400, "bad-request", `arrows "string": expected an array, each of its items an object`},
		{"POST", notes, `{"author":"Cy","ply":1,"lines":[{"text":1}]}`, "", 400, "bad-request", `lines.0.text "number": expected a string`},
		{"POST", notes, `{"author":"Cy","ply":1,"nags":["!"]}`, "", 400, "bad-request", `nags.0 "string": expected a whole number`},
		{"POST", notes, `{"author":"Cy","ply":1.5,"comment":"x"}`, "", 400, "bad-request", `ply "number 1.5": expected a whole number`},
		{"POST", notes, `{"author":"Cy","ply":1,"evaluation":0.5}`, "", 400, "bad-request", `evaluation "number": expected a string`},
		{"POST", notes, `{"author":"Cy","ply":1,"lines":[{"text":"e5","instead":"yes"}]}`, "", 400, "bad-request", `lines.0.instead "string": expected true or false`},
		{"POST", notes, "{\"author\":\"Cy\",\"ply\":1,\"comment\":\"\xff\"}", "", 400, "bad-request", "UTF-8"},
		{"POST", notes, `{"author":"Cy","ply":1,"comment":"a\ud800"}`, "", 400, "bad-request", "UTF-8"},
		{"POST", notes, `{"author":"Cy","ply":1,"comment":"\ude00\ud83d"}`, "", 400, "bad-request", "UTF-8"},
		{"POST", notes, `{"author":"Cy","ply":1,"comment":"\ud83d \ude00"}`, "", 400, "bad-request", "UTF-8"},
		{"POST", notes, `{"ply":1,"comment":"x"}`, "", 400, "bad-request", "author"},
		{"POST", notes, `{"author":" Cy","ply":1,"comment":"x"}`, "", 400, "bad-request", "author"},
		{"POST", notes, `{"author":"C\ny","ply":1,"comment":"x"}`, "", 400, "bad-request", "author"},
		{"POST", notes, `{"author":"Cy","ply":1}`, "", 400, "bad-request", "a comment, glyph, mark, evaluation or line"},
		{"POST", notes, `{"author":"Cy","ply":8,"comment":"x"}`, "", 400, "bad-request", "0 to 7"},
		{"POST", notes, `{"author":"Cy","ply":1,"comment":"x","kind":"advice"}`, "", 400, "bad-request", "kind"},
		{"POST", notes, `{"author":"Cy","ply":1,"comment":"x","kind":"report","nags":[1]}`, "", 400, "bad-request", "nothing else"},
		{"POST", notes, `{"author":"Cy","ply":1,"marks":[{"square":"z9"}]}`, "", 400, "bad-request", "marks"},
		{"POST", notes, `{"author":"Cy","ply":1,"comment":"x","lines":[{"text":"e5","format":"morse"}]}`, "", 400, "bad-request", "morse"},
		{"POST", notes, `{"author":"Cy","ply":1,"lines":[{"text":"1... e5 2. Ke3"}]}`, "", 422, "line-rejected", "W-0"},
		{"POST", notes, `{"author":"Cy","ply":1,"lines":[{"text":"1... e5"},{"text":"1... e4"}]}`, "", 422, "line-rejected", "variation 2"},
		{"POST", notes, `{"author":"Cy","ply":1,"path":["Ke3"],"comment":"x"}`, "", 422, "line-rejected", "path"},
		{"POST", notes, `{"author":"Cy","ply":7,"lines":[{"text":"Kxf7"}]}`, "", 422, "line-rejected", "checkmate"},
		{"POST", notes + "?ply=1", `{"author":"Cy","ply":1,"comment":"x"}`, "", 400, "bad-request", "parameter"},
		{"POST", notes, `{"author":"Cy","ply":1,"comment":"` + strings.Repeat("x", maxAnnotation) + `"}`, "", 413, "too-large", ""},
		{"POST", "/api/v1/games/9/annotations", `{"author":"Cy","ply":1,"comment":"x"}`, "", 404, "game-not-found", "9"},
		{"GET", "/api/v1/games/9/annotations", "", "", 404, "game-not-found", "9"},
		{"GET", notes + "?limit=0", "", "", 400, "bad-request", "limit"},
		{"GET", notes + "?cursor=x", "", "", 400, "bad-request", "cursor"},
		{"GET", notes + "?deleted=maybe", "", "", 400, "bad-request", "deleted"},
		{"GET", notes + "?ply=last", "", "", 400, "bad-request", "ply"},
		{"GET", notes + "/9", "", "", 404, "annotation-not-found", "9"},
		{"GET", notes + "/x", "", "", 400, "bad-request", "aid"},
		{"GET", "/api/v1/games/2/annotations/1", "", "", 404, "annotation-not-found", ""},
		{"GET", notes + "/9/history", "", "", 404, "annotation-not-found", ""},
		{"PUT", notes + "/1", `{"author":"Cy","ply":1,"comment":"y"}`, `1-1`, 400, "bad-request", "quotation"},
		{"PUT", notes + "/1", `{"author":"Cy","ply":1,"comment":"y"}`, `1-1`, 400, "bad-request", "quotation"},
		{"PUT", notes + "/1", `{"author":"Cy","ply":1,"comment":"y"}`, `"1-1" "1-2"`, 400, "bad-request", "quotation"},
		{"PUT", notes + "/1", `{"author":"Cy","ply":1,"comment":"y"}`, `"2-1"`, 412, "annotation-conflict", "revision 1"},
		{"PUT", notes + "/1", `{"author":"Cy","ply":1,"comment":"y"}`, `"x"`, 412, "annotation-conflict", "revision 1"},
		{"PUT", notes + "/1", `{"author":"Cy","ply":1,"lines":[{"text":"Ke3"}]}`, `"1-9"`, 412, "annotation-conflict", "revision 1"},
		{"PUT", notes + "/9", `{"author":"Cy","ply":1,"comment":"y"}`, `*`, 404, "annotation-not-found", ""},
		{"DELETE", notes + "/1?author=%20", "", `*`, 400, "bad-request", "author"},
		{"POST", notes + "/1/restore", `{}`, "", 400, "bad-request", "author"},
		{"POST", notes + "/1/restore", `{"author":"Cy","revision":7}`, "", 404, "annotation-not-found", "revision 7"},
		{"POST", notes + "/1/restore", `{"author":"Cy","revision":-7}`, "", 400, "bad-request", "revision"},
		{"PATCH", notes + "/1", "", "", 405, "method-not-allowed", "Allow"},
		{"PUT", "/api/v1/games/1/comments", `{"comments":"shut","author":"Ada"}`, "", 400, "bad-request", "closed"},
		{"PUT", "/api/v1/games/1/comments", `{"comments":"closed"}`, "", 400, "bad-request", "author"},
		{"PUT", "/api/v1/games/1/comments", `{"comments":"closed","author":"Ada","reason":"` + strings.Repeat("x", 1001) + `"}`, "", 400, "bad-request", "reason"},
		{"GET", "/api/v1/games/9/comments", "", "", 404, "game-not-found", ""},
	} {
		var headers []string
		if row.match != "" {
			headers = []string{"If-Match", row.match}
		}
		got := c.send(row.method, row.path, row.body, headers...)
		var p Problem
		if got.into(t, &p); got.status != row.status || !strings.HasSuffix(p.Type, "/problems/"+row.kind) || !strings.Contains(p.Detail, row.detail) {
			t.Errorf("%s %.60s %.80s: %d %.300s, want %d %s %q", row.method, row.path, row.body, got.status, got.body, row.status, row.kind, row.detail)
		}
		if number := fmt.Sprint("variation ", p.Line); p.Line > 0 != strings.HasPrefix(p.Detail, "variation ") || p.Line > 0 && !strings.HasPrefix(p.Detail, number+":") {
			t.Errorf("%s: line %d of %q", row.body, p.Line, p.Detail)
		}
		if row.kind == "line-rejected" && (p.Error == nil || p.Error.Ply == 0 || p.Error.Line != 1 || p.Error.Message == "") {
			t.Errorf("%s: error %+v", row.body, p.Error)
		}
	}
	if got := c.post(notes, `{"author":"Cy","ply":1,"comment":"\ud83d\ude00 \\ud800"}`); got.status != 201 || !strings.Contains(string(got.body), `😀 \\ud800`) {
		t.Errorf("escapes: %d %s", got.status, got.body)
	}
	if got := c.send("PUT", notes+"/1", `{"author":"Cy","ply":1,"comment":"z"}`, "If-Match", "*"); got.status != 200 {
		t.Errorf("any revision: %d %s", got.status, got.body)
	}
}

// TestCommentPolicy sends every kind of comment to games in every state.
func TestCommentPolicy(t *testing.T) {
	a := newArchive(t)
	c := start(t, a, ServerConfig{})
	comment, report := `{"author":"Cy","ply":1,"comment":"x"}`, `{"author":"Cy","ply":1,"comment":"x","kind":"report"}`
	for i, row := range []struct {
		head, tail, setting string
		comments, reports   int // status
		rule                int
	}{
		{"", "1-0", "", 201, 201, 0},
		{"", "*", "", 403, 201, 2},
		{"[Termination \"unterminated\"]\n", "*", "", 403, 201, 2},
		{"[Termination \"abandoned\"]\n", "*", "", 201, 201, 0},
		{"[Termination \"Adjourned\"]\n", "*", "", 403, 201, 2},
		{"[Status \"ongoing\"]\n", "*", "", 403, 201, 2},
		{"[Status \"adjourned\"]\n", "*", "", 403, 201, 2},
		{"[Status \"finished\"]\n", "*", "", 201, 201, 0},
		{"[Comments \"closed\"]\n", "1-0", "", 403, 403, 3},
		{"[Kibitzing \"No\"]\n", "*", "", 403, 403, 3},
		{"[Comments \"open\"]\n", "*", "", 201, 201, 0},
		{"", "1-0", "closed", 403, 403, 3},
		{"", "1-0", "reports", 403, 201, 2},
		{"", "*", "open", 201, 201, 0},
		{"[Comments \"closed\"]\n", "1-0", "open", 201, 201, 0},
		{"[Comments \"closed\"]\n", "1-0", "auto", 403, 403, 3},
	} {
		record := fmt.Sprintf("[Event \"%d\"]\n[Result \"%s\"]\n%s\n1. e4 %s\n", i, row.tail, row.head, row.tail)
		if got := c.post("/api/v1/games", record); got.status != 201 {
			t.Fatalf("%d %s", got.status, got.body)
		}
		game := fmt.Sprintf("/api/v1/games/%d", i+1)
		if row.setting != "" {
			if got := c.send("PUT", game+"/comments", `{"comments":"`+row.setting+`","author":"Ada","reason":"asked"}`); got.status != 200 || !strings.Contains(string(got.body), `"setting":"`+row.setting+`"`) {
				t.Fatalf("%d %s", got.status, got.body)
			}
		}
		for _, try := range []struct {
			body string
			want int
		}{{comment, row.comments}, {report, row.reports}} {
			got := c.post(game+"/annotations", try.body)
			var p Problem
			if got.into(t, &p); got.status != try.want || got.status == 403 && (!strings.HasSuffix(p.Type, "/problems/comments-refused") || p.Rule != row.rule ||
				!strings.Contains(p.Detail, "etiquette")) {
				t.Errorf("%s%s, set %q: %d %s, want %d by rule %d", row.head, row.tail, row.setting, got.status, got.body, try.want, row.rule)
			}
		}
		var m annotate.CommentPolicy
		c.get(game+"/comments").into(t, &m)
		want := map[[2]int]annotate.CommentMode{{201, 201}: annotate.CommentsOpen, {403, 201}: annotate.CommentsReports, {403, 403}: annotate.CommentsClosed}[[2]int{row.comments, row.reports}]
		if m.Comments != want || m.Because == "" || (m.Updated != nil) != (row.setting != "") {
			t.Errorf("%s%s, set %q: %+v, want %s", row.head, row.tail, row.setting, m, want)
		}
	}
}

// TestCommentPolicyOfShogi reads how shogi records mark games in progress.
func TestCommentPolicyOfShogi(t *testing.T) {
	c := start(t, newArchive(t), ServerConfig{})
	for i, row := range []struct {
		record string
		want   annotate.CommentMode
	}{
		{"手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n", annotate.CommentsReports},
		{"手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 中断\n", annotate.CommentsReports},
		{"手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 投了\n", annotate.CommentsOpen},
		{"手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 千日手\n", annotate.CommentsOpen},
		{"V2.2\nPI\n+\n+7776FU\n-3334FU\n%CHUDAN\n", annotate.CommentsReports},
		{"V2.2\nPI\n+\n+7776FU\n-3334FU\n%TORYO\n", annotate.CommentsOpen},
	} {
		if got := c.post("/api/v1/games", row.record); got.status != 201 {
			t.Fatalf("%d %s", got.status, got.body)
		}
		var m annotate.CommentPolicy
		if c.get(fmt.Sprintf("/api/v1/games/%d/comments", i+1)).into(t, &m); m.Comments != row.want {
			t.Errorf("%s: %s, want %s", row.record, m.Comments, row.want)
		}
	}
}

// TestCommentPolicyOfChanges edits, restores and deletes in a game closed
// meanwhile: existing annotations can be deleted, but not restored.
func TestCommentPolicyOfChanges(t *testing.T) {
	a, _ := annotating(t)
	ctx := t.Context()
	in := annotate.AnnotationInput{Author: "Cy", Annotation: analysis.Annotation{Ply: 1, Comment: "x"}}
	v, err := a.Annotate(ctx, 1, in)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := a.SetComments(ctx, 1, annotate.CommentsInput{Comments: annotate.CommentsClosed, Author: "Ada"}); err != nil {
		t.Fatal(err)
	}
	var refused *annotate.RefusedError
	if _, err := a.EditAnnotation(ctx, 1, v.ID, v.Revision, in); !errors.As(err, &refused) {
		t.Errorf("edited: %v", err)
	}
	if kept, err := a.Annotation(ctx, 1, v.ID); err != nil || kept.Comment != "x" {
		t.Errorf("%+v %v", kept, err)
	}
	if _, err := a.DeleteAnnotation(ctx, 1, v.ID, v.Revision, "Cy"); err != nil {
		t.Errorf("deleted: %v", err)
	}
	if _, err := a.RestoreAnnotation(ctx, 1, v.ID, store.AnyRevision, annotate.RestoreInput{Author: "Cy"}); !errors.As(err, &refused) {
		t.Errorf("restored: %v", err)
	}
}

// TestReportIllegalPly reports the illegal ply itself, and comments on a game
// of an undefined variant.
func TestReportIllegalPly(t *testing.T) {
	_, c := annotating(t)
	if got := c.post("/api/v1/games/5/annotations", `{"author":"Cy","kind":"report","ply":3,"comment":"too far for a pawn"}`); got.status != 201 {
		t.Errorf("%d %s", got.status, got.body)
	}
	if got := c.get("/api/v1/games/5/export?as=numbered"); !strings.Contains(string(got.body), "<too far for a pawn>") {
		t.Errorf("%s", got.body)
	}
	if got := c.post("/api/v1/games/4/annotations", `{"author":"Cy","kind":"report","ply":1,"comment":"what game is this?"}`); got.status != 201 {
		t.Errorf("%d %s", got.status, got.body)
	}
	if got := c.get("/api/v1/games/4/export?as=numbered"); got.status != 200 || !strings.Contains(string(got.body), "{what game is this?}") {
		t.Errorf("%d %s", got.status, got.body)
	}
}

// TestExportAnnotated exports with and without annotations; the record does not
// change.
func TestExportAnnotated(t *testing.T) {
	_, c := annotating(t)
	for _, body := range []string{
		`{"author":"Cy","ply":6,"comment":"loses","nags":[4],"lines":[{"text":"3... g6 4. Qf3","instead":true}]}`,
		`{"author":"Dee","ply":6,"path":["Qxf7"],"comment":"never mind"}`,
		`{"author":"Dee","ply":1,"comment":"hers"}`,
	} {
		if got := c.post(notes, body); got.status != 201 {
			t.Fatalf("%d %s", got.status, got.body)
		}
	}
	for _, row := range []struct{ query, want, losses string }{
		{"as=pgn", "1. e4 {his own} {Dee: hers} 1... e5 2. Bc4 Nc6 3. Qh5 Nf6 $4 {Cy: loses}\n(3... g6 4. Qf3) 4. Qxf7# {Dee: never mind} 1-0", `["times and revisions of 3 annotations"]`},
		{"as=pgn&annotations=all", "{Cy: loses}", `["times and revisions of 3 annotations"]`},
		{"as=pgn&annotations=none", "\n1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0", ""},
		{"as=numbered", "{his own}\n{Dee: hers}\n", `["times and revisions of 3 annotations"]`},
		{"as=courier", "loses", `["times and revisions of 3 annotations", "1 glyph written as comments", "1 variation"]`},
		{"as=json", `"author":"Cy"`, ""},
		{"as=json&annotations=none", `"text":"Qxf7#"`, ""},
	} {
		got := c.get("/api/v1/games/1/export?" + row.query)
		if got.status != 200 || !strings.Contains(string(got.body), row.want) || got.header.Get("Assay-Losses") != row.losses {
			t.Errorf("%s: %d %q\n%s", row.query, got.status, got.header.Get("Assay-Losses"), got.body)
		}
		if strings.Contains(row.query, "none") && strings.Contains(string(got.body), "his own") {
			t.Errorf("%s has comments: %s", row.query, got.body)
		}
	}
	if got := c.get("/api/v1/games/1/record"); string(got.body) != scholars {
		t.Errorf("the record is now\n%s", got.body)
	}
}

// TestTwoEditors edits one annotation concurrently: the later editor gets both
// texts, and every saved text is in the history.
func TestTwoEditors(t *testing.T) {
	_, c := annotating(t)
	if got := c.post(notes, `{"author":"Cy","ply":1,"comment":"first"}`); got.status != 201 {
		t.Fatalf("%d %s", got.status, got.body)
	}
	var mu sync.Mutex
	saved := map[string]bool{"first": true}
	late := 0
	var editing sync.WaitGroup
	for editor := range 4 {
		editing.Go(func() {
			for round := range 5 {
				text := fmt.Sprintf("%d by %d", round, editor)
				tag := c.get(notes + "/1").header.Get("ETag")
				for {
					got := c.send("PUT", notes+"/1", `{"author":"E","ply":1,"comment":"`+text+`"}`, "If-Match", tag)
					if got.status == 200 {
						mu.Lock()
						saved[text] = true
						mu.Unlock()
						break
					}
					var p Problem
					got.into(t, &p)
					if got.status != 412 || p.Yours.Comment != text || p.Current.Comment == text {
						t.Errorf("%d %s", got.status, got.body)
						return
					}
					tag = p.Current.ETag
					mu.Lock()
					late++
					mu.Unlock()
				}
			}
		})
	}
	editing.Wait()
	var history annotate.AnnotationHistory
	c.get(notes+"/1/history").into(t, &history)
	if len(history.Revisions) != len(saved) {
		t.Errorf("%d revisions of %d texts", len(history.Revisions), len(saved))
	}
	for _, r := range history.Revisions {
		if !saved[r.Comment] {
			t.Errorf("revision %d says %q", r.Revision, r.Comment)
		}
		delete(saved, r.Comment)
	}
	if len(saved) > 0 {
		t.Errorf("lost: %v", saved)
	}
	t.Logf("%d were late", late)
}

// TestAnnotationsAreFound searches annotations: words, and positions of
// variations, until they are deleted.
func TestAnnotationsAreFound(t *testing.T) {
	a := newArchive(t)
	s, err := a.Submit(t.Context(), "x.pgn", strings.NewReader("[White \"Ann\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 1-0\n"), records.Reading{}, true)
	if err != nil {
		t.Fatal(err)
	}
	game := s.Games[0].ID
	queries := map[string]search.SearchQuery{
		"comment":   {Query: "comment:zwischenzug", Limit: 5},
		"side line": {Variant: "chess", Position: "rnbqkb1r/pppp1ppp/5n2/4p3/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", Variations: true, Limit: 5},
		"pattern":   {Variant: "chess", Query: "black knight on f6", Variations: true, Limit: 5},
	}
	found := func(when string, want int) {
		t.Helper()
		for name, q := range queries {
			got, err := a.Search(t.Context(), q)
			if err != nil {
				t.Fatalf("%s, %s: %v", when, name, err)
			}
			if got.Total != want || len(got.Hits) != want {
				t.Errorf("%s, %s: %d games, %d shown, want %d", when, name, got.Total, len(got.Hits), want)
			}
		}
	}
	found("before", 0)
	in := annotate.AnnotationInput{Author: "Ada", Annotation: analysis.Annotation{
		Ply: 2, Comment: "A Zwischenzug.", Lines: []analysis.TypedLine{{Text: "2. Nc3 Nf6 3. Nb1"}},
	}}
	view, err := a.Annotate(t.Context(), int64(game), in)
	if err != nil {
		t.Fatal(err)
	}
	found("saved", 1)
	if view, err = a.DeleteAnnotation(t.Context(), int64(game), view.ID, view.Revision, "Ada"); err != nil {
		t.Fatal(err)
	}
	found("deleted", 0)
	if _, err := a.RestoreAnnotation(t.Context(), int64(game), view.ID, view.Revision, annotate.RestoreInput{Author: "Ada"}); err != nil {
		t.Fatal(err)
	}
	found("restored", 1)
	// Annotations of games that cannot be replayed are found too.
	if s, err = a.Submit(t.Context(), "y.txt", strings.NewReader("Result=1-0\n"+unsupportedRecord), records.Reading{}, true); err != nil {
		t.Fatal(err)
	}
	torus := annotate.AnnotationInput{Author: "Ada", Annotation: analysis.Annotation{Ply: 1, Comment: "Round the torus."}}
	if _, err := a.Annotate(t.Context(), int64(s.Games[0].ID), torus); err != nil {
		t.Fatal(err)
	}
	if got, err := a.Search(t.Context(), search.SearchQuery{Query: "comment:torus and verdict = unsupported", Limit: 5}); err != nil || got.Total != 1 {
		t.Errorf("an unsupported game: %+v, %v", got, err)
	}
	if problems, err := a.Check(t.Context()); err != nil || len(problems) > 0 {
		t.Errorf("%v, %v", problems, err)
	}
}

// TestIdempotencyKey repeats requests, like a client that got no response.
func TestIdempotencyKey(t *testing.T) {
	_, c := annotating(t)
	const note = `{"author":"Cy","ply":6,"comment":"loses at once"}`
	first := c.send("POST", notes, note, "Idempotency-Key", `"8e03978e-40d5"`)
	if first.status != 201 {
		t.Fatalf("%d %s", first.status, first.body)
	}
	if got := c.send("PUT", notes+"/1", `{"author":"Ben","ply":6,"comment":"does it?"}`, "If-Match", "*"); got.status != 200 {
		t.Fatalf("%d %s", got.status, got.body)
	}
	for _, row := range []struct {
		key, path, body string
		status          int
		has             string
	}{
		{`"8e03978e-40d5"`, notes, note, 201, string(first.body)},
		{`8e03978e-40d5`, notes, "{\"ply\": 6, \"author\": \"Cy\", \"comment\": \"loses at once\"}", 201, string(first.body)},
		{`"8e03978e-40d5"`, notes, strings.Replace(note, "6", "5", 1), 422, "/problems/key-reused"},
		{`"8e03978e-40d5"`, strings.Replace(notes, "games/1", "games/2", 1), note, 422, "/problems/key-reused"},
		{`"another"`, notes, note, 201, `"id":2`},
		{`"wrong"`, notes, `{"author":"Cy","ply":900,"comment":"x"}`, 400, "ply"},
		{`"wrong"`, notes, note, 201, `"id":3`},
		{`""`, notes, note, 400, "Idempotency-Key"},
		{`"a"b"`, notes, note, 400, "Idempotency-Key"},
		{"é", notes, note, 400, "Idempotency-Key"},
		{"a b", notes, note, 400, "Idempotency-Key"},
		{strings.Repeat("k", 256), notes, note, 400, "255"},
	} {
		got := c.send("POST", row.path, row.body, "Idempotency-Key", row.key)
		if got.status != row.status || !strings.Contains(string(got.body), row.has) {
			t.Errorf("%.40s %s %s: %d %s", row.key, row.path, row.body, got.status, got.body)
		}
		if got.status == 201 && (got.header.Get("ETag") == "" || !strings.HasPrefix(got.header.Get("Location"), notes)) {
			t.Errorf("%s: %v", row.key, got.header)
		}
	}
	var all sync.WaitGroup
	var saved atomic.Int32
	for range 8 {
		all.Go(func() {
			switch got := c.send("POST", notes, note, "Idempotency-Key", "together"); got.status {
			case 201:
				saved.Add(1)
				if !strings.Contains(string(got.body), `"id":4`) {
					t.Errorf("together: %s", got.body)
				}
			case 409:
			default:
				t.Errorf("together: %d %s", got.status, got.body)
			}
		})
	}
	all.Wait()
	if saved.Load() == 0 {
		t.Error("none of eight calls was answered")
	}
	var page annotate.AnnotationPage
	if c.get(notes).into(t, &page); page.Total != 4 {
		t.Errorf("%d annotations, want 4", page.Total)
	}
}
