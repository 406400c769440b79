package api

import (
	"fmt"
	"strings"

	"assay/index/pattern"
	"assay/index/query"
	"assay/store"
)

// GameFilter says which games count, by what their records say.
type GameFilter struct {
	Player string `json:"player"` // words of one player's name, the last of them perhaps longer
	Event  string `json:"event"`  // words of the event, likewise
	Result string `json:"result"` // from First's view
	From   string `json:"from"`   // first day, YYYY, YYYY-MM or YYYY-MM-DD
	To     string `json:"to"`     // last day: a game counts if it may have been played between the two
}

// condition is what the filter asks, nil for nothing. The error is an
// [*InputError] or a *store.FieldError.
func (f GameFilter) condition() (pattern.Node, error) {
	var asked []string
	for _, part := range []struct{ field, value, asks string }{
		{"player", f.Player, `(player1:"%[1]s"* or player2:"%[1]s"*)`},
		{"event", f.Event, `event:"%s"*`},
	} {
		if part.value == "" {
			continue
		}
		words, err := store.Words(part.field, part.value)
		if err != nil {
			return nil, err
		}
		asked = append(asked, fmt.Sprintf(part.asks, strings.Join(words, " ")))
	}
	for _, part := range []struct{ field, value, asks, want string }{
		{"result", f.Result, "result = ", strings.Join(Results, ", ")},
		{"from", f.From, "date >= ", "YYYY, YYYY-MM or YYYY-MM-DD"},
		{"to", f.To, "date <= ", "YYYY, YYYY-MM or YYYY-MM-DD"},
	} {
		if part.value == "" {
			continue
		}
		if _, err := query.Parse(part.asks + part.value); err != nil {
			return nil, &InputError{Field: part.field, Value: part.value, Want: part.want}
		}
		asked = append(asked, part.asks+part.value)
	}
	if len(asked) == 0 {
		return nil, nil
	}
	parsed, err := query.Parse(strings.Join(asked, " and "))
	if err != nil {
		return nil, err
	}
	return query.Bind(parsed, nil)
}
