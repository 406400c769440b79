package parser

import "io"

// Format names a record notation.
type Format string

// Numbered is the numbered move list, Zillions save files included (NL-1 to
// NL-8).
const Numbered Format = "numbered"

// PGN is the Portable Game Notation of 1994.
const PGN Format = "pgn"

// notation is what a format needs to be read and written.
type notation struct {
	format Format
	// detect tells from a file's first bytes whether it is of this notation.
	detect func(prefix []byte) bool
	// open gives the function that reads the next record of the source.
	open func(*source) func() (*Record, error)
	// write writes one record.
	write func(io.Writer, *Record) error
	// keys are its keys for what header lines say; nil where it has none.
	keys *fieldKeys
}

// notations are all that is read and written, in the order of detection.
var notations = []notation{
	{Courier, detectCourier, openCourier, writeCourier, &namedKeys},
	{PGN, detectPGN, openPGN, writePGN, &namedKeys},
	{JSON, detectJSON, openJSON, writeJSON, nil},
	{JKF, detectJKF, openJKF, writeJKF, &kifKeys},
	{CSA, detectCSA, openCSA, writeCSA, &csaKeys},
	{KI2, detectKI2, openKI2, writeKI2, &kifKeys},
	{KIF, detectKIF, openKIF, writeKIF, &kifKeys},
	{USI, detectUSI, openUSI, writeUSI, nil},
	{Numbered, detectNumbered, openNumbered, writeNumbered, &namedKeys},
}

// Formats lists all that is read and written.
func Formats() []Format {
	formats := make([]Format, len(notations))
	for i := range notations {
		formats[i] = notations[i].format
	}
	return formats
}

// fallback is the notation of a file in which none is detected: a numbered
// list is the one that prose of any length may precede.
const fallback = Numbered

// DetectBytes is how much of a file's start decides its format.
const DetectBytes = 64 << 10

// Detect tells the format of a file by its first bytes, never by its name.
func Detect(prefix []byte) (Format, bool) {
	for i := range notations {
		if notations[i].detect(prefix) {
			return notations[i].format, true
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
	return n.write(w, r)
}

func notationOf(f Format) (*notation, error) {
	for i := range notations {
		if notations[i].format == f {
			return &notations[i], nil
		}
	}
	return nil, &UnknownFormat{f}
}
