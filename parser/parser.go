// Package parser reads the bytes of game records as Records and writes them. It
// knows notations, not rules: it does not check whether a ply is legal or a
// variant is defined.
//
// This package holds the table of notations and what depends on it; each family
// of notations has a package of its own. Package record defines a record; its
// types have the same names here, which the other packages use.
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

// Parts of a record.
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

// Results of reading and writing other than records.
type (
	Fault      = record.Fault
	Unreadable = record.Unreadable
	TooLarge   = record.TooLarge
	Unwritable = record.Unwritable
	Limits     = source.Limits
)

// Notations.
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

// DefaultLimits are the limits of a Reader without limits in its Options.
var DefaultLimits = source.DefaultLimits

// Fields of headers; see record.Field.
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
