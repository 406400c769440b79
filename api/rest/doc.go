// Package rest serves an archive over HTTP: the REST interface under /api/v1,
// and the pages that it is given beside it. It bounds what callers may ask, and
// has the one table from errors to answers.
package rest
