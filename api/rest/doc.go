// Package rest serves an archive over HTTP: the REST interface under /api/v1,
// and optional HTML pages. It limits what clients may request, and maps errors
// to responses in one table.
package rest
