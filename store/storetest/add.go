package storetest

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"time"

	"assay/analysis"
	"assay/store"
)

func testAddKeepsEverything(t *testing.T, open Opener) {
	ctx := context.Background()
	large := bytes.Repeat([]byte("1. e4 e5 2. Nf3 {the usual} Nc6\r\n"), 40_000)
	noise := make([]byte, 100_000)
	for i, r := 0, rand.New(rand.NewPCG(1, 2)); i < len(noise); i++ {
		noise[i] = byte(r.Uint32())
	}
	odd := Sample(3)
	odd.Record = []byte("\xef\xbb\xbf[Event \"\x00\xff\x81\"]\r1. e4\x1a")
	odd.Tags = []store.Tag{{Key: "", Value: ""}, {Key: "K\x00", Value: "\xff\xfe"}, {Key: "Same", Value: "1"}, {Key: "Same", Value: "2"}, {Key: "Long", Value: strings.Repeat("v", 300)}}
	odd.First, odd.Event = "a\x00b", `"quoted" AND (bracketed* -x:y`
	odd.Verdict, odd.Date, odd.Options = analysis.Illegal, "1997-??-??", "drops=on xq-double=off"
	for _, tt := range []struct {
		name string
		game *store.Game
	}{
		{"game", Sample(0)},
		{"odd bytes", odd},
		{"nothing but a verdict", bare(analysis.Unreadable, nil)},
		{"large", bare(analysis.Unsupported, large)},
		{"incompressible", bare(analysis.Unreadable, noise)},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := open(t)
			before := time.Now().Truncate(time.Millisecond)
			added := result(s.Add(ctx, []*store.Game{tt.game}))(t)
			if want := []store.Added{{ID: 1, Sequence: 1}}; !reflect.DeepEqual(added, want) {
				t.Fatalf("added %+v, want %+v", added, want)
			}
			got := result(s.Game(ctx, 1))(t)
			if got.Imported.Before(before) || got.Imported.After(time.Now()) {
				t.Errorf("imported %v", got.Imported)
			}
			want := *tt.game
			want.ID, want.Sequence, want.Imported, want.Hash = 1, 1, got.Imported, sha256.Sum256(want.Record)
			want.Record, want.Moves, want.Report = append([]byte{}, want.Record...), append([]byte{}, want.Moves...), append([]byte{}, want.Report...)
			if !reflect.DeepEqual(got, &want) {
				t.Errorf("got\n%+v\nwant\n%+v", got, &want)
			}
			if record := result(s.Record(ctx, 1))(t); !bytes.Equal(record, want.Record) {
				t.Errorf("record of %d bytes, want %d", len(record), len(want.Record))
			}
			if faults := result(s.Check(ctx))(t); faults != nil {
				t.Errorf("faults: %v", faults)
			}
		})
	}
}

func testAddRefuses(t *testing.T, open Opener) {
	ctx := context.Background()
	s := open(t)
	for _, tt := range []struct {
		field string
		spoil func(*store.Game)
	}{
		{"verdict", func(g *store.Game) { g.Verdict = "" }},
		{"verdict", func(g *store.Game) { g.Verdict = "Legal" }},
		{"plies", func(g *store.Game) { g.Plies = -1 }},
		{"date", func(g *store.Game) { g.Date = "1997.01.02" }},
		{"date", func(g *store.Game) { g.Date = "1997" }},
		{"date", func(g *store.Game) { g.Date = "1997-1?-xx" }},
	} {
		games := Samples(0, 3)
		tt.spoil(games[2])
		_, err := s.Add(ctx, games, store.Import{Path: "f"})
		var field *store.FieldError
		if !errors.As(err, &field) || field.Field != tt.field || field.Index != 2 {
			t.Errorf("error %v, want one about %s of game 2", err, tt.field)
		}
	}
	if n := result(s.Count(ctx, store.Filter{}))(t); n != 0 {
		t.Errorf("%d games of refused batches", n)
	}
	if _, err := s.Import(ctx, "f"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("bookkeeping of a refused batch: %v", err)
	}
}

// testModel adds, deletes, restores and verifies anew at random and compares the archive with a map.
func testModel(t *testing.T, open Opener) {
	type identity struct{ record, variant, options string }
	type entry struct {
		game    *store.Game
		deleted bool
		verdict string
		changed int64
	}
	for seed := range uint64(8) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			ctx := context.Background()
			r := rand.New(rand.NewPCG(seed, 0))
			s := open(t)
			ids := map[identity]int64{}
			games := map[int64]*entry{}
			var sequence int64
			pick := func() int64 { return 1 + r.Int64N(int64(len(games))+2) }
			for range 60 {
				switch r.IntN(5) {
				case 0, 1:
					batch := make([]*store.Game, r.IntN(30))
					for i := range batch {
						batch[i] = Sample(r.IntN(150))
						batch[i].Variant = []string{"chess", "crazyhouse"}[r.IntN(2)]
						batch[i].Options = []string{"", "drops=on"}[r.IntN(2)]
					}
					for i, a := range result(s.Add(ctx, batch))(t) {
						g := batch[i]
						key := identity{string(g.Record), g.Variant, g.Options}
						id, known := ids[key]
						if !known {
							id = int64(len(games)) + 1
							ids[key] = id
							sequence++
							games[id] = &entry{game: g, verdict: g.Verdict, changed: sequence}
						}
						want := store.Added{ID: id, Existing: known, Deleted: games[id].deleted}
						if !known {
							want.Sequence = sequence
						}
						if a != want {
							t.Fatalf("added %+v, want %+v", a, want)
						}
					}
				case 2:
					id := pick()
					err := s.Delete(ctx, id)
					switch e := games[id]; {
					case e == nil:
						wantError(t, err, store.ErrNotFound)
					case e.deleted:
						wantError(t, err, store.ErrGone)
					default:
						wantError(t, err, nil)
						sequence++
						e.deleted, e.changed = true, sequence
					}
				case 3:
					id := pick()
					err := s.Restore(ctx, id)
					switch e := games[id]; {
					case e == nil:
						wantError(t, err, store.ErrNotFound)
					default:
						wantError(t, err, nil)
						if e.deleted {
							sequence++
							e.deleted, e.changed = false, sequence
						}
					}
				case 4:
					id := pick()
					verdict := []string{analysis.Legal, analysis.Illegal, analysis.Unsupported}[r.IntN(3)]
					err := s.Update(ctx, store.Verification{Game: id, Verdict: verdict})
					switch e := games[id]; {
					case e == nil:
						wantError(t, err, store.ErrNotFound)
					case e.deleted:
						wantError(t, err, store.ErrGone)
					default:
						wantError(t, err, nil)
						sequence++
						e.verdict, e.changed = verdict, sequence
					}
				}
			}
			living := 0
			for id, e := range games {
				g, err := s.Game(ctx, id)
				if e.deleted {
					wantError(t, err, store.ErrGone)
					continue
				}
				living++
				if err != nil || !bytes.Equal(g.Record, e.game.Record) || g.Verdict != e.verdict ||
					g.Sequence != e.changed {
					t.Errorf("game %d: %+v, %v; want %+v", id, g, err, e)
				}
			}
			if n := result(s.Count(ctx, store.Filter{}))(t); n != living {
				t.Errorf("%d games, want %d", n, living)
			}
			if n := result(s.Count(ctx, store.Filter{Deleted: true}))(t); n != len(games)-living {
				t.Errorf("%d tombstones, want %d", n, len(games)-living)
			}
			changes := result(s.Changes(ctx, 0, len(games)+1))(t)
			if len(changes) != len(games) {
				t.Errorf("%d changes of %d games", len(changes), len(games))
			}
			for _, c := range changes {
				if e := games[c.Game]; e == nil || c.Sequence != e.changed || c.Deleted != e.deleted {
					t.Errorf("change %+v, want %+v", c, e)
				}
			}
			if last := result(s.Sequence(ctx))(t); last != sequence {
				t.Errorf("sequence %d, want %d", last, sequence)
			}
			if faults := result(s.Check(ctx))(t); faults != nil {
				t.Errorf("faults: %v", faults)
			}
		})
	}
}

func wantError(t testing.TB, err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Fatalf("error %v, want %v", err, want)
	}
}

// bare is a game of which hardly anything is known.
func bare(verdict string, record []byte) *store.Game {
	return &store.Game{Summary: store.Summary{Verdict: verdict}, Record: record}
}
