// Package api holds the use cases (verify, import, submit, list, search,
// annotate, export, check) and the REST interface to them. The command line calls the
// same use cases. An [Arbiter] needs no archive, an [Archive] is one.
package api
