package row

import (
	"bytes"
	"crypto/sha256"
	"database/sql"
	"unicode/utf16"
)

// TextKey returns a key that records share if they are the same text under the
// same variant and options. Line ends, blank lines around a record, a
// byte-order mark and UTF-16 make no difference.
func TextKey(record []byte, variant, options string) []byte {
	h := sha256.New()
	h.Write(canonical(record))
	h.Write([]byte("\x00" + variant + "\x00" + options))
	return h.Sum(nil)[:textKeySize]
}

// textKeySize keeps the table of keys small. Two texts with one key are still
// extremely unlikely.
const textKeySize = 16

// StoredTextKey is TextKey for a record in stored form; nil if the record is
// damaged. size is 0 for a record that is not compressed.
func StoredTextKey(record []byte, size int64, variant, options string) []byte {
	text, err := Unpack(record, sql.Null[int64]{V: size, Valid: size > 0})
	if err != nil {
		return nil
	}
	return TextKey(text, variant, options)
}

// blanks are the bytes that may surround a record without being part of it. The
// last one is the character with which DOS ends files.
const blanks = " \t\n\v\f\x1a"

// canonical returns the text of a record with line feeds and without the blanks
// around it. The text is in UTF-8, or in the record's encoding of single and
// double bytes.
func canonical(record []byte) []byte {
	text := narrowed(record)
	text = bytes.TrimPrefix(text, []byte("\uFEFF"))
	if bytes.IndexByte(text, '\r') >= 0 {
		text = bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
		text = bytes.ReplaceAll(text, []byte("\r"), []byte("\n"))
	}
	return bytes.Trim(text, blanks)
}

// narrowed converts a record in UTF-16 to UTF-8 and returns any other record
// unchanged. The zero bytes of ASCII characters show UTF-16 and its byte order.
// No other text has zero bytes, and every record has line ends or digits.
func narrowed(record []byte) []byte {
	if len(record)%2 != 0 || bytes.IndexByte(record, 0) < 0 {
		return record
	}
	var zeros [2]int
	for i, c := range record {
		if c == 0 {
			zeros[i%2]++
		}
	}
	low := 0 // index of a unit's low byte
	if zeros[0] > zeros[1] {
		low = 1
	}
	units := make([]uint16, 0, len(record)/2)
	for i := 0; i < len(record); i += 2 {
		units = append(units, uint16(record[i+low])|uint16(record[i+1-low])<<8)
	}
	return []byte(string(utf16.Decode(units)))
}
