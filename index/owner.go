package index

import (
	"fmt"
	"strconv"
	"sync"

	"github.com/blevesearch/bleve/v2/index/scorch"
)

// owners remembers which game each document of a segment stands for, which Bleve tells one document at a time. Segments
// do not change; new ones come with every batch and merge.
type owners struct {
	mu       sync.Mutex
	segments map[uint64][]int64 // by the segment's number
}

// of gives, segment by segment of the snapshot, the game of each document. It forgets segments that are not of this
// snapshot.
func (o *owners) of(snapshot *scorch.IndexSnapshot) ([][]int64, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	segments := snapshot.Segments()
	all := make([][]int64, len(segments))
	changed := len(o.segments) != len(segments)
	for i, s := range segments {
		games, known := o.segments[s.Id()]
		if !known {
			var err error
			if games, err = gamesOf(s); err != nil {
				return nil, err
			}
			changed = true
		}
		all[i] = games
	}
	if changed {
		o.segments = make(map[uint64][]int64, len(segments))
		for i, s := range segments {
			o.segments[s.Id()] = all[i]
		}
	}
	return all, nil
}

func gamesOf(s *scorch.SegmentSnapshot) ([]int64, error) {
	games := make([]int64, s.Segment().Count())
	for i := range games {
		id, err := s.DocID(uint64(i))
		if err != nil {
			return nil, err
		}
		if games[i], err = strconv.ParseInt(string(id), 10, 64); err != nil {
			return nil, fmt.Errorf("document %d of segment %d: %w", i, s.Id(), err)
		}
	}
	return games, nil
}
