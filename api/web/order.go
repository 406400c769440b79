package web

import (
	"maps"
	"net/url"
	"strings"

	"assay/api/games"
	"assay/store"
)

// columns are the sort keys of the list: the header of the column that shows
// the key, or "", and the names of both directions.
var columns = []struct{ name, head, up, down string }{
	{store.ColumnID, "", "oldest first", "newest first"},
	{store.ColumnVariant, "Variant", "variant, A to Z", "variant, Z to A"},
	{store.ColumnFirst, "Players", "first player, A to Z", "first player, Z to A"},
	{store.ColumnSecond, "", "second player, A to Z", "second player, Z to A"},
	{store.ColumnResult, "Result", "result, ascending", "result, descending"},
	{store.ColumnPlies, "Plies", "shortest first", "longest first"},
	{store.ColumnDate, "Date", "earliest date", "latest date"},
	{store.ColumnEvent, "Event", "event, A to Z", "event, Z to A"},
	{store.ColumnVerdict, "Verdict", "verdict, ascending", "verdict, descending"},
}

// columnHead is a column header, which sorts the list.
type columnHead struct {
	Name   string
	Key    string // its class
	Sorted string // ascending, descending, or ""
	Sort   string // path of the list sorted by this column; in reverse if it is already
}

// columnHeads returns the column headers for a list in an order. Their links
// keep the other parameters.
func columnHeads(o games.Order, parameters url.Values) (heads []columnHead) {
	by, down, err := o.Column()
	for _, c := range columns {
		if c.head == "" {
			continue
		}
		head, to := columnHead{Name: c.head, Key: strings.ToLower(c.head)}, c.name
		if err == nil && by == c.name {
			head.Sorted, to = "ascending", "-"+c.name
			if down {
				head.Sorted, to = "descending", c.name
			}
		}
		query := maps.Clone(parameters)
		query.Set("sort", to)
		head.Sort = "/?" + query.Encode()
		heads = append(heads, head)
	}
	return heads
}

// orderChoice is an option of the Order field.
type orderChoice struct {
	Order  games.Order
	Name   string
	Chosen bool
}

// orderChoices returns all orders, with the current one selected.
func orderChoices(o games.Order) (choices []orderChoice) {
	by, down, err := o.Column()
	for _, c := range columns {
		chosen := err == nil && by == c.name
		choices = append(choices, orderChoice{games.Order(c.name), c.up, chosen && !down},
			orderChoice{games.Order("-" + c.name), c.down, chosen && down})
	}
	choices[0].Order = "" // the default order needs no parameter
	return choices
}
