package fairy

import (
	"fmt"
	"slices"
	"strings"
)

// module adds a rule module.
func (c *converter) module(name, key, format string, args ...any) {
	params := fmt.Sprintf(format, args...)
	if params != "" {
		params = ", " + params
	}
	c.rules = append(c.rules, fmt.Sprintf("{module: %s%s, rule: %s}", name, params, c.rule(key)))
}

// writeRules writes the rule modules.
func (c *converter) writeRules() error {
	if c.bool("blastOnCapture") {
		switch blastImmune := c.set["blastImmuneTypes"].slots; {
		case c.royals.has(king):
			return unsupported("blastOnCapture", "explosions of kings are not supported")
		case c.bool("extinctionPseudoRoyal") && blastImmune&c.set["extinctionPieceTypes"].slots != 0:
			return unsupported("blastImmuneTypes", "royal pieces that are immune to explosions are not supported")
		}
		immune := ""
		if letters := lettersOf(c.kinds, c.set["blastImmuneTypes"].slots); len(letters) > 0 {
			immune = ", immune: " + list(letters)
		}
		c.module("explosion", "blastOnCapture", "spares: %s%s", list(lettersOf(c.kinds, 1<<pawn)), immune)
	}
	if err := c.walls(); err != nil {
		return err
	}
	if c.royals != 0 {
		key, side := "checkmateValue", ""
		letters := lettersOf(c.kinds, c.royals)
		for s, name := range []string{"second", "first"} {
			if c.start.pieces[s][letters[0]] == 0 {
				side = "side: " + name
			}
		}
		if c.royals != 1<<king {
			key = "extinctionPseudoRoyal"
		}
		c.module("royal-safety", key, "%s", side)
	}
	if c.bool("makpongRule") && c.royals.has(king) {
		c.module("stand-fast", "makpongRule", "")
	}
	if err := c.leaps(); err != nil {
		return err
	}
	if rooks := lettersOf(c.kinds, 1<<rook); c.cambodian() && c.royals.has(king) && len(rooks) > 0 {
		c.module("aimed-royal", "cambodianMoves", "pieces: %s", list(rooks))
	}
	if !c.bool("checking") && c.royals.has(king) {
		if c.lastRoyals() != 0 {
			return unsupported("checking",
				"royal pieces by extinction are not supported, because they may be attacked when the king may not")
		}
		c.module("no-check", "checking", "")
	}
	if !c.bool("dropChecks") && c.bool("pieceDrops") && c.royals.has(king) {
		if c.lastRoyals() != 0 {
			return unsupported("dropChecks",
				"royal pieces by extinction are not supported, because drops may attack them when they may not "+
					"attack the king")
		}
		c.module("no-check", "dropChecks", "drops: true")
	}
	if err := c.placings(); err != nil {
		return err
	}
	if c.bool("bikjangRule") && c.royals.has(king) {
		if pass := c.ofSide("pass", 0).bool && c.ofSide("pass", 1).bool; !pass {
			return unsupported("bikjangRule", "facing kings are not supported without passing")
		}
		c.module("break-facing", "bikjangRule", "")
	}
	if c.bool("mustCapture") {
		c.module("must-capture", "mustCapture", "")
	}
	if pawns := c.droppedPawns(); c.bool("shogiPawnDropMateIllegal") && len(pawns) > 0 && c.royals != 0 {
		c.module("drop-mate", "shogiPawnDropMateIllegal", "pieces: %s, effect: forbidden", list(pawns))
	}
	if c.bool("shatarMateRule") && c.royals != 0 {
		knights, strong := c.slotsOf("knight"), c.slotsOf("knight", "rook", "bers")
		c.module("mate-by", "shatarMateRule", "never: %s, among: %s", list(lettersOf(c.kinds, knights)),
			list(lettersOf(c.kinds, strong)))
	}
	if err := c.extinctions(); err != nil {
		return err
	}
	if err := c.goals(); err != nil {
		return err
	}
	if err := c.castlingWins(); err != nil {
		return err
	}
	if err := c.connections(); err != nil {
		return err
	}
	if c.bool("adjudicateFullBoard") {
		result, err := c.material()
		if err != nil {
			return err
		}
		c.module("full-board", "adjudicateFullBoard", "result: %s", result)
	}
	for _, key := range []string{"pass", "passOnStalemate"} {
		if err := c.passes(key); err != nil {
			return err
		}
	}
	if c.bool("checkCounting") {
		if err := c.checks(); err != nil {
			return err
		}
	}
	mate, stale := c.word("checkmateValue"), c.word("stalemateValue")
	if c.bool("stalematePieceCount") {
		stale = map[string]string{"loss": "more", "win": "fewer", "draw": "draw"}[stale]
	}
	if stale == "draw" && c.word("materialCounting") != "janggi" {
		stale, _ = c.material()
	}
	if c.royals == 0 && !c.bool("extinctionPseudoRoyal") || mate == stale {
		c.module("no-moves", "stalemateValue", "result: %s", stale)
	} else {
		c.module("no-moves", "stalemateValue", "attacked: %s, free: %s", mate, stale)
	}
	c.line("rules:")
	for _, r := range c.rules {
		c.line("  - %s", r)
	}
	return nil
}

// walls adds the rules about walls that players place or pieces become.
func (c *converter) walls() error {
	if types := c.set["petrifyOnCaptureTypes"].slots; types&(c.royals|c.lastRoyals()) != 0 {
		return unsupported("petrifyOnCaptureTypes", "royal pieces that become walls are not supported")
	} else if stones := lettersOf(c.kinds, types); len(stones) > 0 && c.bool("capturesToHand") {
		return unsupported("petrifyOnCaptureTypes",
			"pieces that become walls are not supported if captured pieces go to the hand")
	} else if slices.ContainsFunc(c.kinds, func(k *pieceKind) bool {
		return types.has(k.slot) && c.softens(k, types)
	}) {
		return unsupported("petrifyOnCaptureTypes",
			"pieces that become walls but promote to pieces that do not are not supported")
	} else if len(stones) > 0 {
		c.module("petrify", "petrifyOnCaptureTypes", "pieces: %s", list(stones))
	}
	rule := c.word("wallingRule")
	switch {
	case rule == "none" && c.bool("wallOrMove"):
		return unsupported("wallOrMove", "wallingRule is missing")
	case rule == "none":
		return nil
	case c.bool("pieceDrops"), c.gates():
		return unsupported("wallingRule", "walls are not supported with drops or gating")
	case c.ofSide("pass", 0).bool, c.ofSide("pass", 1).bool, c.ofSide("passOnStalemate", 0).bool,
		c.ofSide("passOnStalemate", 1).bool:
		return unsupported("wallingRule", "walls are not supported with passing")
	case rule == "duck":
		rule = "single, called: duck"
	}
	params := "by: " + rule
	if regions := c.regionsOf("wallingRegion"); regions != [2]squares{c.board(), c.board()} {
		params += ", within: " + c.named("walls", regions)
	}
	if c.bool("wallOrMove") {
		if rule == "arrow" || rule == "past" {
			return unsupported("wallOrMove", "walls by %s instead of a move are not supported", rule)
		}
		params += ", instead: true"
	}
	c.module("walls", "wallingRule", "%s", params)
	return nil
}

// softens reports whether a piece type can promote to a type outside a set.
func (c *converter) softens(k *pieceKind, set slots) bool {
	for side := range 2 {
		next, _ := c.comesTo(k, side)
		if k.used[side] && slices.ContainsFunc(next, func(n pieceKind) bool { return !set.has(n.slot) }) {
			return true
		}
	}
	return false
}

// slotsOf returns the piece types of keys.
func (c *converter) slotsOf(keys ...string) (out slots) {
	for _, key := range keys {
		s, _ := slotOf(key)
		out |= 1 << s
	}
	return out
}

// droppedPawns returns the pawns of shogi that can be in hand.
func (c *converter) droppedPawns() []string {
	if !c.bool("pieceDrops") {
		return nil
	}
	return slices.DeleteFunc(lettersOf(c.kinds, 1<<shogiPawn), func(letter string) bool { return len(letter) > 1 })
}

// placings adds the rules about drops, and about pieces that
// change sides.
func (c *converter) placings() error {
	if flips := c.word("flipEnclosedPieces"); flips != "none" {
		by := map[string]string{"reversi": "lines", "ataxx": "beside", "quadwrangle": "supported"}[flips]
		if by == "" || c.royals != 0 || c.bool("extinctionPseudoRoyal") {
			return unsupported("flipEnclosedPieces",
				"pieces that change sides by %s, or royal pieces that change sides, are not supported", flips)
		}
		if by == "lines" && slices.ContainsFunc(c.kinds, func(k *pieceKind) bool { return c.jumpsAlong(k.slot) }) {
			return unsupported("flipEnclosedPieces", "enclosing by leaping pieces is not supported")
		}
		c.module("turn-pieces", "flipEnclosedPieces", "by: %s", by)
	}
	if !c.bool("pieceDrops") {
		return nil
	}
	if rule := c.word("enclosingDrop"); rule != "none" {
		by := map[string]string{"reversi": "enclosing", "ataxx": "beside", "snort": "apart", "top": "top",
			"anyside": "low-edge"}[rule]
		if by == "" {
			return unsupported("enclosingDrop", "enclosing drops by %s are not supported", rule)
		}
		if rule == "anyside" && len(c.bans(lettersOf(c.kinds, anyPiece))) > 0 {
			return unsupported("enclosingDrop", "drops from the edges are not supported with forbidden squares")
		}
		start := ""
		if region := c.squares("enclosingDropStart"); !region.empty() {
			start = ", start: " + c.named("first-drops", [2]squares{region, region})
		}
		if by == "enclosing" && strings.Contains(c.start.board, "*") {
			by += ", holes: true"
		}
		c.module("drop-place", "enclosingDrop", "by: %s%s", by, start)
	}
	if c.bool("dropOppositeColoredBishop") {
		if bishops := lettersOf(c.kinds, 1<<bishop); len(bishops) == 1 {
			c.module("opposite-colours", "dropOppositeColoredBishop", "piece: %s", bishops[0])
		} else if len(bishops) > 1 {
			return unsupported("dropOppositeColoredBishop", "several types of bishops are not supported")
		}
	}
	if c.bool("mustDrop") {
		pieces := ""
		if types := c.set["mustDropType"].slots; types&anyPiece == 0 {
			pieces = "pieces: " + list(lettersOf(c.kinds, types))
		}
		c.module("must-drop", "mustDrop", "%s", pieces)
	}
	return nil
}

// jumpsAlong reports whether a piece type jumps along a line.
func (c *converter) jumpsAlong(s slot) bool {
	ways, _ := readBetza(c.betza(s))
	return slices.ContainsFunc(ways, func(w way) bool {
		files, ranks := max(w.vector.Files, -w.vector.Files), max(w.vector.Ranks, -w.vector.Ranks)
		return w.style == hop || w.style == leap && max(files, ranks) > 1 &&
			(files == 0 || ranks == 0 || files == ranks)
	})
}

// lastRoyals returns the piece types of which the last piece is royal, because
// its extinction loses.
func (c *converter) lastRoyals() slots {
	types := c.set["extinctionPieceTypes"].slots
	if !c.bool("extinctionPseudoRoyal") || c.royals&types != 0 {
		return 0
	}
	return types
}

// comesToHand reports whether a side may have the piece in hand.
func (c *converter) comesToHand(letter string) bool {
	return c.bool("capturesToHand") || c.start.held[0][letter]+c.start.held[1][letter] > 0
}

// extinctions adds the rules about lost pieces.
func (c *converter) extinctions() error {
	value, types := c.word("extinctionValue"), c.set["extinctionPieceTypes"].slots
	royal := c.lastRoyals() != 0
	switch {
	case types == 0, value == "none" && !royal, c.bool("extinctionPseudoRoyal") && !royal && !c.bool("blastOnCapture"):
		return nil
	case royal && c.bool("blastOnCapture"):
		return unsupported("blastOnCapture", "explosions are not supported with several royal pieces")
	case royal && c.set["mutuallyImmuneTypes"].slots&types != 0:
		return unsupported("mutuallyImmuneTypes", "mutual immunity of several royal pieces is not supported")
	case royal && value == "draw":
		return unsupported("extinctionValue", "a draw by extinction of royal pieces is not supported")
	case royal && (types&anyPiece != 0 || value == "win"):
		return unsupported("extinctionPseudoRoyal",
			"royal pieces are not supported if all pieces are royal, or if losing them wins")
	case royal && c.bool("pieceDrops") && slices.ContainsFunc(lettersOf(c.kinds, types), c.comesToHand):
		return unsupported("extinctionPieceTypes", "drops of several royal pieces are not supported")
	case royal && slices.ContainsFunc(types.list(), c.promotes):
		return unsupported("extinctionPieceTypes", "promotion of several royal pieces is not supported")
	case c.bool("dupleCheck") && royal && len(lettersOf(c.kinds, types)) > 1:
		return unsupported("dupleCheck", "several types of royal pieces are not supported")
	}
	params, key := "", "extinctionValue"
	if value != "none" {
		params = ", result: " + value
	}
	if n := c.number("extinctionPieceCount"); n > 0 {
		params += fmt.Sprintf(", left: %d", n)
	}
	if n := c.number("extinctionOpponentPieceCount"); n > 0 {
		params += fmt.Sprintf(", against: %d", n)
	}
	if c.bool("extinctionClaim") {
		params += ", claim: true"
	}
	if royal {
		params += map[bool]string{false: ", royal: last", true: ", royal: all"}[c.bool("dupleCheck")]
		key = "extinctionPseudoRoyal"
	}
	for _, s := range types.list() {
		if royal && !strings.Contains(params, "before") && c.made(s, true) {
			params += ", before: true"
		}
	}
	if types&anyPiece != 0 {
		c.module("extinction", key, "%s", strings.TrimPrefix(params, ", "))
		return nil
	}
	var kinds [][]string
	for _, s := range types.list() {
		letters := lettersOf(c.kinds, 1<<s)
		switch {
		case len(letters) == 0 && value == "none":
		case len(letters) == 0:
			return unsupported("extinctionPieceTypes", "neither side ever has a %s, so the game would end at once",
				pieceTypes[s].key)
		default:
			kinds = append(kinds, letters)
		}
	}
	// If a move makes both sides lose such pieces, the moving side benefits.
	if !royal && len(kinds) > 1 {
		if slices.ContainsFunc(kinds, func(letters []string) bool { return len(letters) > 1 }) {
			return unsupported("extinctionPieceTypes",
				"several piece types are not supported if others promote to one of them under another letter")
		}
		kinds, params = [][]string{slices.Concat(kinds...)}, ", each: true"+params
	}
	for _, letters := range kinds {
		c.module("extinction", key, "pieces: %s%s", list(letters), params)
	}
	return nil
}

// leaps rejects first moves that Fairy-Stockfish plays specially.
func (c *converter) leaps() error {
	kings, ferses := lettersOf(c.kinds, 1<<king), lettersOf(c.kinds, 1<<fers)
	switch {
	case !c.cambodian() || len(kings)+len(ferses) == 0:
		return nil
	case c.gates():
		return unsupported("cambodianMoves", "leaps as first moves are not supported with gating")
	case len(kings) == 0:
		return unsupported("cambodianMoves", "leaps as first moves are not supported without a king")
	}
	return nil
}

// connections adds winning rows, squares and chains of pieces.
func (c *converter) connections() error {
	from, to := c.regionsOf("connectRegion1"), c.regionsOf("connectRegion2")
	params := ""
	if types := c.set["connectPieceTypes"].slots; types&anyPiece == 0 {
		letters := lettersOf(c.kinds, types)
		if len(letters) == 0 {
			return nil
		}
		params = ", pieces: " + list(letters)
	}
	var along []string
	for _, lines := range [][2]string{{"connectVertical", "files"}, {"connectHorizontal", "ranks"},
		{"connectDiagonal", "diagonals"}} {
		if c.bool(lines[0]) {
			along = append(along, lines[1])
		}
	}
	switch {
	case len(along) == 0:
		return nil
	case len(along) < 3:
		params += ", along: " + list(along)
	}
	switch c.word("connectValue") {
	case "loss":
		params += ", result: loss"
	case "draw":
		return unsupported("connectValue", "a draw by connection is not supported")
	}
	if n := c.number("connectN"); n > 0 {
		c.module("connection", "connectN", "row: %d%s", n, params)
	}
	if from != [2]squares{} && to != [2]squares{} {
		c.module("connection", "connectN", "from: %s, to: %s%s", c.named("start", from), c.named("end", to), params)
	}
	if n := c.number("connectNxN"); n > 0 {
		c.module("connection", "connectNxN", "square: %d%s", n, params)
	}
	if n := c.number("collinearN"); n > 0 {
		c.module("connection", "collinearN", "line: %d%s", n, params)
	}
	return nil
}

// castlingWins adds wins by castling.
func (c *converter) castlingWins() error {
	text := c.word("castlingWins")
	switch {
	case text == "-":
		return nil
	case !c.bool("castling"):
		return unsupported("castlingWins", "castling is off, so the game would end at once")
	}
	var params []string
	for _, side := range []struct{ name, higher, lower string }{{"first", "K", "Q"}, {"second", "k", "q"}} {
		var wings []string
		for i, letter := range []string{side.higher, side.lower} {
			if strings.Contains(text, letter) {
				wings = append(wings, []string{"higher", "lower"}[i])
			}
		}
		if len(wings) > 0 {
			params = append(params, side.name+": "+list(wings))
		}
	}
	if len(params) == 0 || strings.Trim(text, "KQkq") != "" {
		return unsupported("castlingWins", "expected castling rights of the form KQkq, found %q", text)
	}
	c.module("castling-goal", "castlingWins", "%s", strings.Join(params, ", "))
	return nil
}

// points returns the piece points of janggi in tenths.
func (c *converter) points() []string {
	var out []string
	for _, k := range c.kinds {
		of := map[string]int{"rook": 130, "janggiCannon": 70, "horse": 50, "janggiElephant": 30, "wazir": 30,
			"soldier": 20}
		if n := of[pieceTypes[k.slot].key]; n > 0 {
			out = append(out, fmt.Sprintf("%s: %d", k.letter, n))
		}
	}
	return out
}

// material returns how material decides a game without a winner.
func (c *converter) material() (string, error) {
	word := c.word("materialCounting")
	if word == "janggi" {
		return "", unsupported("materialCounting", "points of janggi are supported only after passes")
	}
	return map[string]string{"none": "draw", "unweighted": "more", "whitedrawodds": "first",
		"blackdrawodds": "second"}[word], nil
}

// passes adds optional or mandatory passes.
func (c *converter) passes(key string) error {
	may := [2]bool{c.ofSide(key, 0).bool, c.ofSide(key, 1).bool}
	for side := range may { // a side that may pass only if stalemated
		may[side] = may[side] && (key == "passOnStalemate" || !c.ofSide("passOnStalemate", side).bool)
	}
	if may == [2]bool{} {
		return nil
	}
	params := ""
	if may[0] != may[1] {
		params = map[bool]string{true: ", side: first", false: ", side: second"}[may[0]]
	}
	if key == "passOnStalemate" {
		params += ", stalemated: true"
	}
	if key == "pass" && c.bool("bikjangRule") {
		params += ", facing: true"
	}
	if c.word("materialCounting") == "janggi" {
		params += fmt.Sprintf(", points: {%s}, second: 15", strings.Join(c.points(), ", "))
	} else {
		twice, _ := c.material()
		params += ", twice: " + twice
	}
	c.module("pass", key, "%s", strings.TrimPrefix(params, ", "))
	return nil
}

// goals adds the winning squares.
func (c *converter) goals() error {
	regions := c.regionsOf("flagRegion")
	if regions == [2]squares{} {
		return nil
	}
	pieces := [2]slots{c.ofSide("flagPiece", 0).slots, c.ofSide("flagPiece", 1).slots}
	params := ""
	if n := c.number("flagPieceCount"); n > 1 {
		params += fmt.Sprintf(", count: %d", n)
	} else if n == 0 {
		return unsupported("flagPieceCount", "expected at least 1")
	}
	switch kings := pieces[0].has(king) || pieces[1].has(king); {
	case !c.bool("flagMove"):
	case pieces == [2]slots{1 << king, 1 << king} && c.royals == 1<<king && !c.bool("flagPieceSafe"):
		params += ", reply: true"
	case kings:
		return unsupported("flagMove",
			"a reply to kings at their goal is not supported if other pieces count or must be safe")
	default:
		params += ", stays: true"
	}
	if c.bool("flagPieceSafe") {
		params += ", safe: true"
	}
	if c.bool("flagPieceBlockedWin") {
		params += ", full: true"
	}
	if pieces[0] == pieces[1] {
		return c.goal(pieces[0], regions, params)
	}
	if err := c.goal(pieces[0], [2]squares{regions[0]}, params); err != nil {
		return err
	}
	return c.goal(pieces[1], [2]squares{1: regions[1]}, params)
}

func (c *converter) goal(pieces slots, regions [2]squares, params string) error {
	letters := lettersOf(c.kinds, pieces)
	if regions == [2]squares{} || len(letters) == 0 {
		return nil
	}
	c.module("goal", "flagRegion", "pieces: %s, region: %s%s", list(letters), c.named("goal", regions), params)
	return nil
}

// checks adds the number of checks that win.
func (c *converter) checks() error {
	most := 0
	for _, digit := range c.start.checks {
		if digit != '+' {
			most = max(most, int(digit-'0'))
		}
	}
	if !c.royals.has(king) || most < 1 || most > 9 {
		return unsupported("checkCounting", "expected a king and, in startFen, a count of checks such as 3+3")
	}
	c.module("check-count", "checkCounting", "count: %d", most)
	return nil
}
