package diagram

// livery is the colours of one kind of piece tile. The hues are the vermilion
// and the blue of the Okabe-Ito palette, darkened until ink and ground differ
// by a contrast of 4.5 or more; promotion adds its orange, lightened.
type livery struct {
	ground string // the tile
	ink    string // the glyph
	edge   string // the outline
	trim   string // the promotion mark
}

// liveries by side, unpromoted and promoted.
var liveries = [2][2]livery{
	First: {
		{ground: "#fffaf0", ink: "#9c3600", edge: "#9c3600"},
		{ground: "#ffc93c", ink: "#6e2400", edge: "#6e2400", trim: "#6e2400"},
	},
	Second: {
		{ground: "#005a8c", ink: "#ffffff", edge: "#002f4a"},
		{ground: "#002f4a", ink: "#ffd45e", edge: "#002f4a", trim: "#ffd45e"},
	},
}

// Colours of everything but the pieces.
const (
	colourPage     = "#fbf8f1"
	colourText     = "#463c2e"
	colourLight    = "#eddcb8"
	colourDark     = "#d3b988"
	colourGrid     = "#937b52"
	colourZone     = "#dcc493"
	colourRiver    = "#a9cfe3"
	colourLast     = "#b9cf4a"
	colourLastEdge = "#6b7f10"
	colourCell     = "#f3ead6"
)

// tones are the colours of marks and arrows, by Tone.
var tones = [...]string{ToneNote: "#00805d", ToneBad: "#d55e00", ToneHint: "#8a4a74", ToneAside: "#0064a8", ToneDoubt: "#f2d21b"}

// halos are the colours round those of marks and arrows.
var halos = [...]string{ToneNote: "#fff", ToneBad: "#fff", ToneHint: "#fff", ToneAside: "#fff", ToneDoubt: "#463c2e"}
