package fairy

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// countsFor reports whether moves of a kind set the clock back, and whether
// that can be said: of a piece that could go back, only some moves do.
func (c *converter) countsFor(k *pieceKind) (counts, sayable bool) {
	of := [2]bool{}
	for side := range 2 {
		of[side] = k.used[side] && c.ofSide("nMoveRuleTypes", side).slots.has(k.slot)
	}
	if !of[0] && !of[1] {
		return false, true
	}
	ways, _ := readBetza(c.betza(k.slot))
	for _, w := range ways {
		for _, back := range ways {
			if w.quiet && back.quiet && w.vector.Files == -back.vector.Files && w.vector.Ranks == -back.vector.Ranks {
				return false, false
			}
		}
	}
	return true, of == k.used
}

// writeClaims writes the endings that a player may claim.
func (c *converter) writeClaims() error {
	var claims []string
	if n := c.number("nFoldRule"); n > 1 {
		says := fmt.Sprintf("the end of the game by repetition (nFoldValue: %s)", c.word("nFoldValue"))
		if c.bool("perpetualCheckIllegal") {
			says += ", or the loss of a side that gave check by all its moves between"
		}
		claims = append(claims, fmt.Sprintf("{name: repetition, count: %d, says: %s}", n, word(says)))
	}
	if n := c.number("nMoveRule"); n > 0 {
		if slices.ContainsFunc(c.kinds, func(k *pieceKind) bool { _, sayable := c.countsFor(k); return !sayable }) {
			c.line("# nMoveRule: %d moves; which moves of a piece that can go back count is not said here.", n)
		} else {
			claims = append(claims, fmt.Sprintf("{name: clock, count: %d, says: %s}", 2*n, word(fmt.Sprintf("a draw by %d moves without a capture or a move of a pawn", n))))
		}
	}
	claims = append(claims, c.countings()...)
	if len(claims) > 0 {
		c.line("claims:\n  - %s", strings.Join(claims, "\n  - "))
	}
	return nil
}

// countings are the moves that a side may count which is about to lose, as in
// the games of south-east Asia.
func (c *converter) countings() []string {
	rule := c.word("countingRule")
	if rule == "none" {
		return nil
	}
	less := map[string]int{"cambodian": 1}[rule] // Cambodians count one less
	var limits []string
	for _, against := range []struct {
		piece    string
		two, one int
	}{{"rook", 8, 16}, {"silver", 22, 44}, {"knight", 32, 0}} {
		letters := lettersOf(c.kinds, c.slotsOf(against.piece))
		if len(letters) == 0 || len(letters[0]) > 1 {
			continue
		}
		if rule != "asean" {
			limits = append(limits, fmt.Sprintf("%s%[1]s: %d", letters[0], against.two-less))
		}
		if against.one > 0 {
			limits = append(limits, fmt.Sprintf("%s: %d", letters[0], against.one-less))
		}
	}
	// Two knights come before one khon.
	slices.SortStableFunc(limits, func(a, b string) int { return number(a) - number(b) })
	without := ""
	if pawns := lettersOf(c.kinds, 1<<pawn); len(pawns) > 0 {
		without = "without: " + list(pawns) + ", "
	}
	bare := fmt.Sprintf("{name: counting, left: 1, %slimits: {%s}, count: %d, ", without, strings.Join(limits, ", "), 64-less)
	switch rule {
	case "asean":
		return []string{bare + "says: a draw by counting}"}
	case "cambodian":
		without = "left: 3, "
	}
	return []string{
		fmt.Sprintf("{name: counting, least: 2, %scount: %d, says: \"a draw by the count of the board's honour\"}", without, 64-less),
		bare + "on-board: true, says: \"a draw by the count of the pieces' honour\"}",
	}
}

// number is the limit of a line such as RR: 8.
func number(limit string) (n int) {
	_, text, _ := strings.Cut(limit, ": ")
	n, _ = strconv.Atoi(text)
	return n
}
