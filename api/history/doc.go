// Package history exports what an archive has of a game in addition to its
// record, and adds it to the game in another archive: original bytes,
// revisions, rulings, annotations by author, decisions about comments, and the
// engine analysis.
package history
