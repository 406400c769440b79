package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"assay/analysis/variant"
	notations "assay/parser"
)

// TestNotationsAreTraits: no product code outside the parser and
// analysis/notation names a notation; it uses the table of traits. Exceptions
// are "json", which is more than a notation, the names of protocols, files of
// puzzles, whose formats are a list of their own, studies, whose files are PGN,
// and opening books.
func TestNotationsAreTraits(t *testing.T) {
	names := notations.Formats()
	names = slices.DeleteFunc(names, func(f notations.Format) bool { return f == notations.Whole() })
	eachProductFile(t, []string{"analysis", "store", "index", "api", "cmd"}, func(path string, file *ast.File, at func(ast.Node) token.Position) {
		if slices.Contains([]string{"notation", "uci", "external", "puzzles", "studies", "book"}, filepath.Base(filepath.Dir(path))) || filepath.Base(path) == "puzzles.go" {
			return
		}
		var imports []string
		for _, spec := range file.Imports {
			to, _ := strconv.Unquote(spec.Path.Value)
			if family, ok := strings.CutPrefix(to, "assay/parser/"); ok && slices.Contains(familiesOf(t), family) {
				t.Errorf("%s: imports %s", at(spec), to)
			}
			imports = append(imports, to)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.SelectorExpr:
				if x, ok := n.X.(*ast.Ident); ok && x.Name == "parser" && slices.Contains(imports, "assay/parser") && isConstantOfFormat(n.Sel.Name) {
					t.Errorf("%s: names %s", at(n), n.Sel.Name)
				}
			case *ast.BasicLit:
				if text, err := strconv.Unquote(n.Value); err == nil && slices.Contains(names, notations.Format(text)) {
					t.Errorf("%s: names %s", at(n), n.Value)
				}
			}
			return true
		})
	})
}

// TestVariantsAreData: no product code names a built-in variant. Exceptions:
// the readers of Fairy-Stockfish's files and of Interactive Diagrams, whose
// keys and pieces, such as amazon, are also variant IDs; code that speaks with
// other programs, opening books, whose formats are each of one variant, and
// files of puzzles, which mean chess by default; the drops
// of bughouse, which are those of crazyhouse; piece sets and notations, named
// after their games; the option "atomic", which means a whole file; and the
// default win-rate curve, that of chess.
func TestVariantsAreData(t *testing.T) {
	ids := slices.DeleteFunc(variant.Embedded().IDs(), func(id string) bool { return id == "atomic" })
	eachProductFile(t, []string{"parser", "analysis", "store", "index", "api", "cmd"}, func(path string, file *ast.File, at func(ast.Node) token.Position) {
		if slices.Contains([]string{"fairy", "idiagram", "uci", "external", "diagram", "evaluation", "puzzles", "book"}, filepath.Base(filepath.Dir(path))) || slices.Contains([]string{"appearance.go", "style.go", "xboard.go", "two_boards.go"}, filepath.Base(path)) {
			return
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if n, ok := n.(*ast.BasicLit); ok && n.Kind == token.STRING {
				if text, err := strconv.Unquote(n.Value); err == nil && slices.Contains(ids, text) {
					t.Errorf("%s: names %s", at(n), n.Value)
				}
			}
			return true
		})
	})
}

// isConstantOfFormat reports whether an exported name of package parser is a
// notation.
func isConstantOfFormat(name string) bool {
	return slices.ContainsFunc(notations.Formats(), func(f notations.Format) bool { return strings.EqualFold(string(f), name) })
}

// familiesOf returns the packages with notations in the table.
func familiesOf(t *testing.T) []string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join("..", "..", "parser", "*", "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	var families []string
	for _, path := range found {
		family := filepath.Base(filepath.Dir(path))
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		for _, spec := range file.Imports {
			if spec.Path.Value == `"assay/parser/format"` && !slices.Contains(families, family) {
				families = append(families, family)
			}
		}
	}
	return families
}

// eachProductFile parses the Go files of layers except tests.
func eachProductFile(t *testing.T, rooms []string, do func(path string, file *ast.File, at func(ast.Node) token.Position)) {
	t.Helper()
	n := 0
	for _, room := range rooms {
		err := filepath.WalkDir(filepath.Join("..", "..", room), func(path string, d fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			if filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
				return nil
			}
			files := token.NewFileSet()
			file, err := parser.ParseFile(files, path, nil, 0)
			if err != nil {
				return err
			}
			n++
			do(path, file, func(n ast.Node) token.Position { return files.Position(n.Pos()) })
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if n < 50*len(rooms)/2 {
		t.Errorf("%d files only", n)
	}
}
