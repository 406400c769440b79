package diagram

// palette contains the colours of a piece. The hues are vermilion and blue of
// the Okabe-Ito palette, darkened until ink and tile have a contrast of at
// least 4.5. Promotion adds its orange, lightened.
type palette struct {
	ground Colour // tile
	ink    Colour // glyph
	edge   Colour // outline
	trim   Colour // promotion mark
}

// tilePalettes are the palettes of tiles by side, unpromoted and promoted.
var tilePalettes = [2][2]palette{
	First: {
		{ground: colour("#fffaf0"), ink: colour("#9c3600"), edge: colour("#9c3600")},
		{ground: colour("#ffc93c"), ink: colour("#6e2400"), edge: colour("#6e2400"), trim: colour("#6e2400")},
	},
	Second: {
		{ground: colour("#005a8c"), ink: colour("#ffffff"), edge: colour("#002f4a")},
		{ground: colour("#002f4a"), ink: colour("#ffd45e"), edge: colour("#002f4a"), trim: colour("#ffd45e")},
	},
}

// bodyPalettes are the palettes of the other bodies by side.
var bodyPalettes = map[body][2]palette{
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

// Colours of the characters of promoted pieces, and of their marks.
var (
	colourWritten  = colour("#b3141c")
	colourPromoted = colour("#ffb000")
)

// palette returns the palette of an appearance, in the side's own colour if it
// has one.
func (l appearance) palette() *palette {
	var p palette
	if l.body == tile {
		p = tilePalettes[l.side][0]
		if l.promoted {
			p = tilePalettes[l.side][1]
		}
	} else {
		p = bodyPalettes[l.body][l.side]
		if l.body == wood && l.promoted {
			p.ink = colourWritten
		}
	}
	if l.colour != (Colour{}) {
		p.tint(l)
	}
	return &p
}

// tint recolours a palette for a side, dark enough to contrast with white.
func (l *palette) tint(look appearance) {
	deep := look.colour.deepened(4.6)
	switch {
	case look.body == wood:
	case look.body == bare && look.side == First:
		l.ground, l.ink, l.edge = look.colour.mixed(0.78), deep.mixed(-0.35), deep.mixed(-0.35)
	case look.body == bare:
		l.ground, l.edge = deep, deep.mixed(-0.6)
	case look.side == First || look.body != tile:
		l.ink, l.edge, l.trim = deep, deep, deep
	case look.promoted:
		l.ground, l.edge = deep.mixed(-0.45), deep.mixed(-0.6)
	default:
		l.ground, l.edge = deep, deep.mixed(-0.45)
	}
}

// Colours of everything except pieces.
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
var tones = [...]Colour{ToneNote: colour("#00805d"), ToneBad: colour("#d55e00"), ToneHint: colour("#8a4a74"),
	ToneAside: colour("#0064a8"), ToneDoubt: colour("#f2d21b")}

// halos are the colours around marks and arrows.
var halos = [...]Colour{ToneNote: colour("#fff"), ToneBad: colour("#fff"), ToneHint: colour("#fff"),
	ToneAside: colour("#fff"), ToneDoubt: colour("#463c2e")}
