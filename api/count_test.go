package api

import (
	"assay/api/search"
	"context"
	"errors"
	"testing"
)

// TestCount counts in steps what perft counts, and ends with its context.
func TestCount(t *testing.T) {
	a := newArchive(t)
	for id, want := range map[string][]uint64{"chess": {20, 400, 8902, 197281}, "minishogi": {14, 181, 2512}} {
		p, err := a.Position(id, "", "")
		if err != nil {
			t.Fatal(err)
		}
		text := p.Text()
		c := search.NewCount(p)
		defer c.Close()
		last := &search.CountLine{}
		for len(want) > 0 {
			line, err := c.Next(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if line.Depth == last.Depth && line.Nodes < last.Nodes {
				t.Errorf("%s: %+v behind %+v", id, line, last)
			}
			if last = line; !line.Done {
				continue
			}
			if line.Nodes != want[0] || line.Cut {
				t.Errorf("%s: %+v, want %d", id, line, want[0])
			}
			want = want[1:]
		}
		ctx, cancel := context.WithCancelCause(t.Context())
		gone := errors.New("gone")
		cancel(gone)
		if line, err := c.Next(ctx); !errors.Is(err, gone) {
			t.Errorf("%s: %+v %v", id, line, err)
		}
		if p.Text() != text {
			t.Errorf("%s: the position is another", id)
		}
	}
	p, err := a.Position("chess", "", "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3")
	if err != nil {
		t.Fatal(err)
	}
	mated := search.NewCount(p)
	defer mated.Close()
	for depth := 1; depth < 5; depth++ {
		if line, err := mated.Next(t.Context()); err != nil || *line != (search.CountLine{Depth: depth, Done: true}) {
			t.Errorf("mated: %+v %v", line, err)
		}
	}
}
