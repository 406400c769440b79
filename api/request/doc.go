// Package request contains what the rooms of api share: callers and their
// rights, errors about input, idempotency keys, progress and cursors.
package request
