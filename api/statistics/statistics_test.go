package statistics

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"assay/analysis"
	"assay/analysis/lab"
	"assay/analysis/rules"
	"assay/analysis/variant"
	"assay/api/request"
	"assay/store"
)

var book = analysis.NewRulebook(variant.Embedded())

// shelf is a store of games with IDs from 1.
type shelf []*store.Game

func (s shelf) Games(_ context.Context, ids []int64) (found []*store.Game, err error) {
	if len(ids) > chunk {
		return nil, fmt.Errorf("%d games at once", len(ids))
	}
	for _, id := range ids {
		found = append(found, s[id-1])
	}
	return found, nil
}

// all returns all games of the shelf in parts of a size.
func (s shelf) all(size int) func(context.Context) ([]int64, error) {
	last := 0
	return func(context.Context) (ids []int64, err error) {
		for range min(size, len(s)-last) {
			last++
			ids = append(ids, int64(last))
		}
		return ids, nil
	}
}

func of(t *testing.T, by By, s shelf) *Report {
	t.Helper()
	r, err := Of(t.Context(), by, s, book, merged, s.all(1000))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// planted returns games, one per line: result, plies, first move, date, event,
// players and ending. The move - is none, and a move after a slash is played
// from another position.
func planted(t *testing.T, lines string) (all shelf) {
	t.Helper()
	r, err := book.Rules("chess", "")
	if err != nil {
		t.Fatal(err)
	}
	moves := map[string]rules.Move{}
	p := r.Start()
	for _, m := range p.Moves(nil) {
		moves[r.SquareName(m.From())+r.SquareName(m.To())] = m
	}
	for line := range strings.Lines(lines) {
		f := strings.Split(strings.TrimSpace(line), "|")
		g := &store.Game{Start: r.StartText()}
		g.ID, g.Variant, g.Verdict, g.Result = int64(len(all)+1), "chess", analysis.Legal, f[0]
		fmt.Sscan(f[1], &g.Plies)
		move, elsewhere := strings.CutPrefix(f[2], "/")
		if elsewhere {
			g.Start = "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1"
		}
		if move != "-" {
			g.Moves = analysis.EncodeMoves([]rules.Move{moves[move], 77})
		}
		g.Date, g.Event, g.First, g.Second, g.Termination = f[3], f[4], f[5], f[6], f[7]
		all = append(all, g)
	}
	return all
}

const games = `1-0|10|e2e4|1999-01-02|Cup|Ada|Ben|checkmate
	1-0|20|e2e4|1999-??-??|CUP |Ben|Ada|resignation
	0-1|30|d2d4|2001-05-05|Open|ada|Cleo|checkmate
	1/2-1/2|45|e2e4|????-??-??|?|Cleo|NN|
	*|0|-|19??-??-??||Ada|Ada|
	0-0|4|/e2e4|2001-01-01|Open|Ben|Cleo|resignation`

// summary returns what a group counts, except shares.
func summary(g *Group) string {
	text := fmt.Sprintf("%s %d %v %v", g.Value, g.Games, g.Results, g.Lengths)
	if g.Score != nil {
		text += fmt.Sprintf(" %.4g of %d", g.Score.Value, g.Score.Games)
	}
	for _, list := range [][]Share{g.Endings, g.Openings} {
		for _, s := range list {
			text += fmt.Sprintf(" %s=%d", s.Name, s.Games)
		}
		text += ";"
	}
	return text + fmt.Sprint(g.OtherStarts)
}

// TestOf compares statistics with counts by hand. Games of a variant that is
// not defined are counted without first moves.
func TestOf(t *testing.T) {
	all := planted(t, games)
	for range 3 {
		all = append(all, planted(t, `1-0|9|e2e4|1999-01-01|Cup|Ada|Ben|checkmate`)...)
	}
	all[6].Verdict, all[7].Damage, all[8].Variant = analysis.Illegal, errors.New("damaged"), "lost"
	for i, g := range all {
		g.ID = int64(i + 1)
	}
	const lost = "1 {1 0 0 0 0} {9 9 9 9 9} 100 of 1 checkmate=1;;1"
	for _, row := range []struct {
		by   By
		want []string
	}{
		{Variant, []string{
			" 6 {2 1 1 1 1} {0 5.5 15 27.5 45} 50 of 5 =2 checkmate=2 resignation=2; e4=3 d4=1;2",
			" " + lost}},
		{Year, []string{
			"1999 2 {2 0 0 0 0} {10 12.5 15 17.5 20} 100 of 2 checkmate=1 resignation=1; e4=2;0",
			"2001 2 {0 0 1 1 0} {4 10.5 17 23.5 30} 0 of 2 checkmate=1 resignation=1; d4=1;1",
			" 2 {0 1 0 0 1} {0 11.25 22.5 33.75 45} 50 of 1 =2; e4=1;1",
			"1999 " + lost}},
		{Event, []string{
			" 2 {0 1 0 0 1} {0 11.25 22.5 33.75 45} 50 of 1 =2; e4=1;1",
			"Cup 2 {2 0 0 0 0} {10 12.5 15 17.5 20} 100 of 2 checkmate=1 resignation=1; e4=2;0",
			"Open 2 {0 0 1 1 0} {4 10.5 17 23.5 30} 0 of 2 checkmate=1 resignation=1; d4=1;1",
			"Cup " + lost}},
		{Player, []string{
			"Ada 4 {1 0 2 0 1} {0 7.5 15 22.5 30} 33.33 of 3 checkmate=2 =1 resignation=1; e4=2 d4=1;1",
			"Ben 3 {1 0 1 1 0} {4 7 10 15 20} 33.33 of 3 resignation=2 checkmate=1; e4=2;1",
			"Cleo 3 {1 1 0 1 0} {4 17 30 37.5 45} 50 of 3 =1 checkmate=1 resignation=1; d4=1 e4=1;1",
			" 1 {0 1 0 0 0} {45 45 45 45 45} 50 of 1 =1; e4=1;0",
			"Ada " + lost,
			"Ben 1 {0 0 1 0 0} {9 9 9 9 9} 0 of 1 checkmate=1;;1"}},
	} {
		r := of(t, row.by, all)
		var got []string
		for i := range r.Groups {
			got = append(got, summary(&r.Groups[i]))
		}
		if got, want := strings.Join(got, "\n"), strings.Join(row.want, "\n"); got != want {
			t.Errorf("by %q:\n%s\nwant\n%s", row.by, got, want)
		}
		if r.Invalid != 1 || fmt.Sprint(r.Damaged) != "[8]" {
			t.Errorf("by %q: %d invalid, %v damaged", row.by, r.Invalid, r.Damaged)
		}
	}
	var refused *request.InputError
	if _, err := Of(t.Context(), "month", all, book, merged, all.all(2)); !errors.As(err, &refused) ||
		refused.Field != "by" {
		t.Error(err)
	}
}

// TestIntervals: scores and shares have the interval of the laboratory.
// Without a result there is no score.
func TestIntervals(t *testing.T) {
	var all shelf
	for result, n := range map[string]int{"1-0": 400, "1/2-1/2": 300, "0-1": 299, "0-0": 1, "*": 7} {
		for range n {
			all = append(all, planted(t, result+`|9|e2e4||||||`)...)
		}
	}
	g := of(t, Variant, all).Groups[0]
	if want := lab.Share(400, 300, 300); *g.Score != want || g.Score.Low >= 55 || g.Score.High <= 55 {
		t.Errorf("%v, want %v", *g.Score, want)
	}
	if want := lab.Share(1007, 0, 0); len(g.Openings) != 1 || g.Openings[0].Share != want {
		t.Errorf("%v, want %v", g.Openings, want)
	}
	if g := of(t, Variant, planted(t, "*|9|e2e4||||||")).Groups[0]; g.Score != nil {
		t.Errorf("score %v without a result", *g.Score)
	}
	if r := of(t, Variant, nil); len(r.Groups) > 0 {
		t.Errorf("%v", r.Groups)
	}
}

// TestWriteCSV writes a row per figure, with names that no spreadsheet takes
// for a formula.
func TestWriteCSV(t *testing.T) {
	var b strings.Builder
	if err := of(t, Event, planted(t, "1-0|9|e2e4||=Cup|A|B|\n1-0|10|e2e4||=Cup|A|B|")).WriteCSV(&b); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"variant,group,figure,name,games,value,low,high\n", "chess,'=Cup,result,won,2,100,",
		"chess,'=Cup,score,,2,100,",
		"chess,'=Cup,plies,shortest,2,9,,\n", "chess,'=Cup,plies,median,2,9.5,,\n", "chess,'=Cup,ending,,2,100,",
		"chess,'=Cup,opening,e4,2,100,",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in\n%s", want, b.String())
		}
	}
}

// merged returns names as they are, but for one that was merged.
func merged(name string) string {
	if name == "Anne Merged" {
		return "Ann"
	}
	return name
}
