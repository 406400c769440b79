package main

import (
	"encoding/json"
	"errors"
	"io"
	"maps"
	"os/exec"
	"path"
	"slices"
	"strings"
	"testing"
)

// chain lists the layers: a package imports only layers to its left. The first
// one has only texts.
var chain = []string{"docs", "parser", "analysis", "store", "index", "api", "cmd"}

// standing lists fixtures that use some of the layers, each with the first
// layer that they may not use.
var standing = map[string]string{
	"assay/fixtures/archives":     "api",
	"assay/fixtures/brute":        "store",
	"assay/fixtures/definitions":  "store",
	"assay/fixtures/games":        "store",
	"assay/fixtures/planted":      "index",
	"assay/fixtures/reading":      "analysis",
	"assay/fixtures/records":      "store",
	"assay/fixtures/postgrestest": "store",
	"assay/fixtures/stood":        "api",
	"assay/fixtures/storetest":    "index",
}

// overHTTP lists the packages that may use HTTP: the server, and the client of
// other servers. The use cases and the layers before them may not.
var overHTTP = []string{"assay/api/rest", "assay/api/web", "assay/api/worker"}

// listed is the output of `go list` for a package.
type listed struct {
	ImportPath   string
	Imports      []string
	TestImports  []string
	XTestImports []string
}

func TestChain(t *testing.T) {
	out, err := exec.Command("go", "list", "-pgo=off", "-json=ImportPath,Imports,TestImports,XTestImports", "assay/...").Output()
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for d := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p listed
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		seen[room(p.ImportPath)] = true
		for _, wrong := range p.wrong() {
			t.Errorf("%s imports %s", p.ImportPath, wrong)
		}
	}
	for _, name := range append([]string{"fixtures"}, chain...) {
		if !seen[name] {
			t.Errorf("no package in %s", name)
		}
	}
}

// TestDriver: only one layer imports the driver of SQLite, and the command,
// which links it.
func TestDriver(t *testing.T) {
	out, err := exec.Command("go", "list", "-pgo=off", "-deps", "-f", "{{.ImportPath}} {{range .Deps}}{{.}} {{end}}", "assay/...").Output()
	if err != nil {
		t.Fatal(err)
	}
	with := map[string]bool{}
	for line := range strings.Lines(string(out)) {
		words := strings.Fields(line)
		if strings.HasPrefix(words[0], "assay/") && slices.Contains(words, "github.com/mattn/go-sqlite3") {
			with[words[0]] = true
		}
	}
	want := map[string]bool{"assay/store/sqlite": true, "assay/fixtures/faultfs": true, "assay/cmd/assay": true, "assay/fixtures/archives": true}
	if !maps.Equal(with, want) {
		t.Errorf("the driver is compiled for %v, want %v", with, want)
	}
}

// room returns the first folder of a package of this module, "" for other
// modules.
func room(path string) string {
	name, ok := strings.CutPrefix(path, "assay/")
	if !ok {
		return ""
	}
	name, _, _ = strings.Cut(name, "/")
	return name
}

// wrong returns the forbidden imports.
func (p listed) wrong() []string {
	var out []string
	here := slices.Index(chain, room(p.ImportPath))
	if end, ok := standing[p.ImportPath]; ok {
		here = slices.Index(chain, end)
	}
	for _, path := range p.Imports {
		to := room(path)
		switch {
		case path == "github.com/spf13/viper" && room(p.ImportPath) != "cmd":
		case (path == "net/http" || path == "github.com/gin-gonic/gin") && room(p.ImportPath) != "cmd" && !slices.Contains(overHTTP, p.ImportPath):
		case to == "":
			continue
		case room(p.ImportPath) == "fixtures" && to == "fixtures":
			continue
		case to == room(p.ImportPath) && inward(p.ImportPath, path):
			continue
		case here >= 0 && slices.Contains(chain[:here], to):
			continue
		}
		out = append(out, path)
	}
	for _, path := range slices.Concat(p.TestImports, p.XTestImports) {
		to := room(path)
		if to == "" || to == "fixtures" || to == room(p.ImportPath) || here >= 0 && slices.Contains(chain[:here], to) {
			continue
		}
		out = append(out, path+" (test)")
	}
	return out
}

// inner is the order of packages within a layer.
var inner = []string{
	"assay/parser/scan",
	"assay/parser/word",
	"assay/parser/record",
	"assay/parser/source",
	"assay/parser/format",
	"assay/parser/numbered",
	"assay/parser/*",
	"assay/parser",
	"assay/analysis/crash",
	"assay/analysis/lru",
	"assay/analysis/optional",
	"assay/analysis/spelling",
	"assay/analysis/variant",
	"assay/analysis/variant/fairy",
	"assay/analysis/variant/xbetza",
	"assay/analysis/variant/idiagram",
	"assay/analysis/variant/zrf",
	"assay/analysis/rules",
	"assay/analysis/logistic",
	"assay/analysis/engine",
	"assay/analysis/engine/match",
	"assay/analysis/engine/tune",
	"assay/analysis/solve",
	"assay/analysis/mate",
	"assay/analysis/evaluation",
	"assay/analysis/notation",
	"assay/analysis/lab",
	"assay/analysis/puzzle",
	"assay/analysis/selftest",
	"assay/analysis",
	"assay/analysis/repair",
	"assay/analysis/label",
	"assay/analysis/engine/uci",
	"assay/analysis/engine/external",
	"assay/store",
	"assay/store/row",
	"assay/store/table",
	"assay/store/transfer",
	"assay/store/postgres",
	"assay/store/sqlite",
	"assay/index/tape",
	"assay/index/postings",
	"assay/index/pattern",
	"assay/index/query",
	"assay/index",
	"assay/index/postgres",
	"assay/api/locale",
	"assay/api/container",
	"assay/api/chart",
	"assay/api/diagram",
	"assay/api/raster",
	"assay/api/player",
	"assay/api/publish",
	"assay/api/request",
	"assay/api/account",
	"assay/api/define",
	"assay/api/tournament",
	"assay/api/problem",
	"assay/api/present",
	"assay/api/statistics",
	"assay/api/browser",
	"assay/api/laboratory",
	"assay/api/book",
	"assay/api/dataset",
	"assay/api/annotate",
	"assay/api/analyse",
	"assay/api/players",
	"assay/api/ratings",
	"assay/api/twins",
	"assay/api/puzzles",
	"assay/api/studies",
	"assay/api/history",
	"assay/api/games",
	"assay/api/events",
	"assay/api/search",
	"assay/api/records",
	"assay/api/repertoires",
	"assay/api/drill",
	"assay/api",
	"assay/api/live",
	"assay/api/worker",
	"assay/api/card",
	"assay/api/rest",
	"assay/api/web",
}

// inward reports whether an import within a layer goes to the left, too.
func inward(from, to string) bool {
	return place(to) >= 0 && place(to) < place(from)
}

// place returns a package's place in the order within its layer. A star stands
// for unlisted ones. -1 means none.
func place(name string) int {
	if i := slices.Index(inner, name); i >= 0 {
		return i
	}
	return slices.Index(inner, path.Dir(name)+"/*")
}

func TestChainRefuses(t *testing.T) {
	for _, c := range []struct {
		p    listed
		want int
	}{
		{listed{ImportPath: "assay/analysis", Imports: []string{"assay/parser", "assay/analysis/rules", "fmt"}}, 0},
		{listed{ImportPath: "assay/cmd/assay", Imports: []string{"assay/api", "github.com/spf13/viper"}}, 0},
		{listed{ImportPath: "assay/index", XTestImports: []string{"assay/fixtures/slow", "assay/store"}}, 0},
		{listed{ImportPath: "assay/parser", Imports: []string{"assay/analysis"}}, 1},
		{listed{ImportPath: "assay/analysis/variant", Imports: []string{"assay/analysis/rules"}}, 1},
		{listed{ImportPath: "assay/parser/pgn", Imports: []string{"assay/parser/format", "assay/parser/shogi"}}, 1},
		{listed{ImportPath: "assay/store", Imports: []string{"assay/index", "github.com/spf13/viper"}}, 2},
		{listed{ImportPath: "assay/api", Imports: []string{"assay/fixtures/slow"}}, 1},
		{listed{ImportPath: "assay/api", Imports: []string{"net/http", "github.com/gin-gonic/gin", "assay/api/rest"}}, 3},
		{listed{ImportPath: "assay/api/rest", Imports: []string{"net/http", "assay/api", "assay/api/card"}}, 0},
		{listed{ImportPath: "assay/fixtures/slow", Imports: []string{"assay/analysis/rules"}}, 1},
		{listed{ImportPath: "assay/fixtures/brute", Imports: []string{"assay/analysis/rules", "assay/parser"}}, 0},
		{listed{ImportPath: "assay/fixtures/brute", Imports: []string{"assay/index", "assay/store"}}, 2},
		{listed{ImportPath: "assay/store", TestImports: []string{"assay/api"}}, 1},
	} {
		if got := c.p.wrong(); len(got) != c.want {
			t.Errorf("%+v: %v, want %d", c.p, got, c.want)
		}
	}
}
