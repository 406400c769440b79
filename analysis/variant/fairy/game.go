package fairy

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"assay/analysis/spelling"
	"assay/parser/record"
)

// game contains the settings of a section, inherited ones included.
type game struct {
	letters  map[slot]byte   // upper case
	moves    map[slot]string // of custom pieces, and of a king with its own moves
	set      map[string]setting
	mobility [2]map[slot]squares
	lines    map[string]int // of the section's own keys
	ownKing  bool           // a file defines the king's moves
}

// setting is the value of a key, in the field of its kind.
type setting struct {
	bool    bool
	number  int
	squares squares
	slots   slots
	pairs   map[slot]int // numbers, or slots
	text    string
}

func (a setting) equal(b setting) bool {
	return a.bool == b.bool && a.number == b.number && a.squares == b.squares && a.slots == b.slots &&
		a.text == b.text && maps.Equal(a.pairs, b.pairs)
}

// template returns the defaults of a section without a parent, which has no
// pieces.
func template() *game {
	g := &game{letters: map[slot]byte{}, moves: map[slot]string{}, set: map[string]setting{}}
	for i := range keys {
		if k := &keys[i]; k.defaultValue != "" || len(k.sets) == 0 {
			value := k.standard()
			for _, name := range k.targets() {
				g.set[name] = value
			}
		}
	}
	g.mobility = [2]map[slot]squares{{}, {}}
	g.set["promotionPieceTypesWhite"], g.set["promotionPieceTypesBlack"] = setting{}, setting{}
	return g
}

// child returns a copy to which a section is applied.
func (g *game) child() *game {
	return &game{
		letters: maps.Clone(g.letters), moves: maps.Clone(g.moves), set: maps.Clone(g.set),
		mobility: [2]map[slot]squares{maps.Clone(g.mobility[0]), maps.Clone(g.mobility[1])}, lines: map[string]int{},
		ownKing: g.ownKing,
	}
}

func (k *key) targets() []string {
	if len(k.sets) == 0 {
		return []string{k.name}
	}
	return k.sets
}

// standard returns the default value of a key.
func (k *key) standard() setting {
	read := func(text string) (out slots, err error) {
		for _, word := range strings.Fields(text) {
			s, known := slotOf(word)
			switch {
			case word == "*":
				out |= anyPiece
			case known:
				out |= 1 << s
			}
		}
		return out, nil
	}
	if k.defaultValue == "all" {
		return setting{squares: everywhere}
	}
	out, err := k.read(k.defaultValue, read)
	if err != nil && k.defaultValue != "" {
		panic(err) // ruled out by this package's tests
	}
	return out
}

// ofAll lists prefixes of keys in which * means all pieces.
var ofAll = []string{"mustDropType", "extinctionPieceTypes", "flagPiece", "connectPieceTypes"}

// read parses the value of a key; pieces parses piece letters.
func (k *key) read(text string, pieces func(string) (slots, error)) (out setting, err error) {
	switch k.kind {
	case aBool:
		out.bool = text == "true"
		if !out.bool && text != "false" {
			err = fmt.Errorf("expected true or false, found %q", record.Clip(text))
		}
	case aNumber, aRank:
		out.number, err = strconv.Atoi(text)
		if err != nil || out.number < 0 || out.number > 1000 || k.kind == aRank &&
			(out.number < 1 || out.number > maxRanks) {
			err = fmt.Errorf("%q is not a number in range", record.Clip(text))
		}
	case aFile:
		out.number, err = readFile(text)
	case someSquares:
		out.squares, err = parseSquares(text)
	case somePieces:
		out.slots, err = pieces(text)
	case onePiece:
		if out.slots, err = pieces(text); err == nil && out.slots&(out.slots-1) != 0 {
			err = fmt.Errorf("expected one piece, found %q", record.Clip(text))
		}
	case aWord:
		if out.text = text; !slices.Contains(k.words, text) {
			err = fmt.Errorf("expected one of %s, found %q", strings.Join(k.words, ", "), record.Clip(text))
		}
	case counts, becomes:
		out.pairs, err = k.readPairs(text, pieces)
	default:
		out.text = text
	}
	if err == nil && out.slots&anyPiece != 0 &&
		!slices.ContainsFunc(ofAll, func(name string) bool { return strings.HasPrefix(k.name, name) }) {
		err = fmt.Errorf("Fairy-Stockfish does not support * here")
	}
	return out, err
}

func readFile(text string) (int, error) {
	if n, err := strconv.Atoi(text); err == nil && n >= 1 && n <= maxFiles {
		return n - 1, nil
	}
	if len(text) == 1 && text[0] >= 'a' && text[0] < 'a'+maxFiles {
		return int(text[0] - 'a'), nil
	}
	return 0, fmt.Errorf("%q is not a file of a board of up to %d files", record.Clip(text), maxFiles)
}

// readPairs parses `q:1 r:2` or `p:g s:-`, with optional blanks.
func (k *key) readPairs(text string, pieces func(string) (slots, error)) (map[slot]int, error) {
	out := map[slot]int{}
	words := strings.Fields(strings.ReplaceAll(text, ":", " : "))
	for ; len(words) >= 3 && words[1] == ":"; words = words[3:] {
		from, err := pieces(words[0])
		if err != nil {
			return nil, err
		}
		at := from.list()
		if len(at) != 1 {
			return nil, fmt.Errorf("expected one piece, found %q", record.Clip(words[0]))
		}
		switch {
		case k.kind == counts:
			if out[at[0]], err = strconv.Atoi(words[2]); err != nil || out[at[0]] < 0 {
				return nil, fmt.Errorf("expected a number, found %q", record.Clip(words[2]))
			}
		case words[2] == "-":
			out[at[0]] = -1
		default:
			into, err := pieces(words[2])
			if err != nil || len(into.list()) != 1 {
				return nil, fmt.Errorf("expected one piece, found %q", record.Clip(words[2]))
			}
			out[at[0]] = int(into.list()[0])
		}
	}
	if len(words) > 0 && (len(words) != 1 || words[0] != "-") {
		return nil, fmt.Errorf("%q is not a pair such as %s", record.Clip(strings.Join(words, " ")),
			map[kind]string{counts: "q:1", becomes: "p:g"}[k.kind])
	}
	return out, nil
}

// apply overrides inherited settings with a section's.
func (g *game) apply(s *section) []Refusal {
	faults := slices.Clone(s.refusals)
	refuse := func(name string, err error) {
		faults = append(faults, Refusal{s.entries[name].line, s.name, name + ": " + err.Error()})
	}
	for _, name := range slices.Sorted(maps.Keys(s.entries)) {
		g.lines[name] = s.entries[name].line
		if err := known(name); err != nil {
			refuse(name, err)
		}
	}
	for i := range pieceTypes {
		if e, ok := s.entries[pieceTypes[i].key]; ok {
			if err := g.addPiece(slot(i), e.value); err != nil {
				refuse(pieceTypes[i].key, err)
			}
		}
		for side, colour := range []string{"White", "Black"} {
			name := "mobilityRegion" + colour + slot(i).capital()
			if e, ok := s.entries[name]; ok {
				region, err := parseSquares(e.value)
				if err != nil {
					refuse(name, err)
				}
				g.mobility[side][slot(i)] = region
			}
		}
	}
	for i := range keys {
		k := &keys[i]
		e, ok := s.entries[k.name]
		if !ok || k.unsupported == forShow {
			continue
		}
		value, err := k.read(e.value, g.pieces)
		if err != nil {
			refuse(k.name, err)
			continue
		}
		if k.kind == becomes || k.kind == counts { // pairs add to inherited ones
			all := maps.Clone(g.set[k.name].pairs)
			if all == nil {
				all = map[slot]int{}
			}
			maps.Copy(all, value.pairs)
			value.pairs = all
		}
		for _, name := range k.targets() {
			g.set[name] = value
		}
	}
	return faults
}

// known returns an error for a key that Fairy-Stockfish does not have.
func known(name string) error {
	if _, ok := keyNamed[name]; ok {
		return nil
	}
	all := slices.Collect(maps.Keys(keyNamed))
	for i, p := range pieceTypes {
		if name == p.key || name == "mobilityRegionWhite"+slot(i).capital() ||
			name == "mobilityRegionBlack"+slot(i).capital() {
			return nil
		}
		all = append(all, p.key)
	}
	slices.Sort(all)
	if near, ok := spelling.Nearest(name, all); ok {
		return fmt.Errorf("unknown key; %s was probably meant", near)
	}
	return fmt.Errorf("unknown key")
}

// addPiece assigns a letter to a piece type and takes it from its previous
// owner. Without a letter, it removes the piece type.
func (g *game) addPiece(s slot, value string) error {
	letter, moves, described := strings.Cut(value, ":")
	if letter == "-" {
		g.removePiece(s)
		return nil
	}
	if len(letter) != 1 || letter[0]|0x20 < 'a' || letter[0]|0x20 > 'z' {
		return fmt.Errorf("expected a letter, or - for none, found %q", record.Clip(letter))
	}
	capital := letter[0] &^ 0x20
	for other, taken := range g.letters {
		if taken == capital {
			g.removePiece(other)
		}
	}
	g.letters[s] = capital
	switch {
	case s.custom() && !described:
		return fmt.Errorf("moves are missing; expected such as %s:K", letter)
	case s.custom():
		g.moves[s] = moves
		if strings.Contains(moves, "e") {
			for _, name := range both("enPassantTypes") {
				set := g.set[name]
				set.slots |= 1 << s
				g.set[name] = set
			}
		}
	case s == king && described:
		g.moves[king], g.ownKing = moves, true
	case s == king:
		delete(g.moves, king)
	case described:
		return fmt.Errorf("%s has fixed moves; use customPiece1 to customPiece%d", pieceTypes[s].key, customSlots)
	}
	return nil
}

func (g *game) removePiece(s slot) {
	delete(g.letters, s)
	for _, name := range both("promotionPieceTypes") {
		set := g.set[name]
		set.slots &^= 1 << s
		g.set[name] = set
	}
}

// pieces parses letters, `*` and `-`.
func (g *game) pieces(text string) (out slots, err error) {
	for _, letter := range strings.ReplaceAll(text, " ", "") {
		if letter == '-' {
			return out, nil
		}
		if letter == '*' {
			out |= anyPiece
			continue
		}
		s, ok := g.slot(letter)
		if !ok {
			return 0, fmt.Errorf("there is no piece %q", letter)
		}
		out |= 1 << s
	}
	return out, nil
}

// slot returns the piece type of a letter.
func (g *game) slot(letter rune) (slot, bool) {
	for s, taken := range g.letters {
		if letter < 128 && taken == byte(letter)&^0x20 {
			return s, true
		}
	}
	return 0, false
}

func (g *game) has(s slot) bool                      { _, ok := g.letters[s]; return ok }
func (g *game) bool(name string) bool                { return g.set[name].bool }
func (g *game) number(name string) int               { return g.set[name].number }
func (g *game) word(name string) string              { return g.set[name].text }
func (g *game) ranks() int                           { return g.number("maxRank") }
func (g *game) files() int                           { return g.number("maxFile") + 1 }
func (g *game) board() squares                       { return board(g.files(), g.ranks()) }
func (g *game) squares(name string) squares          { return g.set[name].squares.and(g.board()) }
func (g *game) ofSide(name string, side int) setting { return g.set[both(name)[side]] }

// region returns one side's squares of a key.
func (g *game) region(name string, side int) squares {
	return g.ofSide(name, side).squares.and(g.board())
}

// regionsOf returns both sides' squares of a key.
func (g *game) regionsOf(name string) [2]squares {
	return [2]squares{g.region(name, 0), g.region(name, 1)}
}

// betza returns a piece type's moves in Fairy-Stockfish's notation.
func (g *game) betza(s slot) string {
	if moves, ok := g.moves[s]; ok {
		return moves
	}
	return pieceTypes[s].moves
}

// unsupported returns the keys with unsupported values.
func (g *game) unsupported(s *section) []Refusal {
	var out []Refusal
	for i := range keys {
		k := &keys[i]
		if k.unsupported == "" || k.unsupported == forShow || k.unsupported == byJudgement || len(k.sets) > 0 ||
			g.set[k.name].equal(k.standard()) || k.applies != nil && !k.applies(g) {
			continue
		}
		refusal := Refusal{s.line, s.name, ""}
		short := strings.TrimSuffix(strings.TrimSuffix(k.name, "White"), "Black")
		switch {
		case g.lines[k.name] > 0:
			refusal.Line, refusal.Message = g.lines[k.name], k.name+": "+k.unsupported
		case g.lines[short] > 0: // the key of both sides
			refusal.Line, refusal.Message = g.lines[short], short+": "+k.unsupported
		default:
			refusal.Message = fmt.Sprintf("%s, inherited from %s: %s", short, s.parent, k.unsupported)
		}
		if !slices.Contains(out, refusal) {
			out = append(out, refusal)
		}
	}
	return out
}
