package api

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"assay/analysis"
	"assay/api/define"
	"assay/api/records"
	"assay/fixtures/archives"
	"assay/store"
)

// TestPublish publishes a draft while the archive is open, archives a game of
// it, and opens the archive again.
func TestPublish(t *testing.T) {
	ctx, folder := t.Context(), t.TempDir()
	a := openArchive(t, folder)
	pond, record := readFile(t, "../fixtures/definitions/frog-pond.yaml"), readFile(t, "../fixtures/definitions/frog-pond.txt")
	submitted := func(a *Archive) string {
		t.Helper()
		s, err := a.Submit(ctx, "pond.txt", strings.NewReader(record), records.Reading{}, true)
		if err != nil {
			t.Fatal(err)
		}
		return s.Games[0].Verdict
	}
	save := func(id string, version int64, text string) *define.DraftView {
		t.Helper()
		d, err := a.SaveDraft(ctx, id, version, define.DraftInput{Author: " Ada ", Text: text})
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	if _, err := a.Rules("frog-pond", ""); err == nil {
		t.Fatal("it is there already")
	}
	d := save("", 0, strings.Replace(pond, "moves: K,", "moves: Kx,", 1))
	if _, err := a.PublishDraft(ctx, d.ID, 0); err == nil || !strings.Contains(err.Error(), "definition:21: ") {
		t.Errorf("a faulty one: %v", err)
	}
	d = save(d.ID, d.Version, pond)
	if d.Version != 2 || d.Author != "Ada" || len(d.Versions) != 2 || d.Published != nil {
		t.Errorf("saved %+v", d)
	}
	var late *store.DraftChangedError
	if _, err := a.SaveDraft(ctx, d.ID, 1, define.DraftInput{Text: "x"}); !errors.As(err, &late) {
		t.Errorf("late: %v", err)
	}
	for _, row := range []struct{ name, text string }{
		{"a built-in id", strings.Replace(pond, "id: frog-pond", "id: chess", 1)},
		{"a built-in name", strings.Replace(pond, "name: Frog Pond", "name: Chess", 1)},
	} {
		other := save("", 0, row.text)
		if _, err := a.PublishDraft(ctx, other.ID, 1); err == nil || !strings.Contains(err.Error(), "taken by") {
			t.Errorf("%s: %v", row.name, err)
		}
	}
	if made, err := a.PublishDraft(ctx, d.ID, 2); err != nil || made.ID != "frog-pond" {
		t.Fatalf("published %+v, %v", made, err)
	}
	if got := submitted(a); got != analysis.Legal {
		t.Errorf("a game of it is %s", got)
	}
	if d, err := a.Draft(ctx, d.ID, 1); err != nil || d.Version != 1 || d.Published == nil || *d.Published != "frog-pond" {
		t.Errorf("the draft: %+v, %v", d, err)
	}

	// The theme may change, the rules may not.
	d = save(d.ID, 2, strings.Replace(pond, "#2e7d32", "#1e7d32", 1))
	if _, err := a.PublishDraft(ctx, d.ID, 0); err != nil {
		t.Errorf("another colour: %v", err)
	}
	if r, err := a.Rules("Frog Pond", ""); err != nil || r.Definition().Appearance.Colours[0] != "#1e7d32" {
		t.Errorf("its colour is not changed: %v", err)
	}
	d = save(d.ID, 3, strings.Replace(pond, "moves: FpD", "moves: F", 1))
	var other *define.PublishedError
	if _, err := a.PublishDraft(ctx, d.ID, 0); err == nil || errors.As(err, &other) {
		t.Errorf("faulty node counts: %v", err)
	}
	d = save(d.ID, 4, strings.Replace(strings.Replace(pond, "moves: FpD", "moves: F", 1), "- nodes: [11, 119, 1354, 15552]", "- nodes: [9]", 1))
	if _, err := a.PublishDraft(ctx, d.ID, 0); !errors.As(err, &other) || !strings.Contains(err.Error(), "frog-pond-2") {
		t.Errorf("other rules: %v", err)
	}
	checkSound(t, a)
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}

	again, err := openAs(t, archives.Chosen(), Config{Data: folder})
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	if err := again.LoadPublished(ctx); err != nil {
		t.Fatal(err)
	}
	if r, err := again.Rules("frog-pond", ""); err != nil || r.Definition().Appearance.Colours[0] != "#1e7d32" {
		t.Errorf("opened again: %v", err)
	}
	if got := submitted(again); got != analysis.Legal {
		t.Errorf("its game is %s", got)
	}
}

// TestPublishedElsewhere loads a variant published by another server, and its
// new theme.
func TestPublishedElsewhere(t *testing.T) {
	ctx, folder := t.Context(), t.TempDir()
	a, b := openArchive(t, folder), openArchive(t, folder)
	pond := readFile(t, "../fixtures/definitions/frog-pond.yaml")
	d, err := a.SaveDraft(ctx, "", 0, define.DraftInput{Text: pond})
	if err == nil {
		_, err = a.PublishDraft(ctx, d.ID, 1)
	}
	if err != nil {
		t.Fatal(err)
	}
	record := readFile(t, "../fixtures/definitions/frog-pond.txt")
	got, err := b.Submit(ctx, "a.txt", strings.NewReader(record), records.Reading{}, false)
	if err != nil || len(got.Games) != 1 || got.Games[0].Verdict != analysis.Legal {
		t.Fatalf("a record of it: %+v, %v", got, err)
	}
	drawn := strings.Replace(pond, "#2e7d32", "#1e7d32", 1)
	if _, err = a.SaveDraft(ctx, d.ID, 1, define.DraftInput{Text: drawn}); err == nil {
		_, err = a.PublishDraft(ctx, d.ID, 2)
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, server := range []*Archive{a, b} {
		if err := server.LoadPublished(ctx); err != nil {
			t.Fatal(err)
		}
		if r, err := server.Rules("frog-pond", ""); err != nil || r.Definition().Appearance.Colours[0] != "#1e7d32" {
			t.Errorf("drawn anew: %v", err)
		}
	}
}

// TestPublishedExtending reopens an archive with two variants: one extends the
// other, which got a new theme later.
func TestPublishedExtending(t *testing.T) {
	ctx, folder := t.Context(), t.TempDir()
	a := openArchive(t, folder)
	pond := readFile(t, "../fixtures/definitions/frog-pond.yaml")
	for _, text := range []string{
		pond, "id: pond-two\nname: Pond Two\nextends: frog-pond\n", strings.Replace(pond, "#2e7d32", "#1e7d32", 1),
	} {
		d, err := a.SaveDraft(ctx, "", 0, define.DraftInput{Text: text})
		if err == nil {
			_, err = a.PublishDraft(ctx, d.ID, 0)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	again, err := openAs(t, archives.Chosen(), Config{Data: folder, Report: func(err error) { t.Error(err) }})
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	if err := again.LoadPublished(ctx); err != nil {
		t.Fatal(err)
	}
	if r, err := again.Rules("pond-two", ""); err != nil || r.Definition().Appearance.Colours[0] != "#1e7d32" {
		t.Errorf("what extends it: %v", err)
	}
}

// TestPublishedIDTaken skips a published variant if its ID is taken, and
// reports it.
func TestPublishedIDTaken(t *testing.T) {
	ctx, folder := t.Context(), t.TempDir()
	a := openArchive(t, folder)
	pond := readFile(t, "../fixtures/definitions/frog-pond.yaml")
	d, err := a.SaveDraft(ctx, "", 0, define.DraftInput{Text: pond})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := a.PublishDraft(ctx, d.ID, 1); err != nil {
		t.Fatal(err)
	}
	var told []string
	b, err := openAs(t, archives.Chosen(), Config{Data: folder, VariantsDir: "../fixtures/definitions", Report: func(err error) { told = append(told, err.Error()) }})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	if err := b.LoadPublished(ctx); err != nil || len(told) != 1 || !strings.Contains(told[0], "taken by frog-pond.yaml") {
		t.Errorf("%v, told %q", err, told)
	}
}

// TestConcurrentDrafts saves versions after the last one concurrently.
func TestConcurrentDrafts(t *testing.T) {
	a, ctx := newArchive(t), t.Context()
	d, err := a.SaveDraft(ctx, "", 0, define.DraftInput{Text: "x"})
	if err != nil {
		t.Fatal(err)
	}
	var saving sync.WaitGroup
	for n := range 32 {
		saving.Go(func() {
			if _, err := a.SaveDraft(ctx, d.ID, store.AnyRevision, define.DraftInput{Text: fmt.Sprint(n)}); err != nil {
				t.Error(err)
			}
		})
	}
	saving.Wait()
	if d, err := a.Draft(ctx, d.ID, 0); err != nil || d.Version != 33 {
		t.Errorf("%+v, %v", d, err)
	}
}
