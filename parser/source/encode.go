package source

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/htmlindex"
)

// Encode returns a text in an encoding with a label of the WHATWG Encoding
// Standard. Characters that the encoding lacks become question marks and are
// listed once each. It returns false for other labels, and for encodings in
// which ASCII characters are not single bytes.
func Encode(text, label string) (raw []byte, missing []rune, ok bool) {
	name, ok := EncodingNamed(label)
	e, err := htmlindex.Get(name)
	if !ok || err != nil || strings.HasPrefix(name, "utf-16") || name == encodingISO2022JP {
		return nil, nil, false
	}
	encoder := e.NewEncoder()
	if raw, err := encoder.Bytes([]byte(text)); err == nil {
		return raw, nil, true
	}
	for _, r := range text {
		if r < utf8.RuneSelf {
			raw = append(raw, byte(r))
			continue
		}
		part, err := encoder.Bytes([]byte(string(r)))
		if err != nil {
			part = []byte("?")
			if !strings.ContainsRune(string(missing), r) {
				missing = append(missing, r)
			}
		}
		raw = append(raw, part...)
	}
	return raw, missing, true
}
