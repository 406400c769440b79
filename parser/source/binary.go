package source

import (
	"bytes"
	"errors"
	"io"
)

// Xiangqi programs keep games in binary files: XQF, and CBR and CBL of
// CCBridge. Their records are converted to PGN, which readers then see.

// converter turns the bytes of a file into the text that the window shows. It
// keeps the bytes until take is called for their text.
type converter interface {
	io.Reader
	// take returns the bytes of a part of the text, the first one kept.
	take(text []byte) []byte
	// describe describes a part of the text whose bytes were taken.
	describe(text []byte) decoded
}

// Names of binary files as encodings, and their magic words.
const (
	encodingXQF = "xqf"
	encodingCBR = "cbr"

	magicXQF = "XQ"
	magicCBR = "CCBridge Record\x00"
	magicCBL = "CCBridgeLibrary\x00"
)

// binaryKind returns the name of a file's binary format; "" for text.
func binaryKind(prefix []byte) string {
	switch {
	case len(prefix) >= 16 && string(prefix[:2]) == magicXQF && prefix[2] > 0 && prefix[2] < ' ' &&
		(prefix[12]+prefix[13]+prefix[14]+prefix[15] == 0 || bytes.IndexByte(prefix[3:16], 0) >= 0):
		return encodingXQF
	case bytes.HasPrefix(prefix, []byte(magicCBR)), bytes.HasPrefix(prefix, []byte(magicCBL)):
		return encodingCBR
	}
	return ""
}

// IsBinary reports whether a file is in a binary format that is read as text.
func IsBinary(prefix []byte) bool { return binaryKind(prefix) != "" }

// binaryText returns the text of a binary file; ok is false for other files.
func binaryText(raw []byte) (text string, ok bool) {
	if !IsBinary(raw) {
		return "", false
	}
	all, err := io.ReadAll(newBinaryReader(bytes.NewReader(raw), int64(len(raw))))
	return string(all), err == nil
}

// binaryReader converts the games of a binary file to text, one by one.
type binaryReader struct {
	in    io.Reader
	limit int64 // on the bytes of a game
	kind  string
	ahead []byte // read, and not yet part of a game
	games []binaryGame
	out   []byte // text that is not yet read
	last  string // damage of the games taken last
	done  bool
}

// binaryGame is a game whose text has been read and not yet taken.
type binaryGame struct {
	text   int // bytes of its text that are not taken
	raw    []byte
	damage string
}

func newBinaryReader(in io.Reader, limit int64) *binaryReader {
	return &binaryReader{in: in, limit: limit}
}

// errLargeGame is the error for a game that exceeds the limit of a record.
var errLargeGame = errors.New("a game of the binary file is larger than a record may be")

// Read reads the next part of the text.
func (b *binaryReader) Read(buf []byte) (int, error) {
	for len(b.out) == 0 {
		if b.done {
			return 0, io.EOF
		}
		raw, game, err := b.next()
		if err != nil {
			return 0, err
		}
		if game == nil {
			b.done = true
			if len(b.games) > 0 { // what follows the last game belongs to it
				last := &b.games[len(b.games)-1]
				last.raw = append(last.raw, raw...)
			}
			continue
		}
		b.out = []byte(game.text())
		b.games = append(b.games, binaryGame{len(b.out), raw, game.damage})
	}
	n := copy(buf, b.out)
	b.out = b.out[n:]
	return n, nil
}

// next returns the bytes of the next game and the game; nil at the end.
func (b *binaryReader) next() ([]byte, *binaryTree, error) {
	if b.kind == "" {
		if err := b.fill(len(magicCBL)); err != nil {
			return nil, nil, err
		}
		b.kind = binaryKind(b.ahead)
	}
	if b.kind == encodingXQF {
		if err := b.fill(int(b.limit) + 1); err != nil {
			return nil, nil, err
		}
		if int64(len(b.ahead)) > b.limit {
			return nil, nil, errLargeGame
		}
		raw := b.ahead
		if b.ahead = nil; len(raw) == 0 {
			return nil, nil, nil
		}
		return raw, readXQF(raw), nil
	}
	return b.nextCBR()
}

// nextCBR returns the next record of CCBridge: after the head of a library, it
// begins at a slot with the magic word and ends before the next such slot.
func (b *binaryReader) nextCBR() ([]byte, *binaryTree, error) {
	start := 0
	if bytes.HasPrefix(b.ahead, []byte(magicCBL)) {
		if err := b.fill(cblIndex); err != nil {
			return nil, nil, err
		}
		start = cblFirst(b.ahead)
	}
	for {
		if err := b.fill(start + cbrSlot); err != nil {
			return nil, nil, err
		}
		if len(b.ahead) <= start {
			raw := b.ahead
			b.ahead = nil
			return raw, nil, nil
		}
		if bytes.HasPrefix(b.ahead[start:], []byte(magicCBR)) {
			break
		}
		start += cbrSlot
	}
	end := start + cbrSlot
	for {
		if err := b.fill(end + cbrSlot); err != nil {
			return nil, nil, err
		}
		if int64(end-start) > b.limit {
			return nil, nil, errLargeGame
		}
		if len(b.ahead) <= end || bytes.HasPrefix(b.ahead[end:], []byte(magicCBR)) {
			break
		}
		end += cbrSlot
	}
	end = min(end, len(b.ahead))
	raw := b.ahead[:end:end]
	b.ahead = b.ahead[end:]
	return raw, readCBR(raw[start:]), nil
}

// fill reads until n bytes are ahead, or fewer at the end of the file.
func (b *binaryReader) fill(n int) error {
	for len(b.ahead) < n {
		part := make([]byte, min(n-len(b.ahead), block))
		size, err := io.ReadFull(b.in, part)
		b.ahead = append(b.ahead, part[:size]...)
		if err == io.EOF || err == io.ErrUnexpectedEOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// take returns the bytes of the games that end in a part of the text.
func (b *binaryReader) take(text []byte) (data []byte) {
	n := len(text)
	b.last = ""
	for len(b.games) > 0 && n >= b.games[0].text {
		n -= b.games[0].text
		data = append(data, b.games[0].raw...)
		b.last = b.games[0].damage
		b.games = b.games[1:]
	}
	if len(b.games) > 0 {
		b.games[0].text -= n
	}
	return data
}

func (b *binaryReader) describe(text []byte) decoded {
	return decoded{Text: string(text), encoding: b.kind, bad: -1, damage: b.last}
}

func (w *wideReader) describe(text []byte) decoded {
	return decoded{Text: string(text), encoding: w.encoding(), bad: -1, wide: true}
}
