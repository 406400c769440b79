package browser

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"assay/analysis"
	"assay/api/define"
	"assay/api/present"
	"assay/fixtures"
)

// ask returns the result of a request, and the message of its error.
func ask[V any](t *testing.T, s *Session, name, arguments, record string) (v V, message string) {
	t.Helper()
	var got struct {
		Result V
		Error  *reason
	}
	text := s.Answer(name, []byte(arguments), []byte(record))
	if err := json.Unmarshal(text, &got); err != nil {
		t.Fatalf("%s %s: %v in %s", name, arguments, err, text)
	}
	if got.Error != nil {
		return v, got.Error.Message
	}
	return got.Result, ""
}

func TestVariants(t *testing.T) {
	list, message := ask[[]define.VariantSummary](t, NewSession(), "variants", "{}", "")
	if message != "" || len(list) < 250 {
		t.Errorf("%d variants, %s", len(list), message)
	}
}

func TestPlay(t *testing.T) {
	s := NewSession()
	for _, c := range []struct {
		arguments string
		moves     int
		last      string // and the end of the game
		wrong     string
	}{
		{`{"variant":"chess"}`, 20, "", ""},
		{`{"variant":"Chess","notation":"uci","moves":["e4","e7e5","Ng1-f3"]}`, 29, "g1f3", ""},
		{`{"variant":"chess","notation":"san","moves":["f3","e5","g4","Qh4"]}`, 0, "Qh4# checkmate", ""},
		{`{"variant":"shogi","notation":"kif","moves":["7g7f"]}`, 30, "７六歩(77)", ""},
		{`{"variant":"xiangqi","notation":"wxf","moves":["h2e2","h9g7"]}`, 35, "H8+7", ""},
		{`{"variant":"crazyhouse","position":"4k3/8/8/8/8/8/8/4K3[N] w - - 0 1","moves":["N@e5"]}`, 3, "Knight * e5", ""},
		{`{"variant":"minichess-of-nowhere"}`, 0, "", "not defined"},
		{`{"variant":"chess","position":"8/8"}`, 0, "", "position"},
		{`{"variant":"chess","moves":["e4","e4"]}`, 0, "", "move 2"},
		{`{"variant":"chess","notation":"kif"}`, 0, "", "notation"},
		{`{"variant":"chess","move":["e4"]}`, 0, "", `unknown field "move"`},
		{`{"variant":"chess","options":"x=y"}`, 0, "", "option"},
		{`[]`, 0, "", "arguments"},
	} {
		v, message := ask[present.PositionView](t, s, "play", c.arguments, "")
		last := string(v.Last)
		if v.Outcome != nil {
			last += " " + v.Outcome.Termination
		}
		if c.wrong == "" && message != "" || !strings.Contains(message, c.wrong) || len(v.Moves) != c.moves || last != c.last {
			t.Errorf("%s: %d moves, %q, %q", c.arguments, len(v.Moves), last, message)
		}
	}
}

// TestIllegalMove: the answer names the move and says why it is illegal.
func TestIllegalMove(t *testing.T) {
	var got answer
	text := NewSession().Answer("play", []byte(`{"variant":"chess","moves":["e4","Ke6"]}`), nil)
	if err := json.Unmarshal(text, &got); err != nil || got.Error == nil {
		t.Fatal(err, string(text))
	}
	if e := got.Error; e.Index == nil || *e.Index != 1 || e.Fault == nil || e.Fault.Text != "Ke6" || len(e.Fault.Legal) == 0 {
		t.Errorf("%s", text)
	}
}

// TestDrawing: boards know the places of each legal move.
func TestDrawing(t *testing.T) {
	s := NewSession()
	for _, id := range []string{"chess", "shogi", "xiangqi", "csg-1", "glinski"} {
		v, message := ask[present.PositionView](t, s, "play", `{"variant":"`+id+`","drawing":true,"roomy":true}`, "")
		if message != "" || v.Drawing == nil || len(v.Drawing.Paths) != len(v.Moves) || len(v.Moves) == 0 || len(v.Drawing.View.Symbols) == 0 {
			t.Errorf("%s: %d moves, %+v, %s", id, len(v.Moves), v.Drawing != nil, message)
		}
	}
}

func TestPerft(t *testing.T) {
	s := NewSession()
	for _, c := range []struct {
		arguments string
		nodes     uint64
		wrong     string
	}{
		{`{"variant":"chess","depth":3}`, 8902, ""},
		{`{"variant":"shogi","depth":3}`, 25470, ""},
		{`{"variant":"xiangqi","depth":3}`, 79666, ""},
		{`{"variant":"chess","depth":0}`, 1, ""},
		{`{"variant":"chess","depth":-1}`, 0, "depth"},
		{`{"variant":"chess","depth":13}`, 0, "depth"},
		{`{"depth":1}`, 0, "not defined"},
	} {
		nodes, message := ask[uint64](t, s, "perft", c.arguments, "")
		if nodes != c.nodes || !strings.Contains(message, c.wrong) || c.wrong == "" && message != "" {
			t.Errorf("%s: %d %s", c.arguments, nodes, message)
		}
	}
}

func TestVerify(t *testing.T) {
	s := NewSession()
	board, err := os.ReadFile(fixtures.Path(t, "fixtures/csg/board-1.txt"))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		arguments, record string
		verdicts          string // and plies
		wrong             string
	}{
		{`{}`, "1. e4 e5 2. Nf3", "chess legal 3", ""},
		{`{"file":"a.pgn"}`, "[White \"A\"]\n\n1. e4 e5 *\n\n[White \"B\"]\n\n1. e4 Ke6 *\n", "chess legal 2, chess illegal 1", ""},
		{`{"variant":"csg-1"}`, string(board), "csg-1 legal 110", ""},
		{`{"variant":"shogi"}`, "position startpos moves 7g7f 3c3d", "shogi legal 2", ""},
		{`{}`, "nothing to see here", " unreadable 0", ""},
		{`{"variant":"nothing"}`, "1. e4", "", "not defined"},
		{`{"encoding":"klingon"}`, "1. e4", "", "unknown encoding"},
	} {
		reports, message := ask[[]*analysis.Report](t, s, "verify", c.arguments, c.record)
		var got []string
		for _, r := range reports {
			got = append(got, strings.Join([]string{r.Variant, r.Verdict, jsonText(r.Plies)}, " "))
		}
		if text := strings.Join(got, ", "); text != c.verdicts || !strings.Contains(message, c.wrong) || c.wrong == "" && message != "" {
			t.Errorf("%s %.40q: %s, %s", c.arguments, c.record, text, message)
		}
	}
}

// TestVerifiedMoves: the moves of a report lead to its final position.
func TestVerifiedMoves(t *testing.T) {
	s := NewSession()
	reports, message := ask[[]struct {
		Start, Final string
		Moves        []string
	}](t, s, "verify", `{"moves":true}`, "1. e4 e5 2. Nf3 Ke6")
	if message != "" || len(reports) != 1 || len(reports[0].Moves) != 3 {
		t.Fatal(reports, message)
	}
	v, _ := ask[present.PositionView](t, s, "play", `{"variant":"chess","moves":`+jsonText(reports[0].Moves)+`}`, "")
	if v.Position != reports[0].Final {
		t.Errorf("%s, want %s", v.Position, reports[0].Final)
	}
}

func jsonText(v any) string {
	text, _ := json.Marshal(v)
	return string(text)
}

// FuzzAnswer: every answer is JSON, whatever is asked.
func FuzzAnswer(f *testing.F) {
	s := NewSession()
	f.Add("play", `{"variant":"chess","moves":["e4"],"drawing":true}`, "")
	f.Add("verify", `{"variant":"shogi"}`, "▲７六歩 △３四歩")
	f.Add("verify", `{"format":"json"}`, "{")
	f.Add("perft", `{"variant":"chess","depth":1}`, "")
	f.Add("variants", "", "")
	f.Fuzz(func(t *testing.T, name, arguments, record string) {
		if name == "perft" && len(arguments) > 0 && strings.ContainsAny(arguments, "3456789") {
			return // deep trees take long
		}
		if text := s.Answer(name, []byte(arguments), []byte(record)); !json.Valid(text) {
			t.Errorf("%s", text)
		}
	})
}
