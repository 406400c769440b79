// Package annotate contains the use cases of annotations: saving, editing and
// watching them, and which comments a game accepts.
package annotate
