package analysis

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"assay/analysis/notation"
	"assay/analysis/optional"
	"assay/analysis/rules"
	"assay/analysis/variant"
	"assay/parser"
	"assay/parser/record"
	"assay/parser/scan"
)

// Settings are the caller's settings for details that a record does not state.
type Settings struct {
	File    string   // name for reports
	Variant string   // for records that name no defined variant
	Options string   // for records that state none; only with Variant, if that is set
	Strict  bool     // treat the first warning as an error
	Rulings []Ruling // each applies if it fits the text of its ply and the broken rule
	// ProblemNodes is the number of moves to try in order to verify the
	// solution that a record of a problem states; 0 means that it is not
	// verified.
	ProblemNodes uint64
	// Done cancels the replay when closed; may be nil.
	Done <-chan struct{}
	// Watcher visits every ply after it is verified; may be nil. The game may
	// be shortened afterwards.
	Watcher Watcher
}

// Watcher is a visitor that also receives the starting position.
type Watcher interface {
	Visitor
	Begin(start *rules.Position)
}

// Verifier verifies records one at a time. It is not safe for concurrent use,
// but its Rulebook is.
type Verifier struct {
	book      *Rulebook
	position  *rules.Position // buffer of the replay
	elsewhere *rules.Position // buffer of replays by other variants
	watched   [1]Node         // buffer for the watcher
	headers   headerKinds     // of the last record
}

// NewVerifier returns a verifier that uses a rulebook.
func NewVerifier(b *Rulebook) *Verifier {
	return &Verifier{book: b, position: new(rules.Position), elsewhere: new(rules.Position)}
}

// Verify replays a record. Errors of the record are in the game's report. It
// returns nil if s.Done was closed.
func (v *Verifier) Verify(rec *parser.Record, s Settings) *Game {
	c := v.variantOf(rec, s)
	g := v.verify(rec, s, c)
	if g == nil {
		return nil
	}
	if g.Report.Holds() {
		if c.open && c.inferred == "" {
			v.lookAtEnd(g, rec)
		}
		return g
	}
	if c.open {
		other, several, inferred := v.inferredChoice(g, rec, c)
		switch {
		case g.ended():
			return nil
		case inferred:
			return v.verify(rec, s, other)
		case several != nil:
			v.warnOfSeveral(g, rec, several)
			return g
		}
	}
	v.lookElsewhere(g, rec)
	return g
}

// verify replays a record as the chosen variant.
func (v *Verifier) verify(rec *parser.Record, s Settings, c choice) *Game {
	g := &Game{Record: rec, Report: Report{
		File: s.File, Game: rec.Game, Line: optional.Number(rec.Place.Line), Format: string(rec.Format),
		Encoding: optional.Text(encodingOf(rec)),
		Result:   cmp.Or(rec.Result, "*"), Warnings: []Warning{},
	}}
	for _, w := range rec.Warnings {
		g.Report.warn(0, w.Place, w.Rule, w.Message)
	}
	g.doubtHeaders(rec, &v.headers)
	g.done = s.Done
	if v.choose(g, rec, s, c) && g.setUp(rec) {
		if !v.replay(g, rec, &s) {
			return nil
		}
		g.conclude(rec)
	}
	if rec.Partner != nil && g.Report.Holds() && !v.verifyPartner(g, rec, s, c) {
		return nil
	}
	if s.ProblemNodes > 0 {
		if g.verifyProblem(rec, s.ProblemNodes, v.book.solved); g.ended() {
			return nil
		}
	}
	if s.Strict && g.Report.Holds() {
		g.refuseDoubts(rec)
	}
	if r := &g.Report; r.Termination == nil {
		r.Termination = stated(rec)
	}
	return g
}

// stated returns the ending that a record states, or nil.
func stated(rec *parser.Record) *string {
	says, _ := rec.Tag("Termination")
	if says = cmp.Or(says, rec.Ending); says == "" {
		return nil
	}
	return &says
}

// encodingOf returns a record's encoding, or "" for UTF-8.
func encodingOf(rec *parser.Record) string {
	if rec.Encoding == "utf-8" {
		return ""
	}
	return rec.Encoding
}

// Unread returns the game for a file without a readable record.
func Unread(file string, game int, err error) *Game {
	e := &Error{File: file, Reason: "unreadable", Message: err.Error(), Legal: []string{}}
	if large, ok := errors.AsType[*parser.TooLarge](err); ok {
		e.Line, e.Column = large.Place.Line, large.Place.Column
	}
	return &Game{Report: Report{File: file, Game: game, Verdict: Unreadable, Result: "*", Warnings: []Warning{},
		Error: e}}
}

// maxUndefined bounds the length of the name of an undefined variant, because
// archives use it as an index key.
const maxUndefined = 200

// choose sets the rules of the chosen variant and options. It returns false if
// there are none.
func (v *Verifier) choose(g *Game, rec *parser.Record, s Settings, c choice) bool {
	r := &g.Report
	id, named := c.id, c.named
	options, stated := rec.Options, rec.Variant != ""
	if !stated {
		options, stated = rec.Tag("Options")
	}
	given := !stated && s.Options != ""
	if given && s.Variant != "" {
		of, _ := v.book.Registry().Find(s.Variant)
		given = of == id
	}
	if given {
		options = s.Options
	}
	if id == "" {
		r.Verdict, r.Variant = Unsupported, record.Cut(named, maxUndefined)
		g.Report.warn(0, rec.Place, "NL-1", cmp.Or(c.unsupported, v.undefined(named)))
		return false
	}
	r.Variant = id
	if _, defined := v.book.Registry().Find(named); !defined {
		g.Report.warn(0, rec.Place, "NL-1", fmt.Sprintf("%s; it is proved as %s", v.undefined(named), id))
	}
	found, err := v.book.Rules(id, options)
	var bad *variant.OptionError
	switch {
	case errors.As(err, &bad):
		if given {
			g.Refused = bad
		}
		r.fail(&Error{Line: tagPlace(rec, "Options").Line, Column: tagPlace(rec, "Options").Column, Text: options,
			Rule: "NL-8", Reason: "options", Message: bad.Error(), Legal: []string{}})
		return false
	case err != nil:
		r.Verdict = Unsupported
		r.warn(0, rec.Place, "NL-1", err.Error())
		return false
	}
	g.Rules = found
	if c.inferred != "" {
		r.warn(0, rec.Place, "NL-1", inferredMessage(found.Definition().Name, id, c.inferred))
	}
	r.Options = found.Definition().OptionText()
	return true
}

// undefined returns the message about an undefined variant.
func (v *Verifier) undefined(name string) string {
	if name == "" {
		return "the record does not say which variant it is of"
	}
	return fmt.Sprintf("the variant %q is not defined%s", record.Clip(name), v.book.Registry().Meant(name))
}

func tagPlace(rec *parser.Record, key string) parser.Place {
	for _, t := range rec.Tags {
		if strings.EqualFold(t.Key, key) {
			return t.Place
		}
	}
	return rec.Place
}

// setUp sets the starting position, the default or the record's own (NL-8). It
// returns false if the position is invalid.
func (g *Game) setUp(rec *parser.Record) bool {
	start := g.Rules.StartText()
	if f := rec.Fault; f != nil && f.Start {
		g.Report.fail(&Error{Line: f.Place.Line, Column: f.Place.Column, Text: f.Text, Rule: f.Rule, Reason: "start",
			Message: f.Message, Legal: []string{}})
		return false
	}
	text := rec.Start
	if text == "" {
		text = g.setupTag(rec)
	}
	if text != "" {
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
		g.start, start = p, p.Text()
	} else if len(rec.Setup) > 0 {
		at := rec.Setup[0].Place
		g.Report.fail(&Error{Line: at.Line, Column: at.Column, Rule: "NL-8", Reason: "start",
			Message: "Zillions set-up lines do not give the whole state; write Setup= and a position text",
			Legal:   []string{}})
		return false
	}
	g.Report.Start, g.Report.Final = start, start
	return true
}

// setupTag returns the position of the header Setup. In PGN, SetUp is only a
// flag that announces the header FEN.
func (g *Game) setupTag(rec *parser.Record) string {
	text, _ := rec.Tag("Setup")
	switch text {
	case "1":
		g.Report.warn(0, tagPlace(rec, "Setup"), "NL-8",
			"SetUp says that the game has a start of its own, and no FEN gives it")
		return ""
	case "0":
		return ""
	}
	return text
}

func startError(rec *parser.Record, text string, err error) *Error {
	at := cmp.Or(rec.StartPlace, rec.Place)
	if rec.Start == "" {
		at = tagPlace(rec, "Setup")
	}
	e := &Error{Line: at.Line, Column: at.Column, Text: text, Rule: "NL-8", Reason: "start", Message: err.Error(),
		Legal: []string{}}
	if v, ok := errors.AsType[*rules.Violation](err); ok {
		e.Rule, e.Reason, e.Message = v.Rule, v.Reason, v.Message
	}
	return e
}

// lettersMessage is the warning about piece letters of another language or
// piece set.
func lettersMessage(used, meaning, language string) string {
	if language != "" {
		return fmt.Sprintf("the piece letters are read as those of %s: %s for %s", language, used, meaning)
	}
	return fmt.Sprintf("the piece letters %s are read as %s, which makes every ply legal", used, meaning)
}

// stopPlies is the number of plies between two tests whether the replay was
// cancelled.
const stopPlies = 16

// replay plays the legal plies and reports the first illegal one. It returns
// false if the replay was cancelled.
func (v *Verifier) replay(g *Game, rec *parser.Record, s *Settings) (whole bool) {
	r, watcher := &g.Report, s.Watcher
	p := g.StartIn(v.position)
	sides := walk{}
	if watcher != nil {
		watcher.Begin(p)
		sides.visitor = watcher
	}
	moves, ok := notation.For(rec, p)
	if !ok {
		r.Verdict = Unsupported
		r.warn(0, rec.Place, "", fmt.Sprintf("%s cannot hold moves of %s", rec.Written(), r.Variant))
		return true
	}
	sides.source = moves
	if notation.RanksDoubtful(moves) {
		r.warn(0, rec.Place, "PGN", "the squares fit ranks from 1 (UCI) and from 0 (ICCS), and were read from 1; "+
			`write [Format "UCI"] or [Format "ICCS"] to decide`)
	}
	if used, meaning, language := notation.Letters(moves, rec); used != "" {
		r.warn(0, rec.Place, parser.Traits(rec.Written()).NumberRule, lettersMessage(used, meaning, language))
	}
	defer func() { r.Final = p.Text() }()
	claims := &claims{open: g.Rules.Definition().Claims}
	g.makeMoves(len(rec.Moves))
	numbers := newNumbering(p, rec)
	doubts := newDoubts(numbers, rec, moves)
	for i := range rec.Moves {
		ply := &rec.Moves[i]
		n := i + 1
		if ply.Beside != nil && len(ply.Beside.Variations) > 0 {
			g.proveSides(&sides, p, i)
		}
		if (i%stopPlies == 0 || ply.Beside != nil) && g.ended() {
			return false
		}
		m, known, warnings, fault := moves.Read(p, ply.Text)
		outcome, over := p.OutcomeBefore(known || fault == nil)
		if over {
			fault = gameOver(outcome)
		} else if fault == nil {
			fault = numbers.check(n, ply)
		}
		if fault != nil {
			if stood, ok := g.letStand(p, moves, s.Rulings, n, m, fault); ok {
				m, fault, warnings = stood, nil, nil
			}
		}
		if fault != nil && (g.bothLost(rec, n) || g.lostBy(p, moves, rec, n, m, fault)) {
			if over {
				r.end(outcome)
			}
			return true
		}
		if over && fault != nil {
			r.end(outcome)
			g.reject(p, moves, rec, n, m, fault)
			return true
		}
		if fault != nil {
			s := g.slipAt(p, numbers, rec, n, m, known, fault)
			g.reject(p, moves, rec, n, m, fault)
			if s.first > 0 {
				r.Error.slipped(s, numbers, n)
				doubts.explain(r)
			} else if known {
				r.Error.Suggestion = optional.Text(numbers.text(n) + string(moves.Append(nil, p, m)))
			}
			return true
		}
		for _, w := range warnings {
			r.warn(n, ply.Place, w.Rule, w.Message)
		}
		if watcher == nil {
			p.Play(m)
		} else {
			v.watched[0] = Node{Ply: *ply, Move: m, Holds: true}
			watcher.Ply(p, v.watched[:])
			p.Play(m)
			watcher.Played(p, &v.watched[0])
		}
		g.Moves = append(g.Moves, m)
		r.Plies = n
		doubts.look(p, r, rec.Moves, n)
		claims.look(p, r, n, ply.Place)
	}
	if outcome, over := p.Outcome(); over {
		r.end(outcome)
	}
	if f := rec.Fault; f != nil {
		g.rejectSyntax(p, moves, numbers, len(rec.Moves)+1, f)
	}
	return true
}

// lostBy reports whether the record states that its last ply was illegal and
// decided the game (W-4). The plies before it are then valid, and a note
// describes the error. Without a stated result, the side that made this ply
// loses.
func (g *Game) lostBy(p *rules.Position, moves notation.Notation, rec *parser.Record, n int, m rules.Move,
	f *notation.Fault) bool {
	says := stated(rec)
	if n != len(rec.Moves) || says == nil || !record.EndsIllegally(*says) {
		return false
	}
	// If the word can mean either side, the last ply decides who lost.
	e, ok := record.EndingNamed(*says)
	either := !ok || e.Means != record.Wins || strings.EqualFold(*says, record.EndingName(*says))
	if (rec.Result == "" || rec.Result == "*" || rec.Inferred) && either {
		g.Report.Result = "0-1"
		if (p.Side() == rules.Second) != (f.Reason == notation.OtherSide) {
			g.Report.Result = "1-0"
		}
	}
	g.Report.note(n, rec.Moves[n-1].Place, "W-4", fmt.Sprintf("the record ends with the illegal %q (%s): %s",
		record.Clip(rec.Moves[n-1].Text), f.Rule, notation.Respell(moves, g.Rules, f.Message)))
	return true
}

// bothLost reports whether a final "0-0", which is not a legal castling move,
// means that both players lose. It does not if another result is stated.
func (g *Game) bothLost(rec *parser.Record, n int) bool {
	if n != len(rec.Moves) || rec.Result != "" && rec.Result != "*" ||
		scan.DashesAsHyphens(rec.Moves[n-1].Text) != record.BothLose {
		return false
	}
	g.Report.Result = record.BothLose
	return true
}

func gameOver(o rules.Outcome) *notation.Fault {
	v := o.Over()
	return &notation.Fault{Rule: v.Rule, Reason: v.Reason, Message: v.Message}
}

// rejectSyntax reports movetext that could not be read.
func (g *Game) rejectSyntax(p *rules.Position, moves notation.Notation, numbers *numbering, n int, f *parser.Fault) {
	e := &Error{
		Ply: n, Number: numbers.at(n), Side: g.Rules.SideName(p.Side()), Line: f.Place.Line, Column: f.Place.Column,
		Text: f.Text, Rule: f.Rule, Reason: "syntax", Message: f.Message,
	}
	e.answer(p, moves, 0, nil)
	if e.Rule == "" {
		e.Rule = "NL-5"
	}
	g.Report.fail(e)
}

// reject reports an illegal ply. m is the move that it most probably means, or
// 0.
func (g *Game) reject(p *rules.Position, moves notation.Notation, rec *parser.Record, n int, m rules.Move,
	f *notation.Fault) {
	ply := &rec.Moves[n-1]
	e := &Error{
		Ply: n, Number: ply.Number, Side: g.Rules.SideName(p.Side()),
		Line: ply.Place.Line, Column: ply.Place.Column, Text: ply.Text,
		Rule: f.Rule, Reason: f.Reason, Message: notation.Respell(moves, g.Rules, f.Message),
	}
	if e.Squares = f.Squares; m != 0 {
		e.Squares = Squares(p, m)
	}
	e.answer(p, moves, m, f.Candidates)
	if len(f.Candidates) == 0 && endsInside(rec, n, e.Legal) {
		e.Message += "; the record ends in the middle of a move: the file may be incomplete, so get it again"
	}
	g.Report.fail(e)
}

// conclude compares the result and ending that the record states with the last
// position.
func (g *Game) conclude(rec *parser.Record) {
	r := &g.Report
	if r.Termination != nil && rec.Result != "" && rec.Result != "*" && rec.Result != r.Result {
		r.warn(r.Plies, tagPlace(rec, "Result"), "",
			fmt.Sprintf("the record says %s, the last position is %s (%s)", rec.Result, r.Result, *r.Termination))
	}
	if r.Verdict != "" {
		return
	}
	if r.Verdict = Legal; len(r.Rulings) > 0 {
		r.Verdict = Ruled
	}
	if says := stated(rec); r.Termination == nil && says != nil {
		switch record.EndingName(*says) {
		case "impasse":
			g.checkImpasse(rec)
		case "checkmate":
			g.doubtMate(rec)
		}
	}
}

// doubtMate warns of a stated checkmate that the last position contradicts
// (W-3). It does not apply to variants in which royals are captured.
func (g *Game) doubtMate(rec *parser.Record) {
	if !g.Rules.HasCheck() || g.Rules.CapturesRoyals() {
		return
	}
	at := tagPlace(rec, "Termination")
	if says, _ := rec.Tag("Termination"); says == "" && len(rec.Moves) > 0 {
		at = rec.Moves[len(rec.Moves)-1].Place
	}
	g.Report.warn(g.Report.Plies, at, "W-3", "the record says that it ends by checkmate, and the last position is none")
}

// checkImpasse compares a claimed impasse with the points (NE-16).
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
		Rule: o.Rule, Reason: "impasse",
		Message: fmt.Sprintf("the record claims %s by impasse, the points give %s: %s", g.Report.Result, o.Result,
			points),
		Legal: []string{}, Suggestion: optional.Text("Result=" + o.Result),
	})
}
