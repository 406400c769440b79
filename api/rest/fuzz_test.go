package rest

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"assay/analysis"
	"assay/api/annotate"
	"assay/api/records"
	"assay/api/request"
)

// fuzzed sends a request without a network, and compares the response with the
// document. No input may cause a server error.
func fuzzed(t *testing.T, s *Server, c *contract, method, path, body string) {
	w := httptest.NewRecorder()
	s.ServeHTTP(w, httptest.NewRequest(method, "http://localhost"+path, strings.NewReader(body)))
	address, _, _ := strings.Cut(path, "?")
	if err := c.check(method, address, w.Code, w.Header(), w.Body.Bytes()); err != nil {
		t.Errorf("status %d: %v\n%.400s", w.Code, err, w.Body)
	}
	if w.Code >= http.StatusInternalServerError {
		t.Errorf("status %d: %.400s", w.Code, w.Body)
	}
}

// FuzzSearch sends any body to the search.
func FuzzSearch(f *testing.F) {
	a := newArchive(f)
	if _, err := a.Submit(f.Context(), "x", strings.NewReader(readFile(f, board1)), records.Reading{}, false); err != nil {
		f.Fatal(err)
	}
	s, c := NewServer(a, ServerConfig{}), newContract(f)
	f.Add(`{"variant":"csg-1","position":"` + startText(f, a, "csg-1") + `","limit":3}`)
	f.Add(`{"query":"event:\"a b\"*","illegal":true,"cursor":"cwE"}`)
	f.Add(`{"variant":"all-classic","options":"drops=none","position":"10/10 w"}`)
	f.Fuzz(func(t *testing.T, body string) { fuzzed(t, s, c, http.MethodPost, "/api/v1/positions/search", body) })
}

// FuzzValidate sends any body as a record file.
func FuzzValidate(f *testing.F) {
	a := newArchive(f)
	s, c := NewServer(a, ServerConfig{MaxBody: 64 << 10, MaxGames: 50}), newContract(f)
	f.Add("Variant=csg-1\n1. Pawn f3 - f4\n")
	f.Add(illegalRecord)
	f.Add(unsupportedRecord)
	f.Add("Variant=chess\nSetup=8/8/8/8/8/8/8/K1k5 w - - 0 1\n1. King a1 - a2\n")
	f.Fuzz(func(t *testing.T, body string) { fuzzed(t, s, c, http.MethodPost, "/api/v1/validate", body) })
}

// FuzzAnnotate sends any body as an annotation, and exports what was accepted.
func FuzzAnnotate(f *testing.F) {
	a := newArchive(f)
	if _, err := a.Submit(f.Context(), "x", strings.NewReader(scholars), records.Reading{}, false); err != nil {
		f.Fatal(err)
	}
	s, c := NewServer(a, ServerConfig{}), newContract(f)
	f.Add(`{"author":"Cy","ply":6,"before":"b","comment":"c [%csl Ga1] }","nags":[4],"marks":[{"square":"e4"}],"evaluation":"0.3"}`)
	f.Add(`{"author":"Cy","ply":6,"path":["4. Nf3"],"lines":[{"text":"3... g6 (3... Qe7) {x}","instead":true,"format":"pgn","plies":null}]}`)
	f.Add(`{"author":"Cy","kind":"report","ply":1,"comment":"x"}`)
	f.Fuzz(func(t *testing.T, body string) {
		fuzzed(t, s, c, http.MethodPost, notes, body)
		for _, as := range []string{"pgn", "numbered", "json"} {
			fuzzed(t, s, c, http.MethodGet, "/api/v1/games/1/export?as="+as, "")
		}
		page, err := a.Annotations(t.Context(), 1, annotate.AnnotationFilter{}, "", request.MaxLimit)
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range page.Annotations {
			if _, err := a.DeleteAnnotation(t.Context(), 1, v.ID, v.Revision, "x"); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// FuzzIfMatch sends any etag: only the current one allows a change.
func FuzzIfMatch(f *testing.F) {
	a := newArchive(f)
	if _, err := a.Submit(f.Context(), "x", strings.NewReader(scholars), records.Reading{}, false); err != nil {
		f.Fatal(err)
	}
	s := NewServer(a, ServerConfig{})
	v, err := a.Annotate(f.Context(), 1, annotate.AnnotationInput{Author: "x", Annotation: analysis.Annotation{Ply: 1, Comment: "x"}})
	if err != nil {
		f.Fatal(err)
	}
	for _, tag := range []string{v.ETag, "*", `W/"1-1"`, `"1-01"`, `"1-+1"`, `"1-1", "1-2"`, `"1-1 "`, `"1-99999999999999999999"`, `"`, ""} {
		f.Add(tag)
	}
	f.Fuzz(func(t *testing.T, tag string) {
		now, err := a.Annotation(t.Context(), 1, 1)
		if err != nil {
			t.Fatal(err)
		}
		w := httptest.NewRecorder()
		r := httptest.NewRequest(http.MethodPut, "http://localhost"+notes+"/1", strings.NewReader(`{"author":"y","ply":1,"comment":"y"}`))
		r.Header.Set("If-Match", tag)
		s.ServeHTTP(w, r)
		meant := strings.TrimPrefix(strings.TrimSpace(tag), "W/") == now.ETag || strings.TrimSpace(tag) == "*"
		if (w.Code == http.StatusOK) != meant || w.Code >= http.StatusInternalServerError {
			t.Errorf("%q at %s: status %d", tag, now.ETag, w.Code)
		}
	})
}

// FuzzText sends any body as it is and compressed: the response is the same,
// and no input causes a server error.
func FuzzText(f *testing.F) {
	s, c := NewServer(newArchive(f), ServerConfig{MaxBody: 64 << 10}), newContract(f)
	for _, text := range []string{"1. e4 *\n", "\x90\xe6\x8e\xe8", "\xff\xfe1\x00", ""} {
		f.Add(text)
		f.Add(string(zipped(f, text)))
		f.Add(string(zstandard(f, text)))
	}
	f.Add("\x28\xb5\x2f\xfd\x00\x80\x09\x00\x00a")
	f.Fuzz(func(t *testing.T, body string) {
		const path = "/api/v1/text"
		fuzzed(t, s, c, http.MethodPost, path, body)
		text := func(body []byte) string {
			w := httptest.NewRecorder()
			s.ServeHTTP(w, httptest.NewRequest(http.MethodPost, "http://localhost"+path, bytes.NewReader(body)))
			return w.Body.String()
		}
		if plain := text(zipped(t, body)); plain != text(zstandard(t, body)) {
			t.Errorf("%q is another text in another frame", body)
		}
	})
}
