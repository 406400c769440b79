// Package search contains the use cases of finding games: searches, the
// explorer, similar positions, selections, and the index that they need.
package search
