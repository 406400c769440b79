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

	"assay/parser/record"
)

//go:embed builtin.ini
var builtinText string

// builtin are the games that Fairy-Stockfish has built in, as far as sections
// inherit from them here.
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
		panic(faults[0]) // which the tests of this package rule out
	}
	return out
})

// Game is a section that is a definition here.
type Game struct {
	Name string // of the section
	Line int
	YAML []byte
	keys map[string]int // the lines of the keys that the section itself has
}

// behind are the keys of sections behind keys of definitions that are called
// otherwise.
var behind = map[string]string{"start": "startFen", "promotion": "promotionPieceTypes"}

// key gives the key of the section that a key or a module of the definition was
// made of, and its line.
func (g Game) key(of string) (name string, line int) {
	name = behind[of]
	if name == "" && of != "" {
		name = strings.ReplaceAll(title(of), " ", "")
		name = strings.ToLower(name[:1]) + name[1:]
	}
	if line = g.keys[name]; line == 0 {
		return "", 0
	}
	return name, line
}

// Convert makes definitions of the sections of a file. That they are sound is
// for the caller to check. A section whose parent is refused for what it says
// may be sound itself, where it says otherwise.
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
		return Game{}, append(s.faults, Refusal{s.line, s.name, fmt.Sprintf(format, args...)})
	}
	if _, ours := builtin()[s.name]; ours {
		return refuse("Fairy-Stockfish has a game of this name built in, which takes its place")
	}
	if _, twice := known[s.name]; twice {
		return refuse("there is a section of this name before")
	}
	parent := template()
	if s.parent != "" {
		var ok bool
		if parent, ok = known[s.parent]; !ok {
			return refuse("its parent %q is no game known here", record.Clip(s.parent))
		}
		if parent == nil {
			return refuse("its parent %q is at fault", record.Clip(s.parent))
		}
	}
	if e, ok := s.entries[builtinOnly]; ok {
		s.refuse(e.line, "%s: there is no such key", builtinOnly)
	}
	g := parent.child()
	if faults := g.apply(s); len(faults) > 0 {
		known[s.name] = nil
		return Game{}, faults
	}
	known[s.name] = g
	if faults := g.unsayable(s); len(faults) > 0 {
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

// ID is the id of the game of a section.
func ID(name string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(name), func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= '0' && r <= '9')
	}), "-")
}

// title is a section's name for people.
func title(name string) string {
	words := strings.FieldsFunc(name, func(r rune) bool { return r == '-' || r == '_' || r == ' ' })
	for i, w := range words {
		r := []rune(w)
		words[i] = string(unicode.ToUpper(r[0])) + string(r[1:])
	}
	return strings.Join(words, " ")
}

// converter writes one game.
type converter struct {
	*game
	document
	start  *opening
	kinds  []*pieceKind
	royals slots // the piece types that are royal
	rules  []string
}

// keyError is what cannot be said, and by which key it is said.
type keyError struct {
	key string
	error
}

func cannot(key, format string, args ...any) error {
	return keyError{key, fmt.Errorf(format, args...)}
}

// define writes the definition of a game; key is the one that an error is
// about.
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
		return "", "startFen", fmt.Errorf("there is no piece in it that the game has")
	}
	var body strings.Builder
	for _, write := range []func() error{c.findRoyals, c.writePieces, c.writeStart, c.writePromotions, c.writeHand, c.writeRules, c.writeClaims} {
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
	c.line("# Made of the section %s in line %d of a file for Fairy-Stockfish. Each rule FS-key", word(from)[1:len(word(from))-1], s.line)
	c.line("# is what that key says. Say `version` anew with every change.")
	for i := range keys {
		k := &keys[i]
		if k.cannot == byJudgement && !c.set[k.name].equal(k.standard()) {
			c.line("# %s: what it decides is left to the players and arbiters; no move depends on it.", k.name)
		}
	}
	c.line("id: %s", word(ID(s.name)))
	c.line("name: %s", word(title(s.name)))
	if ID(s.name) != s.name {
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

// findRoyals tells which piece types are royal: the king, and the last of
// pieces whose extinction no move may allow where there is always just one.
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
	changing := c.bool("extinctionPseudoRoyal") && c.set["extinctionPieceTypes"].slots.has(king) && (c.made(king, false) || c.promotes(king))
	if len(lettersOf(c.kinds, 1<<king)) > 0 && !changing {
		c.royals = 1 << king
		if letters := lettersOf(c.kinds, 1<<king); count(king) > 1 || len(letters) > 1 || len(letters[0]) > 1 || c.made(king, false) || c.promotes(king) {
			return cannot("startFen", "several kings of a side, kings in hands that captures fill, and kings that are made cannot be said here")
		}
	}
	if !c.bool("extinctionPseudoRoyal") {
		return nil
	}
	// One that is always alone is a royal like the king; of others the last
	// counts.
	last := c.set["extinctionPieceTypes"].slots
	if last != 0 && len(lettersOf(c.kinds, 1<<janggiCannon)) > 0 {
		return cannot("extinctionPieceTypes", "royals by extinction where there are cannons of janggi cannot be said here")
	}
	alive := lettersOf(c.kinds, last)
	if last&anyPiece == 0 && c.number("extinctionPieceCount") == 0 && len(alive) == 1 && len(last.list()) == 1 && c.royals == 0 &&
		count(last.list()[0]) == 1 && !c.made(last.list()[0], false) && !c.promotes(last.list()[0]) {
		c.royals = last
	}
	return nil
}

// promotes reports whether pieces of a type become others.
func (c *converter) promotes(s slot) bool {
	return slices.ContainsFunc(c.kinds, func(k *pieceKind) bool {
		first, _ := c.comesTo(k, 0)
		second, _ := c.comesTo(k, 1)
		return k.slot == s && (k.used[0] && len(first) > 0 || k.used[1] && len(second) > 0)
	})
}

// made reports whether a piece type is what another becomes; of pieces alone,
// whether one that does not promote as pawns do becomes it.
func (c *converter) made(s slot, ofPieces bool) bool {
	for _, k := range c.kinds {
		for side := range 2 {
			next, _ := c.comesTo(k, side)
			if k.used[side] && !(ofPieces && c.pawnStyle(k.slot, side)) && slices.ContainsFunc(next, func(n pieceKind) bool { return n.slot == s }) {
				return true
			}
		}
	}
	return false
}

// writeStart writes the position text of the start, whole, and castling.
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

// writeCastling writes how the king castles with the rights that the start
// gives, and those rights.
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
	var castlers [][3]int // of each right: the side, and the files of the two
	royal, step, distance, even := "", 0, 0, true
	for _, letter := range c.start.castling {
		side := map[bool]int{false: 0, true: 1}[letter >= 'a']
		if first := strings.ToLower(string(letter)); c.bool("gating") && !(c.bool("castling") && (first == "k" || first == "q")) {
			rights += string(letter)
			continue
		}
		if !strings.ContainsRune("KQkq", letter) {
			return "", cannot("startFen", "rights of castling %q are not of the form KQkq", c.start.castling)
		}
		higher := letter|0x20 == 'k'
		if kings := c.ofSide("castlingKingPiece", side).slots; kings != 1<<king && (kings == 0 || len(lettersOf(c.kinds, 1<<king)) > 0) {
			return "", cannot("castlingKingPiece", "castling of another piece than the king, where there is one, or of none cannot be said here")
		} else if kings&c.ofSide("castlingRookPieces", side).slots != 0 {
			return "", cannot("castlingRookPieces", "a piece that castles with its like cannot be said here")
		}
		from, partner, ok, err := c.castlers(side, higher)
		switch {
		case err != nil:
			return "", err
		case c.gates() && (!ok || partner > from != higher):
			return "", cannot("startFen", "a right %c to castle, which nothing there has, cannot be said here in a game in which first moves let pieces in", letter)
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
			return "", cannot("castlingKingPiece", "castling of other pieces for White than for Black cannot be said here")
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
			return "", cannot("castlingRookPieces", "castling with a piece that has such as the other side castles with behind it cannot be said here")
		}
	}
	if c.word("wallingRule") == "arrow" {
		return "", cannot("wallingRule", "walls by arrow after castling cannot be said here")
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

// outerPartner reports whether one of the partners of either side stands behind
// that of a side, as its king sees it.
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

// writeDroppedCastling writes how a king castles that is dropped, as its
// partners are.
func (c *converter) writeDroppedCastling() error {
	royal, partners := lettersOf(c.kinds, c.ofSide("castlingKingPiece", 0).slots), lettersOf(c.kinds, c.ofSide("castlingRookPieces", 0).slots)
	switch {
	case c.start.castling != "-":
		return cannot("castlingDroppedPiece", "a start in which some may castle, and some are dropped for it, cannot be said here")
	case len(royal) != 1 || len(partners) == 0 || c.ofSide("castlingKingPiece", 0).slots != c.ofSide("castlingKingPiece", 1).slots || c.ofSide("castlingRookPieces", 0).slots != c.ofSide("castlingRookPieces", 1).slots:
		return cannot("castlingDroppedPiece", "castling of other pieces for White than for Black cannot be said here")
	}
	file := func(n int) string { return string(rune('a' + n)) }
	c.line("castling: {royal: %s, partner: %s, rank: %d, to: %s, dropped: %s, rule: %s}", royal[0], list(partners), c.number("castlingRank"),
		list([]string{file(c.number("castlingKingsideFile")), file(c.number("castlingQueensideFile"))}),
		list([]string{file(c.number("castlingKingFile")), file(c.files() - 1), "a"}), c.rule("castlingDroppedPiece"))
	return nil
}

// gates reports whether pieces come in by first moves.
func (g *game) gates() bool { return g.bool("gating") && g.bool("seirawanGating") }

func (c *converter) castlingRank(side int) int {
	if side == 1 {
		return c.ranks() - c.number("castlingRank")
	}
	return c.number("castlingRank") - 1
}

// castlers are the files of the piece that castles and of its partner, false
// where they do not stand there.
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
			return 0, 0, false, cannot("startFen", "castling where several pieces of a side's first rank could cannot be said here")
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
