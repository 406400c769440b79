package variant

import (
	"fmt"
	"io/fs"
	"path"
	"strings"
)

// Reader makes definitions of files that are none themselves.
type Reader struct {
	Ending string // of the names of such files, .ini
	// Read gives the definitions of a file, and what is wrong with its other
	// parts.
	Read func(file string, text []byte) ([]Made, Problems)
}

// Made is a definition that is made of a part of a file; the zero value is a
// definition that is a file of its own.
type Made struct {
	Of   string // the part
	Line int    // in which it begins
	// Key gives the key and the line of the file that a key of the definition
	// was made of, "" where that is not told.
	Key  func(key string) (name string, line int)
	YAML []byte
}

// Blame says of the first problem of a definition which part of a file has it:
// the lines of what was made of it are nobody's.
func (m Made) Blame(file string, problems Problems) Problems {
	if m.Of == "" || len(problems) == 0 {
		return problems
	}
	line, message := m.Line, problems[0].Message
	key, rest, _ := strings.Cut(message, ":")
	if name, at := m.Key(key); name != "" {
		line, message = at, name+":"+rest
	}
	return Problems{{File: file, Line: line, Message: fmt.Sprintf("[%s]: %s", m.Of, message)}}
}

// read adds the definitions that a reader makes of the files of a folder.
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
