package search

import (
	"time"

	"assay/index"
)

// Explanation describes how a query was executed.
type Explanation struct {
	// Query is the query as parsed; "" if there was none.
	Query string `json:"query,omitempty"`
	// Way is the search strategy: "position keys" (index only), "plies" (scan
	// of candidate games) or "headers".
	Way string `json:"way"`
	// Lookups are the index lookups, in order.
	Lookups []Lookup `json:"lookups"`
	// Candidates is the number of games left after the lookups. Read is the
	// number of games scanned up to their first hit, and Plies the number of
	// their positions. Replayed is the number of games replayed for data that
	// is not indexed. Confirmed is the number of replayed games of this page.
	Candidates uint64 `json:"candidates"`
	Read       uint64 `json:"read"`
	Plies      uint64 `json:"plies"`
	Replayed   uint64 `json:"replayed"`
	Confirmed  int    `json:"confirmed"`
	// Search and Confirmation are durations in milliseconds.
	Search       float64 `json:"searchMs"`
	Confirmation float64 `json:"confirmationMs"`
}

// Lookup is one lookup in the index.
type Lookup struct {
	Field string   `json:"field"`
	Terms []string `json:"terms"` // any of them
	Games uint64   `json:"games"` // games that have one of the terms
}

func explain(strategy, text string, w *index.Work) *Explanation {
	e := &Explanation{Query: text, Way: strategy, Lookups: []Lookup{}, Candidates: w.Candidates, Read: w.Read,
		Plies: w.Plies, Replayed: w.Replayed}
	for _, term := range w.Terms {
		e.Lookups = append(e.Lookups, Lookup(term))
	}
	return e
}

func (s *search) explain(w *index.Work) *Explanation {
	strategy := "position keys"
	switch {
	case s.condition != nil && s.rules != nil:
		strategy = "plies"
	case s.condition != nil:
		strategy = "headers"
	}
	return explain(strategy, s.text, w)
}

// setTimes sets the duration of the search, from began to searched, and of the
// confirmation, from searched to now.
func (e *Explanation) setTimes(began, searched time.Time) {
	e.Search = milliseconds(searched.Sub(began))
	e.Confirmation = milliseconds(time.Since(searched))
}

func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
