package card

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"assay/analysis/rules"
	"assay/analysis/variant"
	"assay/api/present"
)

// cardWidth is the line length of a rule card in characters.
const cardWidth = 78

// WriteText writes a rule card for players: board, starting position, a move
// diagram for every piece, the other rules, endings and sources. Rule IDs are
// in parentheses.
func (c *Card) WriteText(out io.Writer) error {
	card := &ruleCard{Writer: bufio.NewWriter(out), card: c, definition: c.rules.Definition()}
	card.heading()
	card.options()
	card.pieces()
	for _, s := range card.sections() {
		card.section(s.Title, s.Lines)
	}
	card.rulings()
	card.nodeCounts()
	card.section("Sources", c.Sources)
	return card.Flush()
}

// TextOf returns the rule card of a variant as text.
func TextOf(r *rules.Rules) (string, error) {
	c, err := New(r)
	if err != nil {
		return "", err
	}
	var text strings.Builder
	err = c.WriteText(&text)
	return text.String(), err
}

// ruleCard writes one card.
type ruleCard struct {
	*bufio.Writer
	card       *Card
	definition *variant.Definition
}

func (w *ruleCard) heading() {
	c := w.card
	fmt.Fprintf(w, "%s (%s)\n\n", c.Name, c.ID)
	if c.Summary != "" {
		w.paragraph("", c.Summary)
		fmt.Fprintln(w)
	}
	fmt.Fprintf(w, "Board: %d files, %d ranks. %s moves first, then %s. Version %s.\n\n", c.Board.Files, c.Board.Ranks,
		c.Sides[0], c.Sides[1], c.Version)
	present.WriteBoard(w, c.rules.Start(), present.Look{}) // Flush returns its error
	fmt.Fprintf(w, "Position: %s\n", strings.TrimSpace(c.Start))
}

func (w *ruleCard) options() {
	var lines []string
	for _, o := range w.card.Options {
		words := make([]string, len(o.Values))
		for i, value := range o.Values {
			words[i] = value
			if value == o.Default {
				words[i] += " (default)"
			}
			if value == o.Chosen && value != o.Default {
				words[i] += " (chosen)"
			}
		}
		lines = append(lines, fmt.Sprintf("%s=%s: %s.", o.Name, strings.Join(words, " | "),
			strings.TrimSpace(o.Summary)))
	}
	w.section("Options", lines)
}

// section writes a title and a list, or nothing if the list is empty.
func (w *ruleCard) section(title string, lines []string) {
	if len(lines) == 0 {
		return
	}
	fmt.Fprintf(w, "\n%s\n", title)
	for _, line := range lines {
		w.paragraph("  ", line)
	}
}

// paragraph wraps text at cardWidth and indents the following lines more.
func (w *ruleCard) paragraph(indent, text string) {
	line := indent
	for i, word := range strings.Fields(text) {
		switch {
		case i == 0:
			line += word
		case utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > cardWidth:
			fmt.Fprintln(w, line)
			line = indent + indent + word
		default:
			line += " " + word
		}
	}
	fmt.Fprintln(w, line)
}

// moveGroup contains movements of a piece with the same conditions.
type moveGroup struct {
	moves []variant.Movement
	says  string // conditions; "" for none
}

// betza returns the movements in Betza notation.
func (g *moveGroup) betza() string {
	words := make([]string, len(g.moves))
	for i := range g.moves {
		words[i] = g.moves[i].Betza
	}
	return strings.Join(words, " ")
}

func (w *ruleCard) pieces() {
	var text strings.Builder
	used := map[byte]bool{}
	for _, letter := range w.definition.Pieces.Keys {
		p, _ := w.definition.Pieces.Get(letter)
		w.piece(&text, letter, &p, used)
	}
	fmt.Fprintf(w, "\nPieces (their moves as %s sees them, and in Betza notation)\n", w.card.Sides[0])
	var says []string
	for _, l := range legend {
		if slices.ContainsFunc([]byte(l.chars), func(char byte) bool { return used[char] }) {
			says = append(says, l.says)
		}
	}
	w.paragraph("  ", strings.Join(says, "; "))
	w.WriteString(text.String())
}

// piece writes one piece type: its properties, the diagrams of its moves side
// by side, and the conditions of each.
func (w *ruleCard) piece(out *strings.Builder, letter string, p *variant.Piece, used map[byte]bool) {
	groups := w.groups(p)
	facts := []string{letter + "  " + p.Name}
	if p.Royal {
		facts = append(facts, "royal")
	}
	if len(p.Moves) == 0 {
		facts = append(facts, "never moves")
	}
	if p.Within != "" {
		facts = append(facts, "never leaves "+w.definition.Place(p.Within))
	}
	if p.Demotes != "" {
		facts = append(facts, "becomes "+w.name(p.Demotes)+" when captured")
	}
	if p.Most > 0 {
		facts = append(facts, fmt.Sprintf("at most %d by promotion", p.Most))
	}
	if p.Counts {
		facts = append(facts, "its irreversible moves reset the count of plies without progress")
	}
	fmt.Fprintf(out, "\n  %s (%s)\n", strings.Join(facts, ", "), w.definition.Number(p.Rule))
	diagrams := make([]*moveDiagram, len(groups))
	radius := 0
	for i, g := range groups {
		diagrams[i] = newMoveDiagram(g.moves, w.card.rules.Hexagons())
		radius = max(radius, diagrams[i].radius)
	}
	var rows []string
	for _, d := range diagrams {
		drawn := d.lines(radius)
		if rows == nil {
			rows = make([]string, len(drawn))
		}
		for i, line := range drawn {
			rows[i] += "     " + line
			for _, char := range []byte(line) {
				used[char] = true
			}
		}
	}
	for _, row := range rows {
		out.WriteString(strings.TrimRight(row, " ") + "\n")
	}
	for i, g := range groups {
		line := g.betza()
		if len(groups) > 1 {
			line = fmt.Sprintf("%d. %s", i+1, line)
		}
		if g.says != "" {
			line += ": " + g.says
		}
		fmt.Fprintf(out, "     %s\n", line)
	}
}

// groups groups the movements of a piece by their conditions.
func (w *ruleCard) groups(p *variant.Piece) []moveGroup {
	var groups []moveGroup
	for _, m := range p.Moves {
		says := w.conditions(&m)
		at := slices.IndexFunc(groups, func(g moveGroup) bool { return g.says == says })
		if at < 0 {
			groups = append(groups, moveGroup{says: says})
			at = len(groups) - 1
		}
		groups[at].moves = append(groups[at].moves, m)
	}
	return groups
}

// conditions describes what limits a movement.
func (w *ruleCard) conditions(m *variant.Movement) string {
	var parts []string
	add := func(on bool, words string) {
		if on {
			parts = append(parts, words)
		}
	}
	add(m.From != "", "only from "+w.definition.Place(m.From))
	add(m.Within != "", "only within "+w.definition.Place(m.Within))
	add(m.First, "only as its first move, from the first rank, without capturing")
	add(len(m.Takes) > 0, "captures only "+w.names(m.Takes, "and"))
	add(m.InPlace, "captures without moving")
	add(len(m.Spares) > 0, "never captures "+w.names(m.Spares, "or"))
	add(len(m.HopsNot) > 0, "never hops over "+w.names(m.HopsNot, "or"))
	add(m.EnPassant, "may then be captured en passant")
	add(len(m.TakesEnPassant) > 0, "captures "+w.names(m.TakesEnPassant, "or")+" en passant")
	for _, c := range m.Components {
		add(c.Again != nil && c.String() != "",
			c.String()+" takes two steps in a turn; each may capture, and the second may return")
		if c.Paths != nil {
			add(c.String() != "", legsText(c))
		}
		add(c.Hop == variant.NoHop && c.Range > 1,
			fmt.Sprintf("%s repeats at most %d times, over empty squares", c, c.Range))
	}
	text := strings.Join(parts, ", ")
	if m.Rule != "" {
		text = strings.TrimSpace(text + " (" + m.Rule + ")")
	}
	return text
}

// legsText says how many steps a move of several legs has.
func legsText(c variant.Component) string {
	more, first := "", c.Paths[0]
	if first.Rides {
		more = " or more"
	}
	return fmt.Sprintf("%s takes %d%s steps in a turn, over empty squares", c, len(first.Steps), more)
}

// rulings writes the text of each rule, grouped by scope.
func (w *ruleCard) rulings() {
	var lines []string
	for i, r := range w.card.RulingTexts {
		lines = append(lines, r.Number+": "+r.Says)
		if i+1 == len(w.card.RulingTexts) || w.card.RulingTexts[i+1].Of != r.Of {
			w.section("Rules of "+r.Of, lines)
			lines = nil
		}
	}
}

func (w *ruleCard) nodeCounts() {
	var lines []string
	for _, n := range w.card.NodeCounts {
		counts := make([]string, len(n.Nodes))
		for i, nodes := range n.Nodes {
			counts[i] = fmt.Sprint(nodes)
		}
		where := "starting position"
		if n.Position != "" {
			where = n.Position
		}
		if n.Options != "" {
			where += " with " + n.Options
		}
		lines = append(lines, where+": "+strings.Join(counts, ", "))
	}
	w.section("Perft (legal moves, then leaves after two plies, three, …)", lines)
}

// name returns the name of a piece by its letter.
func (w *ruleCard) name(letter string) string {
	p, ok := w.definition.Pieces.Get(letter)
	if !ok {
		return letter
	}
	return p.Name
}

// names returns the names of pieces as a list in words.
func (w *ruleCard) names(letters []string, last string) string {
	return w.definition.PieceNames(letters, last)
}
