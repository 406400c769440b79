package define

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"assay/analysis/optional"
	"assay/analysis/variant"
	"assay/analysis/variant/edit"
	"assay/api/diagram"
	"assay/api/request"
	"assay/parser/scan"
)

// DesignInput is a definition with changes to its text.
type DesignInput struct {
	Text  string       `json:"text"`
	Edits []DesignEdit `json:"edits"` // made in this order
}

// DesignEdit changes one part of a definition: a value, or the moves of a
// piece. The rest of the text, with its comments, is kept.
type DesignEdit struct {
	Path   []string        `json:"path,omitempty"`   // keys, and indexes of lists; "-" appends
	Value  json.RawMessage `json:"value,omitempty"`  // none removes the entry
	Piece  string          `json:"piece,omitempty"`  // letter of a piece to set its moves, instead of a path
	Leaps  []DesignLeap    `json:"leaps,omitempty"`  // all moves of the piece that have this form
	Region string          `json:"region,omitempty"` // name of a region to set its squares, instead of a path
	Places []string        `json:"places,omitempty"` // its squares
}

// DesignLeap is one leap or one direction of a piece's moves.
type DesignLeap struct {
	Files   int    `json:"files"` // to the right
	Ranks   int    `json:"ranks"` // forward
	Hop     string `json:"hop"`   // over: over exactly one piece; behind: lands right after it; or ""
	Range   int    `json:"range"` // leaps in a row; 0 for any number
	Move    bool   `json:"move"`  // to empty squares
	Capture bool   `json:"capture"`
	Lame    bool   `json:"lame"`  // squares on the way must be empty
	First   bool   `json:"first"` // only from squares on which the piece starts
}

// Hops of a DesignLeap.
var hopWords = []string{variant.NoHop: "", variant.HopOver: "over", variant.HopBehind: "behind"}

// Design is what a definition says, as far as it can be read, for editing it by
// pictures.
type Design struct {
	Text    string          `json:"text"`    // with the changes
	Variant optional.Text   `json:"variant"` // name under which its pieces can be set up, whatever else is wrong
	Start   string          `json:"start"`   // board of the starting position (FEN), without hands
	Pieces  []DesignPiece   `json:"pieces"`
	Regions []DesignRegion  `json:"regions"`
	Cells   string          `json:"cells"` // squares or hexagons
	Files   int             `json:"files"`
	Ranks   int             `json:"ranks"`
	Tree    json.RawMessage `json:"tree"` // all keys, with inherited ones
}

// DesignPiece is a kind of piece.
type DesignPiece struct {
	Letter string       `json:"letter"`
	Name   string       `json:"name"`
	Leaps  []DesignLeap `json:"leaps"`
	Others []string     `json:"others"` // moves that have no such form, as text
}

// DesignRegion is a region with its squares from the first player's view.
type DesignRegion struct {
	Name   string   `json:"name"`
	Places []string `json:"places"`
}

// maxEdits bounds the changes of a request.
const maxEdits = 100

// EditError means that a change cannot be made.
type EditError struct {
	Edit int // from 0
	Err  error
}

func (e *EditError) Error() string { return e.Err.Error() }

// Unwrap returns the cause.
func (e *EditError) Unwrap() error { return e.Err }

// Design makes changes to the text of a definition and returns what the text
// says then, valid or not. The error is variant.Problems if the text is not
// YAML, an [*EditError], or a [*request.LimitError].
func (l *Library) Design(ctx context.Context, in DesignInput) (*Design, error) {
	text := []byte(in.Text)
	if len(text) > variant.MaxDefinition {
		return nil, &request.LimitError{What: "bytes for a definition", Limit: variant.MaxDefinition}
	}
	if len(in.Edits) > maxEdits {
		return nil, &request.LimitError{What: "changes", Limit: maxEdits}
	}
	registry := l.book.Registry()
	o, err := registry.Outline(draftFile, text)
	if err != nil {
		return nil, err
	}
	for i := range in.Edits {
		if text, err = applyEdit(o, text, &in.Edits[i]); err == nil {
			o, err = registry.Outline(draftFile, text)
		}
		if err != nil {
			return nil, &EditError{i, err}
		}
	}
	d := &Design{Text: string(text), Start: startBoard(o.Definition),
		Cells: cmp.Or(o.Definition.Board.Cells, "squares"), Files: o.Definition.Board.Files,
		Ranks:  o.Definition.Board.Ranks,
		Pieces: []DesignPiece{}, Regions: []DesignRegion{}, Tree: asJSON(o.Root)}
	for letter, p := range o.Definition.Pieces.All() {
		d.Pieces = append(d.Pieces, designPiece(letter, &p))
	}
	for name, region := range o.Definition.Regions.All() {
		squares, _ := region.Squares(o.Definition.Board, false)
		d.Regions = append(d.Regions, DesignRegion{name, o.Definition.Board.SquareNames(squares)})
	}
	if name, err := l.Try(ctx, []byte(trayText(o, true, ""))); err == nil {
		d.Variant = optional.Text(name)
	} else if name, err := l.Try(ctx, []byte(trayText(o, false, ""))); err == nil {
		d.Variant = optional.Text(name)
	}
	return d, nil
}

// topKeys are the top-level keys in their usual order.
var topKeys = func() (names []string) {
	for _, k := range variant.Reference()[0].Keys {
		names = append(names, k.Name)
	}
	return names
}()

func applyEdit(o *variant.Outline, text []byte, e *DesignEdit) ([]byte, error) {
	switch {
	case e.Piece != "":
		return editMoves(o, text, e.Piece, e.Leaps)
	case e.Region != "":
		return edit.Set(text, []string{"regions", e.Region}, edit.Words(areas(o.Definition.Board, e.Places)), topKeys)
	case e.Value == nil:
		return edit.Remove(text, e.Path)
	}
	value, err := edit.FromJSON(e.Value)
	if err != nil {
		return nil, err
	}
	return edit.Set(text, e.Path, value, topKeys)
}

// areas returns squares as the words of a region: whole ranks and files, else
// single squares.
func areas(b variant.Board, places []string) []string {
	left := slices.Clone(places)
	var out []string
	take := func(word string) {
		squares, err := b.Squares(word)
		names := b.SquareNames(squares)
		if err == nil && len(names) > 1 &&
			!slices.ContainsFunc(names, func(n string) bool { return !slices.Contains(left, n) }) {
			out = append(out, word)
			left = slices.DeleteFunc(left, func(n string) bool { return slices.Contains(names, n) })
		}
	}
	for rank := range b.Ranks {
		take(fmt.Sprint("rank ", rank+1))
	}
	for file := range b.Files {
		take("file " + string(rune('a'+file)))
	}
	return append(out, left...)
}

// startBoard returns the board of the starting position without hands.
func startBoard(d *variant.Definition) string {
	board, _, _ := strings.Cut(d.Start, " ")
	board, _, _ = strings.Cut(board, "[")
	return board
}

func designPiece(letter string, p *variant.Piece) DesignPiece {
	out := DesignPiece{Letter: letter, Name: p.Name, Leaps: []DesignLeap{}, Others: []string{}}
	for i := range p.Moves {
		m := &p.Moves[i]
		if form := formOf(m); form != otherForm {
			out.Leaps = append(out.Leaps, leapsOf(m, form)...)
		} else {
			out.Others = append(out.Others, limitsText(m))
		}
	}
	return out
}

// movementForm says whether a movement can be edited on a diagram.
type movementForm uint8

const (
	plainForm movementForm = iota // Betza alone
	firstForm                     // from the squares on which the piece starts
	otherForm
)

// formOf returns the form of a movement.
func formOf(m *variant.Movement) movementForm {
	chained := slices.ContainsFunc(m.Components, func(c variant.Component) bool {
		return c.Again != nil || c.Paths != nil
	})
	switch {
	case chained, len(m.Components) == 0, m.Within != "", m.InPlace, m.First,
		len(m.Takes)+len(m.Spares)+len(m.HopsNot)+len(m.TakesEnPassant) > 0:
		return otherForm
	case m.From != "":
		return firstForm
	}
	return plainForm
}

func leapsOf(m *variant.Movement, form movementForm) []DesignLeap {
	var out []DesignLeap
	for _, r := range variant.Reaches(m.Components) {
		out = append(out, DesignLeap{Files: r.Files, Ranks: r.Ranks, Hop: hopWords[r.Hop], Range: r.Range,
			Move: r.Quiet, Capture: r.Capture, Lame: r.Lame, First: form == firstForm})
	}
	return out
}

// limitsText returns a movement with the names of its limits.
func limitsText(m *variant.Movement) string {
	var limits []string
	for _, limit := range []struct {
		set  bool
		text string
	}{
		{m.From != "", "from: " + m.From}, {m.Within != "", "within: " + m.Within}, {m.First, "first"},
		{m.InPlace, "stays"}, {len(m.Takes) > 0, "takes: " + strings.Join(m.Takes, " ")},
		{len(m.Spares) > 0, "spares: " + strings.Join(m.Spares, " ")},
		{len(m.HopsNot) > 0, "hops-not: " + strings.Join(m.HopsNot, " ")},
		{len(m.TakesEnPassant) > 0, "passing: " + strings.Join(m.TakesEnPassant, " ")},
	} {
		if limit.set {
			limits = append(limits, limit.text)
		}
	}
	return strings.Join(append([]string{m.Betza}, limits...), ", ")
}

// editMoves sets the moves of a piece that a diagram can show. Other movements
// are kept, and the text of a movement changes only if its moves do.
func editMoves(o *variant.Outline, text []byte, letter string, leaps []DesignLeap) ([]byte, error) {
	p, ok := o.Definition.Pieces.Get(letter)
	if !ok {
		return nil, fmt.Errorf("there is no piece %q", letter)
	}
	moves := variant.Child(variant.Child(variant.Child(o.Root, "pieces"), letter), "moves")
	items := []*yaml.Node{}
	if moves != nil && moves.Kind == yaml.SequenceNode {
		items = slices.Clone(moves.Content)
	} else if moves != nil {
		items = append(items, moves)
	}
	if len(items) != len(p.Moves) {
		return nil, errors.New("correct the moves of this piece in the text first")
	}
	left := slices.Clone(leaps)
	kept := make([][]DesignLeap, len(items))
	target := map[bool]int{false: -1, true: -1} // movement that new leaps join
	for i := range p.Moves {
		form := formOf(&p.Moves[i])
		if form == otherForm {
			continue
		}
		for _, leap := range leapsOf(&p.Moves[i], form) {
			if at := slices.Index(left, leap); at >= 0 {
				kept[i] = append(kept[i], leap)
				left = slices.Delete(left, at, at+1)
			}
		}
		if target[form == firstForm] < 0 {
			target[form == firstForm] = i
		}
	}
	added := map[bool][]DesignLeap{}
	for _, leap := range left {
		if at := target[leap.First]; at >= 0 {
			kept[at] = append(kept[at], leap)
		} else {
			added[leap.First] = append(added[leap.First], leap)
		}
	}
	result := []*yaml.Node{}
	for i := range p.Moves {
		form := formOf(&p.Moves[i])
		switch {
		case form == otherForm || slices.Equal(kept[i], leapsOf(&p.Moves[i], form)):
			result = append(result, items[i])
		case len(kept[i]) > 0:
			betza, err := betzaOf(kept[i])
			if err != nil {
				return nil, err
			}
			result = append(result, withBetza(items[i], betza))
		}
	}
	for _, first := range []bool{false, true} {
		if len(added[first]) == 0 {
			continue
		}
		betza, err := betzaOf(added[first])
		if err != nil {
			return nil, err
		}
		if !first {
			result = append(result, edit.Text(betza))
			continue
		}
		var region string
		if text, region, err = startRegion(o, text, letter); err != nil {
			return nil, err
		}
		result = append(result,
			edit.Mapping(edit.Text("betza"), edit.Text(betza), edit.Text("from"), edit.Text(region)))
	}
	return setMoves(o, text, letter, items, result)
}

// setMoves replaces the changed movements of a piece.
func setMoves(o *variant.Outline, text []byte, letter string, old, changed []*yaml.Node) ([]byte, error) {
	path := []string{"pieces", letter, "moves"}
	own := variant.Child(variant.Child(variant.Child(o.Own, "pieces"), letter), "moves")
	var err error
	if own != nil && own.Kind == yaml.SequenceNode && len(old) > 0 && len(changed) >= len(old) {
		for i, item := range changed {
			at := append(slices.Clone(path), strconv.Itoa(i))
			switch {
			case i >= len(old):
				at[len(at)-1] = edit.Append
			case item == old[i]:
				continue
			case item.Kind == yaml.MappingNode:
				at, item = append(at, "betza"), variant.Child(item, "betza")
			}
			if text, err = edit.Set(text, at, item, topKeys); err != nil {
				return nil, err
			}
		}
		return text, nil
	}
	value := &yaml.Node{Kind: yaml.SequenceNode, Tag: "!!seq", Content: changed}
	if len(changed) == 1 && changed[0].Kind == yaml.ScalarNode {
		value = changed[0]
	}
	return edit.Set(text, path, value, topKeys)
}

// withBetza returns a movement with another Betza text.
func withBetza(item *yaml.Node, betza string) *yaml.Node {
	if item.Kind != yaml.MappingNode {
		return edit.Text(betza)
	}
	out := *item
	out.Content = slices.Clone(item.Content)
	for i := 0; i+1 < len(out.Content); i += 2 {
		if out.Content[i].Value == "betza" {
			out.Content[i+1] = edit.Text(betza)
		}
	}
	return &out
}

// betzaOf returns leaps in Betza notation.
func betzaOf(leaps []DesignLeap) (string, error) {
	var reaches []variant.Reach
	for _, leap := range leaps {
		hop := slices.Index(hopWords, leap.Hop)
		if hop < 0 {
			return "", fmt.Errorf("hop %q: expected over, behind or nothing", leap.Hop)
		}
		reaches = append(reaches, variant.Reach{Vector: variant.Vector{Files: leap.Files, Ranks: leap.Ranks},
			Hop: variant.Hop(hop), Range: leap.Range, Quiet: leap.Move, Capture: leap.Capture, Lame: leap.Lame})
	}
	return variant.WriteBetza(reaches)
}

// startRegion returns the region of the squares on which a piece starts, which
// is added to the text if it is missing.
func startRegion(o *variant.Outline, text []byte, letter string) ([]byte, string, error) {
	d := o.Definition
	var places []string
	for square, piece := range boardCells(startBoard(d)) {
		if piece == letter {
			places = append(places, square)
		}
	}
	if len(places) == 0 {
		return nil, "", fmt.Errorf("place %s on the board first, so that its first moves have squares to start from",
			d.PieceNames([]string{letter}, "or"))
	}
	slices.Sort(places)
	words := areas(d.Board, places)
	for name, region := range d.Regions.All() {
		if region.Second == nil && slices.Equal(region.First, words) {
			return text, name, nil
		}
	}
	name := "start-" + strings.ToLower(strings.Trim(letter, "+~'"))
	text, err := edit.Set(text, []string{"regions", name}, edit.Words(words), topKeys)
	return text, name, err
}

// cellForm matches a cell, or a number of empty cells, of a position's board.
var cellForm = scan.NewPattern(`\+?[A-Za-z][~']?|\d+|\*`)

// boardCells returns the pieces of a position's board by square.
func boardCells(board string) map[string]string {
	out := map[string]string{}
	rows := strings.Split(board, "/")
	for i, row := range rows {
		file := 0
		for _, cell := range cellForm.FindAllString(row, -1) {
			if n, err := strconv.Atoi(cell); err == nil {
				file += min(n, variant.MaxSide)
				continue
			}
			if file < variant.MaxSide {
				out[string(rune('a'+file))+strconv.Itoa(len(rows)-i)] = cell
			}
			file++
		}
	}
	return out
}

// pieceLetter matches a valid letter of a piece.
var pieceLetter = scan.NewPattern(`^\+?[A-Z][~']?$`)

// trayText returns a definition with the board and the pieces of another, and
// without its rules, so that positions can be set up while it is incomplete. An
// empty start is an empty board.
func trayText(o *variant.Outline, dressed bool, start string) string {
	d := o.Definition
	var out strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&out, format+"\n", args...) }
	files, ranks := min(max(d.Board.Files, 1), variant.MaxSide), min(max(d.Board.Ranks, 1), variant.MaxSide)
	line("id: studio-board\nname: Studio board\nversion: \"1\"\nrulings: STUDIO\nsources: [none]\nsummary: A board.")
	line("board: {files: %d, ranks: %d, cells: %s, checkered: %t, river: %d}", files, ranks,
		cmp.Or(d.Board.Cells, "squares"), d.Board.Checkered, d.Board.River)
	first, second := "First", "Second"
	if len(d.Sides) == 2 && d.Sides[0].Name != "" && d.Sides[1].Name != "" && d.Sides[0].Name != d.Sides[1].Name {
		first, second = d.Sides[0].Name, d.Sides[1].Name
	}
	line("sides: [{name: %q}, {name: %q}]", first, second)
	if look := variant.Child(o.Root, "dress"); look != nil && dressed {
		if text, err := yaml.Marshal(map[string]*yaml.Node{"dress": look}); err == nil {
			out.Write(text)
		}
	}
	line("pieces:")
	names := []string{}
	for letter, p := range d.Pieces.All() {
		if !pieceLetter.MatchString(letter) {
			continue
		}
		name := cmp.Or(p.Name, letter)
		if !dressed || slices.Contains(names, name) {
			name = "Piece" + strconv.Itoa(len(names)+1)
		}
		names = append(names, name)
		glyph := ""
		if slices.Contains(diagram.Glyphs(), p.Glyph) {
			glyph = ", glyph: " + p.Glyph
		}
		also, _ := json.Marshal(append([]string{}, p.Also...)) // texts have no error
		line("  %q: {name: %q, also: %s, moves: []%s}", letter, name, also, glyph)
	}
	if len(names) == 0 {
		line("  A: {name: Nothing, moves: []}") // no definition is without pieces
	}
	line("start: %q", cmp.Or(start, emptied(startBoard(d), files, ranks))+" w")
	line("rules: [{module: no-moves, result: draw}]")
	return out.String()
}

// emptied returns an empty board with the holes of another.
func emptied(board string, files, ranks int) string {
	cells := make([]string, files*ranks)
	for square, cell := range boardCells(board) {
		file := int(square[0] - 'a')
		rank, _ := strconv.Atoi(square[1:])
		if cell == "*" && file < files && rank <= ranks {
			cells[(rank-1)*files+file] = cell
		}
	}
	return variant.BoardText(cells, files)
}

// asJSON returns a YAML tree as JSON, with the keys in their order.
func asJSON(n *yaml.Node) json.RawMessage {
	var out strings.Builder
	writeJSON(&out, n)
	return json.RawMessage(out.String())
}

func writeJSON(out *strings.Builder, n *yaml.Node) {
	text := func(s string) {
		quoted, _ := json.Marshal(s) // a string has no error
		out.Write(quoted)
	}
	switch n.Kind {
	case yaml.MappingNode:
		out.WriteByte('{')
		for i := 0; i+1 < len(n.Content); i += 2 {
			if i > 0 {
				out.WriteByte(',')
			}
			text(n.Content[i].Value)
			out.WriteByte(':')
			writeJSON(out, n.Content[i+1])
		}
		out.WriteByte('}')
	case yaml.SequenceNode:
		out.WriteByte('[')
		for i, item := range n.Content {
			if i > 0 {
				out.WriteByte(',')
			}
			writeJSON(out, item)
		}
		out.WriteByte(']')
	default:
		var number int64
		switch tag := n.ShortTag(); {
		case tag == "!!null":
			out.WriteString("null")
		case tag == "!!bool" && (n.Value == "true" || n.Value == "false"):
			out.WriteString(n.Value)
		case tag == "!!int" && n.Decode(&number) == nil:
			out.WriteString(strconv.FormatInt(number, 10))
		default:
			text(n.Value)
		}
	}
}
