package rules

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// textReader reads one position.
type textReader struct {
	r      *Rules
	p      *Position
	text   string
	at     int
	played bool // overruled moves may have led here
}

func (x *textReader) fail(format string, args ...any) error {
	return &TextError{Column: x.at + 1, Message: fmt.Sprintf(format, args...)}
}

// ParsePosition reads a FEN. Missing fields at the end have their default
// values. The error is a *TextError.
func (r *Rules) ParsePosition(text string) (*Position, error) {
	return playable(r.readText(text, false))
}

// playable returns no position if there is an error.
func playable(p *Position, err error) (*Position, error) {
	if err != nil {
		return nil, err
	}
	return p, nil
}

// readText reads a position. If only its fields or the position's validity are
// wrong, it returns the position too. Positions of played games may come from
// overruled moves.
func (r *Rules) readText(text string, played bool) (*Position, error) {
	text = strings.TrimSpace(text)
	if len(text) > maxText {
		return nil, &TextError{Column: maxText + 1, Message: fmt.Sprintf("longer than the limit of %d bytes", maxText)}
	}
	if r.definition.Sfen && isSfen(text) {
		text = r.fromSfen(text)
	}
	p := &Position{rules: r, doubleStepped: NoSquare, traded: NoSquare, number: 1, checks: [2]uint8{r.checksToWin, r.checksToWin}}
	x := &textReader{r: r, p: p, text: text, played: played}
	for _, read := range []func() error{x.board, x.hands, x.side} {
		if err := read(); err != nil {
			return nil, err
		}
	}
	return p, x.finish()
}

// finish reads the fields, validates the position and sets its keys.
func (x *textReader) finish() error {
	p, r := x.p, x.r
	if err := x.fields(); err != nil {
		return err
	}
	if err := x.check(); err != nil {
		return err
	}
	p.key, p.secret = p.keysFromScratch()
	if r.trackHistory || len(r.definition.Claims) > 0 {
		p.history = newHistory()
		p.remember()
	}
	return nil
}

func (x *textReader) board() error {
	r := x.r
	file, rank := 0, r.ranks-1
	for x.at < len(x.text) {
		switch c := x.text[x.at]; {
		case c == ' ' || c == '[':
			return x.boardEnd(file, rank)
		case c == '/':
			if file == r.files && rank == 0 {
				x.at++
				return x.slashHand()
			}
			if file != r.files {
				return x.fail("rank %d has %d squares, not %d", rank+1, file, r.files)
			}
			file, rank = 0, rank-1
			if rank < 0 {
				return x.fail("more than %d ranks", r.ranks)
			}
			x.at++
		case c >= '0' && c <= '9':
			n, err := x.count()
			if err != nil {
				return err
			}
			if file += n; file > r.files {
				return x.fail("rank %d has more than %d squares", rank+1, r.files)
			}
		default:
			start := x.at
			pc, err := x.piece()
			if err != nil {
				return err
			}
			if file >= r.files {
				x.at = start
				return x.fail("rank %d has more than %d squares", rank+1, r.files)
			}
			if s := Square(rank*r.files + file); pc == Walled {
				x.p.toggleWall(s)
			} else {
				x.p.put(s, pc)
			}
			file++
		}
	}
	return x.boardEnd(file, rank)
}

func (x *textReader) boardEnd(file, rank int) error {
	if rank != 0 || file != x.r.files {
		return x.fail("the board ends at rank %d after %d squares; it has %d ranks of %d", rank+1, file, x.r.ranks, x.r.files)
	}
	if x.r.Hexagons() {
		for s := range Square(x.r.squares) {
			_, cell := x.r.Coordinates(s)
			if there := x.p.board[s]; (there == Walled) != (cell == 0) {
				return x.fail("the cells of this board of hexagons are others: what is none of them is *")
			}
		}
	}
	return nil
}

// count reads a number of at most three digits.
func (x *textReader) count() (int, error) {
	n := 0
	for start := x.at; x.at < len(x.text) && x.text[x.at] >= '0' && x.text[x.at] <= '9'; {
		n = n*10 + int(x.text[x.at]-'0')
		if x.at++; x.at-start > 3 {
			return 0, x.fail("a number this large does not belong here")
		}
	}
	return n, nil
}

func (x *textReader) piece() (Piece, error) {
	rest := x.text[x.at:]
	if rest[0] == '*' && x.r.hasWalls {
		x.at++
		return Walled, nil
	}
	length := 1
	if rest[0] == '+' {
		length = 2
	}
	if len(rest) > length && (rest[length] == '~' || rest[length] == '\'') {
		length++
	}
	if len(rest) < length {
		return NoPiece, x.fail("a + without a letter after it")
	}
	word := rest[:length]
	upper := strings.ToUpper(word)
	t, ok := x.r.letters[upper]
	if !ok && length > 1 && rest[0] != '+' {
		t, ok = x.r.letters[upper[:1]]
		word, length = rest[:1], 1
	}
	if !ok {
		return NoPiece, x.fail("%q is no piece of this game", []rune(rest)[0])
	}
	x.at += length
	if word == upper {
		return NewPiece(t, First), nil
	}
	return NewPiece(t, Second), nil
}

func (x *textReader) hands() error {
	if x.at >= len(x.text) || x.text[x.at] != '[' {
		return nil
	}
	x.at++
	return x.hand(']')
}

// slashHand reads a hand after a last slash, as crazyhouse servers write it.
func (x *textReader) slashHand() error {
	if !x.r.hasHand {
		return x.fail("more than %d ranks", x.r.ranks)
	}
	return x.hand(' ')
}

func (x *textReader) hand(end byte) error {
	r, p := x.r, x.p
	var next [2]int
	count := 0
	for ; x.at < len(x.text) && x.text[x.at] != end; count = 0 {
		if x.text[x.at] == '-' {
			x.at++
			continue
		}
		var err error
		if count, err = x.count(); err != nil {
			return err
		}
		if x.at == len(x.text) || x.text[x.at] == end {
			break
		}
		start := x.at
		pc, err := x.piece()
		if err != nil {
			return err
		}
		t, side := pc.Type(), pc.Side()
		if pc == Walled {
			x.at = start
			return x.fail("a wall does not lie in a hand")
		}
		if !slices.Contains(r.handOrder, t) {
			x.at = start
			return x.fail("a %s does not lie in a hand", r.pieceTypes[t].name)
		}
		if r.cells > 0 {
			if next[side] += count; next[side] >= r.cells {
				return x.fail("a bench has %d cells", r.cells)
			}
			p.cells[side][next[side]] = t
			next[side]++
			count = 1
		}
		count = max(count, 1)
		if int(p.hand[side][t])+count > min(r.squares, maxHeld) {
			return x.fail("more pieces in hand than squares on the board")
		}
		p.hand[side][t] += uint8(count)
		p.held[side] += count
	}
	if end == ']' {
		if x.at == len(x.text) {
			return x.fail("the hands are not closed by ]")
		}
		x.at++
	}
	return nil
}

// word reads the next word after blanks.
func (x *textReader) word() string {
	rest := strings.TrimLeft(x.text[x.at:], " ")
	word, _, _ := strings.Cut(rest, " ")
	x.at = len(x.text) - len(rest) + len(word)
	return word
}

// side reads the side to move. Xiangqi programs write r for Red.
func (x *textReader) side() error {
	start := x.at
	switch w := x.word(); {
	case w == "w", w == "", w == "r" && x.r.SideName(First) == "Red":
		x.p.side = First
	case w == "b":
		x.p.side = Second
	default:
		x.at = start
		return x.fail("the side to move is w (%s) or b (%s), found %q", x.r.SideName(First), x.r.SideName(Second), w)
	}
	return nil
}

func (x *textReader) fields() error {
	p, r := x.p, x.r
	p.rights = p.initialRights()
	if r.unmoved != nil {
		p.fresh = p.initialFresh()
		p.closeGates(First)
		p.closeGates(Second)
	}
	for _, field := range r.fieldsOf(strings.Fields(x.text[x.at:])) {
		start := x.at
		w := x.word()
		if w == "" {
			if field == "castling" {
				continue
			}
			break
		}
		if err := x.field(field, w); err != nil {
			x.at = start
			return x.fail("%s: %v", field, err)
		}
	}
	if w := x.word(); w != "" {
		return x.fail("%q follows the last field", w)
	}
	return nil
}

// fieldsOf returns the meaning of the words after the side to move: the
// definition's fields, or the four fields of a FEN if the text includes those
// that the variant does not use, or the last two of these if it omits the
// others. Castling rights are skipped if nothing castles and pawns are those of
// chess.
func (r *Rules) fieldsOf(words []string) []string {
	fields := r.definition.State
	if r.checksToWin > 0 {
		fields = slices.DeleteFunc(slices.Clone(fields), func(field string) bool { return field == "checks" })
		if at := slices.IndexFunc(words, isChecks); at >= 0 {
			fields = slices.Insert(fields, min(at, len(fields)), "checks")
		}
	}
	if r.unusedRights(words) && slices.Equal(fields, fenFields) {
		return unusedFields
	}
	if len(words) > len(fields) && len(words) == len(fenFields) {
		return fenFields
	}
	if r.castling == nil && r.unmoved == nil && slices.Equal(fields, fenFields) && len(words) > 0 && words[0] != "-" {
		return fenFields[2:]
	}
	return fields
}

// squareNames splits the en passant field into squares.
var squareNames = regexp.MustCompile(`[^0-9]*[0-9]*`)

// fenFields are the fields after the side to move in a FEN.
var fenFields = []string{"castling", "en-passant", "clock", "number"}

// unusedFields is fenFields with the castling field skipped.
var unusedFields = []string{"unused", "en-passant", "clock", "number"}

// unusedRights reports whether the first word is a castling field in a variant
// without castling: KQkq, or files, followed by an en passant field.
func (r *Rules) unusedRights(words []string) bool {
	if r.castling != nil || r.unmoved != nil || len(r.enPassantTypes) == 0 || len(words) < 2 {
		return false
	}
	_, square := r.SquareNamed(words[1])
	return len(words[0]) <= len("KQkq") && strings.Trim(words[0], "KQkqABCDEFGHabcdefgh") == "" && (words[1] == "-" || square)
}

// isChecks reports whether a word is a check counter: `3+2` checks left, or
// `+0+1` checks given.
func isChecks(word string) bool { return strings.Count(strings.TrimPrefix(word, "+"), "+") == 1 }

func (x *textReader) field(field, w string) error {
	p, r := x.p, x.r
	switch field {
	case "pocket":
		return x.pockets(w)
	case "castling":
		switch {
		case r.unmoved != nil:
			if !p.readFresh(w) {
				return fmt.Errorf("%q are no rights of castling and of first moves", w)
			}
			return nil
		case r.castling == nil:
			if w != "-" {
				return fmt.Errorf("this game has no castling, found %q", w)
			}
			return nil
		}
		rights, ok := p.readCastling(w)
		if !ok {
			return fmt.Errorf("%q are no castling rights", w)
		}
		p.rights = rights
	case "en-passant":
		if w == "-" {
			return nil
		}
		if n, err := strconv.Atoi(w); err == nil && (r.honours != nil || len(r.enPassantTypes) == 0) {
			return x.limit(n)
		}
		var squares Bitboard
		for _, name := range squareNames.FindAllString(w, -1) {
			s, ok := r.SquareNamed(name)
			if !ok {
				return fmt.Errorf("%q is no square", name)
			}
			squares.Add(s)
		}
		return p.readEnPassant(squares)
	case "traded":
		if w == "-" {
			return nil
		}
		s, ok := r.SquareNamed(w)
		if !ok {
			return fmt.Errorf("%q is no square", w)
		}
		p.traded = s
	case "checks":
		return x.checks(w)
	case "clock", "number":
		n, err := strconv.Atoi(w)
		if err != nil || n < 0 || n > 1<<20 {
			return fmt.Errorf("%q is no number from 0 to %d", w, 1<<20)
		}
		switch {
		case field == "number":
			p.number = max(n, 1)
		case p.tally.limit > 0:
			p.tally.plies = int32(n)
		default:
			p.clock = n
		}
	}
	return nil
}

// limit sets the limit of a running count, in plies. Fairy-Stockfish writes it
// in place of the en passant square, and the plies counted in place of the
// clock.
func (x *textReader) limit(n int) error {
	if n < 0 || n > 1<<20 {
		return fmt.Errorf("%d is no number from 0 to %d", n, 1<<20)
	}
	if x.r.honours != nil {
		x.p.tally.limit = int32(n)
	}
	return nil
}

func (x *textReader) checks(w string) error {
	most := x.r.checksToWin
	words, given := strings.CutPrefix(w, "+")
	first, second, _ := strings.Cut(words, "+")
	for side, word := range []string{first, second} {
		n, err := strconv.ParseUint(word, 10, 8)
		if err != nil || n > uint64(most) {
			return fmt.Errorf("two numbers from 0 to %d with + between, found %q", most, w)
		}
		if x.p.checks[side] = uint8(n); given {
			x.p.checks[side] = most - uint8(n)
		}
	}
	return nil
}

func (x *textReader) pockets(w string) error {
	first, second, found := strings.Cut(w, "/")
	if !found {
		return fmt.Errorf("two pockets with / between, found %q", w)
	}
	for side, word := range []string{first, second} {
		if word == "-" {
			continue
		}
		t, ok := x.r.letters[strings.ToUpper(word)]
		if !ok || x.r.royals.Has(t) {
			return fmt.Errorf("%q cannot lie in a pocket", word)
		}
		x.p.pocket[side] = t
	}
	return nil
}

// findRoyals returns each side's royal, if there is one type of royal and the
// side has exactly one.
func (p *Position) findRoyals() [2]Square {
	out := [2]Square{NoSquare, NoSquare}
	for _, side := range []Side{First, Second} {
		if b := p.royals(side); p.rules.royals&(p.rules.royals-1) == 0 && b.Single() {
			out[side] = b.First()
		}
	}
	return out
}

// check validates the position. In variants whose mating problems omit the
// attacker's king, and whose diagrams omit both, royals may be missing.
func (x *textReader) check() error {
	p, r := x.p, x.r
	p.royal = p.findRoyals()
	mayBeAttacked := !r.royalSafe
	for i, m := range r.endings {
		if over, exposed := m.stands(p); over {
			if p.ended == goesOn {
				p.ended = uint8(i + 1)
			}
			mayBeAttacked = mayBeAttacked || exposed
		}
	}
	for _, side := range []Side{First, Second} {
		for kinds := r.royals; kinds != 0; kinds &= kinds - 1 {
			t := PieceType(trailing64(uint64(kinds)))
			n := p.count(side, 1<<t)
			if p.ended != goesOn { // an explosion may have put a royal into a hand
				n = p.pieces[NewPiece(t, side)].Len()
			}
			if n > 1 {
				return x.fail("%s has %d pieces of the royal %s, of which a side has one", r.SideName(side), n, r.pieceTypes[t].name)
			}
		}
		switch {
		case p.count(side, r.royals) > 0 || !r.needsRoyal(p, side):
		case x.played:
			p.astray = fromStart
		default:
			return x.fail("%s has no %s", r.SideName(side), r.pieceTypes[r.royalType()].name)
		}
	}
	if !mayBeAttacked && p.InCheck(p.side.Other()) {
		if p.astray = fromStart; x.played {
			return nil
		}
		return x.fail("the %s of %s can be captured, and it is not his turn", cmp.Or(r.royalNames(), "last royal"), r.SideName(p.side.Other()))
	}
	return nil
}

// needsRoyal reports whether a position without a royal of that side is
// invalid.
func (r *Rules) needsRoyal(p *Position, side Side) bool {
	return r.hasRoyal[side] && !r.definition.Sfen && p.ended == goesOn
}
