package parser

import (
	"io"
	"strings"
)

// first finds the start of a file's first record. It is the first starting
// header line, with the header lines directly above it; or, where nothing but
// header lines, comments and blank lines stand above, the first line that is
// certainly a ply. In a file without either, prose may precede a list of plies
// that has no header.
func (f *numberedFile) first() (head, error) {
	var (
		h     = head{at: -1}
		clean = true // nothing but header lines and comments so far
		brace = false
	)
	for pos := 0; ; h.lines++ {
		end, next, err := f.src.line(pos)
		if err == io.EOF {
			return f.headerless()
		}
		if err == nil && int64(next) > f.src.limit {
			err = errFull
		}
		if err != nil {
			return head{}, err
		}
		line := trim(string(f.src.window()[pos:end]))
		_, header := headerLine(line)
		switch {
		case startOf(line) != 0, clean && !brace && isMoveLine(line):
			if h.at < 0 {
				h.at = pos
			}
			h.resume = pos
			return h, nil
		case brace, clean && strings.HasPrefix(line, "{"):
			brace = !strings.Contains(line, "}")
			if h.at < 0 {
				h.at = pos
			}
		case header, clean && isRemark(line):
			if h.at < 0 {
				h.at = pos
			}
		case line == "":
			if !clean {
				h.at = -1
			}
		default:
			clean, h.at = false, -1
		}
		pos = next
	}
}

// isRemark reports whether the line is a comment or set-up line.
func isRemark(line string) bool {
	if strings.HasPrefix(line, ";") || strings.HasPrefix(line, "//") {
		return true
	}
	_, ok := setupLine(line)
	return ok
}

// headerless finds the start of a list of plies without header in a window that
// holds the whole file: its first certain ply, with the header lines and the
// lines that look like plies directly above it.
func (f *numberedFile) headerless() (head, error) {
	h := head{at: -1}
	for pos := 0; ; h.lines++ {
		end, next, err := f.src.line(pos)
		if err == io.EOF && pos == 0 {
			return head{}, &Unreadable{"the file is empty"}
		}
		if err == io.EOF {
			return head{}, &Unreadable{"no header line and no numbered plies found"}
		}
		if err != nil {
			return head{}, err
		}
		line := string(f.src.window()[pos:end])
		_, header := headerLine(line)
		switch {
		case isMoveLine(line):
			if h.at < 0 {
				h.at = pos
			}
			h.resume = pos
			return h, nil
		case !header && !isPlyLine(line):
			h.at = -1
		case h.at < 0:
			h.at = pos
		}
		pos = next
	}
}
