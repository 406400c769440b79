package main

import (
	"io/fs"
	"os"
	"path"
	"regexp"
	"strings"
	"testing"
)

// TestDocsFolders: the architecture's table has a row for every package and
// every folder of fixtures, and a folder for every row.
func TestDocsFolders(t *testing.T) {
	text, err := os.ReadFile("../../docs/architecture.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string]bool{}
	for _, row := range regexp.MustCompile("(?m)^\\| `([^`]+)/` \\|").FindAllStringSubmatch(string(text), -1) {
		for _, folder := range alternatives(row[1]) {
			rows[folder] = true
		}
	}
	found := map[string]bool{}
	tree := os.DirFS("../..")
	err = fs.WalkDir(tree, ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && name != "." && (strings.HasPrefix(d.Name(), ".") || d.Name() == "testdata"):
			return fs.SkipDir
		case d.IsDir() && path.Dir(name) == "fixtures", path.Ext(name) == ".go" && path.Dir(name) != ".":
			if path.Ext(name) == ".go" {
				name = path.Dir(name)
			}
			found[name] = true
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for folder := range found {
		if !rows[folder] {
			t.Errorf("docs/architecture.md has no row for %s", folder)
		}
	}
	for folder := range rows {
		if !found[folder] {
			t.Errorf("docs/architecture.md has a row for %s, which is not there", folder)
		}
	}
}

// alternatives expands a name such as a/{b,c}.
func alternatives(name string) []string {
	before, rest, ok := strings.Cut(name, "{")
	if !ok {
		return []string{name}
	}
	inside, after, _ := strings.Cut(rest, "}")
	var all []string
	for part := range strings.SplitSeq(inside, ",") {
		all = append(all, before+part+after)
	}
	return all
}
