package parser

import (
	"fmt"
	"io"
	"slices"
	"unicode/utf8"

	"assay/parser/courier"
	"assay/parser/dhtmlxq"
	"assay/parser/format"
	"assay/parser/json"
	"assay/parser/numbered"
	"assay/parser/pgn"
	"assay/parser/shogi"
	"assay/parser/source"
)

// notations are all that is read and written, in the order of detection.
var notations = []*format.Row{
	&courier.Row, &dhtmlxq.Row, &pgn.Row, &json.Row, &shogi.JKFRow, &shogi.CSARow, &shogi.KI2Row, &shogi.KIFRow, &shogi.USIRow, &pgn.WXFRow, &pgn.ChineseRow, &pgn.ICCSRow, &numbered.Row,
}

// Traits are what is known of a format; of one that is not known its name
// alone.
func Traits(f Format) *format.Row {
	if n, err := notationOf(f); err == nil {
		return n
	}
	return &format.Row{Format: f, Files: format.Files{File: f, Extension: string(f)}}
}

// Formats lists all that is read and written.
func Formats() []Format {
	formats := make([]Format, len(notations))
	for i := range notations {
		formats[i] = notations[i].Format
	}
	return formats
}

// Usual is the notation of a file in which none is detected, and the one that
// is written where none is asked for: prose of any length may precede a
// numbered list.
const Usual = Numbered

// DetectBytes is how much of a file's start decides its format.
const DetectBytes = 64 << 10

// Detect returns the format of a file by its first bytes, never by its name.
func Detect(prefix []byte) (Format, bool) {
	if !utf8.Valid(prefix) {
		src := source.Of(prefix)
		_ = src.DetectEncoding() // which reads nothing
		prefix = src.TextOf(src.Window())
	}
	for i := range notations {
		if detect := notations[i].Detect; detect != nil && detect(prefix) {
			return notations[i].Format, true
		}
	}
	return "", false
}

// Write writes the record in its Format, so that reading gives back the same
// tags, set-up, comments and moves. What the notation cannot express is an
// *Unwritable, and nothing is written. Trailing text is not written.
func Write(w io.Writer, r *Record) error {
	n, err := notationOf(r.Format)
	if err != nil {
		return err
	}
	return n.Write(w, r)
}

func notationOf(f Format) (*format.Row, error) {
	for i := range notations {
		if notations[i].Format == f {
			return notations[i], nil
		}
	}
	return nil, &UnknownFormat{f}
}

// UnknownFormat says that no such notation is read or written.
type UnknownFormat struct {
	Format Format
}

// Error names the format, and those there are.
func (u *UnknownFormat) Error() string {
	return fmt.Sprintf("unknown record format %q: want one of %v", string(u.Format), Formats())
}

// Whole is the format that keeps a record as it was written, in the notation of
// its origin: Assay's own form.
func Whole() Format {
	return notations[slices.IndexFunc(notations, func(n *format.Row) bool { return n.Whole })].Format
}

// Dialect is the format in which a record's tags say that its moves are
// written; "" where they do not say.
func Dialect(r *Record) Format { return pgn.Moves(r) }

// Unread names the game of a record in a kind of its notation that is known and
// not read, and says so; "" for other records.
func Unread(r *Record) (game, why string) {
	if n := Traits(r.Written()); n.Unread != nil {
		return n.Unread(r)
	}
	return "", ""
}

// ImpliedGame is the name of the game that a record's notation and start stand
// for where no tag names one; it may be one such as "中将棋" that the record
// itself gives. It is "" for notations that are no game's own.
func ImpliedGame(r *Record) string {
	if n := Traits(r.Written()); n.Implies != nil {
		return n.Implies(r)
	}
	return ""
}
