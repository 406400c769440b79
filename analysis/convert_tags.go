package analysis

import (
	"fmt"
	"slices"
	"strings"

	"assay/analysis/notation"
	"assay/analysis/rules"
	"assay/parser"
	"assay/parser/record"
)

// start writes the starting position in the form of the target.
func (c *converter) start() {
	g := c.game
	text := g.Rules.StartText()
	if g.start != nil {
		text = g.start.Text()
	}
	usual := text == g.Rules.StartText()
	switch {
	case c.traits.Sfen:
		if !usual || !c.implied(&parser.Record{Format: c.traits.Format}) {
			c.out.Start = g.Start().Sfen()
		}
	case !usual:
		c.out.Start = text
	}
}

// tags writes the headers: the ones that identify the variant, and the others
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
	case !c.traits.NamesAll:
		named := !c.implied(out) || c.traits.NamesOptions && d.OptionText() != ""
		if named && !c.traits.Has(record.PartTags) {
			return &CannotHold{c.traits.Format, strings.TrimSpace(d.ID + " " + d.OptionText())}
		}
		if named {
			add("Variant", d.ID)
		}
		add("Options", d.OptionText())
	default:
		add("VariantName", d.Name)
		add("Variant", d.ID)
		add("Options", d.OptionText())
		add("Setup", out.Start)
		out.Start = ""
		add("Result", out.Result)
	}
	named := c.players()
	for i, tag := range c.rec.Tags {
		if strings.EqualFold(tag.Key, "Players") && c.both(tag.Value) || c.annotators != "" &&
			strings.EqualFold(tag.Key, annotatorKey) {
			continue
		}
		key, value, ok := c.tag(tag.Key, tag.Value)
		if side := slices.Index(named[:], i); side >= 0 {
			key = parser.UsualKey(playerFields[side])
		} else if f, own := c.private(tag.Key); own && ok {
			key = parser.UsualKey(f)
		}
		if ok {
			add(c.key(tag.Key, key), value)
		}
	}
	add(annotatorKey, c.annotators)
	if !c.traits.StartDay && parser.Said(c.rec, parser.FieldDate) == "" {
		add(parser.FieldKey(parser.FieldDate, c.traits.Format), c.startDay())
	}
	if usual := c.traits.UsualStart; usual != "" {
		key := parser.FieldKey(parser.FieldHandicap, c.traits.Format)
		if _, ok := out.Tag(key); !ok && out.Start == "" {
			out.Tags = append([]parser.Tag{{Key: key, Value: usual}}, out.Tags...)
		}
	}
	c.termination(add)
	return nil
}

// private returns the field of a key that no other notation uses.
func (c *converter) private(key string) (parser.Field, bool) {
	if !c.sourceTraits.Private || c.sourceTraits.Keys == nil {
		return 0, false
	}
	return c.sourceTraits.Keys.Field(key)
}

// isNamed reports whether a name denotes the variant.
func (c *converter) isNamed(name string) bool {
	d := c.game.Rules.Definition()
	same := func(own string) bool { return strings.EqualFold(own, name) }
	return same(d.ID) || same(d.Name) || slices.ContainsFunc(d.Aliases, same)
}

// implied reports whether the target implies this variant without naming it.
func (c *converter) implied(out *parser.Record) bool { return c.isNamed(notation.ImpliedGame(out)) }

// key returns the target's key for a usual key. If another header already uses
// that key, it returns the record's own key.
func (c *converter) key(own, usual string) string {
	name := parser.TagKey(usual, c.traits.Format)
	if _, taken := c.rec.Tag(name); taken && !strings.EqualFold(name, own) {
		return own
	}
	return name
}

// tag converts a header. It returns false for headers that are rewritten, that
// describe the original file, or that have no value.
func (c *converter) tag(key, value string) (string, string, bool) {
	switch strings.ToLower(key) {
	case "variantname", "variant", "options", "setup", "fen", "result", "rulesfile", "zillions save game file version",
		"termination", "ending":
		return "", "", false
	case "format":
		return key, value, parser.Dialect(c.rec) == ""
	case "game":
		return key, value, !c.isNamed(value)
	}
	says := strings.Trim(value, "?.") != ""
	switch f, ok := parser.FieldOf(key); {
	case !ok:
	case f == parser.FieldHandicap:
		return key, value, !parser.IsUsualStart(value)
	case f == parser.FieldDate:
		return c.date(key, value, says)
	case f == parser.FieldStart && !c.traits.StartDay:
		day, rest := record.ReadDay(value)
		return key, value, says &&
			(rest != "" || day == "" || strings.Contains(day, "?") || parser.Said(c.rec, parser.FieldDate) != "")
	}
	return key, value, c.traits.Unknowns || says
}

// date converts a header with the day of the game. Shogi notations combine the
// day with the starting time; other notations have a separate header.
func (c *converter) date(key, value string, says bool) (string, string, bool) {
	day, rest := record.ReadDay(value)
	whole := day != "" && rest == "" && !strings.Contains(day, "?")
	dateless := c.traits.Keys != nil && len(c.traits.Keys[parser.FieldDate]) == 0
	switch {
	case !says:
		return key, value, c.traits.Unknowns && c.startDay() == ""
	case c.traits.StartDay && (!c.sourceTraits.StartDay || dateless) && whole:
		start := parser.Said(c.rec, parser.FieldStart)
		if began, _ := record.ReadDay(start); start != "" {
			return key, value, began != day
		}
		return parser.UsualKey(parser.FieldStart), strings.ReplaceAll(day, "-", "/"), true
	case c.sourceTraits.StartDay && !c.traits.StartDay && day != "" && rest == "":
		return key, strings.ReplaceAll(day, "-", "."), true
	}
	return key, value, true
}

// startDay returns the day of the record's starting time, in PGN form.
func (c *converter) startDay() string {
	day, _ := record.ReadDay(parser.Said(c.rec, parser.FieldStart))
	return strings.ReplaceAll(day, "-", ".")
}

// playerFields are the fields with the names of First and Second.
var playerFields = [2]parser.Field{parser.FieldFirst, parser.FieldSecond}

// players returns the indices of the tags with the players' names if the target
// requires other keys for them; -1 otherwise.
func (c *converter) players() (at [2]int) {
	at = [2]int{-1, -1}
	for side, f := range playerFields {
		if !c.traits.NamesAll && parser.Said(c.rec, f) == "" {
			at[side] = playerTag(c.rec, c.game.Rules, rules.Side(side))
		}
	}
	return at
}

// both splits a header with both players' names if the target has a tag for
// each.
func (c *converter) both(value string) bool {
	names := bothPlayers(value)
	if c.traits.NamesAll || names == [2]string{} {
		return false
	}
	for side, f := range playerFields {
		c.out.Tags = append(c.out.Tags, parser.Tag{Key: parser.FieldKey(f, c.traits.Format), Value: names[side]})
	}
	return true
}

// outcome converts result and ending.
func (c *converter) outcome() {
	report := &c.game.Report
	if !report.Holds() { // the result of the whole record does not apply to its legal part
		if c.rec.Result != "" && c.rec.Result != "*" {
			c.lose(1, "the result %s, because only the legal plies are written", c.rec.Result)
		}
		return
	}
	c.out.Result = c.rec.Result
	if report.Result != "*" {
		c.out.Result = report.Result
		if lost := overruled(c.rec, report); lost != "" {
			c.lose(1, "%s", lost)
		}
	}
	if c.out.Result == "*" && !c.traits.Unknowns {
		c.out.Result = ""
	}
	if c.traits.Words || !record.IsAgreedDraw(c.rec.Ending) { // the result says so already
		c.out.Ending = c.rec.Ending
	}
	if !c.traits.Words && c.sourceTraits.Words {
		c.out.Ending = record.EndingName(c.out.Ending)
	}
	if c.traits.Words && (c.out.Ending == "" || !c.sourceTraits.Words) {
		c.out.Ending = c.ending()
	}
}

// overruled describes the stated result if the last position implies another
// one; otherwise "".
func overruled(rec *parser.Record, report *Report) string {
	if rec.Result == "" || rec.Inferred || report.Result == "*" || rec.Result == report.Result {
		return ""
	}
	return fmt.Sprintf("the result %s, because the last position decides %s", rec.Result, report.Result)
}

// ending returns the target's word for the ending that the record states or the
// last position implies. It returns "" if there is no such word, or if the word
// implies another result.
func (c *converter) ending() string {
	says := c.rec.Ending
	if tag, _ := c.rec.Tag("Termination"); says == "" {
		says = tag
	}
	if t := c.game.Report.Termination; t != nil && !record.IsEnding(says) {
		says = *t
	}
	const agreedDraw = "agreed draw"
	second := c.turn == rules.Second
	claimed := record.ClaimedResult(says, second, c.out.Result)
	decided := c.out.Result == "1-0" || c.out.Result == "0-1"
	lost := c.out.Result == [2]string{"0-1", "1-0"}[c.turn]
	switch {
	case claimed == c.out.Result && claimed != "", claimed == "*", claimed != "" && decided &&
		c.traits.Has(record.PartResult):
		return says
	case c.out.Result == "1/2-1/2" && c.traits.HasEnding(agreedDraw):
		return agreedDraw
	case lost && !c.traits.Has(record.PartResult):
		c.lose(1, "%s of the result", parser.Count(1, "reason"))
		return "resigned"
	}
	return ""
}

// termination writes the ending to a header if the target has one.
func (c *converter) termination(add func(key, value string)) {
	if !c.game.Report.Holds() {
		return
	}
	says, _ := c.rec.Tag("Termination")
	switch {
	case c.traits.Words:
		if c.out.Ending == "" || c.rec.Ending != "" {
			add("Termination", says)
		}
		return
	case c.traits.Has(record.PartEnding):
		add("Termination", says)
		return
	case says == "":
		says = c.out.Ending
	}
	add("Termination", says)
	c.out.Ending = ""
}
