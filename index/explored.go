package index

import (
	"fmt"
	"maps"
	"strings"
	"sync"
)

// Explorations keep what was found of positions that many games have, of each
// part of an index for as long as there is this part. The zero value is empty.
type Explorations struct {
	mu    sync.Mutex
	found map[Part]map[explorationKey]*tally // which do not change
	size  int                                // of all of them
}

// explorationKey tells explorations apart.
type explorationKey struct {
	position                  [2]uint64 // its fingerprint
	name, verdicts, condition string
}

const (
	// minKept is how many games of a part make an exploration worth keeping.
	minKept = 256
	// maxKept bounds what is kept: moves and openings, some 100 bytes each.
	maxKept = 1 << 18
)

func (e *Exploration) id() explorationKey {
	condition := ""
	if e.Condition != nil {
		condition = fmt.Sprintf("%#v", e.Condition) // which has no pointers
	}
	return explorationKey{e.Position.Fingerprint(), RulesName(e.Position.Rules()), strings.Join(e.Verdicts, " "), condition}
}

// get gives what is kept of some parts.
func (k *Explorations) get(parts []Part, id explorationKey) map[Part]*tally {
	k.mu.Lock()
	defer k.mu.Unlock()
	known := map[Part]*tally{}
	for _, p := range parts {
		if t := k.found[p][id]; t != nil {
			known[p] = t
		}
	}
	return known
}

// put keeps what was found in all parts that there are, and lets go of what
// there is no more.
func (k *Explorations) put(parts []Part, id explorationKey, found map[Part]*tally) {
	maps.DeleteFunc(found, func(_ Part, t *tally) bool { return t.short || t.read < minKept })
	if len(found) == 0 {
		return
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.size > maxKept {
		k.found, k.size = nil, 0
	}
	before := k.found
	k.found, k.size = map[Part]map[explorationKey]*tally{}, 0
	for _, p := range parts {
		of := before[p]
		if t := found[p]; t != nil {
			if of == nil {
				of = map[explorationKey]*tally{}
			}
			of[id] = t
		}
		if of == nil {
			continue
		}
		k.found[p] = of
		for _, t := range of {
			k.size += len(t.moves) + len(t.openings.codes) + len(t.openings.names)
		}
	}
}
