package search

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"assay/analysis/rules"
	"assay/api/games"
	"assay/api/request"
	"assay/index/pattern"
	"assay/index/query"
	"assay/store"
)

// GameFilter selects games by their headers.
type GameFilter struct {
	Player string `json:"player"` // words or prefixes of one player's name
	Colour string `json:"colour"` // side of Player: white, black, first, second or the variant's name; "" for either
	Event  string `json:"event"`  // words or prefixes of the event's name
	Result string `json:"result"` // from the first player's view
	From   string `json:"from"`   // first day: YYYY, YYYY-MM or YYYY-MM-DD
	To     string `json:"to"`     // last day; games with an uncertain date match if they may be in the range

	RatingFrom int `json:"ratingFrom"` // minimum mean rating of both players; 0 for any
	RatingTo   int `json:"ratingTo"`   // maximum
}

// maxRating is the highest rating accepted in records.
const maxRating = 9999

// condition converts the filter to a condition, nil if it is empty. r are the
// rules of the games, nil for any. The error is an [*request.InputError] or a
// *store.FieldError.
func (f GameFilter) condition(r *rules.Rules) (pattern.Node, error) {
	var conditions []string
	players := []string{"player1", "player2"}
	if f.Colour != "" {
		side, err := games.ColourSide(r, f.Colour, f.Player)
		if err != nil {
			return nil, err
		}
		players = players[side : side+1]
	}
	for _, field := range []struct {
		field, value string
		headers      []string // one of them must have all the words
	}{{"player", f.Player, players}, {"event", f.Event, []string{"event"}}} {
		if field.value == "" {
			continue
		}
		words, err := store.Words(field.field, field.value)
		if err != nil {
			return nil, err
		}
		var alternatives []string
		for _, header := range field.headers {
			alternatives = append(alternatives, header+`:"`+strings.Join(words, `"* and `+header+`:"`)+`"*`)
		}
		conditions = append(conditions, "("+strings.Join(alternatives, " or ")+")")
	}
	if _, _, _, err := (store.Filter{From: f.From, To: f.To}).Days(); err != nil {
		return nil, err
	}
	if f.Result != "" && !slices.Contains(games.Results, f.Result) {
		return nil, &request.InputError{Field: "result", Value: f.Result, Want: strings.Join(games.Results, ", ")}
	}
	for _, field := range []struct{ prefix, value string }{
		{"result = ", f.Result}, {"date >= ", f.From}, {"date <= ", f.To},
	} {
		if field.value != "" {
			conditions = append(conditions, field.prefix+field.value)
		}
	}
	for _, field := range []struct {
		field, format string
		value         int
	}{{"ratingFrom", "rating >= %d", f.RatingFrom}, {"ratingTo", "rating <= %d", f.RatingTo}} {
		switch {
		case field.value < 0 || field.value > maxRating:
			return nil, &request.InputError{Field: field.field, Value: strconv.Itoa(field.value),
				Want: fmt.Sprintf("1 to %d, or 0 for any", maxRating)}
		case field.value > 0:
			conditions = append(conditions, fmt.Sprintf(field.format, field.value))
		}
	}
	if len(conditions) == 0 {
		return nil, nil
	}
	parsed, err := query.Parse(strings.Join(conditions, " and "))
	if err != nil {
		return nil, err
	}
	return query.Bind(parsed, nil)
}
