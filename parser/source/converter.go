package source

import (
	"bytes"
	"errors"
	"io"
)

// Xiangqi programs keep games in binary files: XQF, and CBR and CBL of
// CCBridge. Servers describe games in JSON. Both are converted to PGN, which
// readers then see.

// converter turns the bytes of a file into the text that the window shows. It
// keeps the bytes until take is called for their text.
type converter interface {
	io.Reader
	// take returns the bytes of a part of the text, the first one kept. record
	// says that the part is a record, not text to be dropped.
	take(text []byte, record bool) []byte
	// describe describes a part of the text whose bytes were taken.
	describe(text []byte) decoded
}

// Names of converted files as encodings, and the magic words of binary ones.
const (
	encodingXQF  = "xqf"
	encodingCBR  = "cbr"
	encodingJSON = "json"

	magicXQF = "XQ"
	magicCBR = "CCBridge Record\x00"
	magicCBL = "CCBridgeLibrary\x00"
)

// convertedKind returns the name of a file's format if its games are converted;
// "" for text.
func convertedKind(prefix []byte) string {
	switch {
	case len(prefix) >= 16 && string(prefix[:2]) == magicXQF && prefix[2] > 0 && prefix[2] < ' ' &&
		(prefix[12]+prefix[13]+prefix[14]+prefix[15] == 0 || bytes.IndexByte(prefix[3:16], 0) >= 0):
		return encodingXQF
	case bytes.HasPrefix(prefix, []byte(magicCBR)), bytes.HasPrefix(prefix, []byte(magicCBL)):
		return encodingCBR
	case hasGameObjects(prefix):
		return encodingJSON
	}
	return ""
}

// IsConverted reports whether the games of a file are converted to text.
func IsConverted(prefix []byte) bool { return convertedKind(prefix) != "" }

// convertedText returns the text of a converted file; ok is false for other
// files.
func convertedText(raw []byte) (text string, ok bool) {
	if !IsConverted(raw) {
		return "", false
	}
	all, err := io.ReadAll(newGameConverter(bytes.NewReader(raw), int64(len(raw))))
	return string(all), err == nil
}

// gameConverter converts the games of a file to text, one by one.
type gameConverter struct {
	in    io.Reader
	limit int64 // on the bytes of a game
	kind  string
	ahead []byte // read, and not yet part of a game
	games []convertedGame
	out   []byte // text that is not yet read
	last  string // damage of the games taken last
	// divided says that the record taken last is one of several in a game.
	divided bool
	done    bool
}

// convertedGame is a game with text that has been read and not yet taken.
type convertedGame struct {
	text    int // bytes of its text that are not taken
	raw     []byte
	damage  string
	divided bool // a record ended inside it
}

func newGameConverter(in io.Reader, limit int64) *gameConverter {
	return &gameConverter{in: in, limit: limit}
}

// errLargeGame is the error for a game that exceeds the limit of a record.
var errLargeGame = errors.New("a game of the file is larger than a record may be")

// Read reads the next part of the text.
func (b *gameConverter) Read(buf []byte) (int, error) {
	for len(b.out) == 0 {
		if b.done {
			return 0, io.EOF
		}
		raw, text, damage, err := b.next()
		if err != nil {
			return 0, err
		}
		if text == "" {
			b.done = true
			if len(b.games) > 0 { // what follows the last game belongs to it
				last := &b.games[len(b.games)-1]
				last.raw = append(last.raw, raw...)
			}
			continue
		}
		b.out = []byte(text)
		b.games = append(b.games, convertedGame{text: len(b.out), raw: raw, damage: damage})
	}
	n := copy(buf, b.out)
	b.out = b.out[n:]
	return n, nil
}

// next returns the bytes of the next game, its text, and what could not be
// read. The text is "" at the end.
func (b *gameConverter) next() (raw []byte, text, damage string, err error) {
	if b.kind == "" {
		if err := b.fill(objectBytes); err != nil {
			return nil, "", "", err
		}
		b.kind = convertedKind(b.ahead)
	}
	var game *binaryTree
	switch b.kind {
	case encodingJSON:
		return b.nextObject()
	case encodingXQF:
		raw, game, err = b.nextXQF()
	default:
		raw, game, err = b.nextCBR()
	}
	if err != nil || game == nil {
		return raw, "", "", err
	}
	text = game.text()
	return raw, text, game.damage, nil
}

// nextXQF returns the only game of an XQF file; nil at the end.
func (b *gameConverter) nextXQF() ([]byte, *binaryTree, error) {
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

// nextCBR returns the next record of CCBridge: after the head of a library, it
// begins at a slot with the magic word and ends before the next such slot.
func (b *gameConverter) nextCBR() ([]byte, *binaryTree, error) {
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
func (b *gameConverter) fill(n int) error {
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

// take returns the bytes of the games that end in a part of the text. If the
// part is a record that ends inside a game, the game has several records. Each
// of them gets its text instead, so that its bytes are read as that record.
func (b *gameConverter) take(text []byte, record bool) (data []byte) {
	n := len(text)
	b.last, b.divided = "", false
	if g := b.games; record && len(g) > 0 && (n < g[0].text || g[0].divided) {
		b.divided, b.last = true, "this game of the file has several records; each keeps its text"
		for n >= g[0].text {
			n -= g[0].text
			if g = g[1:]; len(g) == 0 {
				break
			}
		}
		if b.games = g; n > 0 && len(g) > 0 {
			g[0].text, g[0].divided = g[0].text-n, true
		}
		return bytes.Clone(text)
	}
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

func (b *gameConverter) describe(text []byte) decoded {
	d := decoded{Text: string(text), encoding: b.kind, bad: -1, damage: b.last, damaged: b.kind}
	if b.divided {
		d.encoding = EncodingUTF8
	}
	return d
}

func (w *wideReader) describe(text []byte) decoded {
	return decoded{Text: string(text), encoding: w.encoding(), bad: -1, wide: true}
}
