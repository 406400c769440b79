package source

import (
	"bytes"
	"io"

	"assay/parser/record"
	"assay/parser/scan"
)

// objectFile cuts a file into its JSON objects.
type objectFile struct {
	src  *Source
	read func(text string, place scan.Place, m *Meter) *record.Record
	game int
	over bool // behind an object above the limit, nothing is told apart
}

// Objects gives the function that reads the next object of a file as a record.
func Objects(src *Source, read func(text string, place scan.Place, m *Meter) *record.Record) func() (*record.Record, error) {
	f := &objectFile{src: src, read: read}
	return f.next
}

// next reads the next object as a rec.
func (f *objectFile) next() (*record.Record, error) {
	if f.over {
		return nil, io.EOF
	}
	size, lines, err := f.cut()
	if err == io.EOF && f.game == 0 {
		return nil, &record.Unreadable{Reason: "no JSON object found"}
	}
	if err != nil {
		return nil, err
	}
	f.game++
	place := f.src.place
	data, d := f.src.cut(size, lines, EncodingUTF8)
	rec, over := f.src.Meter.read(func() *record.Record { return f.read(d.Text, place, &f.src.Meter) })
	if over != nil {
		return nil, &record.TooLarge{Game: f.game, Place: place, Limit: int64(over.limit), What: over.what}
	}
	rec.Game = f.game
	settle(rec, &d, data, place)
	return rec, nil
}

// cut gives the size, in whole lines, of the object at the window's start and
// of the blank lines after it.
func (f *objectFile) cut() (size, lines int, err error) {
	depth, quoted, escaped, seen := 0, false, false, false
	for {
		end, next, err := f.src.Line(size)
		if err == io.EOF && seen {
			return size, lines, nil
		}
		if err == nil && int64(next) > f.src.Limit {
			err = ErrFull
		}
		if err == ErrFull {
			f.over = true
			f.game++
			return 0, 0, &record.TooLarge{Game: f.game, Place: f.src.place, Limit: f.src.Limit}
		}
		if err != nil {
			return 0, 0, err
		}
		line := f.src.Window()[size:end]
		if seen && depth <= 0 && !quoted && len(bytes.TrimSpace(line)) > 0 {
			return size, lines, nil
		}
		for _, c := range line {
			switch {
			case escaped:
				escaped = false
			case quoted:
				escaped, quoted = c == '\\', c != '"'
			case c == '"':
				quoted = true
			case c == '{' || c == '[':
				depth++
			case c == '}' || c == ']':
				depth--
			}
		}
		seen = seen || len(bytes.TrimSpace(line)) > 0
		size = next
		lines++
	}
}
