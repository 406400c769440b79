// Package define contains the use cases about variants: loading, checking and
// converting definitions, drafts, and the positions that rules know.
package define
