package api

import (
	"time"

	"assay/index"
)

// Explanation tells how a query ran and what it read.
type Explanation struct {
	// Query is the query as it was understood, "" where none was asked.
	Query string `json:"query,omitempty"`
	// Way is how games were found: "position keys" in the index alone, "plies"
	// of the candidates that lookups left, or "headers".
	Way string `json:"way"`
	// Lookups are what was asked of the index, in order.
	Lookups []Lookup `json:"lookups"`
	// Candidates is the number of games that the lookups left, Read how many of
	// them were run through as far as their first hit, Plies how many positions
	// that was, Replayed how many games were replayed by the rules for what the
	// index does not tell, and Confirmed how many of the page were.
	Candidates uint64 `json:"candidates"`
	Read       uint64 `json:"read"`
	Plies      uint64 `json:"plies"`
	Replayed   uint64 `json:"replayed"`
	Confirmed  int    `json:"confirmed"`
	// Times are in milliseconds: of the search in the index, and of the
	// confirmation of the page.
	Search       float64 `json:"searchMs"`
	Confirmation float64 `json:"confirmationMs"`
}

// Lookup is one set of terms that was asked for.
type Lookup struct {
	Field string   `json:"field"`
	Terms []string `json:"terms"` // any of them
	Games uint64   `json:"games"` // that have one
}

func explain(way, text string, w *index.Work) *Explanation {
	e := &Explanation{Query: text, Way: way, Lookups: []Lookup{}, Candidates: w.Candidates, Read: w.Read, Plies: w.Plies, Replayed: w.Replayed}
	for _, term := range w.Terms {
		e.Lookups = append(e.Lookups, Lookup(term))
	}
	return e
}

func (s *search) explain(w *index.Work) *Explanation {
	way := "position keys"
	switch {
	case s.condition != nil && s.rules != nil:
		way = "plies"
	case s.condition != nil:
		way = "headers"
	}
	return explain(way, s.text, w)
}

// time tells how long it took from the beginning until the index had answered,
// and from then until now.
func (e *Explanation) time(began, looked time.Time) {
	e.Search = milliseconds(looked.Sub(began))
	e.Confirmation = milliseconds(time.Since(looked))
}

func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
