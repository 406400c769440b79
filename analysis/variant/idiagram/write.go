package idiagram

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"assay/analysis/variant"
	"assay/analysis/variant/xbetza"
)

// writer writes a definition.
type writer struct {
	d      *variant.Definition
	start  [2]map[string][]variant.Square // squares of the pieces of each side, by letter
	holes  []variant.Square
	losses []string
}

func (w *writer) lost(format string, args ...any) {
	w.losses = append(w.losses, fmt.Sprintf(format, args...))
}

// Write returns a definition as an Interactive Diagram, and what the diagram
// cannot hold.
func Write(d *variant.Definition) (text string, losses []string) {
	w := &writer{d: d}
	w.readStart()
	w.checkSections()
	zone, into, promoting := w.promotion()
	order := slices.Clone(promoting)
	for _, letter := range d.Pieces.Keys {
		if !slices.Contains(order, letter) {
			order = append(order, letter)
		}
	}
	var out strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&out, format+"\n", args...) }
	line("files=%d\nranks=%d\nsymmetry=none\npromoZone=%d\nmaxPromote=%d", d.Board.Files, d.Board.Ranks, zone,
		len(promoting))
	if len(into) > 0 {
		line("promoChoice=%s", strings.Join(into, ""))
	}
	royals := 0
	for i, letter := range order {
		if p, _ := d.Pieces.Get(letter); p.Royal {
			royals++
			line("royal=%d", i+1)
		}
	}
	if royals != 1 {
		w.lost("%d royal pieces; a diagram has one", royals)
	}
	line("satellite=%s", d.ID)
	if len(w.holes) > 0 {
		line("hole::::%s:", w.names(w.holes))
	}
	for _, letter := range order {
		p, _ := d.Pieces.Get(letter)
		if len(letter) != 1 {
			w.lost("the letter %s of %s", letter, p.Name)
		}
		if p.Most > 0 {
			w.lost("%s: at most %d by promotion", p.Name, p.Most)
		}
		moves, problems := xbetza.Write(d, letter, w.startsIn(letter))
		for _, problem := range problems {
			w.lost("%s: %s", p.Name, problem)
		}
		if moves == "" {
			w.lost("%s: no moves", p.Name)
		}
		line("%s:%s:%s:%s:%s:%s", strings.ToLower(p.Name), letter, moves, strings.ToLower(p.Name),
			w.names(w.start[0][letter]), w.names(w.start[1][letter]))
	}
	return out.String(), w.losses
}

// names returns squares as a list.
func (w *writer) names(squares []variant.Square) string {
	return strings.Join(w.d.Board.SquareNames(squares), ",")
}

// readStart reads the starting position.
func (w *writer) readStart() {
	w.start = [2]map[string][]variant.Square{{}, {}}
	board, rest, _ := strings.Cut(w.d.Start, " ")
	board, hand, _ := strings.Cut(board, "[")
	if strings.Trim(hand, "]-") != "" {
		w.lost("pieces in hand at the start")
	}
	if side, more, _ := strings.Cut(rest, " "); side != "w" {
		w.lost("the second player begins")
	} else if rights, _, _ := strings.Cut(more, " "); w.d.Castling != nil && rights != "KQkq" {
		w.lost("castling rights at the start: %s", rights)
	}
	for row, text := range strings.Split(board, "/") {
		file := 0
		for runes := []rune(text); len(runes) > 0; {
			c := runes[0]
			runes = runes[1:]
			at := variant.Square((w.d.Board.Ranks-1-row)*w.d.Board.Files + file)
			switch {
			case unicode.IsDigit(c):
				n := int(c - '0')
				for len(runes) > 0 && unicode.IsDigit(runes[0]) {
					n, runes = n*10+int(runes[0]-'0'), runes[1:]
				}
				file += n
			case c == '*':
				w.holes = append(w.holes, at)
				file++
			case unicode.IsLetter(c):
				side := 0
				if unicode.IsLower(c) {
					side = 1
				}
				letter := strings.ToUpper(string(c))
				w.start[side][letter] = append(w.start[side][letter], at)
				file++
			default:
				w.lost("%c in the starting position", c)
			}
		}
	}
}

// startsIn returns whether a region is exactly where both sides' pieces of a
// type start, so that moves from there are first moves.
func (w *writer) startsIn(letter string) func(region string) bool {
	return func(name string) bool {
		region, ok := w.d.Regions.Get(name)
		if !ok {
			return false
		}
		for side := range 2 {
			squares, err := region.Squares(w.d.Board, side == 1)
			if err != nil || !slices.Equal(slices.Sorted(slices.Values(squares)),
				slices.Sorted(slices.Values(w.start[side][letter]))) {
				return false
			}
		}
		return true
	}
}

// checkSections reports the sections that a diagram does not have.
func (w *writer) checkSections() {
	d := w.d
	for _, section := range []struct {
		set  bool
		name string
	}{
		{d.Board.Hexagons(), "hexagonal cells"}, {d.Hand != nil, "hand"}, {d.Drops != nil, "drops"},
		{d.Pocket != nil, "pocket"}, {d.Gating != nil, "gating"}, {d.Array != nil, "array"},
		{d.Options.Len() > 0, "options"},
	} {
		if section.set {
			w.lost("%s", section.name)
		}
	}
	if c := d.Castling; c != nil && (c.Opposite || !w.corners()) {
		w.lost("castling other than by one number of files with the pieces in the corners")
	}
	safe, ends := false, false
	for _, m := range d.Rules {
		var params map[string]any
		_ = m.Params.Decode(&params)
		safe = safe || m.Name == "royal-safety" && params["side"] == nil
		stuck := m.Name == "no-moves" && params["attacked"] == "loss" && params["free"] == "draw"
		ends = ends || stuck
		if m.Name != "royal-safety" && !stuck {
			w.lost("the module %s", m.Name)
		}
	}
	if !safe || !ends {
		w.lost("that a royal piece may be left attacked, or that stalemate is no draw")
	}
}

// corners reports whether castling is with all pieces that start in the corners
// of the royal piece's rank.
func (w *writer) corners() bool {
	c, files := w.d.Castling, w.d.Board.Files
	first := variant.Square((c.Rank - 1) * files)
	corners := []variant.Square{first, first + variant.Square(files-1)}
	for _, corner := range corners {
		if !slices.ContainsFunc(c.Partner, func(letter string) bool {
			return slices.Contains(w.start[0][letter], corner)
		}) {
			return false
		}
	}
	for _, letter := range c.Partner {
		for _, s := range w.start[0][letter] {
			if !slices.Contains(corners, s) {
				return false
			}
		}
	}
	return len(w.start[0][c.Royal]) == 1
}

// promotion returns the depth of the zone, what pieces become, and which do.
func (w *writer) promotion() (zone int, into, promoting []string) {
	if len(w.d.Promotion) == 0 {
		return 0, nil, nil
	}
	p := w.d.Promotion[0]
	simple := len(w.d.Promotion) == 1 && p.Side == "" && p.By == "" && p.On == "end" && p.Always && p.EnPassant == "" &&
		p.May.Len() == 0 && p.Must.Len() == 0 && p.Except.Len() == 0
	region, _ := w.d.Regions.Get(p.Zone)
	for side := range 2 {
		squares, err := region.Squares(w.d.Board, side == 1)
		if err != nil || len(squares) == 0 || len(squares)%w.d.Board.Files != 0 {
			simple = false
			break
		}
		zone = len(squares) / w.d.Board.Files
		for _, s := range squares {
			if side == 1 {
				s = w.d.Board.Reflected(s)
			}
			simple = simple && int(s)/w.d.Board.Files >= w.d.Board.Ranks-zone
		}
	}
	for letter, targets := range p.Pieces.All() {
		if into != nil && !slices.Equal(into, targets) || len(targets) == 0 {
			simple = false
		}
		into, promoting = targets, append(promoting, letter)
	}
	if !simple {
		w.lost("promotion other than of some pieces, always, into the same choice, on the last ranks")
	}
	return zone, into, promoting
}
