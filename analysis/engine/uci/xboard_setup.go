package uci

import (
	"slices"
	"strings"

	"assay/analysis/rules"
	"assay/analysis/variant"
	"assay/analysis/variant/xbetza"
)

// xboardKnows are the variants that XBoard has with rules, board and pieces.
var xboardKnows = strings.Fields("normal nocastle fischerandom bughouse crazyhouse losers suicide giveaway atomic " +
	"3check shatranj shogi chu courier gothic capablanca knightmate caparandom berolina janus makruk seirawan grand " +
	"spartan xiangqi")

// pictures maps letters to the places of XBoard's table of pieces, whose
// pictures they usually have.
var pictures = map[byte]int{'P': 0, 'N': 1, 'B': 2, 'R': 3, 'Q': 4, 'F': 5, 'E': 6, 'A': 7, 'C': 8, 'W': 9, 'M': 10,
	'O': 11, 'H': 12, 'I': 13, 'J': 14, 'G': 15, 'D': 16, 'V': 17, 'L': 18, 'S': 19, 'U': 20}

const (
	pictureKinds = 65 // places of XBoard's table without the king
	promotedBy   = 11 // a promoted piece is so many places after its own
)

// writeSetup describes a variant that XBoard does not know: the pictures of its
// pieces, its board, its start, and how its pieces move.
func (x *xboard) writeSetup() {
	d := x.rules.Definition()
	holdings, parent := 0, "fairy"
	if x.rules.HasHand() || x.rules.HasPocket() {
		holdings, parent = max(x.heldKinds(), 1), "crazyhouse"
		if x.rules.HasPlus() {
			parent = "shogi"
		}
	}
	table := x.pictureTable(d)
	x.write("setup (%s) %dx%d+%d_%s %s", table+strings.ToLower(table), x.rules.Files(), x.rules.Ranks(), holdings,
		parent, x.at.Text())
	for _, letter := range d.Pieces.Keys {
		if strings.ContainsAny(letter, "~'") {
			continue
		}
		if text, losses := xbetza.Write(d, letter, x.startsIn(letter)); text != "" {
			x.write("piece %s& %s", letter, text)
			for _, loss := range losses {
				x.write("# %s: XBoard does not know: %s", letter, loss)
			}
		}
	}
}

// heldKinds returns the number of piece types that a hand can hold.
func (x *xboard) heldKinds() int {
	n := 0
	for _, letter := range x.rules.Definition().Pieces.Keys {
		if len(letter) == 1 {
			n++
		}
	}
	return n - 1
}

// pictureTable returns the letters of the first player's pieces in the order of
// XBoard's pictures, with the royal piece last.
func (x *xboard) pictureTable(d *variant.Definition) string {
	places := make([]string, pictureKinds)
	king := "K"
	_, crowned := d.Pieces.Get(king)
	marked := slices.ContainsFunc(d.Pieces.Keys, func(letter string) bool { return len(letter) > 1 })
	var others []string
	for letter, piece := range d.Pieces.All() {
		switch at, known := pictures[letter[0]]; {
		case len(letter) > 1:
		case letter == "K", piece.Royal && !crowned:
			king, crowned = letter, true
		case known && places[at] == "" && !(marked && at >= promotedBy):
			places[at] = letter
		default:
			others = append(others, letter)
		}
	}
	for _, letter := range others {
		for at := range places {
			if places[at] == "" && !(marked && at >= promotedBy && at < 2*promotedBy) {
				places[at] = letter
				break
			}
		}
	}
	for letter := range d.Pieces.All() {
		base, sign := strings.TrimPrefix(letter, "+"), "+"
		if plain, marked := strings.CutSuffix(letter, "~"); marked {
			base, sign = plain, "~"
		} else if base == letter {
			continue
		}
		if at := slices.Index(places, base); at >= 0 && at < promotedBy {
			places[at+promotedBy] = sign
		}
	}
	last := len(places)
	for last > promotedBy && places[last-1] == "" {
		last--
	}
	var out strings.Builder
	for _, letter := range places[:last] {
		if letter == "" {
			letter = "."
		}
		out.WriteString(letter)
	}
	return out.String() + king
}

// startsIn returns whether a region has only squares on which pieces of a type
// start, so that a move from there is a first move.
func (x *xboard) startsIn(letter string) func(region string) bool {
	return func(region string) bool {
		squares, ok := x.rules.Region(region, rules.First)
		if !ok {
			return false
		}
		start := x.rules.Start()
		for _, s := range squares {
			pc := start.At(s)
			if pc <= rules.Walled || x.rules.Letter(pc.Type()) != letter {
				return false
			}
		}
		return len(squares) > 0
	}
}
