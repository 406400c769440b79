package analysis

import (
	"cmp"
	"fmt"
	"strings"

	"assay/analysis/notation"
	"assay/parser"
)

// choice is the variant of a record and how it was chosen.
type choice struct {
	id       string // "" if it is not defined
	named    string // as the record or the caller names it
	inferred string // reason for a guess; "" if stated or the default
	open     bool   // only a default decides
	// unsupported describes unreadable content of a known variant, or is "".
	unsupported string
}

// variantOf chooses a record's variant. The order is: the record's own
// statement, the caller's setting, what the record implies, and the default of
// its notation.
func (v *Verifier) variantOf(rec *parser.Record, s Settings) choice {
	if game, why := parser.Unread(rec); game != "" {
		id, _ := v.book.Registry().Find(game)
		return choice{named: cmp.Or(id, game), unsupported: why}
	}
	id, named := v.statedVariant(rec)
	if id != "" {
		return choice{id: id, named: named}
	}
	for _, name := range []string{s.Variant, named} {
		if name != "" {
			id, _ = v.book.Registry().Find(name)
			return choice{id: id, named: cmp.Or(named, name)}
		}
	}
	c := choice{named: notation.ImpliedGame(rec), open: true}
	c.id, _ = v.book.Registry().Find(c.named)
	if c.id != "" && castlesFreely(rec.Start) {
		if free := v.book.Registry().FreeCastling(c.id); free != "" {
			c.id, c.named, c.inferred = free, free, "its position has castling rights from other files than usual"
		}
	}
	return c
}

// statedVariant returns the variant that the record states.
func (v *Verifier) statedVariant(rec *parser.Record) (id, named string) {
	if rec.Variant != "" {
		id, _ = v.book.Registry().Find(rec.Variant)
		return id, rec.Variant
	}
	for _, key := range []string{"Variant", "VariantName", "Game", "GameType"} {
		name, ok := rec.Tag(key)
		if !ok || name == "" {
			continue
		}
		if id, ok = v.book.Registry().Find(name); ok {
			return id, name
		}
		if named == "" && strings.HasPrefix(key, "Variant") {
			named = name
		}
	}
	words, _ := rec.Tag("RuleVariants")
	for word := range strings.FieldsSeq(words) {
		if id, ok := v.book.Registry().Find(word); ok {
			return id, cmp.Or(named, word)
		}
	}
	return "", named
}

// castlesFreely reports whether the castling rights of a FEN are as in
// Chess960: files instead of K and Q, a king off the e-file, or rooks off the
// a- and h-files.
func castlesFreely(fen string) bool {
	fields := strings.Fields(fen)
	if len(fields) < 3 || fields[2] == "-" {
		return false
	}
	ranks := strings.Split(fields[0], "/")
	if len(ranks) != 8 {
		return false
	}
	first, last := squaresOf(ranks[7]), squaresOf(ranks[0])
	if len(first) != 8 || len(last) != 8 {
		return false
	}
	const usual = "KQkq"
	if strings.Trim(fields[2], usual) != "" {
		return strings.Trim(fields[2], "ABCDEFGHabcdefghKQkq") == ""
	}
	free := false
	var kings, rooks [2]int
	for _, right := range []byte(fields[2]) {
		rank, side, king, rook := first, 0, byte('K'), byte('R')
		if right >= 'a' {
			rank, side, king, rook = last, 1, 'k', 'r'
		}
		at := strings.IndexByte(rank, king)
		from := strings.LastIndexByte(rank, rook)
		usualFile := 7
		if right|0x20 == 'q' {
			from, usualFile = strings.IndexByte(rank, rook), 0
		}
		if at < 0 || from < 0 || (from > at) != (usualFile == 7) {
			return false // not a castling position
		}
		free = free || at != 4 || from != usualFile
		if at++; kings[side] != 0 && kings[side] != at {
			return false
		}
		kings[side] = at
		rooks[side] = rooks[side]<<4 | (from + 1)
	}
	// Free castling is meant if both sides mirror each other, and neither king
	// nor rook has moved.
	mirrored := kings[0] == 0 || kings[1] == 0 || kings[0] == kings[1] &&
		(len(fields[2]) != 4 && len(fields[2]) != 2 || rooks[0] == rooks[1])
	return free && mirrored
}

// squaresOf expands a rank of a FEN to one character per square.
func squaresOf(rank string) string {
	var b strings.Builder
	for _, c := range []byte(rank) {
		switch {
		case c >= '1' && c <= '8':
			b.WriteString("........"[:c-'0'])
		case c == '~' || c == '+':
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

// inferredChoice infers the variant of a record from its moves, if the record
// names none or fails as the presumed variant. ok is false if nothing is
// inferred. several lists the variants in which every ply is legal, if there is
// more than one.
func (v *Verifier) inferredChoice(g *Game, rec *parser.Record, c choice) (other choice, several []string, ok bool) {
	why := "every ply of the record is legal in it, and in no other variant as common"
	if c.id != "" {
		why = fmt.Sprintf("every ply of the record is legal in it, and not in %s", c.id)
	}
	fitting := v.fitting(g, rec)
	if len(fitting) > 1 {
		return choice{}, fitting, false
	}
	id := ""
	if len(fitting) == 1 {
		id = fitting[0]
	} else if c.named == "" {
		var plies int
		id, plies = v.furthest(g, rec)
		why = fmt.Sprintf("%d of %d plies are legal in it, more than in any other variant", plies, len(rec.Moves))
	}
	return choice{id: id, named: id, inferred: why}, nil, id != ""
}

// inferredMessage is the warning about a record that does not name its variant.
func inferredMessage(name, id, why string) string {
	return fmt.Sprintf("the record does not name its variant; it is read as %s (%s): %s", name, id, why)
}
