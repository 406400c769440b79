package analysis

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"assay/analysis/notation"
	"assay/analysis/rules"
	"assay/analysis/variant"
	"assay/parser"
)

// Settings decide what a record leaves open.
type Settings struct {
	File    string // name for reports
	Variant string // id for records that name no variant
	Options string // for records that state none
}

// Verifier proves records one after the other. It is not safe for concurrent
// use; the Rulebook behind it is.
type Verifier struct {
	book     *Rulebook
	numbered notation.Numbered
	position *rules.Position // of the replay, used again
}

// NewVerifier returns a verifier that plays by a rulebook.
func NewVerifier(b *Rulebook) *Verifier { return &Verifier{book: b, position: new(rules.Position)} }

// Verify replays a record. Nothing of it is an error of the program: what is
// wrong with the record is in the game's report.
func (v *Verifier) Verify(rec *parser.Record, s Settings) *Game {
	g := &Game{Report: Report{
		File: s.File, Game: rec.Game, Format: string(rec.Format),
		Result: orUnknown(rec.Result), Warnings: []Warning{},
	}}
	for _, w := range rec.Warnings {
		g.Report.warn(0, w.Place, w.Rule, w.Message)
	}
	if !v.choose(g, rec, s) || !g.setUp(rec) {
		return g
	}
	v.replay(g, rec)
	g.conclude(rec)
	return g
}

// ReportUnreadable is the report on a file in which no record can be read.
func ReportUnreadable(file string, game int, err error) Report {
	e := &Error{File: file, Reason: "unreadable", Message: err.Error(), Legal: []string{}}
	var large *parser.TooLarge
	if errors.As(err, &large) {
		e.Line, e.Column = large.Place.Line, large.Place.Column
	}
	return Report{File: file, Game: game, Verdict: Unreadable, Result: "*", Warnings: []Warning{}, Error: e}
}

func orUnknown(result string) string {
	if result == "" {
		return "*"
	}
	return result
}

// choose finds the rules by the record's headers. It reports false when there
// are none to play by.
func (v *Verifier) choose(g *Game, rec *parser.Record, s Settings) bool {
	r := &g.Report
	id, named := v.variantOf(rec, s)
	options, stated := rec.Tag("Options")
	if !stated {
		options = s.Options
	}
	if id == "" {
		r.Verdict, r.Variant = Unsupported, named
		g.Report.warn(0, rec.Place, "NL-1", fmt.Sprintf("the variant %q is not defined", named))
		return false
	}
	r.Variant = id
	found, err := v.book.Rules(id, options)
	var bad *variant.OptionError
	switch {
	case errors.As(err, &bad):
		r.fail(&Error{Line: tagPlace(rec, "Options").Line, Column: tagPlace(rec, "Options").Column, Text: options,
			Rule: "NL-8", Reason: "options", Message: bad.Error(), Legal: []string{}})
		return false
	case err != nil:
		r.Verdict = Unsupported
		r.warn(0, rec.Place, "NL-1", err.Error())
		return false
	}
	g.Rules = found
	r.Options = found.Definition().OptionText()
	return true
}

// variantOf is the id of a record's variant, "" when it is not defined, and
// the name the record gives it. The id in `Variant` stands over the name in
// `VariantName`, the caller's setting over neither.
func (v *Verifier) variantOf(rec *parser.Record, s Settings) (id, named string) {
	for _, key := range []string{"Variant", "VariantName"} {
		if name, ok := rec.Tag(key); ok && name != "" {
			if named == "" {
				named = name
			}
			if id, ok = v.book.registry.Find(name); ok {
				return id, name
			}
		}
	}
	if named == "" {
		if id, ok := v.book.registry.Find(s.Variant); ok {
			return id, s.Variant
		}
		return "", s.Variant
	}
	return "", named
}

func tagPlace(rec *parser.Record, key string) parser.Place {
	for _, t := range rec.Tags {
		if strings.EqualFold(t.Key, key) {
			return t.Place
		}
	}
	return rec.Place
}

// setUp finds the start, the default or the record's own (NL-8).
func (g *Game) setUp(rec *parser.Record) bool {
	g.start = g.Rules.Start()
	if text, ok := rec.Tag("Setup"); ok {
		p, err := g.Rules.ParsePosition(text)
		if err == nil {
			if v := p.JudgeArray(); v != nil {
				err = v
			}
		}
		if err != nil {
			g.Report.fail(startError(rec, text, err))
			return false
		}
		g.start = p
	} else if len(rec.Setup) > 0 {
		at := rec.Setup[0].Place
		g.Report.fail(&Error{Line: at.Line, Column: at.Column, Rule: "NL-8", Reason: "start",
			Message: "Zillions set-up lines do not give the whole state; write Setup= and a position text", Legal: []string{}})
		return false
	}
	g.Report.Start = g.start.Text()
	g.Report.Final = g.Report.Start
	return true
}

func startError(rec *parser.Record, text string, err error) *Error {
	at := tagPlace(rec, "Setup")
	e := &Error{Line: at.Line, Column: at.Column, Text: text, Rule: "NL-8", Reason: "start", Message: err.Error(), Legal: []string{}}
	var v *rules.Violation
	if errors.As(err, &v) {
		e.Rule, e.Reason, e.Message = v.Rule, v.Reason, v.Message
	}
	return e
}

// replay plays the plies that hold and reports the first that does not.
func (v *Verifier) replay(g *Game, rec *parser.Record) {
	r := &g.Report
	p := g.start.CopyTo(v.position)
	defer func() { r.Final = p.Text() }()
	claims := newClaims(g.Rules)
	g.Moves = make([]rules.Move, 0, len(rec.Moves))
	numbers := newNumbering(p, rec)
	outcome, over := p.Outcome()
	for i := range rec.Moves {
		ply := &rec.Moves[i]
		n := i + 1
		if over {
			g.reject(p, rec, n, &notation.Fault{Rule: outcome.Over().Rule, Reason: "game over", Message: outcome.Over().Message})
			return
		}
		m, known, warnings, fault := v.numbered.Read(p, ply.Text)
		if fault == nil {
			fault = numbers.check(n, ply)
		}
		if fault != nil {
			g.reject(p, rec, n, fault)
			if known {
				r.Error.Suggestion = numbers.text(n) + v.numbered.Format(p, m)
			}
			return
		}
		for _, w := range warnings {
			r.warn(n, ply.Place, w.Rule, w.Message)
		}
		p.Play(m)
		g.Moves = append(g.Moves, m)
		r.Plies = n
		claims.look(p, r, n, ply.Place)
		outcome, over = p.Outcome()
	}
	if over {
		r.Result, r.Termination = outcome.Result, &outcome.Termination
	}
	if f := rec.Fault; f != nil {
		n := len(rec.Moves) + 1
		e := &Error{Ply: n, Number: numbers.at(n), Side: g.Rules.SideName(p.Side()), Line: f.Place.Line, Column: f.Place.Column,
			Text: f.Text, Rule: f.Rule, Reason: "syntax", Message: f.Message}
		e.Legal, e.Suggestion = nearest(p, f.Text)
		if e.Rule == "" {
			e.Rule = "NL-5"
		}
		r.fail(e)
	}
}

// reject reports a ply that does not hold.
func (g *Game) reject(p *rules.Position, rec *parser.Record, n int, f *notation.Fault) {
	ply := &rec.Moves[n-1]
	e := &Error{
		Ply: n, Number: ply.Number, Side: g.Rules.SideName(p.Side()),
		Line: ply.Place.Line, Column: ply.Place.Column, Text: ply.Text,
		Rule: f.Rule, Reason: f.Reason, Message: f.Message,
	}
	e.Legal, e.Suggestion = nearest(p, ply.Text)
	g.Report.fail(e)
}

// conclude compares what the record says of its end with how the last
// position stands, and checks the endings that can be checked.
func (g *Game) conclude(rec *parser.Record) {
	r := &g.Report
	if r.Verdict == Illegal {
		return
	}
	r.Verdict = Legal
	says, claimed := rec.Tag("Termination")
	if r.Termination == nil {
		if claimed && says != "" {
			r.Termination = &says
		}
		if strings.EqualFold(says, "impasse") {
			g.checkImpasse(rec)
		}
		return
	}
	if rec.Result != "" && rec.Result != "*" && rec.Result != r.Result {
		r.warn(r.Plies, tagPlace(rec, "Result"), "", fmt.Sprintf("the record says %s, the last position is %s (%s)", rec.Result, r.Result, *r.Termination))
	}
}

// checkImpasse holds a claimed impasse against the points (NE-16).
func (g *Game) checkImpasse(rec *parser.Record) {
	p, err := g.At(len(g.Moves))
	if err != nil {
		return
	}
	o, points, ok := p.Impasse()
	if !ok || o.Result == g.Report.Result {
		return
	}
	at := tagPlace(rec, "Termination")
	g.Report.fail(&Error{
		Ply: g.Report.Plies, Side: g.Rules.SideName(p.Side()), Line: at.Line, Column: at.Column, Text: rec.Result,
		Rule: o.Rule, Reason: "impasse", Message: fmt.Sprintf("the record claims %s by impasse, the points give %s: %s", g.Report.Result, o.Result, points),
		Legal: []string{}, Suggestion: "Result=" + o.Result,
	})
}

// numbering is how the plies of a record should be numbered (NL-1).
type numbering struct {
	first  int // number of the first ply
	second int // 1 when Second moves first
}

func newNumbering(p *rules.Position, rec *parser.Record) numbering {
	n := numbering{first: 1, second: int(p.Side())}
	if len(rec.Moves) > 0 && rec.Moves[0].Number == p.Number() {
		n.first = p.Number()
	}
	return n
}

func (n numbering) at(ply int) int { return n.first + (ply-1+n.second)/2 }

func (n numbering) text(ply int) string { return fmt.Sprintf("%d. ", n.at(ply)) }

func (n numbering) check(ply int, at *parser.Ply) *notation.Fault {
	if at.Number == 0 || at.Number == n.at(ply) {
		return nil
	}
	return &notation.Fault{Rule: "NL-1", Reason: "number", Message: fmt.Sprintf("ply %d bears the number %d, not %d", ply, n.at(ply), at.Number)}
}

// nearest lists the legal moves that differ least from a text, nearest first,
// and the one most probably meant.
func nearest(p *rules.Position, text string) (legal []string, suggestion string) {
	type candidate struct {
		text string
		cost int
	}
	text = clip(strings.Join(strings.Fields(text), " "))
	var all []candidate
	var numbered notation.Numbered
	for _, m := range p.Moves(nil) {
		written := numbered.Format(p, m)
		all = append(all, candidate{written, distance(text, written)})
	}
	slices.SortFunc(all, func(a, b candidate) int {
		if a.cost != b.cost {
			return a.cost - b.cost
		}
		return strings.Compare(a.text, b.text)
	})
	legal = []string{}
	for _, c := range all[:min(len(all), MaxNearest)] {
		legal = append(legal, c.text)
	}
	if len(all) > 0 && all[0].cost <= 4 && (len(all) == 1 || all[1].cost > all[0].cost) {
		suggestion = all[0].text
	}
	return legal, suggestion
}

// clip bounds the text that is compared, in bytes.
func clip(text string) string { return text[:min(len(text), 200)] }

// distance is the number of bytes to insert, remove or change.
func distance(a, b string) int {
	var row [256]int
	b = b[:min(len(b), len(row)-1)]
	for j := range len(b) + 1 {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		diagonal := row[0]
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := diagonal
			if a[i-1] != b[j-1] {
				cost++
			}
			diagonal = row[j]
			row[j] = min(cost, row[j]+1, row[j-1]+1)
		}
	}
	return row[len(b)]
}
