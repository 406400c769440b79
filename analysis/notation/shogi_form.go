package notation

import (
	"strings"
	"unicode/utf8"

	"assay/parser"
)

// shogiMoves returns the notation of shogi files in which the moves of a PGN
// record are written, judged by the first one; nil for other moves.
func shogiMoves(line parser.Line) Notation {
	if len(line) == 0 || line[0].Text == "" {
		return nil
	}
	switch text := line[0].Text; {
	case isUSIMove(text):
		return &USI{}
	case isCSAMove(text):
		return &CSA{unsigned: true}
	case isJapaneseMove(text) && strings.Contains(text, "("):
		return &KIF{}
	case isJapaneseMove(text):
		return &KI2{}
	}
	return nil
}

// isUSIMove reports whether a text has the form of 7g7f or 8h2b+.
func isUSIMove(text string) bool {
	body := strings.TrimSuffix(text, "+")
	return len(body) == 4 && isUSISquare(body[:2]) && isUSISquare(body[2:])
}

func isUSISquare(text string) bool {
	return text[0] >= '1' && text[0] <= '9' && text[1] >= 'a' && text[1] <= 'i'
}

// isCSAMove reports whether a text has the form of +7776FU or 7776FU.
func isCSAMove(text string) bool {
	if text[0] == '+' || text[0] == '-' {
		text = text[1:]
	}
	if len(text) != len("7776FU") {
		return false
	}
	for i, c := range []byte(text) {
		if i < 4 && c-'0' > 9 || i >= 4 && c-'A' > 'Z'-'A' {
			return false
		}
	}
	return true
}

// isJapaneseMove reports whether a text has the form of ７六歩 or ▲７六歩.
func isJapaneseMove(text string) bool {
	r, size := utf8.DecodeRuneInString(text)
	if strings.ContainsRune("▲△☗☖▼▽", r) {
		text = text[size:]
	}
	file, rest := digit(text)
	rank, rest := digit(rest)
	name, _ := utf8.DecodeRuneInString(rest)
	return file > 0 && rank > 0 && (name >= 0x4E00 && name < 0xA000 || name == 'と')
}
