package puzzles

import (
	"context"
	"encoding/json"
	"fmt"
	"math"

	"assay/store"
)

// Of a rating by attempts: the rating that solvers are assumed to have, and the
// number of attempts that the first rating counts for.
const (
	usualSolver   = 1500
	firstAttempts = 10
)

// rated returns the rating at which a usual solver would have solved as large a
// share of the attempts as people did. The first rating counts as
// firstAttempts; without other attempts it is the result.
func rated(first, tried, solved int) int {
	expected := 1 / (1 + math.Pow(10, float64(first-usualSolver)/400))
	share := (firstAttempts*expected + float64(solved)) / float64(firstAttempts+tried)
	rating := usualSolver + 400*math.Log10((1-share)/share)
	return int(math.Round(max(1, min(rating, maxRating))))
}

// CountAttempt counts a person's first attempt at an archived puzzle, and rates
// the puzzle by all attempts. The error is [store.ErrNoPuzzle].
func (c *Collection) CountAttempt(ctx context.Context, id string, solved bool) error {
	return c.store.ChangePuzzle(ctx, id, func(z *store.Puzzle) (err error) {
		var kept content
		if err := json.Unmarshal(z.Content, &kept); err != nil {
			return fmt.Errorf("puzzle %s: %w", id, err)
		}
		if kept.Tried++; kept.FirstRating == 0 {
			kept.FirstRating = z.Rating
		}
		if solved {
			kept.Solved++
		}
		z.Rating = rated(kept.FirstRating, kept.Tried, kept.Solved)
		z.Content, err = json.Marshal(kept)
		return err
	})
}
