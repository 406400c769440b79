package api

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"assay/analysis"
	"assay/api/annotate"
	"assay/api/games"
	"assay/api/present"
	"assay/api/records"
	"assay/api/search"
	"assay/fixtures/archives"
)

// countdownContext is a context that ends after it was checked a number of
// times.
type countdownContext struct {
	context.Context
	left atomic.Int64
	seen atomic.Int64
	end  sync.Once
	done chan struct{}
}

func newCountdown(looks int64) *countdownContext {
	f := &countdownContext{Context: context.Background(), done: make(chan struct{})}
	f.left.Store(looks)
	return f
}

func (f *countdownContext) check() {
	f.seen.Add(1)
	if f.left.Add(-1) < 0 {
		f.end.Do(func() { close(f.done) })
	}
}

func (f *countdownContext) Done() <-chan struct{} { f.check(); return f.done }

func (f *countdownContext) Err() error {
	f.check()
	select {
	case <-f.done:
		return context.Canceled
	default:
		return nil
	}
}

// TestCancel cancels every operation at every check of its context: it must
// return the cause, and check more often the more work there is.
func TestCancel(t *testing.T) {
	a := newArchive(t)
	text := strings.Join(randomRecords(t, 5, 60, 20), "\n")
	full := readFile(t, board3)
	if _, err := a.Submit(t.Context(), "games", strings.NewReader(full+"\n"+text), records.Reading{}, true); err != nil {
		t.Fatal(err)
	}
	start := startText(t, a, "csg-1")
	export := func(o present.ExportOptions) func(context.Context) error {
		return func(ctx context.Context) error {
			replay, err := a.Replay(ctx, 1)
			if err != nil {
				return err
			}
			_, err = replay.Export(new(bytes.Buffer), o)
			return err
		}
	}
	for name, row := range map[string]struct {
		looks int64 // minimum; work on goroutines is checked once for each
		work  func(context.Context) error
	}{
		"verify": {2, func(ctx context.Context) error {
			_, err := a.VerifyReader(ctx, "games", strings.NewReader(text), records.Reading{}, func(*analysis.Report) error { return nil })
			return err
		}},
		"submit": {2, func(ctx context.Context) error {
			_, err := a.Submit(ctx, "games", strings.NewReader(text), records.Reading{}, true)
			return err
		}},
		"list":   {1, func(ctx context.Context) error { _, err := a.List(ctx, games.Filter{}, "", "", 50); return err }},
		"game":   {1, func(ctx context.Context) error { _, err := a.Game(ctx, 1); return err }},
		"record": {1, func(ctx context.Context) error { _, err := a.Record(ctx, 1); return err }},
		"search": {20, func(ctx context.Context) error {
			_, err := a.Search(ctx, search.SearchQuery{Variant: "csg-1", Query: "ply >= 3"})
			return err
		}},
		"exact": {10, func(ctx context.Context) error {
			_, err := a.Search(ctx, search.SearchQuery{Variant: "csg-1", Position: start})
			return err
		}},
		"similar": {20, func(ctx context.Context) error {
			_, err := a.Similar(ctx, search.SimilarQuery{Variant: "csg-1", Position: start})
			return err
		}},
		"explorer": {3, func(ctx context.Context) error {
			_, err := a.Explore(ctx, search.ExploreQuery{Variant: "csg-1"})
			return err
		}},
		"annotate": {3, func(ctx context.Context) error {
			_, err := a.Annotate(ctx, 1, annotate.AnnotationInput{Author: "Ada", Annotation: analysis.Annotation{Ply: 1, Comment: "so"}})
			return err
		}},
		"page": {199, func(ctx context.Context) error {
			replay, err := a.Replay(ctx, 1)
			if err != nil {
				return err
			}
			tree, err := replay.Tree()
			if err != nil {
				return err
			}
			return tree.Walk(&walker{t: t, replay: replay, depth: 1})
		}},
		"as html":     {199, export(present.ExportOptions{Format: present.ExportHTML})},
		"as markdown": {199, export(present.ExportOptions{Format: present.ExportMarkdown})},
		"as gif":      {199, export(present.ExportOptions{Format: present.ExportGIF, Size: 8})},
		"as text":     {199, export(present.ExportOptions{Format: present.ExportText})},
		"as pgn":      {3, export(present.ExportOptions{Format: "pgn"})},
	} {
		for looks := int64(0); ; looks = looks*2 + 1 {
			f := newCountdown(looks)
			err := row.work(f)
			ended := f.left.Load() < 0
			if ended && err != nil && !errors.Is(err, context.Canceled) {
				t.Errorf("%s, stopped at look %d: %v", name, looks, err)
			}
			if looks == 0 && err == nil {
				t.Errorf("%s does not stop", name)
			}
			if !ended {
				want := row.looks
				if name == "search" && archives.Chosen() != archives.Folder { // one database query for many games
					want /= 2
				}
				if f.seen.Load() < want {
					t.Errorf("%s looks %d times whether somebody waits, want %d", name, f.seen.Load(), want)
				}
				break
			}
		}
	}
	checkSound(t, a)
}
