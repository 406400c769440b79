package pgn

import (
	"unicode/utf8"
)

// pgnClass is the kind of token that a byte starts.
type pgnClass uint8

const (
	pgnWord pgnClass = iota
	pgnDigit
	pgnBlank
	pgnLineEnd
	pgnDot
	pgnHyphen
	pgnStar
	pgnOpen
	pgnClose
	pgnBrace
	pgnBraceClose
	pgnSemicolon
	pgnDollar
	pgnBracket
	pgnGlyph // ! ? = + #
	pgnStray // ] < > " and the grave accents of Markdown
)

var pgnClasses = func() (c [256]pgnClass) {
	for b := range 256 {
		switch {
		case b <= ' ', b == 0x7F, b == ',', b == '|':
			c[b] = pgnBlank
		case b >= utf8.RuneSelf:
			c[b] = pgnWord
		case b >= '0' && b <= '9':
			c[b] = pgnDigit
		}
	}
	c['\n'], c['\r'] = pgnLineEnd, pgnLineEnd
	c['.'], c['-'], c['*'] = pgnDot, pgnHyphen, pgnStar
	c['('], c[')'], c['{'], c['}'] = pgnOpen, pgnClose, pgnBrace, pgnBraceClose
	c[';'], c['$'], c['['] = pgnSemicolon, pgnDollar, pgnBracket
	for _, b := range "!?=+#" {
		c[b] = pgnGlyph
	}
	for _, b := range "]<>\"`" {
		c[b] = pgnStray
	}
	return c
}()

// pgnInWord are the ASCII bytes that words can have.
var pgnInWord = func() (in [256]bool) {
	for b := range utf8.RuneSelf {
		switch pgnClasses[b] {
		case pgnWord, pgnDigit, pgnDot, pgnHyphen, pgnStar, pgnGlyph:
			in[b] = true
		}
	}
	return in
}()

// pgnGlyphs are the NAGs of signs, from the table of the standard and its usual
// extension.
var pgnGlyphs = map[string]int{
	"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6,
	"‼": 3, "⁇": 4, "⁉": 5, "⁈": 6,
	"□": 7, "=": 10, "==": 10, "∞": 13,
	"⩲": 14, "+=": 14, "+/=": 14, "⩱": 15, "=+": 15, "=/+": 15,
	"±": 16, "+/-": 16, "∓": 17, "-/+": 17,
	"+-": 18, "+−": 18, "-+": 19, "−+": 19, "+--": 20, "--+": 21,
	"⨀": 22, "⟳": 32, "↑": 36, "→": 40, "=∞": 44, "=/∞": 44, "⇆": 132,
	"⨁": 138, "RR": 145, "N": 146, "D": 220,
}

// isPGNSuffix reports whether a word belongs to the move before it.
func isPGNSuffix(word string) bool {
	switch word {
	case "+", "++", "#", "e.p.", "e.p", "ep", "ep.", "ch", "ch.", "check", "mate":
		return true
	}
	return false
}
