package tournament

import (
	"slices"
	"strings"
	"time"
)

// Tournament is an individual tournament. Dates are as in reports, YYYY/MM/DD.
type Tournament struct {
	Name, City, Federation string
	From, To               string
	Type                   string
	Arbiter                string
	Deputies               []string
	TimeControl            string
	RoundDates             []string // by round, YY/MM/DD
	Rounds                 int      // planned; 0 if unknown
	InitialColour          string   // "W", "B", or "" if unknown
	Points                 []Award  // differences from the usual points
	TieBreaks              []string // codes in order, as in [Standings]; nil if not stated
	Players                []Player // by starting number
	Other                  []string // lines of a report that are kept as they are
}

// Award is the number of points for a kind of result: W (win), D (draw), L
// (loss), A (absence), P (pairing-allocated bye) or X (unknown result).
type Award struct {
	Kind   byte
	Points float64
}

// Player is a player with the rounds so far.
type Player struct {
	Number     int    // starting number, from 1
	Sex        string // m, w or ""
	Title      string
	Name       string
	Rating     int // 0 for none
	Federation string
	ID         string // FIDE number
	Birth      string // YYYY/MM/DD
	Points     float64
	Place      int // rank in the report; 0 for none
	Games      []Round
}

// Round is one round of a player.
type Round struct {
	Opponent int  // starting number; 0 for a bye and if not paired
	Colour   byte // w, b, or - for none
	Result   Result
}

// Result is a result code of a report, in upper case.
type Result byte

// The results.
const (
	None         Result = ' ' // not paired, or not finished
	Win          Result = '1'
	Draw         Result = '='
	Loss         Result = '0'
	UnratedWin   Result = 'W'
	UnratedDraw  Result = 'D'
	UnratedLoss  Result = 'L'
	ForfeitWin   Result = '+'
	ForfeitLoss  Result = '-'
	HalfBye      Result = 'H'
	FullBye      Result = 'F'
	AllocatedBye Result = 'U'
	ZeroBye      Result = 'Z'
)

const (
	overTheBoard = "1=0WDL"
	byes         = "HFUZ"
	allResults   = overTheBoard + "+-" + byes + " "
)

// Played reports whether a game was played over the board.
func (r Round) Played() bool {
	return r.Opponent != 0 && strings.IndexByte(overTheBoard, byte(r.Result)) >= 0
}

// Forfeit reports whether the game was decided without being played.
func (r Round) Forfeit() bool {
	return r.Opponent != 0 && (r.Result == ForfeitWin || r.Result == ForfeitLoss)
}

// Open reports whether the result of a paired game is missing.
func (r Round) Open() bool { return r.Opponent != 0 && r.Result == None }

// requestedBye reports whether the player did not want to be paired.
func (r Round) requestedBye() bool {
	return r.Opponent == 0 && (r.Result == HalfBye || r.Result == ZeroBye || r.Result == None)
}

// voluntary reports whether it is a voluntary unplayed round (C.07 16.1.2).
func (r Round) voluntary() bool { return r.requestedBye() || r.Result == ForfeitLoss }

// Days returns the first and the last day as YYYY-MM-DD, "" if unknown.
func (t *Tournament) Days() (from, to string) {
	day := func(text string) string {
		if d, err := time.Parse("2006/01/02", text); err == nil {
			return d.Format(time.DateOnly)
		}
		return ""
	}
	if from, to = day(t.From), day(t.To); from > to && to != "" {
		return "", ""
	}
	return from, to
}

// Award returns the points for a kind of result.
func (t *Tournament) Award(kind byte) float64 {
	for _, a := range t.Points {
		if a.Kind == kind {
			return a.Points
		}
	}
	switch kind {
	case 'W':
		return 1
	case 'D':
		return 0.5
	case 'P':
		return t.Award('W')
	case 'X':
		return t.Award('D')
	}
	return 0
}

// PointsFor returns the points of a round. An open game has none yet.
func (t *Tournament) PointsFor(r Round) float64 {
	switch r.Result {
	case Win, UnratedWin, ForfeitWin, FullBye:
		return t.Award('W')
	case Draw, UnratedDraw, HalfBye:
		return t.Award('D')
	case Loss, UnratedLoss:
		return t.Award('L')
	case AllocatedBye:
		return t.Award('P')
	case ForfeitLoss, ZeroBye:
		return t.Award('A')
	}
	if r.Opponent == 0 {
		return t.Award('A')
	}
	return 0
}

// LastRound returns the number of the last round in which somebody was paired
// or had a bye.
func (t *Tournament) LastRound() int {
	last := 0
	for i := range t.Players {
		for r, g := range slices.Backward(t.Players[i].Games) {
			if g.Opponent != 0 || g.Result != None {
				last = max(last, r+1)
				break
			}
		}
	}
	return last
}

// Player returns the player with a starting number, or nil.
func (t *Tournament) Player(number int) *Player {
	i, found := slices.BinarySearchFunc(t.Players, number, func(p Player, n int) int { return p.Number - n })
	if !found {
		return nil
	}
	return &t.Players[i]
}

// Round returns a player's round, from 1. A round without an entry was not
// paired.
func (p *Player) Round(round int) Round {
	if round > len(p.Games) {
		return Round{Colour: '-', Result: None}
	}
	return p.Games[round-1]
}

// set sets a round of a player.
func (p *Player) set(round int, r Round) {
	for len(p.Games) < round {
		p.Games = append(p.Games, Round{Colour: '-', Result: None})
	}
	p.Games[round-1] = r
}

// reverse returns the result of the opponent, if only one is possible.
func (r Result) reverse() (Result, bool) {
	switch r {
	case Win:
		return Loss, true
	case Draw, UnratedDraw, None:
		return r, true
	case UnratedWin:
		return UnratedLoss, true
	case UnratedLoss:
		return UnratedWin, true
	case ForfeitWin:
		return ForfeitLoss, true
	}
	return None, false
}

// agree reports whether two players can have these results of one game. Both
// may lose, by forfeit or by decision.
func agree(a, b Result) bool {
	if other, one := a.reverse(); one {
		return b == other
	}
	if other, one := b.reverse(); one {
		return a == other
	}
	return a == b // both lose
}
