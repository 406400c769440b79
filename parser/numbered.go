package parser

// numberedFile finds where in a file another record begins: a starting header
// line does even inside a brace comment, so that an unterminated one swallows no
// other game.
type numberedFile struct {
	src *source
	// seen are the starting header lines of the record being cut; moves says
	// whether it has a line that looks like a ply, and digits counts the lines
	// that start with one, about as many as it has plies.
	seen   start
	moves  bool
	digits int
}

func detectNumbered(prefix []byte) bool {
	f := &numberedFile{src: newSource(nil, int64(len(prefix)))}
	f.src.buf, f.src.eof = prefix, true
	_, err := f.first()
	return err == nil
}

func openNumbered(src *source) func() (*Record, error) {
	f := &numberedFile{src: src}
	first := func() (head, error) {
		h, err := f.first()
		f.moves = err != nil
		return h, err
	}
	c := &cutter{
		src: src, first: first, begins: f.begins,
		forget: func() { f.seen, f.moves, f.digits = 0, false, 0 },
		read: func(text string, head int, place Place) *Record {
			return readNumbered(text, head, place, f.digits, &src.meter)
		},
	}
	return c.next
}

// begins reports whether the line starts another record than the one being cut: a
// starting header line does after the moves, and where the record has one like
// it already. Only VariantName= and Variant= go together, in either order, and
// both may follow the Zillions line.
func (f *numberedFile) begins(line []byte) bool {
	i := 0
	for i < len(line) && (line[i] == ' ' || line[i] == '\t') {
		i++
	}
	if i == len(line) {
		return false
	}
	c := line[i]
	if c-'0' <= 9 {
		f.digits++
	}
	if c-'0' <= 9 && f.moves || 'A' <= c && c < 'V' || 'a' <= c && c < 'v' {
		return false
	}
	text := string(line)
	s := startOf(text)
	switch {
	case s == 0:
		f.moves = f.moves || isPlyLine(text)
		return false
	case f.moves, s == startZillions && f.seen != 0, s&f.seen != 0:
		return true
	}
	f.seen |= s
	return false
}
