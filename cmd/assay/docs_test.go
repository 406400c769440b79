package main

import (
	"bytes"
	"cmp"
	"context"
	"flag"
	"fmt"
	"io"
	"maps"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"go.yaml.in/yaml/v3"

	"assay/analysis/rules"
	"assay/api/diagram"
)

func TestReadme(t *testing.T) { runExamples(t, "../../README.md") }

// TestGuides runs the examples of every page of the documentation, each page
// in a folder of its own.
func TestGuides(t *testing.T) {
	for _, page := range docPages(t) {
		t.Run(filepath.Base(page), func(t *testing.T) { runExamples(t, page) })
	}
}

// docPages returns the paths of the pages of the documentation.
func docPages(t *testing.T) []string {
	t.Helper()
	pages, err := filepath.Glob("../../docs/*.md")
	if err != nil || len(pages) == 0 {
		t.Fatal(pages, err)
	}
	return pages
}

// runExamples runs the commands of a page's console blocks, in order and in one
// folder. A command that starts with curl is a request to a server of the
// archive in that folder.
func runExamples(t *testing.T, page string) {
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	all := blocks(string(text), "console")
	if len(all) == 0 {
		return
	}
	dir := clone(t)
	address, stop := "", func(os.Signal) error { return nil }
	for _, block := range all {
		for _, e := range examples(block) {
			if !strings.HasPrefix(e.command, "curl ") {
				e.run(t, dir)
				continue
			}
			if address == "" {
				address, stop = serving(t, filepath.Join(dir, "assay-data"))
			}
			untilReady(t, address)
			e.request(t, dir, address)
		}
	}
	if err := stop(os.Interrupt); err != nil {
		t.Error(err)
	}
}

// untilReady waits until the index is up to date with the archive.
func untilReady(t *testing.T, address string) {
	t.Helper()
	for range 200 {
		if status, _ := get(t, "http://"+address+"/readyz"); status == http.StatusOK {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Fatal("the server is not ready after ten seconds")
}

// TestDocLinks checks that every relative link of the documentation leads to a
// file of the repository, and to a heading of that page if it names one.
func TestDocLinks(t *testing.T) {
	link := regexp.MustCompile(`\]\(([^)#\s]*)(#[^)\s]*)?\)`)
	for _, page := range append(docPages(t), "../../README.md", "../../CONTRIBUTING.md", "../../CHANGELOG.md") {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range link.FindAllStringSubmatch(string(text), -1) {
			if strings.Contains(m[1], "://") || strings.HasPrefix(m[1], "mailto:") {
				continue
			}
			target := page
			if m[1] != "" {
				target = filepath.Join(filepath.Dir(page), m[1])
			}
			linked, err := os.ReadFile(target)
			if info, there := os.Stat(target); there == nil && info.IsDir() {
				continue
			}
			if err != nil {
				t.Errorf("%s: %s: %v", page, m[0], err)
			} else if m[2] != "" && !slices.Contains(anchors(string(linked)), m[2][1:]) {
				t.Errorf("%s: %s: no such heading", page, m[0])
			}
		}
	}
}

// anchors returns the anchors of a page's headings, as GitHub makes them.
func anchors(text string) []string {
	var all []string
	text = regexp.MustCompile("(?ms)^```.*?^```$").ReplaceAllString(text, "")
	for _, m := range regexp.MustCompile(`(?m)^#+ (.*)$`).FindAllStringSubmatch(text, -1) {
		heading := regexp.MustCompile(`[^\p{L}\p{N}\- _]`).ReplaceAllString(strings.ToLower(m[1]), "")
		all = append(all, strings.ReplaceAll(heading, " ", "-"))
	}
	return all
}

var update = flag.Bool("update", false, "write the generated pages")

// TestReference checks that the reference of the definition language is that of
// the code.
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
	want := documented(t)
	if *update {
		if err := os.WriteFile(page, []byte(before+mark+want), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if shown != want {
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

// clone returns a folder with the files of a clone that examples use. It puts
// assay on the path.
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

// blocks returns the contents of the fenced blocks of a language.
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

// run runs the command and compares its standard output with what is shown.
// A file that cat shows is written first.
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
	if exit, failed := err.(*exec.ExitError); err != nil && !(failed && exit.ExitCode() == exitFaults && e.showsFaults()) {
		t.Errorf("%s: %v: %s", e.command, err, errors.String())
	}
	if !shows(e.output, string(out)) {
		t.Errorf("%s\ngives\n%s\nnot\n%s", e.command, out, e.output)
	}
}

// showsFaults reports whether the documented output has an error, so that the
// command exits with 1.
func (e example) showsFaults() bool {
	return strings.Contains(e.output, ": illegal at ply ") || strings.HasPrefix(e.output, "assay: ")
}

// shows reports whether output matches its documented form, in which … at the
// end of a line stands for any text, and elsewhere for any text within the
// line.
func shows(shown, output string) bool {
	pattern := regexp.QuoteMeta(shown)
	pattern = strings.ReplaceAll(pattern, "…\n", "(?s:.*)\n")
	pattern = strings.ReplaceAll(pattern, "…", ".*")
	return regexp.MustCompile("^" + pattern + "$").MatchString(output)
}

// request makes the request of a curl command to the server at an address, and
// compares the answer with what is shown. It knows the options -s, -N, -i, -X,
// -H, -d and --data-binary; the command names the server 127.0.0.1:8080.
func (e example) request(t *testing.T, dir, address string) {
	t.Helper()
	method, url, head := "", "", false
	var body []byte
	header := http.Header{}
	words := commandWords(e.command)[1:]
	for len(words) > 0 {
		word := words[0]
		words = words[1:]
		value := func() string {
			if len(words) == 0 {
				t.Fatalf("%s: %s has no value", e.command, word)
			}
			v := words[0]
			words = words[1:]
			return v
		}
		switch word {
		case "-s", "-N":
		case "-i":
			head = true
		case "-X":
			method = value()
		case "-H":
			key, v, _ := strings.Cut(value(), ": ")
			header.Set(key, v)
		case "-d", "--data-binary":
			text := value()
			body = []byte(text)
			if name, ok := strings.CutPrefix(text, "@"); ok {
				var err error
				if body, err = os.ReadFile(filepath.Join(dir, name)); err != nil {
					t.Fatal(err)
				}
			}
		default:
			url = strings.Replace(word, "127.0.0.1:8080", address, 1)
		}
	}
	if method == "" {
		method = http.MethodGet
		if body != nil {
			method = http.MethodPost
		}
	}
	request, err := http.NewRequestWithContext(t.Context(), method, url, bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	if header.Get("Content-Type") == "" && body != nil {
		header.Set("Content-Type", "application/x-www-form-urlencoded") // as curl does
	}
	request.Header = header
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	var out strings.Builder
	if head {
		fmt.Fprintf(&out, "%s %s\n", answer.Proto, answer.Status)
		for _, key := range slices.Sorted(maps.Keys(answer.Header)) {
			fmt.Fprintf(&out, "%s: %s\n", key, answer.Header.Get(key))
		}
		out.WriteString("\n")
	}
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	out.Write(text)
	if !shows(e.output, out.String()) {
		t.Errorf("%s\ngives\n%s\nnot\n%s", e.command, out.String(), e.output)
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
		{"a … c\n", "a b c\n", true},
		{"a … c\n", "a\nc\n", false},
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

// documented returns the reference of the definition language, as rules writes
// it, with columns for defaults and with examples from built-in definitions.
func documented(t *testing.T) string {
	t.Helper()
	var plain strings.Builder
	if err := rules.WriteReference(&plain); err != nil {
		t.Fatal(err)
	}
	keys, modules := definitionExamples(t)
	var out strings.Builder
	path, module := "", ""
	endModule := func() {
		if text := modules[module]; text != "" {
			fmt.Fprintf(&out, "\n```yaml\nrules:\n  - %s\n```\n", text)
		}
		module = ""
	}
	special := false
	for line := range strings.Lines(plain.String()) {
		switch {
		case strings.HasPrefix(line, "#"):
			if special && module != "" {
				text := strings.TrimRight(out.String(), "\n")
				out.Reset()
				out.WriteString(text + "\n")
				endModule()
				out.WriteString("\n")
			}
			special = special || strings.HasPrefix(line, "## Special rules")
			name := strings.Trim(strings.TrimLeft(line, "# "), "`\n")
			if special {
				module = name
			} else if path = name; name == "A definition" {
				path = ""
			}
		case line == "| key | value | |\n":
			line = "| key | type | default | meaning | example |\n"
		case line == "|---|---|---|\n":
			line = "|---|---|---|---|---|\n"
		case line == "| key | |\n":
			line = "| key | default | meaning |\n"
		case line == "|---|---|\n":
			line = "|---|---|---|\n"
		case strings.HasPrefix(line, "| `"):
			cells := strings.Split(strings.Trim(line, "| \n"), " | ")
			key, meaning := strings.Trim(cells[0], "`"), cells[len(cells)-1]
			meaning, standard := splitDefault(meaning)
			if special {
				line = fmt.Sprintf("| `%s` | %s | %s |\n", key, standard, meaning)
				break
			}
			if cells[1] == "true or false" {
				standard = cmp.Or(standard, "false")
			}
			example := keys[strings.TrimPrefix(path+"."+key, ".")]
			if example != "" {
				example = "`" + strings.ReplaceAll(example, "|", `\|`) + "`"
			}
			line = fmt.Sprintf("| `%s` | %s | %s | %s | %s |\n", key, cells[1], standard, meaning, example)
		}
		out.WriteString(line)
	}
	endModule()
	return out.String()
}

var defaultOf = regexp.MustCompile(`(?:^|; |\. )(?:[Dd]efault: (.*)|([^;:]*?) when left out)$`)

// splitDefault takes the default of a key out of its description.
func splitDefault(text string) (meaning, standard string) {
	m := defaultOf.FindStringSubmatch(text)
	if m == nil {
		return text, ""
	}
	return strings.TrimSuffix(text, m[0]), m[1] + m[2]
}

// definitionExamples returns the shortest example of each key, by its path, and
// of each special rule, by its name, in the definitions of the repository.
func definitionExamples(t *testing.T) (keys, modules map[string]string) {
	t.Helper()
	keys, modules = map[string]string{}, map[string]string{}
	var files []string
	for _, folder := range []string{"../../analysis/variant/definitions", "../../fixtures/definitions"} {
		found, err := filepath.Glob(folder + "/*.yaml")
		if err != nil || len(found) == 0 {
			t.Fatal(found, err)
		}
		files = append(files, found...)
	}
	shorter := func(all map[string]string, name, text string) {
		if old, ok := all[name]; len(text) > 2 && (!ok || len(text) < len(old) || len(text) == len(old) && text < old) {
			all[name] = text
		}
	}
	var walk func(path string, n *yaml.Node)
	walk = func(path string, n *yaml.Node) {
		switch n.Kind {
		case yaml.DocumentNode, yaml.SequenceNode:
			for _, item := range n.Content {
				walk(path, item)
			}
		case yaml.MappingNode:
			named := path == "pieces" || path == "regions" || path == "options"
			for i := 0; i+1 < len(n.Content); i += 2 {
				key, value := n.Content[i].Value, n.Content[i+1]
				inner := strings.TrimPrefix(path+"."+key, ".")
				if named {
					walk(path+".*", value)
					continue
				}
				at := strings.ReplaceAll(inner, ".*", "")
				if key == "module" && at == "rules.module" {
					shorter(modules, value.Value, flow(t, n))
				}
				if text := key + ": " + flow(t, value); len(text) <= maxExample && !strings.Contains(text, "null") && !strings.HasSuffix(text, "[]") {
					shorter(keys, at, text)
				}
				walk(inner, value)
			}
		}
	}
	for _, file := range files {
		var n yaml.Node
		if err := yaml.Unmarshal(mustRead(t, file), &n); err != nil {
			t.Fatal(file, err)
		}
		walk("", &n)
	}
	return keys, modules
}

// maxExample is the length above which a value is no example in a table.
const maxExample = 120

// flow returns YAML on one line.
func flow(t *testing.T, n *yaml.Node) string {
	t.Helper()
	copied := *n
	copied.Style = yaml.FlowStyle
	copied.HeadComment, copied.LineComment, copied.FootComment = "", "", ""
	if n.Kind == yaml.ScalarNode {
		copied.Style = n.Style &^ (yaml.FoldedStyle | yaml.LiteralStyle)
	}
	text, err := yaml.Marshal(&copied)
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(strings.Join(strings.Fields(string(text)), " "))
}
