package pgn

import (
	"slices"
	"strings"

	"assay/parser/format"
	"assay/parser/record"
)

// The ways to write moves of xiangqi in PGN files, as its programs read them.
const (
	// WXF counts by files in letters, as the World Xiangqi Federation does:
	// C2.5.
	WXF record.Format = "wxf"
	// Chinese counts by files in simplified characters: 炮二平五.
	Chinese record.Format = "chinese"
	// ICCS writes coordinates with ranks from 0: H2-E2.
	ICCS record.Format = "iccs"
)

// xiangqiName is what the game that they stand for calls itself.
const xiangqiName = "象棋"

// pgnDialect is how the tags of a PGN file are written.
type pgnDialect struct {
	// own are the tags that say which dialect it is. They stand first and are
	// no record's.
	own []record.Tag
	// roster is the tags that every game has, in this order, with what stands
	// for an unknown value.
	roster []record.Tag
	// setUp says that a start is told by a tag of its own beside FEN.
	setUp bool
}

// roster is that of players who are called so.
func roster(first, second string) []record.Tag {
	return []record.Tag{
		{Key: "Event", Value: "?"}, {Key: "Site", Value: "?"}, {Key: "Date", Value: "????.??.??"}, {Key: "Round", Value: "?"},
		{Key: first, Value: "?"}, {Key: second, Value: "?"}, {Key: "Result", Value: "*"},
	}
}

// pgnDialects are the dialects of all formats that are written in PGN files,
// that of 1994 first.
var pgnDialects = map[record.Format]*pgnDialect{
	PGN: {roster: roster("White", "Black"), setUp: true}, WXF: xiangqiDialect("WXF"), Chinese: xiangqiDialect("Chinese"), ICCS: xiangqiDialect("ICCS"),
}

// xiangqiDialect is that of xiangqi's programs, with the word for its moves.
func xiangqiDialect(moves string) *pgnDialect {
	return &pgnDialect{
		own:    []record.Tag{{Key: "Game", Value: "Chinese Chess"}, {Key: pgnMovesKey, Value: moves}},
		roster: roster("Red", "Black"),
	}
}

// pgnMovesKey is the tag that tells how moves are written.
const pgnMovesKey = "Format"

// owns reports whether a tag of the key is none of the record's.
func (d *pgnDialect) owns(key string) bool {
	return slices.ContainsFunc(d.own, func(t record.Tag) bool { return strings.EqualFold(t.Key, key) })
}

// Moves is the dialect in which a record's tags say that its moves are
// written; "" where they do not say.
func Moves(r *record.Record) record.Format {
	word, _ := r.Tag(pgnMovesKey)
	for f, d := range pgnDialects {
		if d.owns(pgnMovesKey) && strings.EqualFold(word, d.own[1].Value) {
			return f
		}
	}
	return ""
}

// xiangqiKeys are those of programs of xiangqi, where they are other than
// PGN's. Who is called Red elsewhere is for the game to say.
var xiangqiKeys = record.Keys{record.FieldFirst: {"Red"}, record.FieldFirstElo: {"RedElo"}, record.FieldFirstTeam: {"RedTeam"}}

// The notations, with what there is to know of each.
var (
	Row        = row(PGN)
	WXFRow     = xiangqiRow(WXF)
	ChineseRow = xiangqiRow(Chinese)
	ICCSRow    = xiangqiRow(ICCS)
)

func row(f record.Format) format.Row {
	return format.Row{
		Format: f, Detect: detectPGN, Open: openPGN, Print: printPGN,
		Files:   format.Files{File: PGN, Extension: "pgn"},
		Headers: format.Headers{Owns: pgnDialects[f].owns, Implies: impliedGame, Unread: unread, Unknowns: true, Line: tagLine, Span: tagSpan},
		Moves: format.Moves{
			NumberRule: "PGN", Behind: true, NoBlankComments: true, Signs: annotationSigns,
			Typed: []format.Typing{{Order: 1, Way: format.AsTyped}, {Order: 9, Way: format.ByWords}},
		},
		Endings: format.Endings{Ends: func(*record.Ending) bool { return false }},
		Lacks:   []record.Part{record.PartOwnTags, record.PartSetup, record.PartEnding, record.PartTrailing},
	}
}

func xiangqiRow(f record.Format) format.Row {
	n := row(f)
	n.Detect = nil
	n.Keys, n.Private = &xiangqiKeys, true
	if f == Chinese {
		n.Title = "Chinese moves"
	}
	n.Implies = func(*record.Record) string { return xiangqiName }
	n.NumberRule, n.Signs, n.Typed = "", "", nil
	return n
}

// impliedGame is the name of the game of a record that names none: the one
// whose players are called as its tags call them, else what others call
// standard.
func impliedGame(r *record.Record) string {
	if _, white := r.Tag("White"); white {
		return "Standard"
	}
	for _, row := range gamesOfSides {
		if _, named := r.Tag(row.side); named {
			return row.game
		}
	}
	return "Standard"
}

// gamesOfSides are the games whose players are called so.
var gamesOfSides = []struct{ side, game string }{
	{"Red", xiangqiName}, {"Sente", "Shogi"}, {"Gote", "Shogi"}, {"Cho", "Janggi"}, {"Han", "Janggi"},
}
