package diagram

// foot is the base of most figures.
const foot = "M-11 15.6V12.6C-11 11.2-9.8 10.6-8.6 10.6H8.6C9.8 10.6 11 11.2 11 12.6V15.6Z"

// Parts of figures, in a box of 36 units.
var (
	horseHead = []shape{
		fill("M-8.6 10.8C-8.6 4-1.6 2.6-1.6-2.2C-3.4-.6-5 .2-6.8.6L-9.6 3.4C-11 4.8-13.6 3.8-13.4 " +
			"1.2C-13.2-1.4-10-4.6-8.8-8C-7.8-10.8-5.6-12.4-3.4-13L-3-16.6L.4-13.6C8.8-12.2 12.4-3 9.6 10.8Z"),
		hole(-5.2, -7, 1.3),
		score(1.1, "M-10.8 .6L-9.6 1.2M2.2-10.4C6.6-7.8 8 .2 6.8 8.2"),
	}
	mitre = []shape{
		filledDisc(0, -14, 2.3),
		fill("M0-12.6C5.2-9.2 7.8-4.8 7.8-.8C7.8 2 6.4 4.4 4.8 5.8H-4.8C-6.4 4.4-7.8 2-7.8-.8C-7.8-4.8-5.2-9.2 " +
			"0-12.6Z"),
		fill("M-6.4 5.6H6.4L5.4 10.8H-5.4Z"),
		score(1.4, "M0-7.4V.8M-3.4-3.4H3.4"),
		score(1.1, "M-5.8 6.2H5.8"),
	}
	tower = []shape{
		fill("M-10-13.6H-5.6V-10.6H-2.2V-13.6H2.2V-10.6H5.6V-13.6H10V-7L6.8-4.4L7.8 10.8H-7.8L-6.8-4.4L-10-7Z"),
		score(1.1, "M-7-4.6H7M-7.4 7.6H7.4"),
	}
	crown = []shape{
		fill("M-9.2 10.8C-8.8 8-9.2 " +
			"6.2-10-.4L-13.4-7.2L-7.6-1.6L-7-11.4L-2.4-2.6L0-13L2.4-2.6L7-11.4L7.6-1.6L13.4-7.2L10-.4C9.2 6.2 8.8 8 " +
			"9.2 10.8Z"),
		filledDisc(-13.6, -8.4, 2), filledDisc(-7.1, -12.4, 2), filledDisc(0, -14, 2), filledDisc(7.1, -12.4, 2),
		filledDisc(13.6, -8.4, 2),
		score(1.1, "M-9.4 3.6C-3.4 2-3.4 2 0 2C3.4 2 3.4 2 9.4 3.6M-9 7.4C-3.2 6 3.2 6 9 7.4"),
	}
	base = []shape{fill(foot)}
)

// figures are free-standing drawings without a tile.
var figures = map[string]glyph{
	"pawn": {shapes: []shape{
		filledDisc(0, -6.4, 4.9),
		fill("M-5.8-2.4H5.8V-.4H3.2C3.4 4.4 5.4 8 8.6 10.8H-8.6C-5.4 8-3.4 4.4-3.2-.4H-5.8Z"),
		fill(foot),
	}},
	"knight": {shapes: join(horseHead, base)},
	"bishop": {shapes: join(mitre, base)},
	"rook":   {shapes: join(tower, base)},
	"queen":  {shapes: join(crown, base)},
	"king": {shapes: join([]shape{
		line(2, "M0-16.2V-8M-3-13.4H3"),
		fill("M0-6.2C-2.8-10.6-14.2-10.8-14.2-1.8C-14.2 3-10.6 6.4-9.4 10.8H9.4C10.6 6.4 14.2 3 14.2-1.8C14.2-10.8 " +
			"2.8-10.6 0-6.2Z"),
		score(1.1, "M0-5.6V4M-9.8 6.8C-4 4.8 4 4.8 9.8 6.8"),
	}, base)},
	"archbishop": {shapes: join(shifted(Transform{1.6, 1.4, 0.86}, horseHead),
		shifted(Transform{-7.6, -5.6, 0.62}, mitre[:2]),
		shifted(Transform{-7.6, -5.6, 0.62}, mitre[3:4]), base)},
	"chancellor": {shapes: join(shifted(Transform{1, -4.4, 0.72}, horseHead),
		shifted(Transform{0, 6, 0.62}, tower), base)},
	"amazon": {shapes: join(shifted(Transform{1, -5, 0.68}, horseHead),
		shifted(Transform{0, 4.6, 0.74}, crown), base)},
}

// makrukmen are the pieces of makruk, which are turned on a lathe: pointed ones
// for the king's side, low discs for boats and shells.
var makrukmen = map[string]glyph{
	"king": {shapes: []shape{
		fill("M0-16.4L1.8-12.6L3.6-12L3-9.4C6.4-7.6 7.6-4 7.2 0C6.8 3 5.4 4.6 4.6 6.4C7.4 7.2 10.6 9 11.6 " +
			"12.6V15.4H-11.6V12.6C-10.6 9-7.4 7.2-4.6 6.4C-5.4 4.6-6.8 3-7.2 " +
			"0C-7.6-4-6.4-7.6-3-9.4L-3.6-12L-1.8-12.6Z"),
		score(1.1, "M-3.2-9H3.2M-4.6 6.2H4.6M-11 12.4H11"),
	}},
	"met": {shapes: []shape{
		fill("M0-7L1.4-3.8C4.4-3 5.8-.6 5.2 2.4C4.8 4.6 3.8 5.8 3.4 7C6 7.8 8.6 9.6 9.2 12.6V15.4H-9.2V12.6C-8.6 " +
			"9.6-6 7.8-3.4 7C-3.8 5.8-4.8 4.6-5.2 2.4C-5.8-.6-4.4-3-1.4-3.8Z"),
		score(1.1, "M-3.6 6.8H3.6M-8.6 12.6H8.6"),
	}},
	"khon": {shapes: []shape{
		fill("M0-14.6C2.8-11.8 7.8-8.2 8.2-2C8.4 2.4 6 5 5 7.6C7.6 8.4 10 10.2 10.6 12.8V15.4H-10.6V12.8C-10 " +
			"10.2-7.6 8.4-5 7.6C-6 5-8.4 2.4-8.2-2C-7.8-8.2-2.8-11.8 0-14.6Z"),
		score(1.1, "M-5 7.4H5M-10 12.8H10M-8 -1.4H8"),
	}},
	"knight": {shapes: join(horseHead, base)},
	"rook": {shapes: []shape{
		fill("M-12.6-3.4C-6-6.4 6-6.4 12.6-3.4L10.2 4C9.4 7 9 8 11 10.8V15.4H-11V10.8C-9 8-9.4 7-10.2 4Z"),
		score(1.1, "M-12-2.6C-5.6-.4 5.6-.4 12-2.6M-10.4 11.4H10.4M-9.6 5.2H9.6"),
	}},
	"pawn": {shapes: []shape{
		filledDisc(0, 2.6, 10.2),
		score(1.2, "M-6.4 3.2C-6.4-2.6 5.4-3.4 5.6 2.6C5.8 7.4-2.4 7.4-2.2 3C-2 .6 1.6 .6 2 2.8"),
	}},
}
