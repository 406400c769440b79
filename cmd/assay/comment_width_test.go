package main

import (
	"go/ast"
	"go/parser"
	"go/token"
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

// asItIs matches comments that are not wrapped: directives, indented ones such
// as code, lists and tables, and URLs.
var asItIs = regexp.MustCompile(`^//([a-z]+:|\t|  )|://|^// .* \| `)

// TestCommentWidth: comments are not wider than the limit.
func TestCommentWidth(t *testing.T) {
	root := fixtures.Path(t, ".")
	err := filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
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
		lines := strings.Split(string(text), "\n")
		for _, group := range file.Comments {
			for _, c := range group.List {
				at := files.Position(c.Pos())
				line := strings.TrimRight(lines[at.Line-1], "\r")
				if strings.TrimLeft(line, "\t ") != c.Text || !strings.HasPrefix(c.Text, "//") || asItIs.MatchString(c.Text) {
					continue
				}
				if width := utf8.RuneCountInString(strings.ReplaceAll(line, "\t", "    ")); width > commentWidth {
					name, _ := filepath.Rel(root, path)
					t.Errorf("%s:%d: %d columns", name, at.Line, width)
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
