package source

import (
	"bufio"
	"bytes"
	"io"
	"testing"
	"testing/iotest"
)

// FuzzRTF converts any bytes as RTF: the same text however they arrive, and the
// bytes of every part of it are those of the file.
func FuzzRTF(f *testing.F) {
	for _, seed := range []string{`{\rtf1\ansi\ansicpg1251{\fonttbl{\f0 Arial;}}1. \b e4\b0  \'ca\u1082?f3\par}`, `{\rtf1 {\pict 00`,
		`{\rtf1 \u-1 \uc999999999 \u1 \uc2\u8211??\'e4\'zz\`, `\{\}\\\~\_}}{{\*`, "\\\n\\'"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if bytes.ContainsRune(data, 0) || len(data) > 1<<11 {
			return
		}
		read := func(in io.Reader) (*markupReader, []byte) {
			m := newRTFReader()
			m.in = in
			text, err := io.ReadAll(bufio.NewReader(m)) // its space is never too small
			if err != nil {
				t.Fatal(err)
			}
			return m, text
		}
		m, text := read(bytes.NewReader(data))
		_, slow := read(iotest.OneByteReader(bytes.NewReader(data)))
		if !bytes.Equal(text, slow) {
			t.Fatalf("%q by single bytes, %q at once", slow, text)
		}
		half, _ := m.take(len(text) / 2)
		rest, _ := m.take(len(text) - len(text)/2)
		if got := append(half, rest...); !bytes.HasPrefix(data, got) {
			t.Fatalf("the bytes are %q, want the start of %q", got, data)
		}
	})
}
