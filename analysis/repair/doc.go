// Package repair finds what a record that does not hold most probably was: the
// game that its players played, and the few slips of writing, copying or
// reading that made of it what the file says.
//
// The plies of a record are looked at as a row of texts. Slips are edits of the
// row, each with a cost, which is about the negative logarithm of how often it
// is met. The search tries them at the first ply that does not hold and at
// those before it, and keeps the cheapest rows that are legal to their end.
// Each is then written into the text of the record and proved like any other.
package repair
