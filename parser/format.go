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
	// detect tells from a file's first bytes whether it is of this notation; nil
	// where files of another tell.
	detect func(prefix []byte) bool
	// open gives the function that reads the next record of the source.
	open func(*source) func() (*Record, error)
	// write writes one record.
	write func(io.Writer, *Record) error
	// keys are its keys for what header lines say; nil where it has none.
	keys *fieldKeys
	// file is the format that its files are read as, "" for itself.
	file Format
	// game is the variant whose moves alone it has, "" for any.
	game string
	// extension is how names of its files end, "" for the format's own name.
	extension string
	// single says that other programs read one game of a file.
	single bool
}

// notations are all that is read and written, in the order of detection.
var notations = []notation{
	{format: Courier, detect: detectCourier, open: openCourier, write: writeCourier, keys: &namedKeys, extension: "txt"},
	{format: PGN, detect: detectPGN, open: openPGN, write: writePGN, keys: &namedKeys},
	{format: JSON, detect: detectJSON, open: openJSON, write: writeJSON},
	{format: JKF, detect: detectJKF, open: openJKF, write: writeJKF, keys: &kifKeys, single: true},
	{format: CSA, detect: detectCSA, open: openCSA, write: writeCSA, keys: &csaKeys},
	{format: KI2, detect: detectKI2, open: openKI2, write: writeKI2, keys: &kifKeys, single: true},
	{format: KIF, detect: detectKIF, open: openKIF, write: writeKIF, keys: &kifKeys, single: true},
	{format: USI, detect: detectUSI, open: openUSI, write: writeUSI},
	{format: WXF, open: openPGN, write: writePGN, keys: &xiangqiKeys, file: PGN, game: xiangqiID, extension: "pgn"},
	{format: Chinese, open: openPGN, write: writePGN, keys: &xiangqiKeys, file: PGN, game: xiangqiID, extension: "pgn"},
	{format: ICCS, open: openPGN, write: writePGN, keys: &xiangqiKeys, file: PGN, game: xiangqiID, extension: "pgn"},
	{format: Numbered, detect: detectNumbered, open: openNumbered, write: writeNumbered, keys: &namedKeys, extension: "txt"},
}

// File is the format that files of the format are read as: the format itself,
// or that of which it is a dialect.
func (f Format) File() Format {
	if n, err := notationOf(f); err == nil && n.file != "" {
		return n.file
	}
	return f
}

// Extension is how names of files of the format end, without the point.
func (f Format) Extension() string {
	if n, err := notationOf(f); err == nil && n.extension != "" {
		return n.extension
	}
	return string(f)
}

// IsSingle reports whether other programs read one game only of a file of the
// format.
func (f Format) IsSingle() bool {
	n, err := notationOf(f)
	return err == nil && n.single
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
		if detect := notations[i].detect; detect != nil && detect(prefix) {
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
