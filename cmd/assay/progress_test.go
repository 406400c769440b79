package main

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"assay/api/analyse"
	"assay/api/request"
)

func TestProgress(t *testing.T) {
	at := request.Progress{Stage: "import", Done: 50, Total: 200, Games: 12, Elapsed: 2 * time.Second}
	long := time.Now().Add(-time.Minute)
	for _, c := range []struct {
		name string
		bar  progress
		want string
	}{
		{"lines", progress{shown: long}, "import: 25 %, 12 games, 6 a second, 6s left\n"},
		{"lines too often", progress{shown: time.Now()}, ""},
		{"bar", progress{terminal: true, columns: 80, shown: long}, "\r\x1b[K[" + strings.Repeat("=", 7) + strings.Repeat(" ", 23) + "] import: 25 %, 12 games, 6 a second, 6s left\r\x1b[K"},
		{"narrow bar", progress{terminal: true, columns: 5, shown: long}, "\r\x1b[K[===\r\x1b[K"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var out bytes.Buffer
			c.bar.out = &out
			c.bar.show(at)
			c.bar.show(at)
			c.bar.end()
			if out.String() != c.want {
				t.Errorf("got %q, want %q", out.String(), c.want)
			}
		})
	}
	if b := newProgress(new(bytes.Buffer)); b.terminal {
		t.Error("a buffer is no terminal")
	}
}

// TestAnalysisProgress: the analysis of several games is one job.
func TestAnalysisProgress(t *testing.T) {
	var out bytes.Buffer
	p := &program{stderr: &out}
	at := p.analysisProgress()
	for before, want := range []string{"analyse: 25 %\n", "analyse: 75 %, 1 game\n"} {
		out.Reset()
		p.bar.shown = time.Now().Add(-time.Minute)
		at(portion{before, 2})(analyse.AnalysisState{Ply: 10, Plies: 20})
		if out.String() != want {
			t.Errorf("got %q, want %q", out.String(), want)
		}
	}
}
