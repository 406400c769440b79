package xbetza

import (
	"fmt"
	"strconv"
	"strings"

	"assay/analysis/variant"
)

// Write returns a piece's moves in XBetza, and what XBetza cannot say of them.
// starts reports whether a region has only squares on which the piece starts,
// so that moves from there are first moves.
func Write(d *variant.Definition, letter string, starts func(region string) bool) (text string, losses []string) {
	piece, _ := d.Pieces.Get(letter)
	lost := func(format string, args ...any) { losses = append(losses, fmt.Sprintf(format, args...)) }
	var out strings.Builder
	for _, m := range piece.Moves {
		prefix := ""
		switch {
		case m.InPlace:
			lost("captures without moving")
			continue
		case m.From != "" && !starts(m.From):
			lost("%s from %s, which is not where it starts, is written as its first move", m.Betza, m.From)
			prefix = "i"
		case m.From != "", m.First:
			prefix = "i"
		}
		for _, limit := range []struct {
			set  bool
			what string
		}{
			{m.Within != "", "only to squares of " + m.Within},
			{len(m.Takes) > 0, "captures only some pieces"},
			{len(m.Spares) > 0, "spares some pieces"},
			{len(m.HopsNot) > 0, "does not hop over some pieces"},
		} {
			if limit.set {
				lost("%s: %s", m.Betza, limit.what)
			}
		}
		for _, c := range m.Components {
			part, problem := component(c, len(m.TakesEnPassant) > 0)
			if problem != "" {
				lost("%s: %s", c, problem)
				continue
			}
			out.WriteString(prefix + part)
		}
	}
	if piece.Within != "" {
		lost("never leaves %s", piece.Within)
	}
	if c := d.Castling; c != nil && c.Royal == letter {
		if step, ok := castlingSteps(d); ok {
			out.WriteString("isO" + strconv.Itoa(step))
		} else {
			lost("castling by different distances")
		}
	}
	return abbreviate(out.String()), losses
}

// abbreviate joins WF to K and RB to Q if nothing else is between them.
func abbreviate(text string) string {
	if text == "WF" || text == "FW" {
		return "K"
	}
	for _, pair := range []string{"RB", "BR"} {
		if rest, ok := strings.CutPrefix(text, pair); ok {
			return "Q" + rest
		}
	}
	for _, pair := range []string{"WF", "FW"} {
		if rest, ok := strings.CutPrefix(text, pair); ok && (rest[0] < '0' || rest[0] > '9') {
			return "K" + rest
		}
	}
	return text
}

// castlingSteps returns how many files the royal piece castles, if it castles
// equally far to both sides.
func castlingSteps(d *variant.Definition) (int, bool) {
	c := d.Castling
	file, ok := royalFile(d)
	switch {
	case c.Free && (!ok || c.Usual != string(rune('a'+file))):
		return 0, false
	case c.Step > 0:
		return c.Step, true
	case !ok || len(c.To) != 2 || c.To[0] == "" || c.To[1] == "":
		return 0, false
	}
	higher, lower := int(c.To[0][0]-'a')-file, file-int(c.To[1][0]-'a')
	return higher, higher == lower && higher > 0
}

// royalFile returns the file on which the royal piece that castles starts.
func royalFile(d *variant.Definition) (int, bool) {
	board, _, _ := strings.Cut(d.Start, " ")
	rows := strings.Split(board, "/")
	at := len(rows) - d.Castling.Rank
	if at < 0 || at >= len(rows) {
		return 0, false
	}
	file, number := 0, 0
	for _, c := range rows[at] {
		if c >= '0' && c <= '9' {
			number = 10*number + int(c-'0')
			continue
		}
		file, number = file+number, 0
		if string(c) == d.Castling.Royal {
			return file, true
		}
		file++
	}
	return 0, false
}

// component returns a component in XBetza, or why it has no such form.
func component(c variant.Component, enPassant bool) (text, problem string) {
	if c.Again != nil || c.Paths != nil {
		return c.String(), ""
	}
	long, low := c.Vectors[0].Size()
	atom, mode, suffix := c.Vectors[0].Atom(), "", ""
	if atom == "" {
		return "", "no atom leaps so far"
	}
	switch {
	case enPassant: // and nothing else
		mode = "e"
	case c.Quiet && !c.Capture:
		mode = "m"
	case c.Capture && !c.Quiet:
		mode = "c"
	}
	if c.Lame && long > 1 {
		if !strings.Contains("DAN", atom) {
			return "", "a lame leap of this length"
		}
		mode += "n"
	}
	switch {
	case c.Hop != variant.NoHop && long == 2 && c.Range == 1:
		mode += "j"
	case c.Hop != variant.NoHop:
		mode += map[variant.Hop]string{variant.HopOver: "p", variant.HopBehind: "g"}[c.Hop]
	}
	switch {
	case c.Range == variant.Unlimited && long == 1:
		atom = map[string]string{"W": "R", "F": "B"}[atom]
	case c.Range == variant.Unlimited:
		suffix = "0"
	case c.Range > 1:
		suffix = strconv.Itoa(c.Range)
	}
	which, ok := letters(long, low, c.Vectors)
	if !ok {
		return "", "these directions"
	}
	return which + mode + atom + suffix, ""
}
