// Package store says what an archive is: the original bytes of every game
// record, what verification made of it, and what people say of it. Everything
// else (the index, first of all) is derived from it and follows its changes.
//
// [Archive] is the contract, which storetest tries; sqlite keeps it in one
// file.
package store
