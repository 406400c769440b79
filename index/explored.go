package index

import (
	"fmt"
	"slices"
	"strings"
	"sync"
)

// Explorations keep what was found of positions that many games have, until
// the index changes. The zero value is empty.
type Explorations struct {
	mu     sync.Mutex
	cursor int64 // of the index when they were found
	found  map[explorationKey]Explored
}

// explorationKey tells explorations apart.
type explorationKey struct {
	position, name, verdicts, condition string
}

const (
	// minKept is how many games make an exploration worth keeping.
	minKept = 256
	// maxKept is how many are kept.
	maxKept = 4096
)

func (e *Exploration) id() explorationKey {
	condition := ""
	if e.Condition != nil {
		condition = fmt.Sprintf("%#v", e.Condition) // which has no pointers
	}
	return explorationKey{e.Position.Text(), RulesName(e.Position.Rules()), strings.Join(e.Verdicts, " "), condition}
}

// get gives what was found when the index was as it is at a cursor.
func (k *Explorations) get(cursor int64, id explorationKey) (Explored, bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.cursor != cursor {
		return Explored{}, false
	}
	found, ok := k.found[id]
	found.Moves = slices.Clone(found.Moves)
	return found, ok
}

// put keeps what was found. The cursor must have been read before the search
// began.
func (k *Explorations) put(cursor int64, id explorationKey, e Explored) {
	if e.Cut || e.Work.Read < minKept {
		return
	}
	e.Moves = slices.Clone(e.Moves)
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.cursor > cursor {
		return
	}
	if k.cursor < cursor || len(k.found) >= maxKept || k.found == nil {
		k.cursor, k.found = cursor, map[explorationKey]Explored{}
	}
	k.found[id] = e
}
