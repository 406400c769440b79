// Package tape keeps the plies of a game as what they change on the board and
// in the hands, three bytes for a common one, so that all its positions can be
// run through many times faster than by the rules.
//
// A tape says what the rules have found and is nothing without them: it is
// written from proven plies, and it belongs to one revision of a variant, whose
// kinds of piece and squares it numbers.
package tape

import (
	"errors"

	"assay/analysis/rules"
)

// Tape is a written tape.
type Tape []byte

// version is the first byte of a tape.
const version = 1

// errDamaged is what is wrong with bytes that are no tape.
var errDamaged = errors.New("damaged tape")

// The first byte of a ply.
const (
	changesFollow   = 1 << iota // squares besides those of the moving piece
	handsFollow                 // pieces in hands or pockets
	relationsFollow             // relations are others than before
	inCheck                     // the side to move is in check
	captures
	drops
	promotes
)

// stays, beside a square moved from, says that no piece goes from there to the
// square moved to.
const stays = 0x80

// nowhere stands for a square where there is none. Boards that have a square of
// that number are wide.
const nowhere = 127

// isWide reports whether squares of a variant have an eighth bit, which stands
// in a byte of its own behind the squares of a ply.
func isWide(r *rules.Rules) bool { return r.Files()*r.Ranks() > nowhere }

// The byte behind the squares of a ply on a wide board.
const (
	highFrom = 1 << iota // the eighth bit of the square moved from
	highTo
	noFrom // there is no such square
	noTo
)

// pocketed, beside a kind held, says that it is in the pocket; second says
// whose.
const (
	pocketed = 0x40
	second   = 0x80
)

// MaxRelations is how many relations of a variant are written.
const MaxRelations = 8

// relationsOf has two bits for each relation: for First, or for no side, and
// for Second.
func relationsOf(p *rules.Position) uint16 {
	bits := uint16(0)
	for i, relation := range p.Rules().Relations() {
		if i == MaxRelations {
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
