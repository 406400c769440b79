package store

import "time"

// CommentSetting is what somebody decided on comments to a game.
type CommentSetting struct {
	Game   int64
	Mode   string // in the caller's words
	Author string
	Reason string
	Saved  time.Time
}
