package api

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// fuzzed calls the server without a network, and holds the answer to the
// description. No input is a fault of the server.
func fuzzed(t *testing.T, s *Server, c *contract, method, path, body string) {
	w := httptest.NewRecorder()
	s.ServeHTTP(w, httptest.NewRequest(method, path, strings.NewReader(body)))
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
	if _, err := a.Submit(f.Context(), "x", strings.NewReader(readFile(f, board1)), Reading{}, false); err != nil {
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
