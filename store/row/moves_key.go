package row

import (
	"crypto/sha256"
	"database/sql"
	"encoding/binary"
	"slices"

	"assay/analysis"
	"assay/store"
)

// minTwinPlies is the number of plies from which two games with the same moves
// are reported. Shorter games, such as aborted ones, have the same moves by
// chance.
const minTwinPlies = 4

// MovesKey returns a key that valid games share if they have the same variant,
// options, start and moves. It is NULL for invalid games and for games shorter
// than minTwinPlies.
func MovesKey(g *store.Game) sql.Null[int64] {
	if g.Plies < minTwinPlies || !slices.Contains(analysis.Proved, g.Verdict) {
		return sql.Null[int64]{}
	}
	h := sha256.New()
	h.Write([]byte(g.Variant + "\x00" + g.Options + "\x00" + g.Start + "\x00"))
	h.Write(g.Moves)
	return sql.Null[int64]{V: int64(binary.BigEndian.Uint64(h.Sum(nil))), Valid: true}
}

// StoredMovesKey is MovesKey of the columns of a game, nil for NULL.
func StoredMovesKey(verdict string, plies int64, variant, options, start string, moves []byte) any {
	g := store.Game{Summary: store.Summary{Verdict: verdict, Plies: int(plies), Variant: variant, Options: options},
		Start: start, Moves: moves}
	if key := MovesKey(&g); key.Valid {
		return key.V
	}
	return nil
}
