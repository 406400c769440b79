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

// bodies are the liveries of the other sets, by body and side.
var bodies = map[body][2]livery{
	bare: {
		{ground: colour("#fffdf8"), ink: colour("#2b2620"), edge: colour("#2b2620")},
		{ground: colour("#3a3531"), ink: colour("#f4ecdc"), edge: colour("#0f0d0a")},
	},
	wood: {
		{ground: colour("#f9dfa5"), ink: colour("#1d160c"), edge: colour("#7d5a1e")},
		{ground: colour("#f9dfa5"), ink: colour("#1d160c"), edge: colour("#7d5a1e")},
	},
	round: {
		{ground: colour("#fdf1d8"), ink: colour("#c3161c"), edge: colour("#7a4a1c"), trim: colour("#c3161c")},
		{ground: colour("#fdf1d8"), ink: colour("#16130f"), edge: colour("#3a3128"), trim: colour("#16130f")},
	},
	octagon: {
		{ground: colour("#fdf1d8"), ink: colour("#00694f"), edge: colour("#00694f"), trim: colour("#00694f")},
		{ground: colour("#fdf1d8"), ink: colour("#c3161c"), edge: colour("#c3161c"), trim: colour("#c3161c")},
	},
}

// colourPromoted is what promoted pieces are written in, and marked with.
var (
	colourWritten  = colour("#b3141c")
	colourPromoted = colour("#ffb000")
)

// livery is that of a look, in the colour of its side where that has one.
func (l look) livery() *livery {
	var worn livery
	if l.body == tile {
		worn = liveries[l.side][0]
		if l.promoted {
			worn = liveries[l.side][1]
		}
	} else {
		worn = bodies[l.body][l.side]
		if l.body == wood && l.promoted {
			worn.ink = colourWritten
		}
	}
	if l.colour != (Colour{}) {
		worn.dye(l)
	}
	return &worn
}

// dye gives a livery the colour of a side: deep enough to be read on white, or
// to be written on in white.
func (l *livery) dye(of look) {
	deep := of.colour.deepened(4.6)
	switch {
	case of.body == wood:
	case of.body == bare && of.side == First:
		l.ground, l.ink, l.edge = of.colour.mixed(0.78), deep.mixed(-0.35), deep.mixed(-0.35)
	case of.body == bare:
		l.ground, l.edge = deep, deep.mixed(-0.6)
	case of.side == First || of.body != tile:
		l.ink, l.edge, l.trim = deep, deep, deep
	case of.promoted:
		l.ground, l.edge = deep.mixed(-0.45), deep.mixed(-0.6)
	default:
		l.ground, l.edge = deep, deep.mixed(-0.45)
	}
}

// Colours of everything but the pieces.
var (
	colourPage     = colour("#fbf8f1")
	colourText     = colour("#463c2e")
	colourLight    = colour("#eddcb8")
	colourDark     = colour("#d3b988")
	colourMiddle   = colour("#e0c9a0")
	colourGrid     = colour("#937b52")
	colourLine     = colour("#6b4f22")
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
