// Package locale translates the pages: it finds the messages of templates and
// scripts, and has a catalogue of their translations for each language. A
// message is identified by its English text, in which {1}, {2}, … stand for
// values and <1>…</1> for elements.
package locale
