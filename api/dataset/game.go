package dataset

import (
	"encoding/hex"
	"encoding/json"
	"strconv"
	"strings"
	"time"

	"assay/analysis"
	"assay/analysis/notation"
	"assay/analysis/rules"
	"assay/api/present"
	"assay/parser"
	"assay/parser/record"
)

// gameRows are the rows of one game.
type gameRows struct {
	game        gameRow
	plies       []plyRow
	positions   []positionRow
	annotations []annotationRow
	err         error
}

// rowsOf returns the rows of a game. A game that cannot be replayed has no
// plies and positions.
func rowsOf(r *present.Replay) *gameRows {
	rows := &gameRows{game: headRow(r)}
	if !r.Game.Playable() {
		return rows
	}
	tree, err := r.Tree()
	if err != nil {
		rows.err = err
		return rows
	}
	rows.game.FirstRating = rating(tree.Record, r.Game.Rules, rules.First)
	rows.game.SecondRating = rating(tree.Record, r.Game.Rules, rules.Second)
	n := len(r.Game.Moves)
	rows.plies, rows.positions = make([]plyRow, 0, n), make([]positionRow, 0, n+1)
	w := &walker{rows: rows, game: rows.game.Game, limit: n}
	w.comments(0, "", "comment", tree.Comments)
	w.position(r.Game.Start())
	rows.err = tree.Walk(w)
	return rows
}

// headRow returns the row of the table games.
func headRow(r *present.Replay) gameRow {
	report := r.Report()
	row := gameRow{Game: r.ID(), Variant: report.Variant, Options: report.Options, Verdict: report.Verdict,
		Plies: int32(report.Plies), Result: report.Result, Start: report.Start, Final: report.Final,
		Format: report.Format, File: report.File, Number: int32(report.Game)}
	if report.Termination != nil {
		row.Termination = *report.Termination
	}
	if e := report.Error; e != nil {
		if e.Ply > 0 {
			row.ErrorPly = new(int32(e.Ply))
		}
		row.ErrorRule, row.ErrorReason = e.Rule, e.Reason
	}
	headers := [][2]string{}
	for _, tag := range r.Tags() {
		headers = append(headers, [2]string{tag.Key, tag.Value})
	}
	text, _ := json.Marshal(headers) // strings only
	row.Headers = string(text)
	if s := r.Stored; s != nil {
		row.VariantVersion, row.First, row.Second = s.VariantVersion, s.First, s.Second
		row.Event, row.Site, row.Date, row.Imported = s.Event, s.Site, s.Date, s.Imported
		row.SHA256 = hex.EncodeToString(s.Hash[:])
	}
	if year, err := strconv.Atoi(row.Date[:min(4, len(row.Date))]); err == nil {
		row.Year = new(int32(year))
	}
	return row
}

// rating returns the rating of a player in the headers, or nil.
func rating(rec *parser.Record, r *rules.Rules, side rules.Side) *int32 {
	if points := analysis.Rating(rec, r, side); points != 0 {
		return new(int32(points))
	}
	return nil
}

// sideNames are the values of columns with a side.
var sideNames = [2]string{"first", "second"}

// walker collects the rows of a game from its tree.
type walker struct {
	rows  *gameRows
	game  int64
	limit int        // legal plies of the main line
	main  int        // plies of the main line so far
	moves []string   // of the open variations, from the main line on
	lines []openLine // the variations that are open, the innermost last
	text  []byte
}

// openLine is a variation that is being walked through.
type openLine struct {
	ply  int // of the main line, which it or its outermost parent replaces
	from int // moves of its parents
}

// path returns the moves from the main line to the current ply.
func (w *walker) path() string { return strings.Join(w.moves, " ") }

// Open begins a variation.
func (w *walker) Open(*rules.Position, *analysis.Node) bool {
	w.lines = append(w.lines, openLine{w.main + 1, len(w.moves)})
	return true
}

// Close ends a variation, and adds all of it as one row.
func (w *walker) Close() {
	line := w.lines[len(w.lines)-1]
	own := strings.Join(w.moves[line.from:], " ")
	w.moves, w.lines = w.moves[:line.from], w.lines[:len(w.lines)-1]
	if own != "" {
		w.add(line.ply, w.path(), "variation", own, "")
	}
}

// Ply adds a ply, in the position before it.
func (w *walker) Ply(p *rules.Position, rest []analysis.Node) error {
	n := &rest[0]
	switch {
	case len(w.lines) > 0:
		if n.Holds {
			w.moves = append(w.moves, notation.UCI{}.Format(p, n.Move))
		}
	case n.Holds && w.main < w.limit:
		w.rows.plies = append(w.rows.plies, w.plyRow(p, n))
	}
	return nil
}

// Played adds the position after a ply, and the annotations of the ply.
func (w *walker) Played(p *rules.Position, n *analysis.Node) {
	if len(w.lines) > 0 {
		w.notes(w.lines[0].ply, w.path(), n)
		return
	}
	if w.main == w.limit {
		return
	}
	w.main++
	w.rows.plies[w.main-1].Check = p.InCheck(p.Side())
	w.position(p)
	w.notes(w.main, "", n)
}

// plyRow returns the row of a ply of the main line; p is the position before
// it.
func (w *walker) plyRow(p *rules.Position, n *analysis.Node) plyRow {
	row := plyRow{Game: w.game, Ply: int32(w.main + 1), Side: sideNames[p.Side()], Text: n.Text,
		UCI: notation.UCI{}.Format(p, n.Move), Clock: seconds(n.Clock), Spent: seconds(n.Spent)}
	w.text = notation.Numbered{}.Append(w.text[:0], p, n.Move)
	row.Move = string(w.text)
	_, captured, drops := p.MovedAndCaptured(n.Move)
	row.Capture, row.Drop = captured != rules.NoPiece, drops
	row.Eval, row.Mate = evaluation(n.Notes().Eval)
	return row
}

// position adds the position after the plies so far.
func (w *walker) position(p *rules.Position) {
	w.rows.positions = append(w.rows.positions, positionRow{Game: w.game, Ply: int32(w.main), Key: p.Key(),
		Position: p.Text(), Side: sideNames[p.Side()], InCheck: p.InCheck(p.Side())})
}

// notes adds the annotations of a ply.
func (w *walker) notes(ply int, path string, n *analysis.Node) {
	notes := n.Notes()
	w.comments(ply, path, "before", notes.Before)
	w.comments(ply, path, "comment", notes.Comments)
	for _, nag := range notes.NAGs {
		w.add(ply, path, "nag", strconv.Itoa(nag), "")
	}
	if notes.Eval != "" {
		w.add(ply, path, "evaluation", notes.Eval, "")
	}
	for _, m := range notes.Marks {
		if m.To == "" {
			w.add(ply, path, "mark", m.Colour+" "+m.From, "")
		} else {
			w.add(ply, path, "arrow", m.Colour+" "+m.From+" "+m.To, "")
		}
	}
	for _, c := range notes.Commands {
		w.add(ply, path, "command", strings.TrimSpace(c.Name+" "+c.Text), "")
	}
}

func (w *walker) comments(ply int, path, kind string, comments []record.Comment) {
	for _, c := range comments {
		author := ""
		if c.Author != nil {
			author = c.Author.Name
		}
		w.add(ply, path, kind, c.Text, author)
	}
}

func (w *walker) add(ply int, path, kind, value, author string) {
	w.rows.annotations = append(w.rows.annotations,
		annotationRow{Game: w.game, Ply: int32(ply), Path: path, Kind: kind, Value: value, Author: author})
}

func seconds(d *time.Duration) *float64 {
	if d == nil {
		return nil
	}
	return new(d.Seconds())
}

// evaluation splits an evaluation as written, such as "0.25,12" or "#-3", into
// pawns or moves to mate. Both are nil for other texts.
func evaluation(text string) (pawns *float64, mate *int32) {
	if text, _, _ = strings.Cut(text, ","); text == "" {
		return nil, nil
	}
	if moves, ok := strings.CutPrefix(text, "#"); ok {
		if n, err := strconv.ParseInt(moves, 10, 32); err == nil {
			return nil, new(int32(n))
		}
		return nil, nil
	}
	if value, err := strconv.ParseFloat(text, 64); err == nil {
		return new(value), nil
	}
	return nil, nil
}
