package search

import (
	"context"
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
	Mine   bool   `json:"mine"`   // only games of the caller, then Colour is the caller's side
	Event  string `json:"event"`  // words or prefixes of the event's name
	Result string `json:"result"` // from the first player's view
	From   string `json:"from"`   // first day: YYYY, YYYY-MM or YYYY-MM-DD
	To     string `json:"to"`     // last day; games with an uncertain date match if they may be in the range

	RatingFrom int `json:"ratingFrom"` // minimum mean rating of both players; 0 for any
	RatingTo   int `json:"ratingTo"`   // maximum
}

// bothSides are the sides of a player, the first one first.
var bothSides = []int{0, 1}

// maxRating is the highest rating accepted in records.
const maxRating = 9999

// condition converts a filter to a condition, nil if it is empty. r are the
// rules of the games, nil for any. The error is an [*request.InputError] or a
// *store.FieldError.
func (finder *Finder) condition(ctx context.Context, f GameFilter, r *rules.Rules) (pattern.Node, error) {
	sides := bothSides
	if f.Colour != "" {
		side, err := games.ColourSide(r, f.Colour, f.Player != "" || f.Mine)
		if err != nil {
			return nil, err
		}
		sides = []int{int(side)}
	}
	var all []pattern.Node
	if f.Mine {
		mine, err := finder.players.Mine(ctx, sides...)
		if err != nil {
			return nil, err
		}
		all, sides = append(all, mine), bothSides
	}
	if f.Player != "" {
		words, err := store.Words("player", f.Player)
		if err != nil {
			return nil, err
		}
		player, err := finder.players.Condition(ctx, words, sides...)
		if err != nil {
			return nil, err
		}
		all = append(all, player)
	}
	var conditions []string
	if f.Event != "" {
		words, err := store.Words("event", f.Event)
		if err != nil {
			return nil, err
		}
		conditions = append(conditions, `event:"`+strings.Join(words, `"* and event:"`)+`"*`)
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
	if len(conditions) > 0 {
		parsed, err := query.Parse(strings.Join(conditions, " and "))
		if err != nil {
			return nil, err
		}
		bound, err := query.Bind(parsed, nil)
		if err != nil {
			return nil, err
		}
		all = append(all, bound)
	}
	switch len(all) {
	case 0:
		return nil, nil
	case 1:
		return all[0], nil
	}
	return pattern.And{Of: all}, nil
}
