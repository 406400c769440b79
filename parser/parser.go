// Package parser turns the bytes of game records into Records and back. It
// knows notations, not rules: whether a ply is legal, or its variant defined,
// is for others to say.
//
// Here are the table of the notations and what goes by it; each family has a
// package of its own. What a record is stands in record, and under the same
// names here, by which the rest of the house knows it.
package parser

import (
	"assay/parser/courier"
	"assay/parser/json"
	"assay/parser/numbered"
	"assay/parser/pgn"
	"assay/parser/record"
	"assay/parser/scan"
	"assay/parser/shogi"
	"assay/parser/source"
)

// The parts of a record.
type (
	Record     = record.Record
	Format     = record.Format
	Place      = scan.Place
	Tag        = record.Tag
	SetupPiece = record.SetupPiece
	Line       = record.Line
	Ply        = record.Ply
	Notes      = record.Notes
	Comment    = record.Comment
	Mark       = record.Mark
	Command    = record.Command
	Field      = record.Field
)

// What reading and writing answer with beside records.
type (
	Fault      = record.Fault
	Unreadable = record.Unreadable
	TooLarge   = record.TooLarge
	Unwritable = record.Unwritable
	Limits     = source.Limits
)

// The notations.
const (
	Numbered = numbered.Numbered
	PGN      = pgn.PGN
	WXF      = pgn.WXF
	Chinese  = pgn.Chinese
	ICCS     = pgn.ICCS
	Courier  = courier.Courier
	KIF      = shogi.KIF
	KI2      = shogi.KI2
	CSA      = shogi.CSA
	USI      = shogi.USI
	JKF      = shogi.JKF
	JSON     = json.JSON
)

// RecordSchema is the JSON Schema of the format JSON.
var RecordSchema = json.RecordSchema

// DefaultLimits are those of a Reader whose Options name none.
var DefaultLimits = source.DefaultLimits

// What header lines say; see record.Field.
const (
	FieldFirst       = record.FieldFirst
	FieldSecond      = record.FieldSecond
	FieldFirstElo    = record.FieldFirstElo
	FieldSecondElo   = record.FieldSecondElo
	FieldEvent       = record.FieldEvent
	FieldTitle       = record.FieldTitle
	FieldSite        = record.FieldSite
	FieldDate        = record.FieldDate
	FieldStart       = record.FieldStart
	FieldEnd         = record.FieldEnd
	FieldHandicap    = record.FieldHandicap
	FieldVariantName = record.FieldVariantName
	FieldVariant     = record.FieldVariant
	FieldTimeControl = record.FieldTimeControl
)
