// Package api opens and closes an archive and joins its use cases. Each use
// case is in the package below that has its subject. The command line, the REST
// interface and the web pages all call them. An [Arbiter] needs no archive; an
// [Archive] has one.
package api
