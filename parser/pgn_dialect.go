package parser

import "strings"

// The ways to write moves of xiangqi in PGN files, as its programs read them.
const (
	// WXF counts by files in letters, as the World Xiangqi Federation does: C2.5.
	WXF Format = "wxf"
	// Chinese counts by files in simplified characters: 炮二平五.
	Chinese Format = "chinese"
	// ICCS writes coordinates with ranks from 0: H2-E2.
	ICCS Format = "iccs"
)

// xiangqiID is the variant that they stand for.
const xiangqiID = "xiangqi"

// pgnDialect is how the tags of a PGN file are written.
type pgnDialect struct {
	// own are the tags that say which dialect it is. They stand first and are no
	// record's.
	own []Tag
	// roster is the tags that every game has, in this order, with what stands
	// for an unknown value.
	roster []Tag
	// setUp says that a start is told by a tag of its own beside FEN.
	setUp bool
}

// pgnStandard is that of 1994.
var pgnStandard = pgnDialect{
	roster: []Tag{
		{Key: "Event", Value: "?"}, {Key: "Site", Value: "?"}, {Key: "Date", Value: "????.??.??"}, {Key: "Round", Value: "?"},
		{Key: "White", Value: "?"}, {Key: "Black", Value: "?"}, {Key: "Result", Value: "*"},
	},
	setUp: true,
}

// pgnDialects are the dialects of all formats that are written in PGN files.
var pgnDialects = map[Format]*pgnDialect{
	PGN: &pgnStandard, WXF: ofXiangqi("WXF"), Chinese: ofXiangqi("Chinese"), ICCS: ofXiangqi("ICCS"),
}

// ofXiangqi is the dialect of xiangqi's programs, with the word for its moves.
func ofXiangqi(moves string) *pgnDialect {
	return &pgnDialect{
		own: []Tag{{Key: "Game", Value: "Chinese Chess"}, {Key: pgnMovesKey, Value: moves}},
		roster: []Tag{
			{Key: "Event", Value: "?"}, {Key: "Site", Value: "?"}, {Key: "Date", Value: "????.??.??"}, {Key: "Round", Value: "?"},
			{Key: "Red", Value: "?"}, {Key: "Black", Value: "?"}, {Key: "Result", Value: "*"},
		},
	}
}

// pgnMovesKey is the tag that tells how moves are written.
const pgnMovesKey = "Format"

// owns reports whether a tag of the key is none of the record's.
func (d *pgnDialect) owns(key string) bool {
	for _, tag := range d.own {
		if strings.EqualFold(tag.Key, key) {
			return true
		}
	}
	return false
}

// PGNMoves is the dialect in which a record's tags say that its moves are
// written; "" where they do not say.
func PGNMoves(r *Record) Format {
	word, _ := r.Tag(pgnMovesKey)
	for f, d := range pgnDialects {
		if d.owns(pgnMovesKey) && strings.EqualFold(word, d.own[1].Value) {
			return f
		}
	}
	return ""
}
