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

// notations are all notations that are read and written, in the order of
// detection.
var notations = []*format.Row{
	&courier.Row, &dhtmlxq.Row, &pgn.Row, &json.Row, &shogi.JKFRow, &shogi.CSARow, &shogi.KI2Row, &shogi.KIFRow,
	&shogi.USIRow, &pgn.WXFRow, &pgn.ChineseRow, &pgn.ICCSRow, &numbered.Row,
}

// Traits returns the properties of a format; for an unknown format, only its
// name.
func Traits(f Format) *format.Row {
	if n, err := notationOf(f); err == nil {
		return n
	}
	return &format.Row{Format: f, Files: format.Files{File: f, Extension: string(f)}}
}

// Formats returns all formats that are read and written.
func Formats() []Format {
	formats := make([]Format, len(notations))
	for i := range notations {
		formats[i] = notations[i].Format
	}
	return formats
}

// Usual is the notation of a file in which none is detected, because prose of
// any length may precede a numbered list. It is also the default for writing.
const Usual = Numbered

// DetectBytes is the number of bytes at the start of a file from which its
// format is detected.
const DetectBytes = 64 << 10

// Detect returns the format of a file from its first bytes, never from its
// name.
func Detect(prefix []byte) (Format, bool) {
	src := source.Of(prefix)
	if !utf8.Valid(prefix) || source.IsConverted(prefix) {
		_ = src.DetectEncoding() // the source has no reader that could fail
	}
	src.DetectMarkup()
	src.DetectMargins()
	prefix, _ = src.Prefix(len(prefix))
	for i := range notations {
		if detect := notations[i].Detect; detect != nil && detect(prefix) {
			return notations[i].Format, true
		}
	}
	return "", false
}

// Write writes a record in its Format, so that reading it returns the same
// tags, set-up, comments and moves. Trailing text is not written. If the
// notation cannot express a part of the record, Write writes nothing and
// returns an *Unwritable.
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

// UnknownFormat is the error for a name that no notation has.
type UnknownFormat struct {
	Format Format
}

// Error names the unknown format and lists the known ones.
func (u *UnknownFormat) Error() string {
	return fmt.Sprintf("unknown record format %q: expected one of %v", string(u.Format), Formats())
}

// Whole returns Assay's own format, which keeps a record as it was written in
// its original notation.
func Whole() Format {
	return notations[slices.IndexFunc(notations, func(n *format.Row) bool { return n.Whole })].Format
}

// Dialect returns the format of a record's moves according to its tags; "" if
// the tags do not name one.
func Dialect(r *Record) Format { return pgn.Moves(r) }

// Unread returns the name of a record's game, and a message, if the record is
// in a known variety of its notation that Assay does not read; "" for other
// records.
func Unread(r *Record) (game, why string) {
	if n := Traits(r.Written()); n.Unread != nil {
		return n.Unread(r)
	}
	return "", ""
}

// ImpliedGame returns the name of the game that a record's notation and
// starting position imply when no tag names one. The name may come from the
// record itself, such as 中将棋. It returns "" for notations of any game.
func ImpliedGame(r *Record) string {
	if n := Traits(r.Written()); n.Implies != nil {
		return n.Implies(r)
	}
	return ""
}
