package query

// wantKind tells apart what may stand at a place of a query.
type wantKind uint8

const (
	keywordWant   wantKind = iota // one word or symbol
	conditionWant                 // what begins a condition
	piecesWant                    // what begins pieces
	kindWant                      // a kind, or a word for many
	heldWant                      // a kind that is counted
	sideWant
	placeWant
	fileWant
	rankWant
	quantityWant  // what is counted
	numberWant    // digits
	wordWant      // a word of a header
	dateWant      // a date
	afterNameWant // what follows a name that begins a condition
)

// want is something that may stand at a place of a query.
type want struct {
	kind wantKind
	text string // the keyword, or the name that stands before
}

// want notes what may stand in the next token's place.
func (p *parser) want(kind wantKind, text string) {
	if p.err == nil && p.token.kind == endToken {
		p.wants = append(p.wants, want{kind, text})
	}
}
