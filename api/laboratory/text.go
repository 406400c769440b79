package laboratory

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"assay/analysis/lab"
	"assay/api/request"
	"assay/parser"
)

// WriteJSON writes a report as JSON, one object with one key per line.
func (r *Report) WriteJSON(w io.Writer) error {
	levels := make([]any, len(r.Levels))
	for i, e := range r.Levels {
		levels[i] = map[string]any{"level": i, "score": e}
	}
	return writeObjects(w, keyed("lab", r.Report), keyed("figure", r.Figures...), keyed("ending", r.Endings...),
		keyed("value", r.Values...), keyed("skillLevel", levels...), keyed("piece", r.Pieces...),
		keyed("hazard", r.Hazards...), keyed("never", r.Never...), keyed("firstMove", r.FirstMoves...),
		keyed("opening", r.Openings...), keyed("ply", r.Plies...), keyed("heat", r.Heat...),
		keyed("sample", r.Samples...))
}

// keyed returns an object with one key for each value.
func keyed[T any](key string, values ...T) []any {
	out := make([]any, len(values))
	for i, v := range values {
		out[i] = map[string]T{key: v}
	}
	return out
}

// writeObjects writes objects as JSON, one per line.
func writeObjects(w io.Writer, all ...[]any) error {
	for _, v := range slices.Concat(all...) {
		if err := request.WriteJSON(w, v); err != nil {
			return err
		}
	}
	return nil
}

// tableRow is a line of a table with two columns.
type tableRow struct {
	Title string
	Cells [2]string
}

// strengths are the columns of a report.
var strengths = [2]lab.Kind{lab.Even, lab.High}

// interval returns an estimate with its interval.
func interval(e lab.Estimate, unit string) string {
	digits := 2
	if unit == "%" {
		digits, unit = 1, " %"
	}
	return fmt.Sprintf("%.*f%s (%.*f to %.*f)", digits, e.Value, unit, digits, e.Low, digits, e.High)
}

// figures returns the rows of the figures; a figure of both strengths is in the
// first column.
func figures(r *Report) []tableRow {
	var rows []tableRow
	for _, k := range lab.Kinds {
		row := tableRow{Title: k.Title}
		for _, f := range r.Figures {
			if f.Name == k.Name {
				row.Cells[max(slices.Index(strengths[:], f.Strength), 0)] = interval(f.Estimate, f.Unit)
			}
		}
		if row.Cells[0] != "" || row.Cells[1] != "" {
			rows = append(rows, row)
		}
	}
	return rows
}

// endings returns the rows of the endings.
func endings(r *Report) []tableRow {
	var rows []tableRow
	for _, e := range r.Endings {
		title := e.Termination
		if e.Rule != "" {
			title += " (" + e.Rule + ")"
		}
		i := slices.IndexFunc(rows, func(o tableRow) bool { return o.Title == title })
		if i < 0 {
			i = len(rows)
			rows = append(rows, tableRow{Title: title})
		}
		rows[i].Cells[slices.Index(strengths[:], e.Strength)] = interval(e.Share, "%")
	}
	return rows
}

// values returns the rows of the piece values: on the board, and in hand.
func values(r *Report) []tableRow {
	var rows []tableRow
	for _, v := range r.Values {
		row := tableRow{Title: v.Piece}
		switch {
		case v.Unit:
			row.Cells[0] = theUnit
		case v.Board != nil:
			row.Cells[0] = interval(*v.Board, "")
		}
		if v.Hand != nil {
			row.Cells[1] = interval(*v.Hand, "")
		}
		rows = append(rows, row)
	}
	return rows
}

// pieceHeads are the columns of pieces.
var pieceHeads = []string{"on board", "moves each", "% of moves", "captured"}

// pieces returns the figures of the piece types.
func pieces(r *Report) (rows [][]string) {
	for _, u := range r.Pieces {
		row := []string{u.Piece}
		for _, e := range []lab.Estimate{u.OnBoard, u.Mobility, u.Moves, u.Captured} {
			row = append(row, fmt.Sprintf("%.2f ± %.2f", e.Value, (e.High-e.Low)/2))
		}
		rows = append(rows, row)
	}
	return rows
}

// theUnit is the value of the piece that is the unit.
const theUnit = "1 (the unit)"

// noValues says why there are no piece values.
const noValues = "The games do not yet show the value of any piece; play for a longer time."

// valuesTitle names the unit.
func valuesTitle(r *Report) string { return "Values, 1 is a " + r.Unit }

// headline says what was played.
func headline(r *Report) string {
	sum := 0
	for _, n := range r.Games {
		sum += n
	}
	text := fmt.Sprintf("%d games: %d at low strength (%d nodes a move), %d at high strength (%d), %d from imbalanced "+
		"starts, %d for the skill trace.", sum, r.Games[lab.Even], r.Nodes[lab.Even], r.Games[lab.High],
		r.Nodes[lab.High], r.Games[lab.Odds], r.Games[lab.Skill])
	if r.Repeated > 0 {
		text += fmt.Sprintf(" %d repeat an earlier one.", r.Repeated)
	}
	return text
}

// needed says how many games would give the first player's score to 1.5 points.
func needed(r *Report) string {
	e, ok := r.Figure("firstPlayerScore", lab.Even)
	half := (e.High - e.Low) / 2
	if !ok || half <= 1.5 {
		return ""
	}
	return fmt.Sprintf("The first player's score is known to %.1f points; for 1.5 play about %.0f times as long.", half,
		half/1.5*half/1.5)
}

// evaluation returns the evaluation of a first move.
func evaluation(m *lab.FirstMove) string {
	switch {
	case m.Mate > 0:
		return "wins in " + parser.Count(m.Mate, "ply")
	case m.Mate < 0:
		return "loses in " + parser.Count(-m.Mate, "ply")
	}
	return fmt.Sprintf("%+.2f", float64(m.CP)/100)
}

// moveText writes a first move.
func moveText(m lab.FirstMove) string {
	text := m.Move + "  " + evaluation(&m)
	if m.Score.Games > 0 {
		text += fmt.Sprintf("  %s in %d games", interval(m.Score, "%"), m.Score.Games)
	}
	if len(m.Line) > 0 {
		text += "  " + strings.Join(m.Line, " ")
	}
	return text
}

// textFirstMoves is the number of first moves shown at each end.
const textFirstMoves = 5

// WriteText writes a report as text.
func (r *Report) WriteText(w io.Writer) error {
	out := &strings.Builder{}
	fmt.Fprintf(out, "%s (%s), revision %s\n%s\nIntervals are at 95 %% confidence.\n", r.Name, r.Variant, r.Revision,
		headline(r))
	if text := needed(r); text != "" {
		fmt.Fprintln(out, text)
	}
	table := func(title string, heads [2]string, rows []tableRow) {
		if len(rows) == 0 {
			return
		}
		fmt.Fprintf(out, "\n%-30s %-30s %s\n", title, heads[0], heads[1])
		for _, row := range rows {
			fmt.Fprintln(out, strings.TrimRight(fmt.Sprintf("  %-28s %-30s %s", row.Title, row.Cells[0], row.Cells[1]),
				" "))
		}
	}
	table("Figures", [2]string{"low strength", "high strength"}, figures(r))
	table("Endings", [2]string{"low strength", "high strength"}, endings(r))
	table(valuesTitle(r), [2]string{"on the board", "in hand"}, values(r))
	if len(r.Values) == 0 {
		fmt.Fprintf(out, "\n%s\n", noValues)
	}
	if rows := pieces(r); len(rows) > 0 {
		fmt.Fprintf(out, "\n%-30s %-16s %-16s %-16s %s\n", "Pieces", pieceHeads[0], pieceHeads[1], pieceHeads[2],
			pieceHeads[3])
		for _, row := range rows {
			fmt.Fprintf(out, "  %-28s %-16s %-16s %-16s %s\n", row[0], row[1], row[2], row[3], row[4])
		}
	}
	list := func(title string, lines []string) {
		if len(lines) > 0 {
			fmt.Fprintf(out, "\n%s\n", title)
		}
		for _, line := range lines {
			fmt.Fprintf(out, "  %s\n", line)
		}
	}
	list("Hazards", findings(r.Hazards))
	list("Never in these games", findings(r.Never))
	var moves, openings []string
	for i := range r.FirstMoves {
		if n := len(r.FirstMoves); i < textFirstMoves || i >= n-textFirstMoves {
			moves = append(moves, moveText(r.FirstMoves[i]))
		} else if i == textFirstMoves {
			moves = append(moves, "…")
		}
	}
	for _, o := range r.Openings {
		openings = append(openings,
			fmt.Sprintf("%s  %s in %d games", strings.Join(o.Moves, " "), interval(o.Score, "%"), o.Score.Games))
	}
	list("First moves, best first", moves)
	list("Openings, best for the first player first", openings)
	_, err := io.WriteString(w, out.String())
	return err
}

// findings returns the texts of findings.
func findings(all []lab.Finding) (lines []string) {
	for _, f := range all {
		lines = append(lines, f.Text)
	}
	return lines
}
