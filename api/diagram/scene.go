// Package diagram draws positions of board games as SVG: board, pieces,
// coordinates, hands and benches, with its own set of piece glyphs.
//
// It knows no rules. The caller fills a [Scene] from a position and [Write]
// draws it. A picture holds no scripts, no element ids, no style sheet and no
// outside references, so any number of them may stand inline in one page.
//
// The two sides differ in lightness, in hue and in the way their tiles point:
// First's are light, Second's are dark, and each points away from its owner's
// edge of the board. A promoted piece, whatever its glyph, stands on a tile of
// other colours, with a second rim and filled feet. That is the set of signs;
// others, each a [Set], have figures without frames, or the characters of
// shogi, xiangqi and janggi.
package diagram

// Unit is the side of one square in the coordinates of a picture's view box.
const Unit = 40

// Bounds of what can be drawn.
const (
	MaxSide       = 64  // files, and ranks
	MaxCells      = 256 // cells, and kinds in the hand, of one reserve
	MinSquareSize = 8   // pixels
	MaxSquareSize = 400 // pixels
)

// Side is the owner of a piece.
type Side int

// The two sides, and the value of [Scene.Turn] when nobody is to move.
const (
	First  Side = 0
	Second Side = 1
	Nobody Side = -1
)

// Piece is one piece as drawn.
type Piece struct {
	// Glyph is a key of the glyph set, see [Glyphs]. Empty: Letter is drawn
	// as text.
	Glyph string
	// Picture is drawn in the set Own, in place of the glyph; nil for none.
	Picture *Picture
	// Letter stands in for a missing glyph; one to three characters fit.
	Letter string
	// Name becomes the piece's accessible title, and a tooltip in browsers.
	Name string
	// Side is First or Second; what is Nobody's is a wall, which is drawn as a
	// dark square without a glyph.
	Side Side
	// Promoted adds the promotion mark. Glyphs that only promoted pieces
	// bear, such as copper-dragon, show it in any case.
	Promoted bool
	// Set is how the piece is drawn.
	Set Set
	// Colour is that of its side; the zero value is what the set has.
	Colour Colour
}

// Cell is one cell of a bench. Piece is nil when it is empty.
type Cell struct {
	Label string
	Piece *Piece
}

// Stack is a number of like pieces in a hand without cells.
type Stack struct {
	Piece Piece
	Count int
}

// Reserve is what a side holds off the board. First's lies below the board
// and Second's above it, unless the scene is flipped.
type Reserve struct {
	// Name is the side's display name.
	Name string
	// Cells are the cells of the bench in the order in which they fill.
	Cells []Cell
	// Columns is the number of cells in a row; 0 means as many as files.
	// Rows and columns are counted as the owner sees them: row by row away
	// from the board, columns from the owner's left.
	Columns int
	// RowMajor says that Cells fill row by row rather than column by column.
	RowMajor bool
	// Hand holds pieces without cells. An empty Hand that is not nil keeps
	// the room for a row of them, so that pictures of one game stay alike.
	Hand []Stack
	// Room is how many kinds the hand has room for, where that is more than
	// lie in it, so that the pictures of one game stay alike.
	Room int
	// HasPocket draws a pocket of one cell, with Pocket in it when not nil.
	HasPocket bool
	Pocket    *Piece
}

// ZoneStyle is the way a zone is marked.
type ZoneStyle int

// Zone styles.
const (
	ZoneTint  ZoneStyle = iota // a light wash
	ZoneLine                   // a strong line round the squares
	ZoneCross                  // the same, and the diagonals of the bounding box: a palace
)

// Zone marks a region of the board, such as a promotion zone or a palace.
type Zone struct {
	Squares []int
	Style   ZoneStyle
}

// Style is what the places of a board are.
type Style int

// Styles.
const (
	StyleSquares  Style = iota // of one colour
	StyleChecks                // every other one dark, a1 the first
	StylePoints                // where lines cross
	StyleHexagons              // cells, beside those above and below, left and right, above right and below left
)

// Coordinates is what stands along the edges.
type Coordinates int

// Coordinates.
const (
	CoordinatesPlain   Coordinates = iota // the names of files and ranks on all sides
	CoordinatesShogi                      // numbers from right to left on top, kanji down the right, nothing else
	CoordinatesXiangqi                    // numbers from each player's right, kanji for First; the names outside of his
)

// Tone is the colour of a mark or arrow.
type Tone int

// Tones.
const (
	ToneNote  Tone = iota // blue-green
	ToneBad               // vermilion
	ToneHint              // purple
	ToneAside             // blue
	ToneDoubt             // yellow
)

// MarkShape is the shape of a mark.
type MarkShape int

// Mark shapes.
const (
	MarkDot   MarkShape = iota // a disc: may go there
	MarkRing                   // a ring round the piece: may take there
	MarkCross                  // a saltire
	MarkFrame                  // a frame along the square's edges
)

// Mark is a sign set on a place, above its piece. Square is a square, or
// another place as [Scene.CellPlace] and [Scene.PocketPlace] number it.
type Mark struct {
	Square int
	Shape  MarkShape
	Tone   Tone
}

// Arrow joins two places.
type Arrow struct {
	From, To int
	Tone     Tone
}

// Scene is all that one picture shows. Squares are numbered rank*Files+file,
// rank 0 being First's first rank, which is drawn at the bottom unless Flip
// turns the whole picture by 180°.
type Scene struct {
	// Title and Description become the picture's accessible name and text.
	Title, Description string

	Files, Ranks int
	// FileLabels and RankLabels hold one label each, or are nil for none.
	FileLabels, RankLabels []string
	// EdgeFiles and EdgeRanks stand along the edges in place of the labels, and
	// Called are names of squares in place of those made of them, where a
	// notation has its own; nil for none.
	EdgeFiles, EdgeRanks, Called []string
	// Names are the own names of squares where they are not made of the labels,
	// "" for what is no square; nil for none.
	Names []string
	// Pieces holds a piece or nil for every square; nil altogether is an
	// empty board.
	Pieces []*Piece

	Style Style
	Zones []Zone
	// River is the number of ranks below a river; 0 means none.
	River int
	// Stars are squares whose corner towards the last file and rank bears a
	// dot, and on a board of points the points that are marked.
	Stars []int
	// Coordinates says how the edges are labelled.
	Coordinates Coordinates
	// Set and Colours are those of the swatches before the names of the sides.
	Set     Set
	Colours [2]Colour

	Reserves [2]Reserve
	// Turn is the side to move, or Nobody.
	Turn Side

	// LastMove lists squares to be highlighted.
	LastMove []int
	Marks    []Mark
	Arrows   []Arrow

	Flip bool
	// SquareSize is the side of a square in pixels; 0 means 40.
	SquareSize int
}
