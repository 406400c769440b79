package api

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"assay/analysis/variant"
	"assay/api/records"
)

// importedAtOnce is the number of inputs that share an archive, because
// creating one takes longer than importing.
const importedAtOnce = 32

// FuzzImported imports arbitrary bytes. Archive and index stay undamaged, the
// bytes are archived, and each comment can be found.
func FuzzImported(f *testing.F) {
	for _, text := range []string{
		"[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n1. e4 *\n", "[Variant \"csg-1\"]\n[Setup \"x\"]\n\n*\n", scholars, illegalRecord, unsupportedRecord,
		"Variant=csg-1\nSetup=8/8 w\n1. Pawn f3 - f4\n", "後手の持駒：なし\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n1 ７六歩(77)\n",
		"V2.2\nPI\n-\n+7776FU\n%TORYO\n", "position sfen 9/9/9/9/9/9/9/9/9 b - 1 moves 7g7f\n", "{\"assay\":1,\"notation\":\"pgn\",\"variant\":\"chess\",\"plies\":[{\"text\":\"e4\"}]}\n",
		"[Event \"x\"]\n\n1. e4 (1. d4 (1. c4)) e5 {x} 2. Ke2 -- *\n\n[Event \"y\"]\n[Variant \"crazyhouse\"]\n\n1. e4 d5 2. exd5 Qxd5 3. P@e5 *\n",
		"{\"header\":{},\"initial\":{\"preset\":\"OTHER\"},\"moves\":[{},{\"move\":{\"to\":{\"x\":7,\"y\":6},\"piece\":\"FU\"}}]}\n",
	} {
		f.Add(text)
	}
	for _, text := range annotatedRecords {
		f.Add(text)
	}
	for _, id := range variant.Embedded().IDs() {
		f.Add("Variant=" + id + "\nSetup=8/8/8/8/8/8/8/8 w\n1. a1 - a2\n")
	}
	folder := f.TempDir()
	var a *Archive
	f.Cleanup(func() {
		if a != nil {
			a.Close()
		}
	})
	n := 0
	f.Fuzz(func(t *testing.T, text string) {
		if n%importedAtOnce == 0 {
			if a != nil {
				if err := errors.Join(a.Close(), os.RemoveAll(a.config.Data)); err != nil {
					t.Fatal(err)
				}
			}
			var err error
			if a, err = open(t.Context(), Config{Data: filepath.Join(folder, strconv.Itoa(n)), Workers: 1}); err != nil {
				t.Fatal(err)
			}
		}
		n++
		submitted, err := a.Submit(t.Context(), "x", strings.NewReader(text), records.Reading{}, true)
		if errors.As(err, new(*records.RejectedError)) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		var whole strings.Builder
		for _, game := range submitted.Games {
			record, err := a.Record(t.Context(), int64(game.ID))
			if err != nil {
				t.Fatal(err)
			}
			whole.Write(record)
		}
		if whole.String() != text {
			t.Errorf("%q is archived as %q", text, whole.String())
		}
		damage, err := a.Check(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if len(damage) > 0 {
			t.Errorf("%q: %v", text, damage)
		}
		checkCommentsFound(t, a)
	})
}
