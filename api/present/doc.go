// Package present contains the use cases that show games: replays, views of
// positions, diagrams, exports and published pages.
package present
