package problem

import (
	"errors"
	"testing"

	"assay/api/define"
	"assay/api/present"
	"assay/api/request"
	"assay/fixtures/games"
)

// TestLines has the lines of solutions of every kind of play.
func TestLines(t *testing.T) {
	for _, row := range []struct {
		stipulation, position string
		query                 Query
		line                  string // of the first solution
		sound                 string
	}{
		{"#2", "7k/8/5K2/8/8/8/8/6R1 w - - 0 1", Query{}, "1. Kf7 Kh7 2. Rh1#", "unique"},
		{"#2", "7k/8/6K1/8/8/8/8/R7 w - - 0 1", Query{SetPlay: true}, "1... Kg8 2. Ra8#", "cooked"},
		{"h#1", "7k/8/6K1/8/8/8/8/R7 b - - 0 1", Query{}, "1. Kg8 Ra8#", ""},
		{"h#1.5", "7k/8/8/6K1/8/8/8/R7 w - - 0 1", Query{}, "1... Kg6 2. Kg8 Ra8#", ""},
		{"h#2", "7k/8/8/6K1/8/8/8/R7 b - - 0 1", Query{SetPlay: true}, "1... Kg6 2. Kg8 Ra8#", ""},
		{"ser-#2", "7k/8/8/6K1/8/8/8/R7 w - - 0 1", Query{}, "1. Kg6 2. Ra8#", "cooked"},
		{"ser-#3", "6k1/8/8/6K1/8/8/8/1R6 w - - 0 1", Query{}, "1. Ra1 2. Kg6 3. Ra8#", "cooked"},
		{"ser-h#1", "7k/8/6K1/8/8/8/8/R7 b - - 0 1", Query{}, "1. Kg8 Ra8#", ""},
		{"dia1.5", "rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR b - - 0 1", Query{}, "1. e4 d5 2. exd5", "unique"},
		{"ser-dia2", "rnbqkbnr/pppppppp/8/8/8/P7/1PPPPPPP/RNBQKBNR b - - 0 1", Query{}, "1. a3", "unique"},
		{"#1", "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", Query{Tries: true}, "1. Ra8#", "unique"},
	} {
		t.Run(row.stipulation+" "+row.position, func(t *testing.T) {
			r := games.Rules(t, "chess", "")
			p, err := r.ParsePosition(row.position)
			if err != nil {
				t.Fatal(err)
			}
			w, err := present.MovesAs("san", r)
			if err != nil {
				t.Fatal(err)
			}
			row.query.Stipulation = row.stipulation
			a, err := Solve(t.Context(), p, row.query, w)
			if err != nil {
				t.Fatal(err)
			}
			got := ""
			if len(a.Solutions) > 0 {
				got = a.Solutions[0].Line
			}
			if got != row.line || a.Soundness() != row.sound {
				t.Errorf("%q %s, want %q %s", got, a.Soundness(), row.line, row.sound)
			}
		})
	}
}

// TestErrors has problems that cannot be solved, with the field to blame.
func TestErrors(t *testing.T) {
	for _, row := range []struct{ stipulation, position, field string }{
		{"#", "7k/8/5K2/8/8/8/8/6R1 w - - 0 1", "stipulation"},
		{"#2", "R6k/8/6K1/8/8/8/8/8 b - - 0 1", "position"},
	} {
		p, err := games.Rules(t, "chess", "").ParsePosition(row.position)
		if err != nil {
			t.Fatal(err)
		}
		_, err = Solve(t.Context(), p, Query{Stipulation: row.stipulation}, define.Numbered)
		if input, ok := errors.AsType[*request.InputError](err); !ok || input.Field != row.field {
			t.Errorf("%s: %v, want an error of %s", row.stipulation, err, row.field)
		}
	}
}
