package numbered

import (
	"io"
	"strings"

	"assay/parser/record"
	"assay/parser/scan"
	"assay/parser/source"
)

// first finds the start of a file's first record. This is the first starting
// header line, with the header lines directly above it. If there are only
// header lines, comments and blank lines above, it is also the first line that
// is certainly a ply. In a file with neither, a list of plies without a header
// may follow prose.
func (f *numberedSplitter) first() (source.Head, error) {
	var (
		h     = source.Head{At: -1}
		clean = true // only header lines and comments so far
		brace = false
	)
	for pos := 0; ; h.Lines++ {
		end, next, err := f.src.Line(pos)
		if err == io.EOF {
			return f.headerless()
		}
		if err == nil && int64(next) > f.src.Limit {
			err = source.ErrFull
		}
		if err != nil {
			return source.Head{}, err
		}
		line := scan.Trim(string(f.src.TextOf(f.src.Window()[pos:end])))
		_, header := HeaderLine(line)
		switch {
		case StartOf(line) != 0, clean && !brace && isMoveLine(line):
			if h.At < 0 {
				h.At = pos
			}
			h.Resume = pos
			return h, nil
		case brace, clean && strings.HasPrefix(line, "{"):
			brace = !strings.Contains(line, "}")
			if h.At < 0 {
				h.At = pos
			}
		case header, clean && isRemark(line):
			if h.At < 0 {
				h.At = pos
			}
		case line == "":
			if !clean {
				h.At = -1
			}
		default:
			clean, h.At = false, -1
		}
		pos = next
	}
}

// isRemark reports whether a line is a comment or a set-up line.
func isRemark(line string) bool {
	if strings.HasPrefix(line, ";") || strings.HasPrefix(line, "//") {
		return true
	}
	_, ok := setupLine(line)
	return ok
}

// headerless finds the start of a list of plies without header, in a window
// with the whole file: the first certain ply, with the header lines and
// possible plies directly above it.
func (f *numberedSplitter) headerless() (source.Head, error) {
	h := source.Head{At: -1}
	for pos := 0; ; h.Lines++ {
		end, next, err := f.src.Line(pos)
		if err == io.EOF && pos == 0 {
			return source.Head{}, &record.Unreadable{Reason: "the file is empty"}
		}
		if err == io.EOF {
			return source.Head{}, &record.Unreadable{Reason: "no header line or numbered move found"}
		}
		if err != nil {
			return source.Head{}, err
		}
		line := string(f.src.TextOf(f.src.Window()[pos:end]))
		_, header := HeaderLine(line)
		switch {
		case isMoveLine(line):
			if h.At < 0 {
				h.At = pos
			}
			h.Resume = pos
			return h, nil
		case !header && !IsPlyLine(line):
			h.At = -1
		case h.At < 0:
			h.At = pos
		}
		pos = next
	}
}
