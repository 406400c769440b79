package web

import (
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"strings"
	"testing"

	"assay/api/rest"
)

// TestLine extends variations and finds the places of every move.
func TestLine(t *testing.T) {
	site, a := serve(t)
	for _, row := range []struct {
		name, record string
		ply          int
		instead      bool
		line, move   string
		want         string // the line
		status       int
		says         string // if it is rejected
		ways         map[string]string
	}{
		{"chess", small, 4, true, "Nf6", "Queen h5 x e5", "Nf6 Qxe5+", 200, "", map[string]string{"Pawn f7 - f6": "", "Queen d8 - e7": "d8-e7"}},
		{"castling", "[Result \"*\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 *\n", 6, false, "", "", "", 200, "", map[string]string{"King e1 - g1": "e1-g1"}},
		{"a bench", "Variant=csg-1\nResult=*\n1. Pawn f3 - f4\n", 1, false, "", "", "", 200, "", map[string]string{"Wildcard v9 - e5": "v9-e5"}},
		{"a hand", "[Variant \"crazyhouse\"]\n[Result \"*\"]\n\n1. e4 d5 2. exd5 Qxd5 *\n", 4, false, "", "", "", 200, "", map[string]string{"Pawn * d4": "hand1.0-d4"}},
		{"a pocket", "Variant=pocket-shogi-copper\nResult=*\n1. Copper pocket - a2\n1. Copper * a8\n", 2, false, "", "", "", 200, "", map[string]string{"Silver c1 - pocket": "c1-pocket1"}},
		{"out of a pocket", "Variant=pocket-shogi-copper\nResult=*\n1. Copper pocket - a2\n", 0, false, "", "", "", 200, "", map[string]string{"Copper pocket - a2": "pocket1-a2"}},
		{"a pass", "Variant=janggi\nResult=*\n1. Soldier a4 - a5\n", 1, false, "", "Pass", "Pass", 200, "", map[string]string{"Pass": ""}},
		{"a side line", small, 1, false, "Bc4", "Pawn e7 - e6", "Bc4 e6", 200, "", map[string]string{"Bishop c4 x e6": "c4-e6"}},
		{"a line that does not hold", small, 3, false, "Nf6 Qxe6", "", "", 422, "e6", nil},
		{"a ply that is none", small, 40, false, "", "", "", 400, "ply", nil},
		{"instead of the start", small, 0, true, "", "", "", 400, "instead", nil},
	} {
		t.Run(row.name, func(t *testing.T) {
			words := url.Values{
				"game": {fmt.Sprint(add(t, a, row.record))}, "ply": {fmt.Sprint(row.ply)}, "instead": {fmt.Sprint(row.instead)},
				"line": {row.line}, "move": {row.move},
			}
			if row.name == "a side line" {
				words["path"] = []string{"Pawn c7 - c5"}
			}
			answer := get(t, site+"/line.json?"+words.Encode())
			body, err := io.ReadAll(answer.Body)
			if err != nil {
				t.Fatal(err)
			}
			if answer.StatusCode != row.status {
				t.Fatalf("status %d: %s", answer.StatusCode, body)
			}
			if row.status != 200 {
				var fault rest.Problem
				if err := json.Unmarshal(body, &fault); err != nil || !strings.Contains(fault.Detail, row.says) || row.status == 422 && len(fault.Error.Legal) == 0 {
					t.Errorf("%v, %s", err, body)
				}
				return
			}
			var got lineData
			if err := json.Unmarshal(body, &got); err != nil {
				t.Fatal(err)
			}
			if got.Line != row.want {
				t.Errorf("%q, want %q", got.Line, row.want)
			}
			if len(got.Moves) == 0 || len(got.Paths) != len(got.Moves) {
				t.Fatalf("%d moves with %d ways", len(got.Moves), len(got.Paths))
			}
			ways := map[string]string{}
			for i, move := range got.Moves {
				var names []string
				for _, place := range got.Paths[i] {
					if place < 0 {
						t.Fatalf("%s leads from or to nowhere", move)
					}
					name := got.View.Places[place]
					if names = append(names, name); !strings.HasPrefix(name, "hand") && !strings.Contains(move, strings.TrimRight(name, "12")) {
						t.Errorf("%s names no %s", move, name)
					}
				}
				ways[move] = strings.Join(names, "-")
			}
			for move, want := range row.ways {
				if way, legal := ways[move]; legal != (want != "" || move == "Pass") || way != want {
					t.Errorf("%s: %q %v, want %q of %v", move, way, legal, want, got.Moves)
				}
			}
		})
	}
	for _, path := range []string{"/line.json", "/line.json?game=1", "/line.json?game=999&ply=0"} {
		if code := get(t, site+path).StatusCode; code != 400 && code != 404 {
			t.Errorf("%s: %d", path, code)
		}
	}
}
