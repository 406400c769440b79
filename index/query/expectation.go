package query

// expectationKind is a kind of text that may stand at a position of a query.
type expectationKind uint8

const (
	keywordExpected     expectationKind = iota // a certain word or symbol
	conditionExpected                          // the start of a condition
	piecesExpected                             // the start of pieces
	pieceTypeExpected                          // a piece type, or a word for several
	countedTypeExpected                        // a piece type that is counted
	sideExpected
	placeExpected
	fileExpected
	rankExpected
	quantityExpected  // a quantity
	numberExpected    // digits
	wordExpected      // a word of a header
	dateExpected      // a date
	afterNameExpected // what follows a leading name
)

// expectation is something that may stand at a position of a query.
type expectation struct {
	kind expectationKind
	text string // the keyword, or the preceding name
}

// expectKind records what may stand at the next token.
func (p *parser) expectKind(kind expectationKind, text string) {
	if p.err == nil && p.token.kind == endToken {
		p.expectations = append(p.expectations, expectation{kind, text})
	}
}
