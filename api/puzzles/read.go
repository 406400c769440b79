package puzzles

import (
	"bufio"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"assay/analysis/notation"
	"assay/analysis/optional"
	"assay/analysis/puzzle"
	"assay/analysis/rules"
	"assay/api/present"
	"assay/api/request"
)

// Candidate is a puzzle of a file, not yet verified.
type Candidate struct {
	Place            string // in the file, such as "line 3"
	Variant, Options string
	Position         *rules.Position
	Moves            []rules.Move // the solution
	Before, Played   string       // as in [Puzzle]
	Rating           int          // from solvers; 0 for none
}

// CandidateError says why a puzzle of a file was not added.
type CandidateError struct {
	Place, Reason string
}

func (e *CandidateError) Error() string { return e.Place + ": " + e.Reason }

// maxLine bounds a line of a file, in bytes.
const maxLine = 1 << 20

// Read calls each for the puzzles of a file of a format, except PGN, and failed
// for lines that it cannot read. variant is for lines that name none, chess
// if "".
func (c *Collection) Read(in io.Reader, format, variant string, each func(*Candidate) error,
	failed func(*CandidateError) error) error {
	if variant == "" {
		variant = chess
	}
	result := func(place string, z *Candidate, err error) error {
		if err != nil {
			return failed(&CandidateError{place, err.Error()})
		}
		z.Place = place
		return each(z)
	}
	switch format {
	case CSV:
		return c.readCSV(in, variant, result)
	case EPD, JSON:
	default:
		return &request.InputError{Field: "format", Value: format, Want: allFormats}
	}
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, maxLine)
	number := 1
	for ; lines.Scan(); number++ {
		text := strings.TrimSpace(strings.TrimPrefix(lines.Text(), "\ufeff"))
		if text == "" || strings.HasPrefix(text, "#") {
			continue
		}
		read := c.readEPD
		if format == JSON {
			read = c.readJSON
		}
		z, err := read(text, variant)
		if err := result("line "+strconv.Itoa(number), z, err); err != nil {
			return err
		}
	}
	if errors.Is(lines.Err(), bufio.ErrTooLong) {
		return failed(&CandidateError{"line " + strconv.Itoa(number),
			fmt.Sprintf("longer than %d bytes; the rest of the file was not read", maxLine)})
	}
	return lines.Err()
}

// candidate reads a position and the moves from it. The first lead moves come
// before the puzzle.
func (c *Collection) candidate(variant, position string, moves []string, lead int) (*Candidate, error) {
	name, options, _ := strings.Cut(variant, " ")
	p, err := c.library.Position(name, options, position)
	if err != nil {
		return nil, err
	}
	all, err := play(p, moves)
	if err != nil {
		return nil, err
	}
	if len(all) <= lead {
		return nil, fmt.Errorf("%d moves: expected at least %d", len(all), lead+1)
	}
	z := &Candidate{Variant: p.Rules().Definition().ID, Options: options, Moves: all[lead:]}
	if lead > 0 {
		z.Before, z.Played = p.Text(), notation.UCI{}.Format(p, all[0])
		p.Play(all[0])
	}
	z.Position = p
	return z, nil
}

func (c *Collection) readCSV(in io.Reader, variant string, result func(string, *Candidate, error) error) error {
	rows := csv.NewReader(in)
	rows.FieldsPerRecord = -1
	header, err := rows.Read()
	if errors.Is(err, io.EOF) {
		return nil
	}
	if err != nil {
		return result("line 1", nil, err)
	}
	header[0] = strings.TrimPrefix(header[0], "\ufeff")
	column := func(row []string, name string) string {
		if i := slices.Index(header, name); i >= 0 && i < len(row) {
			return row[i]
		}
		return ""
	}
	for _, name := range []string{"FEN", "Moves"} {
		if !slices.Contains(header, name) {
			return result("line 1", nil, fmt.Errorf("no column %s; expected a first line %s", name,
				strings.Join(csvHeader, ",")))
		}
	}
	for {
		row, err := rows.Read()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if wrong, ok := errors.AsType[*csv.ParseError](err); ok {
			if err := result("line "+strconv.Itoa(wrong.Line), nil, wrong.Err); err != nil {
				return err
			}
			continue
		} else if err != nil {
			return err
		}
		line, _ := rows.FieldPos(0)
		of := variant
		if named := column(row, "Variant"); named != "" {
			of = named
		}
		z, err := c.candidate(of, column(row, "FEN"), strings.Fields(column(row, "Moves")), 1)
		if plays, _ := strconv.Atoi(column(row, "NbPlays")); err == nil && plays > 0 {
			z.Rating, _ = strconv.Atoi(column(row, "Rating"))
		}
		if err := result("line "+strconv.Itoa(line), z, err); err != nil {
			return err
		}
	}
}

// readEPD reads a line of EPD: a position and operations.
func (c *Collection) readEPD(text, variant string) (*Candidate, error) {
	at := strings.Index(text, " bm ")
	if at < 0 {
		return nil, errors.New("no operation bm with the first move of the solution")
	}
	position, operations := text[:at], map[string]string{}
	for operation := range strings.SplitSeq(text[at:], ";") {
		code, value, _ := strings.Cut(strings.TrimSpace(operation), " ")
		operations[code] = strings.Trim(value, ` "`)
	}
	if named := operations["c1"]; named != "" {
		variant = named
	}
	if variant == chess && len(strings.Fields(position)) == 4 {
		for _, counter := range [][2]string{{"hmvc", "0"}, {"fmvn", "1"}} {
			if operations[counter[0]] != "" {
				counter[1] = operations[counter[0]]
			}
			position += " " + counter[1]
		}
	}
	moves := strings.Fields(operations["pv"])
	if len(moves) == 0 {
		if moves = strings.Fields(operations["bm"]); len(moves) > 1 {
			return nil, fmt.Errorf("bm %s: expected one move", operations["bm"])
		}
	}
	return c.candidate(variant, position, moves, 0)
}

// readJSON reads a [Puzzle].
func (c *Collection) readJSON(text, variant string) (*Candidate, error) {
	var v Puzzle
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		return nil, errors.New("no puzzle as JSON")
	}
	if v.Variant != "" {
		variant = v.Variant
	}
	name := strings.TrimSpace(variant + " " + v.Options)
	position, moves, skipped := v.Position, v.Moves, 0
	if v.Before != "" && v.Played != "" {
		position, moves, skipped = string(v.Before), append([]string{string(v.Played)}, v.Moves...), 1
	}
	z, err := c.candidate(name, position, moves, skipped)
	if err == nil && v.Tried > 0 {
		z.Rating = v.Rating
	}
	return z, err
}

// CandidateOf returns a record whose moves are the solution of its starting
// position.
func CandidateOf(place string, r *present.Replay) (*Candidate, error) {
	report := r.Report()
	switch {
	case r.Game.Rules == nil || report.Error != nil && report.Error.Message != "":
		return nil, &CandidateError{place, "the record is " + report.Verdict}
	case len(r.Game.Moves) == 0:
		return nil, &CandidateError{place, "the record has no moves"}
	}
	p, err := r.Position(0)
	return &Candidate{Place: place, Variant: r.Game.Rules.Definition().ID, Options: report.Options, Position: p,
		Moves: r.Game.Moves}, err
}

// Importer adds puzzles of files after it has proved them.
type Importer struct {
	collection *Collection
	finder     *puzzle.Finder
	themer     *themer
}

// NewImporter returns an importer that searches as [Collection.Make] does.
func (c *Collection) NewImporter(nodes uint64) *Importer {
	return &Importer{c, puzzle.NewFinder(nodes, c.fits), &themer{themes: c.themes}}
}

// Add proves a puzzle and archives it. It takes only position and solution from
// the file, and the rating if solvers made it. The error is a
// [*CandidateError] if the puzzle is not proved.
func (i *Importer) Add(ctx context.Context, z *Candidate) (*Made, error) {
	found, err := i.finder.Verify(ctx, z.Position, z.Moves)
	if err != nil {
		return nil, err
	}
	if found == nil {
		return nil, &CandidateError{z.Place, "not proved: another move is as good, or the solution is not good enough"}
	}
	if err := i.themer.add(found); err != nil {
		return nil, err
	}
	v := view(found, z.Variant, z.Options)
	v.Before, v.Played = optional.Text(z.Before), optional.Text(z.Played)
	if z.Rating > 0 {
		v.Rating = min(z.Rating, maxRating)
	}
	added, err := i.collection.add(ctx, v)
	return &Made{v, added}, err
}
