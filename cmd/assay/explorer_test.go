package main

import (
	"bytes"
	"encoding/binary"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestBook: explorer writes the moves of the selected games as a book.
func TestBook(t *testing.T) {
	d, folder := newDesk(t), t.TempDir()
	file, path := filepath.Join(folder, "games.pgn"), filepath.Join(folder, "book.bin")
	writeFile(t, file, "[White \"Ann\"]\n\n1. e4 e5 1-0\n\n[White \"Bea\"]\n\n1. d4 d5 1/2-1/2\n\n[White \"Bea\"]\n\n1. d4 d6 0-1\n\n")
	d.done("import", file)
	for _, row := range []struct {
		flags   string
		weights []uint16 // sorted
		said    string
	}{
		{"", []uint16{1, 1, 2, 2}, "3 positions"}, // e4 2, d4 1; after d4: d6 2, d5 1; Black scored nothing after e4
		{"--book-plies 1", []uint16{1, 2}, "1 position"},
		{"--book-games 2", []uint16{1}, "1 position"},
		{"--player bea --colour white --book-plies 1", []uint16{1}, "1 position"},
	} {
		args := append([]string{"explorer", "--variant", "chess", "--book", path}, strings.Fields(row.flags)...)
		got := d.run("", args...)
		text, err := os.ReadFile(path)
		if err != nil || got.code != exitDone || !strings.Contains(got.errors, row.said) {
			t.Fatalf("%s: %+v, %v", row.flags, got, err)
		}
		var weights []uint16
		for entry := range slices.Chunk(text, 16) {
			weights = append(weights, binary.BigEndian.Uint16(entry[10:]))
		}
		slices.Sort(weights)
		if !slices.Equal(weights, row.weights) {
			t.Errorf("%s: weights %v, want %v", row.flags, weights, row.weights)
		}
	}
	if got := d.run("", "explorer", "--variant", "xiangqi", "--book", path); got.code != exitUsage ||
		!strings.Contains(got.errors, "Polyglot") {
		t.Errorf("a book of xiangqi: %+v", got)
	}
	if got := d.run("", "explorer", "--variant", "chess", "--book", path, "--book-plies", "0"); got.code != exitUsage {
		t.Errorf("a book of no plies: %+v", got)
	}
	if got := d.run("", "explorer", "--variant", "chess", "--book", path, "--book-games", "4"); got.code != exitFaults ||
		!strings.Contains(got.errors, "no book is written") {
		t.Errorf("a book without moves: %+v", got)
	}
	if after, err := os.ReadFile(path); err != nil || len(after) != 16 {
		t.Errorf("a refused book replaced another: %d bytes, %v", len(after), err)
	}
	got := d.run("", "explorer", "--variant", "chess", "--book", path, "--timeout", "1ns")
	if !strings.Contains(got.errors, "timed out: not all games were counted") {
		t.Errorf("a book in no time: %+v", got)
	}
}

// TestFaultyLabels: the commands that use labels report those that cannot be
// used. A server does so when it starts.
func TestFaultyLabels(t *testing.T) {
	d := newDesk(t)
	folder := t.TempDir()
	writeFile(t, filepath.Join(folder, "own.yaml"), "variant: chess\nlabels:\n  - {name: Nowhere line, moves: e5}\n"+
		"  - {name: No piece, query: white elephant on g1}\n")
	file := filepath.Join(t.TempDir(), "games.pgn")
	writeFile(t, file, "1. e4 e5 1-0\n\n")
	d.done("import", file)
	faults := []string{"labels_dir: own.yaml: line 3: Nowhere line: ", "labels_dir: own.yaml: line 4: No piece: column 7: "}
	for _, row := range []struct {
		args string
		code int
		said []string
	}{
		{"explorer --variant chess", exitDone, faults},
		{"search --variant chess --query label:sicilian", exitDone, faults},
		{"search --variant chess --query label:nowhere", exitUsage, append(faults, "the label cannot be used; own.yaml: line 3: ")},
		{"search --variant chess --query check", exitDone, nil},
		{"list", exitDone, nil},
	} {
		got := d.run("", append(strings.Fields(row.args), "--labels-dir", folder)...)
		for _, want := range row.said {
			if strings.Count(got.errors, want) != 1 {
				t.Errorf("%s: %s, want %s once", row.args, got.errors, want)
			}
		}
		if got.code != row.code || row.said == nil && strings.Contains(got.errors, "labels_dir") {
			t.Errorf("%s: %+v", row.args, got)
		}
	}
	var log bytes.Buffer
	_, process := startedWith(t, &log, d.data, "--labels-dir", folder)
	_ = ended(process, os.Interrupt)
	for _, want := range faults {
		if !strings.Contains(log.String(), want) {
			t.Errorf("serve: %s, want %s", log.String(), want)
		}
	}
}
