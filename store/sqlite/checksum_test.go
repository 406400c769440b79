package sqlite

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"assay/analysis"
	"assay/fixtures/storetest"
	"assay/store"
)

// The columns that the checksums of a game cover. The number of the last change
// and the time of deletion are excluded, as they alter with every change.
const (
	gameSum = `hash, variant, options, variant_version, verdict, plies, result, termination, format, encoding, file,
		number, line, first, second, event, site, date, imported`
	contentSum = `game, record, size, start, final, moves, tags, report`
)

// TestChangedColumns alters a row column by column. The check reports the game,
// and other games remain readable.
func TestChangedColumns(t *testing.T) {
	ctx := context.Background()
	path := filled(t, 3)
	type change struct{ table, key, column, value string }
	var changes []change
	for _, table := range []struct{ name, key, columns string }{{"games", "id", gameSum}, {"contents", "game", contentSum}} {
		for column := range strings.SplitSeq(table.columns, ",") {
			column = strings.TrimSpace(column)
			value := "coalesce(" + column + ", 0) + 1"
			switch column {
			case "game":
				continue // the key of the row
			case "hash":
				value = "randomblob(32)"
			case "verdict":
				value = "'unsupported'"
			case "record", "moves", "tags", "report":
				value = fmt.Sprintf("cast(%s || x'01' AS BLOB)", column)
			default:
				if !strings.Contains(" plies number line imported size ", " "+column+" ") {
					value = column + " || ' '"
				}
			}
			changes = append(changes, change{table.name, table.key, column, value})
		}
	}
	for _, c := range changes {
		t.Run(c.table+" "+c.column, func(t *testing.T) {
			execute(t, path, fmt.Sprintf(`CREATE TABLE kept AS SELECT %[2]s AS was FROM %[1]s WHERE %[3]s = 2;
				UPDATE %[1]s SET %[2]s = %[4]s WHERE %[3]s = 2`, c.table, c.column, c.key, c.value))
			defer execute(t, path, fmt.Sprintf(`UPDATE %[1]s SET %[2]s = (SELECT was FROM kept) WHERE %[3]s = 2;
				DROP TABLE kept`, c.table, c.column, c.key))
			s := open(t, path, Options{})
			_, err := s.Game(ctx, 2)
			wantDamage(t, 2, err)
			wantDamage(t, 2, s.Update(ctx, store.Verification{Game: 2, Verdict: analysis.Legal}))
			for _, games := range [][]*store.Game{result(s.Games(ctx, []int64{1, 2, 3}))(t), result(s.ChangedGames(ctx, 0, 10))(t)} {
				for i, g := range games {
					if g.ID != int64(i+1) || (g.Damage != nil) != (g.ID == 2) || (g.Moves == nil) != (g.ID == 2) {
						t.Errorf("game %d: damage %v, moves %v", g.ID, g.Damage, g.Moves)
					}
				}
			}
			rows, _, err := s.List(ctx, store.Filter{}, "", "", 10)
			if err != nil || len(rows) != 3 || rows[0].Damage != nil || (rows[1].Damage != nil) != (c.table == "games") || rows[2].Damage != nil {
				t.Errorf("list of %d, damage %v, error %v", len(rows), rows[1].Damage, err)
			}
			named := false
			for _, f := range result(s.Check(ctx))(t) {
				named = named || f.Kind == store.FaultChecksum && f.Game == 2
				if f.Game != 0 && f.Game != 2 {
					t.Errorf("%v", f)
				}
			}
			if !named {
				t.Error("Check does not name it")
			}
			record, err := s.Record(ctx, 2)
			switch c.column {
			case "hash", "record", "size":
				wantDamage(t, 2, err)
			default:
				if err != nil || string(record) != string(storetest.Sample(1).Record) {
					t.Errorf("record %q, error %v", record, err)
				}
			}
		})
	}
	s := open(t, path, Options{})
	if faults := result(s.Check(ctx))(t); faults != nil {
		t.Errorf("as it was before: %v", faults)
	}
}

// TestChangedRevision alters the columns of annotations.
func TestChangedRevision(t *testing.T) {
	ctx := context.Background()
	for _, set := range []string{"ply = 7", "author = 'nobody'", "content = x'00'", "saved = 1", "sum = NULL"} {
		path := filled(t, 2)
		s := open(t, path, Options{})
		result(s.Annotate(ctx, store.Draft{Game: 2, Author: "Ada", Content: []byte("{}")}, 0))(t)
		if err := s.Update(ctx, store.Verification{Game: 1, Verdict: analysis.Legal}); err != nil {
			t.Fatal(err)
		}
		execute(t, path, `UPDATE revisions SET `+set)
		_, _, err := s.Annotations(ctx, 2, store.AnnotationFilter{}, "", 10)
		var fault *store.AnnotationError
		if !errors.Is(err, store.ErrCorrupt) || !errors.As(err, &fault) || fault.Game != 2 || fault.ID != 1 {
			t.Errorf("%s: %v", set, err)
		}
		if _, err := s.Reinstate(ctx, 2, 1, store.AnyRevision, 1, "Ben", func([]byte) error { return nil }); !errors.Is(err, store.ErrCorrupt) {
			t.Errorf("%s: %v", set, err)
		}
		if faults := result(s.Check(ctx))(t); len(faults) == 0 || faults[0].Kind != store.FaultChecksum || faults[0].Game != 2 {
			t.Errorf("%s: %v", set, faults)
		}
		execute(t, path, `UPDATE verifications SET plies = plies + 1`)
		if faults := result(s.Check(ctx))(t); faults[0].Kind != store.FaultChecksum || faults[0].Game != 1 {
			t.Errorf("a replaced verification: %v", faults)
		}
	}
}
