package games

import (
	"context"
	"time"

	"assay/analysis/optional"
	"assay/api/request"
	"assay/store"
)

// ChangePage is a page of the changes of an archive.
type ChangePage struct {
	Changes []ChangeView `json:"changes"`
	Last    int64        `json:"last"` // number of the archive's last change
	request.Paged
}

// ChangeView is the last change of a game.
type ChangeView struct {
	Number   int64           `json:"number"`
	Game     int64           `json:"game"`
	Kind     string          `json:"kind"`     // what the game's state shows
	Revision optional.Number `json:"revision"` // of the record; like verdict and time, none if the game is damaged
	Verdict  optional.Text   `json:"verdict"`
	Imported *time.Time      `json:"imported"`
	Deleted  *time.Time      `json:"deleted"`
}

// The kinds of changes. Of several that apply to a game, the first is reported.
const (
	ChangeDeleted   = "deleted"
	ChangeDamaged   = "damaged"
	ChangeCorrected = "corrected"
	ChangeAnnotated = "annotated"
	ChangeArchived  = "archived"
)

// ChangesAfter returns a page of the changes after a cursor, in order. A game
// that changed several times appears once, at its last change. The error is
// [store.ErrCursor] or an [*request.InputError].
func (c *Collection) ChangesAfter(ctx context.Context, cursor string, limit int) (*ChangePage, error) {
	after, err := request.ReadNumberCursor(cursor)
	if err != nil {
		return nil, err
	}
	if err := request.CheckBounds(request.Range("limit", limit, 1, request.MaxLimit)); err != nil {
		return nil, err
	}
	last, err := c.store.Sequence(ctx)
	if err != nil {
		return nil, err
	}
	games, err := c.store.ChangedGames(ctx, after, limit)
	if err != nil {
		return nil, err
	}
	page := &ChangePage{Changes: make([]ChangeView, len(games)), Last: last}
	for i, g := range games {
		page.Changes[i] = viewChange(g)
	}
	if len(games) == limit && games[limit-1].Sequence < last {
		page.Next = request.NumberCursor(games[limit-1].Sequence)
	}
	return page, nil
}

func viewChange(g *store.Game) ChangeView {
	v := ChangeView{Number: g.Sequence, Game: g.ID, Deleted: g.Deleted, Kind: ChangeArchived}
	switch {
	case g.Deleted != nil:
		v.Kind = ChangeDeleted
	case g.Damage != nil:
		v.Kind = ChangeDamaged
	case g.Revision > 1:
		v.Kind = ChangeCorrected
	case g.Annotated:
		v.Kind = ChangeAnnotated
	}
	if g.Damage == nil {
		v.Revision, v.Verdict, v.Imported = optional.Number(g.Revision), optional.Text(g.Verdict), &g.Imported
	}
	return v
}

// LastChange returns the number of the archive's last change.
func (c *Collection) LastChange(ctx context.Context) (int64, error) { return c.store.Sequence(ctx) }

// LastChanges returns the number of the last change of each game, annotations
// included. A game with the same number has not changed.
func (c *Collection) LastChanges(ctx context.Context) (map[int64]int64, error) {
	const limit = 10_000
	last := map[int64]int64{}
	for after := int64(0); ; {
		changes, err := c.store.Changes(ctx, after, limit)
		if err != nil || len(changes) == 0 {
			return last, err
		}
		for _, change := range changes {
			last[change.Game] = change.Sequence
		}
		after = changes[len(changes)-1].Sequence
	}
}
