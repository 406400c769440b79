package source

import (
	"io"
	"strings"
	"testing"
)

// TestGameObjects reads games that servers describe in JSON.
func TestGameObjects(t *testing.T) {
	for _, row := range []struct{ name, raw, want string }{
		{"chess.com", `{"games":[{"url":"x","pgn":"[White \"A\"]\n\n1. e4 e5 1-0\n","rules":"chess","white":{"username":"A"}},` +
			`{"url":"y","pgn":"[White \"B\"]\n\n1. d4 *","rules":"crazyhouse"}]}` + "\n",
			"[Variant \"chess\"]\n[White \"A\"]\n\n1. e4 e5 1-0\n\n[Variant \"crazyhouse\"]\n[White \"B\"]\n\n1. d4 *\n\n"},
		{"lichess", `{"id":"abc","variant":"standard","createdAt":1577836800000,"status":"outoftime","players":{"white":{"user":{"name":"A"},"rating":1500},` +
			`"black":{"aiLevel":3}},"winner":"white","moves":"e4 e5 Nf3","clocks":[18003,17950],"clock":{"initial":180,"increment":2},"opening":{"eco":"C20","name":"x"}}` + "\n",
			"[GameId \"abc\"]\n[Date \"2020.01.01\"]\n[White \"A\"]\n[Black \"Stockfish level 3\"]\n[WhiteElo \"1500\"]\n[Variant \"standard\"]\n[ECO \"C20\"]\n[Opening \"x\"]\n" +
				"[TimeControl \"180+2\"]\n[Termination \"Time forfeit\"]\n[Result \"1-0\"]\n\ne4 {[%clk 0:03:00]}\ne5 {[%clk 0:02:59]}\nNf3\n1-0\n\n"},
		{"a list", `{"white":"A","black":"B","variant":"makruk","result":"0.5-0.5","moves":["c3c4", "c6c5"]}`,
			"[White \"A\"]\n[Black \"B\"]\n[Variant \"makruk\"]\n[Result \"1/2-1/2\"]\n\nc3c4\nc6c5\n1/2-1/2\n\n"},
		{"two lines", "{\"moves\":\"e4\"}\n{\"moves\":\"\"}\n", "[Result \"*\"]\n\ne4\n*\n\n[Result \"*\"]\n\n*\n\n"},
		{"moves that are no words", `[{"moves":["e4 {x", "e5"]}]`, "[Result \"*\"]\n\ne4x\ne5\n*\n\n"},
		{"a result among the moves", `{"moves":"e4 e5 1-0"}`, "[Result \"1-0\"]\n\ne4\ne5\n1-0\n\n"},
		{"a name with quotes", `{"white":"A \"x\" \\","moves":"e4"}`, "[White \"A \\\"x\\\" \\\\\"]\n[Result \"*\"]\n\ne4\n*\n\n"},
	} {
		b := newGameConverter(strings.NewReader(row.raw), 1<<20)
		text, err := io.ReadAll(b)
		if err != nil || string(text) != row.want {
			t.Errorf("%s: %v\n%s, want\n%s", row.name, err, text, row.want)
		}
		if data := b.take(text, false); string(data) != row.raw {
			t.Errorf("%s: the bytes kept are %q", row.name, data)
		}
	}
	for _, raw := range []string{`{"assay":1,"plies":[{"text":"e4"}]}`, `{"header":{},"moves":[{"move":{}}]}`,
		"{ a \"pgn\":\"x\" } 1. e4", "[Event \"pgn\"]\n\n1. e4 {\"moves\":\"x\"}", `{"pgn":1}`, ""} {
		if IsConverted([]byte(raw)) {
			t.Errorf("%q is taken for games in JSON", raw)
		}
	}
}

// TestDamagedGameObjects says what is not read, and keeps every byte.
func TestDamagedGameObjects(t *testing.T) {
	for _, row := range []struct{ name, raw, damage string }{
		{"a wrong member", `{"moves":"e4","createdAt":"today"}`, "the game in JSON is not read: cannot unmarshal string"},
		{"moves after the result", `{"moves":"e4 * e5"}`, "the moves after the result are not read"},
		{"cut", `{"moves":"e4","x":`, ""},
		{"cut in a string", `{"moves":"e4`, ""},
		{"closed twice", `{"moves":"e4"}}}]`, ""},
	} {
		b := newGameConverter(strings.NewReader(row.raw), 1<<20)
		text, err := io.ReadAll(b)
		if err != nil {
			t.Fatal(err)
		}
		if data := b.take(text, false); len(text) > 0 && string(data) != row.raw || !strings.HasPrefix(b.last, row.damage) {
			t.Errorf("%s: %q, damage %q, bytes %q", row.name, text, b.last, data)
		}
	}
	long := newGameConverter(strings.NewReader(`{"moves":"`+strings.Repeat("e4 ", 1000)+`"}`), 1000)
	if _, err := io.ReadAll(long); err != errLargeGame {
		t.Errorf("a long game: %v", err)
	}
}
