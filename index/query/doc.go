// Package query parses the query language, in which users describe positions,
// moves and games. docs/query-language.md is its reference.
//
// [Parse] reports every error that needs no variant, [Bind] those in names of
// pieces, sides, places and relations.
package query
