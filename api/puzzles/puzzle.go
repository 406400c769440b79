// Package puzzles has the use cases of puzzles: they are made from games,
// archived with their proof, listed, written and read.
package puzzles

import (
	"crypto/sha256"
	"encoding/base32"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"strings"

	"assay/analysis/notation"
	"assay/analysis/optional"
	"assay/analysis/puzzle"
	"assay/analysis/rules"
	"assay/api/define"
	"assay/api/present"
	"assay/store"
)

// Puzzle is a puzzle as it is shown and archived.
type Puzzle struct {
	ID       string          `json:"id"`
	Variant  string          `json:"variant"`
	Options  string          `json:"options"`
	Position string          `json:"position"` // in which the solver moves
	Side     optional.Text   `json:"side"`     // the solver
	Goal     optional.Text   `json:"goal"`     // in words
	Kind     puzzle.Kind     `json:"kind"`
	Themes   []string        `json:"themes"`
	Rating   int             `json:"rating"` // difficulty, by search effort and by the first attempts of solvers
	Tried    int             `json:"tried"`  // number of people that trained it with their progress stored
	Solved   int             `json:"solved"` // of these, those that solved it at the first attempt
	Moves    []string        `json:"moves"`  // the solution in UCI, replies included
	Line     optional.Text   `json:"line"`   // the same, as people write it
	Also     []string        `json:"also"`   // moves that end a forced win in place of the last one, in UCI
	Before   optional.Text   `json:"before"` // position before the move that led here
	Played   optional.Text   `json:"played"` // that move, in UCI
	Game     optional.Number `json:"game"`   // archived game
	Ply      optional.Number `json:"ply"`    // of the game
	Proof    puzzle.Proof    `json:"proof"`
}

// content is the part of a puzzle that the store does not interpret.
type content struct {
	Moves  []string     `json:"moves"`
	Also   []string     `json:"also,omitempty"`
	Before string       `json:"before,omitempty"`
	Played string       `json:"played,omitempty"`
	Proof  puzzle.Proof `json:"proof"`
	// FirstRating is the rating before anyone tried the puzzle; 0 until then.
	FirstRating int `json:"firstRating,omitempty"`
	Tried       int `json:"tried,omitempty"`
	Solved      int `json:"solved,omitempty"`
}

var idEncoding = base32.NewEncoding("abcdefghijkmnpqrstuvwxyz23456789").WithPadding(base32.NoPadding)

const idLength = 10

// PositionID returns the ID of a position by its key, the same for all texts of
// it.
func PositionID(variant, options string, key uint64) string {
	sum := sha256.Sum256(binary.BigEndian.AppendUint64([]byte(variant+"\x00"+options+"\x00"), key))
	return idEncoding.EncodeToString(sum[:])[:idLength]
}

// view returns a found puzzle as it is archived and shown.
func view(z *puzzle.Puzzle, variant, options string) *Puzzle {
	p := z.Position.Clone()
	v := &Puzzle{ID: PositionID(variant, options, p.Key()), Variant: variant, Options: options, Position: p.Text(),
		Kind: z.Kind, Themes: z.Themes, Rating: z.Rating, Also: []string{}, Proof: z.Proof}
	for i, m := range z.Moves {
		if i == len(z.Moves)-1 {
			for _, also := range z.Also {
				v.Also = append(v.Also, notation.UCI{}.Format(p, also))
			}
		}
		v.Moves = append(v.Moves, notation.UCI{}.Format(p, m))
		p.Play(m)
	}
	v.describe(z.Position, z.Moves)
	return v
}

// describe adds what is said in words.
func (v *Puzzle) describe(p *rules.Position, moves []rules.Move) {
	v.Side = optional.Text(p.Rules().SideName(p.Side()))
	v.Line = optional.Text(LineText(p, moves))
	n, end, does := (len(moves)+1)/2, p.Clone(), "%s wins in %d"
	for _, m := range moves {
		end.Play(m)
	}
	if o, over := end.Outcome(); over && o.Termination == "checkmate" {
		does = "%s mates in %d"
	}
	if v.Proof.Method == puzzle.Complete {
		v.Goal = optional.Text(fmt.Sprintf(does, v.Side, n))
		return
	}
	v.Goal = map[puzzle.Kind]optional.Text{
		puzzle.Win: v.Side + " wins", puzzle.Defence: v.Side + " defends", puzzle.Draw: v.Side + " draws",
	}[v.Kind]
}

// algebraic returns the writer for SAN, or for numbered lists if the variant
// has no SAN.
func algebraic(r *rules.Rules) define.MoveWriter {
	if w, err := present.MovesAs("san", r); err == nil {
		return w
	}
	return define.Numbered
}

// MoveText returns a move as people write it.
func MoveText(p *rules.Position, m rules.Move) string {
	return present.UsualMoves(p.Rules()).Format(p, m)
}

// LineText returns moves with their numbers, as people write them.
func LineText(p *rules.Position, moves []rules.Move) string {
	return numbered(p, 1, moves, present.UsualMoves(p.Rules()).Format)
}

// numbered writes moves with their numbers; number is that of the first.
func numbered(p *rules.Position, number int, moves []rules.Move,
	format func(*rules.Position, rules.Move) string) string {
	var b strings.Builder
	q := p.Clone()
	for i, m := range moves {
		switch {
		case q.Side() == rules.First:
			fmt.Fprintf(&b, " %d.", number)
		case i == 0:
			fmt.Fprintf(&b, " %d...", number)
		}
		if q.Side() == rules.Second {
			number++
		}
		b.WriteString(" " + format(q, m))
		q.Play(m)
	}
	return b.String()[1:]
}

// IsPlayable reports whether the solution is legal by rules of the variant.
func (v *Puzzle) IsPlayable(r *rules.Rules) bool {
	p, err := r.ParsePosition(v.Position)
	if err == nil {
		_, err = play(p, v.Moves)
	}
	return err == nil
}

// play reads moves in UCI from a position.
func play(p *rules.Position, texts []string) (moves []rules.Move, err error) {
	q := p.Clone()
	for _, text := range texts {
		m, ok := findMove(q, text)
		if !ok {
			return nil, fmt.Errorf("%.40q is no legal move in %s", text, q.Text())
		}
		moves = append(moves, m)
		q.Play(m)
	}
	return moves, nil
}

// findMove returns the legal move with this text in UCI, as shown, or in SAN.
func findMove(p *rules.Position, text string) (rules.Move, bool) {
	all := p.Moves(nil)
	find := func(text string, format func(*rules.Position, rules.Move) string) (rules.Move, bool) {
		for _, m := range all {
			if format(p, m) == text {
				return m, true
			}
		}
		return 0, false
	}
	if m, ok := find(text, notation.UCI{}.Format); ok {
		return m, true
	}
	plain := func(text string) string { return strings.TrimRight(text, "+#!?") }
	for _, w := range []define.MoveWriter{present.UsualMoves(p.Rules()), algebraic(p.Rules())} {
		format := func(p *rules.Position, m rules.Move) string { return plain(w.Format(p, m)) }
		if m, ok := find(plain(text), format); ok {
			return m, true
		}
	}
	return 0, false
}

// stored returns the puzzle as the store keeps it.
func (v *Puzzle) stored() (store.Puzzle, error) {
	kept, err := json.Marshal(content{Moves: v.Moves, Also: v.Also, Before: string(v.Before), Played: string(v.Played),
		Proof: v.Proof})
	return store.Puzzle{ID: v.ID, Variant: v.Variant, Options: v.Options, Game: int64(v.Game), Ply: int(v.Ply),
		Position: v.Position, Kind: string(v.Kind), Themes: v.Themes, Rating: v.Rating, Content: kept}, err
}

// read returns a stored puzzle. Without its variant it has no words.
func (c *Collection) read(z *store.Puzzle) (*Puzzle, error) {
	var kept content
	if err := json.Unmarshal(z.Content, &kept); err != nil {
		return nil, fmt.Errorf("puzzle %s: %w", z.ID, err)
	}
	v := &Puzzle{ID: z.ID, Variant: z.Variant, Options: z.Options, Position: z.Position, Kind: puzzle.Kind(z.Kind),
		Themes: z.Themes, Rating: z.Rating, Tried: kept.Tried, Solved: kept.Solved,
		Moves: kept.Moves, Also: append([]string{}, kept.Also...),
		Before: optional.Text(kept.Before), Played: optional.Text(kept.Played), Game: optional.Number(z.Game),
		Ply: optional.Number(z.Ply), Proof: kept.Proof}
	if p, err := c.library.Position(z.Variant, z.Options, z.Position); err == nil {
		if moves, err := play(p, kept.Moves); err == nil {
			v.describe(p, moves)
		}
	}
	return v, nil
}
