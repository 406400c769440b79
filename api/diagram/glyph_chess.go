package diagram

const plinth = "M-8.6 7.4H8.6V10.6H-8.6Z"

var (
	king = []shape{
		line(2.4, "M0-10.6V-3M-3.1-7.8H3.1"),
		fill("M0-1.6C-2.4-5.6-10.8-6.2-10.8-.4C-10.8 2.4-8.4 4-7.6 6H7.6C8.4 4 10.8 2.4 10.8-.4C10.8-6.2 " +
			"2.4-5.6 0-1.6Z"),
		fill(plinth),
		score(1.3, "M0 .2V4"),
	}
	rook = []shape{
		fill("M-9-10H-5V-7.2H-2V-10H2V-7.2H5V-10H9V-4.2L6.2-1.8V4.4L8.6 6.8V10.6H-8.6V6.8L-6.2 4.4V-1.8L-9-4.2Z"),
		score(1.2, "M-5.4-1.6H5.4M-5.4 4.6H5.4"),
	}
	bishop = []shape{
		filledDisc(0, -9.3, 1.9),
		fill("M0-8.2C4.6-5.8 7.2-2.2 7.2 1.2C7.2 3.2 6.2 4.8 4.8 6H-4.8C-6.2 4.8-7.2 3.2-7.2 " +
			"1.2C-7.2-2.2-4.6-5.8 0-8.2Z"),
		fill(plinth),
		score(1.7, "M0-3.6V3M-2.8-.6H2.8"),
	}
	knight = []shape{
		fill("M-6.4 10.6H9C10.4 2.4 8.6-6.4.8-8.6L-.6-11.2L-3-8.2C-5.4-6.8-6.4-4.4-7.8-2L-10.2 2.2C-10.6 4.2-8.8 " +
			"5.6-7 4.8L-4 3C-2.4 2.8-1 2-.4.6C.2 4-6.4 5.4-6.4 10.6Z"),
		hole(-3.4, -4.2, 1.3),
		score(1.3, "M1.4-5.8C5.4-3.6 6.2 1 5.6 6"),
	}
)

// chessmen are the pieces of chess, makruk and larger boards.
var chessmen = map[string]glyph{
	"king":   {shapes: king},
	"rook":   {shapes: rook},
	"bishop": {shapes: bishop},
	"knight": {shapes: knight},
	"pawn":   {shapes: pawn},
	"queen": {shapes: []shape{
		fill("M-7.8 6L-10-4.6L-5.6-.6L-5.2-7.4L-1.9-1.2L0-8.6L1.9-1.2L5.2-7.4L5.6-.6L10-4.6L7.8 6Z"),
		filledDisc(-9.8, -5.4, 1.6), filledDisc(-5.2, -8, 1.6), filledDisc(0, -9.3, 1.6),
		filledDisc(5.2, -8, 1.6), filledDisc(9.8, -5.4, 1.6),
		fill(plinth),
	}},
	"archbishop": {shapes: join(knight[:2], []shape{score(1.8, "M3.2-1V7.4M.2 2H6.2")})},
	"chancellor": {shapes: join(
		shifted(Transform{-0.3, -3.2, 0.74}, knight),
		[]shape{fill("M-9 2.6H-5.4V5.2H-1.8V2.6H1.8V5.2H5.4V2.6H9V10.6H-9Z"), score(1.2, "M-7.6 7.6H7.6")},
	)},
	"guard": {shapes: []shape{
		fill("M-8.6-8.8C-5-8.4-2.4-9.4 0-10.8C2.4-9.4 5-8.4 8.6-8.8V-.6C8.6 5.4 4.2 8.8 0 10.8C-4.2 8.8-8.6 " +
			"5.4-8.6-.6Z"),
		score(1.7, "M0-7.4V7.4M-5.8-1.2H5.8"),
	}},
	"met": {shapes: []shape{
		fill("M0-10.8C.8-6.4 6-4.2 6 1C6 2.6 5.6 3.6 5.2 4.6L8.6 7.2V10.6H-8.6V7.2L-5.2 4.6C-5.6 3.6-6 2.6-6 " +
			"1C-6-4.2-.8-6.4 0-10.8Z"),
		score(1.4, "M-4.6 5H4.6"),
	}},
	"khon": {shapes: []shape{
		fill("M0-11L1.8-7.4L5-6.2L3.6-3.6L7.4-1.6L5.4 1.4L8.6 6.8V10.6H-8.6V6.8L-5.4 " +
			"1.4L-7.4-1.6L-3.6-3.6L-5-6.2L-1.8-7.4Z"),
		score(1.3, "M-3.4-3.2H3.4M-5 1.8H5M-6.4 7H6.4"),
	}},
}
