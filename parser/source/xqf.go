package source

import "encoding/binary"

// An XQF file, of the program XQStudio, has a header of 1,024 bytes and a tree
// of moves. Its squares are numbered by files from Red's left, ten to a file.
// Files of a version above 10 are obfuscated by sums with keys, which follow
// from four bytes of the header.

// Offsets in the header, and the plain size of a node.
const (
	xqfHeader  = 1024
	xqfPieces  = 16
	xqfNode    = 4
	xqfPlain   = 0x0A // the last version without keys
	xqfRotated = 0x0C // the first version with a rotated list of pieces
)

// xqfOrder are the pieces in the order of their squares, first Red's.
const xqfOrder = "RNBAKABNRCCPPPPPrnbakabnrccppppp"

// xqfSource is the text from which the stream key is made.
const xqfSource = "[(C) Copyright Mr. Dong Shiwei.]"

// xqfTexts are the texts of the header: a byte of length, and text in GBK.
var xqfTexts = []struct {
	key      string
	at, size int
}{
	{"Title", 80, 64}, {"Subtitle", 144, 64}, {"Event", 208, 64}, {"Date", 272, 16}, {"Site", 288, 16},
	{"Red", 304, 16}, {"Black", 320, 16}, {"TimeRule", 336, 64}, {"RedTime", 400, 16}, {"BlackTime", 416, 16},
	{"Annotator", 464, 16}, {"Recorder", 480, 16},
}

// xqfResults are the results by their numbers; others are unknown.
var xqfResults = []string{"*", "1-0", "0-1", "1/2-1/2"}

// xqfKeys are the keys of a file.
type xqfKeys struct {
	pieces, from, to byte
	comment          int
	stream           [32]byte
}

// keysOfXQF returns the keys that follow from a header.
func keysOfXQF(head []byte) (k xqfKeys) {
	if head[2] <= xqfPlain {
		return k
	}
	mix := func(b byte) byte { return (((b*b*3+9)*3+8)*2+1)*3 + 8 }
	sum, pieces, from, to := head[12], head[13], head[14], head[15]
	k.pieces = mix(pieces) * pieces
	k.from = mix(from) * k.pieces
	k.to = mix(to) * k.from
	k.comment = (int(sum)*256+int(pieces))%32000 + 767
	for i := range k.stream {
		part := [...]byte{sum, pieces, from, to}[i%4]
		k.stream[i] = xqfSource[i] & (part&head[3] | head[8+i%4])
	}
	return k
}

// readXQF reads a file.
func readXQF(raw []byte) *binaryTree {
	t := &binaryTree{result: "*"}
	if len(raw) < xqfHeader {
		return t.stop(len(raw), "the header of the XQF file ends")
	}
	if raw[12]+raw[13]+raw[14]+raw[15] != 0 && raw[2] > xqfPlain {
		t.damage = "the checksum of the XQF header is wrong"
	}
	for _, f := range xqfTexts {
		size := min(int(raw[f.at]), f.size-1)
		t.tag(f.key, decodeNamed(raw[f.at+1:f.at+1+size], encodingGB18030).Text)
	}
	if int(raw[51]) < len(xqfResults) {
		t.result = xqfResults[raw[51]]
	}
	t.second = raw[50] == 1
	k := keysOfXQF(raw)
	for i, piece := range []byte(xqfOrder) {
		at := i
		if raw[2] >= xqfRotated { // piece i is the one that was moved on by the key
			at = (i + 31 - int(k.pieces)%32) % 32
		}
		if xy := raw[xqfPieces+at] - k.pieces; xy < 90 {
			t.board[xqfSquare(xy)] = piece
		}
	}
	plain := make([]byte, len(raw))
	for i := xqfHeader; i < len(raw); i++ {
		plain[i] = raw[i] - k.stream[i%32]
	}
	var waiting []int
	for at := xqfHeader; ; {
		if at+xqfNode > len(plain) {
			return t.stop(at, "the moves of the XQF file end")
		}
		start, node := at, plain[at:at+xqfNode]
		from, to, flags := node[0]-0x18-k.from, node[1]-0x20-k.to, node[2]
		at += xqfNode
		child, sibling, comment := flags&0x80 != 0, flags&0x40 != 0, flags&0x20 != 0
		if raw[2] <= xqfPlain {
			child, sibling, comment = flags&0xF0 != 0, flags&0x0F != 0, true
		}
		n := binaryNode{}
		if comment {
			if at+4 > len(plain) {
				return t.stop(at, "a comment of the XQF file ends")
			}
			size := int(int32(binary.LittleEndian.Uint32(plain[at:]))) - k.comment
			if at += 4; size < 0 || size > len(plain)-at {
				return t.stop(at, "a comment of the XQF file is damaged")
			}
			n.comment = decodeNamed(plain[at:at+size], encodingGB18030).Text
			at += size
		}
		if len(t.nodes) == 0 {
			t.comment, sibling = n.comment, false
		} else if from >= 90 || to >= 90 {
			return t.stop(start, "a move of the XQF file has no square")
		} else {
			n.from, n.to = xqfSquare(from), xqfSquare(to)
		}
		done := false
		if waiting, done = t.add(n, child, sibling, waiting); done {
			return t
		}
	}
}

// xqfSquare returns the square of a number of XQF.
func xqfSquare(xy byte) int { return int(xy%10)*9 + int(xy/10) }
