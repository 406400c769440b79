// Package pattern finds the plies of a game at which a condition holds.
//
// A condition is a tree of nodes, bound to a variant: pieces and squares are
// numbers. It denotes a set of plies in each line of play. A [Matcher] is
// compiled once and evaluates one tape after another.
package pattern
