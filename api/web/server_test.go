package web

import (
	"context"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"assay/api"
	"assay/api/records"
	"assay/api/rest"
	"assay/fixtures/archives"
)

// policy is the Content-Security-Policy of pages: only the server's own files,
// no inline scripts.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
	"connect-src 'self'; font-src 'none'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

// serve serves an archive with its pages until the test ends.
func serve(t testing.TB) (site string, a *api.Archive) {
	t.Helper()
	return serveWith(t, rest.ServerConfig{})
}

func serveWith(t testing.TB, config rest.ServerConfig) (site string, a *api.Archive) {
	t.Helper()
	a = archive(t)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	config.Pages = New(a, Config{Version: "1.2.3"})
	server := rest.NewServer(a, config)
	go func() { ended <- server.Serve(ctx, listener) }()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Errorf("serve: %v", err)
		}
		if err := a.Close(); err != nil {
			t.Error(err)
		}
	})
	return "http://" + listener.Addr().String(), a
}

// archive returns a new archive of the chosen kind.
func archive(t testing.TB) *api.Archive {
	t.Helper()
	config := api.Config{Data: t.TempDir()}
	s, address, err := archives.Chosen().Open(t.Context(), t, config.Data)
	if err != nil {
		t.Fatal(err)
	}
	config.IndexDatabase = address
	arbiter, err := api.NewArbiter(config)
	if err != nil {
		t.Fatal(err)
	}
	return api.NewArchive(arbiter, s)
}

// fixture returns the text of a fixture.
func fixture(t testing.TB, name ...string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(append([]string{"..", "..", "fixtures"}, name...)...))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// add archives a record and returns its number.
func add(t testing.TB, a *api.Archive, text string) int64 {
	t.Helper()
	s, err := a.Submit(t.Context(), "game.txt", strings.NewReader(text), records.Reading{}, true)
	if err != nil {
		t.Fatal(err)
	}
	return int64(s.Games[0].ID)
}

// get requests a page.
func get(t testing.TB, address string) *http.Response {
	t.Helper()
	answer, err := http.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { answer.Body.Close() })
	return answer
}
