// Package card puts the definition of a game into words and diagrams of moves:
// its rule card, as JSON, as text for a terminal, and in parts for a page.
package card
