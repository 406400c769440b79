package notation

import (
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"assay/analysis/rules"
	"assay/parser"
	"assay/parser/courier"
)

// minLetterPlies is the number of plies that a record needs before letters of
// no known language are given a meaning.
const minLetterPlies = 8

// maxLetterReads bounds the plies read in search of the meaning of letters.
const maxLetterReads = 2000

// Letters returns the piece letters that a notation reads as those of another
// language or piece set, their meaning in the same order, and the language, ""
// if unknown. used is "" if letters are read as usual.
func Letters(n Notation, rec *parser.Record) (used, meaning, language string) {
	switch n := n.(type) {
	case *SAN:
		if n.alphabet != nil {
			used, meaning = n.alphabet.Letters(rec)
			return used, meaning, n.alphabet.Language
		}
	case *Courier:
		labels := slices.Sorted(maps.Keys(n.foreign))
		means := make([]string, len(labels))
		for i, label := range labels {
			means[i] = n.rules.Label(n.foreign[label])
		}
		return strings.Join(labels, " "), strings.Join(means, " "), ""
	}
	return "", "", ""
}

// translate chooses the alphabet of a record with foreign piece letters: the
// language that makes every ply legal, else the one meaning of its letters that
// does. It chooses none if the record is legal without, or if several lead to
// different moves.
func (n *SAN) translate(rec *parser.Record, start *rules.Position) {
	if !n.hasForeign(rec.Moves) || n.playsAll(rec, start, nil) {
		return
	}
	var found *Alphabet
	for _, a := range Translates(rec) {
		if !n.playsAll(rec, start, a) {
			continue
		}
		if found != nil && !sameTexts(rec, found, a) {
			return
		}
		if found == nil {
			found = a
		}
	}
	if found == nil && len(rec.Moves) >= minLetterPlies {
		found = n.solveLetters(rec, start)
	}
	n.alphabet = found
}

// hasForeign reports whether a move begins with a foreign letter. It looks up
// each letter once.
func (n *SAN) hasForeign(line parser.Line) bool {
	known := uint64(0) // bits of the variant's own letters
	for i := range line {
		text := line[i].Text
		if text == "" || text[0] >= 'a' && text[0] <= 'z' || text[0] < 'A' {
			continue
		}
		letter := uint64(1) << (text[0] - 'A')
		if known&letter != 0 {
			continue
		}
		if n.foreignLetter(text) != "" {
			return true
		}
		if isUpper(text[0]) && n.rules.Lettered(text[0], false) != nil {
			known |= letter
		}
	}
	return false
}

// foreignLetter returns the piece letter at the start of a move if it is none
// of the variant; "" for others.
func (n *SAN) foreignLetter(text string) string {
	if text == "" || text[0] >= 'a' && text[0] <= 'z' || text[0] < 'A' {
		return ""
	}
	first, size := utf8.DecodeRuneInString(text)
	if !unicode.IsUpper(first) || first == 'O' || first == 'Z' || size == len(text) {
		return ""
	}
	if size == 1 && (n.rules.Lettered(text[0], false) != nil || n.rules.SANLettered(text[0]) != nil) {
		return ""
	}
	for {
		next, more := utf8.DecodeRuneInString(text[size:])
		if more < 2 || !unicode.IsLower(next) { // Кр
			return text[:size]
		}
		size += more
	}
}

// playsAll reports whether every ply is legal in an alphabet, nil for the
// variant's own letters.
func (n *SAN) playsAll(rec *parser.Record, start *rules.Position, a *Alphabet) bool {
	reader, p := *n, start.Clone()
	reader.alphabet, reader.text, reader.found, reader.squares = a, sanText{}, nil, nil
	for i := range rec.Moves {
		if !reader.advance(p, rec.Moves[i].Text) {
			return false
		}
	}
	return true
}

// sameTexts reports whether two alphabets give a record the same moves.
func sameTexts(rec *parser.Record, a, b *Alphabet) bool {
	for i := range rec.Moves {
		if text := rec.Moves[i].Text; a.Translate(text) != b.Translate(text) {
			return false
		}
	}
	return true
}

// letterSearch searches for the meaning of unknown piece letters.
type letterSearch struct {
	reader *SAN
	rec    *parser.Record
	free   []byte // letters of the variant that the record does not use
	reads  int
	found  []map[string]byte
}

// solveLetters returns the one alphabet, in which each foreign letter stands
// for a piece whose own letter is not used, that makes every ply legal; nil if
// there is none or more than one.
func (n *SAN) solveLetters(rec *parser.Record, start *rules.Position) *Alphabet {
	reader := *n
	reader.text, reader.found, reader.squares = sanText{}, nil, nil
	s := &letterSearch{reader: &reader, rec: rec}
	var used [256]bool
	for i := range rec.Moves {
		if text := rec.Moves[i].Text; text != "" {
			used[text[0]] = true
		}
	}
	for letter := byte('A'); letter <= 'Z'; letter++ {
		if letter != 'P' && !used[letter] && n.rules.Lettered(letter, false) != nil {
			s.free = append(s.free, letter)
		}
	}
	s.search(0, start.Clone(), map[string]byte{})
	if len(s.found) != 1 || s.reads > maxLetterReads {
		return nil
	}
	return newAlphabet("", s.found[0])
}

// search plays the plies from one on and tries every meaning of a letter that
// has none yet.
func (s *letterSearch) search(ply int, p *rules.Position, known map[string]byte) {
	for ; ply < len(s.rec.Moves); ply++ {
		text := s.rec.Moves[ply].Text
		letter := s.reader.foreignLetter(text)
		if _, ok := known[letter]; letter != "" && !ok {
			for _, meaning := range s.free {
				if slices.Contains(slices.Collect(maps.Values(known)), meaning) {
					continue
				}
				more := maps.Clone(known)
				more[letter] = meaning
				q := p.Clone()
				if s.advance(q, text, more) {
					s.search(ply+1, q, more)
				}
				if len(s.found) > 1 || s.reads > maxLetterReads {
					return
				}
			}
			return
		}
		if !s.advance(p, text, known) {
			return
		}
	}
	s.found = append(s.found, known)
}

// advance plays a move with these meanings if it is legal.
func (s *letterSearch) advance(p *rules.Position, text string, known map[string]byte) bool {
	s.reads++
	s.reader.alphabet = newAlphabet("", known)
	return s.reads <= maxLetterReads && s.reader.advance(p, text)
}

// learnLabels reads labels of other piece sets than the page's if each always
// stands for one kind of piece and every ply is legal with them.
func (c *Courier) learnLabels(rec *parser.Record, start *rules.Position) {
	reader := NewCourier()
	if len(rec.Moves) < minLetterPlies || !c.hasForeign(rec, start.Rules()) || reader.playsAll(rec, start) {
		return
	}
	if reader = (&Courier{learns: true}); reader.playsAll(rec, start) {
		c.use(start.Rules())
		c.foreign = reader.foreign
	}
}

// hasForeign reports whether a record has a label that no piece has.
func (c *Courier) hasForeign(rec *parser.Record, r *rules.Rules) bool {
	c.use(r)
	for i := range rec.Moves {
		c.parts, _ = courier.AppendParts(c.parts[:0], rec.Moves[i].Text)
		for k := range c.parts {
			if label := c.parts[k].Label; label != "" && len(c.types[0][label]) == 0 && len(c.types[1][label]) == 0 {
				return true
			}
		}
	}
	return false
}

// playsAll reports whether every ply of a record is legal.
func (c *Courier) playsAll(rec *parser.Record, start *rules.Position) bool {
	p := start.Clone()
	for i := range rec.Moves {
		m, known, _, f := c.Read(p, rec.Moves[i].Text)
		if _, over := p.OutcomeBefore(known || f == nil); over || f != nil {
			return false
		}
		p.Play(m)
		c.Follow(p, rec.Moves[i].Text)
	}
	return true
}

// isForeign reports whether a label of another piece set stands for a piece. A
// reader that learns takes the first piece for which it is used.
func (c *Courier) isForeign(label string, pc rules.Piece) bool {
	if t, known := c.foreign[label]; known || !c.learns {
		return known && t == pc.Type()
	}
	for side := range c.types {
		if len(c.types[side][label]) > 0 {
			return false
		}
	}
	for other, t := range c.foreign {
		if t == pc.Type() && !strings.EqualFold(other, label) {
			return false // two labels for one kind
		}
	}
	if c.foreign == nil {
		c.foreign = map[string]rules.PieceType{}
	}
	c.foreign[label] = pc.Type()
	return true
}
