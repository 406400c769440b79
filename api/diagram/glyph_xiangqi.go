package diagram

// counter is the ring that distinguishes xiangqi pieces from similar ones of
// other variants.
var counter = []shape{ring(1.5, 0, 0, 11.2)}

// xiangqimen are the pieces of xiangqi except the cannon.
var xiangqimen = map[string]glyph{
	"general": {shapes: join(counter, []shape{
		filledDisc(0, -7, 1.8), line(1.6, "M0-6V-4"),
		fill("M-6 1.2V-.2C-6-3.4-3.4-5.4 0-5.4C3.4-5.4 6-3.4 6-.2V1.2Z"), line(1.5, "M-7 1.2H7"),
		score(1.2, "M0-4.2V-.6"),
		fill("M-6.2 3H-2.4V5L0 8.4L-4.2 7Z"), fill("M6.2 3H2.4V5L0 8.4L4.2 7Z"),
	})},
	"advisor": {shapes: join(counter, []shape{
		fill("M-2.8-7.6H2.8V-4.8H4.4V-.4H-4.4V-4.8H-2.8Z"), line(1.7, "M-8.4-1.2H8.4"),
		fill("M-4 1.4H4V3.6a4 4.2 0 0 1-8 0Z"),
	})},
	"elephant": {shapes: join(counter, []shape{
		fill("M-2.6-6C-7.4-8.4-9.6-3.4-8.2-.4C-7 2.4-4.4 2.2-3 .6Z"),
		fill("M2.6-6C7.4-8.4 9.6-3.4 8.2-.4C7 2.4 4.4 2.2 3 .6Z"),
		score(1.2, "M-2.8-6.4C-4.8-4-4.4 0-2.3 2.4M2.8-6.4C4.8-4 4.4 0 2.3 2.4"),
		fill("M-2.6-6.4C-1.4-7.4 1.4-7.4 2.6-6.4C4.2-4 3.9 0 2 2.4C1.7 4.4 1.7 5 2.4 5.4C3.1 5.8 3.9 5.2 4.1 4.2L6 " +
			"4.8C5.6 7.4 3.3 8.4 1.1 7.7C-1.4 6.8-1.8 4.6-2 2.4C-3.9 0-4.2-4-2.6-6.4Z"),
		hole(-1.7, -2.4, 0.9), hole(1.7, -2.4, 0.9),
	})},
	"horse": {shapes: join(counter, shifted(Transform{0.2, 0.2, 0.7}, knight[:2]))},
	"chariot": {shapes: join(counter, []shape{
		ring(2, 0, 0, 6.8), line(1.5, "M-6 0H6M0-6V6M-4.3-4.3L4.3 4.3M4.3-4.3L-4.3 4.3"), filledDisc(0, 0, 2.2),
	})},
	"soldier": {shapes: join(counter, []shape{
		fill("M0-7.2L8.4-.2H-8.4Z"), fill("M-4.2 1.6H4.2V3a4.2 4.2 0 0 1-8.4 0Z"),
	})},
}
