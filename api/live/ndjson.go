package live

import (
	"encoding/json"
	"fmt"
	"strings"
)

// Stream converts the lines of lichess' streams of games (NDJSON) to records.
// Known lines are a game's description with its positions one by one
// (api/stream/game), a game's full state with updates (api/board/game/stream),
// and exported games.
type Stream struct{ game streamGame }

// streamGame is the game of a stream so far.
type streamGame struct {
	id, variant, fen, first, second, result string
	moves                                   []string
	hold                                    int // moves known before the stream was opened again
}

// streamPlayer is a player, in one of the forms of the interface.
type streamPlayer struct {
	Name string
	User struct{ Name string }
	AI   int `json:"aiLevel"`
}

func (p *streamPlayer) name() string {
	switch {
	case p.Name != "":
		return p.Name
	case p.User.Name != "":
		return p.User.Name
	case p.AI > 0:
		return fmt.Sprintf("Stockfish level %d", p.AI)
	}
	return ""
}

// streamLine is one line. Lines have different keys.
type streamLine struct {
	Type       string
	ID         string
	Variant    json.RawMessage // {"key": …} or a name
	InitialFEN string          `json:"initialFen"`
	FEN        string
	LastMove   *string `json:"lm"`
	Moves      *string
	PGN        string
	Winner     string
	Status     json.RawMessage // a name, or {"name": …}
	White      streamPlayer
	Black      streamPlayer
	Players    struct{ White, Black streamPlayer }
	State      *streamLine
}

// named returns a text that is given as such or in an object.
func named(raw json.RawMessage) string {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		return text
	}
	var object struct{ Key, Name string }
	if json.Unmarshal(raw, &object) != nil {
		return ""
	}
	if object.Key != "" {
		return object.Key
	}
	return object.Name
}

// Line takes a line, and returns the record of its game as it is then; nil if
// the line says nothing about a game.
func (s *Stream) Line(line []byte) ([]byte, error) {
	if len(strings.TrimSpace(string(line))) == 0 {
		return nil, nil // a sign of life
	}
	var l streamLine
	if err := json.Unmarshal(line, &l); err != nil {
		return nil, fmt.Errorf("a line of the stream is not JSON: %w", err)
	}
	g := &s.game
	switch {
	case l.PGN != "":
		return []byte(l.PGN), nil
	case l.ID != "":
		if l.ID != g.id {
			*g = streamGame{id: l.ID}
		}
		g.variant, g.fen = named(l.Variant), l.InitialFEN
		g.first, g.second = l.White.name(), l.Black.name()
		if g.first == "" && g.second == "" {
			g.first, g.second = l.Players.White.name(), l.Players.Black.name()
		}
		g.state(&l)
		if l.State != nil {
			g.state(l.State)
		}
	case g.id == "":
		return nil, nil
	case l.Moves != nil:
		g.state(&l)
	case l.FEN != "" && l.LastMove != nil:
		if g.moves = append(g.moves, *l.LastMove); len(g.moves) < g.hold {
			return nil, nil
		}
	case l.FEN != "": // the starting position; the moves follow again
		g.hold, g.moves = len(g.moves), nil
		return nil, nil
	default:
		return nil, nil // chat and others
	}
	return g.record(), nil
}

// state takes moves and result of a line.
func (g *streamGame) state(l *streamLine) {
	if l.Moves != nil {
		g.moves = strings.Fields(*l.Moves)
	}
	switch status := named(l.Status); {
	case l.Winner == "white":
		g.result = "1-0"
	case l.Winner == "black":
		g.result = "0-1"
	case status == "draw" || status == "stalemate":
		g.result = "1/2-1/2"
	}
}

// record writes the game as PGN.
func (g *streamGame) record() []byte {
	var b strings.Builder
	tag := func(key, value string) {
		if value != "" {
			value = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", " ", "\r", " ").Replace(value)
			fmt.Fprintf(&b, "[%s \"%s\"]\n", key, value)
		}
	}
	result := g.result
	if result == "" {
		result = "*"
	}
	tag("GameId", g.id)
	tag("White", g.first)
	tag("Black", g.second)
	tag("Result", result)
	if g.variant != "standard" && g.variant != "fromPosition" {
		tag("Variant", g.variant)
	}
	if g.fen != "startpos" {
		tag("FEN", g.fen)
	}
	b.WriteString("\n")
	for _, move := range g.moves {
		b.WriteString(move + " ")
	}
	b.WriteString(result + "\n")
	return []byte(b.String())
}
