package records

import (
	"context"
	"errors"
	"slices"
	"time"

	"assay/analysis"
	"assay/analysis/crash"
	"assay/analysis/optional"
	"assay/api/present"
	"assay/api/request"
	"assay/store"
)

// RulingInput is an arbiter's ruling that the ply at which a record breaks a
// rule counts as played.
type RulingInput struct {
	Author string `json:"author"` // the arbiter
	Ply    int    `json:"ply"`
	Ruling string `json:"ruling"` // ID of the rule that the ply breaks
	Move   string `json:"move"`   // the move played, in numbered or SAN form; "" for the most probable one
	Reason string `json:"reason"`
}

// RevokeInput says who revokes a ruling, and why.
type RevokeInput struct {
	Author string `json:"author"`
	Reason string `json:"reason"`
}

// RulingView is a ruling on a game, which may be revoked.
type RulingView struct {
	analysis.Ruling
	Held    bool          `json:"held"`    // the ply is overruled now
	Lifter  optional.Text `json:"lifter"`  // who revoked it
	Because optional.Text `json:"because"` // why
	Lifted  *time.Time    `json:"lifted"`  // when
}

// RulingList lists all rulings on a game, oldest first.
type RulingList struct {
	Game    int64        `json:"game"`
	Rulings []RulingView `json:"rulings"`
	request.Paged
}

// Ruled is a game after a ruling.
type Ruled struct {
	Game   int64            `json:"game"`
	Ruling RulingView       `json:"ruling"`
	Report *analysis.Report `json:"report"` // of the verification with this ruling
}

// Rule overrules the error of a game's record. The ply counts as played, and
// verification continues from the position after it. The error is a
// *store.GameError or an [*request.InputError]. It is an
// *analysis.StandingError if the record does not break that rule at that ply,
// or an *analysis.UnplayableError if the move cannot be made on the board.
func (k *Keeper) Rule(ctx context.Context, game int64, in RulingInput) (*Ruled, error) {
	if err := request.CheckSigned(ctx, &in.Author, in.Reason); err != nil {
		return nil, err
	}
	now, err := k.store.Now(ctx)
	if err != nil {
		return nil, err
	}
	return k.applyRuling(ctx, game, func(c *rulingWorksheet) (*store.Ruling, error) {
		ruling, err := c.game.Stands(analysis.Ruling{
			Ply: in.Ply, Rule: in.Ruling, Move: in.Move, Arbiter: in.Author, Reason: in.Reason, Ruled: now,
		})
		if err != nil {
			return nil, err
		}
		return c.save(ctx, k.store, ruling)
	})
}

// save verifies the game with another ruling and saves it.
func (c *rulingWorksheet) save(ctx context.Context, s Store, ruling analysis.Ruling) (*store.Ruling, error) {
	last := int64(0)
	for i := range c.all {
		last = c.all[i].Number
	}
	ruling.Number = last + 1
	v, err := c.verify(ctx, append(slices.Clone(c.inForce), ruling))
	if err != nil {
		return nil, err
	}
	return s.Rule(ctx, c.stored.ID, ruling, c.stored.Sequence, v)
}

// RevokeRuling revokes a ruling and verifies the game without it. The ruling
// remains in the history. The error is a *store.GameError, a *store.RulingError
// or an [*request.InputError].
func (k *Keeper) RevokeRuling(ctx context.Context, game, number int64, in RevokeInput) (*Ruled, error) {
	if err := request.CheckSigned(ctx, &in.Author, in.Reason); err != nil {
		return nil, err
	}
	return k.applyRuling(ctx, game, func(c *rulingWorksheet) (*store.Ruling, error) {
		remaining := slices.DeleteFunc(slices.Clone(c.inForce),
			func(r analysis.Ruling) bool { return r.Number == number })
		v, err := c.verify(ctx, remaining)
		if err != nil {
			return nil, err
		}
		return k.store.RevokeRuling(ctx, game, number, in.Author, in.Reason, c.stored.Sequence, v)
	})
}

// Rulings returns all rulings on a game. The error is a *store.GameError.
func (k *Keeper) Rulings(ctx context.Context, game int64) (*RulingList, error) {
	_, report, err := k.games.GameAndReport(ctx, game)
	if err != nil {
		return nil, err
	}
	rulings, err := k.store.Rulings(ctx, game)
	if err != nil {
		return nil, err
	}
	list := &RulingList{Game: game, Rulings: make([]RulingView, len(rulings))}
	for i := range rulings {
		list.Rulings[i] = viewRuling(&rulings[i], report)
	}
	return list, nil
}

func viewRuling(r *store.Ruling, report *analysis.Report) RulingView {
	held := slices.ContainsFunc(report.Rulings, func(s analysis.Stood) bool { return s.Number == r.Number })
	return RulingView{Ruling: r.Ruling, Held: held, Lifter: optional.Text(r.RevokedBy),
		Because: optional.Text(r.RevokedFor), Lifted: r.Revoked}
}

// rulingsInForce returns the rulings on a game that are in force.
func (k *Keeper) rulingsInForce(ctx context.Context, game int64) ([]analysis.Ruling, error) {
	rulings, err := k.store.Rulings(ctx, game)
	return inForce(rulings), err
}

func inForce(rulings []store.Ruling) (valid []analysis.Ruling) {
	for i := range rulings {
		if rulings[i].Revoked == nil {
			valid = append(valid, rulings[i].Ruling)
		}
	}
	return valid
}

// ineffectiveRulings returns the numbers of rulings that have no effect.
func ineffectiveRulings(rulings []analysis.Ruling, report *analysis.Report) []int64 {
	numbers := []int64{}
	for _, r := range rulings {
		if !slices.ContainsFunc(report.Rulings, func(s analysis.Stood) bool { return s.Number == r.Number }) {
			numbers = append(numbers, r.Number)
		}
	}
	return numbers
}

// rulingWorksheet is the worksheet of a ruling.
type rulingWorksheet struct {
	verifier *analysis.Verifier
	stored   *store.Game
	all      []store.Ruling
	inForce  []analysis.Ruling // the valid ones of all
	game     *analysis.Game    // as last verified
}

// maxRulingAttempts bounds the retries of a ruling on a game that changes
// meanwhile.
const maxRulingAttempts = 5

// applyRuling verifies a game and lets decide save a ruling on it.
func (k *Keeper) applyRuling(ctx context.Context, game int64,
	decide func(*rulingWorksheet) (*store.Ruling, error)) (*Ruled, error) {
	for try := 1; ; try++ {
		stored, err := k.store.Game(ctx, game)
		if err != nil {
			return nil, err
		}
		rulings, err := k.store.Rulings(ctx, game)
		if err != nil {
			return nil, err
		}
		c := &rulingWorksheet{verifier: analysis.NewVerifier(k.library.Book()), stored: stored, all: rulings,
			inForce: inForce(rulings)}
		if _, err := c.verify(ctx, c.inForce); err != nil {
			return nil, err
		}
		done, err := decide(c)
		if errors.Is(err, store.ErrGameChanged) && try < maxRulingAttempts {
			continue
		}
		if err != nil {
			return nil, err
		}
		k.finder.MakeSearchable(ctx)
		report := &c.game.Report
		return &Ruled{Game: game, Ruling: viewRuling(done, report), Report: report}, nil
	}
}

// verify verifies the game with rulings.
func (c *rulingWorksheet) verify(ctx context.Context, rulings []analysis.Ruling) (v store.Verification, err error) {
	defer crash.Recover(&err)
	record, err := present.ArchivedRecord(c.stored)
	if err != nil {
		return v, err
	}
	c.game = c.verifier.Verify(record, analysis.Settings{
		File: c.stored.File, Variant: c.stored.Variant, Options: c.stored.Options, Rulings: rulings, Done: ctx.Done(),
	})
	if c.game == nil {
		return v, context.Cause(ctx)
	}
	relocate(&c.game.Report, c.stored)
	return verificationOf(c.stored.ID, c.game)
}
