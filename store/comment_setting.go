package store

import "time"

// CommentSetting is a decision about comments on a game.
type CommentSetting struct {
	Game   int64
	Mode   string // encoded by the caller
	Author string
	Reason string
	Saved  time.Time
}
