package storetest

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"assay/analysis"
	"assay/store"
)

// Sample makes a game the size of a master game of chess: some 680 bytes of text, 88 plies. Games of different
// numbers differ.
func Sample(number int) *store.Game {
	r := rand.New(rand.NewPCG(uint64(number), 1))
	var text strings.Builder
	tags := []store.Tag{
		{Key: "Event", Value: fmt.Sprintf("Candidates Tournament %d", 1950+number%70)},
		{Key: "Site", Value: fmt.Sprintf("City%d", number%300)},
		{Key: "Date", Value: fmt.Sprintf("%d.%02d.%02d", 1950+number%70, 1+number%12, 1+number%28)},
		{Key: "Round", Value: fmt.Sprint(number % 14)},
		{Key: "White", Value: fmt.Sprintf("Family%d, Given%d", number%997, number%31)},
		{Key: "Black", Value: fmt.Sprintf("Family%d, Given%d", number%1009, number%37)},
		{Key: "Result", Value: []string{"1-0", "0-1", "1/2-1/2"}[number%3]},
		{Key: "WhiteElo", Value: fmt.Sprint(2200 + number%600)},
		{Key: "BlackElo", Value: fmt.Sprint(2200 + number%601)},
		{Key: "ECO", Value: fmt.Sprintf("B%02d", number%100)},
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
	return &store.Game{
		Summary: store.Summary{
			File: "games.pgn", Number: number + 1, Format: "pgn",
			Variant: "chess", VariantVersion: "1",
			Verdict: analysis.Legal, Plies: 88, Result: tags[6].Value, Termination: "resignation",
			First: tags[4].Value, Second: tags[5].Value, Event: tags[0].Value, Site: tags[1].Value,
			Date: strings.ReplaceAll(tags[2].Value, ".", "-"),
		},
		Record: []byte(text.String()), Line: 1 + 13*number, Encoding: "utf-8",
		Start: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
		Final: fmt.Sprintf("r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 6 %d", number%90),
		Moves: moves, Tags: tags, Report: []byte(`{"warnings":[],"error":null}`),
	}
}

// Samples makes n games, numbered from the first.
func Samples(from, n int) []*store.Game {
	games := make([]*store.Game, n)
	for i := range games {
		games[i] = Sample(from + i)
	}
	return games
}
