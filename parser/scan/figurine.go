package scan

import "strings"

// figurines are the signs of pieces with the letters that they stand for.
var figurines = strings.NewReplacer(
	"♔", "K", "♕", "Q", "♖", "R", "♗", "B", "♘", "N", "♙", "P",
	"♚", "K", "♛", "Q", "♜", "R", "♝", "B", "♞", "N", "♟", "P",
)

// FigurinesAsLetters puts the letters of English in place of figurines.
func FigurinesAsLetters(text string) string {
	if strings.IndexByte(text, "♔"[0]) < 0 {
		return text
	}
	return figurines.Replace(text)
}
