// Package analyse contains the use cases of engines: analyses of positions and
// games, the jobs that make them, matches, tuning and sample games.
package analyse
