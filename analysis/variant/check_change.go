package variant

import (
	"slices"
	"strings"
)

// promotions checks the promotion rules.
func (c *checker) promotions() {
	grouped := map[string]bool{}
	for i := range c.d.Promotion {
		p := &c.d.Promotion[i]
		c.region(p.Line, p.Zone)
		if p.On != "end" && p.On != "touch" && p.On != "entry" && p.On != "stand" {
			c.report(p.Line, "promotion: on: expected `end` (the move ends in the zone), `touch` (it starts or ends "+
				"there), `entry` (it enters the zone, or captures) or `stand` (instead of moving), found %q", p.On)
		}
		if p.Last && p.On != "stand" {
			c.report(p.Line, "promotion: last needs `on: stand`")
		}
		if p.On == "stand" && (p.Always || p.By != "" || p.EnPassant != "" || p.May.Len()+p.Must.Len() > 0) {
			c.report(p.Line, "promotion: `on: stand` cannot be combined with always, by, en-passant, may and must")
		}
		if !p.Side.Known() {
			c.report(p.Line, "promotion: side: expected first or second, found %q", p.Side)
		}
		if p.By != "" && p.By != "capture" {
			c.report(p.Line, "promotion: by: expected capture, found %q", p.By)
		}
		if p.EnPassant != "" && p.EnPassant != "keeps" {
			c.report(p.Line, "promotion: en-passant: expected keeps, found %q", p.EnPassant)
		}
		var made []string
		for _, name := range p.Pieces.Keys {
			c.piece(p.Line, name)
			if grouped[name] || grouped[string(p.Side)+" "+name] || p.Side == "" &&
				(grouped["first "+name] || grouped["second "+name]) {
				c.report(p.Line, "promotion: %s is already in an earlier group", name)
			}
			grouped[strings.TrimSpace(string(p.Side)+" "+name)] = true
			into, _ := p.Pieces.Get(name)
			if len(into) > 0 {
				c.notRoyal(p.Line, "promotion", name)
			}
			for _, target := range into {
				c.piece(p.Line, target)
				if !c.royalsCapturable() {
					c.notRoyal(p.Line, "promotion into", target)
				}
				if target == name {
					c.report(p.Line, "promotion: %s becomes %s; remove it", name, target)
				}
			}
			made = append(made, into...)
		}
		for name, region := range p.May.All() {
			c.region(p.Line, region)
			if into, _ := p.Pieces.Get(name); len(into) == 0 {
				c.report(p.Line, "promotion: may: %q does not promote here", name)
			}
		}
		for name, region := range p.Must.All() {
			c.region(p.Line, region)
			if into, _ := p.Pieces.Get(name); len(into) == 0 {
				c.report(p.Line, "promotion: must: %q does not promote here", name)
			} else if outside := c.outside(region, p.Zone); len(outside) > 0 {
				c.report(p.Line, "promotion: %s must promote in %s, but %s lacks these squares: %s", name, region,
					p.Zone, strings.Join(outside, " "))
			}
		}
		for name, region := range p.Except.All() {
			c.region(p.Line, region)
			if !slices.Contains(made, name) {
				c.report(p.Line, "promotion: except: no piece becomes %q here", name)
			}
		}
	}
}

// outside returns the squares of a region that another lacks, or none if either
// is invalid.
func (c *checker) outside(region, zone string) []string {
	if zone == "" {
		return nil
	}
	inner, _ := c.d.Regions.Get(region)
	outer, _ := c.d.Regions.Get(zone)
	var out []string
	for _, second := range []bool{false, true} {
		squares, err := inner.Squares(c.d.Board, second)
		all, fault := outer.Squares(c.d.Board, second)
		if err != nil || fault != nil || len(all) == 0 || second && inner.Second == nil && outer.Second == nil {
			return out
		}
		for _, s := range squares {
			if !slices.Contains(all, s) {
				out = append(out, c.d.Board.SquareName(s))
			}
		}
	}
	return out
}

// royalsCapturable reports whether a royal piece may be captured while its side
// has others. A side may then gain royal pieces.
func (c *checker) royalsCapturable() bool {
	only := false
	for _, m := range c.d.Rules {
		if m.Name == "royal-safety" || m.Name == "save-royals" {
			return false
		}
		only = only || m.Name == "royal-capture"
	}
	return only
}

// notRoyal reports a royal piece if that would change the number of royal
// pieces.
func (c *checker) notRoyal(line int, where, letter string) {
	if p, _ := c.d.Pieces.Get(letter); p.Royal {
		c.report(line, "%s: %s is royal, and the number of royal pieces cannot change", where, letter)
	}
}

// hand checks hand and drops.
func (c *checker) hand() {
	h := c.d.Hand
	switch {
	case h == nil && c.d.Drops != nil && len(c.d.Drops.Free) == 0:
		c.report(c.d.Drops.Line, "drops: hand is missing")
		return
	case h == nil:
		c.drops()
		return
	case c.d.Drops == nil && c.d.Gating == nil:
		c.report(h.Line, "hand: drops is missing, by which its pieces come back")
	}
	switch h.Keeps {
	case "victims", "captors":
	case "all", "none":
		if len(h.Pieces) > 0 {
			c.report(h.Line, "hand: pieces needs keeps: victims or captors, found %s", h.Keeps)
		}
	default:
		c.report(h.Line, "hand: keeps: expected all, victims, captors or none, found %q", h.Keeps)
	}
	c.piece(h.Line, slices.Concat(h.Pieces, h.Order)...)
	explodes := slices.ContainsFunc(c.d.Rules, func(m Module) bool { return m.Name == "explosion" })
	for _, name := range h.Order {
		if h.Keeps != "none" && !explodes {
			c.notRoyal(h.Line, "hand: order", name)
		}
	}
	if c.d.Extends == "" { // otherwise it may be inherited, with other pieces
		for i, name := range h.Text {
			if c.piece(h.Line, name); slices.Contains(h.Text[:i], name) {
				c.report(h.Line, "hand: text: duplicate %s", name)
			}
		}
	}
	if missing := c.unordered(h); len(missing) > 0 {
		c.report(h.Line, "hand: order lacks %s, which captures can add", strings.Join(missing, " "))
	}
	if len(h.Cells) != 0 && (len(h.Cells) != 2 || len(h.Cells[0]) != len(h.Cells[1]) || len(h.Cells[0]) > MaxCells) {
		c.report(h.Line, "hand: cells: expected two lists of equal length, at most %d", MaxCells)
	}
	c.drops()
}

// drops checks the drop rules.
func (c *checker) drops() {
	if c.d.Drops == nil {
		return
	}
	for _, name := range c.d.Drops.Free {
		c.piece(c.d.Drops.Line, name)
		c.notRoyal(c.d.Drops.Line, "drops: free", name)
	}
	for name, into := range c.d.Drops.As.All() {
		c.piece(c.d.Drops.Line, name)
		for _, target := range into {
			c.piece(c.d.Drops.Line, target)
			c.notRoyal(c.d.Drops.Line, "drops: as", target)
			if p, ok := c.d.Pieces.Get(target); ok && p.Demotes != name {
				c.report(c.d.Drops.Line, "drops: as: %s may be dropped as %s only if %[2]s demotes to %[1]s", name,
					target)
			}
		}
	}
	for _, ban := range c.d.Drops.Forbid {
		c.piece(ban.Line, slices.Concat(ban.Pieces, ban.FileWith)...)
		c.region(ban.Line, ban.In)
		c.region(ban.Line, ban.Outside)
	}
}

// unordered returns the piece types that captures bring to a hand but its order
// lacks.
func (c *checker) unordered(h *Hand) []string {
	if len(h.Order) == 0 || h.Keeps == "none" {
		return nil
	}
	var out []string
	for letter, p := range c.d.Pieces.All() {
		if p.Royal || h.Keeps == "victims" && len(h.Pieces) > 0 && !slices.Contains(h.Pieces, letter) {
			continue
		}
		if p.Demotes != "" {
			letter = p.Demotes
		}
		piece, known := c.d.Pieces.Get(letter)
		if known && !piece.Royal && !slices.Contains(h.Order, letter) && !slices.Contains(out, letter) {
			out = append(out, letter)
		}
	}
	return out
}

// state checks that a position's text contains its whole state.
func (c *checker) state() {
	needs := func(line int, what, field string) {
		if !slices.Contains(c.d.State, field) {
			c.report(line, "%s needs `%s` in state; otherwise positions would lose it", what, field)
		}
	}
	if k := c.d.Castling; k != nil {
		needs(k.Line, "castling", "castling")
	}
	if g := c.d.Gating; g != nil {
		needs(g.Line, "gating", "castling")
	}
	if p := c.d.Pocket; p != nil {
		needs(p.Line, "pocket", "pocket")
	}
	for _, p := range c.d.Pieces.All() {
		for _, m := range p.Moves {
			if m.EnPassant {
				needs(m.Line, "en-passant", "en-passant")
			}
			if m.First {
				needs(m.Line, "first", "castling")
			}
		}
	}
	for _, claim := range c.d.Claims {
		if claim.Name == "clock" {
			needs(claim.Line, "the clock claim", "clock")
		}
	}
}

// page checks the coordinates of a Game Courier page: one per square, two for
// pockets, equally many cells for both hands, all different.
func (c *checker) page() {
	p := c.d.Page
	if p == nil {
		return
	}
	if len(p.Files) != c.d.Board.Files || len(p.Ranks) != c.d.Board.Ranks {
		c.report(p.Line, "page: expected as many files and ranks as the board has, %d and %d", c.d.Board.Files,
			c.d.Board.Ranks)
		return
	}
	if pockets := 2; len(p.Pocket) != 0 && c.d.Pocket == nil || c.d.Pocket != nil && len(p.Pocket) != pockets {
		c.report(p.Line, "page: pocket: expected the pockets of both players, if the variant has pockets")
	}
	if len(p.Reserve) != 0 &&
		(c.d.Hand == nil || len(p.Reserve) != 2 || len(p.Reserve[0]) != len(p.Reserve[1]) ||
			len(p.Reserve[0]) > MaxCells) {
		c.report(p.Line, "page: reserve: expected two lists of equal length, at most %d, if the variant has a hand",
			MaxCells)
	}
	seen := map[string]bool{}
	check := func(name string) {
		if !pageForm.MatchString(name) || seen[name] {
			c.report(p.Line, "page: expected different coordinates of lower-case letters and digits, found %q", name)
		}
		seen[name] = true
	}
	for rank := range p.Ranks {
		for file := range p.Files {
			check(p.Square(file, rank))
		}
	}
	for _, names := range append(slices.Clone(p.Reserve), p.Pocket) {
		for _, name := range names {
			check(name)
		}
	}
}
