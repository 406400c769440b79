package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestWorkerUsage: addresses and limits are checked before anything is sent.
func TestWorkerUsage(t *testing.T) {
	d, dir := newDesk(t), t.TempDir()
	writeFile(t, filepath.Join(dir, "short"), "too short\n")
	for _, row := range []struct{ args, want string }{
		{"engine fishet", `unknown command "fishet"; fishnet was probably meant`},
		{"engine fishnet", "URL: name the endpoint"},
		{"engine provider", "URL: name the server"},
		{"engine provider https://lichess.example", "--broker: name the server from which requests come"},
		{"engine provider http://lichess.example --broker https://broker.example", `URL: "http://lichess.example" is not encrypted; use https`},
		{"engine provider https://lichess.example --broker http://broker.example", `--broker: "http://broker.example" is not encrypted`},
		{"engine provider https://lichess.example --broker broker", `--broker: "broker" is not the URL of a server`},
		{"engine provider http://127.0.0.1:1 --broker http://[::1]:1 --variants chess,3d-chess", `--variants: variant is not defined: "3d-chess"`},
		{"engine provider http://localhost:1 --broker http://localhost:1 --secret-file " + dir + "/short", "--secret-file: expected at least 16 characters, found 9"},
		{"engine fishnet http://localhost:1 --token-file " + dir + "/none", "none: no such file"},
		{"engine fishnet http://localhost:1 --threads 0", "--threads: expected 1 to 256, found 0"},
		{"engine fishnet http://localhost:1 --hash 0", "--hash: expected 1 to 16384, found 0"},
	} {
		if got := d.run("", strings.Fields(row.args)...); got.code != exitUsage || !strings.Contains(got.errors, row.want) {
			t.Errorf("%s: exit %d, %s, want %s", row.args, got.code, got.errors, row.want)
		}
	}
}

// TestWorkers: both commands do a job of a server, print it, and end by a
// signal with exit code 0. The token is not printed.
func TestWorkers(t *testing.T) {
	const token = "s3cret-token"
	for _, tc := range []struct {
		name, args string
		answers    map[string]string // by method and path; others have no content
		last       string
		want       []string
	}{
		{"fishnet", "engine fishnet URL/fishnet --json", map[string]string{
			"POST /fishnet/acquire": `{"work": {"type": "analysis", "id": "aB3dE6"}, "nodes": 200, "position": "", "variant": "minishogi", "moves": "a2a3"}`,
		}, "POST /fishnet/analysis/aB3dE6", []string{`{"event":"registered","message":"waiting for jobs"}`, `{"event":"started","job":"aB3dE6","variant":"minishogi"}`,
			`{"event":"done","job":"aB3dE6","variant":"minishogi","nodes":`}},
		{"provider", "engine provider URL --broker URL --variants crazyhouse", map[string]string{
			"GET /api/external-engine":  "[]",
			"POST /api/external-engine": `{"id": "eei_1"}`,
			"POST /api/external-engine/work": `{"id": "j1", "work": {"sessionId": "1", "threads": 1, "hash": 16, "depth": 2, "multiPv": 1,
				"variant": "crazyhouse", "initialFen": "6k1/5ppp/8/8/8/8/5PPP/6K1[Q] w - - 0 1", "moves": ["Q@e8"]}}`,
		}, "POST /api/external-engine/work/j1", []string{"registered: Assay (eei_1)\n", "started: j1, crazyhouse\n", "done: j1, crazyhouse\n"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			ctx, stop := context.WithTimeout(t.Context(), 30*time.Second)
			defer stop()
			given := map[string]bool{}
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				at := r.Method + " " + r.URL.Path
				body, _ := io.ReadAll(r.Body)
				switch text := tc.answers[at]; {
				case at == tc.last:
					if len(body) == 0 {
						t.Error("an empty answer")
					}
					time.AfterFunc(100*time.Millisecond, stop)
				case text != "" && (!given[at] || !strings.HasSuffix(at, "work") && !strings.HasSuffix(at, "acquire")):
					given[at] = true
					w.WriteHeader(http.StatusAccepted)
					io.WriteString(w, text)
					return
				}
				w.WriteHeader(http.StatusNoContent)
			}))
			defer server.Close()
			var out, errors bytes.Buffer
			args := strings.Fields(strings.ReplaceAll(tc.args, "URL", server.URL))
			code := run(ctx, args, []string{"ASSAY_DATA=" + t.TempDir(), "ASSAY_TOKEN=" + token}, strings.NewReader(""), &out, &errors)
			if code != exitDone || errors.Len() > 0 || strings.Contains(out.String(), token) {
				t.Errorf("exit %d, %s%s", code, &out, &errors)
			}
			for _, want := range tc.want {
				if !strings.Contains(out.String(), want) {
					t.Errorf("%q is missing: %s", want, &out)
				}
			}
		})
	}
}

// TestWorkerRejected: a server that refuses the token ends the command.
func TestWorkerRejected(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		http.Error(w, fmt.Sprintf("unknown %s", r.Header.Get("Authorization")), http.StatusUnauthorized)
	}))
	defer server.Close()
	d, file := newDesk(t), filepath.Join(t.TempDir(), "token")
	writeFile(t, file, "s3cret-token\n")
	for _, args := range []string{"engine fishnet URL", "engine provider URL --broker URL"} {
		got := d.run("", strings.Fields(strings.ReplaceAll(args, "URL", server.URL)+" --token-file "+file)...)
		if got.code != exitFaults || got.errors != "assay: the server answers 401 Unauthorized: unknown Bearer …\n" {
			t.Errorf("%s: exit %d, %q", args, got.code, got.errors)
		}
	}
}
