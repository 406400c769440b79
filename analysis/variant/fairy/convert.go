package fairy

import (
	"cmp"
	_ "embed"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"unicode"

	"assay/analysis/variant"
	"assay/parser/record"
)

//go:embed builtin.ini
var builtinText string

// builtin contains Fairy-Stockfish's built-in variants from which sections may
// inherit.
var builtin = sync.OnceValue(func() map[string]*game {
	sections, faults := readSections(builtinText)
	out := map[string]*game{}
	for _, s := range sections {
		g := template()
		if s.parent != "" {
			g = out[s.parent]
		}
		g = g.child()
		faults = append(faults, g.apply(s)...)
		g.lines, g.ownKing = nil, false
		out[s.name] = g
	}
	if len(faults) > 0 {
		panic(faults[0]) // ruled out by this package's tests
	}
	return out
})

// Game is a section converted to a definition.
type Game struct {
	Name string // of the section
	Line int
	YAML []byte
	keys map[string]int // lines of the section's own keys
}

// sourceKeys maps keys of definitions to keys of sections, if the names differ.
var sourceKeys = map[string]string{"start": "startFen", "promotion": "promotionPieceTypes"}

// key returns the section's key, and its line, for a key or module of the
// definition.
func (g Game) key(of string) (name string, line int) {
	name = sourceKeys[of]
	if name == "" && of != "" {
		name = strings.ReplaceAll(title(of), " ", "")
		name = strings.ToLower(name[:1]) + name[1:]
	}
	if line = g.keys[name]; line == 0 {
		return "", 0
	}
	return name, line
}

// Convert converts the sections of a file to definitions, which the caller must
// check. A section may be valid even if its parent is not, because it may
// override the invalid key.
func Convert(file, text string) ([]Game, []Refusal) {
	sections, faults := readSections(text)
	known := maps.Clone(builtin())
	var out []Game
	for _, s := range sections {
		game, refusals := convertSection(filepath.Base(file), s, known)
		if len(refusals) > 0 {
			faults = append(faults, refusals...)
			continue
		}
		out = append(out, game)
	}
	slices.SortStableFunc(faults, func(a, b Refusal) int { return a.Line - b.Line })
	return out, faults
}

func convertSection(file string, s *section, known map[string]*game) (Game, []Refusal) {
	refuse := func(format string, args ...any) (Game, []Refusal) {
		return Game{}, append(s.refusals, Refusal{s.line, s.name, fmt.Sprintf(format, args...)})
	}
	if _, ours := builtin()[s.name]; ours {
		return refuse("Fairy-Stockfish has a built-in variant of this name, which takes precedence")
	}
	if _, twice := known[s.name]; twice {
		return refuse("duplicate section name")
	}
	parent := template()
	if s.parent != "" {
		var ok bool
		if parent, ok = known[s.parent]; !ok {
			return refuse("unknown parent %q", record.Clip(s.parent))
		}
		if parent == nil {
			return refuse("the parent %q is invalid", record.Clip(s.parent))
		}
	}
	if e, ok := s.entries[builtinOnly]; ok {
		s.refuse(e.line, "%s: unknown key", builtinOnly)
	}
	g := parent.child()
	if faults := g.apply(s); len(faults) > 0 {
		known[s.name] = nil
		return Game{}, faults
	}
	known[s.name] = g
	if faults := g.unsupported(s); len(faults) > 0 {
		return Game{}, faults
	}
	text, key, err := g.define(file, s)
	if err != nil {
		line := s.line
		for _, name := range append(both(key), key) {
			if at, own := g.lines[name]; own {
				line = at
			}
		}
		return Game{}, []Refusal{{line, s.name, fmt.Sprintf("%s: %v", key, err)}}
	}
	return Game{s.name, s.line, []byte(text), g.lines}, nil
}

// title returns a section's display name.
func title(name string) string {
	words := strings.FieldsFunc(name, func(r rune) bool { return r == '-' || r == '_' || r == ' ' })
	for i, w := range words {
		r := []rune(w)
		words[i] = string(unicode.ToUpper(r[0])) + string(r[1:])
	}
	return strings.Join(words, " ")
}

// converter writes one definition.
type converter struct {
	*game
	document
	start  *opening
	kinds  []*pieceKind
	royals slots // the royal piece types
	rules  []string
}

// keyError is an unsupported value of a key.
type keyError struct {
	key string
	error
}

func unsupported(key, format string, args ...any) error {
	return keyError{key, fmt.Errorf(format, args...)}
}

// define returns the definition of a section. key is the key that an error
// concerns.
func (g *game) define(file string, s *section) (text, key string, err error) {
	c := &converter{game: g}
	if c.start, err = g.readStart(); err != nil {
		return "", "startFen", err
	}
	if c.kinds, err = g.findKinds(c.start); err != nil {
		key, message, _ := strings.Cut(err.Error(), ": ")
		return "", key, fmt.Errorf("%s", message)
	}
	if len(c.kinds) == 0 {
		return "", "startFen", fmt.Errorf("the position has none of the defined pieces")
	}
	var body strings.Builder
	for _, write := range []func() error{c.findRoyals, c.writePieces, c.writeStart, c.writePromotions, c.writeHand,
		c.writeRules, c.writeClaims} {
		if err := write(); err != nil {
			if at, ok := err.(keyError); ok {
				return "", at.key, at.error
			}
			return "", "startFen", err
		}
		body.WriteString(c.text.String())
		c.text.Reset()
	}
	c.writeHead(file, s)
	return c.text.String() + body.String(), "", nil
}

func (c *converter) writeHead(file string, s *section) {
	from := fmt.Sprintf("[%s]", s.name)
	if s.parent != "" {
		from = fmt.Sprintf("[%s:%s]", s.name, s.parent)
	}
	c.line("# Converted from section %s, line %d, of a Fairy-Stockfish file. Rule FS-KEY is",
		word(from)[1:len(word(from))-1], s.line)
	c.line("# defined by the key KEY. Change `version` with every change of the rules.")
	for i := range keys {
		k := &keys[i]
		if k.unsupported == byJudgement && !c.set[k.name].equal(k.standard()) {
			c.line("# %s: not converted, because players and arbiters decide; it affects no move.", k.name)
		}
	}
	c.line("id: %s", word(variant.MakeID(s.name)))
	c.line("name: %s", word(title(s.name)))
	if variant.MakeID(s.name) != s.name {
		c.line("aliases: [%s]", word(s.name))
	}
	c.line("version: \"1\"")
	c.line("rulings: FS")
	if len(c.cited) > 0 {
		slices.Sort(c.cited)
		c.line("says:")
		for _, name := range c.cited {
			c.line("  FS-%s: %s", name, word(keyNamed[name].says))
		}
	}
	c.line("sources: [%s]", word(fmt.Sprintf("%s, %s", file, from)))
	c.line("summary: %s", word(fmt.Sprintf("A game of Fairy-Stockfish's, on %d by %d squares.", c.files(), c.ranks())))
	checkered := ""
	if t := c.word("variantTemplate"); t != "shogi" && t != "xiangqi" && t != "janggi" {
		checkered = ", checkered: true"
	}
	c.line("board: {files: %d, ranks: %d%s}", c.files(), c.ranks(), checkered)
	c.line("sides:\n  - name: White\n  - name: Black")
	if len(c.regions) > 0 {
		c.line("regions:")
		for _, r := range c.regions {
			c.line("  %s: %s", r.name, r.says(c.files(), c.ranks()))
		}
	}
}

// findRoyals finds the royal piece types. These are the king, and a piece type
// that must not become extinct if a side always has exactly one.
func (c *converter) findRoyals() error {
	count := func(s slot) (most int) {
		for side := range 2 {
			n := 0
			for _, letter := range lettersOf(c.kinds, 1<<s) {
				n += c.start.pieces[side][letter]
				if n += c.start.held[side][letter]; c.start.held[side][letter] > 0 && c.bool("capturesToHand") {
					return 2
				}
			}
			most = max(most, n)
		}
		return most
	}
	changing := c.bool("extinctionPseudoRoyal") && c.set["extinctionPieceTypes"].slots.has(king) &&
		(c.made(king, false) || c.promotes(king))
	if len(lettersOf(c.kinds, 1<<king)) > 0 && !changing {
		c.royals = 1 << king
		if letters := lettersOf(c.kinds, 1<<king); count(king) > 1 || len(letters) > 1 || len(letters[0]) > 1 ||
			c.made(king, false) || c.promotes(king) {
			return unsupported("startFen",
				"several kings per side, captured kings in hand, and promotion to kings are not supported")
		}
	}
	if !c.bool("extinctionPseudoRoyal") {
		return nil
	}
	// A single piece is royal like the king; of several, the last one counts.
	last := c.set["extinctionPieceTypes"].slots
	if last != 0 && len(lettersOf(c.kinds, 1<<janggiCannon)) > 0 {
		return unsupported("extinctionPieceTypes",
			"royal pieces by extinction are not supported with cannons of janggi")
	}
	alive := lettersOf(c.kinds, last)
	if last&anyPiece == 0 && c.number("extinctionPieceCount") == 0 && len(alive) == 1 && len(last.list()) == 1 &&
		c.royals == 0 &&
		count(last.list()[0]) == 1 && !c.made(last.list()[0], false) && !c.promotes(last.list()[0]) {
		c.royals = last
	}
	return nil
}

// promotes reports whether a piece type promotes.
func (c *converter) promotes(s slot) bool {
	return slices.ContainsFunc(c.kinds, func(k *pieceKind) bool {
		first, _ := c.comesTo(k, 0)
		second, _ := c.comesTo(k, 1)
		return k.slot == s && (k.used[0] && len(first) > 0 || k.used[1] && len(second) > 0)
	})
}

// made reports whether pieces promote to a piece type. With ofPieces, pieces
// that promote like pawns are ignored.
func (c *converter) made(s slot, ofPieces bool) bool {
	for _, k := range c.kinds {
		for side := range 2 {
			next, _ := c.comesTo(k, side)
			if k.used[side] && !(ofPieces && c.pawnStyle(k.slot, side)) &&
				slices.ContainsFunc(next, func(n pieceKind) bool { return n.slot == s }) {
				return true
			}
		}
	}
	return false
}

// writeStart writes the complete starting position, and castling.
func (c *converter) writeStart() error {
	rights, err := c.writeCastling()
	if err != nil {
		return err
	}
	o := c.start
	text := o.board
	if c.gates() || c.bool("pieceDrops") && !c.bool(builtinOnly) {
		text += "[" + o.hand + "]"
	}
	text += map[bool]string{false: " w ", true: " b "}[o.black] + rights + " " + o.passing + " "
	state := "castling, en-passant, clock, number"
	if c.bool("checkCounting") {
		if o.checks == "" {
			o.checks = "1+1"
		}
		text += o.checks + " "
		state = "castling, en-passant, checks, clock, number"
	}
	c.line("start: %s\nstate: [%s]", word(text+o.clock+" "+o.number), state)
	return nil
}

// writeCastling writes castling with the rights of the starting position, and
// returns those rights.
func (c *converter) writeCastling() (rights string, err error) {
	if !c.bool("castling") && !c.bool("gating") {
		return "-", nil
	}
	if c.gates() {
		c.line("gating: {rank: %d, rule: %s}", c.number("castlingRank"), c.rule("seirawanGating"))
	}
	if c.bool("castlingDroppedPiece") && c.bool("pieceDrops") {
		return "-", c.writeDroppedCastling()
	}
	if c.start.castling == "-" {
		return "-", nil
	}
	var partners []string
	var castlers [][3]int // per right: the side and both files
	royal, step, distance, even := "", 0, 0, true
	for _, letter := range c.start.castling {
		side := map[bool]int{false: 0, true: 1}[letter >= 'a']
		if first := strings.ToLower(string(letter)); c.bool("gating") &&
			!(c.bool("castling") && (first == "k" || first == "q")) {
			rights += string(letter)
			continue
		}
		if !strings.ContainsRune("KQkq", letter) {
			return "", unsupported("startFen", "expected castling rights of the form KQkq, found %q", c.start.castling)
		}
		higher := letter|0x20 == 'k'
		if kings := c.ofSide("castlingKingPiece", side).slots; kings != 1<<king &&
			(kings == 0 || len(lettersOf(c.kinds, 1<<king)) > 0) {
			return "", unsupported("castlingKingPiece",
				"castling of another piece in a variant with a king, or of no piece, is not supported")
		} else if kings&c.ofSide("castlingRookPieces", side).slots != 0 {
			return "", unsupported("castlingRookPieces", "castling with a piece of the same type is not supported")
		}
		from, partner, ok, err := c.castlers(side, higher)
		switch {
		case err != nil:
			return "", err
		case c.gates() && (!ok || partner > from != higher):
			return "", unsupported("startFen",
				"the castling right %c has no pieces, which is not supported with gating", letter)
		case !ok:
			continue
		case partner > from != higher:
			letter ^= 'K' ^ 'Q'
		}
		kind := c.start.at[[2]int{from, c.castlingRank(side)}].letter
		other := c.start.at[[2]int{partner, c.castlingRank(side)}].letter
		to := c.number("castlingKingsideFile")
		if partner < from {
			to = c.number("castlingQueensideFile")
		}
		files, apart := to-from, partner-from
		if partner < from {
			files, apart = -files, -apart
		}
		even = even && files > 0 && files <= apart && (step == 0 || step == files)
		if royal != "" && royal != kind {
			return "", unsupported("castlingKingPiece",
				"castling of different pieces for White and Black is not supported")
		}
		if distance == 0 || apart < distance {
			distance = apart
		}
		if royal, step = kind, files; !slices.Contains(partners, other) {
			partners = append(partners, other)
		}
		if !strings.ContainsRune(rights, letter) {
			rights += string(letter)
			castlers = append(castlers, [3]int{side, from, partner})
		}
	}
	if royal == "" {
		return cmp.Or(rights, "-"), nil
	}
	for _, at := range castlers {
		if c.outerPartner(at, partners) {
			return "", unsupported("castlingRookPieces",
				"castling is not supported if another possible partner stands beyond the partner")
		}
	}
	if c.word("wallingRule") == "arrow" {
		return "", unsupported("wallingRule", "arrow walls after castling are not supported")
	}
	how := fmt.Sprintf("step: %d, distance: %d", step, distance)
	if !even {
		how = fmt.Sprintf("to: [%c, %c]", 'a'+c.number("castlingKingsideFile"), 'a'+c.number("castlingQueensideFile"))
	}
	if c.bool("oppositeCastling") {
		how += ", opposite: true"
	}
	c.line("castling: {royal: %s, partner: %s, rank: %d, %s, rule: %s}",
		royal, list(partners), c.number("castlingRank"), how, c.rule("castling"))
	return rights, nil
}

// outerPartner reports whether another partner of the same side stands beyond a
// castling partner, from its king's view.
func (c *converter) outerPartner(castlers [3]int, partners []string) bool {
	side, from, partner := castlers[0], castlers[1], castlers[2]
	for file := range c.files() {
		at := c.start.at[[2]int{file, c.castlingRank(side)}]
		behind := partner > from && file > partner || partner < from && file < partner
		if behind && at.letter != "" && at.side == side && slices.Contains(partners, at.letter) {
			return true
		}
	}
	return false
}

// writeDroppedCastling writes castling of a dropped king with dropped partners.
func (c *converter) writeDroppedCastling() error {
	royal, partners := lettersOf(c.kinds, c.ofSide("castlingKingPiece", 0).slots),
		lettersOf(c.kinds, c.ofSide("castlingRookPieces", 0).slots)
	switch {
	case c.start.castling != "-":
		return unsupported("castlingDroppedPiece",
			"a starting position with both castling rights and castling of dropped pieces is not supported")
	case len(royal) != 1 || len(partners) == 0 ||
		c.ofSide("castlingKingPiece", 0).slots != c.ofSide("castlingKingPiece", 1).slots ||
		c.ofSide("castlingRookPieces", 0).slots != c.ofSide("castlingRookPieces", 1).slots:
		return unsupported("castlingDroppedPiece", "castling of different pieces for White and Black is not supported")
	}
	file := func(n int) string { return string(rune('a' + n)) }
	c.line("castling: {royal: %s, partner: %s, rank: %d, to: %s, dropped: %s, rule: %s}", royal[0], list(partners),
		c.number("castlingRank"),
		list([]string{file(c.number("castlingKingsideFile")), file(c.number("castlingQueensideFile"))}),
		list([]string{file(c.number("castlingKingFile")), file(c.files() - 1), "a"}), c.rule("castlingDroppedPiece"))
	return nil
}

// gates reports whether the variant has gating.
func (g *game) gates() bool { return g.bool("gating") && g.bool("seirawanGating") }

func (c *converter) castlingRank(side int) int {
	if side == 1 {
		return c.ranks() - c.number("castlingRank")
	}
	return c.number("castlingRank") - 1
}

// castlers returns the files of the castling piece and its partner; ok is false
// if they are not there.
func (c *converter) castlers(side int, kingside bool) (from, partner int, ok bool, err error) {
	stands := func(file int, of slots) bool {
		at := c.start.at[[2]int{file, c.castlingRank(side)}]
		if len(at.letter) != 1 || at.side != side {
			return false
		}
		s, known := c.slot(rune(at.letter[0]))
		return known && of.has(s)
	}
	kings, rooks := c.ofSide("castlingKingPiece", side).slots, c.ofSide("castlingRookPieces", side).slots
	from = -1
	for file := range c.files() {
		switch {
		case !stands(file, kings):
		case from >= 0:
			return 0, 0, false, unsupported("startFen",
				"several castling pieces on a side's first rank are not supported")
		default:
			from = file
		}
	}
	if from < 0 {
		return 0, 0, false, nil
	}
	if kingside {
		for partner = min(c.number("castlingRookKingsideFile"), c.files()-1); partner > 0 && !stands(partner, rooks); {
			partner--
		}
	} else {
		for partner = c.number("castlingRookQueensideFile"); partner < c.files()-1 && !stands(partner, rooks); {
			partner++
		}
	}
	return from, partner, stands(partner, rooks) && partner != from, nil
}
