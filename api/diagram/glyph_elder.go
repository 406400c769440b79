package diagram

// elders are the pieces of Nine Elder that no other family has.
var elders = map[string]glyph{
	"jade": {shapes: []shape{line(2.8, "M-7.6-8.4H7.6M-6.2-.6H6.2M-9 8.4H9M0-8.4V8.4M4 3L6 5")}},
	"incense": {shapes: []shape{
		line(3, "M0-7V7M-7 0H7"),
		fill("M0-11.4L4.4-5.6H-4.4Z"), fill("M0 11.4L4.4 5.6H-4.4Z"),
		fill("M-11.4 0L-5.6-4.4V4.4Z"), fill("M11.4 0L5.6-4.4V4.4Z"),
	}},
	"angle": {shapes: []shape{
		line(3, "M-6-6L6 6M6-6L-6 6"),
		fill("M-9.8-9.8H-2.8L-9.8-2.8Z"), fill("M9.8-9.8H2.8L9.8-2.8Z"),
		fill("M-9.8 9.8H-2.8L-9.8 2.8Z"), fill("M9.8 9.8H2.8L9.8 2.8Z"),
	}},
	"cassia": {shapes: []shape{
		line(1.8, "M0 10.8V-4"),
		fill("M0-3.2C-3.6-5.8-3.6-8.4 0-11.2C3.6-8.4 3.6-5.8 0-3.2Z"),
		fill("M-.6 2C-1.8-2.8-5.2-5-9.6-4.6C-9.2-.6-5.8 2.4-.6 2Z"),
		fill("M.6 2C1.8-2.8 5.2-5 9.6-4.6C9.2-.6 5.8 2.4 .6 2Z"),
		fill("M-.6 8.6C-1.8 4-5.2 2-9.6 2.4C-9.2 6.2-5.8 9-.6 8.6Z"),
		fill("M.6 8.6C1.8 4 5.2 2 9.6 2.4C9.2 6.2 5.8 9 .6 8.6Z"),
	}},
	"van": {shapes: []shape{
		fill("M-10.6 4.4L-9.4-3.4C-8.4-10.4 8.4-10.4 9.4-3.4L10.6 4.4Z"),
		score(1.3, "M-4-7.4L-4.8 1M4-7.4L4.8 1M-10 1.4H10"),
		hole(-5.6, 6, 5), hole(5.6, 6, 5),
		ring(2.1, -5.6, 6.4, 3.4), ring(2.1, 5.6, 6.4, 3.4),
	}},
}
