package fairy

import (
	"fmt"
	"slices"
	"strings"
)

// slot is an index of Fairy-Stockfish's piece types.
type slot int

// predefined is a piece type of Fairy-Stockfish.
type predefined struct {
	key   string // in an .ini file
	moves string // Fairy-Stockfish's Betza notation
	name  string // in records
	glyph string
	value int // centipawns; 0 if unknown
}

const (
	pawn         slot = 0
	bishop       slot = 2
	rook         slot = 3
	fers         slot = 5
	shogiPawn    slot = 18
	janggiCannon slot = 27
	soldier      slot = 28
	wazir        slot = 33
)

// customSlots bounds the custom pieces of a variant.
const customSlots = 25

var pieceTypes = func() []predefined {
	out := []predefined{
		{"pawn", "fmWfcF", "Pawn", "pawn", 100},
		{"knight", "N", "Knight", "knight", 300},
		{"bishop", "B", "Bishop", "bishop", 325},
		{"rook", "R", "Rook", "rook", 500},
		{"queen", "Q", "Queen", "queen", 900},
		{"fers", "F", "Fers", "met", 150},
		{"alfil", "A", "Alfil", "elephant", 120},
		{"fersAlfil", "FA", "FersAlfil", "elephant", 270},
		{"silver", "FfW", "Silver", "silver", 250},
		{"aiwok", "RNF", "Aiwok", "", 950},
		{"bers", "RF", "Bers", "dragon-king", 650},
		{"archbishop", "BN", "Archbishop", "archbishop", 800},
		{"chancellor", "RN", "Chancellor", "chancellor", 850},
		{"amazon", "QN", "Amazon", "", 1250},
		{"knibis", "mNcB", "Knibis", "", 300},
		{"biskni", "mBcN", "Biskni", "", 300},
		{"kniroo", "mNcR", "Kniroo", "", 400},
		{"rookni", "mRcN", "Rookni", "", 400},
		{"shogiPawn", "fW", "ShogiPawn", "pawn", 100},
		{"lance", "fR", "Lance", "lance", 200},
		{"shogiKnight", "fN", "ShogiKnight", "keima", 200},
		{"gold", "WfF", "Gold", "gold", 300},
		{"dragonHorse", "BW", "DragonHorse", "dragon-horse", 550},
		{"clobber", "cW", "Clobber", "", 100},
		{"breakthrough", "fmWfF", "Breakthrough", "pawn", 100},
		{"immobile", "", "Immobile", "", 50},
		{"cannon", "mRcpR", "Cannon", "cannon", 450},
		{"janggiCannon", "pR", "JanggiCannon", "cannon", 400},
		{"soldier", "fsW", "Soldier", "soldier", 130},
		{"horse", "nN", "Horse", "horse", 280},
		{"elephant", "nA", "Elephant", "elephant", 120},
		{"janggiElephant", "nZ", "JanggiElephant", "elephant", 200},
		{"banner", "RcpRnN", "Banner", "", 900},
		{"wazir", "W", "Wazir", "", 150},
		{"commoner", "K", "Commoner", "guard", 350},
		{"centaur", "KN", "Centaur", "", 700},
	}
	for i := range customSlots {
		out = append(out, predefined{key: fmt.Sprintf("customPiece%d", i+1)})
	}
	return append(out, predefined{key: "king", moves: "K", name: "King", glyph: "king"})
}()

var king = slot(len(pieceTypes) - 1)

// custom reports whether the variant itself defines the moves.
func (s slot) custom() bool { return s >= king-customSlots && s < king }

// slotOf returns the slot of a key.
func slotOf(key string) (slot, bool) {
	i := slices.IndexFunc(pieceTypes, func(p predefined) bool { return p.key == key })
	return slot(max(i, 0)), i >= 0
}

// capital returns the key as part of another key: mobilityRegionWhiteFers.
func (s slot) capital() string {
	key := pieceTypes[s].key
	return strings.ToUpper(key[:1]) + key[1:]
}

// slots is a set of piece types.
type slots uint64

// anyPiece means all pieces of a side, written *.
const anyPiece slots = 1 << 63

func (s slots) has(one slot) bool { return s&(1<<one) != 0 }

// list returns the piece types in order, without anyPiece.
func (s slots) list() []slot {
	var out []slot
	for i := range pieceTypes {
		if s.has(slot(i)) {
			out = append(out, slot(i))
		}
	}
	return out
}
