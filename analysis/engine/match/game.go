package match

import (
	"context"
	"errors"
	"fmt"

	"assay/analysis/rules"
)

// Game is a played game.
type Game struct {
	Start       *rules.Position // before the first move
	Moves       []rules.Move    // including the opening
	Opening     int             // number of moves of the opening
	Choices     []Choice        // one for each move after the opening
	Swapped     bool            // the second player plays First
	Result      string          // from First's view
	Termination string
	Rule        string // ID of the rule that ended the game; "" if none did
	Long        bool   // a draw because of its length
	Fault       string // reason of a forfeit, with the position; "" for none
}

// Play plays a game until the rules end it, or until it has the given number of
// plies, which is a draw. The first player plays First. Endings that a player
// may claim are claimed.
func Play(ctx context.Context, o Opening, players [2]Player, plies int) (*Game, error) {
	g := &Game{Start: o.start.Clone(), Opening: len(o.moves)}
	p := o.start.Clone()
	for _, m := range o.moves {
		p.Play(m)
		g.Moves = append(g.Moves, m)
	}
	for _, player := range players {
		if err := player.Begin(); err != nil {
			return nil, err
		}
	}
	for {
		if outcome, over := ended(p); over {
			g.Result, g.Termination, g.Rule = outcome.Result, outcome.Termination, outcome.Rule
			return g, nil
		}
		if len(g.Moves) >= plies {
			g.Result, g.Termination, g.Long = "1/2-1/2", fmt.Sprintf("%d plies", plies), true
			return g, nil
		}
		choice, err := players[p.Side()].Move(ctx, p.Clone())
		if err == nil {
			if violation := p.Judge(choice.Move); violation != nil {
				err = &Forfeit{violation.Message}
			}
		}
		var forfeit *Forfeit
		switch {
		case errors.As(err, &forfeit):
			g.Result, g.Termination = "0-1", "rules infraction"
			if p.Side() == rules.Second {
				g.Result = "1-0"
			}
			g.Fault = fmt.Sprintf("%s, in %s", forfeit.Reason, p.Text())
			return g, nil
		case err != nil:
			return nil, err
		}
		g.Moves, g.Choices = append(g.Moves, choice.Move), append(g.Choices, choice)
		p.Play(choice.Move)
	}
}

// ended returns the outcome of a game that is over or can be claimed.
func ended(p *rules.Position) (rules.Outcome, bool) {
	if o, over := p.Outcome(); over {
		return o, true
	}
	claims := p.Rules().Definition().Claims
	for i := range claims {
		if o, stands := p.ByClaim(&claims[i]); stands {
			return o, true
		}
	}
	return rules.Outcome{}, false
}

// Points returns the points of the match's first player: 1, a half or 0.
func (g *Game) Points() float64 {
	switch {
	case g.Result == "1/2-1/2":
		return 0.5
	case (g.Result == "1-0") != g.Swapped:
		return 1
	}
	return 0
}
