package scan

import "strings"

// figurines are the piece signs and their English letters.
var figurines = strings.NewReplacer(
	"♔", "K", "♕", "Q", "♖", "R", "♗", "B", "♘", "N", "♙", "P",
	"♚", "K", "♛", "Q", "♜", "R", "♝", "B", "♞", "N", "♟", "P",
)

// FigurinesAsLetters replaces figurines by English piece letters.
func FigurinesAsLetters(text string) string {
	if strings.IndexByte(text, "♔"[0]) < 0 {
		return text
	}
	return figurines.Replace(text)
}
