package present

import (
	"strconv"

	"assay/analysis/rules"
)

// Standing is what the players of some variants count while they play.
type Standing struct {
	// Points are the points of both sides, if games are decided by them.
	Points []string `json:"points,omitempty"`
	// Counted are the moves counted towards a draw, as in makruk. CountTo is
	// their limit; 0 if nobody counts.
	Counted int `json:"counted,omitempty"`
	CountTo int `json:"countTo,omitempty"`
}

// StandingOf returns the standing of a position.
func StandingOf(p *rules.Position) (s Standing) {
	if points, ok := p.Points(); ok {
		for _, n := range points {
			s.Points = append(s.Points, strconv.FormatFloat(float64(n)/10, 'f', -1, 64))
		}
	}
	// A move is counted when both sides have moved.
	if plies, limit := p.Tally(); limit > 0 {
		s.Counted, s.CountTo = (plies+1)/2, limit/2
	}
	return s
}
