package variant

import (
	"fmt"
	"io/fs"
	"path"
)

// Reader makes definitions of files that are none themselves.
type Reader struct {
	Ending string // of the names of such files, .ini
	// Read gives the definitions of a file, and what is wrong with its other
	// parts.
	Read func(file string, text []byte) ([]Made, Problems)
}

// Made is a definition that is made of a part of a file.
type Made struct {
	Of   string // the part
	Line int    // in which it begins
	YAML []byte
}

// part is where a definition was made, the zero value for one that is a file of
// its own.
type part struct {
	of   string
	line int
}

// blame says of problems of a definition which part of a file has them: the
// lines of what was made of it are nobody's.
func (s *source) blame(problems Problems) Problems {
	if s.made.of == "" || len(problems) == 0 {
		return problems
	}
	return Problems{{File: s.file, Line: s.made.line, Message: fmt.Sprintf("[%s]: %s", s.made.of, problems[0].Message)}}
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
				return err // what a reader makes is YAML
			}
			src.made = part{m.Of, m.Line}
			b.sources = append(b.sources, src)
		}
	}
	return nil
}
