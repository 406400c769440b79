package api

import (
	"context"
	"database/sql"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"assay/analysis"
	"assay/api/records"
	"assay/api/search"
)

// frogPond returns an archive in a folder with Frog Pond, after replacements in
// its definition.
func frogPond(t *testing.T, data string, change ...string) *Archive {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(definitionFolder, "frog-pond.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	changed := strings.NewReplacer(change...).Replace(string(text))
	if len(change) > 0 && changed == string(text) {
		t.Fatalf("%q changes nothing", change)
	}
	folder := t.TempDir()
	writeFile(t, filepath.Join(folder, "frog-pond.yaml"), []byte(changed))
	a, err := open(t.Context(), Config{Data: data, VariantsDir: folder})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { a.Close() })
	return a
}

// shortGames are two games of Frog Pond, and one of another variant.
const shortGames = `Variant=frog-pond
1. Tadpole a2 - a3
1. Tadpole a4 x a3 Brown Tadpole
2. Frog a1 - b2

Variant=frog-pond
1. Newt b1 - b2
1. Newt b5 - b4

Variant=csg-1
1. Pawn a3 - a4
`

func reverify(t *testing.T, a *Archive, o records.ReverifyOptions) ([]*records.Rejudged, records.ReverifyTally) {
	t.Helper()
	var found []*records.Rejudged
	o.Each = func(r *records.Rejudged) error {
		found = append(found, r)
		return nil
	}
	tally, err := a.Reverify(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	return found, tally
}

// TestReverify changes a definition so that one of three games is illegal, and
// changes it back.
func TestReverify(t *testing.T) {
	data := t.TempDir()
	a := frogPond(t, data)
	if _, err := a.Submit(t.Context(), "pond.txt", strings.NewReader(shortGames), records.Reading{}, false); err != nil {
		t.Fatal(err)
	}
	was, err := a.Game(t.Context(), 1)
	if err != nil || !strings.HasPrefix(was.VariantVersion, "1+") {
		t.Fatalf("%+v, %v", was, err)
	}
	if found, tally := reverify(t, a, records.ReverifyOptions{}); len(found) != 0 || tally != (records.ReverifyTally{}) {
		t.Errorf("unchanged: %v, %+v", found, tally)
	}
	if found, tally := reverify(t, a, records.ReverifyOptions{All: true, Update: true}); len(found) != 0 || tally != (records.ReverifyTally{Games: 3}) {
		t.Errorf("unchanged, all: %v, %+v", found, tally)
	}
	a.Close()

	// Tadpoles that capture diagonally.
	b := frogPond(t, data, `version: "1"`, `version: "2"`, "T: {name: Tadpole, moves: fW,", "T: {name: Tadpole, moves: fmWfcF,")
	if damage, err := b.Check(t.Context()); err != nil || len(damage) != 2 || damage[0].Kind != "stale" || !strings.Contains(damage[0].Detail, "definition has changed") {
		t.Errorf("only the index is behind the definition: %v, %v", damage, err)
	}
	if r, err := b.Replay(t.Context(), 1); err != nil || r.Plies() != 1 {
		t.Errorf("replayed as far as it holds: %v", err)
	}
	for _, update := range []bool{false, true} {
		before, err := b.store.Sequence(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		found, tally := reverify(t, b, records.ReverifyOptions{Update: update})
		want := records.ReverifyTally{Games: 2, Changed: 1}
		if update {
			want.Updated = 2 // the other one has a new revision only
		}
		if tally != want || len(found) != 1 {
			t.Fatalf("%+v, want %+v", tally, want)
		}
		r := found[0]
		if r.Game != 1 || r.Updated != update || r.Before.Verdict != "legal" || r.Before.Plies != 3 || r.Now.Verdict != "illegal" ||
			r.Now.Plies != 1 || r.Now.Error == nil || r.Now.Error.Rule != "FP-4" || r.Now.Error.Line != 3 ||
			!strings.HasPrefix(r.Now.Revision, "2+") || r.Before.Revision != was.VariantVersion {
			t.Errorf("%+v", r)
		}
		after, err := b.store.Sequence(t.Context())
		if err != nil || after != before+int64(tally.Updated) {
			t.Errorf("sequence %d after %d, %v", after, before, err)
		}
	}
	if now, err := b.store.Game(t.Context(), 1); err != nil || now.Verdict != analysis.Illegal {
		t.Errorf("now %+v, %v", now, err)
	}
	db, err := sql.Open("sqlite3", filepath.Join(data, storeName))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var replaced string
	if err := db.QueryRow(`SELECT group_concat(verdict) FROM verifications WHERE game = 1`).Scan(&replaced); err != nil || replaced != analysis.Legal {
		t.Errorf("before: %q, %v", replaced, err)
	}
	if found, tally := reverify(t, b, records.ReverifyOptions{}); len(found) != 0 || tally.Games != 0 {
		t.Errorf("after the update: %v, %+v", found, tally)
	}
	if damage, err := b.Check(t.Context()); err != nil || len(damage) > 0 {
		t.Errorf("after the update: %v, %v", damage, err)
	}
	hits, err := b.Search(t.Context(), search.SearchQuery{Variant: "frog-pond", Position: startText(t, b, "frog-pond")})
	if err != nil || hits.Total != 1 || hits.Hits[0].Game != 2 {
		t.Errorf("the index follows: %+v, %v", hits, err)
	}
	b.Close()

	c := frogPond(t, data)
	if found, tally := reverify(t, c, records.ReverifyOptions{Update: true}); len(found) != 1 || found[0].Now.Verdict != "legal" ||
		found[0].Before.Error == nil || tally.Updated != 2 {
		t.Errorf("changed back: %+v, %+v", found, tally)
	}
	if now, err := c.Game(t.Context(), 1); err != nil || now.VariantVersion != was.VariantVersion || now.Plies != 3 {
		t.Errorf("%+v, %v", now, err)
	}
	c.Close()

	// Without the definition, the games are left as they are.
	d, err := open(t.Context(), Config{Data: data})
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	if found, tally := reverify(t, d, records.ReverifyOptions{Update: true}); len(found) != 0 || tally != (records.ReverifyTally{Undefined: 2}) {
		t.Errorf("undefined: %v, %+v", found, tally)
	}
}

// TestReverifyUnsupported adds a definition after the records.
func TestReverifyUnsupported(t *testing.T) {
	data := t.TempDir()
	a := openFolder(t, data)
	record := "Variant=frog-pond\n1. Newt b1 - b2\n\nVariantName=Frog Pond\n1. Newt d1 - d2\n"
	if _, err := a.Submit(t.Context(), "pond.txt", strings.NewReader(record), records.Reading{}, false); err != nil {
		t.Fatal(err)
	}
	a.Close()
	b := frogPond(t, data)
	found, tally := reverify(t, b, records.ReverifyOptions{Update: true})
	if tally != (records.ReverifyTally{Games: 2, Changed: 2, Updated: 1}) || !found[0].Updated || found[0].Now.Verdict != "legal" {
		t.Fatalf("%+v", tally)
	}
	if r := found[1]; r.Updated || r.Before.Variant != "Frog Pond" || r.Now.Variant != "frog-pond" {
		t.Errorf("the one by name is to be imported again: %+v", r)
	}
	if p, err := b.Replay(t.Context(), 1); err != nil || p.Plies() != 1 {
		t.Errorf("%v", err)
	}
}
