package store

import (
	"context"
	"time"
)

type savingTimeKey struct{}

// SavedAt returns a context in which revisions, revocations of rulings,
// annotations, analyses and comment settings are saved with a past time, as
// another archive had saved them.
func SavedAt(ctx context.Context, at time.Time) context.Context {
	return context.WithValue(ctx, savingTimeKey{}, at)
}

// SavingTime returns the time of [SavedAt].
func SavingTime(ctx context.Context) (at time.Time, ok bool) {
	at, ok = ctx.Value(savingTimeKey{}).(time.Time)
	return at, ok
}
