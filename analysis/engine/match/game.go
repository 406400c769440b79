package match

import (
	"context"
	"errors"
	"fmt"

	"assay/analysis/rules"
)

// Game is a game that was played.
type Game struct {
	Start       *rules.Position // before its first move
	Moves       []rules.Move    // of the opening, and those that the players chose
	Opening     int             // how many of them are the opening's
	Choices     []Choice        // what the players thought, a choice for each move behind the opening
	Swapped     bool            // the second player has the First side
	Result      string          // in the view of the First side
	Termination string
	Rule        string // the ruling that ended it; "" where none did
	Long        bool   // it was drawn for its length alone
	Fault       string // why a player forfeited the game, with the position; "" where none did
}

// Play plays a game to its end by the rules, or to so many plies, where it is
// drawn. The players have the First and the Second side. Endings that a player
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

// ended tells how a game has ended, by itself or because it can be claimed.
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

// Points is what the first player of a match made of a game: 1, a half or 0.
func (g *Game) Points() float64 {
	switch {
	case g.Result == "1/2-1/2":
		return 0.5
	case (g.Result == "1-0") != g.Swapped:
		return 1
	}
	return 0
}
