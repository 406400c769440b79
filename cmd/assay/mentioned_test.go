package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// mention is a command line in a text.
type mention struct {
	where, text string
	whole       bool // marked as code: everything up to its end is the command
}

// TestMentionedCommands: every command named in a string, a page, the docs or a
// script exists, with its flags and arguments.
func TestMentionedCommands(t *testing.T) {
	mentions := mentionsIn(t, "../..")
	if len(mentions) < 150 {
		t.Errorf("only %d commands were found", len(mentions))
	}
	engines := enginesOfDocs(t)
	for _, m := range mentions {
		if err := m.check(engines); err != nil {
			t.Errorf("%s: %q: %v", m.where, m.text, err)
		}
	}
}

// TestMentions checks that errors in commands are found.
func TestMentions(t *testing.T) {
	engines := []string{"assay", "formula"}
	for _, row := range []struct{ text, want string }{
		{"`assay check --reverify --update`", ""},
		{"run assay check, then go on", ""},
		{"`assay reverify` does it", "reverify"},
		{"by assay reverify on the machine", "reverify"},
		{"`assay check --revrify`", "revrify"},
		{"`assay check --reverify now`", "ARGUMENT"},
		{"$ assay perft 2 --variant csg-3 | tail", ""},
		{"$ cat x | assay import -q - && assay chekc", "chekc"},
		{"`assay perft DEPTH --variant GAME`", ""},
		{"`assay match assay:nodes=N formula --variant GAME`", ""},
		{"`assay match assay:nodes=N material:depth=1 --variant GAME`", "material"},
		{"`assay match assay formula --games 40`", "--variant"},
		{"`assay match assay`", "ENGINE"},
		{"<code>assay imprt FILE</code>", "imprt"},
		{"```console\n$ assay check\nassay plays itself\n```\n", ""},
		{"```console\n$ assay chekc\n```\n", "chekc"},
	} {
		said := ""
		for _, m := range commandsIn("x.md", row.text) {
			if err := m.check(engines); err != nil {
				said += err.Error()
			}
		}
		if row.want == "" && said != "" || !strings.Contains(said, row.want) {
			t.Errorf("%s: %q, want %q", row.text, said, row.want)
		}
	}
}

// mentionsIn returns the commands mentioned in the files of a tree.
func mentionsIn(t *testing.T, root string) (all []mention) {
	t.Helper()
	readable := []string{".md", ".html", ".js", ".json", ".yaml", ".service", ".timer", ".conf", ".sh", ""}
	// Also what CI leaves: programs, packages, generated clients, pictures.
	unread := []string{".git", "testdata", "fixtures", "bin", "node_modules", "made", "screenshots"}
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		name := entry.Name()
		switch {
		case err != nil:
			return err
		case entry.IsDir() && slices.Contains(unread, name):
			return fs.SkipDir
		case entry.IsDir() || strings.HasSuffix(name, "_test.go") || name == "CHANGELOG.md" || name == "go.sum":
			return nil
		}
		where, _ := filepath.Rel(root, path)
		switch ending := filepath.Ext(name); {
		case ending == ".go":
			texts, err := literals(path)
			for _, text := range texts {
				all = append(all, commandsIn(where, text)...)
			}
			return err
		case slices.Contains(readable, ending):
			text, err := os.ReadFile(path)
			all = append(all, commandsIn(where, string(text))...)
			return err
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// literals returns the strings of a Go file.
func literals(path string) (all []string, err error) {
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
	if err != nil {
		return nil, err
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ImportSpec, *ast.Field: // including struct tags
			_, field := n.(*ast.Field)
			return field && n.(*ast.Field).Tag == nil
		case *ast.BasicLit:
			if text, err := strconv.Unquote(n.Value); err == nil && n.Kind == token.STRING {
				all = append(all, text)
			}
		}
		return true
	})
	return all, nil
}

// named matches a command after the program's name, which is capitalised in
// prose.
var named = regexp.MustCompile("(`|\\$ |<code>|\\bExecStart=\\S*/|[|&;] ?)?\\bassay +([a-z][a-z-]*)\\b")

// ends maps the start of marked code to its end.
var ends = map[string]string{"`": "`", "<code>": "<"}

// commandsIn returns the commands mentioned in a text.
func commandsIn(where, text string) (all []mention) {
	shown := false // in a block of commands with their output
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "```") {
			shown = strings.HasPrefix(line, "```console")
		}
		if shown && !strings.HasPrefix(line, "$ ") {
			continue
		}
		for {
			at := named.FindStringSubmatchIndex(line)
			if at == nil {
				break
			}
			before := ""
			if at[2] >= 0 {
				before = line[at[2]:at[3]]
			}
			rest := line[at[4]:]
			line = line[at[5]:]
			if end := ends[before]; end != "" {
				code, after, closed := strings.Cut(rest, end)
				if closed {
					all = append(all, mention{where, untilPipe(code), true})
					line = after
					continue
				}
			} else if before != "" {
				code := untilPipe(rest)
				all = append(all, mention{where, code, true})
				line = rest[min(len(code), len(rest)):]
				continue
			}
			word, _, _ := strings.Cut(rest, " ")
			if strings.Contains(word, "/") { // a path
				continue
			}
			all = append(all, mention{where, strings.TrimRight(word, "`.,;:)<\"'\n"), false})
		}
	}
	return all
}

// untilPipe returns a command up to a pipe, a list operator or a redirection.
func untilPipe(code string) string {
	quote := rune(0)
	for i, r := range code {
		switch {
		case quote != 0:
			if r == quote {
				quote = 0
			}
		case r == '"' || r == '\'':
			quote = r
		case strings.ContainsRune("|;&>\n", r) || r == '<' || r == '#':
			if r == '>' { // or 2>
				return strings.TrimSpace(strings.TrimSuffix(code[:i], "2"))
			}
			return strings.TrimSpace(code[:i])
		}
	}
	return strings.TrimSpace(code)
}

// placeholder matches a placeholder of a value: NAME, FILE..., [PATH...], N, …
var placeholder = regexp.MustCompile(`^\[?[A-Z]+[0-9]*(\.\.\.|…)?\]?$`)

// check parses the command like the program.
func (m *mention) check(engines []string) error {
	p := &program{}
	root := p.command()
	root.InitDefaultCompletionCmd()
	root.SetOut(io.Discard)
	args := shellWords(m.text)
	command, rest, err := root.Find(args)
	if err != nil {
		return err
	}
	if command == root {
		return fmt.Errorf("there is no command %q", args[0])
	}
	if !m.whole {
		return nil
	}
	if command.Name() == "help" || command.HasParent() && command.Parent().Name() == "completion" {
		return nil
	}
	if slices.ContainsFunc(rest, func(arg string) bool { return strings.Contains(arg, "…") || arg == "..." }) || len(rest) == 0 {
		return nil // a partial command, or its name alone
	}
	for i, arg := range rest {
		if placeholder.MatchString(arg) {
			rest[i] = standFor(command, rest[max(0, i-1)], arg)
		}
	}
	if err := command.ParseFlags(rest); err != nil {
		return err
	}
	if err := command.ValidateArgs(command.Flags().Args()); err != nil {
		return err
	}
	if command.Name() == "match" {
		return matched(command, engines)
	}
	return nil
}

// standFor returns a valid value for a placeholder of a flag.
func standFor(command *cobra.Command, flag, word string) string {
	f := command.Flags().Lookup(strings.TrimPrefix(flag, "--"))
	if word == "DEPTH" {
		return "1"
	}
	if !strings.HasPrefix(flag, "--") || f == nil || f.Value.Type() == "string" {
		return word
	}
	if f.Value.Type() == "duration" {
		return "1s"
	}
	return "1"
}

// matched rejects matches that would not start.
func matched(command *cobra.Command, engines []string) error {
	for _, arg := range command.Flags().Args() {
		name, _, _ := strings.Cut(arg, ":")
		if !slices.Contains(engines, name) && !placeholder.MatchString(name) {
			return fmt.Errorf("there is no engine %q: the docs configure %q", name, engines)
		}
	}
	if !placeholder.MatchString(command.Flags().Arg(0)) && !command.Flags().Changed("variant") {
		return fmt.Errorf("a match wants --variant")
	}
	return nil
}

// shellWords splits a command at blanks outside quotes.
func shellWords(text string) []string {
	var words []string
	for _, m := range regexp.MustCompile(`("[^"]*"|'[^']*'|[^\s"'])+`).FindAllString(text, -1) {
		words = append(words, strings.NewReplacer(`"`, "", "'", "").Replace(m))
	}
	return words
}

// enginesOfDocs returns the program's engines and those configured in the docs.
func enginesOfDocs(t *testing.T) []string {
	t.Helper()
	all := map[string]bool{"assay": true, "formula": true}
	pages, err := filepath.Glob("../../docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range pages {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`(?m)^ +- name: (\w+)\n +path:`).FindAllStringSubmatch(string(text), -1) {
			all[m[1]] = true
		}
	}
	return slices.Sorted(maps.Keys(all))
}
