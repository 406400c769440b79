package notation

import (
	"slices"
	"strings"
	"unicode/utf8"

	"assay/analysis/rules"
	"assay/analysis/variant"
	"assay/parser/pgn"
	"assay/parser/record"
	"assay/parser/scan"
)

// sanKind is the form of a move's text.
type sanKind uint8

const (
	sanBoard sanKind = iota
	sanCastle
	sanDrop
	sanFromPocket
	sanToPocket
	sanPass
)

// sanSquare is the written part of a square: the file from 0, and the rank as
// written; -1 if missing.
type sanSquare struct{ file, rank int }

// noSanSquare is nothing of a square.
var noSanSquare = sanSquare{-1, -1}

func (s sanSquare) whole() bool { return s.file >= 0 && s.rank >= 0 }

// sanText is the parts of a move's text.
type sanText struct {
	text     string
	kind     sanKind
	types    []rules.PieceType // what moves or is dropped; nil where no letter is written
	from, to sanSquare
	cell     string // bench cell of a drop
	capture  bool   // a sign of capture is written
	rifle    bool   // the sign of a capture without moving
	higher   bool   // castling toward the higher files
	into     []rules.PieceType
	promotes bool              // without saying into what
	demotes  bool              // to what the piece was before
	crossed  bool              // two squares and a +: to its own promoted kind, as in UCI
	joined   bool              // nothing stands between the two squares
	gates    []rules.PieceType // what comes in; nil if nothing does
	gateOn   rules.Square      // where it comes in; NoSquare if not written
	several  bool              // several moves fit
	walled   bool              // a wall is written
	anyWall  bool              // any wall will do
	wall     rules.Square
}

// with returns a move with the written wall, with any possible wall, or with
// the gated piece.
func (w *sanText) with(p *rules.Position, m rules.Move) rules.Move {
	switch {
	case w.gates != nil:
		return w.gated(p, m)
	case w.walled:
		return m.With(rules.Wall, w.wall, rules.NoPieceType)
	case !w.anyWall:
		return m
	}
	if squares := p.Walls(m); !squares.Empty() {
		return m.With(rules.Wall, squares.First(), rules.NoPieceType)
	}
	return m
}

// legal returns a move with the written wall, if that move is legal.
func (w *sanText) legal(p *rules.Position, m rules.Move) (rules.Move, bool) {
	m = w.with(p, m)
	return m, p.Legal(m)
}

// completes reports whether a candidate with all written details is a legal
// move.
func (w *sanText) completes(p *rules.Position, m rules.Move) bool {
	if w.gates != nil {
		return p.Legal(m)
	}
	return p.Completes(m)
}

// changes reports whether a text has a promotion.
func (w *sanText) changes() bool { return len(w.into) > 0 || w.promotes || w.demotes || w.crossed }

// names reports whether the letter of a text can mean a piece type.
func (w *sanText) names(t rules.PieceType) bool { return slices.Contains(w.types, t) }

// sure reports whether the whole text was understood and names all squares of
// the move.
func (w *sanText) sure() bool { return w.from.whole() && w.to.whole() }

// complete returns the legal move of a candidate and the promotion in the text.
// If a piece has only one promotion, the promotion may be missing, or be the
// letter of the piece itself.
func (w *sanText) complete(p *rules.Position, c rules.Candidate, to rules.Square) (rules.Move, bool) {
	into := w.into
	switch {
	case w.demotes:
		into = []rules.PieceType{p.Rules().Demoted(p.At(c.From).Type())}
	case w.crossed:
		own := ownPromotion(p.Rules(), p.Promotions(nil, c.From, to))
		if own == rules.NoPieceType {
			return 0, false
		}
		into = []rules.PieceType{own}
	}
	if t, only := p.Becomes(c, to); only && (len(into) == 0 || slices.Contains(into, p.At(c.From).Type())) {
		into = []rules.PieceType{t}
	} else if w.promotes {
		into = p.Promotions(nil, c.From, to)
	} else if len(into) == 0 {
		m := w.with(p, rules.NewMove(c.Kind, c.From, to, rules.NoPieceType))
		return m, w.completes(p, m)
	}
	for _, t := range into {
		if m := w.with(p, rules.NewMove(c.Kind, c.From, to, t)); w.completes(p, m) {
			return m, true
		}
	}
	return 0, false
}

// ownPromotion returns the piece type that a + means, among several;
// NoPieceType if there is none.
func ownPromotion(r *rules.Rules, into []rules.PieceType) rules.PieceType {
	for _, t := range into {
		if strings.HasPrefix(r.Letter(t), "+") {
			return t
		}
	}
	return rules.NoPieceType
}

func isFile(c byte) bool { return c >= 'a' && c < 'a'+variant.MaxSide }

func isUpper(c byte) bool { return c >= 'A' && c <= 'Z' }

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// sanPasses are the ways to write a null move.
var sanPasses = []string{"--", "Z0", "Z1", "@@@@", "0000", "<>", "pass", "Pass", "PASS", "null", "Null", "NULL"}

// isPass reports whether a text is a pass in any notation.
func isPass(text string) bool { return slices.Contains(sanPasses, text) || record.SpelledPasses[text] }

// begin prepares w for a text. It sets each field separately, which is several
// times faster than copying a whole value.
func (w *sanText) begin(text string) {
	w.text, w.cell, w.kind = text, "", sanBoard
	w.types, w.into = nil, nil
	w.from, w.to = noSanSquare, noSanSquare
	w.capture, w.rifle, w.higher, w.promotes, w.demotes, w.several = false, false, false, false, false, false
	w.walled, w.anyWall, w.crossed, w.joined, w.gates = false, false, false, false, nil
}

// parse takes a text apart.
func (n *SAN) parse(w *sanText, text string) *Fault {
	w.begin(text)
	s := trimSigns(text)
	if strings.IndexByte(s, ' ') > 0 {
		s = pgn.SpokenAsSAN(s)
	}
	if strings.HasPrefix(s, "\xEF") {
		s = trimSigns(scan.FullWidthAsASCII(s))
	}
	if s == "" {
		return fault(ruleSAN, "syntax", "no move is written")
	}
	crossed := n.rules.HasPlus() && strings.HasPrefix(text[len(s):], "+")
	s = scan.CyrillicAsLatin(s)
	if s[0] >= 0x80 || s[len(s)-1] >= 0x80 || n.rules.WallName() != "" || n.rules.Gates() {
		s = scan.FigurinesAsLetters(s)
	}
	if len(s) > 4 {
		plain := scan.DashesAsHyphens(s)
		if len(plain) < len(s) {
			plain = trimSigns(plain)
		}
		if s = plain; s == "" {
			return fault(ruleSAN, "syntax", "no move is written")
		}
	}
	if n.rules.WallName() != "" {
		var f *Fault
		if s, f = n.parseWall(w, s); f != nil {
			return f
		}
	}
	if n.rules.Gates() {
		var f *Fault
		if s, f = n.parseGate(w, s); f != nil {
			return f
		}
	}
	if parseWord(w, s) || n.parseNumeric(w, s) {
		return nil
	}
	i, plus := 0, s[0] == '+' && len(s) > 1 && isUpper(s[1])
	if plus {
		i = 1
	}
	if isUpper(s[i]) {
		if !plus && isCoordinates(s) {
			s = strings.ToLower(s)
		} else {
			if w.types = n.lettered(s[i], plus); w.types == nil {
				return fault(ruleSAN, "piece", "%q is not a piece of this variant", s[:i+1])
			}
			i++
		}
	}
	rest := s[i:]
	if w.types != nil || rest[0] == '@' || rest[0] == '*' {
		if done, f := n.parseSource(w, rest); done {
			return f
		}
	}
	f := n.parseSquares(w, s, i)
	w.crossed = f == nil && crossed && w.types == nil && w.sure() && w.joined && !w.changes()
	return f
}

// sanWords are the words that may follow a move: for en passant, check and
// mate.
var sanWords = []string{"e.p.", "e.p", "ep.", "ep", "ch.", "ch", "check", "mate", "†", "‡", "×", "≠"}

// trimSigns cuts off the signs of check and mate, annotation symbols, and the
// words for them.
func trimSigns(text string) string {
	s := text
	for {
		before := s
		for s != "" {
			c := s[len(s)-1]
			if c == '+' && len(s) > 1 && s[len(s)-2] == '=' || c != '+' && c != '#' && c != '!' && c != '?' &&
				c != ' ' {
				break
			}
			s = s[:len(s)-1]
		}
		if s == "" || s[len(s)-1] < 0x80 && strings.IndexByte(".phke", s[len(s)-1]) < 0 {
			return s
		}
		for _, word := range sanWords {
			s = strings.TrimSuffix(s, word)
		}
		if s == before {
			return s
		}
	}
}

// parseWord reads castling and passes.
func parseWord(w *sanText, s string) bool {
	switch s[0] {
	case 'O', '0', 'o':
		switch s {
		case "O-O", "0-0", "o-o", "OO":
			w.kind, w.higher = sanCastle, true
			return true
		case "O-O-O", "0-0-0", "o-o-o", "OOO":
			w.kind = sanCastle
			return true
		}
	}
	switch s[0] {
	case '-', 'Z', '@', '0', '<', 'p', 'P', 'n', 'N':
	default:
		if s[0] < utf8.RuneSelf {
			return false
		}
	}
	if isPass(s) {
		w.kind = sanPass
		return true
	}
	return false
}

// numericPromotions are the promotion letters that a fifth digit stands for.
const numericPromotions = "QRBN"

// parseNumeric reads a numeric move of correspondence chess (ICCF), as in 5254
// and 57581: file and rank of origin and destination, and the promotion.
func (n *SAN) parseNumeric(w *sanText, s string) bool {
	if len(s) < 4 || len(s) > 5 || n.rules.Files() != 8 || n.rules.Ranks() != 8 {
		return false
	}
	for i := range 4 {
		if s[i] < '1' || s[i] > '8' {
			return false
		}
	}
	if len(s) == 5 {
		at := int(s[4] - '1')
		if at < 0 || at >= len(numericPromotions) {
			return false
		}
		if w.into = n.lettered(numericPromotions[at], false); w.into == nil {
			return false
		}
	}
	w.from = sanSquare{file: int(s[0] - '1'), rank: int(s[1] - '0')}
	w.to = sanSquare{file: int(s[2] - '1'), rank: int(s[3] - '0')}
	return true
}

// parseWall cuts off the square of a wall after a comma. Before that square
// there may be the square that the piece reached. If a wall replaces the move,
// what is written of the move is ignored.
func (n *SAN) parseWall(w *sanText, s string) (rest string, f *Fault) {
	s = strings.Replace(s, duckSign, ",", 1)
	comma := strings.LastIndexByte(s, ',')
	if comma < 0 {
		w.anyWall = !n.rules.WallsInstead()
		return s, nil
	}
	squares := s[comma+1:]
	before, end := readSquare(squares, 0)
	at, whole := readSquare(squares, end)
	if whole == end {
		at = before
	}
	wall, ok := n.square(at)
	if !ok || whole != len(squares) || comma == 0 {
		return s, fault(ruleSAN, "syntax", "%q is no square of a %s", squares, n.rules.WallName())
	}
	s = s[:comma]
	from, end := readSquare(s, 0)
	to, whole := readSquare(s, end)
	inPlace := from.whole() && from == to && whole == len(s)
	if inPlace {
		s = sanPasses[0]
	}
	w.wall, w.walled = wall, inPlace || !n.rules.WallsInstead() || slices.Contains(sanPasses, s)
	return s, nil
}

// duckSign replaces the comma before a duck's square on chess.com.
const duckSign = "Θ"

// isCoordinates reports whether a text is two squares with capital files, as in
// H2-E2.
func isCoordinates(s string) bool {
	for square := range 2 {
		if square == 1 && s != "" && s[0] == '-' {
			s = s[1:]
		}
		if len(s) < 2 || !isFile(s[0]|0x20) || !isUpper(s[0]) || !isDigit(s[1]) {
			return false
		}
		for s = s[1:]; s != "" && isDigit(s[0]); {
			s = s[1:]
		}
	}
	return s == ""
}

// parseSource reads drops and pocket moves after the piece's letter. done
// reports whether the text is one of them.
func (n *SAN) parseSource(w *sanText, rest string) (done bool, f *Fault) {
	if after, ok := strings.CutPrefix(rest, pocketCell+"-"); ok {
		w.kind = sanFromPocket
		return true, parseTarget(w, after)
	}
	if square, ok := strings.CutSuffix(rest, "-"+pocketCell); ok {
		w.kind = sanToPocket
		var end int
		if w.from, end = readSquare(square, 0); end != len(square) || !w.from.whole() {
			return true, fault(ruleSAN, "syntax", "%q is no square", square)
		}
		return true, nil
	}
	i := 0
	for i < len(rest) && rest[i] != '@' && rest[i] != '*' {
		i++
	}
	if i == len(rest) {
		return false, nil
	}
	w.kind, w.cell = sanDrop, rest[:i]
	if w.types == nil {
		w.types = n.pawns
	}
	return true, parseTarget(w, rest[i+1:])
}

func parseTarget(w *sanText, square string) *Fault {
	var end int
	if w.to, end = readSquare(square, 0); end != len(square) || !w.to.whole() {
		return fault(ruleSAN, "syntax", "%q is no square", square)
	}
	return nil
}

// readSquare reads a file, a rank, or both from byte i on.
func readSquare(s string, i int) (sanSquare, int) {
	out := noSanSquare
	if i < len(s) && isFile(s[i]) {
		out.file = int(s[i] - 'a')
		i++
	}
	if i < len(s) && isDigit(s[i]) {
		out.rank = int(s[i] - '0')
		if i++; i < len(s) && isDigit(s[i]) {
			out.rank = 10*out.rank + int(s[i]-'0')
			i++
		}
	}
	return out, i
}

// parseSquares reads one or two squares, a sign between them, and a promotion.
func (n *SAN) parseSquares(w *sanText, s string, i int) *Fault {
	first, at := readSquare(s, i)
	i = at
	sign := i
	for i < len(s) && (s[i] == 'x' || s[i] == ':' || s[i] == 'X' || s[i] == '-' && i == sign) {
		w.rifle = w.capture
		w.capture = s[i] != '-'
		i++
	}
	if i < len(s) && isFile(s[i]) &&
		(i+1 < len(s) && isDigit(s[i+1]) || w.capture && first.file >= 0 && i+1 == len(s)) {
		w.from, w.joined = first, i == sign
		w.to, i = readSquare(s, i)
	} else {
		w.to = first
		if i > sign && i < len(s) || w.capture && !first.whole() {
			return fault(ruleSAN, "syntax", "%q is no move: a square is missing", w.text)
		}
	}
	if w.to.file < 0 || w.to.rank < 0 && (w.types != nil || !w.capture || w.from.file < 0) {
		return fault(ruleSAN, "syntax", "%q is no move", w.text)
	}
	if i == len(s) {
		return nil
	}
	return n.parsePromotion(w, s, i)
}

// parsePromotion reads the promotion: after =, after /, in brackets, or as a
// letter alone. A dash means no promotion.
func (n *SAN) parsePromotion(w *sanText, s string, i int) *Fault {
	word := s[i:]
	signed := strings.IndexByte("=/(", word[0]) >= 0
	if signed {
		word = strings.TrimSuffix(word[1:], ")")
	}
	if signed && word == "." { // as XBoard has it
		word = ""
	}
	switch {
	case signed && word == "+":
		w.promotes = true
		return nil
	case signed && word == "": // no promotion
		return nil
	case word == "-" && w.sure(): // as UCI has it
		w.demotes = true
		return nil
	case len(word) == 2 && word[0] == '+' && isUpper(word[1]&^0x20):
		w.into = n.rules.Lettered(word[1]&^0x20, true)
	case len(word) == 1 && isUpper(word[0]&^0x20):
		w.into = n.lettered(word[0]&^0x20, false)
	}
	if w.into == nil && len(word) > 2 { // a8=Queen
		if t, ok := n.rules.PieceTypeNamed(strings.ToUpper(word[:1]) + strings.ToLower(word[1:])); ok {
			w.into = []rules.PieceType{t}
		}
	}
	if w.into == nil {
		return fault(ruleSAN, "syntax", "%q is no promotion", s[i:])
	}
	return nil
}
