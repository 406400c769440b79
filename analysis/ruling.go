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

// Ruling is an arbiter's decision that a ply of a record stands though it
// breaks a rule. It is about that ply and that rule only.
type Ruling struct {
	Number  int64     `json:"number"`  // of the rulings on the game, from 1
	Ply     int       `json:"ply"`     // from 1
	Rule    string    `json:"rule"`    // number of the ruling that the ply breaks
	Move    string    `json:"move"`    // as it was made on the board, as numbered lists or SAN write it; "" for what the text most probably means
	Text    string    `json:"text"`    // of the ply in the record; "" for any
	Arbiter string    `json:"arbiter"` // who decided it
	Reason  string    `json:"reason"`
	Ruled   time.Time `json:"ruled"` // when
}

// Stood is a ply that stands by a ruling.
type Stood struct {
	Ruling
	Breach  string `json:"breach"`  // what is wrong with the ply: a word or two, stable
	Message string `json:"message"` // the same in a sentence
}

// Holds reports whether the whole record holds: it is legal, or would be but
// for the plies that an arbiter lets stand.
func (r *Report) Holds() bool { return slices.Contains(Proved, r.Verdict) }

// UnplayableError says that the move of a ply cannot be made on the board, so
// that no ruling can let it stand.
type UnplayableError struct {
	Ply     int
	Text    string // of the ply, or of the move that was named
	Rule    string
	Message string
}

func (e *UnplayableError) Error() string {
	return fmt.Sprintf("ply %d, %q, cannot be made on the board (%s: %s)", e.Ply, e.Text, e.Rule, e.Message)
}

// letStand finds the ruling by which ply n stands in the position before it,
// and what is played there; m is the move that its text most probably means, 0
// for none.
func (g *Game) letStand(p *rules.Position, moves notation.Notation, rulings []Ruling, n int, m rules.Move, f *notation.Fault) (rules.Move, bool) {
	text := g.Record.Moves[n-1].Text
	i := slices.IndexFunc(rulings, func(r Ruling) bool {
		return r.Ply == n && r.Rule == f.Rule && (r.Text == "" || r.Text == text)
	})
	if i < 0 {
		return 0, false
	}
	played, err := asPlayed(p, &rulings[i], text, m, f)
	if err != nil {
		return 0, false
	}
	s := Stood{Ruling: rulings[i], Breach: f.Reason, Message: notation.Respell(moves, g.Rules, f.Message)}
	s.Move, s.Text = notation.Numbered{}.Format(p, played), text
	g.Report.Rulings = append(g.Report.Rulings, s)
	return played, true
}

// asPlayed is what a ruling lets stand of a text that most probably means m, 0
// where f says that no move can be told. The error is an *UnplayableError.
func asPlayed(p *rules.Position, r *Ruling, text string, m rules.Move, f *notation.Fault) (rules.Move, error) {
	if r.Move != "" {
		text = r.Move
		if m, _, _, f = (&notation.Numbered{}).Read(p, text); f != nil && m == 0 {
			m, _, _, _ = notation.NewSAN(nil, p.Rules()).Read(p, text)
		}
	}
	switch {
	case f != nil && m == 0 && r.Move == "":
		return 0, &UnplayableError{r.Ply, text, f.Rule, f.Message + "; name the move that was made"}
	case f != nil && m == 0:
		return 0, &UnplayableError{r.Ply, text, f.Rule, f.Message}
	}
	played, v := p.AsPlayed(m)
	if v != nil {
		return 0, &UnplayableError{r.Ply, text, v.Rule, v.Message}
	}
	return played, nil
}

// Stands reports whether a ruling would let the ply stand at which a record
// that was proved from this game's breaks, and what would be played there: the
// ruling with Move and Text filled in. The error is an *UnplayableError, or a
// *StandingError where nothing of the kind is to be ruled.
func (g *Game) Stands(r Ruling) (Ruling, error) {
	e := g.Report.Error
	switch {
	case g.Report.Verdict != Illegal || e == nil || e.Ply < 1 || !g.Playable() || g.Record == nil || e.Ply != len(g.Moves)+1 || e.Ply > len(g.Record.Moves):
		return r, &StandingError{Field: "ply", Value: fmt.Sprint(r.Ply), Want: "a ply that breaks a rule, and this record has none"}
	case r.Ply != e.Ply:
		return r, &StandingError{Field: "ply", Value: fmt.Sprint(r.Ply), Want: fmt.Sprintf("the ply that breaks a rule, %d", e.Ply)}
	}
	p, err := g.At(e.Ply - 1)
	if err != nil {
		return r, err
	}
	moves, ok := notation.For(g.Record, g.Start())
	if !ok {
		return r, &StandingError{Field: "ply", Value: fmt.Sprint(r.Ply), Want: "a record whose moves can be read"}
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
		return r, &StandingError{Field: "ruling", Value: r.Rule, Want: fmt.Sprintf("%s, which ply %d breaks", broken, e.Ply)}
	}
	played, err := asPlayed(p, &r, text, m, f)
	if err != nil {
		return r, err
	}
	r.Rule = broken
	r.Move, r.Text = notation.Numbered{}.Format(p, played), text
	return r, nil
}

// StandingError says that a ruling is about nothing that could stand by it.
type StandingError struct {
	Field string // of the ruling: "ply" or "ruling"
	Value string
	Want  string
}

func (e *StandingError) Error() string {
	return fmt.Sprintf("%s %q: want %s", e.Field, e.Value, e.Want)
}

// says is what is said of a ply that stands, wherever the game is shown.
func (s *Stood) says() string {
	text := "stands by the ruling of " + s.Arbiter
	if !s.Ruled.IsZero() {
		text += " of " + s.Ruled.UTC().Format(time.DateOnly)
	}
	return strings.Join(strings.Fields(text+" though it breaks "+s.Rule+": "+s.Reason), " ")
}

// commandRuling is the command of a comment that says of a ply by its number
// and the rule that it breaks that it stands by a ruling.
const commandRuling = "ruling"

// command is what programs are told of a ply that stands.
func (s *Stood) command() parser.Command {
	return parser.Command{Name: commandRuling, Text: fmt.Sprintf("%d %s", s.Number, s.Rule)}
}

// stood is what stands by a ruling at a ply of the main line, from 1; nil where
// nothing does.
func (r *Report) stood(ply int) *Stood {
	i := slices.IndexFunc(r.Rulings, func(s Stood) bool { return s.Ply == ply })
	if i < 0 {
		return nil
	}
	return &r.Rulings[i]
}
