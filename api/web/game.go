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
	"assay/analysis/solve"
	"assay/analysis/variant"
	"assay/api"
	"assay/api/card"
	"assay/api/define"
	"assay/api/diagram"
	"assay/api/games"
	"assay/api/locale"
	"assay/api/player"
	"assay/api/present"
	"assay/api/publish"
	"assay/api/rest"
	"assay/parser"
	"assay/parser/word"
	"assay/store"
)

// gameData is the data of a game's page.
type gameData struct {
	*games.GameDetail
	Players       [2]string
	Known         [2]bool // whether each player's name is known
	Sides         [2]string
	Ply           int // the ply shown
	Plies         int // last ply that can be shown
	Decisive      int // the ply that stands for the game in previews
	Commented     int // number of comments
	Share         *share
	NoBoard       string // why the game cannot be replayed, or ""
	Text          string // of the record, if it cannot be replayed
	Picture       template.HTML
	Legend        string // describes the picture
	Words         []string
	Comments      []string // before the first ply
	Moves         []*moveView
	Formats       []present.ExportFormat
	CopyAs        present.ExportFormat // in which the game is copied as text, or ""
	Tree          *treeData            // for the scripts
	Label         string               // of the last named position up to the ply shown
	Now           []string             // comments on the ply shown
	First         int                  // targets of the step links, for use without scripts
	Previous      int
	Following     int
	Ruling        *card.Ruling  // the broken rule, or nil
	RulePath      string        // path of the rule on the variant's page
	NearestMoves  []nearestMove // legal moves similar to the illegal one
	Settings      *settingsForm
	SettingsQuery template.URL // query parameters of the display settings, for exports; or ""
	han           string       // language of Han characters
}

// nearestMove is a legal move similar to an illegal one.
type nearestMove struct {
	Text     string
	Intended bool   // most probably intended
	Squares  string // from and to, as in [analysis.Error], space-separated
}

// nearest returns the legal moves of an error, beginning with the one that was
// probably intended.
func nearest(e *analysis.Error) []nearestMove {
	var out []nearestMove
	meant := string(e.Suggestion)
	for i, text := range e.Legal {
		move := nearestMove{Text: text, Intended: text == meant || strings.HasSuffix(meant, ". "+text)}
		if i < len(e.LegalSquares) { // missing in older archives
			move.Squares = strings.Join(e.LegalSquares[i], " ")
		}
		out = append(out, move)
	}
	slices.SortStableFunc(out, func(a, b nearestMove) int {
		switch {
		case a.Intended == b.Intended:
			return 0
		case a.Intended:
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
	Label    string // move number; "" if the previous ply in the list shows it
	Side     int
	Move     string // as the record writes it
	Legal    bool
	NAGs     []int
	Before   []string
	Comments []string
	Lines    [][]*moveView
}

// treeData is a game for the scripts. Node 0 is the start; nodes 1 to Plies are
// the main line.
type treeData struct {
	Game    int64  `json:"game"`
	Variant string `json:"variant"`
	Options string `json:"options"`
	// Notation is the notation of moves that are not part of the record.
	Notation string       `json:"notation"`
	Plies    int          `json:"plies"`
	View     *player.View `json:"view"`
	Nodes    []*nodeData  `json:"nodes"`
	Error    *recordError `json:"error,omitempty"` // the error of the record, if any
	// Glyphs are the glyphs that can be chosen by sign.
	Glyphs []publish.Glyph `json:"glyphs"`
}

// recordError is the ply at which a record ends with an error.
type recordError struct {
	Ply int `json:"ply"`
	// Squares are its from and to squares, as in [analysis.Error].
	Squares []string `json:"squares,omitempty"`
}

// nodeData is a position of a game. The JSON keys are short because a page has
// many nodes.
type nodeData struct {
	player.Node
	Ply      int      `json:"y"`
	Number   int      `json:"n"`
	Move     string   `json:"m"`
	Written  string   `json:"w,omitempty"` // as displayed, if different
	Text     string   `json:"t"`           // the position (FEN)
	Comments []string `json:"c,omitempty"`
	NAGs     []int    `json:"g,omitempty"`
	Eval     string   `json:"e,omitempty"`
	Check    bool     `json:"x,omitempty"`
	Ended    string   `json:"o,omitempty"`
	Label    string   `json:"b,omitempty"` // the name of the position
	Clock    string   `json:"q,omitempty"` // the mover's remaining time

	Standing *present.Standing `json:"z,omitempty"` // points or counted moves, if the variant has them

	filled []player.Filled
}

func (h *handler) showGame(w http.ResponseWriter, r *http.Request) error {
	id, err := strconv.ParseInt(r.PathValue("id"), 10, 64)
	if err != nil {
		return rest.ErrNoPage
	}
	detail, err := h.archive.Game(r.Context(), id)
	if gone, ok := errors.AsType[*store.GameError](err); ok && gone.Into > 0 {
		http.Redirect(w, r, fmt.Sprintf("%s/games/%d", rest.Base(r), gone.Into), http.StatusFound)
		return nil
	}
	if err != nil {
		return err
	}
	d := &gameData{GameDetail: detail, Players: [2]string{detail.First, detail.Second},
		Sides: [2]string{"First", "Second"}}
	look, err := chosenSettings(w, r, detail.Variant)
	if err != nil {
		return err
	}
	replay, err := h.archive.Replay(r.Context(), id)
	if err != nil {
		return err
	}
	if err := d.replay(replay, r.URL.Query(), look, h.archive.Namer, locale.Of(languageOf(r))); err != nil {
		return err
	}
	if d.NoBoard != "" {
		record, err := h.archive.Record(r.Context(), id)
		if err != nil {
			return err
		}
		d.Text = parser.Text(record[:min(len(record), maxText)], parser.Format(detail.Format),
			string(detail.Report.Encoding))
	}
	if err := d.findRule(h.archive); err != nil {
		return err
	}
	for i, name := range d.Players {
		if d.Known[i] = word.IsPerson(name); name == "" {
			d.Players[i] = d.Sides[i]
		}
	}
	about, err := replay.Summary()
	if err != nil { // of a record that cannot be read
		about = &publish.Summary{Players: [2]string{detail.First, detail.Second}, Event: detail.Event, Day: detail.Date,
			Result: detail.Result}
	}
	about.Comments = d.Commented
	about.Variant = cmp.Or(about.Variant, d.Variant)
	d.Share = h.shareGame(r, d, about)
	title := d.Share.Title
	if c := locale.Of(languageOf(r)); c != nil {
		d.Share.Day = store.Known(detail.Date)
		if detail.First+detail.Second == "" {
			title = c.Format("Game {1}", id)
		}
	}
	return h.render(w, r, http.StatusOK, "game",
		page{Title: title, Place: "archive", Script: "game.js", Share: d.Share, Data: d})
}

// nameNodes sets the labels of nodes, each only where another one begins.
func nameNodes(nodes []*nodeData, r *rules.Rules, namer func(*rules.Rules) *define.Namer) {
	by := namer(r)
	if by == nil {
		return
	}
	names := make([]string, len(nodes))
	for i, n := range nodes {
		if n.Parent >= 0 {
			names[i] = names[n.Parent]
		}
		if p, err := r.ParsePlayed(n.Text); err == nil {
			if l, ok := by.At(p); ok {
				if name := strings.TrimSpace(l.Code + " " + l.Name); name != names[i] {
					n.Label, names[i] = name, name
				}
			}
		}
	}
}

// maxText bounds the displayed bytes of a record that has no board.
const maxText = 64 << 10

// titleOf returns the names of a game's players, as far as known.
func titleOf(g *games.GameDetail) string {
	if g.First+g.Second == "" {
		return fmt.Sprintf("Game %d", g.ID)
	}
	return cmp.Or(g.First, "?") + " – " + cmp.Or(g.Second, "?")
}

// Problem returns the query of the page that solves the record's problem; "" if
// it states none.
func (d *gameData) Problem() template.URL {
	for _, tag := range d.Tags {
		s, err := solve.Parse(tag.Value)
		if !strings.EqualFold(tag.Key, analysis.ProblemHeader) || err != nil {
			continue
		}
		position := d.Report.Start
		if s.Goal == solve.Array {
			position = d.Report.Final
		}
		return template.URL(url.Values{"variant": {d.Variant}, "options": {d.Options}, "position": {position},
			"stipulation": {s.String()}}.Encode())
	}
	return ""
}

// findRule looks up the broken rule and the nearest legal moves.
func (d *gameData) findRule(a *api.Archive) error {
	if d.Report.Error == nil {
		return nil
	}
	d.NearestMoves = nearest(d.Report.Error)
	card, err := card.Find(a.Arbiter, d.Variant, d.Options)
	if errors.Is(err, variant.ErrUnknown) || errors.As(err, new(*variant.OptionError)) {
		return nil // the definition has changed since
	}
	if err != nil {
		return err
	}
	if d.Ruling = card.Ruling(d.Report.Error.Rule); d.Ruling != nil {
		d.RulePath = ruleCard(d.Variant, d.Options, d.Ruling.Number)
	}
	return nil
}

// Card returns the path of the variant's page.
func (d *gameData) Card() string { return ruleCard(d.Variant, d.Options, "") }

// ruleCard returns the path of a variant's page, or of a rule on it.
func ruleCard(id, options, number string) string {
	address := url.URL{Path: "/variants/" + id, Fragment: number}
	if options != "" {
		address.RawQuery = url.Values{"options": {options}}.Encode()
	}
	return address.String()
}

// maxPositions bounds the positions of a game on its page, variations included.
const maxPositions = 10_000

// treeBuilder is a tree visitor that collects the nodes and the list of moves.
type treeBuilder struct {
	tree      *analysis.Tree
	nodes     []*nodeData      // the start, the main line, then variations
	scenes    []*diagram.Scene // of the nodes
	look      present.Look     // for the pictures
	positions int              // number of positions, including the start
	lines     []openLine       // open lines, the main line first
}

// openLine is a line that is being added to the list of moves.
type openLine struct {
	node  int // of its last ply
	moves []*moveView
	sides [][]*moveView // variations that replace the next ply
}

// maxDepth bounds the nesting of listed variations; a page has no room for
// more.
const maxDepth = 12

// Open begins a variation after the current ply of its parent.
func (g *treeBuilder) Open(*rules.Position, *analysis.Node) bool {
	g.lines = append(g.lines, openLine{node: g.lines[len(g.lines)-1].node})
	return true
}

// Close ends the innermost line.
func (g *treeBuilder) Close() {
	last := len(g.lines) - 1
	if line := g.lines[last].moves; len(line) > 0 && last <= maxDepth {
		g.lines[last-1].sides = append(g.lines[last-1].sides, line)
	}
	g.lines = g.lines[:last]
}

// Ply adds a ply to the list.
func (g *treeBuilder) Ply(p *rules.Position, rest []analysis.Node) error {
	n, line := &rest[0], &g.lines[len(g.lines)-1]
	notes := n.Notes()
	m := &moveView{
		Main: len(g.lines) == 1, Side: int(p.Side()), Move: n.Text, Legal: n.Holds, NAGs: notes.NAGs,
		Before: commentTexts(notes.Before), Comments: commentTexts(notes.Comments), Lines: line.sides,
	}
	if n.Holds {
		m.Move = g.look.Written(g.tree, p, n)
	}
	needsNumber := true // a second player's ply needs its number
	if last := len(line.moves) - 1; last >= 0 {
		needsNumber = len(line.moves[last].Comments)+len(line.moves[last].Lines) > 0
	}
	number, second := present.PlyNumber(p)
	switch {
	case !second:
		m.Label = strconv.Itoa(number) + "."
	case needsNumber || len(m.Before) > 0:
		m.Label = strconv.Itoa(number) + "…"
	}
	line.moves, line.sides = append(line.moves, m), nil
	if g.positions++; !n.Holds || g.positions > maxPositions {
		return nil
	}
	node := &nodeData{Node: player.Node{Parent: line.node}, Ply: p.Ply() + 1, Number: p.Number(),
		Move: notation.Numbered{}.Format(p, n.Move)}
	if m.Move != node.Move {
		node.Written = m.Move
	}
	node.setNotes(notes, g.tree.MarkNames())
	if n.Clock != nil {
		node.Clock = present.ClockText(*n.Clock)
	}
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

// Played draws the position after the last listed ply.
func (g *treeBuilder) Played(p *rules.Position, _ *analysis.Node) {
	if at := g.lines[len(g.lines)-1].node; g.positions <= maxPositions {
		g.scenes[at] = g.nodes[at].setPosition(p, g.look)
	}
}

// replay replays the game for its page.
func (d *gameData) replay(replay *present.Replay, q url.Values, look present.Look,
	namer func(*rules.Rules) *define.Namer, c *locale.Catalogue) error {
	tree, err := replay.Tree()
	if _, ok := errors.AsType[*present.ReplayError](err); ok {
		d.NoBoard = err.Error()
		return nil
	}
	if err != nil {
		return err
	}
	d.Plies = replay.Plies()
	start, look := tree.Start(), look.Beside(tree)
	root := &nodeData{Node: player.Node{Parent: -1}, Ply: start.Ply()}
	g := treeBuilder{tree: tree, nodes: make([]*nodeData, d.Plies+1), scenes: make([]*diagram.Scene, d.Plies+1),
		positions: 1, look: look, lines: make([]openLine, 1)}
	g.nodes[0], g.scenes[0] = root, root.setPosition(start, look)
	if err := tree.Walk(&g); err != nil {
		return err
	}
	if g.positions > maxPositions {
		d.NoBoard = fmt.Sprintf("it has %d positions, and a page shows at most %d", g.positions, maxPositions)
		return nil
	}
	diagram.KeepRoom(g.scenes)
	for _, side := range []rules.Side{rules.First, rules.Second} {
		d.Sides[side] = start.Rules().SideName(side)
	}
	d.setHan(start.Rules())
	root.setNotes(present.Opening(tree).Notes(), tree.MarkNames())
	d.Comments = root.Comments
	var drawn player.Symbols
	for i, node := range g.nodes {
		if node.filled, err = player.Fill(&drawn, g.scenes[i]); err != nil {
			return err
		}
		var before []player.Filled
		if i > 0 {
			before = g.nodes[node.Parent].filled
		}
		node.Changes = player.Changes(before, node.filled)
	}
	nameNodes(g.nodes, start.Rules(), namer)
	view, err := present.DrawnBoard(&drawn, g.scenes[0])
	if err != nil {
		return err
	}
	d.Moves = g.lines[0].moves
	d.describe(g.nodes)
	for _, f := range present.ExportFormats() {
		if f.Suits(start.Rules()) {
			d.Formats = append(d.Formats, f)
		}
	}
	d.CopyAs = copyFormat(d.Formats, d.Format)
	d.Tree = &treeData{Game: d.ID, Variant: d.Variant, Options: d.Options,
		Notation: cmp.Or(look.Notation, tree.Style().Name), Plies: d.Plies, View: view, Nodes: g.nodes,
		Glyphs: publish.Glyphs()}
	if e := d.Report.Error; e != nil {
		d.Tree.Error = &recordError{Ply: e.Ply, Squares: e.Squares}
	}
	d.selectPly(q, c)
	for i := 0; i <= d.Ply; i++ {
		d.Label = cmp.Or(g.nodes[i].Label, d.Label)
	}
	d.Settings, d.SettingsQuery = newSettingsForm(start.Rules(), look), template.URL(settingsQuery(look))
	d.Settings.Ply = strconv.Itoa(d.Ply)
	return nil
}

// copyFormat returns the format in which a game is copied as text: that of its
// record if it suits the game, otherwise the first that does.
func copyFormat(formats []present.ExportFormat, own string) present.ExportFormat {
	if len(formats) > 0 && !slices.Contains(formats, present.ExportFormat(own)) {
		return formats[0]
	}
	return present.ExportFormat(own)
}

// setHan sets the language of Han characters in a record: that of the people
// that play the variant most.
func (d *gameData) setHan(r *rules.Rules) {
	d.han = "zh"
	if s := notation.StyleNamed(present.Look{}.Usual(r).Notation); s.Edges == notation.KanjiEdges {
		d.han = "ja"
	}
}

// In returns the attribute for the language of a text of the record, or "" if
// its script does not tell it.
func (d *gameData) In(text string) template.HTMLAttr {
	if tag := word.Language(text, d.han); tag != "" {
		return template.HTMLAttr(` lang="` + tag + `"`)
	}
	return ""
}

// InMoves returns the attribute for the language of moves and comments.
func (d *gameData) InMoves() template.HTMLAttr {
	var text strings.Builder
	for _, node := range d.Tree.Nodes {
		text.WriteString(cmp.Or(node.Written, node.Move))
		for _, comment := range node.Comments {
			text.WriteString(comment)
		}
	}
	return d.In(text.String())
}

// describe sets what previews say of the game.
func (d *gameData) describe(nodes []*nodeData) {
	glyphs := make([][]int, d.Plies)
	for i, node := range nodes {
		d.Commented += len(node.Comments)
		if i > 0 && i <= d.Plies {
			glyphs[i-1] = node.NAGs
		}
	}
	d.Decisive = publish.Decisive(glyphs)
}

// selectPly selects the ply of the request; by default the last ply if the
// record ends with an error, otherwise the start.
func (d *gameData) selectPly(q url.Values, c *locale.Catalogue) {
	if d.Report.Error != nil && q.Get("ply") == "" {
		d.Ply = d.Plies
	}
	if ply, err := strconv.Atoi(q.Get("ply")); err == nil {
		d.Ply = max(0, min(ply, d.Plies))
	}
	d.Previous, d.Following = max(0, d.Ply-1), min(d.Plies, d.Ply+1)
	node, view := d.Tree.Nodes[d.Ply], d.Tree.View
	translateSides(view, c)
	d.Legend = "Starting position"
	if d.Ply > 0 {
		d.Legend = fmt.Sprintf("After ply %d, %s: %s", d.Ply, view.Sides[d.Tree.Nodes[node.Parent].Turn],
			cmp.Or(node.Written, node.Move))
	}
	d.Now = node.Comments
	d.Picture = trustedSVG(picture(view, node.filled, node.Last, c.Say(d.Legend)))
	d.Words = pieceList(view, node.filled, c)
}

// translateSides translates the sides in the names of a board's pieces, and
// walls.
func translateSides(v *player.View, c *locale.Catalogue) {
	if c == nil {
		return
	}
	v.Symbols = slices.Clone(v.Symbols)
	for i := range v.Symbols {
		symbol := &v.Symbols[i]
		name := symbol.Name
		if symbol.Side < 0 { // nobody's
			symbol.Name = c.Text(name)
		} else if piece, named := strings.CutPrefix(name, v.Sides[symbol.Side]+" "); named {
			symbol.Name = c.Text(v.Sides[symbol.Side]) + " " + piece
		}
		for way := range symbol.SVG {
			symbol.SVG[way] = strings.Replace(symbol.SVG[way], ">"+escape(name)+"<", ">"+escape(symbol.Name)+"<", 1)
		}
	}
}

// inHand is the message about pieces in a hand.
const inHand = "{1} in hand"

// wallName is the name of a wall.
const wallName = "Wall"

// pieceList returns the places of the pieces as text, a line per kind.
func pieceList(v *player.View, at []player.Filled, c *locale.Catalogue) []string {
	where := map[int][]string{}
	var kinds []int
	for _, f := range at {
		if where[f[1]] == nil {
			kinds = append(kinds, f[1])
		}
		name := v.Name(f[0])
		if strings.HasPrefix(name, "hand") {
			name = strings.Replace(c.Text(inHand), "{1}", fmt.Sprint(f[2]), 1)
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

// setPosition sets the fields of a position and returns its scene.
func (n *nodeData) setPosition(p *rules.Position, look present.Look) *diagram.Scene {
	scene := present.Scene(p, look)
	n.Turn, n.Last = int(p.Side()), scene.LastMove
	n.Text = p.Text()
	n.Check = p.InCheck(p.Side())
	if s := present.StandingOf(p); s.Points != nil || s.CountTo > 0 {
		n.Standing = &s
	}
	if o, over := p.Outcome(); over {
		n.Ended = o.Termination
	}
	return scene
}

// setNotes sets the annotations of a ply. Marked squares get the board's names.
func (n *nodeData) setNotes(notes *parser.Notes, names notation.Names) {
	n.Comments = commentTexts(notes.Before, notes.Comments)
	n.NAGs, n.Eval = notes.NAGs, notes.Eval
	for _, m := range notes.Marks {
		drawn := []string{m.Colour, names.Unmark(m.From)}
		if m.To != "" {
			drawn = append(drawn, names.Unmark(m.To))
		}
		n.Node.Marks = append(n.Node.Marks, drawn)
	}
}

func commentTexts(lists ...[]parser.Comment) []string {
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
