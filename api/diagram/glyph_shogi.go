package diagram

// shogimen are the pieces of shogi and Pocket Shogi Copper that no other family
// has.
var shogimen = map[string]glyph{
	"jewel": {shapes: []shape{
		fill("M-6.2-8.2H6.2L11-2L0 10.6L-11-2Z"),
		score(1.2, "M-10.4-2H10.4M-6-7.8L-3.6-2L0 9.6L3.6-2L6-7.8M-3.6-2L0-7.8L3.6-2"),
	}},
	"lance": {shapes: []shape{
		fill("M0-11.2C3.2-8.4 5-5.4 5-2.8L0 1.2L-5-2.8C-5-5.4-3.2-8.4 0-11.2Z"), line(2.6, "M0 0V10.6"),
		score(1.1, "M0-7.4V-1.2"),
	}},
	"keima": {shapes: []shape{
		line(2.8, "M0 10.4V2.6L-5.4-4.6M0 2.6L5.4-4.6"),
		fill("M-9.2-10.4L-1.6-6.8L-8.2-1.8Z"), fill("M9.2-10.4L1.6-6.8L8.2-1.8Z"),
	}},
	"side-mover": {shapes: []shape{
		line(3, "M-6 0H6"), fill("M-11 0L-5-5.6V5.6Z"), fill("M11 0L5-5.6V5.6Z"),
		filledDisc(0, -7.4, 2.2), filledDisc(0, 7.4, 2.2),
	}, promoted: true},
	"dragon-king": {shapes: join(rook[:1], []shape{
		score(1.7, "M-2.8-2.2L2.8 3.8M2.8-2.2L-2.8 3.8"),
	}), promoted: true},
	"dragon-horse": {shapes: join(bishop, []shape{
		fill("M-7.6-4.4V-10L-11-7.2Z"), fill("M7.6-4.4V-10L11-7.2Z"),
	}), promoted: true},
	"free-king":       chessmen["queen"],
	"reverse-chariot": xiangqimen["chariot"],
	"drunk-elephant":  xiangqimen["elephant"],
	"crown-prince":    chessmen["king"],
	"tokin": {shapes: join([]shape{ring(2.2, 0, -5.8, 4.2), filledDisc(0, -5.8, 1.5)}, pawn[1:]),
		promoted: true},
}
