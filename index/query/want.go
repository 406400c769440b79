package query

// wantKind is a kind of text that may stand at a position of a query.
type wantKind uint8

const (
	keywordWant   wantKind = iota // a certain word or symbol
	conditionWant                 // the start of a condition
	piecesWant                    // the start of pieces
	kindWant                      // a piece type, or a word for several
	heldWant                      // a piece type that is counted
	sideWant
	placeWant
	fileWant
	rankWant
	quantityWant  // a quantity
	numberWant    // digits
	wordWant      // a word of a header
	dateWant      // a date
	afterNameWant // what follows a leading name
)

// want is something that may stand at a position of a query.
type want struct {
	kind wantKind
	text string // the keyword, or the preceding name
}

// want records what may stand at the next token.
func (p *parser) want(kind wantKind, text string) {
	if p.err == nil && p.token.kind == endToken {
		p.wants = append(p.wants, want{kind, text})
	}
}
