// Package web serves the pages of an archive: HTML templates rendered on the
// server, one style sheet, and ES modules, all embedded.
//
// Games are readable without scripts. Scripts send requests to this server
// only: to the REST interface, and to a few JSON routes of this package. Those
// are internal and may change with the pages.
package web
