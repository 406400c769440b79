package source

import (
	"encoding/binary"
	"io"
	"strings"
	"testing"
	"unicode/utf16"

	"golang.org/x/text/encoding/simplifiedchinese"
)

// xqfMove is a node of an XQF file that a test writes.
type xqfMove struct {
	from, to       byte
	child, sibling bool
	comment        string
}

// writeXQF returns an XQF file of a version with these keys: the four sums, the
// mask and the four bytes joined to it.
func writeXQF(t testing.TB, version byte, keys [9]byte, texts map[int]string, pieces string, moves []xqfMove) []byte {
	t.Helper()
	gbk := func(text string) []byte {
		out, err := simplifiedchinese.GB18030.NewEncoder().Bytes([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	raw := make([]byte, xqfHeader)
	copy(raw, "XQ")
	raw[2], raw[3] = version, keys[4]
	copy(raw[8:], keys[5:])
	copy(raw[12:], keys[:4])
	k := keysOfXQF(raw)
	for at, text := range texts {
		raw[at] = byte(copy(raw[at+1:], gbk(text)))
	}
	slots := [32]byte{}
	for i := range slots {
		slots[i] = 0xFF
	}
	next := 0
	for _, word := range strings.Fields(pieces) { // a letter and its number
		for xqfOrder[next] != word[0] {
			next++
		}
		slots[next] = (word[1]-'0')*10 + word[2] - '0'
		next++
	}
	for i, xy := range slots {
		at := i
		if version >= xqfRotated {
			at = (i - 1 - int(k.pieces) + 256) % 32
		}
		raw[xqfPieces+at] = xy + k.pieces
	}
	for _, m := range moves {
		flags := byte(0)
		for bit, on := range map[byte]bool{0x80: m.child, 0x40: m.sibling, 0x20: m.comment != ""} {
			if on {
				flags |= bit
			}
		}
		if version <= xqfPlain {
			flags = map[bool]byte{true: 0xF0}[m.child] | map[bool]byte{true: 0x0F}[m.sibling]
		}
		raw = append(raw, m.from+0x18+k.from, m.to+0x20+k.to, flags, 0)
		if text := gbk(m.comment); len(text) > 0 || version <= xqfPlain {
			raw = binary.LittleEndian.AppendUint32(raw, uint32(len(text)+k.comment))
			raw = append(raw, text...)
		}
	}
	for i := xqfHeader; i < len(raw); i++ {
		raw[i] += k.stream[i%32]
	}
	return raw
}

// cbrFile returns a game of CCBridge in as many slots as it needs.
func cbrFile(texts map[int]string, moves ...byte) []byte {
	raw := make([]byte, cbrMoves)
	copy(raw, magicCBR)
	raw[cbrVersion], raw[2076], raw[2112] = 2, 1, 1
	for at, text := range texts {
		for i, u := range utf16.Encode([]rune(text)) {
			binary.LittleEndian.PutUint16(raw[at+2*i:], u)
		}
	}
	for i := range 90 {
		if c := xiangqiStart[(9-i/9)*9+i%9]; c != '.' {
			side := byte(1)
			if c >= 'a' {
				side = 2
			}
			raw[cbrBoard+i] = side<<4 | byte(strings.IndexByte(cbrPieces, c&^0x20))
		}
	}
	raw = append(raw, moves...)
	return append(raw, make([]byte, (cbrSlot-len(raw)%cbrSlot)%cbrSlot)...)
}

// library returns a CBL file.
func library(slots int, games ...[]byte) []byte {
	raw := make([]byte, cblIndex+slots*cblEntry)
	copy(raw, magicCBL)
	binary.LittleEndian.PutUint32(raw[cblSlots:], uint32(slots))
	for _, g := range games {
		raw = append(raw, g...)
	}
	return raw
}

const usualPieces = "R00 N10 B20 A30 K40 A50 B60 N70 R80 C12 C72 P03 P23 P43 P63 P83 " +
	"r09 n19 b29 a39 k49 a59 b69 n79 r89 c17 c77 p06 p26 p46 p66 p86"

var xqfGame = []xqfMove{
	{child: true, comment: "第一局"}, {from: 72, to: 42, child: true, sibling: true, comment: "好{棋}\r\n\r\n[Event \"x\"]"},
	{from: 79, to: 67}, {from: 12, to: 42, child: true}, {from: 19, to: 27},
}

const xqfWanted = "[Game \"Chinese Chess\"]\n[Format \"ICCS\"]\n[Title \"中炮\"]\n[Red \"王天一\"]\n[Result \"*\"]\n\n{第一局}\n" +
	"1. H2-E2\n{好(棋)\n[Event \"x\"]}\n( 1. B2-E2\nB9-C7\n)\nH9-G7\n*\n\n"

// TestBinaryFiles reads games of xiangqi programs.
func TestBinaryFiles(t *testing.T) {
	names := map[int]string{80: "中炮", 304: "王天一"}
	keyed := [9]byte{0x11, 0x52, 0x83, 0x1A, 0x7F, 0x21, 0x42, 0x14, 0x08}
	wide := cbrFile(map[int]string{180: "中炮", 1076: "王天一"}, 0, 0, 0, 0, 4, 0, 70, 67, 2, 0, 0, 0, 0x7D, 0x59, 1, 0, 7, 24)
	plain := "[Game \"Chinese Chess\"]\n[Format \"ICCS\"]\n[Title \"中炮\"]\n[Red \"王天一\"]\n[Result \"1-0\"]\n\n" +
		"1. H2-E2\n{好}\nH9-G7\n1-0\n\n"
	for _, row := range []struct {
		name string
		raw  []byte
		want string
	}{
		{"version 10", writeXQF(t, 10, [9]byte{}, names, usualPieces, xqfGame), xqfWanted},
		{"version 11", writeXQF(t, 11, keyed, names, usualPieces, xqfGame), xqfWanted},
		{"version 18", writeXQF(t, 18, keyed, names, usualPieces, xqfGame), xqfWanted},
		{"without keys", writeXQF(t, 18, [9]byte{}, names, usualPieces, xqfGame), xqfWanted},
		{"a position, Black moves", writeXQF(t, 18, keyed, nil, "K40 R00 k39 p46", []xqfMove{{child: true}, {from: 39, to: 49}}),
			"[Game \"Chinese Chess\"]\n[Format \"ICCS\"]\n[Result \"*\"]\n[FEN \"3k5/9/9/4p4/9/9/9/9/9/R3K4 b - - 0 1\"]\n\n1... D9-E9\n*\n\n"},
		{"CBR", wide, plain},
		{"CBL", library(3, wide, make([]byte, cbrSlot), wide), plain + plain},
	} {
		text, ok := convertedText(row.raw)
		if !ok || text != row.want {
			t.Errorf("%s: %v\n%s, want\n%s", row.name, ok, text, row.want)
		}
	}
	for _, text := range []string{"XQ", "XQ\n1. e4 e5 2. Nf3 Nc6", "XQF is a format of xiangqi", "CCBridge Record of games"} {
		if IsConverted([]byte(text)) {
			t.Errorf("%q is taken for a binary file", text)
		}
	}
}

// TestDamagedBinaryFiles says from which byte on a file was not read, and keeps
// every byte.
func TestDamagedBinaryFiles(t *testing.T) {
	game := writeXQF(t, 18, [9]byte{}, nil, usualPieces, xqfGame)
	for _, row := range []struct {
		name, want string
		raw        []byte
	}{
		{"cut header", "the header of the XQF file ends at byte 500 of the game; reading stopped there, after 0 moves", game[:500]},
		{"cut moves", "the moves of the XQF file end at byte 1", game[:len(game)-2]},
		{"no square", "a move of the XQF file has no square at byte 1", append(game[:len(game)-4:len(game)-4], 0xFF, 0xFF, 0, 0)},
		{"long comment", "a comment of the XQF file is damaged at byte 1032", append(game[:1028:1028], 0xFF, 0xFF, 0xFF, 0x7F)},
		{"newer CBR", "a newer version of CCBridge games", func() []byte {
			raw := cbrFile(nil, 1, 0, 0, 0)
			raw[cbrVersion] = 3
			return raw
		}()},
	} {
		b := newGameConverter(strings.NewReader(string(row.raw)), 1<<20)
		text, err := io.ReadAll(b)
		if err != nil {
			t.Fatal(err)
		}
		data := b.take(text, false)
		if d := b.describe(text); !strings.HasPrefix(d.damage, row.want) || string(data) != string(row.raw) {
			t.Errorf("%s: %q and %d bytes, want %q and %d", row.name, d.damage, len(data), row.want, len(row.raw))
		}
	}
}

// FuzzBinary reads any bytes as a binary file: no panic, and every byte is
// kept.
func FuzzBinary(f *testing.F) {
	f.Add(writeXQF(f, 18, [9]byte{1, 2, 3, 250, 5, 6, 7, 8, 9}, nil, usualPieces, xqfGame))
	f.Add(writeXQF(f, 10, [9]byte{}, nil, usualPieces, xqfGame))
	f.Add(cbrFile(nil, 0, 0, 0, 0, 4, 0, 70, 67, 2, 0, 0, 0, 0x7D, 0x59, 1, 0, 7, 24))
	f.Add([]byte(`{"games":[{"pgn":"[White \"A\"]\n\n1. e4 *"},{"moves":["e4"],"white":{"name":"B"}}]}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		if !IsConverted(raw) {
			return
		}
		b := newGameConverter(strings.NewReader(string(raw)), 1<<20)
		text, err := io.ReadAll(b)
		if err != nil {
			return
		}
		if data := b.take(text, false); len(b.games) == 0 && len(text) > 0 && string(data) != string(raw) {
			t.Errorf("%d of %d bytes kept", len(data), len(raw))
		}
	})
}
