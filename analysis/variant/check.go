package variant

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"assay/analysis/spelling"
	"assay/parser/scan"
)

var (
	idForm     = scan.NewPattern(`^[a-z0-9]+(-[a-z0-9]+)*$`)
	letterForm = scan.NewPattern(`^\+?[A-Z][~']?$`)
	pageForm   = scan.NewPattern(`^[a-z]+[0-9]+$`)
)

// idDescription describes a valid ID.
const idDescription = "lower-case letters, digits and single hyphens"

// checker collects the problems of a decoded definition.
type checker struct {
	d        *Definition
	file     string
	problems Problems
}

func (c *checker) report(line int, format string, args ...any) {
	c.problems = append(c.problems, Problem{File: c.file, Line: line, Message: fmt.Sprintf(format, args...)})
}

// check reports unknown pieces, regions and fields, and values out of range.
// Rule modules check their own parameters when they are compiled.
func (d *Definition) check(file string) Problems {
	c := &checker{d: d, file: file}
	c.header()
	c.state()
	c.says()
	c.cited()
	if n := d.Regions.Len(); n > maxRegions {
		c.report(0, "regions: at most %d, found %d", maxRegions, n)
	}
	if len(d.Rules) == 0 {
		c.report(0, "rules is missing: at least one rule must end the game")
	}
	if n := len(d.Rules); n > maxModules {
		c.report(d.Rules[maxModules].Line, "rules: at most %d, found %d", maxModules, n)
	}
	for name, region := range d.Regions.All() {
		if len(region.First)+len(region.Second) == 0 {
			c.report(0, "region %s has no squares", name)
		}
		for _, word := range slices.Concat(region.First, region.Second) {
			if _, err := d.Board.Squares(word); err != nil {
				c.report(0, "region %s: %v", name, err)
			}
		}
	}
	c.pieces()
	c.promotions()
	c.modules()
	c.hand()
	c.places()
	c.page()
	c.appearance()
	c.options()
	return c.problems
}

func (c *checker) header() {
	d := c.d
	if !idForm.MatchString(d.ID) {
		c.report(0, "id %q: %s", d.ID, idDescription)
	}
	if d.Name == "" {
		c.report(0, "name is missing")
	}
	if d.Version == "" {
		c.report(0, "version is missing: expected any word, to be changed whenever the rules change")
	}
	if b := d.Board; b.Files == 0 && b.Ranks == 0 {
		c.report(0, "board is missing: expected files and ranks, such as {files: 8, ranks: 8}")
	} else if b.Files < 1 || b.Files > MaxSide || b.Ranks < 1 || b.Ranks > MaxSide {
		c.report(0, "board: expected 1 to %d files and ranks, found %d by %d", MaxSide, b.Files, b.Ranks)
	}
	if cells := d.Board.Cells; cells != "" && !slices.Contains(boardCells, cells) {
		c.report(0, "board: unknown cells %q; known: %s", cells, strings.Join(boardCells, ", "))
	}
	if len(d.Sides) != 2 || d.Sides[0].Name == "" || d.Sides[1].Name == "" {
		c.report(0, "sides: expected two with a name each, the first player first")
	} else if d.Sides[0].Name == d.Sides[1].Name {
		c.report(0, "sides: both have the name %q", d.Sides[0].Name)
	}
	if d.Rulings == "" {
		c.report(0, "rulings is missing: expected the prefix of the rule IDs, such as CSG")
	}
	if d.Start == "" {
		c.report(0, "start is missing: expected the starting position")
	}
	at := -1
	for _, field := range d.State {
		next := slices.Index(StateFields, field)
		if next < 0 {
			c.report(0, "state: unknown field %q; known: %s", field, strings.Join(StateFields, ", "))
		} else if next <= at {
			c.report(0, "state: expected the order %s", strings.Join(StateFields, ", "))
		}
		at = next
	}
}

func (c *checker) pieces() {
	if c.d.Pieces.Len() == 0 {
		c.report(0, "pieces is missing")
	}
	if c.d.Pieces.Len() > MaxPieces {
		c.report(0, "pieces: at most %d types, found %d", MaxPieces, c.d.Pieces.Len())
	}
	movements, ways := 0, 0
	names := map[string]string{}
	letters := map[string]string{}
	for letter, p := range c.d.Pieces.All() {
		movements += len(p.Moves)
		for _, m := range p.Moves {
			for _, part := range m.Components {
				ways += len(part.Vectors) + len(part.Paths)
			}
		}
		if n := len(p.Moves); n > maxMovements {
			c.report(p.Line, "piece %s: at most %d movements, found %d", letter, maxMovements, n)
		}
		if !letterForm.MatchString(letter) {
			c.report(p.Line, "piece %q: expected one capital letter, with + before or ~ after it for a promoted piece",
				letter)
		}
		if p.Name == "" || strings.ContainsAny(p.Name, " =-*@") || !utf8.ValidString(p.Name) {
			c.report(p.Line, "piece %s: name %q must be one word without blanks and without = - * @", letter, p.Name)
		}
		if other, taken := names[p.Name]; taken && strings.TrimSuffix(letter, "~") != strings.TrimSuffix(other, "~") {
			c.report(p.Line, "piece %s: the name %q is taken by %s", letter, p.Name, other)
		}
		names[p.Name] = letter
		if p.SAN != "" && (len(p.SAN) != 1 || p.SAN[0] < 'A' || p.SAN[0] > 'Z') {
			c.report(p.Line, "piece %s: san %q must be one capital letter", letter, p.SAN)
		}
		for _, form := range append([]string{letter}, p.Also...) {
			if other, taken := letters[form]; taken {
				c.report(p.Line, "piece %s: the letter %q is taken by %s", letter, form, other)
			}
			letters[form] = letter
		}
		c.region(p.Line, p.Within)
		if p.Demotes != "" {
			c.piece(p.Line, p.Demotes)
			c.notRoyal(p.Line, "demotes", p.Demotes)
			if p.Demotes == letter {
				c.report(p.Line, "piece %s: demotes names the piece itself; remove it", letter)
			}
		}
		if p.Moves == nil {
			c.report(p.Line, "piece %s: moves is missing; write [] for a piece that never moves", letter)
		}
		c.sameLimits(p.Moves)
		c.secondSteps(&p)
		for _, m := range p.Moves {
			c.movement(&m, p.Within)
			c.region(m.Line, m.From)
			c.region(m.Line, m.Within)
			c.piece(m.Line, slices.Concat(m.Takes, m.Spares, m.HopsNot, m.TakesEnPassant)...)
			if len(m.TakesEnPassant) > 0 && !slices.ContainsFunc(m.TakesEnPassant, c.crosses) {
				c.report(m.Line, "passing: no movement of %s has en-passant: true, so there is nothing to capture",
					strings.Join(m.TakesEnPassant, " or "))
			}
		}
	}
	if movements > maxAllMovements {
		c.report(0, "pieces: at most %d movements in total, found %d", maxAllMovements, movements)
	}
	if ways > maxWays {
		c.report(0, "pieces: at most %d directions of all movements in total, found %d", maxWays, ways)
	}
}

// crosses reports whether a piece has a movement that allows its capture en
// passant. An unknown piece may have one.
func (c *checker) crosses(letter string) bool {
	p, known := c.d.Pieces.Get(letter)
	return !known || slices.ContainsFunc(p.Moves, func(m Movement) bool { return m.EnPassant })
}

// modules reports repeated rule modules.
func (c *checker) modules() {
	for i, m := range c.d.Rules {
		same := func(other Module) bool { return other.Name == m.Name && sameNodes(&other.Params, &m.Params) }
		if at := slices.IndexFunc(c.d.Rules[:i], same); at >= 0 {
			c.report(m.Line, "%s repeats line %d", m.Name, c.d.Rules[at].Line)
		}
	}
}

// sameNodes reports whether two nodes have the same content in the same order.
func sameNodes(a, b *yaml.Node) bool {
	return a.Kind == b.Kind && a.Value == b.Value && slices.EqualFunc(a.Content, b.Content, sameNodes)
}

// movement reports settings without effect on a movement.
func (c *checker) movement(m *Movement, within string) {
	limited := m.From != "" || m.Within != "" || within != ""
	for _, part := range m.Components {
		rides := part.Range == Unlimited && part.Vectors[0].unit()
		switch {
		case part.source == "": // the F of a K, reported with its W
		case part.Again != nil && (limited || len(m.Takes)+len(m.TakesEnPassant)+len(m.HopsNot) > 0 || m.EnPassant):
			c.report(m.Line, "%s has a second step, which other keys cannot limit", part)
		case part.Paths != nil && (m.First || m.EnPassant || len(m.Takes)+len(m.TakesEnPassant)+len(m.HopsNot) > 0):
			c.report(m.Line, "%s has several legs, which only from, within and spares can limit", part)
		case len(m.Takes) > 0 && (!rides || part.Hop != NoHop):
			c.report(m.Line, "takes needs an unlimited ride, which %s is not", part)
		case len(m.Takes) > 0 && (m.From != "" || m.Within != ""):
			c.report(m.Line, "takes cannot be combined with from or within")
		case m.First && (limited || m.EnPassant || len(m.Takes)+len(m.TakesEnPassant) > 0 || part.Range != 1 ||
			part.Lame || part.Hop != NoHop || part.Capture):
			c.report(m.Line, "first needs an unlimited leap without capturing, which %s is not", part)
		case m.InPlace && len(m.Takes) == 0:
			c.report(m.Line, "stays needs takes: the pieces captured without moving")
		case len(m.TakesEnPassant) > 0 && limited:
			c.report(m.Line, "passing cannot be combined with from or within")
		case len(m.TakesEnPassant) > 0 && (part.Range != 1 || part.Lame || part.Hop != NoHop):
			c.report(m.Line, "passing needs a single leap that cannot be blocked, which %s is not", part)
		case m.EnPassant && (len(m.Takes) > 0 || len(m.TakesEnPassant) > 0 || !part.crosses()):
			c.report(m.Line, "en-passant: %s crosses no square that must be empty; nD and W2 do", part)
		case rides && part.Hop == HopBehind && limited:
			c.report(m.Line, "a hopper that lands next to the piece cannot be combined with from or within; list "+
				"its leaps instead")
		}
	}
}

// secondSteps reports second steps to squares that the piece does not reach
// otherwise, because attacks there are not computed. It also reports second
// steps in variants with a hand.
func (c *checker) secondSteps(p *Piece) {
	reached := map[Vector]bool{{}: true}
	for _, m := range p.Moves {
		for _, part := range m.Components {
			if plain := part.Quiet && part.Capture && !part.Lame && part.Hop == NoHop && part.Again == nil; !plain ||
				m.From != "" || len(m.Takes)+len(m.TakesEnPassant) > 0 {
				continue
			}
			for _, v := range part.Vectors {
				reached[v] = true
			}
		}
	}
	for _, m := range p.Moves {
		for _, part := range m.Components {
			for i, then := range part.Again {
				v := part.Vectors[i]
				missing := !reached[v]
				for _, w := range then {
					missing = missing || !reached[Vector{v.Files + w.Files, v.Ranks + w.Ranks}]
				}
				if missing {
					c.report(m.Line, "%s: add movements by which the piece reaches each square of its two steps "+
						"directly", m.Betza)
					return
				}
				if c.d.Hand != nil {
					c.report(m.Line, "%s: a second step needs a variant without a hand", m.Betza)
					return
				}
			}
		}
	}
}

// sameLimits reports movements of a piece with different values of spares,
// hops-not or passing, because these keys apply to the whole piece.
func (c *checker) sameLimits(moves []Movement) {
	var first [3]*Movement
	for i := range moves {
		m := &moves[i]
		if len(m.Takes) > 0 {
			continue
		}
		passes := len(m.TakesEnPassant) > 0
		captures := slices.ContainsFunc(m.Components, func(part Component) bool { return part.Capture })
		hops := slices.ContainsFunc(m.Components, func(part Component) bool { return part.Hop != NoHop })
		if len(m.Spares) > 0 && !captures {
			c.report(m.Line, "spares: %s does not capture", m.Betza)
		}
		if len(m.HopsNot) > 0 && !hops {
			c.report(m.Line, "hops-not: %s does not hop", m.Betza)
		}
		for k, applies := range []bool{captures && !passes, hops && !passes, passes} {
			switch {
			case !applies:
			case first[k] == nil:
				first[k] = m
			case k == 0 && !slices.Equal(m.Spares, first[k].Spares):
				c.report(m.Line, "spares applies to the whole piece: give all its capturing movements the same")
			case k == 1 && !slices.Equal(m.HopsNot, first[k].HopsNot):
				c.report(m.Line, "hops-not applies to the whole piece: give all its hopping movements the same")
			case k == 2 && !slices.Equal(m.TakesEnPassant, first[k].TakesEnPassant):
				c.report(m.Line, "passing applies to the whole piece: give all its movements with passing the same")
			}
		}
	}
}

// MaxSide bounds the files and the ranks of a board.
const MaxSide = 16

// Bounds of a definition: piece types, movements per piece and in total,
// directions, regions and rules. The built-in variants have up to 3 movements
// per piece, 31 in total, and 112 directions.
const (
	MaxPieces       = 62
	maxMovements    = 64
	maxAllMovements = 512
	maxWays         = 4096
	maxRegions      = 128
	maxModules      = 64
)

// MaxCells bounds the bench cells of a side.
const MaxCells = 40

func (c *checker) castling(k *Castling) {
	files := slices.Concat(k.To, k.Dropped)
	if k.Usual != "" {
		files = append(files, k.Usual)
	}
	for _, file := range files {
		if len(file) != 1 || file[0] < 'a' || int(file[0]-'a') >= c.d.Board.Files {
			c.report(k.Line, "castling: the board has no file %q", file)
		}
	}
	switch {
	case len(k.Dropped) != 0 && (len(k.Dropped) != 3 || k.Dropped[1] <= k.Dropped[0] || k.Dropped[2] >= k.Dropped[0]):
		c.report(k.Line, "castling: dropped: expected three files: of the royal piece, of a partner toward the "+
			"higher files, and of one toward the lower")
	case len(k.Dropped) != 0 && (k.Free || c.d.Hand == nil):
		c.report(k.Line, "castling: dropped needs a hand and cannot be combined with free")
	case len(k.Partner) == 0:
		c.report(k.Line, "castling: partner is missing")
	case k.Rank < 1 || k.Rank > c.d.Board.Ranks:
		c.report(k.Line, "castling: rank: expected 1 to %d, found %d", c.d.Board.Ranks, k.Rank)
	case len(k.To) != 0 && (len(k.To) != 2 || k.To[0] == k.To[1] || k.Step != 0):
		c.report(k.Line, "castling: expected either step, or to with two files, the one toward the higher files first")
	case len(k.To) != 0:
	case k.Free:
		c.report(k.Line, "castling: free needs to")
	case k.Usual != "":
		c.report(k.Line, "castling: usual needs free")
	case k.Step < 1 || k.Distance < 1:
		c.report(k.Line, "castling: step and distance must be at least 1")
	case k.Step > k.Distance:
		c.report(k.Line, "castling: a %s that goes %d files would pass a %s %d files away; distance must be at "+
			"least step", k.Royal, k.Step, k.Partner[0], k.Distance)
	}
}

// gating checks the gating rules.
func (c *checker) gating() {
	g := c.d.Gating
	if g == nil {
		return
	}
	c.piece(g.Line, g.Pieces...)
	switch {
	case g.Rank < 1 || g.Rank > c.d.Board.Ranks:
		c.report(g.Line, "gating: rank: expected 1 to %d, found %d", c.d.Board.Ranks, g.Rank)
	case c.d.Hand == nil:
		c.report(g.Line, "gating needs a hand")
	case len(c.d.Hand.Cells) > 0 || c.d.Pocket != nil:
		c.report(g.Line, "gating cannot be combined with bench cells or a pocket")
	}
}

func (c *checker) places() {
	if k := c.d.Castling; k != nil {
		c.piece(k.Line, k.Royal)
		c.piece(k.Line, k.Partner...)
		c.castling(k)
	}
	c.gating()
	if p := c.d.Pocket; p != nil {
		c.piece(p.Line, p.Never...)
	}
	if s := c.d.Array; s != nil {
		for name, region := range s.Places.All() {
			c.piece(s.Line, name)
			c.region(s.Line, region)
		}
	}
}

// Bounds of options and published perft counts.
const (
	maxOptions    = 16
	maxValues     = 16
	maxNodeCounts = 100
)

func (c *checker) options() {
	if n := c.d.Options.Len(); n > maxOptions {
		c.report(0, "options: at most %d, found %d", maxOptions, n)
	}
	if n := len(c.d.NodeCounts); n > maxNodeCounts {
		c.report(c.d.NodeCounts[maxNodeCounts].Line, "node counts: at most %d, found %d", maxNodeCounts, n)
	}
	for name, option := range c.d.Options.All() {
		if n := len(option.Values); n > maxValues {
			c.report(option.Line, "option %s: at most %d values, found %d", name, maxValues, n)
		}
		if !slices.Contains(option.Values, option.Default) {
			c.report(option.Line, "option %s: the default %q is not one of its values", name, option.Default)
		}
	}
	for _, overlay := range c.d.Overlays {
		for _, name := range overlay.When.Keys {
			option, ok := c.d.Options.Get(name)
			value, _ := overlay.When.Get(name)
			if !ok {
				c.report(overlay.Line, "overlay: unknown option %q", name)
			} else if !slices.Contains(option.Values, value) {
				c.report(overlay.Line, "overlay: %q is not a value of option %s", value, name)
			}
		}
	}
	material := 0
	for _, claim := range c.d.Claims {
		if claim.Name == "material" {
			material++
			c.material(&claim, material)
		} else if claim.Name != "repetition" && claim.Name != "clock" && claim.Name != "counting" || claim.Count < 1 &&
			(claim.Name != "counting" || claim.Limits.Len() == 0) {
			c.report(claim.Line, "claim: expected the name material, or repetition, clock or counting with a count")
		}
		if claim.Name != "material" && len(claim.Alone)+len(claim.OneColour) > 0 {
			c.report(claim.Line, "claim: only material has alone and one-colour")
		}
		if claim.Name != "counting" &&
			(claim.Left > 0 || claim.Least > 0 || len(claim.Without) > 0 || claim.Limits.Len() > 0 || claim.OnBoard) {
			c.report(claim.Line, "claim: only counting has left, least, without, limits and on-board")
		}
		if claim.Name != "repetition" && (claim.PerpetualCheck != "" || claim.Chase != nil) {
			c.report(claim.Line, "claim: only repetition has perpetual-check and chase")
		}
		if claim.Name != "repetition" && claim.Name != "clock" && claim.Wins != "" {
			c.report(claim.Line, "claim: only repetition and clock have wins")
		}
		if !slices.Contains([]string{"", "first", "second", "to-move", "moved", "more", "fewer"}, claim.Wins) {
			c.report(claim.Line, "claim: wins: expected first, second, to-move, moved, more or fewer, found %q",
				claim.Wins)
		}
		if claim.PerpetualCheck != "" && claim.PerpetualCheck != "loses" {
			c.report(claim.Line, "claim: perpetual-check: expected loses, found %q", claim.PerpetualCheck)
		}
		if claim.Chase != nil {
			c.chase(claim.Chase)
		}
		c.piece(claim.Line, claim.Without...)
		for _, letters := range claim.Limits.Keys {
			c.piece(claim.Line, strings.Split(letters, "")...)
		}
	}
}

// material checks the nth material claim.
func (c *checker) material(claim *Claim, n int) {
	switch {
	case n > 1:
		c.report(claim.Line, "claim: only one material claim is possible")
	case claim.Count > 0:
		c.report(claim.Line, "claim: material must not have a count")
	case c.d.Hand != nil || c.d.Pocket != nil:
		c.report(claim.Line, "claim: material needs a variant without hand and pocket")
	case c.d.Board.Hexagons() && len(claim.OneColour) > 0:
		c.report(claim.Line, "claim: one-colour needs a board of squares")
	}
	c.piece(claim.Line, slices.Concat(claim.Alone, claim.OneColour)...)
	royal := false
	for letter, p := range c.d.Pieces.All() {
		royal = royal || p.Royal
		if p.Royal && (slices.Contains(claim.Alone, letter) || slices.Contains(claim.OneColour, letter)) {
			c.report(claim.Line, "claim: remove %s: royal pieces are always left", letter)
		}
	}
	if !royal {
		c.report(claim.Line, "claim: material needs a royal piece")
	}
}

func (c *checker) chase(d *Chase) {
	if len(d.By) == 0 || len(d.Of) == 0 {
		c.report(d.Line, "chase: by and of must name pieces")
	}
	c.piece(d.Line, slices.Concat(d.By, d.Of, d.Within.Keys, d.Despite.Keys)...)
	for _, name := range d.Within.All() {
		c.region(d.Line, name)
	}
	for _, victims := range d.Despite.All() {
		c.piece(d.Line, victims...)
	}
}

func (c *checker) piece(line int, letters ...string) {
	for _, letter := range letters {
		c.among(line, "piece", letter, c.d.Pieces.Keys, " ")
	}
}

func (c *checker) region(line int, name string) {
	if name != "" {
		c.among(line, "region", name, c.d.Regions.Keys, ", ")
	}
}

// among reports an unknown name.
func (c *checker) among(line int, what, name string, known []string, comma string) {
	if slices.Contains(known, name) {
		return
	}
	if near, ok := spelling.Nearest(name, known); ok {
		c.report(line, "there is no %s %q; %q was probably meant", what, name, near)
		return
	}
	c.report(line, "there is no %s %q; the %ss are %s", what, name, what, strings.Join(known, comma))
}
