package web

import (
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
	Picture   template.HTML
	Legend    string // what the picture shows, in words
	Words     []string
	Comments  []string // before the first ply
	Moves     []*moveView
	Formats   []string
	Tree      *treeData // for scripts
	First     int       // plies of the steps without scripts
	Previous  int
	Following int
	Ruling    *card.Ruling  // that the record breaks; nil for none
	RuleCard  string        // address of the ruling on the game's rule card
	Nearest   []nearestMove // legal ones, where the record goes wrong
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

// treeData is a game as scripts step through it. Node 0 is the start, nodes 1 to
// Plies are the main line.
type treeData struct {
	Game    int64        `json:"game"`
	Variant string       `json:"variant"`
	Options string       `json:"options"`
	Plies   int          `json:"plies"`
	View    *player.View `json:"view"`
	Nodes   []*nodeData  `json:"nodes"`
	Broken  *broken      `json:"broken,omitempty"` // the fault of the record
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
	Written string   `json:"w,omitempty"` // as the record writes it, where that differs
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
	replay, err := b.archive.Replay(r.Context(), id)
	if err != nil {
		return err
	}
	if err := d.replay(replay, r.URL.Query()); err != nil {
		return err
	}
	if err := d.rule(b.archive); err != nil {
		return err
	}
	for i, name := range d.Players {
		if d.Known[i] = name != ""; name == "" {
			d.Players[i] = d.Sides[i]
		}
	}
	title := fmt.Sprintf("Game %d", id)
	if detail.First+detail.Second != "" {
		title = fmt.Sprintf("%s – %s", d.Players[0], d.Players[1])
	}
	return b.render(w, r, http.StatusOK, "game", page{Title: title, Place: "archive", Script: "game.js", Data: d})
}

// rule finds the ruling that the record breaks, and what would not.
func (d *gameData) rule(a *api.Archive) error {
	if d.Report.Error == nil {
		return nil
	}
	d.Nearest = nearest(d.Report.Error)
	card, err := card.Find(a.Arbiter, d.Variant, d.Options)
	var option *variant.OptionError
	if errors.Is(err, variant.ErrUnknown) || errors.As(err, &option) {
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

// growth gathers the nodes of a game while it is played through.
type growth struct {
	nodes     []*nodeData
	scenes    []*diagram.Scene // of the nodes
	order     map[*api.Node]int
	positions int // all there are, with the start
}

func (g *growth) add(n *api.Node, p *rules.Position) {
	if g.positions++; g.positions > maxPositions {
		return
	}
	node := &nodeData{Node: player.Node{Parent: g.order[n.Parent]}, Ply: n.Ply, Number: n.Number, Move: n.Move}
	if n.Written != n.Move {
		node.Written = n.Written
	}
	node.say(n.Notes)
	g.scenes = append(g.scenes, node.describe(p))
	g.order[n] = len(g.nodes)
	g.nodes = append(g.nodes, node)
}

// replay plays the game through for its page.
func (d *gameData) replay(replay *api.Replay, q url.Values) error {
	root := &nodeData{Node: player.Node{Parent: -1}}
	g := growth{nodes: []*nodeData{root}, scenes: []*diagram.Scene{nil}, order: map[*api.Node]int{}, positions: 1}
	tree, err := replay.Tree(api.AnnotationsAll, g.add)
	var unplayable *api.ReplayError
	if errors.As(err, &unplayable) {
		d.Why = err.Error()
		return nil
	}
	if err != nil {
		return err
	}
	if g.positions > maxPositions {
		d.Why = fmt.Sprintf("its %d positions are more than the %d that a page shows.", g.positions, maxPositions)
		return nil
	}
	root.Ply = tree.Start.Ply()
	g.scenes[0] = root.describe(tree.Start)
	diagram.KeepRoom(g.scenes)
	for _, side := range []rules.Side{rules.First, rules.Second} {
		d.Sides[side] = tree.Start.Rules().SideName(side)
	}
	for _, c := range tree.Comments {
		d.Comments = append(d.Comments, c.Text)
	}
	root.Said = d.Comments
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
	view, err := player.NewView(&drawn, g.scenes[0])
	if err != nil {
		return err
	}
	view.Symbols = drawn.Drawn
	d.Moves = listMoves(tree.Main, g.order)
	d.Plies = replay.Plies()
	for _, f := range api.ExportFormats() {
		if holds(f, tree.Start.Rules()) {
			d.Formats = append(d.Formats, string(f))
		}
	}
	d.Tree = &treeData{Game: d.ID, Variant: d.Variant, Options: d.Options, Plies: d.Plies, View: view, Nodes: g.nodes, Glyphs: publish.Glyphs()}
	if e := d.Report.Error; e != nil {
		d.Tree.Broken = &broken{Ply: e.Ply, Squares: e.Squares}
	}
	d.show(q)
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
		d.Legend = fmt.Sprintf("After ply %d, %s: %s", d.Ply, view.Sides[d.Tree.Nodes[node.Parent].Turn], node.Move)
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
		name := v.Places[f[0]]
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
func (n *nodeData) describe(p *rules.Position) *diagram.Scene {
	scene := api.Scene(p)
	n.Turn, n.Last = int(p.Side()), scene.LastMove
	n.Text = p.Text()
	n.Check = p.InCheck(p.Side())
	if o, over := p.Outcome(); over {
		n.Ended = o.Termination
	}
	return scene
}

// say notes what is said of a ply.
func (n *nodeData) say(notes *parser.Notes) {
	n.Said = texts(notes.Before, notes.Comments)
	n.NAGs, n.Eval = notes.NAGs, notes.Eval
	for _, m := range notes.Marks {
		drawn := []string{m.Colour, m.From}
		if m.To != "" {
			drawn = append(drawn, m.To)
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

// listMoves gives a line of the tree for the list of moves. Side lines nested
// deeper than maxDepth are left out: a page cannot show them.
func listMoves(line []*api.Node, order map[*api.Node]int) []*moveView {
	return listLine(line, order, 0)
}

const maxDepth = 12

func listLine(line []*api.Node, order map[*api.Node]int, depth int) []*moveView {
	var out []*moveView
	fresh := true // the number is to be written
	for _, n := range line {
		m := &moveView{
			Node: order[n], Main: depth == 0, Side: int(n.Side), Move: n.Written, Holds: n.Holds, NAGs: n.Notes.NAGs,
			Before: texts(n.Notes.Before), Comments: texts(n.Notes.Comments),
		}
		switch {
		case n.Side == rules.First:
			m.Label = strconv.Itoa(n.Number) + "."
		case fresh || len(m.Before) > 0:
			m.Label = strconv.Itoa(n.Number) + "…"
		}
		if depth < maxDepth {
			for _, side := range n.Variations {
				m.Lines = append(m.Lines, listLine(side, order, depth+1))
			}
		}
		fresh = len(m.Comments)+len(m.Lines) > 0
		out = append(out, m)
	}
	return out
}

func sideClass(side int) string { return [2]string{"first", "second"}[side] }

// holds reports whether a format can hold games of these rules.
func holds(f api.ExportFormat, r *rules.Rules) bool {
	format := parser.Format(f)
	if !slices.Contains(parser.Formats(), format) || format == parser.JSON {
		return true
	}
	_, can := notation.ForFormat(format, r)
	return can
}
