package source

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"assay/parser/record"
	"assay/parser/scan"
)

// Servers describe a game by a JSON object: chess.com with its PGN, lichess
// with its moves, and scripts with a list of moves. A file has one such object,
// one on each line, or a list of them inside another object; or only lists of
// moves.

// objectBytes is the length of a file's start in which the first game's PGN or
// moves must begin.
const objectBytes = 16 << 10

// memberBytes is the length of the text after a key in which its value begins.
const memberBytes = 64

// gameMember matches the member that makes an object a game. The moves of JKF
// are objects, and not meant.
var gameMember = scan.NewPattern(`"(?:pgn"\s*:\s*"|moves"\s*:\s*(?:"|\[\s*"))`)

// moveList matches the start of a list of moves that is in no object.
var moveList = scan.NewPattern(`^(?:\[\s*)+"([^"\\]{2,12})"\s*[,\]]`)

// isMoveList reports whether a text in JSON starts with a list of moves.
func isMoveList(text []byte) bool {
	first := moveList.FindSubmatchIndex(text)
	return first != nil && message.Match(text[first[2]:first[3]])
}

// mayHaveObjects reports whether a file that starts with these bytes may have
// such objects. It decides most files.
func mayHaveObjects(first []byte) bool {
	return len(first) > 0 && strings.IndexByte("{[, \t\r\n\xEF", first[0]) >= 0
}

// hasGameObjects reports whether a text starts as JSON and has a game.
func hasGameObjects(prefix []byte) bool {
	if !mayHaveObjects(prefix) {
		return false
	}
	text := bytes.TrimPrefix(prefix[:min(len(prefix), objectBytes)], []byte(string(scan.ByteOrderMark)))
	text = bytes.TrimLeft(text, ", \t\r\n") // a comma if it follows another game
	if len(text) < 2 || text[0] != '{' && text[0] != '[' {
		return false
	}
	if next := bytes.TrimLeft(text[1:], " \t\r\n"); len(next) == 0 || strings.IndexByte(`"{[`, next[0]) < 0 {
		return false
	}
	return gameMember.Match(text) || isMoveList(text)
}

// nextObject returns the bytes of the next game, from the end of the previous
// one, and its text.
func (b *gameConverter) nextObject() (raw []byte, text, damage string, err error) {
	type open struct {
		at   int
		sign byte
		game bool
	}
	var opened []open
	for i := 0; ; i++ {
		if int64(i) > b.limit {
			return nil, "", "", errLargeGame
		}
		c, err := b.at(i)
		if err != nil {
			return nil, "", "", err
		}
		switch c {
		case 0:
			if i >= len(b.ahead) {
				raw, b.ahead = b.ahead, nil
				return raw, "", "", nil
			}
		case '{', '[':
			opened = append(opened, open{at: i, sign: c})
		case '"':
			end, err := b.stringEnd(i)
			if err != nil {
				return nil, "", "", err
			}
			key := string(b.ahead[i+1 : min(end, len(b.ahead))])
			if !slices.ContainsFunc(opened, func(o open) bool { return o.sign == '{' }) && len(opened) > 0 &&
				message.MatchString(key) {
				opened[len(opened)-1].game = true
			}
			if (key == "pgn" || key == "moves") && len(opened) > 0 {
				if err := b.fill(end + memberBytes); err != nil {
					return nil, "", "", err
				}
				at := gameMember.FindIndex(b.ahead[i:min(len(b.ahead), end+memberBytes)])
				opened[len(opened)-1].game = opened[len(opened)-1].game || at != nil && at[0] == 0
			}
			i = end
		case '}', ']':
			if len(opened) == 0 {
				continue // the end of what surrounds the games
			}
			last := opened[len(opened)-1]
			opened = opened[:len(opened)-1]
			if last.game && (c == '}' || last.sign == '[') {
				raw, b.ahead = b.ahead[:i+1:i+1], b.ahead[i+1:]
				object := raw[last.at:]
				if last.sign == '[' {
					object = slices.Concat([]byte(`{"moves":`), object, []byte("}"))
				}
				text, damage = objectText(object)
				return raw, text, damage, nil
			}
		}
	}
}

// at returns byte i of what is ahead; 0 after the end of the file.
func (b *gameConverter) at(i int) (byte, error) {
	if i >= len(b.ahead) {
		if err := b.fill(i + block); err != nil || i >= len(b.ahead) {
			return 0, err
		}
	}
	return b.ahead[i], nil
}

// stringEnd returns the index of the quotation mark that ends the string at i,
// or the end of the file.
func (b *gameConverter) stringEnd(i int) (int, error) {
	for i++; ; i++ {
		c, err := b.at(i)
		switch {
		case err != nil:
			return 0, err
		case c == '"' || c == 0 && i >= len(b.ahead):
			return i, nil
		case c == '\\':
			i++
		case int64(i) > b.limit:
			return 0, errLargeGame
		}
	}
}

// gameObject is a game as servers describe it.
type gameObject struct {
	PGN        string `json:"pgn"`
	Rules      string `json:"rules"` // the variant of chess.com
	Moves      moves  `json:"moves"`
	Variant    named  `json:"variant"`
	White      named  `json:"white"`
	Black      named  `json:"black"`
	InitialFEN string `json:"initialFen"`
	FEN        string `json:"fen"`
	Event      named  `json:"event"`
	Date       string `json:"date"`
	Result     string `json:"result"`
	Winner     string `json:"winner"`
	Status     string `json:"status"`
	ID         string `json:"id"`
	URL        string `json:"url"`
	Created    int64  `json:"createdAt"` // milliseconds since 1970
	Clocks     []int  `json:"clocks"`    // hundredths of a second left after each ply
	Clock      *struct {
		Initial   int `json:"initial"`
		Increment int `json:"increment"`
	} `json:"clock"`
	Opening struct {
		ECO  string `json:"eco"`
		Name string `json:"name"`
	} `json:"opening"`
	Players struct {
		White named `json:"white"`
		Black named `json:"black"`
	} `json:"players"`
}

// moves are the moves of a game, as a list or in one text.
type moves []string

func (m *moves) UnmarshalJSON(raw []byte) error {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		*m = strings.Fields(text)
		return nil
	}
	return json.Unmarshal(raw, (*[]string)(m))
}

// named is a name, or an object that has one.
type named struct {
	name   string
	rating int
}

func (n *named) UnmarshalJSON(raw []byte) error {
	if json.Unmarshal(raw, &n.name) == nil {
		return nil
	}
	var o struct {
		Name, Username, ID string
		Rating             int
		AILevel            int
		User               struct{ Name string }
	}
	if json.Unmarshal(raw, &o) != nil {
		return nil // something else than a name
	}
	n.rating = o.Rating
	for _, name := range []string{o.Name, o.Username, o.User.Name, o.ID} {
		if n.name == "" {
			n.name = name
		}
	}
	if n.name == "" && o.AILevel > 0 {
		n.name = fmt.Sprintf("Stockfish level %d", o.AILevel)
	}
	return nil
}

// objectText returns the game of an object as PGN, and what could not be read.
func objectText(raw []byte) (text, damage string) {
	var g gameObject
	if err := json.Unmarshal(raw, &g); err != nil {
		return "[Event \"?\"]\n\n*\n\n", "the game in JSON is not read: " + strings.TrimPrefix(err.Error(), "json: ")
	}
	if g.PGN != "" {
		text = strings.TrimSpace(g.PGN) + "\n\n"
		if !strings.Contains(text, "[Variant ") {
			text = pgnTag("Variant", g.Rules) + text
		}
		return text, ""
	}
	if i := slices.IndexFunc(g.Moves, func(m string) bool { return record.ReadResult(m) != "" }); i >= 0 {
		if g.Result == "" {
			g.Result = g.Moves[i]
		}
		if i+1 < len(g.Moves) {
			damage = "the moves after the result are not read"
		}
		g.Moves = g.Moves[:i]
	}
	return g.text(), damage
}

// pgnTag returns a header line; "" for an empty value.
func pgnTag(key, value string) string {
	value = strings.Join(strings.FieldsFunc(value, func(r rune) bool { return r < ' ' }), " ")
	if value = strings.TrimSpace(value); value == "" {
		return ""
	}
	return fmt.Sprintf("[%s \"%s\"]\n", key, strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(value))
}

// text returns the game as PGN.
func (g *gameObject) text() string {
	var b strings.Builder
	tag := func(key, value string) { b.WriteString(pgnTag(key, value)) }
	rating := func(n int) string {
		if n == 0 {
			return ""
		}
		return strconv.Itoa(n)
	}
	white, black := g.White, g.Black
	if white.name == "" && black.name == "" {
		white, black = g.Players.White, g.Players.Black
	}
	tag("Event", g.Event.name)
	tag("Site", g.URL)
	tag("GameId", g.ID)
	if g.Date == "" && g.Created > 0 {
		g.Date = time.UnixMilli(g.Created).UTC().Format("2006.01.02")
	}
	tag("Date", g.Date)
	tag("White", white.name)
	tag("Black", black.name)
	tag("WhiteElo", rating(white.rating))
	tag("BlackElo", rating(black.rating))
	if g.Variant.name != "fromPosition" { // no variant, but a start
		tag("Variant", g.Variant.name)
	}
	if g.InitialFEN == "" {
		g.InitialFEN = g.FEN
	}
	tag("FEN", g.InitialFEN)
	tag("ECO", g.Opening.ECO)
	tag("Opening", g.Opening.Name)
	if g.Clock != nil {
		tag("TimeControl", fmt.Sprintf("%d+%d", g.Clock.Initial, g.Clock.Increment))
	}
	if g.Status == "outoftime" {
		tag("Termination", "Time forfeit")
	}
	result := g.result()
	tag("Result", result)
	b.WriteByte('\n')
	for i, move := range g.Moves {
		b.WriteString(strings.Map(func(r rune) rune { // a word must be one move
			if r <= ' ' || strings.ContainsRune("{}[];", r) {
				return -1
			}
			return r
		}, move))
		if i < len(g.Clocks) {
			left := max(0, g.Clocks[i]/100)
			fmt.Fprintf(&b, " {[%%clk %d:%02d:%02d]}", left/3600, left/60%60, left%60)
		}
		b.WriteByte('\n')
	}
	b.WriteString(result + "\n\n")
	return b.String()
}

// result returns the result that the members state; * for none.
func (g *gameObject) result() string {
	if read := record.ReadResult(g.Result); read != "" {
		return read
	}
	switch {
	case g.Winner == "white":
		return "1-0"
	case g.Winner == "black":
		return "0-1"
	case g.Status == "draw" || g.Status == "stalemate":
		return "1/2-1/2"
	}
	return "*"
}
