package web

import (
	"maps"
	"net/url"

	"assay/api"
	"assay/store"
)

// columns are what the list is sorted by: the head of the column that shows it,
// "" where none does, and the words of both ways.
var columns = []struct{ name, head, up, down string }{
	{store.ColumnID, "", "as archived", "last archived first"},
	{store.ColumnVariant, "Game", "game", "game, Z to A"},
	{store.ColumnFirst, "Players", "first player", "first player, Z to A"},
	{store.ColumnSecond, "", "second player", "second player, Z to A"},
	{store.ColumnResult, "Result", "result", "result, backwards"},
	{store.ColumnPlies, "Plies", "shortest first", "longest first"},
	{store.ColumnDate, "Date", "oldest first", "newest first"},
	{store.ColumnEvent, "Event", "event", "event, Z to A"},
	{store.ColumnVerdict, "Verdict", "verdict", "verdict, backwards"},
}

// columnHead is the head of a column of the list, by which it is sorted anew.
type columnHead struct {
	Name   string
	Sorted string // ascending, descending, or "" where the list is sorted by another
	Sort   string // address of the list that is sorted by it, the other way where it is
}

// columnHeads are those of a list in an order, beside which the parameters ask
// for it.
func columnHeads(o api.Order, parameters url.Values) (heads []columnHead) {
	by, down, err := o.Column()
	for _, c := range columns {
		if c.head == "" {
			continue
		}
		head, to := columnHead{Name: c.head}, c.name
		if err == nil && by == c.name {
			head.Sorted, to = "ascending", "-"+c.name
			if down {
				head.Sorted, to = "descending", c.name
			}
		}
		asked := maps.Clone(parameters)
		asked.Set("sort", to)
		head.Sort = "/?" + asked.Encode()
		heads = append(heads, head)
	}
	return heads
}

// orderChoice is an order that the form offers.
type orderChoice struct {
	Order  api.Order
	Name   string
	Chosen bool
}

// orderChoices are all orders, that of a list being chosen.
func orderChoices(o api.Order) (choices []orderChoice) {
	by, down, err := o.Column()
	for _, c := range columns {
		chosen := err == nil && by == c.name
		choices = append(choices, orderChoice{api.Order(c.name), c.up, chosen && !down}, orderChoice{api.Order("-" + c.name), c.down, chosen && down})
	}
	choices[0].Order = "" // the usual one needs no word
	return choices
}
