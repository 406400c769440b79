package row

import (
	"errors"
	"strings"
	"time"

	"assay/store"
)

// Rest joins the site and the values of the tags that are no player, event or
// site: the words of a game that no field of its own has.
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

// Damaged leaves of a game what is known of one that cannot be relied on.
func Damaged(g *store.Game, why error) {
	*g = store.Game{Summary: store.Summary{
		ID: g.ID, Sequence: g.Sequence, Deleted: g.Deleted, Damage: errors.Join(&store.GameError{ID: g.ID, Kind: store.ErrCorrupt}, why),
	}}
}

// Present makes a nil value an empty one, which databases tell apart from none.
func Present(b []byte) []byte {
	if b == nil {
		return []byte{}
	}
	return b
}

// Moment is the time of a column in milliseconds where 0 is none.
func Moment(milliseconds int64) time.Time {
	if milliseconds == 0 {
		return time.Time{}
	}
	return Instant(milliseconds)
}

// Milliseconds is what a column has of a time that may be none.
func Milliseconds(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}

// Instant is the time of a column in milliseconds.
func Instant(milliseconds int64) time.Time { return time.UnixMilli(milliseconds).UTC() }
