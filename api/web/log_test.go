package web

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"assay/api/rest"
)

// TestLog requests a page of a closed archive: only the log has the details.
func TestLog(t *testing.T) {
	a := archive(t)
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	for path, status := range map[string]int{"/": http.StatusInternalServerError, "/nothing": http.StatusNotFound} {
		var log strings.Builder
		w := httptest.NewRecorder()
		server := rest.NewServer(a, rest.ServerConfig{Log: &log, Pages: New(a, Config{})})
		server.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "http://localhost"+path, nil))
		if w.Code != status {
			t.Errorf("%s: status %d", path, w.Code)
		}
		if logged := strings.Contains(log.String(), "path="+path); logged != (status == http.StatusInternalServerError) {
			t.Errorf("%s: the log says %q", path, log.String())
		}
		if _, fault, _ := strings.Cut(log.String(), "error="); strings.Contains(w.Body.String(), "closed") || status == http.StatusInternalServerError && fault == "" {
			t.Errorf("%s: %q in the log, the page says %s", path, fault, w.Body)
		}
	}
	for _, path := range []string{"/studies/x.hidden", "/studies/x.hidden/1", "/embed/studies/x.hidden/1"} {
		var log strings.Builder
		server := rest.NewServer(a, rest.ServerConfig{Log: &log, LogCalls: true, Pages: New(a, Config{})})
		server.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, "http://localhost"+path, nil))
		if strings.Contains(log.String(), "hidden") || !strings.Contains(log.String(), "/studies/:id") {
			t.Errorf("%s: the log says %q", path, log.String())
		}
	}
}
