package row

import (
	"errors"
	"strings"
	"time"

	"assay/store"
)

// Rest joins the site and the values of further tags: the words of a game
// without a column of their own.
func Rest(g *store.Game) string {
	var b strings.Builder
	b.WriteString(g.Site)
	b.WriteByte('\n')
	for _, t := range g.Tags {
		switch t.Value {
		case "", "?", g.First, g.Second, g.Event, g.Site:
		default:
			b.WriteString(t.Value)
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// Damaged clears the unreliable fields of a game.
func Damaged(g *store.Game, why error) {
	*g = store.Game{Summary: store.Summary{
		ID: g.ID, Sequence: g.Sequence, Deleted: g.Deleted,
		Damage: errors.Join(&store.GameError{ID: g.ID, Kind: store.ErrCorrupt}, why),
	}}
}

// Present replaces nil by an empty slice, because databases distinguish NULL.
func Present(b []byte) []byte {
	if b == nil {
		return []byte{}
	}
	return b
}

// Moment returns the time of a column in milliseconds; 0 means none.
func Moment(milliseconds int64) time.Time {
	if milliseconds == 0 {
		return time.Time{}
	}
	return Instant(milliseconds)
}

// Milliseconds returns the column value of a time that may be zero.
func Milliseconds(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}

// Instant returns the time of a column in milliseconds.
func Instant(milliseconds int64) time.Time { return time.UnixMilli(milliseconds).UTC() }
