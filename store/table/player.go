package table

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"assay/store"
	"assay/store/row"
)

// playerNameColumns are the columns of a decision about a name.
const playerNameColumns = `number, name, player, author, saved, sum`

// scanPlayerName reads playerNameColumns. It returns an altered decision with
// its error.
func scanPlayerName(r Row) (*store.PlayerName, error) {
	n := new(store.PlayerName)
	var saved, sum int64
	err := r.Scan(&n.Number, &n.Name, &n.Player, &n.Author, &saved, &sum)
	n.Saved = row.Instant(saved)
	if err == nil && sum != row.Checksum(n.Number, n.Name, n.Player, n.Author, saved) {
		err = fmt.Errorf("decision %d about a player's name: %w", n.Number,
			errors.Join(store.ErrCorrupt, row.ErrChecksum))
	}
	return n, err
}

const lastPlayerName = `SELECT coalesce(max(number), 0) FROM player_names`

func (t Tables) NamePlayer(ctx context.Context, after int64, names []store.PlayerName) error {
	return t.db.Write(ctx, 0, func(tx Transaction) error {
		var last int64
		if err := tx.Row(ctx, lastPlayerName).Scan(&last); err != nil {
			return err
		}
		if after != store.AnyRevision && after != last {
			return &store.NamesChangedError{After: after, Current: last}
		}
		saved := tx.Now()
		for i := range names {
			n := &names[i]
			last++
			n.Number, n.Saved = last, row.Instant(saved)
			if err := exec(ctx, tx, `INSERT INTO player_names (`+playerNameColumns+`) VALUES ($1, $2, $3, $4, $5, $6)`, last,
				n.Name, n.Player, n.Author, saved, row.Checksum(last, n.Name, n.Player, n.Author, saved)); err != nil {
				return err
			}
		}
		return nil
	})
}

func (t Tables) PlayerNames(ctx context.Context) ([]store.PlayerName, error) {
	return list(ctx, t, scanPlayerName, `SELECT `+playerNameColumns+` FROM player_names n
		WHERE number = (SELECT max(l.number) FROM player_names l WHERE l.name = n.name) ORDER BY number`)
}

func (t Tables) LastPlayerName(ctx context.Context) (last int64, err error) {
	err = t.db.Row(ctx, lastPlayerName).Scan(&last)
	return last, t.db.Fault(ctx, err)
}

// claimColumns are the columns of a claim.
const claimColumns = `person, player, state, arbiter, saved, sum`

// scanClaim reads claimColumns. It returns an altered claim with its error.
func scanClaim(r Row) (*store.PlayerClaim, error) {
	c := new(store.PlayerClaim)
	var saved, sum int64
	err := r.Scan(&c.Person, &c.Player, &c.State, &c.Arbiter, &saved, &sum)
	c.Saved = row.Instant(saved)
	if err == nil && sum != claimSum(c, saved) {
		err = fmt.Errorf("claim of person %d to be a player: %w", c.Person,
			errors.Join(store.ErrCorrupt, row.ErrChecksum))
	}
	return c, err
}

func claimSum(c *store.PlayerClaim, saved int64) int64 {
	return row.Checksum(c.Person, c.Player, string(c.State), c.Arbiter, saved)
}

const selectClaims = `SELECT ` + claimColumns + ` FROM player_claims`

func (t Tables) ChangeClaim(ctx context.Context, person int64,
	change func(c *store.PlayerClaim, others []store.PlayerClaim) error) error {
	return t.db.Write(ctx, 0, func(tx Transaction) error {
		c := &store.PlayerClaim{Person: person}
		var others []store.PlayerClaim
		if err := tx.Each(ctx, func(r Row) error {
			found, err := scanClaim(r)
			if err == nil && found.Person == person {
				c = found
			} else if err == nil {
				others = append(others, *found)
			}
			return err
		}, selectClaims+` ORDER BY person`); err != nil {
			return err
		}
		if err := change(c, others); err != nil {
			return err
		}
		if err := exec(ctx, tx, `DELETE FROM player_claims WHERE person = $1`, person); err != nil || c.Player == "" {
			return err
		}
		saved := tx.Now()
		return exec(ctx, tx, `INSERT INTO player_claims (`+claimColumns+`) VALUES ($1, $2, $3, $4, $5, $6)`,
			person, c.Player, c.State, c.Arbiter, saved, claimSum(c, saved))
	})
}

func (t Tables) PlayerClaims(ctx context.Context) ([]store.PlayerClaim, error) {
	return list(ctx, t, scanClaim, selectClaims+` ORDER BY person`)
}

func (t Tables) PlayerClaim(ctx context.Context, person int64) (*store.PlayerClaim, error) {
	c, err := scanClaim(t.db.Row(ctx, selectClaims+` WHERE person = $1`, person))
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return classified(ctx, t, c, err)
}
