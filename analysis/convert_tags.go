package analysis

import (
	"slices"
	"strings"

	"assay/analysis/rules"
	"assay/parser"
)

// start writes the record's start as the target has it.
func (c *converter) start() {
	g := c.game
	text := g.Rules.StartText()
	if g.start != nil {
		text = g.start.Text()
	}
	usual := text == g.Rules.StartText()
	switch {
	case ofShogi(c.to):
		if id := parser.ImpliedVariant(&parser.Record{Format: c.to}); !usual || id != g.Rules.Definition().ID {
			c.out.Start = g.Start().Sfen()
		}
	case !usual:
		c.out.Start = text
	}
}

// tags writes the headers: those that say which game it is, and the others
// under the target's keys.
func (c *converter) tags() error {
	d := c.game.Rules.Definition()
	out := c.out
	add := func(key, value string) {
		if value != "" {
			out.Tags = append(out.Tags, parser.Tag{Key: key, Value: value})
		}
	}
	switch {
	case c.to == parser.PGN:
		if impliedVariant(out) != d.ID {
			add("Variant", d.ID)
		}
		add("Options", d.OptionText())
	case ofShogi(c.to):
		if parser.ImpliedVariant(out) != d.ID || d.OptionText() != "" {
			if c.to == parser.USI {
				return &CannotHold{c.to, strings.TrimSpace(d.ID + " " + d.OptionText())}
			}
			add("Variant", d.ID)
			add("Options", d.OptionText())
		}
	default:
		add("VariantName", d.Name)
		add("Variant", d.ID)
		add("Options", d.OptionText())
		add("Setup", out.Start)
		out.Start = ""
		add("Result", out.Result)
	}
	named := c.players()
	for _, tag := range c.rec.Tags {
		key, value, ok := c.tag(tag.Key, tag.Value)
		if side := slices.Index(named[:], tag.Key); side >= 0 {
			key = [2]string{"White", "Black"}[side]
		}
		if key == "Players" && c.halves(value) {
			continue
		}
		if ok {
			add(parser.TagKey(key, c.to), value)
		}
	}
	if c.to == parser.KIF || c.to == parser.KI2 {
		if _, ok := out.Tag(handicap); !ok && out.Start == "" {
			out.Tags = append([]parser.Tag{{Key: handicap, Value: "平手"}}, out.Tags...)
		}
	}
	c.termination(add)
	return nil
}

// handicap is the key of the tag that names the start in KIF.
const handicap = "手合割"

// tag is what becomes of a header of the record; false for one that is written
// anew, belongs to the file it came from, or says nothing.
func (c *converter) tag(key, value string) (string, string, bool) {
	d := c.game.Rules.Definition()
	switch strings.ToLower(key) {
	case "variantname", "variant", "options", "setup", "fen", "result", "rulesfile", "zillions save game file version":
		return "", "", false
	case "termination", "ending":
		return "", "", false
	case handicap:
		return key, value, !parser.IsUsualStart(value)
	case "game":
		named := func(name string) bool { return strings.EqualFold(name, value) }
		return key, value, !named(d.ID) && !named(d.Name) && !slices.ContainsFunc(d.Aliases, named)
	case "date":
		_, timed := c.rec.Tag("StartTime")
		if ofShogi(c.to) && c.to != parser.USI && !timed && len(value) == len("2000.01.01") && !strings.Contains(value, "?") {
			return "StartTime", strings.ReplaceAll(value, ".", "/"), true
		}
	case "starttime", "start_time", "開始日時":
		if day := strings.ReplaceAll(value, "/", "."); len(day) == len("2000.01.01") &&
			(c.to == parser.PGN || ofShogi(c.rec.Written()) && !ofShogi(c.to)) {
			return "Date", day, true
		}
	}
	return key, value, c.to == parser.PGN || strings.Trim(value, "?.") != ""
}

// players are the record's own keys of the players of First and Second, where
// the target knows them as White and Black; "" for those that need no other.
func (c *converter) players() (keys [2]string) {
	if c.to != parser.PGN && !ofShogi(c.to) {
		return keys
	}
	for side, others := range [2][]string{{"First", "Player1", "Sente"}, {"Second", "Player2", "Gote"}} {
		usual := [2]string{"White", "Black"}
		if _, ok := c.rec.Tag(usual[side]); ok {
			continue
		}
		for _, key := range append([]string{c.game.Rules.SideName(rules.Side(side))}, others...) {
			i := slices.IndexFunc(c.rec.Tags, func(t parser.Tag) bool { return strings.EqualFold(t.Key, key) })
			if i >= 0 && !slices.Contains(usual[:], key) {
				keys[side] = c.rec.Tags[i].Key
				break
			}
		}
	}
	return keys
}

// halves writes both players' names of one header where the target has a tag
// for each.
func (c *converter) halves(both string) bool {
	if c.to != parser.PGN && !ofShogi(c.to) {
		return false
	}
	for _, separator := range []string{" vs. ", " vs ", " - ", " – ", ";", "/", ","} {
		if names := strings.Split(both, separator); len(names) == 2 {
			for side, key := range []string{"White", "Black"} {
				c.out.Tags = append(c.out.Tags, parser.Tag{Key: parser.TagKey(key, c.to), Value: strings.TrimSpace(names[side])})
			}
			return true
		}
	}
	return false
}

// outcome carries result and ending.
func (c *converter) outcome() {
	report := &c.game.Report
	if report.Verdict != Legal { // how a whole record ended is not said of its prefix
		if c.rec.Result != "" && c.rec.Result != "*" {
			c.lose(1, "the result %s, which the legal plies do not have", c.rec.Result)
		}
		return
	}
	c.out.Result = c.rec.Result
	if report.Result != "*" {
		c.out.Result = report.Result
	}
	if c.out.Result == "*" && c.to != parser.PGN {
		c.out.Result = "" // which PGN alone has to write
	}
	if ofShogi(c.to) || !parser.IsAgreedDraw(c.rec.Ending) { // the result says that
		c.out.Ending = c.rec.Ending
	}
	says, _ := c.rec.Tag("Termination")
	switch {
	case !ofShogi(c.to) || c.out.Ending != "":
	case parser.IsEnding(says):
		c.out.Ending = says
	default:
		c.out.Ending = c.shogiEnding(says)
	}
}

// shogiEndings are the words of CSA for endings that are said in English, and
// whether the side to move loses by it.
var shogiEndings = map[string]struct {
	word  string
	loses bool
}{
	"checkmate": {"TSUMI", true}, "resigned": {"TORYO", true}, "resignation": {"TORYO", true}, "resigns": {"TORYO", true},
	"time forfeit": {"TIME_UP", true}, "repetition": {"SENNICHITE", false}, "abandoned": {"CHUDAN", false},
	"unterminated": {"CHUDAN", false},
}

// shogiEnding is the ending that a record states in a header or a last position
// decides, "" where shogi has no word for it.
func (c *converter) shogiEnding(says string) string {
	if t := c.game.Report.Termination; t != nil {
		says = *t
	}
	lost := c.out.Result == [2]string{"0-1", "1-0"}[c.position.Side()]
	e, ok := shogiEndings[strings.ToLower(says)]
	switch {
	case ok && (lost || !e.loses):
		return e.word
	case c.out.Result == "1/2-1/2" && c.to != parser.USI:
		return "HIKIWAKE"
	case lost && (c.to == parser.CSA || c.to == parser.JKF || c.to == parser.USI):
		c.lose(1, "reason of the result")
		return "TORYO"
	}
	return ""
}

// termination says how the game ended where the target has a header for it.
func (c *converter) termination(add func(key, value string)) {
	if c.game.Report.Verdict != Legal {
		return
	}
	says, _ := c.rec.Tag("Termination")
	switch {
	case ofShogi(c.to):
		if c.out.Ending == "" || c.rec.Ending != "" {
			add("Termination", says)
		}
		return
	case c.to == parser.Courier:
		add("Termination", says)
		return
	case says == "":
		says = c.out.Ending
	}
	add("Termination", says)
	c.out.Ending = ""
}
