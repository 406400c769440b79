// Package web is the board in the browser: pages rendered on the server, with a
// style sheet and ES modules of their own beside them, all embedded.
//
// A game can be read without scripts. With them, pages ask nobody but the
// server they come from, by the REST interface and the few JSON answers of this
// package, which are the pages' own business and may change with them.
package web
