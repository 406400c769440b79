package pgn

import (
	"slices"
	"strings"

	"assay/parser/format"
	"assay/parser/record"
)

// The xiangqi notations of PGN files, as xiangqi programs read them.
const (
	// WXF is the notation of the World Xiangqi Federation: a letter, and files
	// counted from the right: C2.5.
	WXF record.Format = "wxf"
	// Chinese is WXF in simplified characters: 炮二平五.
	Chinese record.Format = "chinese"
	// ICCS is coordinates with ranks from 0: H2-E2.
	ICCS record.Format = "iccs"
)

// xiangqiName is the Chinese name of xiangqi.
const xiangqiName = "象棋"

// pgnDialect is a form of PGN with its own tags.
type pgnDialect struct {
	// own are the tags that identify the dialect. They come first and are not
	// part of the record.
	own []record.Tag
	// roster are the tags of every game, in order, with the value for unknown.
	roster []record.Tag
	// setUp means that the tag SetUp is required next to FEN.
	setUp bool
}

// roster returns the seven tag roster with these keys for the players.
func roster(first, second string) []record.Tag {
	return []record.Tag{
		{Key: "Event", Value: "?"}, {Key: "Site", Value: "?"}, {Key: "Date", Value: "????.??.??"},
		{Key: "Round", Value: "?"},
		{Key: first, Value: "?"}, {Key: second, Value: "?"}, {Key: "Result", Value: "*"},
	}
}

// pgnDialects are the dialects of the notations in PGN files.
var pgnDialects = map[record.Format]*pgnDialect{
	PGN: {roster: roster("White", "Black"), setUp: true}, WXF: xiangqiDialect("WXF"),
	Chinese: xiangqiDialect("Chinese"), ICCS: xiangqiDialect("ICCS"),
}

// xiangqiDialect returns the dialect of xiangqi programs; moves is the value of
// Format.
func xiangqiDialect(moves string) *pgnDialect {
	return &pgnDialect{
		own:    []record.Tag{{Key: "Game", Value: "Chinese Chess"}, {Key: pgnMovesKey, Value: moves}},
		roster: roster("Red", "Black"),
	}
}

// pgnMovesKey is the key of the tag that names the notation of the moves.
const pgnMovesKey = "Format"

// owns reports whether a key identifies the dialect.
func (d *pgnDialect) owns(key string) bool {
	return slices.ContainsFunc(d.own, func(t record.Tag) bool { return strings.EqualFold(t.Key, key) })
}

// Moves returns the dialect that a record's tags name for its moves; "" for
// none.
func Moves(r *record.Record) record.Format {
	word, _ := r.Tag(pgnMovesKey)
	if word == "" {
		return ""
	}
	for f, d := range pgnDialects {
		if d.owns(pgnMovesKey) && strings.EqualFold(word, d.own[1].Value) {
			return f
		}
	}
	return ""
}

// xiangqiKeys are the keys of xiangqi programs that differ from PGN. In other
// variants, Red may be either player.
var xiangqiKeys = record.Keys{record.FieldFirst: {"Red"}, record.FieldFirstElo: {"RedElo"},
	record.FieldFirstTeam: {"RedTeam"}}

// The notations of PGN files.
var (
	Row        = newRow(PGN)
	WXFRow     = newXiangqiRow(WXF)
	ChineseRow = newXiangqiRow(Chinese)
	ICCSRow    = newXiangqiRow(ICCS)
)

func newRow(f record.Format) format.Row {
	return format.Row{
		Format: f, Detect: detectPGN, Open: openPGN, Print: printPGN,
		Files: format.Files{File: PGN, Extension: "pgn"},
		Headers: format.Headers{Owns: pgnDialects[f].owns, Implies: impliedVariant, Unread: unsupported, Unknowns: true,
			Line: tagLine, Span: tagSpan},
		Moves: format.Moves{
			NumberRule: "PGN", Behind: true, NoBlankComments: true, Signs: annotationSigns,
			Typed: []format.Typing{{Order: 1, Way: format.AsTyped}, {Order: 9, Way: format.ByWords}},
		},
		Endings: format.Endings{Ends: func(*record.Ending) bool { return false }},
		Boards:  f == PGN,
		Lacks:   []record.Part{record.PartOwnTags, record.PartSetup, record.PartEnding, record.PartTrailing},
	}
}

func newXiangqiRow(f record.Format) format.Row {
	n := newRow(f)
	n.Detect = nil
	n.Keys, n.Private = &xiangqiKeys, true
	if f == Chinese {
		n.Title = "Chinese moves"
	}
	n.Implies = func(*record.Record) string { return xiangqiName }
	n.NumberRule, n.Signs, n.Typed = "", "", nil
	return n
}

// impliedVariant returns the name of the variant of a record that names none.
// The keys of the players decide; without them it is "Standard".
func impliedVariant(r *record.Record) string {
	if _, white := r.Tag("White"); white {
		return "Standard"
	}
	if namesBoards(r) {
		return bughouseName
	}
	for _, row := range variantsBySide {
		if _, named := r.Tag(row.side); named {
			return row.game
		}
	}
	return "Standard"
}

// variantsBySide are the variants with these names of the players.
var variantsBySide = []struct{ side, game string }{
	{"Red", xiangqiName}, {"Sente", "Shogi"}, {"Gote", "Shogi"}, {"Cho", "Janggi"}, {"Han", "Janggi"},
}
