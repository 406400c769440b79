// Package store defines archives: the original bytes of every record, the
// results of verification, annotations, events and people. Everything else,
// such as the index, is derived from an archive and follows its changes.
//
// [Archive] is the interface; storetest is its test suite. Packages sqlite and
// postgres implement it with the shared statements of package table; row
// encodes rows, and transfer copies archives between stores.
package store
