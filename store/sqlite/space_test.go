package sqlite

import (
	"context"
	"errors"
	"testing"

	"assay/fixtures/storetest"
	"assay/store"
)

func TestFreeSpace(t *testing.T) {
	ctx := context.Background()
	s := archive(t)
	result(s.Add(ctx, storetest.Samples(0, 1)))(t)
	for _, tt := range []struct {
		name        string
		free, total int64
		fits        bool
	}{
		{"large disk", 200 << 20, 1 << 40, true},
		{"large disk, near full", 60 << 20, 1 << 40, false},
		{"small disk", 3 << 20, 7 << 20, true},
		{"small disk, near full", 1 << 20, 7 << 20, false},
		{"room for the reserve and no more", 64<<20 + 100, 1 << 40, false},
	} {
		s.space = func(string) (free, total int64, err error) { return tt.free, tt.total, nil }
		before := result(s.Sequence(ctx))(t)
		_, err := s.Add(ctx, storetest.Samples(int(before), 20))
		if fits := err == nil; fits != tt.fits || err != nil && !errors.Is(err, store.ErrFull) {
			t.Errorf("%s: error %v", tt.name, err)
		}
		if n := result(s.Sequence(ctx))(t); (n > before) != tt.fits {
			t.Errorf("%s: change %d, was %d", tt.name, n, before)
		}
	}
	if free, total, err := freeSpace(s.path); err == nil && (free <= 0 || total < free) {
		t.Errorf("%d of %d bytes are free", free, total)
	}
}
