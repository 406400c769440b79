// Package repair corrects illegal records. It finds the most probable game, and
// the transcription errors that turned it into the record.
//
// A record is a sequence of tokens, one per ply. An edit of the sequence
// corrects one error and costs about the negative logarithm of the error's
// frequency. The search tries edits at the first illegal ply and before it, and
// keeps the cheapest sequences that are legal to the end. Each is then written
// into the text of the record and verified like any other.
package repair
