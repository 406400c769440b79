package puzzles

import (
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"strings"

	"assay/analysis/notation"
	"assay/analysis/rules"
	"assay/api/request"
	"assay/parser"
)

// The formats of files of puzzles.
const (
	CSV  = "csv" // with the columns of lichess' puzzles
	PGN  = "pgn"
	EPD  = "epd"
	JSON = "json" // a [Puzzle] per line
)

const allFormats = CSV + ", " + PGN + ", " + EPD + ", " + JSON

// csvHeader are the columns of lichess' puzzles. A column Variant follows if
// the file may have other variants than chess.
var csvHeader = []string{"PuzzleId", "FEN", "Moves", "Rating", "RatingDeviation", "Popularity", "NbPlays", "Themes",
	"GameUrl", "OpeningTags"}

// chess is the variant of files that name none.
const chess = "chess"

// deviation is the rating deviation of all puzzles: the greatest one, because
// the strength of their solvers is unknown.
const deviation = 500

// Writer writes puzzles to a file.
type Writer struct {
	collection *Collection
	format     string
	to         io.Writer
	csv        *csv.Writer
	variant    string
	written    int
	// LeftOut counts the puzzles that the format cannot express: in CSV those
	// without a move before the position.
	LeftOut int
	// Unknown counts those whose variant is not defined, or has other rules
	// now.
	Unknown int
}

// NewWriter returns a writer of a format for puzzles of a variant, "" for any.
// The error is an [*request.InputError].
func (c *Collection) NewWriter(to io.Writer, format, variant string) (*Writer, error) {
	w := &Writer{collection: c, format: format, to: to, csv: csv.NewWriter(to), variant: variant}
	switch format {
	case CSV:
		header := csvHeader
		if variant != chess {
			header = append(append([]string{}, header...), "Variant")
		}
		return w, w.csv.Write(header)
	case PGN, EPD, JSON:
		return w, nil
	}
	return nil, &request.InputError{Field: "as", Value: format, Want: allFormats}
}

// Write writes a puzzle.
func (w *Writer) Write(v *Puzzle) error {
	switch w.format {
	case JSON:
		return request.WriteJSON(w.to, v)
	case CSV:
		return w.writeCSV(v)
	}
	p, err := w.collection.library.Position(v.Variant, v.Options, v.Position)
	if err != nil {
		w.Unknown++
		return nil
	}
	moves, err := play(p, v.Moves)
	if err != nil {
		w.Unknown++
		return nil
	}
	w.written++
	if w.format == EPD {
		return w.writeEPD(v, p, moves)
	}
	return w.writePGN(v, p, moves)
}

// Close writes what is buffered.
func (w *Writer) Close() error {
	w.csv.Flush()
	return w.csv.Error()
}

// gameURL returns the path of the source game, "" for none.
func (v *Puzzle) gameURL() string {
	if v.Game == 0 {
		return ""
	}
	return fmt.Sprintf("/games/%d?ply=%d", v.Game, v.Ply)
}

func (w *Writer) writeCSV(v *Puzzle) error {
	if v.Before == "" {
		w.LeftOut++
		return nil
	}
	moves := append([]string{string(v.Played)}, v.Moves...)
	row := []string{v.ID, string(v.Before), strings.Join(moves, " "), strconv.Itoa(v.Rating), strconv.Itoa(deviation),
		"0", strconv.Itoa(v.Tried), strings.Join(v.Themes, " "), v.gameURL(), ""}
	if w.variant != chess {
		row = append(row, strings.TrimSpace(v.Variant+" "+v.Options))
	}
	return w.csv.Write(row)
}

// writePGN writes the solution as a game that starts at the position.
func (w *Writer) writePGN(v *Puzzle, p *rules.Position, moves []rules.Move) error {
	n, ok := notation.ForFormat(parser.PGN, p.Rules())
	if !ok {
		w.LeftOut++
		return nil
	}
	var b strings.Builder
	if w.written > 1 {
		b.WriteString("\n")
	}
	site := v.gameURL()
	if site == "" {
		site = "?"
	}
	for _, tag := range [][2]string{
		{"Event", "Puzzle " + v.ID}, {"Site", site}, {"White", string(v.Goal)}, {"Black", "?"}, {"Result", "*"},
		{"Variant", v.Variant}, {"Options", v.Options}, {"SetUp", "1"}, {"FEN", v.Position}, {"PuzzleId", v.ID},
		{"PuzzleThemes", strings.Join(v.Themes, " ")}, {"PuzzleRating", strconv.Itoa(v.Rating)},
	} {
		if tag[1] != "" {
			fmt.Fprintf(&b, "[%s %q]\n", tag[0], tag[1])
		}
	}
	b.WriteString("\n")
	format := func(q *rules.Position, m rules.Move) string { return string(n.Append(nil, q, m)) }
	_, err := fmt.Fprintf(w.to, "%s%s *\n", b.String(), numbered(p, max(p.Number(), 1), moves, format))
	return err
}

// writeEPD writes a line with the position, bm (the first move), pv (the
// solution), id, and c0 (themes). Another variant than chess is in c1.
func (w *Writer) writeEPD(v *Puzzle, p *rules.Position, moves []rules.Move) error {
	out, position := algebraic(p.Rules()), v.Position
	var counters string
	if fields := strings.Fields(position); v.Variant == chess && len(fields) == 6 {
		position = strings.Join(fields[:4], " ")
		counters = fmt.Sprintf(" hmvc %s; fmvn %s;", fields[4], fields[5])
	}
	var line []string
	q := p.Clone()
	for _, m := range moves {
		text := out.Format(q, m)
		if strings.ContainsAny(text, " ;") {
			text = notation.UCI{}.Format(q, m)
		}
		line = append(line, text)
		q.Play(m)
	}
	text := fmt.Sprintf("%s bm %s; pv %s;%s id %q; c0 %q;", position, line[0], strings.Join(line, " "), counters, v.ID,
		strings.Join(v.Themes, " "))
	if v.Variant != chess {
		text += fmt.Sprintf(" c1 %q;", strings.TrimSpace(v.Variant+" "+v.Options))
	}
	_, err := fmt.Fprintln(w.to, text)
	return err
}
