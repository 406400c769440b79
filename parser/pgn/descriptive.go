package pgn

import (
	"strings"

	"assay/parser/scan"
)

// Parts of moves in descriptive notation. An underscore stands for an optional
// blank, as books print P - K 4.
const (
	descriptivePiece  = `(?:[KQ]_)?(?:(?:K[tT]|[BNR])_)?P|(?:[KQ]_)?(?:K[tT]|[BNR])|[KQ]`
	descriptiveSquare = `(?:(?:[KQ]_)?(?:K[tT]|[BNR])|[KQ])_(?:[1-8Il]|[Ss]q\.?)`
	descriptiveMove   = `(` + descriptivePiece + `)(?:_[(/](` + descriptiveSquare + `|[1-8])\)?)?_` +
		`(?:[-–—]_(` + descriptiveSquare + `)|[x×X]_(` + descriptivePiece + `)(?:_[(/](` + descriptiveSquare +
		`|[1-8])\)?)?)(?:_[(=/]_(Kt|[QRBN])\)?)?(?:_(e\.?_p\.?))?`
	descriptiveCheck = `(?:_(?:dis|disc|dbl|double)\.?)?_(?:ch|checkmate|check|mate)\b\.?|[+#]+`
	spanishFile      = `[TAC][RD]?|[RD]`
	spanishPiece     = `P(?:` + spanishFile + `)?|[TAC][RD]?|[RD]`
	castlesInWords   = `[Cc]astles(?:_\(?([KQ])R?\)?)?|O - O(?: - (O))?`
)

// The forms of moves in English and in Spanish descriptive notation, and of
// castling in words.
var (
	englishDescriptive = descriptiveForm(descriptiveMove)
	spanishDescriptive = descriptiveForm(`(` + spanishPiece + `)(?:([1-8])(` + spanishFile + `)|[x×](` + spanishPiece +
		`))(?:[(=/]([TACD])\)?)?(?:_(a\.?p\.?))?`)
	wordsCastling = descriptiveForm(castlesInWords)
	// spacedStart matches the first number of a game in a line of prose, and a
	// move with blanks.
	spacedStart = scan.NewPattern(`(?:^|[\s:(])(1[.)]?[\s.]*(?:P[ \t]-[ \t](?:[KQ][ \t]?)?(?:Kt|[NBR]|[KQ])[ \t]?[34]|` +
		`Kt[ \t]-[ \t](?:[KQ][ \t]?)?[BR][ \t]3|` + vietnameseMove + `))(?:[\s,|.]|$)`)
)

// descriptiveForm compiles the form of a move and the signs of check after it.
func descriptiveForm(move string) *scan.Pattern {
	return scan.NewPattern(strings.ReplaceAll(`^(?:`+move+`)(`+descriptiveCheck+`)?`, "_", "[ \t]?"))
}

// Descriptive is a move in descriptive notation. Names are in English: N is a
// knight, KB the file of the king's bishop, B the file of either bishop.
type Descriptive struct {
	Piece, From  string // such as KR, and the square or rank of origin; the side of castling
	To           string // a square such as KB3; "" for captures
	Captured, At string // the captured piece, and its square or rank
	Into         string // the piece that a pawn becomes
	Castles      bool
	EnPassant    bool
	Checks       bool
}

// englishNames translates the pieces of Spanish descriptive notation.
var englishNames = strings.NewReplacer("R", "K", "D", "Q", "T", "R", "A", "B", "C", "N")

// compact removes blanks, and writes a knight as N and the first rank as 1: it
// is also written sq, or misread as I.
var compact = strings.NewReplacer(" ", "", "\t", "", "Kt", "N", "KT", "N", "sq.", "1", "sq", "1", "Sq.", "1", "Sq", "1",
	"I", "1", "l", "1")

// ReadDescriptive reads a move in English or Spanish descriptive notation.
func ReadDescriptive(text string, spanish bool) (d Descriptive, ok bool) {
	form := englishDescriptive
	if spanish {
		form = spanishDescriptive
	}
	text = strings.TrimRight(text, "!?")
	if parts := wordsCastling.FindStringSubmatch(text); parts != nil && len(parts[0]) == len(text) {
		d = Descriptive{Castles: true, Piece: parts[1], Checks: parts[3] != ""}
		switch {
		case parts[2] != "":
			d.Piece = "Q"
		case text[0] == 'O':
			d.Piece = "K"
		}
		return d, true
	}
	parts := form.FindStringSubmatch(text)
	if parts == nil || len(parts[0]) != len(text) {
		return d, false
	}
	if spanish {
		d = Descriptive{Piece: spanishName(parts[1]), Captured: spanishName(parts[4]),
			Into: englishNames.Replace(parts[5]), EnPassant: parts[6] != "", Checks: parts[7] != ""}
		if parts[2] != "" {
			d.To = spanishName(parts[3]) + parts[2]
		}
		return d, true
	}
	for i := range parts {
		parts[i] = compact.Replace(parts[i])
	}
	return Descriptive{Piece: parts[1], From: parts[2], To: parts[3], Captured: parts[4], At: parts[5], Into: parts[6],
		EnPassant: parts[7] != "", Checks: parts[8] != ""}, true
}

// isDescriptive reports whether a word is a move in descriptive notation that
// can begin a game.
func isDescriptive(word string) bool {
	if len(word) < 3 || strings.IndexByte("PKNRQBACTD", word[0]) < 0 || word[1] >= 'a' && word[1] < 't' {
		return false
	}
	d, ok := ReadDescriptive(word, false)
	if !ok {
		d, ok = ReadDescriptive(word, true)
	}
	return ok && !d.Castles
}

// spanishName translates the name of a piece or file. The qualifier comes first
// in English: PAR is KBP, AR is KB.
func spanishName(name string) string {
	name = englishNames.Replace(name)
	pawn := strings.HasPrefix(name, "P")
	name = strings.TrimPrefix(name, "P")
	if len(name) == 2 && strings.IndexByte("KQ", name[1]) >= 0 {
		name = name[1:] + name[:1]
	}
	if pawn {
		name += "P"
	}
	return name
}

// vietnameseMove is a xiangqi move in Vietnamese words: Pháo 2 bình 5.
const vietnameseMove = `(?i:(?:Pháo|Mã|Xe|Tượng|Sĩ|Sỹ|Tướng|Binh|Tốt|Chốt)[ \t](?:[1-9]|trước|sau)[ \t]` +
	`(?:bình|tiến|tấn|thoái|thối)[ \t][1-9])`

// The forms of xiangqi moves in Vietnamese words, and in letters: P2-5, Mt.4.
var (
	vietnameseWords = scan.NewPattern(`^` + vietnameseMove)
	vietnameseForm  = scan.NewPattern(`^(?i:Tg|[PMXTSBC])(?:[1-9]|[tsg])[-./][1-9]$`)
)

// spacedMove returns the length of the move in descriptive notation or in words
// that a text starts with, which may contain blanks; 0 for none.
func spacedMove(text string) int {
	if text == "" || strings.IndexByte("PKNBRQCOMXTSpmxtsbckqrn", text[0]) < 0 {
		return 0
	}
	near := text[:min(len(text), nearBytes)]
	n := len(englishDescriptive.FindString(near))
	if n > 0 && continuesMove.MatchString(near[n:]) { // P × B P - Q 4 has two moves
		n = strings.LastIndexAny(near[:n], " \t")
	}
	n = max(n, len(wordsCastling.FindString(near)), len(vietnameseWords.FindString(near)),
		spokenLength(near))
	if n < len(text) && n > 0 && pgnInWord[text[n]] && strings.IndexByte(".!?", text[n]) < 0 {
		return 0
	}
	return max(n, 0)
}

// continuesMove matches a sign after the piece of the next move.
var continuesMove = scan.NewPattern(`^[ \t]?[-–—x×][ \t]?[KQRBNP]`)
