package records

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"assay/api/twins"
	"assay/store"
)

// silent is a store that fails to search for similar games.
type silent struct{ Store }

func (silent) SimilarGames(context.Context, []*store.Game) ([][]int64, error) {
	return nil, errors.New("disk I/O error")
}

// TestAlikeFails archives games although those similar to them cannot be found:
// each gets a warning, but not those that were archived before.
func TestAlikeFails(t *testing.T) {
	k := &Keeper{store: silent{}}
	var got []string
	k.findAlike(t.Context(), []*store.Game{{}, {}, nil, {}}, []store.Added{{ID: 1}, {ID: 2, Existing: true}, {ID: 3}, {ID: 4}},
		func(i int, alike *twins.Likely, warning string) {
			got = append(got, fmt.Sprint(i, alike == nil, warning == notCompared))
		})
	if want := []string{"0 true true", "3 true true"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
