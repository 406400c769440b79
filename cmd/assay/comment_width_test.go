package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"assay/fixtures"
)

// commentWidth is the maximum width of a comment on its own lines, in columns;
// a tab counts four.
const commentWidth = 80

// lineWidth is the maximum width of a line of product code, in columns; a tab
// counts four.
const lineWidth = 120

// asItIs matches comments that are not wrapped: directives, indented ones such
// as code, lists and tables, and URLs.
var asItIs = regexp.MustCompile(`^//([a-z]+:|\t|  )|://|^// .* \| `)

// TestCommentWidth: comments are not wider than the limit, and neither are
// lines of product code, except those with a raw string, such as struct tags,
// SQL and lists of words.
func TestCommentWidth(t *testing.T) {
	root := fixtures.Path(t, ".")
	err := filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		if err == nil && d.IsDir() && d.Name() == "made" {
			return fs.SkipDir // what .ci/client/check generated
		}
		if err != nil || d.IsDir() || filepath.Ext(path) != ".go" {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		files := token.NewFileSet()
		file, err := parser.ParseFile(files, path, text, parser.ParseComments)
		if err != nil || ast.IsGenerated(file) {
			return err
		}
		name, _ := filepath.Rel(root, path)
		lines := strings.Split(string(text), "\n")
		check := func(line, most int) {
			text := strings.ReplaceAll(strings.TrimRight(lines[line-1], "\r"), "\t", "    ")
			if width := utf8.RuneCountInString(text); width > most {
				t.Errorf("%s:%d: %d columns, of at most %d", name, line, width, most)
			}
		}
		for _, group := range file.Comments {
			for _, c := range group.List {
				line := files.Position(c.Pos()).Line
				alone := strings.TrimSpace(lines[line-1]) == c.Text && strings.HasPrefix(c.Text, "//")
				if alone && !asItIs.MatchString(c.Text) {
					check(line, commentWidth)
				}
			}
		}
		if !isProduct(name) {
			return nil
		}
		raw := map[int]bool{} // lines with a raw string
		ast.Inspect(file, func(n ast.Node) bool {
			if n, ok := n.(*ast.BasicLit); ok && strings.HasPrefix(n.Value, "`") {
				for line := files.Position(n.Pos()).Line; line <= files.Position(n.End()).Line; line++ {
					raw[line] = true
				}
			}
			return true
		})
		for i := range lines {
			if !raw[i+1] && !strings.HasPrefix(lines[i], "//go:") {
				check(i+1, lineWidth)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// isProduct reports whether a Go file is neither a test nor a fixture.
func isProduct(name string) bool {
	return !strings.HasSuffix(name, "_test.go") && !strings.HasPrefix(filepath.ToSlash(name), "fixtures/")
}
