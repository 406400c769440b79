package players

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"assay/analysis/optional"
	"assay/api/request"
	"assay/store"
)

// Claim says which player a person is.
type Claim struct {
	Player  string           `json:"player"` // as records spell it
	Names   []string         `json:"names"`  // all names of the player
	State   store.ClaimState `json:"state"`
	Arbiter optional.Text    `json:"arbiter"` // made the decision, none while it waits
	Updated time.Time        `json:"updated"`
}

// PersonClaim is a claim with its account.
type PersonClaim struct {
	Person int64  `json:"person"`
	Name   string `json:"name"` // of the account
	// Conflict reports that another account is linked to the same player too,
	// because their names were merged after the claims were confirmed. Both
	// accounts then find all games.
	Conflict bool `json:"conflict"`
	Claim
}

// ClaimPage lists claims, by person.
type ClaimPage struct {
	Claims []PersonClaim `json:"claims"`
	request.Paged
}

// ClaimInput names the player that a person is.
type ClaimInput struct {
	Player string `json:"player"`
}

// ClaimDecision confirms or refuses a claim.
type ClaimDecision struct {
	Person   int64  `json:"person"`
	Player   string `json:"player"`   // of the claim that was read
	Decision string `json:"decision"` // confirm or refuse
}

// ClaimDecisions are what a [ClaimDecision] can say.
var ClaimDecisions = []string{"confirm", "refuse"}

// Errors of claims.
var (
	// ErrClaimTaken reports that a player is another person's.
	ErrClaimTaken = errors.New("another account is linked to this player")
	// ErrClaimChanged reports that a person claims another player, or none.
	ErrClaimChanged = errors.New("the claim was changed or withdrawn")
)

// LinkError reports that the caller's account is not linked to a player.
type LinkError struct {
	Player string           // the claimed one, "" if there is none
	State  store.ClaimState // of the claim
}

func (e *LinkError) Error() string {
	switch e.State {
	case store.ClaimWaiting:
		return fmt.Sprintf("no arbiter has confirmed yet that you are %s", e.Player)
	case store.ClaimRefused:
		return fmt.Sprintf("an arbiter refused that you are %s", e.Player)
	}
	return "your account is not linked to a player; choose the player on your account page"
}

// view returns a claim with the current names of its player.
func (n Names) view(c *store.PlayerClaim) Claim {
	return Claim{c.Player, n.Of(n.Player(c.Player)), c.State, optional.Text(c.Arbiter), c.Saved}
}

// account returns the caller's account. The error is a [*request.DeniedError]
// or [request.ErrNoAccounts].
func account(ctx context.Context) (person int64, err error) {
	c := request.CallerOf(ctx)
	switch {
	case c.PersonID != 0:
		return c.PersonID, nil
	case c.Guest():
		return 0, &request.DeniedError{Guest: true}
	}
	return 0, request.ErrNoAccounts
}

// Claim returns the caller's claim, nil if there is none.
func (r *Roster) Claim(ctx context.Context) (*Claim, error) {
	person := request.CallerOf(ctx).PersonID
	if person == 0 {
		return nil, nil
	}
	c, err := r.store.PlayerClaim(ctx, person)
	if err != nil || c == nil {
		return nil, err
	}
	names, err := r.Names(ctx)
	if err != nil {
		return nil, err
	}
	v := names.view(c)
	return &v, nil
}

// Own returns all names of the caller's player, once the claim is confirmed.
// The error may be a [*LinkError], or as for account.
func (r *Roster) Own(ctx context.Context) ([]string, error) {
	if _, err := account(ctx); err != nil {
		return nil, err
	}
	c, err := r.Claim(ctx)
	switch {
	case err != nil:
		return nil, err
	case c == nil:
		return nil, &LinkError{}
	case c.State != store.ClaimConfirmed:
		return nil, &LinkError{c.Player, c.State}
	}
	return c.Names, nil
}

// ownGames returns the games of the caller's player with some sides, ascending.
// The error is as for Own.
func (r *Roster) ownGames(ctx context.Context, sides ...int) ([]int64, error) {
	names, err := r.Own(ctx)
	if err != nil {
		return nil, err
	}
	all, err := r.store.PlayerGames(ctx, names)
	ids := []int64{}
	for _, g := range all {
		if slices.Contains(sides, g.Side) {
			ids = append(ids, g.ID)
		}
	}
	slices.Sort(ids)
	return slices.Compact(ids), err
}

// ClaimPlayer says which player the caller is. An arbiter must confirm it,
// unless the caller is one. The error may be [ErrNoPlayer] or [ErrClaimTaken],
// or as for account.
func (r *Roster) ClaimPlayer(ctx context.Context, in ClaimInput) (*Claim, error) {
	person, err := account(ctx)
	if err != nil {
		return nil, err
	}
	names, err := r.Names(ctx)
	if err != nil {
		return nil, err
	}
	if _, err := r.career(ctx, names, in.Player); err != nil {
		return nil, err
	}
	caller := request.CallerOf(ctx)
	if err := r.store.ChangeClaim(ctx, person, func(c *store.PlayerClaim, others []store.PlayerClaim) error {
		if c.State == store.ClaimConfirmed && names.Player(c.Player) == names.Player(in.Player) {
			return nil
		}
		c.Player, c.State, c.Arbiter = in.Player, store.ClaimWaiting, ""
		if caller.May(request.Arbitrate) {
			c.State, c.Arbiter = store.ClaimConfirmed, caller.Name
		}
		return names.checkClaim(c, others)
	}); err != nil {
		return nil, err
	}
	return r.Claim(ctx)
}

// checkClaim returns [ErrClaimTaken] if a player is another person's.
func (n Names) checkClaim(c *store.PlayerClaim, others []store.PlayerClaim) error {
	if slices.ContainsFunc(others, func(o store.PlayerClaim) bool {
		return o.State == store.ClaimConfirmed && n.Player(o.Player) == n.Player(c.Player)
	}) {
		return ErrClaimTaken
	}
	return nil
}

// Unclaim withdraws the caller's claim. The error is as for account.
func (r *Roster) Unclaim(ctx context.Context) error {
	person, err := account(ctx)
	if err != nil {
		return err
	}
	return r.store.ChangeClaim(ctx, person, func(c *store.PlayerClaim, _ []store.PlayerClaim) error {
		c.Player = ""
		return nil
	})
}

// Claims returns the claims of all people, by person.
func (r *Roster) Claims(ctx context.Context) (*ClaimPage, error) {
	all, err := r.store.PlayerClaims(ctx)
	if err != nil {
		return nil, err
	}
	people, err := r.store.People(ctx)
	if err != nil {
		return nil, err
	}
	called := map[int64]string{}
	for _, p := range people {
		called[p.ID] = p.Name
	}
	names, err := r.Names(ctx)
	if err != nil {
		return nil, err
	}
	linked := map[string]int{}
	for i := range all {
		if all[i].State == store.ClaimConfirmed {
			linked[names.Player(all[i].Player)]++
		}
	}
	page := &ClaimPage{Claims: []PersonClaim{}}
	for i := range all {
		conflict := all[i].State == store.ClaimConfirmed && linked[names.Player(all[i].Player)] > 1
		page.Claims = append(page.Claims,
			PersonClaim{all[i].Person, called[all[i].Person], conflict, names.view(&all[i])})
	}
	return page, nil
}

// DecideClaim confirms or refuses a claim, also one that was decided before.
// The error may be an [*request.InputError], [ErrClaimChanged] or
// [ErrClaimTaken].
func (r *Roster) DecideClaim(ctx context.Context, d ClaimDecision) (*Claim, error) {
	if !slices.Contains(ClaimDecisions, d.Decision) {
		return nil, &request.InputError{Field: "decision", Value: d.Decision,
			Want: strings.Join(ClaimDecisions, " or ")}
	}
	names, err := r.Names(ctx)
	if err != nil {
		return nil, err
	}
	if err := r.store.ChangeClaim(ctx, d.Person, func(c *store.PlayerClaim, others []store.PlayerClaim) error {
		if c.Player == "" || c.Player != d.Player {
			return ErrClaimChanged
		}
		c.Arbiter = request.CallerOf(ctx).Name
		if c.State = store.ClaimRefused; d.Decision == ClaimDecisions[1] {
			return nil
		}
		c.State = store.ClaimConfirmed
		return names.checkClaim(c, others)
	}); err != nil {
		return nil, err
	}
	c, err := r.store.PlayerClaim(ctx, d.Person)
	if err != nil {
		return nil, err
	}
	if c == nil {
		return nil, ErrClaimChanged
	}
	v := names.view(c)
	return &v, nil
}
