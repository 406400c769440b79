package external

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"assay/analysis/engine"
	"assay/analysis/notation"
	"assay/analysis/rules"
)

// dialect holds what is specific to a protocol.
type dialect struct {
	name     string // the first command of a session
	game     string // the default variant
	newGame  string // the command before a new game
	position func(p *rules.Position) string
	write    func(p *rules.Position, m rules.Move) string
	option   func(name, value string) string
	limits   func(l *engine.Limits) string
	plies    func(mate int) int // converts a mate score to plies
}

var dialects = map[string]*dialect{
	"uci": {
		name: "uci", game: "chess", newGame: "ucinewgame",
		position: func(p *rules.Position) string { return "fen " + p.Text() },
		write:    notation.UCI{}.Format,
		option:   setOption,
		limits: func(l *engine.Limits) string {
			return limit("movetime", l.Time.Milliseconds()) + limit("mate", int64(l.Mate+1)/2)
		},
		plies: func(mate int) int {
			if mate > 0 {
				return 2*mate - 1
			}
			return 2 * mate
		},
	},
	"usi": {
		name: "usi", game: "shogi", newGame: "usinewgame",
		position: func(p *rules.Position) string { return "sfen " + p.Sfen() },
		write: func(p *rules.Position, m rules.Move) string {
			return string(new(notation.USI).Append(nil, p, m))
		},
		option: setOption,
		limits: func(l *engine.Limits) string {
			if l.Time == 0 {
				return ""
			}
			return " btime 0 wtime 0" + limit("byoyomi", l.Time.Milliseconds())
		},
		plies: func(mate int) int { return mate },
	},
	"xboard": {name: "xboard", game: "chess", write: notation.XBoard{}.Format},
	"ucci": {
		name: "ucci", game: "xiangqi",
		position: func(p *rules.Position) string {
			words := strings.Fields(p.Text())
			return "fen " + strings.Join(append(words[:min(2, len(words))], "- - 0 1"), " ")
		},
		write: func(p *rules.Position, m rules.Move) string {
			return strings.ToLower(strings.ReplaceAll(string(notation.NewICCS(p.Rules()).Append(nil, p, m)), "-", ""))
		},
		option: func(name, value string) string { return strings.TrimSpace("setoption " + name + " " + value) },
		limits: func(l *engine.Limits) string {
			if l.Time == 0 {
				return ""
			}
			return limit("time", l.Time.Milliseconds()) + " movestogo 1"
		},
		plies: func(mate int) int {
			if mate > 0 {
				return 2*mate - 1
			}
			return 2 * mate
		},
	},
}

func setOption(name, value string) string {
	if value == "" {
		return "setoption name " + name
	}
	return "setoption name " + name + " value " + value
}

// limit returns a search limit as text, or "" for 0.
func limit(name string, n int64) string {
	if n == 0 {
		return ""
	}
	return " " + name + " " + strconv.FormatInt(n, 10)
}

// positionCommand returns the command that sets the position: the start and the
// moves since.
func (d *dialect) positionCommand(p *rules.Position) string {
	begin, played := opening(p)
	text := "position startpos"
	if begin.Text() != p.Rules().Start().Text() {
		text = "position " + d.position(begin)
	}
	for i, m := range played {
		if i == 0 {
			text += " moves"
		}
		text += " " + d.write(begin, m)
		begin.Play(m)
	}
	return text
}

// opening returns the position at the start of a game, and the moves since.
func opening(p *rules.Position) (begin *rules.Position, played []rules.Move) {
	begin = p.Clone()
	for i := range begin.Plies() {
		m, _, _ := begin.Played(i)
		played = append(played, m)
	}
	for range played {
		begin.Undo()
	}
	return begin, played
}

// goCommand returns the command that starts a search.
func (d *dialect) goCommand(p *rules.Position, l *engine.Limits) string {
	text := "go" + limit("nodes", int64(l.Nodes)) + limit("depth", int64(l.Depth)) + d.limits(l)
	if text == "go" {
		text = "go infinite"
	}
	for i, m := range l.Moves {
		if i == 0 {
			text += " searchmoves"
		}
		text += " " + d.write(p, m)
	}
	return text
}

// move returns the legal move with that text. Castling may name the square of
// either piece.
func (d *dialect) move(p *rules.Position, text string) (rules.Move, bool) {
	legal := p.Moves(nil)
	for _, m := range legal {
		if strings.EqualFold(d.write(p, m), text) {
			return m, true
		}
	}
	for _, m := range legal {
		if m.Kind() != rules.Castle {
			continue
		}
		partner, _ := p.CastlingPartner(m)
		for _, to := range []rules.Square{m.To(), partner} {
			if strings.EqualFold(p.Rules().SquareName(m.From())+p.Rules().SquareName(to), text) {
				return m, true
			}
		}
	}
	return 0, false
}

// moves returns the moves of a line up to the first illegal one.
func (d *dialect) moves(p *rules.Position, words []string) []rules.Move {
	p = p.Clone()
	var line []rules.Move
	for _, word := range words {
		if _, over := p.Outcome(); over {
			break
		}
		m, ok := d.move(p, word)
		if !ok {
			break
		}
		line = append(line, m)
		p.Play(m)
	}
	return line
}

// milliseconds converts an engine's time.
func milliseconds(n int) time.Duration { return time.Duration(n) * time.Millisecond }

// clip shortens a text for messages.
func clip(text string) string {
	const most = 100
	if len(text) > most {
		text = strings.ToValidUTF8(text[:most], "") + "…"
	}
	return fmt.Sprintf("%q", text)
}
