package rules

// history holds the positions of a game in order, indexed by key. Only the
// newest can be removed, which keeps the hash table simple.
type history struct {
	keys             [][2]uint64
	boards           [][2]Bitboard // pieces by side, if a rule needs them
	previous         []int32       // by position: the previous occurrence, -1 if none
	occurrencesSoFar []int32       // by position: occurrences so far
	slots            []int32       // open addressing by key: index of the newest occurrence plus 1
}

func newHistory() *history { return &history{slots: make([]int32, 64)} }

// copyTo copies h into c, reusing its memory.
func (h *history) copyTo(c *history) *history {
	c.keys = append(c.keys[:0], h.keys...)
	c.boards = append(c.boards[:0], h.boards...)
	c.previous = append(c.previous[:0], h.previous...)
	c.occurrencesSoFar = append(c.occurrencesSoFar[:0], h.occurrencesSoFar...)
	if len(c.slots) <= len(h.slots) {
		c.slots = append(c.slots[:0], h.slots...)
		return c
	}
	clear(c.slots)
	c.rebuild()
	return c
}

// slot returns the slot of a key.
func (h *history) slot(key, secret uint64) int {
	mask := len(h.slots) - 1
	for i := int(secret) & mask; ; i = (i + 1) & mask {
		at := h.slots[i]
		if at == 0 || h.keys[at-1] == [2]uint64{key, secret} {
			return i
		}
	}
}

// occurrences returns how often the position with these keys has occurred.
func (h *history) occurrences(key, secret uint64) int {
	at := h.slots[h.slot(key, secret)]
	if at == 0 {
		return 0
	}
	return int(h.occurrencesSoFar[at-1])
}

func (h *history) push(key, secret uint64) {
	if 2*len(h.keys) >= len(h.slots) {
		h.slots = make([]int32, 2*len(h.slots))
		h.rebuild()
	}
	i := h.slot(key, secret)
	at := h.slots[i]
	n := int32(1)
	if at != 0 {
		n = h.occurrencesSoFar[at-1] + 1
	}
	h.keys = append(h.keys, [2]uint64{key, secret})
	h.previous = append(h.previous, at-1)
	h.occurrencesSoFar = append(h.occurrencesSoFar, n)
	h.slots[i] = int32(len(h.keys))
}

// recordPosition appends the position to its history.
func (p *Position) recordPosition() {
	p.history.push(p.key, p.repetitionKey)
	if p.rules.trackBoards {
		p.history.boards = append(p.history.boards, p.own)
	}
}

func (h *history) pop() {
	n := len(h.keys) - 1
	h.slots[h.slot(h.keys[n][0], h.keys[n][1])] = h.previous[n] + 1
	h.keys, h.previous, h.occurrencesSoFar = h.keys[:n], h.previous[:n], h.occurrencesSoFar[:n]
	h.boards = h.boards[:min(n, len(h.boards))]
}

// rebuild inserts all positions into an empty table.
func (h *history) rebuild() {
	for n, k := range h.keys {
		h.slots[h.slot(k[0], k[1])] = int32(n + 1)
	}
}

// occurrencesNow returns the occurrences of the newest position.
func (h *history) occurrencesNow() int { return int(h.occurrencesSoFar[len(h.occurrencesSoFar)-1]) }

// firstOf returns the index of the first occurrence of the newest position.
func (h *history) firstOf() int {
	n := len(h.keys) - 1
	for h.previous[n] >= 0 {
		n = int(h.previous[n])
	}
	return n
}
