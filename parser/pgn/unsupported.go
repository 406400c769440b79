package pgn

import (
	"regexp"
	"strings"

	"assay/parser/record"
)

// unsupported returns the variant of a record in an unsupported notation, and
// the reason; "" for other records.
func unsupported(r *record.Record) (game, why string) {
	first := ""
	if len(r.Moves) > 0 {
		first = r.Moves[0].Text
	}
	switch {
	case hasTwoBoards(r, first):
		return "Bughouse", "bughouse records of two boards (BPGN) are not supported; write each board as a record " +
			"of its own"
	case descriptive.MatchString(first):
		return "Standard", "moves in descriptive notation, such as P-K4, are not supported; write them as e4"
	}
	return "", ""
}

// descriptive matches a first move in English or Spanish descriptive notation.
var descriptive = regexp.MustCompile(
	`^(?:[KQ]?(?:P|N|Kt|B|R)|P)-(?:[KQ]?(?:N|Kt|B|R)|[KQ])[1-8]$|^P[1-8](?:A|C|T|AR|CR|TR|AD|CD|TD|R|D)$`)

// hasTwoBoards reports whether a record has two boards, as in BPGN: it names
// four players, or has move numbers such as 1A. and 1b.
func hasTwoBoards(r *record.Record, first string) bool {
	_, a := r.Tag("WhiteA")
	_, b := r.Tag("WhiteB")
	if a || b {
		return true
	}
	number, dot := strings.CutSuffix(first, ".")
	n := len(number) - 1
	return dot && n > 0 && strings.IndexByte("ABab", number[n]) >= 0 && strings.Trim(number[:n], "0123456789") == ""
}
