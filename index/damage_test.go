package index

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/blevesearch/bleve/v2/index/scorch"

	"assay/fixtures"
)

// grown is an index of several segments, with games that were changed and
// deleted in each, and its archive.
func grown(t *testing.T) (path string, a *archive) {
	t.Helper()
	r := rand.New(rand.NewPCG(20, 20))
	a = newArchive()
	path = t.TempDir()
	x, err := Open(context.Background(), path, a, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for range 4 {
		a.fill(r, 60, 30)
		catchUp(t, x)
		a.change(r, 20)
		catchUp(t, x)
	}
	checkTruth(t, x, a)
	if err := x.Close(); err != nil {
		t.Fatal(err)
	}
	return path, a
}

// files are those of an index, by name.
func files(t *testing.T, path string) (names []string) {
	t.Helper()
	err := filepath.WalkDir(path, func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			names = append(names, name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

// spoil makes another byte of one at random, in bolt's files, which are mostly
// empty, one that is not 0.
func spoil(t *testing.T, r *rand.Rand, name string) (what string) {
	t.Helper()
	content, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	at := r.IntN(len(content))
	for content[at] == 0 && filepath.Ext(name) == ".bolt" {
		at = r.IntN(len(content))
	}
	f, err := os.OpenFile(name, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	now := content[at] ^ byte(1+r.IntN(255))
	if _, err := f.WriteAt([]byte{now}, int64(at)); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("%s, byte %d: %02x instead of %02x", filepath.Base(name), at, now, content[at])
}

// copied copies an index.
func copied(t *testing.T, path string) string {
	t.Helper()
	to := t.TempDir()
	if err := os.CopyFS(to, os.DirFS(path)); err != nil {
		t.Fatal(err)
	}
	return to
}

// TestSpoiltByte spoils one byte after another of every file of an index.
// Whatever is hit, what the index answers is true, and where it notices that it
// cannot answer it begins anew.
func TestSpoiltByte(t *testing.T) {
	path, a := grown(t)
	r := rand.New(rand.NewPCG(21, 21))
	names := files(t, path)
	noticed := map[string]int{}
	flips := fixtures.Rounds(25, 60, 1000)
	for n := range flips {
		name, err := filepath.Rel(path, names[n%len(names)])
		if err != nil {
			t.Fatal(err)
		}
		to := copied(t, path)
		what := spoil(t, r, filepath.Join(to, name))
		x, err := Open(context.Background(), to, a, Options{Report: func(err error) { t.Errorf("%s: %v", what, err) }})
		if NeedsRebuild(err) {
			noticed[filepath.Ext(name)]++
			x, err = Renew(to, a, Options{})
		}
		if err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		catchUp(t, x)
		checkTruth(t, x, a)
		checkClean(t, x)
		if err := x.Close(); err != nil {
			t.Fatalf("%s: %v", what, err)
		}
	}
	t.Logf("noticed, by kind of file: %v", noticed)
	if noticed[".zap"] < flips/len(names) || noticed[".bolt"] == 0 {
		t.Errorf("noticed, by kind of file: %v", noticed)
	}
}

// TestSpoiltWhileOpen spoils and cuts segments, and deletes the whole index,
// while it is open and searched. A search is answered truly or says that the
// index is damaged, and the next catch-up heals it.
func TestSpoiltWhileOpen(t *testing.T) {
	path, a := grown(t)
	r := rand.New(rand.NewPCG(22, 22))
	harms := []struct {
		name string
		do   func(t *testing.T, x *Index)
	}{
		{"a byte", func(t *testing.T, x *Index) { spoil(t, r, segmentsInUse(t, x)[0]) }},
		{"cut", func(t *testing.T, x *Index) {
			for _, name := range segmentsInUse(t, x) {
				if err := os.Truncate(name, 0); err != nil {
					t.Fatal(err)
				}
			}
		}},
		{"deleted", func(t *testing.T, x *Index) {
			err := os.RemoveAll(x.path)
			for range 100 { // while Bleve still writes a file there
				if err == nil {
					return
				}
				err = os.RemoveAll(x.path)
			}
			t.Fatal(err)
		}},
	}
	for n := range 3 * len(harms) {
		harm := harms[n%len(harms)]
		t.Run(harm.name, func(t *testing.T) {
			to := copied(t, path)
			var reported []string
			x := open(t, to, a, Options{Report: func(err error) { reported = append(reported, err.Error()) }})
			catchUp(t, x)
			if n < len(harms) {
				checkTruth(t, x, a) // else the first search comes when the harm is done
			}
			settle(t, x)
			harm.do(t, x)
			key := startKey
			if harm.name != "a byte" { // which a search in the same second may take for true
				for _, q := range []Query{{Key: &key, Limit: 300}, {Match: header("", "carls*"), Limit: 300}} {
					got, err := x.Games(context.Background(), q)
					if err != nil && !errors.Is(err, ErrDamaged) || err == nil && got.Indexed != 0 && int(got.Total) != len(a.find(q)) {
						t.Errorf("%d games, %v", got.Total, err)
					}
				}
			}
			a.fill(r, 3, 10)
			catchUp(t, x)
			checkTruth(t, x, a)
			checkClean(t, x)
			if text := strings.Join(reported, "\n"); !strings.Contains(text, ErrDamaged.Error()) {
				t.Errorf("reported %q", text)
			}
		})
	}
}

// settle waits until Bleve has written all that it has and merges no more: a
// segment that is damaged when its merge has read it does no harm and is not
// reported.
func settle(t *testing.T, x *Index) {
	t.Helper()
	for range 2000 {
		stats := x.current.low.(*scorch.Scorch).StatsMap()
		root, merged, persisted := stats["CurRootEpoch"], stats["LastMergedEpoch"], stats["LastPersistedEpoch"]
		// One that was opened and has not changed since says 0 for its root.
		if merged == persisted && merged != uint64(0) && (root == merged || root == uint64(0)) {
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
	t.Fatal("Bleve does not come to rest")
}

func segmentsInUse(t *testing.T, x *Index) []string {
	t.Helper()
	inUse, err := x.current.segmentFiles()
	if err != nil || len(inUse) == 0 {
		t.Fatalf("%d segments, %v", len(inUse), err)
	}
	return slices.Sorted(maps.Keys(inUse))
}
