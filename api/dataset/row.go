package dataset

import "time"

// The rows of the tables. Their tags are the names and encodings of columns,
// and what the card says about them.

// gameRow is a row of the table games.
type gameRow struct {
	Game           int64     `parquet:"game,delta" about:"number of the game in the archive"`
	Variant        string    `parquet:"variant,dict" about:"ID of the variant"`
	Options        string    `parquet:"options,dict" about:"options of the variant, as key=value words"`
	VariantVersion string    `parquet:"variant_version,dict" about:"revision of the definition that verified the game"`
	Verdict        string    `parquet:"verdict,dict" about:"legal, ruled, illegal, unreadable or unsupported"`
	Plies          int32     `parquet:"plies" about:"legal plies, which are the rows of the table plies"`
	Result         string    `parquet:"result,dict" about:"from First's view: 1-0, 0-1, 1/2-1/2, 0-0 or *"`
	Termination    string    `parquet:"termination,dict" about:"how the game ended, empty if unknown"`
	First          string    `parquet:"first,dict" about:"player who moves first, as in the record"`
	Second         string    `parquet:"second,dict" about:"the other player"`
	FirstRating    *int32    `parquet:"first_rating,optional" about:"rating in the record" unit:"points"`
	SecondRating   *int32    `parquet:"second_rating,optional" about:"rating in the record" unit:"points"`
	Event          string    `parquet:"event,dict" about:"event, as in the record"`
	Site           string    `parquet:"site,dict" about:"site, as in the record"`
	Date           string    `parquet:"date,dict" about:"YYYY-MM-DD with ? for unknown digits, empty if unknown"`
	Year           *int32    `parquet:"year,optional" about:"year of the date, if all its digits are known"`
	Start          string    `parquet:"start,dict" about:"position (FEN) at ply 0, empty if nothing can be replayed"`
	Final          string    `parquet:"final" about:"position (FEN) after the last legal ply"`
	ErrorPly       *int32    `parquet:"error_ply,optional" about:"first invalid ply, counted from 1"`
	ErrorRule      string    `parquet:"error_rule,dict" about:"ID of the broken rule, empty if none"`
	ErrorReason    string    `parquet:"error_reason,dict" about:"reason code of the error, empty if none"`
	Format         string    `parquet:"format,dict" about:"notation of the record"`
	File           string    `parquet:"file,dict" about:"file of the record"`
	Number         int32     `parquet:"number" about:"number of the game in its file, from 1"`
	Headers        string    `parquet:"headers,json" about:"headers of the record as JSON: [[key, value], ...]"`
	SHA256         string    `parquet:"record_sha256" about:"SHA-256 of the record's bytes, in hexadecimal"`
	Imported       time.Time `parquet:"imported,timestamp(millisecond)" about:"when the game was archived" unit:"UTC"`
}

// plyRow is a row of the table plies.
type plyRow struct {
	Game    int64    `parquet:"game,delta" about:"number of the game"`
	Ply     int32    `parquet:"ply,delta" about:"number of the ply, from 1"`
	Side    string   `parquet:"side,dict" about:"who moves: first or second"`
	Text    string   `parquet:"text,dict" about:"the move as the record writes it, without number"`
	Move    string   `parquet:"move,dict" about:"the move in Assay's notation, as in the explorer"`
	UCI     string   `parquet:"uci,dict" about:"the move in UCI, as Fairy-Stockfish writes it"`
	Capture bool     `parquet:"capture" about:"whether the move captures"`
	Drop    bool     `parquet:"drop" about:"whether the move drops a piece from the hand"`
	Check   bool     `parquet:"check" about:"whether the move gives check"`
	Clock   *float64 `parquet:"clock,optional" about:"time left on the mover's clock" unit:"seconds"`
	Spent   *float64 `parquet:"spent,optional" about:"time used for the ply" unit:"seconds"`
	Eval    *float64 `parquet:"evaluation,optional" about:"evaluation after the ply, from First's view" unit:"pawns"`
	Mate    *int32   `parquet:"mate,optional" about:"moves to mate; negative if Second mates" unit:"moves"`
}

// positionRow is a row of the table positions.
type positionRow struct {
	Game     int64  `parquet:"game,delta" about:"number of the game"`
	Ply      int32  `parquet:"ply,delta" about:"number of the ply after which it stands; 0 is the start"`
	Key      uint64 `parquet:"key" about:"key of the position; equal positions of a variant have the same key"`
	Position string `parquet:"position" about:"the position (FEN)"`
	Side     string `parquet:"side,dict" about:"who is to move: first or second"`
	InCheck  bool   `parquet:"in_check" about:"whether this side is in check"`
}

// annotationRow is a row of the table annotations.
type annotationRow struct {
	Game   int64  `parquet:"game,delta" about:"number of the game"`
	Ply    int32  `parquet:"ply" about:"annotated ply; in a variation, the ply of the main line that it replaces"`
	Path   string `parquet:"path" about:"moves of the variation up to there, in UCI; empty in the main line"`
	Kind   string `parquet:"kind,dict" about:"before, comment, nag, evaluation, mark, arrow, command or variation"`
	Value  string `parquet:"value" about:"the text, number of the glyph, colour and squares, or moves in UCI"`
	Author string `parquet:"author,dict" about:"author of an archived comment; empty for the record's own"`
}
