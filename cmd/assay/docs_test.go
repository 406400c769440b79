package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"assay/analysis/rules"
	"assay/api/diagram"
)

// guides are the pages whose examples are run one after the other in one
// folder, as somebody reads them.
var guides = []string{
	"docs/records.md", "docs/search.md", "docs/publishing.md", "docs/rules.md", "docs/definition-language.md",
	"docs/operations.md", "docs/web.md", "docs/rest.md", "docs/submissions.md", "docs/analysis.md", "docs/engine.md",
}

func TestReadme(t *testing.T) { runExamples(t, []string{"README.md"}, 15, 5) }

func TestGuides(t *testing.T) { runExamples(t, guides, 40, 20) }

// runExamples runs what pages show: the commands of their console blocks, in
// order and in one folder, and the calls of their http blocks on a server of
// the archive that the commands made.
func runExamples(t *testing.T, pages []string, leastCommands, leastCalls int) {
	var text strings.Builder
	for _, page := range pages {
		part, err := os.ReadFile("../../" + page)
		if err != nil {
			t.Fatal(err)
		}
		text.Write(part)
	}
	dir := clone(t)
	commands, calls := 0, 0
	for _, block := range blocks(text.String(), "console") {
		for _, e := range examples(block) {
			commands++
			e.run(t, dir)
		}
	}
	address, stop := serving(t, filepath.Join(dir, "assay-data"))
	untilReady(t, address)
	for _, block := range blocks(text.String(), "http") {
		for line := range strings.Lines(block) {
			calls++
			call(t, dir, address, strings.TrimSpace(line))
		}
	}
	if err := stop(os.Interrupt); err != nil {
		t.Error(err)
	}
	if commands < leastCommands || calls < leastCalls {
		t.Errorf("only %d commands and %d calls were found", commands, calls)
	}
}

// untilReady waits until the index has followed what the commands did.
func untilReady(t *testing.T, address string) {
	for range 200 {
		if status, _ := get(t, "http://"+address+"/readyz"); status == http.StatusOK {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Fatal("the server is not ready after ten seconds")
}

// TestGuidesAreRun wants every page with examples among those that are run.
func TestGuidesAreRun(t *testing.T) {
	pages, err := filepath.Glob("../../docs/*.md")
	if err != nil || len(pages) == 0 {
		t.Fatal(pages, err)
	}
	for _, page := range pages {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		shows := len(blocks(string(text), "console"))+len(blocks(string(text), "http")) > 0
		if run := slices.Contains(guides, "docs/"+filepath.Base(page)); shows != run && shows {
			t.Errorf("%s has examples that are not run", page)
		}
	}
}

var update = flag.Bool("update", false, "write the generated pages")

// TestReference holds the reference of the definition language to the code.
func TestReference(t *testing.T) {
	const page, mark = "../../docs/definition-language.md", "<!-- assay variants --reference -->\n\n"
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	before, shown, found := strings.Cut(string(text), mark)
	if !found {
		t.Fatalf("%s has no %q", page, mark)
	}
	var want strings.Builder
	if err := rules.WriteReference(&want); err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile(page, []byte(before+mark+want.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if shown != want.String() {
		t.Errorf("the reference in %s is not that of the code: go test ./cmd/assay -run Reference -update", page)
	}
}

// TestGlyphsDocumented compares the glyphs that the page lists with those that
// a definition may name.
func TestGlyphsDocumented(t *testing.T) {
	text, err := os.ReadFile("../../docs/definition-language.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(text), "\n## Glyphs and dress\n")
	section, _, _ = strings.Cut(section, "\n`dress` ")
	var listed []string
	for i, word := range strings.Split(section, "`") {
		if i%2 == 1 {
			listed = append(listed, word)
		}
	}
	if got, want := strings.Join(listed, "\n"), strings.Join(diagram.Glyphs(), "\n"); got != want {
		t.Errorf("documented:\n%s\naccepted:\n%s", got, want)
	}
}

// clone is a folder like that of a clone, with assay on the path.
func clone(t *testing.T) string {
	t.Helper()
	dir, bin := t.TempDir(), t.TempDir()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"fixtures", "config.yaml"} {
		if err := os.Symlink(filepath.Join(root, name), filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(os.Args[0], filepath.Join(bin, "assay")); err != nil {
		t.Fatal(err)
	}
	t.Setenv("RUN_ASSAY", "1")
	t.Setenv("PATH", bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	return dir
}

// blocks are the fenced blocks of a language.
func blocks(text, language string) []string {
	var all []string
	for _, m := range regexp.MustCompile("(?ms)^```"+language+"\n(.*?)^```$").FindAllStringSubmatch(text, -1) {
		all = append(all, m[1])
	}
	return all
}

// example is a command and the output shown below it.
type example struct{ command, output string }

func examples(block string) []example {
	var all []example
	for line := range strings.Lines(block) {
		if command, ok := strings.CutPrefix(line, "$ "); ok {
			all = append(all, example{command: strings.TrimSpace(command)})
		} else if len(all) > 0 {
			all[len(all)-1].output += line
		}
	}
	return all
}

// run compares a command's standard output with what is shown. A file shown
// by cat is one that the reader has: it is written first.
func (e example) run(t *testing.T, dir string) {
	t.Helper()
	if name, ok := strings.CutPrefix(e.command, "cat "); ok {
		writeFile(t, filepath.Join(dir, name), e.output)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, "sh", "-c", e.command)
	cmd.Dir = dir
	var errors bytes.Buffer
	cmd.Stderr = &errors
	out, err := cmd.Output()
	if err != nil {
		t.Errorf("%s: %v: %s", e.command, err, errors.String())
	}
	if !shows(e.output, string(out)) {
		t.Errorf("%s\ngives\n%s\nnot\n%s", e.command, out, e.output)
	}
}

// shows compares output with what is shown of it: … stands for anything.
func shows(shown, output string) bool {
	pattern := regexp.QuoteMeta(shown)
	pattern = strings.ReplaceAll(pattern, "…\n", "(?s:.*)\n")
	return regexp.MustCompile("^" + pattern + "$").MatchString(output)
}

var callLine = regexp.MustCompile(`^(\w+) (\S+)(?: < (\S+))? +-> (\d+)$`)

// call makes one call as the README shows it and compares the status.
func call(t *testing.T, dir, address, line string) {
	t.Helper()
	m := callLine.FindStringSubmatch(line)
	if m == nil {
		t.Errorf("%q is not METHOD PATH [< FILE] -> STATUS", line)
		return
	}
	var body []byte
	if m[3] != "" {
		var err error
		if body, err = os.ReadFile(filepath.Join(dir, m[3])); err != nil {
			t.Fatal(err)
		}
	}
	request, err := http.NewRequestWithContext(t.Context(), m[1], "http://"+address+m[2], bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	if strings.HasSuffix(m[3], ".json") {
		request.Header.Set("Content-Type", "application/json")
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	if got := fmt.Sprint(answer.StatusCode); got != m[4] {
		t.Errorf("%s: status %s", line, got)
	}
}

func TestShows(t *testing.T) {
	for _, c := range []struct {
		shown, output string
		want          bool
	}{
		{"a\nb\n", "a\nb\n", true},
		{"a\n…\nd\n", "a\nb\nc\nd\n", true},
		{"a: …\n", "a: b.\n", true},
		{"", "", true},
		{"a\n", "a\nb\n", false},
		{"", "a\n", false},
		{"a.\n", "ab\n", false},
	} {
		if got := shows(c.shown, c.output); got != c.want {
			t.Errorf("%q shows %q: %v", c.shown, c.output, got)
		}
	}
}
