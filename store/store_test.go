package store

import (
	"context"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"
)

// open opens an archive in a folder of the test's own and closes it with the test.
func open(t testing.TB, path string, o Options) *Store {
	t.Helper()
	s, err := Open(context.Background(), path, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func archive(t testing.TB) *Store {
	t.Helper()
	return open(t, filepath.Join(t.TempDir(), "archive.db"), Options{})
}

// result is the value of a call that must not fail: result(call())(t).
func result[T any](v T, err error) func(testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

// sample makes a game the size of a master game of chess: some 680 bytes of text, 88 plies. Games of different
// numbers differ.
func sample(number int) *Game {
	r := rand.New(rand.NewPCG(uint64(number), 1))
	var text strings.Builder
	tags := []Tag{
		{"Event", fmt.Sprintf("Candidates Tournament %d", 1950+number%70)},
		{"Site", fmt.Sprintf("City%d", number%300)},
		{"Date", fmt.Sprintf("%d.%02d.%02d", 1950+number%70, 1+number%12, 1+number%28)},
		{"Round", fmt.Sprint(number % 14)},
		{"White", fmt.Sprintf("Family%d, Given%d", number%997, number%31)},
		{"Black", fmt.Sprintf("Family%d, Given%d", number%1009, number%37)},
		{"Result", []string{"1-0", "0-1", "1/2-1/2"}[number%3]},
		{"WhiteElo", fmt.Sprint(2200 + number%600)},
		{"BlackElo", fmt.Sprint(2200 + number%601)},
		{"ECO", fmt.Sprintf("B%02d", number%100)},
	}
	for _, tag := range tags {
		fmt.Fprintf(&text, "[%s %q]\n", tag.Key, tag.Value)
	}
	text.WriteByte('\n')
	moves := make([]byte, 0, 176)
	for ply := range 88 {
		if ply%2 == 0 {
			fmt.Fprintf(&text, "%d.", ply/2+1)
		}
		fmt.Fprintf(&text, "%c%c%d ", "NBRQK"[r.IntN(5)], 'a'+rune(r.IntN(8)), 1+r.IntN(8))
		moves = append(moves, byte(r.IntN(256)), byte(r.IntN(256)))
	}
	fmt.Fprintf(&text, "%s\n", tags[6].Value)
	return &Game{
		Record: []byte(text.String()),
		File:   "games.pgn", Number: number + 1, Line: 1 + 13*number,
		Format: "pgn", Encoding: "utf-8",
		Variant: "chess", VariantVersion: "1",
		Verdict: Legal, Plies: 88, Result: tags[6].Value, Termination: "resignation",
		Start: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
		Final: fmt.Sprintf("r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 6 %d", number%90),
		Moves: moves,
		First: tags[4].Value, Second: tags[5].Value, Event: tags[0].Value, Site: tags[1].Value,
		Date: strings.ReplaceAll(tags[2].Value, ".", "-"), Tags: tags,
		Report: []byte(`{"warnings":[],"error":null}`),
	}
}

func samples(from, n int) []*Game {
	games := make([]*Game, n)
	for i := range games {
		games[i] = sample(from + i)
	}
	return games
}
