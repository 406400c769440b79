// Package api contains the use cases: verify, import, submit, list, search,
// annotate, export, check. The command line, the REST interface and the web
// pages all call them. An [Arbiter] needs no archive; an [Archive] has one.
package api
