package diagram

// livery is the colours of one kind of piece tile. The hues are the vermilion
// and the blue of the Okabe-Ito palette, darkened until ink and ground differ
// by a contrast of 4.5 or more; promotion adds its orange, lightened.
type livery struct {
	ground Colour // the tile
	ink    Colour // the glyph
	edge   Colour // the outline
	trim   Colour // the promotion mark
}

// liveries by side, unpromoted and promoted.
var liveries = [2][2]livery{
	First: {
		{ground: colour("#fffaf0"), ink: colour("#9c3600"), edge: colour("#9c3600")},
		{ground: colour("#ffc93c"), ink: colour("#6e2400"), edge: colour("#6e2400"), trim: colour("#6e2400")},
	},
	Second: {
		{ground: colour("#005a8c"), ink: colour("#ffffff"), edge: colour("#002f4a")},
		{ground: colour("#002f4a"), ink: colour("#ffd45e"), edge: colour("#002f4a"), trim: colour("#ffd45e")},
	},
}

// Colours of everything but the pieces.
var (
	colourPage     = colour("#fbf8f1")
	colourText     = colour("#463c2e")
	colourLight    = colour("#eddcb8")
	colourDark     = colour("#d3b988")
	colourGrid     = colour("#937b52")
	colourZone     = colour("#dcc493")
	colourRiver    = colour("#a9cfe3")
	colourLast     = colour("#b9cf4a")
	colourLastEdge = colour("#6b7f10")
	colourCell     = colour("#f3ead6")
)

// tones are the colours of marks and arrows, by Tone.
var tones = [...]Colour{ToneNote: colour("#00805d"), ToneBad: colour("#d55e00"), ToneHint: colour("#8a4a74"), ToneAside: colour("#0064a8"), ToneDoubt: colour("#f2d21b")}

// halos are the colours round those of marks and arrows.
var halos = [...]Colour{ToneNote: colour("#fff"), ToneBad: colour("#fff"), ToneHint: colour("#fff"), ToneAside: colour("#fff"), ToneDoubt: colour("#463c2e")}
