package sqlite

import (
	"bytes"
	"context"
	"database/sql"
	"fmt"
	"testing"

	"assay/fixtures/storetest"
	"assay/store"
)

// writtenAt has rows as programs of each schema version wrote them.
var writtenAt = map[int]string{
	3: `INSERT INTO annotations VALUES (1, 2, 2, 4, 0), (2, 3, 1, 0, 1);
		INSERT INTO revisions (annotation, revision, ply, author, content, deleted, saved)
		VALUES (1, 1, 3, 'Ann', CAST('good' AS BLOB), 0, 1), (1, 2, 4, 'Ann', CAST('better' AS BLOB), 0, 2), (2, 1, 0, 'Ben', CAST('gone' AS BLOB), 1, 3);
		INSERT INTO comment_settings VALUES (1, 2, 'closed', 'Ann', 'enough', 4)`,
	10: `INSERT INTO definitions VALUES ('pond', 1, 'Ann', 'board: 5x5', 1, checksum('pond', 1, 'Ann', 'board: 5x5', 1))`,
	12: `INSERT INTO people VALUES (1, 'Ada', 'ada', 'administrator', x'', 0, 1, checksum(1, 'Ada', 'ada', 'administrator', x'', 0, 1));
		INSERT INTO deeds VALUES (1, 1, 'Ada', 'POST /games', '1', '127.0.0.1')`,
	15: `INSERT INTO events (id, revision, name, key, author, content, created, saved, sum) VALUES (1, 1, 'Cup' || char(8203), 'cup' || char(8203), 'Ada', x'7B7D', 1, 1,
		checksum(1, 1, 'Cup' || char(8203), 'cup' || char(8203), 'Ada', x'7B7D', 1, 1))`,
	17: `INSERT INTO rulings VALUES (1, 1, 2, 'X-1', 'e2e5', 'e5', 'Ada', 'nobody saw it', 1, '', '', NULL,
		checksum(1, 1, 2, 'X-1', 'e2e5', 'e5', 'Ada', 'nobody saw it', 1, '', '', NULL))`,
}

// TestFormerSchemas opens an archive of every former schema version, with rows
// written by programs of that and former versions. It is valid, records have
// the same bytes, and annotations, definitions and log entries are complete.
func TestFormerSchemas(t *testing.T) {
	known := result(migrations())(t)
	for last := 1; last <= len(known); last++ {
		t.Run(fmt.Sprint(last), func(t *testing.T) {
			ctx, path := context.Background(), olderArchive(t, 3)
			db := result(connect(path, Options{}, map[string][]string{"_journal_mode": {"WAL"}}, unchecked))(t)
			for schema := 1; schema <= last; schema++ {
				if err := migrate(ctx, db, known[:schema], func(int) error { return nil }); err != nil {
					t.Fatal(err)
				}
				if err := transact(ctx, db, func(tx *sql.Tx) error {
					_, err := tx.Exec(writtenAt[schema])
					return err
				}); err != nil {
					t.Fatalf("rows of schema %d: %v", schema, err)
				}
			}
			if err := db.Close(); err != nil {
				t.Fatal(err)
			}

			s := open(t, path, Options{})
			if faults := result(s.Check(ctx))(t); faults != nil {
				t.Errorf("faults: %v", faults)
			}
			for i, want := range storetest.Samples(0, 3) {
				for name, record := range storetest.SameTexts(want.Record) {
					g := *want
					g.Variant, g.Options, g.Record = "chess", "", record
					if added := result(s.Add(ctx, []*store.Game{&g}))(t); added[0].ID != int64(i+1) || !added[0].Existing {
						t.Errorf("record %d again with %s: %+v", i+1, name, added)
					}
				}
				if got := result(s.Record(ctx, int64(i+1)))(t); !bytes.Equal(got, want.Record) {
					t.Errorf("record %d is %q", i+1, got)
				}
			}
			if last >= 3 {
				notes, _, err := s.Annotations(ctx, 2, store.AnnotationFilter{}, "", 10)
				if err != nil || len(notes) != 1 || string(notes[0].Content) != "better" || notes[0].Ply != 4 {
					t.Errorf("%d annotations, %v", len(notes), err)
				}
			}
			for table, since := range map[string]int{"annotations": 3, "definitions": 10, "people": 12, "deeds": 12, "rulings": 17} {
				var rows int
				if err := s.writer.QueryRow(`SELECT count(*) FROM ` + table).Scan(&rows); err != nil || (rows > 0) != (last >= since) {
					t.Errorf("%d %s, %v", rows, table, err)
				}
			}
			if _, err := s.Add(ctx, storetest.Samples(3, 1)); err != nil {
				t.Error(err)
			}
		})
	}
}
