package laboratory

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"assay/analysis"
	"assay/analysis/lab"
	"assay/analysis/notation"
	"assay/analysis/rules"
	"assay/api/present"
	"assay/parser/scan"
)

// Comparison compares the reports of two variants, or of two versions of one.
type Comparison struct {
	Here, There *Report
	Rules       []RuleChange
	Differences []lab.Difference
	Games       int // archived games that were replayed
	Verdicts    []VerdictChange
}

// RuleChange is a line of the rule card that only one of the two has.
type RuleChange struct {
	Version string `json:"version"` // here or there
	Text    string `json:"text"`
}

// VerdictChange is an archived game that ends otherwise by the other rules.
type VerdictChange struct {
	Game    int64  `json:"game"`
	Ply     int    `json:"ply"` // of the first move that is illegal there; else of the last one
	Verdict string `json:"verdict"`
	Result  string `json:"result"`
	Text    string `json:"text"`
}

// Compare compares two reports. cards are the rule cards as text.
func Compare(here, there *Report, cards [2]string) *Comparison {
	c := &Comparison{Here: here, There: there, Differences: lab.Compare(here.Report, there.Report)}
	for _, line := range present.DiffLines(rulesOf(cards[0]), rulesOf(cards[1])) {
		text := strings.TrimSpace(line.Text)
		switch {
		case text == "":
		case line.Change == present.LineRemoved:
			c.Rules = append(c.Rules, RuleChange{"here", text})
		case line.Change == present.LineAdded:
			c.Rules = append(c.Rules, RuleChange{"there", text})
		}
	}
	return c
}

// pieceHead is the first line of a piece on a rule card.
var pieceHead = scan.NewPattern(`^  \S+  (\S.*)$`)

// rulesOf returns the lines of a rule card that state rules: without name,
// perft counts, sources and the legend of its diagrams. The moves of a piece
// begin with its name.
func rulesOf(card string) string {
	_, rest, _ := strings.Cut(card, "\nBoard:")
	for _, end := range []string{"\nPerft", "\nSources"} {
		rest, _, _ = strings.Cut(rest, end)
	}
	var out strings.Builder
	piece, legend := "", false
	for line := range strings.Lines(rest) {
		line = strings.TrimRight(line, "\n")
		switch head := pieceHead.FindStringSubmatch(line); {
		case line == "" || !strings.HasPrefix(line, " "):
			piece, legend = "", false
		case strings.HasPrefix(strings.TrimSpace(line), "@ the piece"):
			legend = true
		case head != nil:
			piece = head[1]
		case piece != "":
			line = piece + ": " + strings.TrimSpace(line)
		}
		if !legend && !drawn(line[strings.LastIndex(line, ": ")+1:]) {
			out.WriteString(line + "\n")
		}
	}
	return out.String()
}

// drawn reports whether a line of a rule card is blank or part of a diagram,
// whose words have one character.
func drawn(line string) bool {
	return !slices.ContainsFunc(strings.Fields(line),
		func(word string) bool { return utf8.RuneCountInString(word) > 1 })
}

// AddGame replays an archived game, which is legal here, by the other rules.
func (c *Comparison) AddGame(id int64, game *present.Replay, there *rules.Rules) error {
	change, err := replayBy(there, game)
	if err != nil {
		return err
	}
	c.Games++
	if change.Text != "" {
		change.Game = id
		c.Verdicts = append(c.Verdicts, change)
	}
	return nil
}

// replayBy returns how a game ends by other rules. The text is empty if it ends
// as before.
func replayBy(there *rules.Rules, game *present.Replay) (VerdictChange, error) {
	at, err := game.Position(0)
	if err != nil {
		return VerdictChange{}, err
	}
	illegal := func(ply int, format string, args ...any) (VerdictChange, error) {
		return VerdictChange{Ply: ply, Verdict: "illegal", Result: "*", Text: fmt.Sprintf(format, args...)}, nil
	}
	p := there.Start()
	if text := at.Text(); text != at.Rules().StartText() {
		if p, err = there.ParsePosition(text); err != nil {
			return illegal(0, "the starting position is not valid: %v", err)
		}
	}
	for i, m := range game.Game.Moves {
		text := notation.UCI{}.Format(at, m)
		if o, over := p.Outcome(); over {
			return illegal(i, "the game is over after ply %d: %s (%s)", i, o.Result, o.Termination)
		}
		if err := analysis.PlayMoves(p, []string{text}, nil); err != nil {
			return illegal(i+1, "ply %d, %s: %s", i+1, text, reason(err))
		}
		at.Play(m)
	}
	change := VerdictChange{Ply: len(game.Game.Moves), Verdict: "legal", Result: "*"}
	was, over := at.Outcome()
	is, stillOver := p.Outcome()
	if over != stillOver || was.Result != is.Result || was.Termination != is.Termination {
		change.Result = is.Result
		if !stillOver {
			change.Result, is.Termination = game.Report().Result, "the game goes on"
		}
		if !over {
			was.Termination = "the game goes on"
		}
		change.Text = fmt.Sprintf("ends otherwise: %s, not %s", is.Termination, was.Termination)
	}
	return change, nil
}

// reason returns why a move cannot be played.
func reason(err error) string {
	if line, ok := errors.AsType[*analysis.LineError](err); ok && line.Fault != nil {
		return line.Fault.Message
	}
	return err.Error()
}

// title returns the title of a compared figure.
func title(d *lab.Difference) string {
	text := d.Name
	if i := slices.IndexFunc(lab.Kinds, func(k lab.FigureKind) bool { return k.Name == d.Name }); i >= 0 {
		text = lab.Kinds[i].Title
	}
	if d.Strength == lab.High {
		text += ", high strength"
	}
	return text
}

// difference returns the difference of a compared figure with its interval.
func difference(d *lab.Difference) string {
	return interval(lab.Estimate{Value: d.Value, Low: d.Low, High: d.High}, d.Unit)
}

// WriteJSON writes a comparison: both reports' descriptions, then the changes,
// one object with one key per line.
func (c *Comparison) WriteJSON(w io.Writer) error {
	return writeObjects(w, keyed("lab", c.Here.Report, c.There.Report), keyed("ruleChange", c.Rules...),
		keyed("difference", c.Differences...), keyed("verdictChange", c.Verdicts...))
}

// WriteText writes a comparison as text.
func (c *Comparison) WriteText(w io.Writer) error {
	out := &strings.Builder{}
	for i, r := range []*Report{c.Here, c.There} {
		fmt.Fprintf(out, "%s %s (%s), revision %s\n       %s\n", []string{"here: ", "there:"}[i], r.Name, r.Variant,
			r.Revision, headline(r))
	}
	fmt.Fprintln(out, "\nRules (- here, + there)")
	for _, r := range c.Rules {
		fmt.Fprintf(out, "  %s %s\n", map[string]string{"here": "-", "there": "+"}[r.Version], r.Text)
	}
	if len(c.Rules) == 0 {
		fmt.Fprintln(out, "  the rule cards are equal")
	}
	fmt.Fprintf(out, "\n%-46s %9s %9s   %-28s p\n", "Figures", "here", "there", "difference")
	for i := range c.Differences {
		d := &c.Differences[i]
		mark := ""
		if d.Significant {
			mark = "  *"
		}
		fmt.Fprintf(out, "  %-44s %9.2f %9.2f   %-28s %.4f%s\n", title(d), d.Here.Value, d.There.Value, difference(d),
			d.P, mark)
	}
	fmt.Fprintf(out, "* significant at 5 %% although %d figures are compared (Holm's correction)\n", len(c.Differences))
	if c.Games > 0 {
		fmt.Fprintf(out, "\nArchived games by the other rules: %d of %d change\n", len(c.Verdicts), c.Games)
	}
	for _, v := range c.Verdicts {
		fmt.Fprintf(out, "  game %d: %s, %s\n", v.Game, v.Verdict, v.Text)
	}
	_, err := io.WriteString(w, out.String())
	return err
}
