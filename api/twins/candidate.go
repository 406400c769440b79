package twins

import (
	"cmp"
	"context"
	"encoding/binary"
	"math/bits"
	"slices"
	"strings"

	"assay/store"
)

// Two games are compared if they share one of these in a group of at most
// maxGroup games: all moves, the first moves, the last position, a player and
// the day, both players of a short game, or enough sequences of moves.
const (
	window    = 6    // moves of a sequence
	sampling  = 4    // one of so many sequences is used
	maxGroup  = 16   // larger groups say little, such as an opening
	leastPart = 0.35 // of the sequences used of the game that has fewer of them
	beginning = 18   // plies of the first moves
	shortGame = 60   // plies up to which a game may have too few rare sequences
	// Of a name, up to maxNameWords words of leastWord bytes or more are used.
	maxNameWords = 3
	leastWord    = 3
)

// A key of a group and the game with it share one number, which is sorted
// faster than two. Games beyond gameMask are not compared.
const (
	gameBits = 28
	gameMask = 1<<gameBits - 1
)

// census holds what groups are made of.
type census struct {
	ids       []int64
	players   []uint64 // key of both players' names, 0 if unknown
	sequences []uint16 // number of sequences used of each game
	bySeq     []uint64
	byGame    []uint64 // other groups
	moves     []moveSet
	names     map[string][]uint64
	seen      []uint64 // sequences of the current game
	plies     []uint64
}

// moveSet is the moves of a game without their order. Two moves may share a
// bit.
type moveSet struct {
	bits  [4]uint64
	plies int32
}

func newMoveSet(plies []uint64) moveSet {
	s := moveSet{plies: int32(len(plies))}
	for _, m := range plies {
		bit := mix(m) % (64 * uint64(len(s.bits)))
		s.bits[bit/64] |= 1 << (bit % 64)
	}
	return s
}

// differ reports whether the shorter of two games has so many moves that the
// other one lacks that compare would not call them alike.
func differ(short, long *moveSet) bool {
	if short.plies > long.plies {
		short, long = long, short
	}
	missing := 0
	for i, b := range short.bits {
		missing += bits.OnesCount64(b &^ long.bits[i])
	}
	return missing*mostSlips > int(short.plies)
}

// candidates returns pairs of games to compare, as IDs, the lower first, and
// the number of games in groups too large to compare.
func candidates(ctx context.Context, s store.PlayedGames) (pairs [][2]int64, frequent int, err error) {
	c := &census{names: map[string][]uint64{}}
	if err := s.PlayedGames(ctx, func(p *store.Played) error {
		c.add(p)
		return ctx.Err()
	}); err != nil {
		return nil, 0, err
	}
	var found []uint64 // both numbers of a pair
	crowded := map[uint32]bool{}
	c.groups(c.byGame, func(games []uint32) { found = append(found, c.pairsOf(games, crowded)...) })
	var shared []uint64
	c.groups(c.bySeq, func(games []uint32) {
		if len(games) <= maxGroup {
			shared = appendPairs(shared, games)
		}
	})
	slices.Sort(shared)
	for i := 0; i < len(shared); {
		n := i
		for n < len(shared) && shared[n] == shared[i] {
			n++
		}
		a, b := shared[i]>>32, shared[i]&0xFFFFFFFF
		if float64(n-i) >= leastPart*float64(min(c.sequences[a], c.sequences[b])) {
			found = append(found, shared[i])
		}
		i = n
	}
	slices.Sort(found)
	for _, pair := range slices.Compact(found) {
		if differ(&c.moves[pair>>32], &c.moves[pair&0xFFFFFFFF]) {
			continue
		}
		a, b := c.ids[pair>>32], c.ids[pair&0xFFFFFFFF]
		pairs = append(pairs, [2]int64{min(a, b), max(a, b)})
	}
	slices.SortFunc(pairs, func(a, b [2]int64) int { return slices.Compare(a[:], b[:]) })
	return pairs, len(crowded), ctx.Err()
}

// add adds a game to its groups.
func (c *census) add(p *store.Played) {
	n := uint64(len(c.ids))
	if n >= gameMask {
		return
	}
	c.ids = append(c.ids, p.ID)
	base := textKey(0, p.Variant+"\x00"+p.Options)
	players := c.playersKey(p.First, p.Second)
	c.players = append(c.players, players)
	join := func(key uint64) { c.byGame = append(c.byGame, key&^gameMask|n) }
	c.plies = appendPlies(c.plies[:0], p.Moves)
	c.moves = append(c.moves, newMoveSet(c.plies))
	all := textKey(base, p.Start)
	for i, m := range c.plies {
		if all = mix(all + m); i == beginning-1 {
			join(all)
		}
	}
	join(all)
	join(textKey(base+1, position(p.Final)))
	if len(p.Date) == 10 && !strings.Contains(p.Date, "?") {
		day := textKey(base+2, p.Date)
		for _, name := range []string{p.First, p.Second} {
			for _, word := range c.wordKeys(name) {
				join(mix(day + word))
			}
		}
	}
	if players != 0 && len(c.plies) <= shortGame {
		join(mix(base + 3 + players))
	}
	c.seen = c.seen[:0]
	for i := window; i <= len(c.plies); i++ {
		key := base
		for _, m := range c.plies[i-window : i] {
			key = mix(key + m)
		}
		if key%sampling == 0 {
			c.seen = append(c.seen, mix(key)&^gameMask|n)
		}
	}
	slices.Sort(c.seen) // repetitions count once
	c.seen = slices.Compact(c.seen)
	c.sequences = append(c.sequences, uint16(min(len(c.seen), 0xFFFF)))
	c.bySeq = append(c.bySeq, c.seen...)
}

// position returns the fields of a position that do not count moves.
func position(text string) string {
	fields := strings.Fields(text)
	return strings.Join(fields[:min(len(fields), 4)], " ")
}

// playersKey returns a key of both players in any order, 0 if one is unknown.
func (c *census) playersKey(first, second string) uint64 {
	a, b := c.wordKeys(first), c.wordKeys(second)
	if len(a) == 0 || len(b) == 0 {
		return 0
	}
	return mix(a[0] + b[0])
}

// wordKeys returns keys of the words of a name without titles and initials, the
// family name first if a comma follows it, else the longest word.
func (c *census) wordKeys(name string) []uint64 {
	keys, known := c.names[name]
	if known {
		return keys
	}
	p := romanised(name)
	if p.Family != 1 {
		slices.SortStableFunc(p.Words, func(a, b string) int { return len(b) - len(a) })
	}
	for _, word := range p.Words[:min(len(p.Words), maxNameWords)] {
		if len(word) >= leastWord {
			keys = append(keys, textKey(0, word))
		}
	}
	c.names[strings.Clone(name)] = keys
	return keys
}

// groups calls each for the games of every key that several have.
func (c *census) groups(members []uint64, each func(games []uint32)) {
	slices.Sort(members)
	var games []uint32
	for i := 0; i < len(members); {
		games = games[:0]
		n := i
		for ; n < len(members) && members[n]>>gameBits == members[i]>>gameBits; n++ {
			if n == i || members[n] != members[n-1] { // two players may share a word
				games = append(games, uint32(members[n]&gameMask))
			}
		}
		if len(games) > 1 {
			each(games)
		}
		i = n
	}
}

// pairsOf returns the pairs of a group. A large one is divided by the players;
// what is still large is crowded.
func (c *census) pairsOf(games []uint32, crowded map[uint32]bool) (pairs []uint64) {
	if len(games) <= maxGroup {
		return appendPairs(nil, games)
	}
	byPlayers := slices.Clone(games)
	slices.SortStableFunc(byPlayers, func(a, b uint32) int { return cmp.Compare(c.players[a], c.players[b]) })
	for i := 0; i < len(byPlayers); {
		n := i
		for n < len(byPlayers) && c.players[byPlayers[n]] == c.players[byPlayers[i]] {
			n++
		}
		if part := byPlayers[i:n]; len(part) <= maxGroup {
			pairs = appendPairs(pairs, part)
		} else {
			for _, g := range part {
				crowded[g] = true
			}
		}
		i = n
	}
	return pairs
}

func appendPairs(pairs []uint64, games []uint32) []uint64 {
	for i, a := range games {
		for _, b := range games[:i] {
			pairs = append(pairs, uint64(min(a, b))<<32|uint64(max(a, b)))
		}
	}
	return pairs
}

// appendPlies appends the moves of a game, each as a number.
func appendPlies(plies []uint64, moves []byte) []uint64 {
	for len(moves) > 0 {
		m, n := binary.Uvarint(moves)
		if n <= 0 {
			break
		}
		plies = append(plies, m)
		moves = moves[n:]
	}
	return plies
}

// mix scrambles the bits of a number.
func mix(x uint64) uint64 {
	x = (x ^ x>>30) * 0xBF58476D1CE4E5B9
	x = (x ^ x>>27) * 0x94D049BB133111EB
	return x ^ x>>31
}

// textKey continues a key by a text (FNV-1a). It is equal in every process, so
// that a search for twins can be repeated.
func textKey(key uint64, text string) uint64 {
	key ^= 14695981039346656037
	for i := range len(text) {
		key = (key ^ uint64(text[i])) * 1099511628211
	}
	return mix(key)
}
