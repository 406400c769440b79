package query

import (
	"strconv"

	"assay/analysis/rules"
)

// places returns the squares of some places.
func (b *binder) places(of []place) rules.Bitboard {
	var set rules.Bitboard
	for _, p := range of {
		b.place(&set, p)
	}
	return set
}

func (b *binder) place(set *rules.Bitboard, p place) {
	board := &b.names.rules.Definition().Board
	files, ranks := board.LastFile(), board.MostRanks()
	switch p.how {
	case "board":
		b.rectangle(set, 0, files, 1, ranks)
	case "file", "files":
		from, to := b.lineRange(p, b.file)
		b.rectangle(set, from, to, 1, ranks)
	case "rank", "ranks":
		from, to := b.lineRange(p, b.rank)
		b.rectangle(set, 0, files, from, to)
	default:
		if p.to.text == "" && !isSquare(p.from.text) || p.side.text != "" {
			b.region(set, p)
			return
		}
		from := b.square(p.from)
		to := from
		if p.to.text != "" {
			to = b.square(p.to)
		}
		file, rank := b.names.rules.Coordinates(from)
		otherFile, otherRank := b.names.rules.Coordinates(to)
		b.rectangle(set, file, otherFile, rank, otherRank)
	}
}

// lineRange returns the first and last of some files or ranks.
func (b *binder) lineRange(p place, line func(name) int) (from, to int) {
	from = line(p.from)
	if p.to.text == "" {
		return from, from
	}
	return from, line(p.to)
}

// rectangle adds the squares between two files, counted from 0, and two ranks,
// counted from 1, in either order.
func (b *binder) rectangle(set *rules.Bitboard, file, otherFile, rank, otherRank int) {
	for r := min(rank, otherRank); r <= max(rank, otherRank); r++ {
		for f := min(file, otherFile); f <= max(file, otherFile); f++ {
			if s, ok := b.names.rules.SquareAt(f, r); ok {
				set.Add(s)
			}
		}
	}
}

func (b *binder) file(n name) int {
	if len(n.text) == 1 {
		f := int(n.text[0]|0x20) - 'a'
		if _, ok := b.names.rules.SquareAt(f, 1); ok {
			return f
		}
	}
	last := b.names.rules.Definition().Board.LastFile()
	b.fail(n.at, "", "%s has no file %q: they go from a to %c", b.names.rules.Definition().ID, n.text, 'a'+last)
	return 0
}

func (b *binder) rank(n name) int {
	r, err := strconv.Atoi(n.text)
	if most := b.names.rules.Definition().Board.MostRanks(); err != nil || r < 1 || r > most {
		b.fail(n.at, "", "%s has no rank %s: they go from 1 to %d", b.names.rules.Definition().ID, n.text, most)
		return 1
	}
	return r
}

func (b *binder) square(n name) rules.Square {
	text := n.text
	if text[0] < 'a' {
		text = string(text[0]|0x20) + text[1:]
	}
	s, ok := b.names.rules.SquareNamed(text)
	if !ok {
		last := b.names.rules.SquareName(rules.Square(b.names.rules.Files()*b.names.rules.Ranks() - 1))
		b.fail(n.at, "", "%s has no square %q: they go from a1 to %s", b.names.rules.Definition().ID, n.text, last)
		return 0
	}
	return s
}

// region adds a region of a side, of both if none is given.
func (b *binder) region(set *rules.Bitboard, p place) {
	sides := []rules.Side{rules.First, rules.Second}
	if p.side.text != "" {
		sides = []rules.Side{b.side(p.side)}
	}
	for _, side := range sides {
		squares, ok := b.names.squares(p.from.text, side)
		if !ok {
			known := append([]string{"board"}, b.names.rules.Definition().Regions.Keys...)
			b.unknown(p.from, "square or region", known)
			return
		}
		for _, s := range squares {
			set.Add(s)
		}
	}
}
