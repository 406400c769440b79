// Package diagram draws positions of board games as SVG: board, pieces,
// coordinates, hands and benches, with its own piece sets.
//
// It knows no rules. Fill a [Scene] from a position and draw it by [Write]. A
// picture contains no scripts, element IDs, style sheets or external
// references, so a page may contain any number of them inline.
//
// In the default set, signs, the sides differ in lightness, hue and the
// direction of their tiles. First's are light, Second's are dark, and each
// points away from its owner. Promoted pieces have other colours, a second rim
// and filled feet. Other sets ([Set]) have figures without tiles, or the
// characters of shogi, xiangqi and janggi.
package diagram

// Unit is the side of a square in view box units.
const Unit = 40

// Bounds of a scene.
const (
	maxSide       = 64  // files, ranks
	maxCells      = 256 // cells, and kinds in hand, of one reserve
	MinSquareSize = 8   // pixels
	MaxSquareSize = 400 // pixels
)

// Side is the owner of a piece.
type Side int

// The sides, and the value of [Scene.Turn] if no side is to move.
const (
	First  Side = 0
	Second Side = 1
	Nobody Side = -1
)

// Piece is a piece to draw.
type Piece struct {
	// Glyph is a key of [Glyphs]. If empty, Letter is drawn.
	Glyph string
	// Picture replaces the glyph in the set Own; nil for none.
	Picture *Picture
	// Letter is drawn without a glyph; one to three characters fit.
	Letter string
	// Name is the piece's accessible title, and a tooltip in browsers.
	Name string
	// Side is First or Second. Nobody means a wall, drawn as a dark square.
	Side Side
	// Promoted adds the promotion mark. Glyphs that are always promoted, such
	// as copper-dragon, have it anyway.
	Promoted bool
	// Set is the piece set.
	Set Set
	// Colour is the side's colour; zero means the set's.
	Colour Colour
}

// Cell is a cell of a bench. Piece is nil if it is empty.
type Cell struct {
	Label string
	Piece *Piece
}

// Stack is a number of equal pieces in a hand without cells.
type Stack struct {
	Piece Piece
	Count int
}

// Reserve contains a side's pieces off the board. First's is below the board,
// Second's above, unless the scene is flipped.
type Reserve struct {
	// Name is the side's display name.
	Name string
	// Cells are the cells of the bench, in fill order.
	Cells []Cell
	// Columns is the number of cells per row; 0 means the number of files. From
	// the owner's view, rows count away from the board and columns from the
	// left.
	Columns int
	// RowMajor reports that Cells fill by rows instead of columns.
	RowMajor bool
	// Hand contains pieces without cells. An empty Hand that is not nil keeps a
	// row free, so that all pictures of a game have the same size.
	Hand []Stack
	// Room is the minimum number of slots of the hand. It makes all pictures of
	// a game equally large.
	Room int
	// HasPocket draws a pocket, with Pocket in it if not nil.
	HasPocket bool
	Pocket    *Piece
}

// ZoneStyle is the style of a zone.
type ZoneStyle int

// Zone styles.
const (
	ZoneTint  ZoneStyle = iota // a tint
	ZoneLine                   // a thick outline
	ZoneCross                  // an outline, and the diagonals of the bounding box: a palace
)

// Zone marks a region of the board, such as a promotion zone or a palace.
type Zone struct {
	Squares []int
	Style   ZoneStyle
}

// Style is the style of the board.
type Style int

// Board styles.
const (
	StyleSquares  Style = iota // squares of one colour
	StyleChecks                // alternating colours, a1 dark
	StylePoints                // intersections of lines
	StyleHexagons              // cells with six neighbours: above, below, left, right, above right and below left
)

// Coordinates is the style of the edge labels.
type Coordinates int

// Coordinate styles.
const (
	CoordinatesPlain   Coordinates = iota // names of files and ranks on all sides
	CoordinatesShogi                      // numbers from right to left on top, kanji down the right
	CoordinatesXiangqi                    // numbers of files from each player's right, First's in kanji
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
	MarkDot   MarkShape = iota // a disc: a possible move
	MarkRing                   // a ring around a piece: a possible capture
	MarkCross                  // a saltire
	MarkFrame                  // a frame inside the square
)

// Mark marks a place, above its piece. Square is a square, or another place as
// returned by [Scene.CellPlace] or [Scene.PocketPlace].
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

// Scene is the content of a picture. Squares are numbered rank*Files+file. Rank
// 0 is First's first rank, which is at the bottom unless Flip rotates the
// picture by 180°.
type Scene struct {
	// Title and Description are the picture's accessible name and description.
	Title, Description string

	Files, Ranks int
	// FileLabels and RankLabels have one label per file or rank, or are nil.
	FileLabels, RankLabels []string
	// EdgeFiles and EdgeRanks replace the labels along the edges. SquareNames
	// replaces the names of squares in a notation of its own. nil for none.
	EdgeFiles, EdgeRanks, SquareNames []string
	// Names are the names of squares if they do not consist of the labels, ""
	// for holes; nil for none.
	Names []string
	// Pieces has an entry per square, nil if the square is empty. A nil slice
	// is an empty board.
	Pieces []*Piece

	Style Style
	Zones []Zone
	// River is the number of ranks below the river; 0 means none.
	River int
	// Stars are squares with a dot at their upper right corner. On a board of
	// points they are the marked points.
	Stars []int
	// Coordinates is the style of the edge labels.
	Coordinates Coordinates
	// Set and Colours determine the swatches next to the sides' names.
	Set     Set
	Colours [2]Colour

	Reserves [2]Reserve
	// Turn is the side to move, or Nobody.
	Turn Side

	// LastMove lists the highlighted squares.
	LastMove []int
	Marks    []Mark
	Arrows   []Arrow

	Flip bool
	// SquareSize is the side of a square in pixels; 0 means 40.
	SquareSize int
}
