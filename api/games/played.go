package games

import (
	"context"
	"errors"
	"fmt"

	"assay/analysis"
	"assay/api/present"
	"assay/parser"
	"assay/store"
)

// Playable returns a stored game up to the last ply that is legal under the
// current rules. The error is a [*present.ReplayError], that the game is
// damaged, or from ctx.
func (c *Collection) Playable(ctx context.Context, g *store.Game) (*analysis.Game, error) {
	if g.Start == "" {
		return nil, &present.ReplayError{Verdict: g.Verdict}
	}
	game, err := c.ReplayStored(ctx, g)
	if err != nil {
		return nil, err
	}
	n, err := legalPlies(ctx, game)
	if err == nil && n < len(game.Moves) && g.VariantVersion == game.Rules.Definition().Revision() {
		err = errors.Join(&store.GameError{ID: g.ID, Kind: store.ErrCorrupt},
			fmt.Errorf("stored ply %d is illegal", n+1))
	}
	game.Moves = game.Moves[:n]
	return game, err
}

// legalPlies returns the number of plies before the first illegal one. Plies
// allowed by a ruling count as legal. The error is from ctx.
func legalPlies(ctx context.Context, game *analysis.Game) (int, error) {
	p := game.Start()
	for i, m := range game.Moves {
		if i%PliesPerCheck == 0 && ctx.Err() != nil {
			return i, context.Cause(ctx)
		}
		if m.Ruled() {
			if played, v := p.AsPlayed(m); v != nil || played != m {
				return i, nil
			}
		} else if _, over := p.Outcome(); over || !p.Legal(m) {
			return i, nil
		}
		p.Play(m)
	}
	return len(game.Moves), nil
}

// CheckPlies describes what is wrong with a stored game's plies, or returns "".
func (c *Collection) CheckPlies(ctx context.Context, g *store.Game) string {
	game, err := c.ReplayStored(ctx, g)
	switch {
	case errors.As(err, new(*present.ReplayError)):
		return "" // the variant is not defined here
	case err != nil:
		return err.Error()
	}
	if g.VariantVersion != game.Rules.Definition().Revision() {
		return "" // verified under other rules
	}
	if len(game.Moves) != g.Plies {
		return fmt.Sprintf("game %d has %s stored, but %d were verified", g.ID, parser.Count(len(game.Moves), "ply"),
			g.Plies)
	}
	if n, _ := legalPlies(ctx, game); n < len(game.Moves) {
		return fmt.Sprintf("game %d: stored ply %d is illegal", g.ID, n+1)
	}
	if p, err := game.At(len(game.Moves)); err != nil || p.Text() != g.Final {
		return fmt.Sprintf("game %d: the stored plies do not lead to the stored final position", g.ID)
	}
	return ""
}

// ReplayStored replays an archived game. If its definition has changed since it
// was verified, only the plies that are still legal are replayed; an invalid
// starting position is a [*present.ReplayError].
func (c *Collection) ReplayStored(ctx context.Context, g *store.Game) (*analysis.Game, error) {
	r, err := c.library.Book().Rules(g.Variant, g.Options)
	if err != nil {
		return nil, &present.ReplayError{Verdict: analysis.Unsupported, Message: err.Error()}
	}
	current := g.VariantVersion == r.Definition().Revision()
	game, err := analysis.NewGame(r, g.Start, g.Moves)
	switch {
	case err != nil && current:
		return nil, errors.Join(&store.GameError{ID: g.ID, Kind: store.ErrCorrupt}, err)
	case err != nil:
		return nil, &present.ReplayError{Verdict: g.Verdict,
			Message: fmt.Sprintf("verified under revision %s of %s: %v", g.VariantVersion, g.Variant, err)}
	case !current:
		var n int
		n, err = legalPlies(ctx, game)
		game.Moves = game.Moves[:n]
	}
	return game, err
}

// PliesPerCheck is the number of plies between two checks of the context, about
// a millisecond's work.
const PliesPerCheck = 1 << 12
