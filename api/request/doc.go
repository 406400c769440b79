// Package request contains what the packages of api share: callers and their
// rights, errors about input, idempotency keys, progress and cursors.
package request
