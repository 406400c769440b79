package fairy

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// countsFor reports whether moves of a piece type reset the clock. supported is
// false if only one side's moves do.
func (c *converter) countsFor(k *pieceKind) (counts, supported bool) {
	of := [2]bool{}
	for side := range 2 {
		of[side] = k.used[side] && c.ofSide("nMoveRuleTypes", side).slots.has(k.slot)
	}
	counts = of[0] || of[1]
	return counts, !counts || of == k.used
}

// writeClaims writes the endings that a player may claim.
func (c *converter) writeClaims() error {
	var claims []string
	if n := c.number("nFoldRule"); n > 1 {
		claims = append(claims, fmt.Sprintf("{name: repetition, count: %d, %s}", n, c.repetition()))
	}
	if n := c.number("nMoveRule"); n > 0 {
		if slices.ContainsFunc(c.kinds, func(k *pieceKind) bool { _, supported := c.countsFor(k); return !supported }) {
			c.line("# nMoveRule: %d moves; not converted, because different moves count for each side.", n)
		} else {
			what, more := c.undecided()
			claims = append(claims, fmt.Sprintf("{name: clock, count: %d, says: %s%s}", 2*n,
				word(fmt.Sprintf("%s by %d moves without a capture or a move of a pawn", what, n)), more))
		}
	}
	claims = append(claims, c.countings()...)
	if len(claims) > 0 {
		c.line("claims:\n  - %s", strings.Join(claims, "\n  - "))
	}
	return nil
}

// repetition returns the result of a repetition. The key nFoldValue is from the
// first player's view if nFoldValueAbsolute is set, else from that of the side
// to move.
func (c *converter) repetition() string {
	says, more := c.undecided()
	wins := map[string]string{"win": "to-move", "loss": "moved"}[c.word("nFoldValue")]
	if c.bool("nFoldValueAbsolute") {
		wins = map[string]string{"win": "first", "loss": "second"}[c.word("nFoldValue")]
	}
	if wins != "" {
		says, more = "a win", ", wins: "+wins
	}
	says += " by repetition"
	if c.bool("perpetualCheckIllegal") {
		says, more = says+", or the loss of a side that always gave check", more+", perpetual-check: loses"
	}
	by := lettersOf(c.kinds, c.slotsOf("fers", "elephant", "horse", "rook", "cannon"))
	if c.word("chasingRule") == "axf" && len(by) > 0 {
		says += ", or that chased one piece without end"
		more += fmt.Sprintf(", chase: {by: %s, of: %s%s}", list(by),
			list(append(by, lettersOf(c.kinds, 1<<soldier)...)), c.chased())
	}
	return "says: " + word(says) + more
}

// undecided returns the result of a claim without a winner, which depends on
// material.
func (c *converter) undecided() (says, wins string) {
	switch word, err := c.material(); {
	case err != nil || word == "draw":
		return "a draw", ""
	case word == "more":
		return "a win of the side with more pieces", ", wins: more"
	default:
		return "a win", ", wins: " + word
	}
}

// chased returns the AXF exceptions for soldiers on their own bank and for
// pieces that are chased even if protected.
func (c *converter) chased() (more string) {
	of := func(keys ...string) []string { return lettersOf(c.kinds, c.slotsOf(keys...)) }
	if soldiers := lettersOf(c.kinds, 1<<soldier); len(soldiers) > 0 && c.number("soldierPromotionRank") > 1 {
		more = fmt.Sprintf(", within: {%s: abroad}", word(soldiers[0]))
	}
	var despite []string
	for _, letter := range of("horse", "cannon") {
		despite = append(despite, word(letter)+": "+list(of("rook")))
	}
	for _, letter := range of("elephant", "fers") {
		despite = append(despite, word(letter)+": "+list(of("rook", "cannon", "horse")))
	}
	return more + ", despite: {" + strings.Join(despite, ", ") + "}"
}

// countings returns the counting claims of a losing side, as in variants of
// south-east Asia.
func (c *converter) countings() []string {
	rule := c.word("countingRule")
	if rule == "none" {
		return nil
	}
	less := map[string]int{"cambodian": 1}[rule] // Cambodian rules count one less
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
		} else if rule == "asean" {
			limits = append(limits, letters[0]+": 64")
		}
	}
	// Two knights precede one khon.
	slices.SortStableFunc(limits, func(a, b string) int { return number(a) - number(b) })
	without := ""
	if pawns := lettersOf(c.kinds, 1<<pawn); len(pawns) > 0 {
		without = "without: " + list(pawns) + ", "
	}
	bare := fmt.Sprintf("{name: counting, left: 1, %slimits: {%s}, ", without, strings.Join(limits, ", "))
	switch rule {
	case "asean":
		if len(limits) == 0 {
			return nil
		}
		return []string{bare + "says: a draw by counting}"}
	case "cambodian":
		without = "left: 3, "
	}
	return []string{
		fmt.Sprintf("{name: counting, least: 2, %scount: %d, says: \"a draw by the count of the board's honour\"}",
			without, 64-less),
		fmt.Sprintf("%scount: %d, on-board: true, says: \"a draw by the count of the pieces' honour\"}", bare, 64-less),
	}
}

// number returns the limit in an entry such as RR: 8.
func number(limit string) (n int) {
	_, text, _ := strings.Cut(limit, ": ")
	n, _ = strconv.Atoi(text)
	return n
}
