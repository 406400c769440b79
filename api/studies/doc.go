// Package studies is about studies: documents of chapters, written together.
package studies
