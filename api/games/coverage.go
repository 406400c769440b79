package games

import (
	"context"
	"fmt"
)

// The data a record or archive may lack, as named by [Coverage].
const (
	DataAnalysis = "analysis"
	DataRating   = "rating"
	DataDate     = "date"
	DataHeader   = "header"
)

// Coverage counts the searched games that have the data a condition needs.
// Games without it do not match the condition.
type Coverage struct {
	Data       string `json:"data"`                 // one of the constants above
	Header     string `json:"header,omitempty"`     // name, with DataHeader
	Games      int    `json:"games"`                // games with the data
	Of         int    `json:"of"`                   // games searched
	Suggestion string `json:"suggestion,omitempty"` // similar known header
	Message    string `json:"message,omitempty"`    // explanation, if Games is less than Of
}

// Describe sets the message.
func (c *Coverage) Describe() {
	if c.Games == c.Of {
		return
	}
	counts := fmt.Sprintf("%d of %d games", c.Games, c.Of)
	has := "have"
	if c.Games == 1 {
		has = "has"
	}
	switch {
	case c.Data == DataAnalysis:
		c.Message = counts + " " + has + " an engine analysis; the others do not match conditions on it"
	case c.Data == DataRating:
		c.Message = counts + " " + has + " the requested ratings; the others do not match conditions on them"
	case c.Data == DataDate:
		c.Message = counts + " " + has + " a date; the others do not match conditions on dates"
	case c.Games == 0 && c.Suggestion != "":
		c.Message = fmt.Sprintf("no game searched has a header %q; did you mean %q?", c.Header, c.Suggestion)
	case c.Games == 0:
		c.Message = fmt.Sprintf("no game searched has a header %q", c.Header)
	default:
		c.Message = fmt.Sprintf("%s %s a header %q", counts, has, c.Header)
	}
}

// ListCoverage returns the coverage of a list's filter.
func (c *Collection) ListCoverage(ctx context.Context, f Filter) ([]Coverage, error) {
	if f.From == "" && f.To == "" {
		return nil, nil
	}
	all := Filter{Variant: f.Variant, Verdict: f.Verdict, Deleted: f.Deleted}
	dated := all
	dated.From = "0001"
	count := Coverage{Data: DataDate}
	var err error
	if count.Of, err = c.Count(ctx, all); err != nil {
		return nil, err
	}
	if count.Games, err = c.Count(ctx, dated); err != nil {
		return nil, err
	}
	count.Games = min(count.Games, count.Of)
	count.Describe()
	return []Coverage{count}, nil
}
