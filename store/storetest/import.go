package storetest

import (
	"context"
	"errors"
	"testing"
	"time"

	"assay/store"
)

func testImport(t *testing.T, open Opener) {
	ctx := context.Background()
	s := open(t)
	if _, err := s.Import(ctx, "games.pgn"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("error %v, want %v", err, store.ErrNotFound)
	}
	at := time.Date(2026, 11, 21, 1, 2, 3, 456789, time.UTC)
	half := store.Import{Path: "games.pgn", Size: 1000, Modified: at, Hash: [32]byte{1}, Offset: 500, Line: 20, Games: 2}
	whole := half
	whole.Offset, whole.Line, whole.Games, whole.Done, whole.Hash = 1000, 40, 4, true, [32]byte{2}
	for i, want := range []store.Import{half, whole} {
		result(s.Add(ctx, Samples(2*i, 2), want, store.Import{Path: "other", Modified: at}))(t)
		got := result(s.Import(ctx, "games.pgn"))(t)
		if got.Updated.IsZero() {
			t.Error("no time of the last batch")
		}
		got.Updated = time.Time{}
		if got != want {
			t.Errorf("got %+v, want %+v", got, want)
		}
	}
	for _, tt := range []struct {
		size     int64
		modified time.Time
		want     bool
	}{
		{1000, at, true},
		{1000, at.In(time.FixedZone("east", 3600)), true},
		{1001, at, false},
		{1000, at.Add(1), false},
	} {
		if got := whole.Same(tt.size, tt.modified); got != tt.want {
			t.Errorf("Same(%d, %v) = %v", tt.size, tt.modified, got)
		}
	}
	if got := result(s.Add(ctx, nil, store.Import{Path: "empty", Modified: at, Done: true}))(t); len(got) != 0 {
		t.Errorf("added %+v", got)
	}
	if i := result(s.Import(ctx, "empty"))(t); !i.Done {
		t.Error("a file without games is not done")
	}
}
