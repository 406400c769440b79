package rules

import (
	"cmp"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"assay/parser/scan"
)

// textReader reads one position.
type textReader struct {
	rules     *Rules
	position  *Position
	text      string
	at        int
	overruled bool // overruled moves may have led here
}

func (x *textReader) errorf(format string, args ...any) error {
	return &TextError{Column: x.at + 1, Message: fmt.Sprintf(format, args...)}
}

// ParsePosition reads a FEN. Missing fields at the end have their default
// values. The error is a *TextError.
func (r *Rules) ParsePosition(text string) (*Position, error) {
	return orNil(r.readText(text, false))
}

// orNil returns no position if there is an error.
func orNil(p *Position, err error) (*Position, error) {
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
	if len(text) > maxTextSize {
		return nil, &TextError{Column: maxTextSize + 1,
			Message: fmt.Sprintf("longer than the limit of %d bytes", maxTextSize)}
	}
	var err error
	if text, err = r.pastedPosition(text); err != nil {
		return nil, err
	}
	if r.definition.Sfen && isSfen(text) {
		text = r.sfenToFEN(text)
	}
	checks := [2]uint8{r.caps.checksToWin, r.caps.checksToWin}
	p := &Position{rules: r, number: 1, state: state{doubleStepped: NoSquare, traded: NoSquare, checks: checks}}
	x := &textReader{rules: r, position: p, text: text, overruled: played}
	for _, read := range []func() error{x.board, x.hands, x.side} {
		if err := read(); err != nil {
			return nil, err
		}
	}
	return p, x.finish()
}

// Forms in which positions are pasted.
var (
	engineCommand = scan.NewPattern(`^(?i:position\s+)?(?i:fen|sfen)\s+|^(?i:position)\s+`)
	queryPosition = scan.NewPattern(`(?i)[?&#](?:fen|sfen|position)=([^&#]+)`)
	queryValue    = scan.NewPattern(`[?&#](?:[A-Za-z_]+=)?([^&#]+)`)
	plusForBlank  = scan.NewPattern(`\+([wb])\+(.*)$`)
	plusInCommand = scan.NewPattern(`^(?i:position\+)?(?i:s?fen)\+|^(?i:position)\+`)
	// epdOperations matches the operations after the four fields of EPD.
	epdOperations = scan.NewPattern(`^(\S+\s+[wb]\s+\S+\s+\S+)\s+([A-Za-z][A-Za-z0-9_]*(?:\s[^;]*)?;.*)$`)
	epdCounter    = scan.NewPattern(`\b(hmvc|fmvn)\s+([0-9]+)\s*;`)
)

// pastedPosition returns the FEN or SFEN in a pasted text. The text may have an
// engine's command before it, underscores for blanks, or operations of EPD
// after it, or be the URL of a page. Other texts are returned unchanged.
func (r *Rules) pastedPosition(text string) (string, error) {
	if strings.HasPrefix(text, "https://") || strings.HasPrefix(text, "http://") {
		found := r.positionOfAddress(text)
		if found == "" {
			return "", &TextError{Column: 1, Message: fmt.Sprintf(
				"the address contains no position of %d ranks; expected one in its path, or as fen= or sfen=", r.ranks)}
		}
		text = found
	}
	if word := engineCommand.FindString(text); word != "" {
		text = text[len(word):]
	}
	if text == "startpos" {
		return r.StartText(), nil
	}
	if at := strings.Index(text, " moves"); at >= 0 {
		return "", &TextError{Column: at + 2,
			Message: "moves after the position are not read; expected a position alone"}
	}
	if !strings.Contains(text, " ") {
		text = strings.ReplaceAll(text, "_", " ")
	}
	if parts := epdOperations.FindStringSubmatch(text); parts != nil {
		counters := map[string]string{"hmvc": "0", "fmvn": "1"}
		for _, c := range epdCounter.FindAllStringSubmatch(parts[2], -1) {
			counters[c[1]] = c[2]
		}
		text = parts[1] + " " + counters["hmvc"] + " " + counters["fmvn"]
	}
	return text, nil
}

// positionOfAddress returns the position in the address of a page; "" for none.
func (r *Rules) positionOfAddress(address string) string {
	if found := queryPosition.FindStringSubmatch(address); found != nil {
		if text, err := url.PathUnescape(found[1]); err == nil {
			return withBlanks(text)
		}
	}
	for _, found := range queryValue.FindAllStringSubmatch(address, -1) {
		text, err := url.PathUnescape(found[1])
		if err == nil && strings.Count(text, "/") >= r.ranks-1 {
			return withBlanks(text)
		}
	}
	path, _, _ := strings.Cut(address, "?")
	path, _, _ = strings.Cut(path, "#")
	path, err := url.PathUnescape(path)
	parts := strings.Split(path, "/")
	if err != nil || len(parts) <= r.ranks+2 {
		return ""
	}
	text := strings.Join(parts[len(parts)-r.ranks:], "/")
	if r.hands.exist { // the hands may follow a further slash
		if held := strings.Join(parts[len(parts)-r.ranks-1:], "/"); r.isPosition(held) && !r.isPosition(text) {
			return held
		}
	}
	return text
}

// isPosition reports whether a text from the path of an address is a position.
func (r *Rules) isPosition(text string) bool {
	_, err := r.readText(text, false)
	return err == nil
}

// withBlanks replaces the plus signs of a query that stand for blanks, not for
// promoted pieces.
func withBlanks(text string) string {
	if strings.ContainsAny(text, " _") {
		return text
	}
	plain := func(part string) string { return strings.ReplaceAll(part, "+", " ") }
	return plusForBlank.ReplaceAllStringFunc(plusInCommand.ReplaceAllStringFunc(text, plain), plain)
}

// finish reads the fields, validates the position and sets its keys.
func (x *textReader) finish() error {
	p, r := x.position, x.rules
	if err := x.fields(); err != nil {
		return err
	}
	if err := x.check(); err != nil {
		return err
	}
	p.key, p.repetitionKey = p.computeKeys()
	if r.caps.tracksHistory || len(r.definition.Claims) > 0 {
		p.history = newHistory()
		p.recordPosition()
	}
	return nil
}

func (x *textReader) board() error {
	r := x.rules
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
				return x.errorf("rank %d has %d squares, not %d", rank+1, file, r.files)
			}
			file, rank = 0, rank-1
			if rank < 0 {
				return x.errorf("more than %d ranks", r.ranks)
			}
			x.at++
		case c >= '0' && c <= '9':
			n, err := x.count()
			if err != nil {
				return err
			}
			if file += n; file > r.files {
				return x.errorf("rank %d has more than %d squares", rank+1, r.files)
			}
		default:
			start := x.at
			pc, err := x.piece()
			if err != nil {
				return err
			}
			if file >= r.files {
				x.at = start
				return x.errorf("rank %d has more than %d squares", rank+1, r.files)
			}
			if s := Square(rank*r.files + file); pc == Walled {
				x.position.toggleWall(s)
			} else {
				x.position.putPiece(s, pc)
			}
			file++
		}
	}
	return x.boardEnd(file, rank)
}

func (x *textReader) boardEnd(file, rank int) error {
	if rank != 0 || file != x.rules.files {
		return x.errorf("the board ends at rank %d after %d squares; it has %d ranks of %d", rank+1, file,
			x.rules.ranks, x.rules.files)
	}
	if x.rules.Hexagons() {
		for s := range Square(x.rules.squares) {
			_, cell := x.rules.Coordinates(s)
			if there := x.position.board[s]; (there == Walled) != (cell == 0) {
				return x.errorf("the holes of this hexagonal board do not match: write * for each hole, and for " +
					"nothing else")
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
			return 0, x.errorf("this number is too large")
		}
	}
	return n, nil
}

func (x *textReader) piece() (Piece, error) {
	rest := x.text[x.at:]
	if rest[0] == '*' && x.rules.caps.walls {
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
		return NoPiece, x.errorf("a + without a letter after it")
	}
	word := rest[:length]
	upper := strings.ToUpper(word)
	t, ok := x.rules.names.byLetter[upper]
	if !ok && length > 1 && rest[0] != '+' {
		t, ok = x.rules.names.byLetter[upper[:1]]
		word, length = rest[:1], 1
	}
	if !ok {
		return NoPiece, x.errorf("%q is no piece of this game", []rune(rest)[0])
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
	if !x.rules.hands.exist {
		return x.errorf("more than %d ranks", x.rules.ranks)
	}
	return x.hand(' ')
}

func (x *textReader) hand(end byte) error {
	r, p := x.rules, x.position
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
			return x.errorf("a wall cannot be in a hand")
		}
		if !slices.Contains(r.hands.order, t) {
			x.at = start
			return x.errorf("a %s cannot be in a hand", r.pieceTypes[t].name)
		}
		if r.hands.cells > 0 {
			if next[side] += count; next[side] >= r.hands.cells {
				return x.errorf("a bench has %d cells", r.hands.cells)
			}
			p.cells[side][next[side]] = t
			next[side]++
			count = 1
		}
		count = max(count, 1)
		if int(p.hand[side][t])+count > min(r.squares, maxHeld) {
			return x.errorf("more pieces in hand than squares on the board")
		}
		p.hand[side][t] += uint8(count)
		p.handSize[side] += count
	}
	if end == ']' {
		if x.at == len(x.text) {
			return x.errorf("the hands are not closed by ]")
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
	case w == "w", w == "", w == "r" && x.rules.SideName(First) == "Red":
		x.position.side = First
	case w == "b":
		x.position.side = Second
	default:
		x.at = start
		return x.errorf("the side to move is w (%s) or b (%s), found %q", x.rules.SideName(First),
			x.rules.SideName(Second), w)
	}
	return nil
}

func (x *textReader) fields() error {
	p, r := x.position, x.rules
	p.rights = p.initialRights()
	if r.firstMove != nil {
		p.unmoved = p.initialUnmoved()
		p.loseUselessGating(First)
		p.loseUselessGating(Second)
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
			return x.errorf("%s: %v", field, err)
		}
	}
	if w := x.word(); w != "" {
		return x.errorf("%q follows the last field", w)
	}
	return nil
}

// fieldsOf returns the meaning of the words after the side to move. These are
// the fields of the definition. If the text includes the unused fields of FEN,
// they are the four fields of FEN; if it omits the first two, the last two.
// Castling rights are skipped if nothing castles and pawns move as in chess.
func (r *Rules) fieldsOf(words []string) []string {
	fields := r.definition.State
	if r.caps.checksToWin > 0 {
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
	if r.castling == nil && r.firstMove == nil && slices.Equal(fields, fenFields) && len(words) > 0 && words[0] != "-" {
		return fenFields[2:]
	}
	return fields
}

// squareNames splits the en passant field into squares.
var squareNames = scan.NewPattern(`[^0-9]*[0-9]*`)

// fenFields are the fields after the side to move in a FEN.
var fenFields = []string{"castling", "en-passant", "clock", "number"}

// unusedFields is fenFields with the castling field skipped.
var unusedFields = []string{"unused", "en-passant", "clock", "number"}

// unusedRights reports whether the first word is a castling field in a variant
// without castling: KQkq, or files, followed by an en passant field.
func (r *Rules) unusedRights(words []string) bool {
	if r.castling != nil || r.firstMove != nil || len(r.enPassantTypes) == 0 || len(words) < 2 {
		return false
	}
	_, square := r.SquareNamed(words[1])
	return len(words[0]) <= len("KQkq") && strings.Trim(words[0], "KQkqABCDEFGHabcdefgh") == "" &&
		(words[1] == "-" || square)
}

// isChecks reports whether a word is a check counter: `3+2` checks left, or
// `+0+1` checks given.
func isChecks(word string) bool { return strings.Count(strings.TrimPrefix(word, "+"), "+") == 1 }

func (x *textReader) field(field, w string) error {
	p, r := x.position, x.rules
	switch field {
	case "pocket":
		return x.pockets(w)
	case "castling":
		switch {
		case r.firstMove != nil:
			if !p.readUnmoved(w) {
				return fmt.Errorf("%q does not list castling rights and first moves", w)
			}
			return nil
		case r.castling == nil:
			if w != "-" {
				return fmt.Errorf("this variant has no castling: expected -, found %q", w)
			}
			return nil
		}
		rights, ok := p.readCastling(w)
		if !ok {
			return fmt.Errorf("%q does not list castling rights", w)
		}
		p.rights = rights
	case "en-passant":
		if w == "-" {
			return nil
		}
		if n, err := strconv.Atoi(w); err == nil && (r.claims.counting != nil || len(r.enPassantTypes) == 0) {
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
	if x.rules.claims.counting != nil {
		x.position.tally.limit = int32(n)
	}
	return nil
}

func (x *textReader) checks(w string) error {
	most := x.rules.caps.checksToWin
	words, given := strings.CutPrefix(w, "+")
	first, second, _ := strings.Cut(words, "+")
	for side, word := range []string{first, second} {
		n, err := strconv.ParseUint(word, 10, 8)
		if err != nil || n > uint64(most) {
			return fmt.Errorf("expected two numbers from 0 to %d joined by +, found %q", most, w)
		}
		if x.position.checks[side] = uint8(n); given {
			x.position.checks[side] = most - uint8(n)
		}
	}
	if x.position.checks[x.position.side] == 0 {
		return fmt.Errorf("%q: the side to move has given all checks, so it cannot be its turn", w)
	}
	return nil
}

func (x *textReader) pockets(w string) error {
	first, second, found := strings.Cut(w, "/")
	if !found {
		return fmt.Errorf("expected two pockets separated by /, found %q", w)
	}
	for side, word := range []string{first, second} {
		if word == "-" {
			continue
		}
		t, ok := x.rules.names.byLetter[strings.ToUpper(word)]
		if !ok || x.rules.royals.Has(t) {
			return fmt.Errorf("%q cannot be in a pocket", word)
		}
		x.position.pocket[side] = t
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
	p, r := x.position, x.rules
	p.royal = p.findRoyals()
	mayBeAttacked := !r.caps.royalSafety
	for i, m := range r.special.endings {
		if over, exposed := m.isOver(p); over {
			if p.ended == notEnded {
				p.ended = uint8(i + 1)
			}
			mayBeAttacked = mayBeAttacked || exposed
		}
	}
	for _, side := range []Side{First, Second} {
		for kinds := r.royals; kinds != 0; kinds &= kinds - 1 {
			t := PieceType(trailing64(uint64(kinds)))
			n := p.count(side, 1<<t)
			if p.ended != notEnded { // an explosion may have put a royal into a hand
				n = p.pieces[NewPiece(t, side)].Len()
			}
			if n > 1 {
				return x.errorf("%s has %d of the royal %s; a side has only one", r.SideName(side), n,
					r.pieceTypes[t].name)
			}
		}
		switch {
		case p.count(side, r.royals) > 0 || !r.needsRoyal(p, side):
		case x.overruled:
			p.overruledPly = beforeStart
		default:
			return x.errorf("%s has no %s", r.SideName(side), r.pieceTypes[r.royalType()].name)
		}
	}
	if !mayBeAttacked && p.InCheck(p.side.Other()) {
		if p.overruledPly = beforeStart; x.overruled {
			return nil
		}
		return x.errorf("the %s of %s is attacked, and it is the other side's turn",
			cmp.Or(r.royalNames(), "last royal"), r.SideName(p.side.Other()))
	}
	return nil
}

// needsRoyal reports whether a position without a royal of that side is
// invalid.
func (r *Rules) needsRoyal(p *Position, side Side) bool {
	return r.caps.needsRoyal[side] && !r.definition.Sfen && p.ended == notEnded
}
