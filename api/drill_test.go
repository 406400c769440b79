package api

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"assay/api/drill"
	"assay/api/puzzles"
	"assay/api/records"
	"assay/api/request"
	"assay/store"
)

// TestDrill trains a repertoire and puzzles: as a person, whose progress is
// stored, as another one, and as a guest, who keeps it.
func TestDrill(t *testing.T) {
	a := newArchive(t)
	added, err := a.Repertoires.Add(t.Context(), draftOf("Mine", "white", "1. e4 e5 (1... c5 2. Nf3) 2. Nf3 Nc6 3. Bb5 (3. Bc4) *\n"))
	if err != nil {
		t.Fatal(err)
	}
	sent, err := a.Submit(t.Context(), "x.pgn", strings.NewReader(scholars), records.Reading{}, false)
	if err != nil {
		t.Fatal(err)
	}
	r, err := a.Replay(t.Context(), int64(sent.Games[0].ID))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := a.Puzzles.Make(t.Context(), 0, func(search func(*puzzles.Source) error) error {
		s, err := a.Puzzles.SourceOf(t.Context(), r)
		if err != nil {
			return err
		}
		return search(s)
	}, func(*puzzles.Made) error { return nil }); err != nil {
		t.Fatal(err)
	}
	deck := fmt.Sprint(added.ID)
	person := func(id int64) context.Context {
		return request.WithCaller(t.Context(), request.Caller{Name: "x", PersonID: id, Rights: []request.Right{request.Read, request.Contribute}})
	}
	reader := request.WithCaller(t.Context(), request.Caller{Name: "x", PersonID: 1, Rights: []request.Right{request.Read}})
	guest := request.WithCaller(t.Context(), request.Guest())
	show := func(ctx context.Context, q drill.Query) string {
		t.Helper()
		s, err := a.Training.Next(ctx, q)
		if err != nil {
			t.Fatal(err)
		}
		text := fmt.Sprintf("%d of %d seen, %d due, next %t, stored %t:", s.Seen, s.Total, s.Due, s.NextDue != nil, s.Stored)
		for _, c := range s.Cards {
			text += fmt.Sprintf(" %s|%s|%s|%s|%t", c.Played, strings.Join(c.Moves, " "), strings.Join(c.Also, " "), c.Line, c.Memory != nil)
		}
		return text
	}
	const after = " e7e5|g1f3||Nf3|false b8c6|f1b5|f1c4|Bb5, Bc4|false"
	fresh := "0 of 4 seen, 0 due, next false, stored %t: |e2e4||e4|false" + after
	for ctx, stored := range map[context.Context]bool{person(1): true, guest: false, reader: false} {
		if got := show(ctx, drill.Query{Deck: deck, Limit: 3}); got != fmt.Sprintf(fresh, stored) {
			t.Error(got)
		}
	}
	next, err := a.Training.Next(person(1), drill.Query{Deck: deck, Limit: 1})
	if err != nil {
		t.Fatal(err)
	}
	id := next.Cards[0].ID
	good := drill.Answer{Deck: deck, Card: id, Rating: int(drill.Good)}
	m, err := a.Training.Review(person(1), good)
	if err != nil || m.Reviews != 1 {
		t.Fatalf("%+v, %v", m, err)
	}
	if m, err = a.Training.Review(person(1), good); err != nil || m.Reviews != 2 {
		t.Fatalf("%+v, %v", m, err)
	}
	if got := show(person(1), drill.Query{Deck: deck, Limit: 2}); got != "1 of 4 seen, 0 due, next true, stored true:"+after {
		t.Error(got)
	}
	if got := show(person(2), drill.Query{Deck: deck, Limit: 3}); got != fmt.Sprintf(fresh, true) {
		t.Error(got)
	}
	if m, err = a.Training.Review(reader, good); err != nil || m.Reviews != 1 {
		t.Fatalf("a reader's: %+v, %v", m, err)
	}
	if got := show(person(1), drill.Query{Deck: deck, Limit: 2}); got != "1 of 4 seen, 0 due, next true, stored true:"+after {
		t.Errorf("after a reader's: %s", got)
	}
	given, err := a.Training.Review(guest, good)
	if err != nil || given.Reviews != 1 {
		t.Fatalf("%+v, %v", given, err)
	}
	held := map[string]*drill.Memory{id: given, "other": given}
	if got := show(guest, drill.Query{Deck: deck, Limit: 2, Progress: held}); got != "1 of 4 seen, 0 due, next true, stored false:"+after {
		t.Error(got)
	}
	late := *given
	late.Due = late.Reviewed
	if got := show(guest, drill.Query{Deck: deck, Limit: 1, Progress: map[string]*drill.Memory{id: &late}}); got != "1 of 4 seen, 1 due, next false, stored false: |e2e4||e4|true" {
		t.Error(got)
	}
	good.Memory = given
	if m, err = a.Training.Review(guest, good); err != nil || m.Reviews != 2 {
		t.Errorf("%+v, %v", m, err)
	}

	mates := drill.Query{Deck: drill.PuzzleDeck, Theme: "mateIn1", Limit: 5}
	if got := show(person(1), mates); !strings.HasPrefix(got, "0 of 1 seen") || !strings.Contains(got, "|h5f7||1. Qxf7#|false") {
		t.Error(got)
	}
	session, err := a.Training.Next(person(1), mates)
	if err != nil {
		t.Fatal(err)
	}
	puzzle := session.Cards[0].ID
	before, err := a.Puzzles.Find(t.Context(), puzzle)
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct {
		who           context.Context
		rating        drill.Rating
		tried, solved int
		easier        bool // than before this review
		harder        bool
	}{
		{guest, drill.Again, 0, 0, false, false},
		{reader, drill.Again, 0, 0, false, false},
		{person(1), drill.Again, 1, 0, false, true},
		{person(1), drill.Good, 1, 0, false, false}, // only the first attempt counts
		{person(2), drill.Hard, 2, 1, true, false},
		{person(3), drill.Again, 3, 1, false, true},
	} {
		if _, err := a.Training.Review(row.who, drill.Answer{Deck: drill.PuzzleDeck, Card: puzzle, Rating: int(row.rating)}); err != nil {
			t.Fatal(err)
		}
		z, err := a.Puzzles.Find(t.Context(), puzzle)
		if err != nil {
			t.Fatal(err)
		}
		if z.Tried != row.tried || z.Solved != row.solved || (z.Rating < before.Rating) != row.easier || (z.Rating > before.Rating) != row.harder {
			t.Errorf("%+v: tried %d, solved %d, rating %d after %d", row, z.Tried, z.Solved, z.Rating, before.Rating)
		}
		before = z
	}
	for theme, want := range map[string]string{"mateIn1": "1 of 1 seen", "": "1 of 1 seen", "drop": "0 of 0 seen"} {
		mates.Theme = theme
		if got := show(person(1), mates); !strings.HasPrefix(got, want) {
			t.Errorf("%q: %s", theme, got)
		}
	}

	bad := &drill.Memory{Stability: -1}
	for i, row := range []error{
		second(a.Training.Next(guest, drill.Query{Deck: "x", Limit: 1})), second(a.Training.Next(guest, drill.Query{Deck: deck})),
		second(a.Training.Next(guest, drill.Query{Deck: deck, Limit: 1, Progress: map[string]*drill.Memory{"a": bad}})),
		second(a.Training.Next(guest, drill.Query{Deck: deck, Limit: 1, Progress: map[string]*drill.Memory{"a": nil}})),
		second(a.Training.Review(guest, drill.Answer{Deck: deck, Card: id, Rating: 5})), second(a.Training.Review(guest, drill.Answer{Deck: deck, Card: "x", Rating: 1})),
		second(a.Training.Review(guest, drill.Answer{Deck: deck, Card: id, Rating: 1, Memory: bad})),
	} {
		if !errors.As(row, new(*request.InputError)) {
			t.Errorf("row %d: %v", i, row)
		}
	}
	if err := second(a.Training.Next(guest, drill.Query{Deck: "77", Limit: 1})); !errors.Is(err, store.ErrNoRepertoire) {
		t.Error(err)
	}
	if err := second(a.Training.Review(guest, drill.Answer{Deck: drill.PuzzleDeck, Card: "x", Rating: 1})); !errors.Is(err, store.ErrNoPuzzle) {
		t.Error(err)
	}
}

// second returns the error of a call.
func second[T any](_ T, err error) error { return err }
