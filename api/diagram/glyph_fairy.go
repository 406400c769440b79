package diagram

// creatures are the pieces of fairy chess, without a base.
var creatures = map[string][]shape{
	"camel": {
		fill("M-6 7C-5 2-6-2-7-3.6L-9.8-3C-11-3.4-11-5.4-9.8-6.2L-6.4-8.6C-5-9.8-3-9.6-2.4-7.6" +
			"C-1.4-4.6-1.6-2-.4-1.2C1.4" +
			"-.4 1.8-6 4-6C6.2-6 6-1.4 8.4-.6V7Z"),
		hole(-5.8, -6.6, 0.9), score(1.1, "M-1.6 1.6C1 3 5 3 7.6 1.6"),
	},
	"grasshopper": {
		fill("M-10.4-1C-8.4-4.4 2-4 9.6 3.2C4 3.8-7 3.4-10.4-1Z"),
		line(1.8, "M1.4 1.6L5-8.4L9.2 6.6M-6 2L-7.8 6.6M-2.4 2.4L-3.2 6.6M-9-2.4L-6.4-8"),
		hole(-7.8, -0.8, 0.9),
	},
	"gryphon": {
		fill("M-9.8-3.2C-8-8.6-2.6-10.4 1-9L2.6-11.4L3.8-7.6C8-4.6 8.8 1 8.6 7H-5.2C-5.2 2.6-2.6 1.2-2.4-.8" +
			"C-4.4-1-6-.4" +
			"-7.8 1C-7-1-8.4-2.2-9.8-3.2Z"),
		hole(-2.6, -5.4, 1.1), score(1.2, "M2-2L6.4-1M1.4 1.4L6.4 2.4M1 4.6L6.4 5.6"),
	},
	"giraffe": {
		fill("M2.4 7L.6-5.4C-1-5-3.4-4.4-6-4.6C-7.6-4.8-7.4-6.8-6-7.2L-1.4-9.2L-1-11.6L.6-9.4" +
			"C3.4-8.4 4-6 4.6-3L8.6 7Z"),
		hole(-1.6, -7.2, 0.9), hole(2.3, -3.6, 0.8), hole(3.6, 0.2, 0.9), hole(5, 4, 1),
	},
	"wizard": {
		fill("M1.4-11.4L5.4 2.4C2-.2-2 .2-5.4 2.4Z"),
		fill("M-9.8 4.4C-5 1.6 5 1.6 9.8 4.4C5 7.6-5 7.6-9.8 4.4Z"),
		score(1.2, "M.4-5.6V-.8M-2-3.2H2.8"),
	},
	"champion": {
		fill("M-6.6 7V-2.8C-6.6-8 6.6-8 6.6-2.8V7Z"),
		line(2.2, "M0-6.4C.6-9.8 4.4-11.2 8-9.4"),
		score(1.4, "M-6.2-1.4H6.2M0-1.4V7"), score(1, "M2.4 2H5.4M2.4 4.4H5.4M-5.4 2H-2.4M-5.4 4.4H-2.4"),
	},
	"dabbaba": {
		fill("M-6.4-9H6.4L8.2 4H-8.2Z"),
		score(1.2, "M-7-4.4H7M-7.6 .2H7.6"),
		filledDisc(-4.8, 4.8, 2.6), filledDisc(4.8, 4.8, 2.6), hole(-4.8, 4.8, 0.9), hole(4.8, 4.8, 0.9),
	},
	"wazir": {
		filledDisc(0, -9.6, 1.5),
		fill("M-7.8 1C-9.2-5.4-4-9 0-9C4-9 9.2-5.4 7.8 1C4 3.2-4 3.2-7.8 1Z"),
		fill("M-5 3.6H5L6.2 7H-6.2Z"),
		score(1.3, "M-7.4-.8C-3-4.6 3-4.6 7.4-.8M-5.4-5.6C-2-3.4 3-3.4 5.4-5.6"),
	},
	"ferz": {
		filledDisc(0, -8.8, 1.8),
		fill("M-6.2 7L-7.8-3.8L-3.4-.8L0-7.2L3.4-.8L7.8-3.8L6.2 7Z"),
		score(1.2, "M-5.8 3.6H5.8"),
	},
	"ship": {
		fill("M-10.2 2.2H10.2C9.2 5.4 7 7 4.6 7H-4.6C-7 7-9.2 5.4-10.2 2.2Z"),
		fill("M-.8 1V-10.8C-6-8-8.4-3.6-8.6 1Z"), fill("M1 1V-8.2C4.4-6 6.6-2.8 7 1Z"),
	},
	"man": {
		filledDisc(0, -6.2, 4),
		fill("M-8 7C-8-.4-4-1.6 0-1.6C4-1.6 8-.4 8 7Z"),
		score(1.3, "M-3-1.2L0 3L3-1.2"),
	},
	"buffalo": {
		fill("M-9.6-9.6C-9.2-6.8-7.4-5.6-5-5.4C-2-7 2-7 5-5.4C7.4-5.6 9.2-6.8 9.6-9.6C11.4-5.6 9.4-2 5.8-1.8" +
			"C5.4 2.4 4 6.6" +
			" 0 7C-4 6.6-5.4 2.4-5.8-1.8C-9.4-2-11.4-5.6-9.6-9.6Z"),
		hole(-2.6, -2, 1), hole(2.6, -2, 1), hole(-1.4, 4, 0.7), hole(1.4, 4, 0.7),
	},
}

// riders are the pieces of fairy chess that look like a knight with a mark.
var riders = map[string][]shape{
	"zebra":      {score(1.5, "M-1.4-6.4L2-9.2M1.8-2.4L6.4-5.4M3.4 2L8.6 .2M2.6 6.4L8.4 5.6")},
	"unicorn":    {fill("M-2.4-7.6L-10.6-11.6L-4.8-5.2Z"), score(0.9, "M-6.4-9.4L-7.4-8.2M-4.4-8.4L-5.6-7")},
	"nightrider": {fill("M7-11.4A4.4 4.4 0 1 0 11.2-5.6A3.8 3.8 0 0 1 7-11.4Z")},
}

// fairymen are the signs of creatures and riders.
var fairymen = func() map[string]glyph {
	out := map[string]glyph{}
	for key, shapes := range creatures {
		out[key] = glyph{shapes: join(shapes, []shape{fill("M-8.6 8.2H8.6V10.8H-8.6Z")})}
	}
	for key, mark := range riders {
		out[key] = glyph{shapes: join(knight, mark)}
	}
	return out
}()

// init adds the figures of creatures and riders.
func init() {
	for key, shapes := range creatures {
		figures[key] = glyph{shapes: join(shifted(Transform{0, 0.4, 1.36}, shapes), base)}
	}
	for key, mark := range riders {
		figures[key] = glyph{shapes: join(horseHead, shifted(Transform{-0.4, -0.6, 1.28}, mark), base)}
	}
}
