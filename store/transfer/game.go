package transfer

import (
	"fmt"
	"slices"

	"assay/store"
	"assay/store/row"
)

// value returns the value of a column.
func value(t *Table, row []any, column string) any {
	return row[slices.IndexFunc(t.Columns, func(c Column) bool { return c.Name == column })]
}

// Named returns a game with the ID and headers of a row of [Games].
func Named(row []any) *store.Game {
	g := new(store.Game)
	g.ID, _ = value(Games, row, "id").(int64)
	for column, into := range map[string]*string{"first": &g.First, "second": &g.Second, "event": &g.Event,
		"site": &g.Site} {
		*into, _ = value(Games, row, column).(string)
	}
	return g
}

// Tagged adds the headers of a row of [Contents] to their game.
func Tagged(games map[int64]*store.Game, contents []any) (*store.Game, error) {
	id, _ := value(Contents, contents, "game").(int64)
	g := games[id]
	if g == nil {
		return nil, fmt.Errorf("contents of game %d, which does not exist", id)
	}
	tags, _ := value(Contents, contents, "tags").([]byte)
	var err error
	g.Tags, err = row.ReadTags(tags)
	return g, err
}
