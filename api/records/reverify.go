package records

import (
	"context"
	"errors"

	"assay/analysis"
	"assay/analysis/optional"
	"assay/api/games"
	"assay/api/present"
	"assay/store"
)

// ReverifyOptions are the settings of a re-verification.
type ReverifyOptions struct {
	All    bool // also games verified under the current revision of their definition
	Update bool // save the results in the archive, which must be writable
	// Each is called with every game whose result has changed, in the order of
	// the archive's changes; nil for nothing. Its error ends the run.
	Each func(*Rejudged) error
}

// Judgement is the result of a verification under one revision of a definition.
type Judgement struct {
	Revision    string          `json:"revision"` // version and digest; "" if there was no definition
	Variant     string          `json:"variant"`
	Options     string          `json:"options"`
	Verdict     string          `json:"verdict"`
	Plies       int             `json:"plies"` // legal ones
	Result      string          `json:"result"`
	Termination string          `json:"termination"` // "" if the position does not end the game
	Error       *analysis.Error `json:"error"`       // of an illegal record
}

// Rejudged is a game whose verification result has changed.
type Rejudged struct {
	Game   int64     `json:"game"`
	Before Judgement `json:"before"`
	Now    Judgement `json:"now"`
	// Updated reports whether the new result is in the archive. Results under
	// another variant or other options are never saved; import the record
	// again.
	Updated bool `json:"updated"`
}

// ReverifyTally counts the games of a re-verification.
type ReverifyTally struct {
	Games     int `json:"games"`     // verified again
	Changed   int `json:"changed"`   // with a different result
	Updated   int `json:"updated"`   // saved, with a new result or only a new revision
	Undefined int `json:"undefined"` // skipped, because their variant is not defined
}

// Reverify verifies archived games again if their definition has changed since
// the last verification. Replaced results are kept as history. Every saved game
// counts as changed, so that the index is updated.
func (k *Keeper) Reverify(ctx context.Context, o ReverifyOptions) (ReverifyTally, error) {
	run := reverification{archive: k, options: o, verifier: analysis.NewVerifier(k.library.Book())}
	last, err := k.store.Sequence(ctx)
	if err != nil {
		return run.tally, err
	}
	for after := int64(0); after < last; {
		games, err := k.store.ChangedGames(ctx, after, store.MaxLimit)
		if err != nil {
			return run.tally, err
		}
		for _, g := range games {
			after = g.Sequence
			if g.Deleted != nil || g.Damage != nil || g.Sequence > last {
				continue // later changes are this run's own
			}
			if err := run.game(ctx, g); err != nil {
				return run.tally, err
			}
		}
		if err := run.write(ctx); err != nil {
			return run.tally, err
		}
		if len(games) < store.MaxLimit {
			break
		}
	}
	if run.tally.Updated > 0 {
		k.finder.MakeSearchable(ctx)
	}
	return run.tally, nil
}

// reverification is one run of Reverify.
type reverification struct {
	archive  *Keeper
	options  ReverifyOptions
	verifier *analysis.Verifier
	tally    ReverifyTally
	pending  []store.Verification
	changed  []*Rejudged // of the games read since the last write
}

// game verifies a game again if its definition has changed.
func (run *reverification) game(ctx context.Context, g *store.Game) error {
	r, err := run.archive.library.Rules(g.Variant, g.Options)
	if err != nil {
		run.tally.Undefined++
		return nil
	}
	if g.VariantVersion == r.Definition().Revision() && !run.options.All {
		return nil
	}
	g, err = run.archive.store.Game(ctx, g.ID)
	if errors.Is(err, store.ErrGone) || present.IsGameDamaged(err) {
		return nil
	}
	if err != nil {
		return err
	}
	record, err := present.ArchivedRecord(g)
	if present.IsGameDamaged(err) {
		return nil // Check reports it
	}
	if err != nil {
		return err
	}
	rulings, err := run.archive.rulingsInForce(ctx, g.ID)
	if err != nil {
		return err
	}
	run.tally.Games++
	game := run.verifier.Verify(record, analysis.Settings{
		File: g.File, Variant: g.Variant, Options: g.Options, Rulings: rulings, ProblemNodes: problemNodes,
		Done: ctx.Done(),
	})
	if game == nil {
		return context.Cause(ctx)
	}
	relocate(&game.Report, g)
	return run.compare(g, game)
}

// compare records the differences, and what to save.
func (run *reverification) compare(g *store.Game, game *analysis.Game) error {
	v, err := verificationOf(g.ID, game)
	if err != nil {
		return err
	}
	before, err := games.ReportOf(g)
	if err != nil {
		return err
	}
	report := &game.Report
	sameRules := g.Variant == report.Variant && g.Options == report.Options
	different := !sameRules || g.Verdict != v.Verdict || g.Plies != v.Plies || g.Result != v.Result ||
		g.Termination != v.Termination || g.Start != v.Start || g.Final != v.Final
	write := run.options.Update && sameRules && (different || g.VariantVersion != v.VariantVersion)
	if write {
		run.pending = append(run.pending, v)
	}
	if different {
		run.changed = append(run.changed, &Rejudged{
			Game: g.ID, Updated: write,
			Before: Judgement{
				Revision: g.VariantVersion, Variant: g.Variant, Options: g.Options, Verdict: g.Verdict, Plies: g.Plies,
				Result: g.Result, Termination: g.Termination, Error: before.Error,
			},
			Now: Judgement{
				Revision: v.VariantVersion, Variant: report.Variant, Options: report.Options, Verdict: v.Verdict,
				Plies: v.Plies, Result: v.Result, Termination: v.Termination, Error: report.Error,
			},
		})
	}
	return nil
}

// write saves pending results, then reports the changed ones.
func (run *reverification) write(ctx context.Context) error {
	if len(run.pending) > 0 {
		if err := run.archive.store.Update(ctx, run.pending...); err != nil {
			return err
		}
	}
	run.tally.Updated += len(run.pending)
	run.tally.Changed += len(run.changed)
	for _, game := range run.changed {
		if run.options.Each == nil {
			break
		}
		if err := run.options.Each(game); err != nil {
			return err
		}
	}
	run.pending, run.changed = run.pending[:0], run.changed[:0]
	return nil
}

// verificationOf converts a replay to the archive's form.
func verificationOf(id int64, game *analysis.Game) (store.Verification, error) {
	report := &game.Report
	encoded, err := games.EncodeFindings(report)
	v := store.Verification{
		Game: id, Verdict: report.Verdict, Plies: report.Plies, Result: report.Result, Start: report.Start,
		Final: report.Final, Moves: analysis.EncodeMoves(game.Moves), Report: encoded,
	}
	if report.Termination != nil {
		v.Termination = *report.Termination
	}
	if game.Rules != nil {
		v.VariantVersion = game.Rules.Definition().Revision()
	}
	return v, err
}

// relocate changes the places of a record's report to those in the file that
// the record came from.
func relocate(r *analysis.Report, g *store.Game) {
	r.Game = g.Number
	shift := g.Line - 1
	r.Line += optional.Number(shift)
	if r.Error != nil && r.Error.Line > 0 {
		r.Error.Line += shift
	}
	for i := range r.Warnings {
		if r.Warnings[i].Line > 0 {
			r.Warnings[i].Line += shift
		}
	}
}
