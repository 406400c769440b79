package variant

import (
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// TestAddDir adds the valid definitions of a folder with other files.
func TestAddDir(t *testing.T) {
	file := func(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }
	toy := func(id, name string) *fstest.MapFile {
		return file(strings.NewReplacer("id: toy", "id: "+id, "name: Toy", "name: "+name).Replace(soundDefinition))
	}
	folder := fstest.MapFS{
		"a-child.yaml":     file("id: child\nextends: toy\nname: Child\n"),
		"b-orphan.yaml":    file("id: orphan\nextends: broken\nname: Orphan\n"),
		"broken.yaml":      file(strings.Replace(soundDefinition, "id: toy", "id: broken\nbord: 1", 1)),
		"circle-1.yaml":    file("id: circle-1\nextends: circle-2\nname: One\n"),
		"circle-2.yaml":    file("id: circle-2\nextends: circle-1\nname: Two\n"),
		"fault.yaml":       file(strings.Replace(soundDefinition, "id: toy", "id: twice\nbord: 1", 1)),
		"namesake.yaml":    toy("namesake", "Chess"),
		"sound.yaml":       toy("twice", "Twice"),
		"tabs.yaml":        file("id: tabs\n\tname: Tabs\n"),
		"toy.yaml":         toy("toy", "Toy"),
		"toy-again.yml":    toy("toy", "Toy again"),
		"painted.yaml":     file("id: painted\nextends: toy\nname: Painted\ndress: {pictures: {Q: '<svg viewBox=\"0 0 2 2\"><circle cx=\"1\" cy=\"1\" r=\"1\"/></svg>'}}\n"),
		"unpainted.yaml":   file("id: unpainted\nextends: painted\nname: Unpainted\npieces: {Q: null}\npromotion: null\n"),
		"of-chess.yaml":    file("id: of-chess\nextends: chess\nname: Of Chess\n"),
		"of-of-chess.yaml": file("id: of-of-chess\nextends: of-chess\nname: Of Of Chess\nrulings: OOC\nsays: {OOC-1: Nothing else.}\n"),
	}
	r := Embedded()
	before := r.IDs()
	err := r.AddDir(folder, ".")
	added := slices.DeleteFunc(r.IDs(), func(id string) bool { return slices.Contains(before, id) })
	if want := []string{"child", "of-chess", "of-of-chess", "painted", "toy", "twice", "unpainted"}; !slices.Equal(added, want) {
		t.Errorf("added %v, want %v", added, want)
	}
	for _, want := range []string{
		`b-orphan.yaml:1: extends "broken"`, `broken.yaml:2: unknown key "bord"`, "fault.yaml:2: unknown key", `namesake.yaml: the name "Chess" is taken by chess`,
		"tabs.yaml:2: tab found", `the ID "toy" is taken by `, `circle-1.yaml:1: extends "circle-2"`, `circle-2.yaml:1: extends "circle-1"`,
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q is not among %v", want, err)
		}
	}
	d, err := r.Definition("of-chess", "")
	if err != nil || len(d.Aliases) != 0 || len(d.NodeCounts) != 0 || d.Pieces.Len() != 6 {
		t.Errorf("%v: has %v and %v of what it extends", err, d.Aliases, d.NodeCounts)
	}
}

// TestEmbeddedDefinitionsAreSound parses every built-in definition completely
// and compares its header.
func TestEmbeddedDefinitionsAreSound(t *testing.T) {
	r := Embedded()
	if len(r.IDs()) < 3 {
		t.Fatalf("only %v are defined", r.IDs())
	}
	for _, h := range r.Headers() {
		d, err := r.Definition(h.ID, "")
		if err != nil {
			t.Fatal(err)
		}
		if whole := d.Header(); !reflect.DeepEqual(h, whole) {
			t.Errorf("%s: the header is read %+v, the definition %+v", h.ID, h, whole)
		}
	}
}

// TestFindFolds finds variants without regard to case, width and blanks.
func TestFindFolds(t *testing.T) {
	for name, want := range map[string]string{
		"5五将棋": "minishogi", "５五将棋": "minishogi", "五五 将棋": "minishogi", "ＭＩＮＩ shogi": "minishogi", "５六将棋": "",
	} {
		if got, _ := Embedded().Find(name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
}
