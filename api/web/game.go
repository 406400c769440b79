package web

import (
	"cmp"
	"errors"
	"fmt"
	"html/template"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"assay/analysis"
	"assay/analysis/notation"
	"assay/analysis/rules"
	"assay/analysis/variant"
	"assay/api"
	"assay/api/card"
	"assay/api/diagram"
	"assay/api/player"
	"assay/api/publish"
	"assay/api/rest"
	"assay/parser"
)

// gameData is a game's page.
type gameData struct {
	*api.GameDetail
	Players   [2]string
	Known     [2]bool // the players by their own names
	Sides     [2]string
	Ply       int    // shown
	Plies     int    // that can be shown
	Why       string // nothing can be replayed; "" where it can
	Text      string // of the record, where it cannot
	Picture   template.HTML
	Legend    string // what the picture shows, in words
	Words     []string
	Comments  []string // before the first ply
	Moves     []*moveView
	Formats   []api.ExportFormat
	Tree      *treeData // for scripts
	First     int       // plies of the steps without scripts
	Previous  int
	Following int
	Ruling    *card.Ruling  // that the record breaks; nil for none
	RuleCard  string        // address of the ruling on the game's rule card
	Nearest   []nearestMove // legal ones, where the record goes wrong
	Look      *lookForm
	Worn      template.URL // the look as exports are asked for it, "" for none
}

// nearestMove is a legal move beside one at fault.
type nearestMove struct {
	Text    string
	Meant   bool   // most probably
	Squares string // from and to, as [analysis.Error] has them, with blanks between
}

// nearest lists the legal moves of a fault, the one that was probably meant
// first.
func nearest(e *analysis.Error) []nearestMove {
	var out []nearestMove
	for i, text := range e.Legal {
		move := nearestMove{Text: text, Meant: text == e.Suggestion || strings.HasSuffix(e.Suggestion, ". "+text)}
		if i < len(e.LegalSquares) { // archives of old have none
			move.Squares = strings.Join(e.LegalSquares[i], " ")
		}
		out = append(out, move)
	}
	slices.SortStableFunc(out, func(a, b nearestMove) int {
		switch {
		case a.Meant == b.Meant:
			return 0
		case a.Meant:
			return -1
		}
		return 1
	})
	return out
}

// moveView is a ply in the list of moves.
type moveView struct {
	Node     int
	Main     bool
	Label    string // its number, "" where the ply before it in the list bears it
	Side     int
	Move     string // as the record writes it
	Holds    bool
	NAGs     []int
	Before   []string
	Comments []string
	Lines    [][]*moveView
}

// treeData is a game as scripts step through it. Node 0 is the start, nodes 1
// to Plies are the main line.
type treeData struct {
	Game    int64  `json:"game"`
	Variant string `json:"variant"`
	Options string `json:"options"`
	// Notation is that of moves that are not of the record.
	Notation string       `json:"notation"`
	Plies    int          `json:"plies"`
	View     *player.View `json:"view"`
	Nodes    []*nodeData  `json:"nodes"`
	Broken   *broken      `json:"broken,omitempty"` // the fault of the record
	// Glyphs are those that can be chosen by their signs.
	Glyphs []publish.Glyph `json:"glyphs"`
}

// broken is the ply at which a record goes wrong.
type broken struct {
	Ply int `json:"ply"`
	// Squares are from where to where it leads, as analysis.Error has them.
	Squares []string `json:"squares,omitempty"`
}

// nodeData is a position of a game; its keys are short because there are many.
type nodeData struct {
	player.Node
	Ply     int      `json:"y"`
	Number  int      `json:"n"`
	Move    string   `json:"m"`
	Written string   `json:"w,omitempty"` // as the page writes it, where that differs
	Text    string   `json:"t"`           // of the position
	Said    []string `json:"c,omitempty"`
	NAGs    []int    `json:"g,omitempty"`
	Eval    string   `json:"e,omitempty"`
	Check   bool     `json:"x,omitempty"`
	Ended   string   `json:"o,omitempty"`

	place []player.Filled
}

func (b *board) showGame(w http.ResponseWriter, r *http.Request) error {
	id, err := strconv.ParseInt(r.PathValue("id"), 10, 64)
	if err != nil {
		return rest.ErrNoPage
	}
	detail, err := b.archive.Game(r.Context(), id)
	if err != nil {
		return err
	}
	d := &gameData{GameDetail: detail, Players: [2]string{detail.First, detail.Second}, Sides: [2]string{"First", "Second"}}
	look, err := choose(w, r, detail.Variant)
	if err != nil {
		return err
	}
	replay, err := b.archive.Replay(r.Context(), id)
	if err != nil {
		return err
	}
	if err := d.replay(replay, r.URL.Query(), look); err != nil {
		return err
	}
	if d.Why != "" {
		record, err := b.archive.Record(r.Context(), id)
		if err != nil {
			return err
		}
		d.Text = parser.Text(record[:min(len(record), maxText)], parser.Format(detail.Format), detail.Report.Encoding)
	}
	if err := d.rule(b.archive); err != nil {
		return err
	}
	for i, name := range d.Players {
		if d.Known[i] = name != ""; name == "" {
			d.Players[i] = d.Sides[i]
		}
	}
	title := titleOf(detail)
	return b.render(w, r, http.StatusOK, "game", page{Title: title, Place: "archive", Script: "game.js", Share: shareGame(r, title, d), Data: d})
}

// maxText is how many bytes are shown of a record without a board.
const maxText = 64 << 10

// titleOf names a game by its players, as far as they are known.
func titleOf(g *api.GameDetail) string {
	if g.First+g.Second == "" {
		return fmt.Sprintf("Game %d", g.ID)
	}
	return cmp.Or(g.First, "?") + " – " + cmp.Or(g.Second, "?")
}

// rule finds the ruling that the record breaks, and what would not.
func (d *gameData) rule(a *api.Archive) error {
	if d.Report.Error == nil {
		return nil
	}
	d.Nearest = nearest(d.Report.Error)
	card, err := card.Find(a.Arbiter, d.Variant, d.Options)
	if errors.Is(err, variant.ErrUnknown) || errors.As(err, new(*variant.OptionError)) {
		return nil // it was defined so once
	}
	if err != nil {
		return err
	}
	if d.Ruling = card.Ruling(d.Report.Error.Rule); d.Ruling != nil {
		d.RuleCard = ruleCard(d.Variant, d.Options, d.Ruling.Number)
	}
	return nil
}

// Card is the address of the game's rule card.
func (d *gameData) Card() string { return ruleCard(d.Variant, d.Options, "") }

// ruleCard is the address of a rule card, or of a ruling on it.
func ruleCard(id, options, number string) string {
	address := url.URL{Path: "/variants/" + id, Fragment: number}
	if options != "" {
		address.RawQuery = url.Values{"options": {options}}.Encode()
	}
	return address.String()
}

// maxPositions is how many positions of a game a page shows, side lines
// included.
const maxPositions = 10_000

// growth is the visitor that gathers the nodes of a game and its list of moves.
type growth struct {
	tree      *analysis.Tree
	nodes     []*nodeData      // the start, the plies of the main line, those of side lines
	scenes    []*diagram.Scene // of the nodes
	look      api.Look         // of the pictures
	positions int              // all there are, with the start
	lines     []listedLine     // those open, the main line first
}

// listedLine is a line on its way into the list of moves.
type listedLine struct {
	node  int // of its last ply
	moves []*moveView
	sides [][]*moveView // instead of the next ply
}

// maxDepth is how deep side lines are listed: a page cannot show more.
const maxDepth = 12

// Open begins a side line behind the ply that its parent has come to.
func (g *growth) Open(*rules.Position, *analysis.Node) bool {
	g.lines = append(g.lines, listedLine{node: g.lines[len(g.lines)-1].node})
	return true
}

// Close lists the innermost line.
func (g *growth) Close() {
	last := len(g.lines) - 1
	if line := g.lines[last].moves; len(line) > 0 && last <= maxDepth {
		g.lines[last-1].sides = append(g.lines[last-1].sides, line)
	}
	g.lines = g.lines[:last]
}

// Ply lists a ply.
func (g *growth) Ply(p *rules.Position, rest []analysis.Node) error {
	n, line := &rest[0], &g.lines[len(g.lines)-1]
	notes := n.Notes()
	m := &moveView{
		Main: len(g.lines) == 1, Side: int(p.Side()), Move: n.Text, Holds: n.Holds, NAGs: notes.NAGs,
		Before: texts(notes.Before), Comments: texts(notes.Comments), Lines: line.sides,
	}
	if n.Holds {
		m.Move = g.look.Written(g.tree, p, n)
	}
	fresh := true // the number is to be written
	if last := len(line.moves) - 1; last >= 0 {
		fresh = len(line.moves[last].Comments)+len(line.moves[last].Lines) > 0
	}
	number, second := api.PlyNumber(p)
	switch {
	case !second:
		m.Label = strconv.Itoa(number) + "."
	case fresh || len(m.Before) > 0:
		m.Label = strconv.Itoa(number) + "…"
	}
	line.moves, line.sides = append(line.moves, m), nil
	if g.positions++; !n.Holds || g.positions > maxPositions {
		return nil
	}
	node := &nodeData{Node: player.Node{Parent: line.node}, Ply: p.Ply() + 1, Number: p.Number(), Move: notation.Numbered{}.Format(p, n.Move)}
	if m.Move != node.Move {
		node.Written = m.Move
	}
	node.say(notes, g.tree.MarkNames())
	if m.Main {
		m.Node = node.Ply - g.nodes[0].Ply
		g.nodes[m.Node] = node
	} else {
		m.Node = len(g.nodes)
		g.nodes, g.scenes = append(g.nodes, node), append(g.scenes, nil)
	}
	line.node = m.Node
	return nil
}

// Played draws the position after the ply that was listed last.
func (g *growth) Played(p *rules.Position, _ *analysis.Node) {
	if at := g.lines[len(g.lines)-1].node; g.positions <= maxPositions {
		g.scenes[at] = g.nodes[at].describe(p, g.look)
	}
}

// replay plays the game through for its page.
func (d *gameData) replay(replay *api.Replay, q url.Values, look api.Look) error {
	tree, err := replay.Tree()
	if _, ok := errors.AsType[*api.ReplayError](err); ok {
		d.Why = err.Error()
		return nil
	}
	if err != nil {
		return err
	}
	d.Plies = replay.Plies()
	start, look := tree.Start(), look.Beside(tree)
	root := &nodeData{Node: player.Node{Parent: -1}, Ply: start.Ply()}
	g := growth{tree: tree, nodes: make([]*nodeData, d.Plies+1), scenes: make([]*diagram.Scene, d.Plies+1), positions: 1, look: look, lines: make([]listedLine, 1)}
	g.nodes[0], g.scenes[0] = root, root.describe(start, look)
	if err := tree.Walk(&g); err != nil {
		return err
	}
	if g.positions > maxPositions {
		d.Why = fmt.Sprintf("its %d positions are more than the %d that a page shows.", g.positions, maxPositions)
		return nil
	}
	diagram.KeepRoom(g.scenes)
	for _, side := range []rules.Side{rules.First, rules.Second} {
		d.Sides[side] = start.Rules().SideName(side)
	}
	root.say(api.Opening(tree).Notes(), tree.MarkNames())
	d.Comments = root.Said
	var drawn player.Symbols
	for i, node := range g.nodes {
		if node.place, err = player.Fill(&drawn, g.scenes[i]); err != nil {
			return err
		}
		var before []player.Filled
		if i > 0 {
			before = g.nodes[node.Parent].place
		}
		node.Changes = player.Changes(before, node.place)
	}
	view, err := boardOf(&drawn, g.scenes[0])
	if err != nil {
		return err
	}
	d.Moves = g.lines[0].moves
	for _, f := range api.ExportFormats() {
		if holds(f, start.Rules()) {
			d.Formats = append(d.Formats, f)
		}
	}
	d.Tree = &treeData{Game: d.ID, Variant: d.Variant, Options: d.Options, Notation: cmp.Or(look.Notation, tree.Style().Name), Plies: d.Plies, View: view, Nodes: g.nodes, Glyphs: publish.Glyphs()}
	if e := d.Report.Error; e != nil {
		d.Tree.Broken = &broken{Ply: e.Ply, Squares: e.Squares}
	}
	d.show(q)
	d.Look, d.Worn = formOf(start.Rules(), look), template.URL(inAddress(look))
	d.Look.Ply = strconv.Itoa(d.Ply)
	return nil
}

// show draws the ply that the address names; the last one where a record went
// wrong there, else the start.
func (d *gameData) show(q url.Values) {
	if d.Report.Error != nil && q.Get("ply") == "" {
		d.Ply = d.Plies
	}
	if ply, err := strconv.Atoi(q.Get("ply")); err == nil {
		d.Ply = max(0, min(ply, d.Plies))
	}
	d.Previous, d.Following = max(0, d.Ply-1), min(d.Plies, d.Ply+1)
	node, view := d.Tree.Nodes[d.Ply], d.Tree.View
	d.Legend = "The start"
	if d.Ply > 0 {
		d.Legend = fmt.Sprintf("After ply %d, %s: %s", d.Ply, view.Sides[d.Tree.Nodes[node.Parent].Turn], cmp.Or(node.Written, node.Move))
	}
	d.Picture = markup(picture(view, node.place, node.Last, d.Legend))
	d.Words = words(view, node.place)
}

// words say where the pieces of a position stand, a line for each kind.
func words(v *player.View, at []player.Filled) []string {
	where := map[int][]string{}
	var kinds []int
	for _, f := range at {
		if where[f[1]] == nil {
			kinds = append(kinds, f[1])
		}
		name := v.Name(f[0])
		if strings.HasPrefix(name, "hand") {
			name = fmt.Sprintf("%d in hand", f[2])
		}
		where[f[1]] = append(where[f[1]], name)
	}
	slices.SortStableFunc(kinds, func(x, y int) int { return v.Symbols[x].Side - v.Symbols[y].Side })
	var out []string
	for _, kind := range kinds {
		out = append(out, v.Symbols[kind].Name+": "+strings.Join(where[kind], ", "))
	}
	return out
}

// describe notes what a position is, and gives its picture.
func (n *nodeData) describe(p *rules.Position, look api.Look) *diagram.Scene {
	scene := api.Scene(p, look)
	n.Turn, n.Last = int(p.Side()), scene.LastMove
	n.Text = p.Text()
	n.Check = p.InCheck(p.Side())
	if o, over := p.Outcome(); over {
		n.Ended = o.Termination
	}
	return scene
}

// say notes what is said of a ply, with the own names of the squares marked.
func (n *nodeData) say(notes *parser.Notes, names notation.Names) {
	n.Said = texts(notes.Before, notes.Comments)
	n.NAGs, n.Eval = notes.NAGs, notes.Eval
	for _, m := range notes.Marks {
		drawn := []string{m.Colour, names.Unmark(m.From)}
		if m.To != "" {
			drawn = append(drawn, names.Unmark(m.To))
		}
		n.Node.Marks = append(n.Node.Marks, drawn)
	}
}

func texts(lists ...[]parser.Comment) []string {
	var out []string
	for _, list := range lists {
		for _, c := range list {
			if text := strings.TrimSpace(c.Text); text != "" {
				out = append(out, text)
			}
		}
	}
	return out
}

func sideClass(side int) string { return [2]string{"first", "second"}[side] }

// holds reports whether a format can hold games of these rules.
func holds(f api.ExportFormat, r *rules.Rules) bool {
	format := parser.Format(f)
	if !slices.Contains(parser.Formats(), format) || parser.Traits(format).Whole {
		return true
	}
	_, can := notation.ForFormat(format, r)
	return can
}
