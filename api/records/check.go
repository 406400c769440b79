package records

import (
	"context"
	"errors"
	"fmt"

	"assay/index"
	"assay/store"
)

// Check searches for damage. It compares the records with their hashes, the
// stored plies with the rules, and the updated index with the archive. An error
// means that the check is incomplete. It matches index.ErrLocked if another
// process uses the index; the rest was then checked.
func (k *Keeper) Check(ctx context.Context) ([]Damage, error) {
	damage := []Damage{}
	faults, err := k.store.Check(ctx)
	if err != nil {
		return nil, err
	}
	for _, f := range faults {
		damage = append(damage, Damage{Part: "archive", Kind: f.Kind, Game: f.Game, Detail: f.String()})
	}
	if len(damage) > 0 {
		return damage, nil // checking an index against a damaged archive is pointless
	}
	if err := k.checkPlies(ctx, func(d Damage) { damage = append(damage, d) }); err != nil {
		return nil, err
	}
	found, err := k.checkIndex(ctx)
	return append(damage, found...), err
}

func (k *Keeper) checkIndex(ctx context.Context) ([]Damage, error) {
	var damage []Damage
	// Also report damage that is repaired on opening.
	x, err := k.finder.OpenedIndexReporting(ctx, func(err error) {
		d := Damage{Part: "index", Kind: string(index.Unreadable), Detail: err.Error()}
		if errors.Is(err, index.ErrForeign) {
			d.Kind = "foreign"
		}
		damage = append(damage, d)
	})
	if err != nil {
		return damage, err
	}
	err = x.CatchUp(ctx, nil)
	var faults []index.Fault
	if err == nil {
		faults, err = x.Check(ctx)
	}
	for _, f := range faults {
		d := Damage{Part: "index", Kind: string(f.Kind), Game: f.Game, Detail: f.String()}
		if f.Kind == index.Stale && k.outdated(ctx, f.Game) {
			d.Detail += ": its definition has changed since it was verified"
		}
		damage = append(damage, d)
	}
	return damage, err
}

// outdated reports whether a game's variant has changed since the game was
// verified.
func (k *Keeper) outdated(ctx context.Context, id int64) bool {
	g, err := k.store.Game(ctx, id)
	if err != nil {
		return false
	}
	r, err := k.library.Rules(g.Variant, g.Options)
	return err == nil && r.Definition().Revision() != g.VariantVersion
}

// checkPlies replays every stored game and compares its final position. It
// skips games verified under other rules.
func (k *Keeper) checkPlies(ctx context.Context, report func(Damage)) error {
	for after := int64(0); ; {
		games, err := k.store.ChangedGames(ctx, after, store.MaxLimit)
		if err != nil {
			return err
		}
		for _, g := range games {
			after = g.Sequence
			if g.Deleted != nil || g.Damage != nil || g.Start == "" {
				continue
			}
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			if detail := k.games.CheckPlies(ctx, g); detail != "" {
				report(Damage{Part: "archive", Kind: "plies", Game: g.ID, Detail: detail})
			}
		}
		if len(games) < store.MaxLimit {
			return nil
		}
	}
}

// Damage is a problem found by Check.
type Damage struct {
	Part   string `json:"part"`           // "archive" or "index"
	Kind   string `json:"kind"`           // as in store.Fault and index.Fault
	Game   int64  `json:"game,omitempty"` // 0 if no single game is affected
	Detail string `json:"detail"`
}

func (d Damage) String() string { return fmt.Sprintf("%s: %s", d.Part, d.Detail) }
