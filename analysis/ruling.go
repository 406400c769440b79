package analysis

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"assay/analysis/notation"
	"assay/analysis/rules"
	"assay/parser"
)

// Ruling is an arbiter's decision to allow one ply that breaks one rule.
type Ruling struct {
	Number  int64     `json:"number"` // per game, from 1
	Ply     int       `json:"ply"`    // from 1
	Rule    string    `json:"rule"`   // ID of the broken rule
	Move    string    `json:"move"`   // the move made on the board, in numbered-list notation or SAN; "" for the most probable meaning of Text
	Text    string    `json:"text"`   // of the ply in the record; "" for any
	Arbiter string    `json:"arbiter"`
	Reason  string    `json:"reason"`
	Ruled   time.Time `json:"ruled"` // when
}

// Stood is a ply allowed by a ruling.
type Stood struct {
	Ruling
	Breach  string `json:"breach"`  // stable reason code of the error
	Message string `json:"message"` // the error message
}

// Holds reports whether the whole record is valid: legal, except for plies that
// rulings allow.
func (r *Report) Holds() bool { return slices.Contains(Proved, r.Verdict) }

// UnplayableError is the error for a move that cannot be made on the board, so
// that no ruling can allow it.
type UnplayableError struct {
	Ply     int
	Text    string // of the ply, or of the named move
	Rule    string
	Message string
}

func (e *UnplayableError) Error() string {
	return fmt.Sprintf("ply %d, %q, cannot be made on the board (%s: %s)", e.Ply, e.Text, e.Rule, e.Message)
}

// letStand finds the ruling that allows ply n and returns the move to play. m
// is the move that its text most probably means, or 0.
func (g *Game) letStand(p *rules.Position, moves notation.Notation, rulings []Ruling, n int, m rules.Move,
	f *notation.Fault) (rules.Move, bool) {
	text := g.Record.Moves[n-1].Text
	i := slices.IndexFunc(rulings, func(r Ruling) bool {
		return r.Ply == n && r.Rule == f.Rule && (r.Text == "" || r.Text == text)
	})
	if i < 0 {
		return 0, false
	}
	played, err := playedMove(p, &rulings[i], text, m, f)
	if err != nil {
		return 0, false
	}
	s := Stood{Ruling: rulings[i], Breach: f.Reason, Message: notation.Respell(moves, g.Rules, f.Message)}
	s.Move, s.Text = notation.Numbered{}.Format(p, played), text
	g.Report.Rulings = append(g.Report.Rulings, s)
	return played, true
}

// playedMove returns the move that a ruling allows. m is the most probable
// meaning of text, or 0 if f has no move. The error is an *UnplayableError.
func playedMove(p *rules.Position, r *Ruling, text string, m rules.Move, f *notation.Fault) (rules.Move, error) {
	if r.Move != "" {
		text = r.Move
		if m, _, _, f = (&notation.Numbered{}).Read(p, text); f != nil && m == 0 {
			m, _, _, _ = notation.NewSAN(nil, p.Rules()).Read(p, text)
		}
	}
	switch {
	case f != nil && m == 0 && r.Move == "":
		return 0, &UnplayableError{r.Ply, text, f.Rule, f.Message + "; name the move that was played"}
	case f != nil && m == 0:
		return 0, &UnplayableError{r.Ply, text, f.Rule, f.Message}
	}
	played, v := p.AsPlayed(m)
	if v != nil {
		return 0, &UnplayableError{r.Ply, text, v.Rule, v.Message}
	}
	return played, nil
}

// Stands checks a ruling on the illegal ply of this game and returns it with
// Move and Text filled in. The error is an *UnplayableError, or a
// *StandingError if the game has no such ply.
func (g *Game) Stands(r Ruling) (Ruling, error) {
	e := g.Report.Error
	switch {
	case g.Report.Verdict != Illegal || e == nil || e.Ply < 1 || !g.Playable() || g.Record == nil ||
		e.Ply != len(g.Moves)+1 || e.Ply > len(g.Record.Moves):
		return r, &StandingError{Field: "ply", Value: fmt.Sprint(r.Ply),
			Want: "an illegal ply, and this record has none"}
	case r.Ply != e.Ply:
		return r, &StandingError{Field: "ply", Value: fmt.Sprint(r.Ply),
			Want: fmt.Sprintf("the illegal ply, %d", e.Ply)}
	}
	p, err := g.At(e.Ply - 1)
	if err != nil {
		return r, err
	}
	moves, ok := notation.For(g.Record, g.Start())
	if !ok {
		return r, &StandingError{Field: "ply", Value: fmt.Sprint(r.Ply), Want: "a record with readable moves"}
	}
	if follow, ok := moves.(follower); ok {
		before := g.Start()
		for i, m := range g.Moves {
			follow.Follow(before, g.Record.Moves[i].Text)
			before.Play(m)
		}
	}
	text := g.Record.Moves[e.Ply-1].Text
	m, known, _, f := moves.Read(p, text)
	if outcome, over := p.OutcomeBefore(known || f == nil); over {
		f = gameOver(outcome)
	} else if f == nil {
		f = newNumbering(g.Start(), g.Record).check(e.Ply, &g.Record.Moves[e.Ply-1])
	}
	broken := e.Rule
	if f != nil {
		broken = f.Rule
	}
	if r.Rule != broken && r.Rule != e.Rule {
		return r, &StandingError{Field: "ruling", Value: r.Rule,
			Want: fmt.Sprintf("%s, the rule that ply %d breaks", broken, e.Ply)}
	}
	played, err := playedMove(p, &r, text, m, f)
	if err != nil {
		return r, err
	}
	r.Rule = broken
	r.Move, r.Text = notation.Numbered{}.Format(p, played), text
	return r, nil
}

// StandingError is the error for a ruling that does not match the illegal ply.
type StandingError struct {
	Field string // of the ruling: "ply" or "ruling"
	Value string
	Want  string
}

func (e *StandingError) Error() string {
	return fmt.Sprintf("%s %q: expected %s", e.Field, e.Value, e.Want)
}

// comment describes the ruling in a comment.
func (s *Stood) comment() string {
	text := "allowed by a ruling of " + s.Arbiter
	if !s.Ruled.IsZero() {
		text += " on " + s.Ruled.UTC().Format(time.DateOnly)
	}
	return strings.Join(strings.Fields(text+", although it breaks "+s.Rule+": "+s.Reason), " ")
}

// commandRuling is the comment command that marks a ply allowed by a ruling,
// with the number of the ruling and the ID of the broken rule.
const commandRuling = "ruling"

// command returns the comment command of the ruling.
func (s *Stood) command() parser.Command {
	return parser.Command{Name: commandRuling, Text: fmt.Sprintf("%d %s", s.Number, s.Rule)}
}

// rulingAt returns the ruling on a ply of the main line, from 1, or nil.
func (r *Report) rulingAt(ply int) *Stood {
	i := slices.IndexFunc(r.Rulings, func(s Stood) bool { return s.Ply == ply })
	if i < 0 {
		return nil
	}
	return &r.Rulings[i]
}
