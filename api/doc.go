// Package api holds the use cases: verify, import, submit, list, search,
// annotate, export, check. Command line, REST interface and pages call them
// alike. An [Arbiter] needs no archive, an [Archive] is one.
package api
