// Package tape encodes the plies of a game as changes of board and hands, three
// bytes for a common one. Stepping through such a delta-encoded move log, a
// *tape*, is many times faster than replaying by the rules.
//
// A tape is written from verified plies. It belongs to one revision of a
// variant, which numbers its piece types and squares.
package tape

import (
	"errors"

	"assay/analysis/rules"
)

// Tape is an encoded game.
type Tape []byte

// version is the first byte of a tape.
const version = 1

// errDamaged: the bytes are not a tape.
var errDamaged = errors.New("damaged tape")

// Flags in the first byte of a ply.
const (
	changesFollow   = 1 << iota // further squares change
	handsFollow                 // hands or pockets change
	relationsFollow             // relations change
	inCheck                     // the side to move is in check
	captures
	drops
	promotes
)

// noArrival is added to the origin square if no piece moves from there to the
// target square.
const noArrival = 0x80

// noSquareByte encodes a missing square. Boards that have a square of that
// number are wide.
const noSquareByte = 127

// isWide reports whether squares need an eighth bit, stored in an extra byte
// after the squares of a ply.
func isWide(r *rules.Rules) bool { return r.Files()*r.Ranks() > noSquareByte }

// Flags in the extra byte of a ply on a wide board.
const (
	highFrom = 1 << iota // eighth bit of the origin square
	highTo
	noFrom // there is no origin square
	noTo
)

// Flags added to a piece type in hand: it is in the pocket, and it belongs to
// Second.
const (
	pocketed = 0x40
	second   = 0x80
)

// maxRelations is the largest number of relations that are stored.
const maxRelations = 8

// relationsOf returns two bits per relation: for First or no side, and for
// Second.
func relationsOf(p *rules.Position) uint16 {
	bits := uint16(0)
	for i, relation := range p.Rules().Relations() {
		if i == maxRelations {
			break
		}
		if relation.Holds(p, rules.First) {
			bits |= 1 << (2 * i)
		}
		if relation.Sided && relation.Holds(p, rules.Second) {
			bits |= 2 << (2 * i)
		}
	}
	return bits
}
