package table

import (
	"context"
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
