// Package twins finds games that are archived twice, with other headers, moves
// more or fewer, or a slip, and merges them. It compares only valid games of
// the same variant.
package twins
