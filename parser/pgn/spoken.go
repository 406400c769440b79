package pgn

import (
	"strings"

	"assay/parser/scan"
)

// pieceWord matches the word of a piece.
const pieceWord = `king|queen|rook|bishop|knight|pawn`

// spokenMove matches a move with its piece in a word: knight f3, rook a takes
// d1, pawn to e8 promotes to queen, castles short.
var spokenMove = scan.NewPattern(`^(?i:` +
	`castles?[ \t]+(?:(king[ \t-]?side|short)|queen[ \t-]?side|long)|` +
	`(` + pieceWord + `)[ \t]+(?:(?:on[ \t]+|from[ \t]+)?([a-p][0-9]{0,2}|[0-9]{1,2})[ \t]+)?` +
	`(?:(takes|captures)[ \t]+(?:(?:` + pieceWord + `)[ \t]+(?:on|at)[ \t]+|on[ \t]+)?|(?:moves[ \t]+|goes[ \t]+)?to[ \t]+)?` +
	`([a-p][0-9]{1,2})(?:[ \t]*(?:=|promotes[ \t]+to|promoting[ \t]+to|becomes)[ \t]*(?:an?[ \t]+)?(queen|rook|bishop|knight))?` +
	`)(?i:,?[ \t]+(?:checkmate|mate|check)|([+#]+))?`)

// listedSquares matches two squares without a word between them, as lists have
// them: Pawn f3 f4.
var listedSquares = scan.NewPattern(`^(?i:[a-z]+[ \t]+[a-p][0-9]{1,2}[ \t]+[a-p][0-9])`)

// listedMove matches what follows the origin of a move in a numbered list, as
// in Pawn f3 - f4.
var listedMove = scan.NewPattern(`^[ \t]*(?:[-–—x×=:]|[@+])`)

// damagedListLine matches a line of a numbered list whose move has another sign
// than a hyphen or x between its two squares, or one more: Pawn f3 ) f4.
var damagedListLine = scan.NewPattern(`^[ \t]*[0-9]+[.)][ \t]*(?i:` + pieceWord + `)` +
	`[ \t]+[a-p][0-9]{1,2}[^0-9A-Za-z,;.]*[^0-9A-Za-z,;. \t][ \t]*[a-p][0-9]{1,2}[ \t]*$`)

// spokenLength returns the length of the move with its piece in a word that a
// text starts with; 0 for none.
func spokenLength(text string) int {
	n := len(spokenMove.FindString(text))
	if n > 0 && (listedMove.MatchString(text[n:]) || listedSquares.MatchString(text)) {
		return 0
	}
	return n
}

// spokenPieces are the letters of pieces by their words.
var spokenPieces = map[string]string{"king": "K", "queen": "Q", "rook": "R", "bishop": "B", "knight": "N"}

// SpokenAsSAN returns a move whose piece is a word in SAN, and other texts as
// they are.
func SpokenAsSAN(text string) string {
	parts := spokenMove.FindStringSubmatch(text)
	if parts == nil || len(parts[0]) != len(text) {
		return text
	}
	capture, signs := "", parts[7]
	switch {
	case parts[2] == "" && parts[1] != "":
		return "O-O" + signs
	case parts[2] == "":
		return "O-O-O" + signs
	case parts[4] != "":
		capture = "x"
	}
	move := spokenPieces[strings.ToLower(parts[2])] + strings.ToLower(parts[3]) + capture + strings.ToLower(parts[5])
	if into := parts[6]; into != "" {
		move += "=" + spokenPieces[strings.ToLower(into)]
	}
	return move + signs
}
