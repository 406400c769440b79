package variant

import (
	"fmt"
	"io/fs"
	"path"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Reader converts files of another format to definitions.
type Reader struct {
	Ending string // file name extension, such as .ini
	// Read returns the definitions of a file, and the problems of its other
	// parts.
	Read func(file string, text []byte) ([]Made, Problems)
}

// Made is a definition converted from a part of a file. The zero value is a
// definition with a file of its own.
type Made struct {
	Of   string // name of the part
	Line int    // where the part starts
	// Key maps a key of the definition to the key and line in the file, "" if
	// unknown. It may be nil.
	Key  func(key string) (name string, line int)
	YAML []byte
}

// Blame maps a converted definition's first problem to its part of the file.
// Line numbers of the conversion mean nothing to the user.
func (m Made) Blame(file string, problems Problems) Problems {
	if m.Of == "" || len(problems) == 0 {
		return problems
	}
	line, message := m.Line, problems[0].Message
	if key, rest, _ := strings.Cut(message, ":"); m.Key != nil {
		if name, at := m.Key(key); name != "" {
			line, message = at, name+":"+rest
		}
	}
	return Problems{{File: file, Line: line, Message: fmt.Sprintf("[%s]: %s", m.Of, message)}}
}

// MakeID returns the variant ID of a name.
func MakeID(name string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(name), func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= '0' && r <= '9')
	}), "-")
}

// OneWord joins the words of a name, each with a capital.
func OneWord(name string) string {
	var out strings.Builder
	apart := func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }
	for _, word := range strings.FieldsFunc(name, apart) {
		first, size := utf8.DecodeRuneInString(word)
		out.WriteString(string(unicode.ToUpper(first)) + word[size:])
	}
	return out.String()
}

// FreeLetter returns a capital that is not taken: the first of a text, or else
// of the alphabet. It returns "" if all are taken.
func FreeLetter(text string, taken func(letter string) bool) string {
	for _, c := range text + "ABCDEFGHIJKLMNOPQRSTUVWXYZ" {
		if c >= 'A' && c <= 'Z' && !taken(string(c)) {
			return string(c)
		}
	}
	return ""
}

// read adds the definitions that a reader finds in the files of a folder.
func (b *batch) read(reader Reader, fsys fs.FS, dir string) error {
	files, err := fs.Glob(fsys, path.Join(dir, "*"+reader.Ending))
	if err != nil {
		return err
	}
	for _, file := range files {
		text, err := readLimited(fsys, file)
		if err != nil {
			b.problems = append(b.problems, Problem{File: file, Message: err.Error()})
			continue
		}
		made, problems := reader.Read(path.Base(file), text)
		b.problems = append(b.problems, problems...)
		for _, m := range made {
			src, err := parseSource(path.Base(file), m.YAML)
			if err != nil {
				b.problems = append(b.problems, asProblems(err)...)
				continue
			}
			src.made = m
			b.sources = append(b.sources, src)
		}
	}
	return nil
}
