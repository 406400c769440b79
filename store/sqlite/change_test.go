package sqlite

import (
	"context"
	"reflect"
	"testing"
	"time"

	"assay/analysis"
	"assay/fixtures/storetest"
	"assay/store"
)

func TestContract(t *testing.T) {
	storetest.Run(t, func(t testing.TB) store.Archive { return archive(t) })
}

// TestClockSkew sets the archive's clock ahead and back.
func TestClockSkew(t *testing.T) {
	storetest.Clocks(t, func(t testing.TB) (store.Archive, func(time.Duration)) {
		t.Cleanup(func() { clock = time.Now })
		return archive(t), func(ahead time.Duration) { clock = func() time.Time { return time.Now().Add(ahead) } }
	})
}

// TestFormerVerifications verifies a game again, twice, and checks that former
// results are kept.
func TestFormerVerifications(t *testing.T) {
	ctx := context.Background()
	s := archive(t)
	result(s.Add(ctx, storetest.Samples(0, 2)))(t)
	newer := store.Verification{
		Game: 2, VariantVersion: "2", Verdict: analysis.Illegal, Plies: 40, Result: "*",
		Start: "start", Final: "final", Moves: []byte{1, 2}, Report: []byte(`{"error":{"ply":41}}`),
	}
	wantError(t, s.Update(ctx, newer), nil)
	wantError(t, s.Update(ctx, store.Verification{Game: 2, VariantVersion: "3", Verdict: analysis.Legal}), nil)
	rows := result(s.reader.Query(`SELECT sequence, variant_version, verdict, plies, result, start, final, report
		FROM verifications WHERE game = 2 AND replaced > 0 ORDER BY sequence`))(t)
	defer rows.Close()
	first := storetest.Sample(1)
	for i, want := range []store.Verification{
		{VariantVersion: first.VariantVersion, Verdict: first.Verdict, Plies: first.Plies, Result: first.Result, Start: first.Start, Final: first.Final, Report: first.Report},
		newer,
	} {
		if !rows.Next() {
			t.Fatalf("%d verifications are kept, want 2", i)
		}
		var sequence int64
		got := store.Verification{Game: want.Game, Moves: want.Moves}
		if err := rows.Scan(&sequence, &got.VariantVersion, &got.Verdict, &got.Plies, &got.Result, &got.Start, &got.Final, &got.Report); err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(got, want) || sequence != int64(i+2) {
			t.Errorf("kept of change %d: %+v, want %+v", sequence, got, want)
		}
	}
	if rows.Next() {
		t.Error("three verifications are kept, want 2")
	}
	// Another game takes them over, and both archives are valid.
	former := result(s.FormerVerifications(ctx, 2))(t)
	before := result(s.Game(ctx, 1))(t)
	wantError(t, s.SetFormerVerifications(ctx, 1, former), nil)
	wantError(t, s.SetFormerVerifications(ctx, 1, former), nil) // again
	got := result(s.FormerVerifications(ctx, 1))(t)
	for i := range got {
		got[i].Game = 2
	}
	if len(got) != 2 || !reflect.DeepEqual(got, former) {
		t.Errorf("taken over %+v, want %+v", got, former)
	}
	after := result(s.Game(ctx, 1))(t)
	if after.Sequence <= before.Sequence {
		t.Errorf("change %d after %d", after.Sequence, before.Sequence)
	}
	if after.Sequence = before.Sequence; !reflect.DeepEqual(after, before) {
		t.Errorf("the game became %+v, want %+v", after, before)
	}
	if faults := result(s.Check(ctx))(t); len(faults) > 0 {
		t.Error(faults)
	}
	if s.SetFormerVerifications(ctx, 1, []store.FormerVerification{{Verification: store.Verification{Verdict: "odd"}}}) == nil || s.SetFormerVerifications(ctx, 99, nil) == nil {
		t.Error("an invalid verdict or an unknown game is accepted")
	}
}
