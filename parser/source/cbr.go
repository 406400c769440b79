package source

import (
	"encoding/binary"
	"unicode/utf16"
)

// A CBR file of the program CCBridge is a game: texts of fixed sizes in UTF-16,
// a board, and a stream of moves. A CBL file is a library: a head, an index,
// and games in slots. Squares are numbered from Black's corner at Red's left.

// Sizes and offsets of CCBridge.
const (
	cbrBoard   = 2120
	cbrMoves   = 2214
	cbrSlot    = 4096
	cblSlots   = 60 // the number of slots, of which the index has one entry each
	cblIndex   = 66624
	cblEntry   = 276
	maxSlots   = 1 << 20
	cbrVersion = 19
)

// cbrTexts are the texts of a game.
var cbrTexts = []struct {
	key      string
	at, size int
}{
	{"Title", 180, 128}, {"Source", 564, 64}, {"Category", 628, 64}, {"Event", 692, 64}, {"Round", 756, 64},
	{"Group", 820, 32}, {"Board", 852, 32}, {"Date", 884, 64}, {"Site", 948, 64}, {"TimeRule", 1012, 64},
	{"Red", 1076, 64}, {"RedTeam", 1140, 64}, {"RedTime", 1204, 64}, {"Black", 1300, 64}, {"BlackTeam", 1364, 64},
	{"BlackTime", 1428, 64}, {"Referee", 1524, 64}, {"Recorder", 1588, 64}, {"Annotator", 1652, 64},
	{"Termination", 2080, 32},
}

// cbrPieces are the letters of Red's pieces by their numbers.
const cbrPieces = " RNBAKCP"

// cblFirst returns the place of a library's first slot.
func cblFirst(head []byte) int {
	if len(head) < cblIndex {
		return len(head)
	}
	return cblIndex + cblEntry*int(min(binary.LittleEndian.Uint32(head[cblSlots:]), maxSlots))
}

// readCBR reads a game.
func readCBR(raw []byte) *binaryTree {
	t := &binaryTree{result: "*"}
	if len(raw) < cbrMoves {
		return t.stop(len(raw), "the header of the CCBridge game ends")
	}
	if raw[cbrVersion] > 2 {
		return t.stop(cbrVersion, "a newer version of CCBridge games, which is not read,")
	}
	for _, f := range cbrTexts {
		t.tag(f.key, wideField(raw[f.at:f.at+f.size]))
	}
	if int(raw[2076]) < len(xqfResults) {
		t.result = xqfResults[raw[2076]]
	}
	t.second = raw[2112] == 2
	for i, code := range raw[cbrBoard : cbrBoard+90] {
		if piece := code & 0x0F; piece > 0 && int(piece) < len(cbrPieces) {
			t.board[cbrSquare(i)] = cbrPieces[piece] | code>>4&2<<4
		}
	}
	var waiting []int
	for at := cbrMoves; ; {
		if at+4 > len(raw) {
			return t.stop(at, "the moves of the CCBridge game end")
		}
		start, flags, from, to := at, raw[at], raw[at+2], raw[at+3]
		at += 4
		n := binaryNode{}
		if flags&4 != 0 {
			if at+4 > len(raw) {
				return t.stop(at, "a comment of the CCBridge game ends")
			}
			size := int(int32(binary.LittleEndian.Uint32(raw[at:])))
			if at += 4; size < 0 || size > len(raw)-at {
				return t.stop(at, "a comment of the CCBridge game is damaged")
			}
			n.comment = wideField(raw[at : at+size])
			at += size
		}
		sibling := flags&2 != 0
		if len(t.nodes) == 0 {
			t.comment, sibling = n.comment, false
		} else if from >= 90 || to >= 90 {
			return t.stop(start, "a move of the CCBridge game has no square")
		} else {
			n.from, n.to = cbrSquare(int(from)), cbrSquare(int(to))
		}
		done := false
		if waiting, done = t.add(n, flags&1 == 0, sibling, waiting); done {
			return t
		}
	}
}

// cbrSquare returns the square of a number of CCBridge.
func cbrSquare(i int) int { return (9-i/9)*9 + i%9 }

// wideField returns the text of a field in UTF-16, up to its NUL.
func wideField(raw []byte) string {
	units := make([]uint16, 0, len(raw)/2)
	for i := 0; i+1 < len(raw); i += 2 {
		u := binary.LittleEndian.Uint16(raw[i:])
		if u == 0 {
			break
		}
		units = append(units, u)
	}
	return string(utf16.Decode(units))
}
