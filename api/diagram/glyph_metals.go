package diagram

// The alchemical signs of metals: Venus for copper, the Moon for silver, the
// Sun for gold, Mars for iron; platinum joins Moon and Sun.
var (
	copper = []shape{
		ring(2.8, 0, -5.2, 5),
		line(2.8, "M0 1V10.6M-5 5.6H5"),
	}
	silver = []shape{fill("M-5.5-10A10.6 10.6 0 1 1-5.5 10A11 11 0 0 0-5.5-10Z")}
	gold   = []shape{ring(2.6, 0, 0, 9.3), filledDisc(0, 0, 3)}
	iron   = []shape{
		ring(2.8, -2.4, 3, 6),
		line(2.8, "M2.2-1.6L7.8-7.2M1.8-7.8H8.4V-1.2"),
	}
	platinum = []shape{
		fill("M-3.2-9.8C-13.4-6.6-13.4 6.6-3.2 9.8C-7.4 4.4-7.4-4.4-3.2-9.8Z"),
		ring(2.2, 3, 0, 6.4), filledDisc(3, 0, 2.2),
	}
	pawn = []shape{
		filledDisc(0, -5.8, 4.2),
		fill("M-4.6-1.8H4.6V0H3C3.3 3.2 5.2 5.4 8 7V10.6H-8V7C-5.2 5.4-3.3 3.2-3 0H-4.6Z"),
	}
	cannon = []shape{
		fill("M-10 1.2L6.4-8.8L9.6-3.6L-6.6 6.8Z"),
		line(2.6, "M5.8-10.2L10.4-2.7"),
		filledDisc(-9.3, 5.2, 1.9),
		hole(1, 5.2, 6.6),
		ring(2.2, 1, 5.2, 4.4), filledDisc(1, 5.2, 1.5),
	}
)

// metals are the pieces of Copper, Silver, Gold.
var metals = map[string]glyph{
	"copper":        {shapes: copper},
	"silver":        {shapes: silver},
	"gold":          {shapes: gold},
	"copper-dragon": {shapes: copper, promoted: true},
	"silver-dragon": {shapes: silver, promoted: true},
	"gold-dragon":   {shapes: gold, promoted: true},
	"iron":          {shapes: iron},
	"platinum":      {shapes: platinum, promoted: true},
	"wildcard": {shapes: []shape{
		fill("M0-10.4L2.9-2.9L10.6-2.6L4.6 2.2L6.6 9.8L0 5.4L-6.6 9.8L-4.6 2.2L-10.6-2.6L-2.9-2.9Z")}},
	"cannon": {shapes: cannon},
	"completed-pawn": {shapes: join(pawn, []shape{fill("M-7-1.5V-8.5L-11-5Z"), fill("M7-1.5V-8.5L11-5Z")}),
		promoted: true},
	"jumper": {shapes: []shape{
		line(3, "M-8.5 8.5C-9.5-9 5-13.5 6.8-2"),
		fill("M1.8-1.4H11.2L7.2 6.6Z"),
		filledDisc(-0.8, 6, 3.2),
	}},
}
