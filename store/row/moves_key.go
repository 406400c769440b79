package row

import (
	"crypto/sha256"
	"database/sql"
	"encoding/binary"
	"slices"
	"strings"

	"assay/analysis"
	"assay/store"
)

// minTwinPlies is the number of plies from which two games with the same moves
// are reported. Shorter games, such as aborted ones, have the same moves by
// chance.
const minTwinPlies = 4

// TwinKeys are the keys by which twins of a game are looked up. They are NULL
// for invalid games and for games shorter than minTwinPlies.
type TwinKeys struct {
	// Moves is shared by games of the same variant, options, start and moves.
	Moves sql.Null[int64]
	// Line puts games next to each other that begin with the same moves. It has
	// a hash of the first moves up to each length of lineBytes, and then zeros.
	// It is NULL for games shorter than the first length.
	Line sql.Null[int64]
	// Final is shared by games of the same variant and options that end in the
	// same position.
	Final sql.Null[int64]
}

// lineBytes are the lengths of first moves whose hashes a line key has. Most
// moves take two bytes.
var lineBytes = []int{40, 48, 56, 68, 84, 104, 128, 160, 208}

// hashBits is the size of each hash in a line key. The first one has what is
// left of 63 bits.
const hashBits = 6

// KeysOf returns the keys of a game.
func KeysOf(g *store.Game) (k TwinKeys) {
	if g.Plies < minTwinPlies || !slices.Contains(analysis.Proved, g.Verdict) {
		return k
	}
	h := sha256.New()
	h.Write([]byte(g.Variant + "\x00" + g.Options + "\x00" + g.Start + "\x00"))
	prefix := binary.BigEndian.Uint64(h.Sum(nil))
	h.Write(g.Moves)
	k.Moves = key(int64(binary.BigEndian.Uint64(h.Sum(nil))))
	if len(g.Moves) >= lineBytes[0] {
		k.Line = key(lineOf(prefix, g.Moves))
	}
	if fields := strings.Fields(g.Final); len(fields) > 0 {
		position := strings.Join(fields[:min(len(fields), 4)], " ") // without counters
		final := sha256.Sum256([]byte(g.Variant + "\x00" + g.Options + "\x00" + position))
		k.Final = key(int64(binary.BigEndian.Uint64(final[:])))
	}
	return k
}

func key(n int64) sql.Null[int64] { return sql.Null[int64]{V: n, Valid: true} }

// lineOf returns a line key (FNV-1a).
func lineOf(hash uint64, moves []byte) (line int64) {
	bits := 63 - hashBits*(len(lineBytes)-1)
	from := 0
	for _, length := range lineBytes {
		line <<= bits
		if length <= len(moves) {
			for _, b := range moves[from:length] {
				hash = (hash ^ uint64(b)) * 1099511628211
			}
			line |= int64(1 + (hash^hash>>32)%(1<<bits-1))
			from = length
		}
		bits = hashBits
	}
	return line
}

// LastLonger returns the last line key of games that begin with the moves of a
// game, as far as the keys show. The first one is the key of the game itself.
func LastLonger(line int64) int64 {
	rest := int64(0)
	for line != 0 && line&(rest<<hashBits|(1<<hashBits-1)) == 0 {
		rest = rest<<hashBits | (1<<hashBits - 1)
	}
	return line | rest
}

// ShorterLines are masks that make the line key of a game those of games with
// its first moves only.
var ShorterLines = func() (masks []int64) {
	for i := 1; i < len(lineBytes); i++ {
		masks = append(masks, -1<<(hashBits*i))
	}
	return masks
}()

// StoredMovesKey is the moves key of the columns of a game, nil for NULL.
func StoredMovesKey(verdict string, plies int64, variant, options, start string, moves []byte) any {
	return stored(KeysOf(storedGame(verdict, plies, variant, options, start, moves)).Moves)
}

// StoredLineKey is the line key of the columns of a game, nil for NULL.
func StoredLineKey(verdict string, plies int64, variant, options, start string, moves []byte) any {
	return stored(KeysOf(storedGame(verdict, plies, variant, options, start, moves)).Line)
}

// StoredFinalKey is the final key of the columns of a game, nil for NULL.
func StoredFinalKey(verdict string, plies int64, variant, options, final string) any {
	g := storedGame(verdict, plies, variant, options, "", nil)
	g.Final = final
	return stored(KeysOf(g).Final)
}

func storedGame(verdict string, plies int64, variant, options, start string, moves []byte) *store.Game {
	return &store.Game{Summary: store.Summary{Verdict: verdict, Plies: int(plies), Variant: variant, Options: options},
		Start: start, Moves: moves}
}

func stored(key sql.Null[int64]) any {
	if key.Valid {
		return key.V
	}
	return nil
}
