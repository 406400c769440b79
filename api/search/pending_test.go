package search

import (
	"testing"

	"assay/index"
	"assay/store"
)

// TestPendingDocumentsAreTaken takes what is cached. Each entry is returned
// once, and none unless all are cached.
func TestPendingDocumentsAreTaken(t *testing.T) {
	var p pendingDocuments
	record := &store.Game{Record: []byte("1. e4 *")}
	p.add([]*store.Game{record, record, record},
		[]store.Added{{ID: 1, Sequence: 1}, {ID: 2, Sequence: 2, Existing: true}, {ID: 3, Sequence: 3}},
		[]*index.Document{{Keys: []uint64{7}}, {}, nil})
	hash := p.games[1].hash
	for _, changed := range [][]store.Change{
		{{Sequence: 1, Game: 1, Hash: hash}, {Sequence: 2, Game: 2, Hash: hash}}, // archived before
		{{Sequence: 3, Game: 3, Hash: hash}},                                     // not recorded
		{{Sequence: 4, Game: 1, Hash: hash}},                                     // changed
		{{Sequence: 1, Game: 1}},                                                 // another record
	} {
		if got, ok := p.take(changed); ok || p.empty() {
			t.Errorf("%+v: %+v", changed, got)
		}
	}
	got, ok := p.take([]store.Change{{Sequence: 1, Game: 1, Hash: hash}})
	if !ok || len(got) != 1 || got[0].Game != 1 || got[0].Document.Keys[0] != 7 || !p.empty() || p.size != 0 {
		t.Errorf("%+v, %v", got, ok)
	}
}
