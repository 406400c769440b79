// Package pattern finds the plies of a game at which a condition holds.
//
// A condition is a tree of nodes, bound to a variant: it names pieces and
// squares by their numbers. It denotes a set of plies of every line of play, is
// compiled once, and is asked of one tape after another.
package pattern
