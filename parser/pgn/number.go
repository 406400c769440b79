package pgn

import (
	"strconv"
	"strings"

	"assay/parser/scan"
)

// pgnTurn is the move number of a ply; second means the second ply of the move.
type pgnTurn struct {
	number int
	second bool
}

func (t pgnTurn) next() pgnTurn {
	if t.second && t.number < scan.MaxNumber {
		return pgnTurn{t.number + 1, false}
	}
	return pgnTurn{t.number, true}
}

// corrected returns the turn of a ply with a written number; 0 means dots
// alone. Dots mean the second ply of a move. Otherwise a number means the first
// ply, so that a missing or repeated ply does not shift the following ones. If
// the number is the expected one and the previous ply has a number too, the
// turn is kept.
func (t pgnTurn) corrected(number, dots int, numbered bool) pgnTurn {
	switch {
	case dots > 1:
		t.second = true
	case number > 0 && (number != t.number || !numbered):
		t.second = false
	}
	if number > 0 {
		t.number = number
	}
	return t
}

// firstTurn returns the first turn of a game from its start: the second field
// of a FEN is the side, the last one the number.
func firstTurn(start string) pgnTurn {
	turn := pgnTurn{number: 1}
	words := strings.Fields(start)
	if len(words) < 2 {
		return turn
	}
	turn.second = words[1] == "b"
	if n, err := strconv.Atoi(words[len(words)-1]); err == nil && n > 0 && n <= scan.MaxNumber {
		turn.number = n
	}
	return turn
}

// readNumber reads a word that starts with a digit: a move number, a result or
// a move. It returns true at the end of the game.
func (t *pgnText) readNumber() bool {
	if strings.HasPrefix(t.text[t.at:], halfPoints) {
		return t.readResult(t.at + len(halfPoints))
	}
	if end := spacedResult(t.text, t.at); end > 0 {
		return t.readResult(end)
	}
	n, size := scan.LeadingNumber(t.text[t.at:])
	i := t.at + size
	if i < len(t.text) {
		switch pgnClasses[t.text[i]] {
		case pgnDot:
			if i+1 < len(t.text) && pgnClasses[t.text[i+1]] != pgnDigit {
				break // a number followed by a dot
			}
			end := t.wordEnd()
			if i-t.at == 2 && isMiddlePawn(t.text[t.at:end]) {
				t.addPly(t.at, t.at+4)
				return false
			}
			if t.readScore() {
				return false
			}
			if n <= 1 && resultWord(t.text[t.at:end]) != "" { // 0.5-0.5, not 12.
				return t.readResult(end)
			}
		case pgnWord, pgnHyphen, pgnGlyph, pgnStar:
			if strings.HasPrefix(t.text[i:], "…") {
				break
			}
			if t.text[i] == ':' && t.readClock() {
				return false
			}
			end := t.wordEnd()
			if resultWord(t.text[t.at:end]) != "" {
				return t.readResult(end)
			}
			t.readWord()
			return false
		}
	}
	if size >= numericMove && (i == len(t.text) || t.text[i] != '.' && !strings.HasPrefix(t.text[i:], "…")) {
		t.addPly(t.at, i)
		return false
	}
	f := t.top()
	if t.pendingNumber > 0 && t.pendingNumber != n {
		t.warn(t.placeOf(t.at), "a number without a move is ignored", scan.LineAt(t.text, t.at))
	}
	t.pendingNumber, t.pendingDots = n, 0
	f.plyStarted = true
	t.commas = t.commas || i < len(t.text) && t.text[i] == ','
	t.semicolons = t.semicolons || i+1 < len(t.text) && t.text[i] == ';' && t.at == t.lineStart &&
		looksLikeSAN(pgnWordAt(t.text, i+1))
	t.at = i
	return false
}

// halfPoints is a draw with decimal commas. Elsewhere a comma separates words.
const halfPoints = "0,5-0,5"

// numericMove is the number of digits of a numeric move, as in 5254. A word
// with fewer digits is a move number.
const numericMove = 4

// isMiddlePawn reports whether a word moves the middle of three pawns on a
// file, written by WXF as 77.6 if two files have several pawns.
func isMiddlePawn(word string) bool {
	return len(word) == 4 && word[0] == word[1] && word[2] == '.' && word[3]-'0' <= 9
}

// readDots reads the dots after a number.
func (t *pgnText) readDots() {
	for t.at < len(t.text) && t.text[t.at] == '.' {
		t.pendingDots++
		t.at++
	}
}
