package sqlite

import (
	"bytes"
	"context"
	"errors"
	"os"
	"testing"

	"assay/fixtures/storetest"
	"assay/store"
	"assay/store/row"
)

// loosened removes the column types of games, so that they accept any value.
const loosened = `PRAGMA writable_schema = ON;
	UPDATE sqlite_schema SET sql = replace(sql, 'STRICT', '') WHERE name = 'games';
	PRAGMA writable_schema = RESET;
`

func TestCheckFindsDamage(t *testing.T) {
	ctx := context.Background()
	overwrite := func(t *testing.T, path string, find, put []byte) {
		t.Helper()
		content := result(os.ReadFile(path))(t)
		at := bytes.Index(content, find)
		if at < 0 {
			t.Fatalf("%q is not in the file", find)
		}
		copy(content[at:], put)
		if err := os.WriteFile(path, content, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, tt := range []struct {
		name  string
		spoil func(t *testing.T, path string)
		kind  string
		game  int64
	}{
		{"one bit of a record", func(t *testing.T, path string) {
			text := storetest.Sample(41).Record[200:300]
			wrong := bytes.Clone(text)
			wrong[50] ^= 1
			overwrite(t, path, text, wrong)
		}, store.FaultRecord, 42},
		{"record replaced", func(t *testing.T, path string) {
			execute(t, path, `UPDATE contents SET record = x'00' WHERE game = 7`)
		}, store.FaultRecord, 7},
		{"compressed record replaced", func(t *testing.T, path string) {
			execute(t, path, `UPDATE contents SET record = x'28b52ffd', size = 5000 WHERE game = 7`)
		}, store.FaultRecord, 7},
		{"compressed record of another size", func(t *testing.T, path string) {
			frame, _ := row.Pack(bytes.Repeat([]byte("moves "), 1000))
			execute(t, path, `UPDATE contents SET record = ?, size = 1000000000000 WHERE game = 7`, frame)
		}, store.FaultRecord, 7},
		{"hash replaced", func(t *testing.T, path string) {
			execute(t, path, `UPDATE games SET hash = zeroblob(32) WHERE id = 9`)
		}, store.FaultRecord, 9},
		{"contents lost", func(t *testing.T, path string) {
			execute(t, path, `DELETE FROM contents WHERE game = 3`)
		}, store.FaultContents, 3},
		{"game lost", func(t *testing.T, path string) {
			execute(t, path, `PRAGMA foreign_keys = off; DELETE FROM games WHERE id = 4`)
		}, store.FaultReference, 0},
		{"tags cut", func(t *testing.T, path string) {
			execute(t, path, `UPDATE contents SET tags = substr(tags, 1, 20) WHERE game = 5`)
		}, store.FaultTags, 5},
		{"word too many", func(t *testing.T, path string) {
			execute(t, path, `INSERT INTO words (docid, first) VALUES (6, 'nobody')`)
		}, store.FaultFile, 0},
		{"name changed", func(t *testing.T, path string) {
			execute(t, path, `UPDATE games SET first = 'nobody' WHERE id = 6`)
		}, store.FaultFile, 0},
		{"sequence number twice", func(t *testing.T, path string) {
			execute(t, path, `DROP INDEX games_sequence; UPDATE games SET sequence = 10 WHERE id = 11`)
		}, store.FaultSequence, 11},
		{"history ahead of the game", func(t *testing.T, path string) {
			execute(t, path, `INSERT INTO verifications
				SELECT id, 1000, '1', 'legal', 1, '*', '', '', '', x'', 0, NULL FROM games WHERE id = 12`)
		}, store.FaultSequence, 12},
		{"a number that is none", func(t *testing.T, path string) {
			execute(t, path, loosened+`UPDATE games SET plies = 'many' WHERE id = 8`)
		}, store.FaultFile, 0},
		{"a game behind one whose number is none", func(t *testing.T, path string) {
			execute(t, path, loosened+`UPDATE games SET plies = 'many' WHERE id = 8; UPDATE contents SET record = x'00' WHERE game = 9`)
		}, store.FaultRecord, 9},
		{"lineage cut", func(t *testing.T, path string) {
			execute(t, path, `DELETE FROM lineage`)
		}, store.FaultSequence, 0},
		{"identity lost", func(t *testing.T, path string) {
			execute(t, path, `DELETE FROM identity`)
		}, store.FaultSequence, 0},
		{"garbage in a page", func(t *testing.T, path string) {
			content := result(os.ReadFile(path))(t)
			page := len(content) / 4096 / 2 * 4096
			for i := range 4096 {
				content[page+i] = byte(i*31 + 7)
			}
			if err := os.WriteFile(path, content, 0o644); err != nil {
				t.Fatal(err)
			}
		}, store.FaultFile, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			path := filled(t, 300)
			tt.spoil(t, path)
			s := open(t, path, Options{ReadOnly: true})
			faults := result(s.Check(ctx))(t)
			for _, f := range faults {
				if f.Kind == tt.kind && f.Game == tt.game && f.Detail != "" && f.String() != "" {
					return
				}
			}
			t.Errorf("found %v, want one of kind %s, game %d", faults, tt.kind, tt.game)
		})
	}
}

func TestDamagedGame(t *testing.T) {
	ctx := context.Background()
	path := filled(t, 10)
	execute(t, path, `UPDATE contents SET record = x'28b52ffd', size = 5000 WHERE game = 7;
		UPDATE contents SET tags = x'05' WHERE game = 8`)
	s := open(t, path, Options{})
	for _, id := range []int64{7, 8} {
		_, err := s.Game(ctx, id)
		wantDamage(t, id, err)
	}
	_, err := s.Record(ctx, 7)
	wantDamage(t, 7, err)
}

func wantDamage(t testing.TB, id int64, err error) {
	t.Helper()
	var game *store.GameError
	if !errors.Is(err, store.ErrCorrupt) || !errors.As(err, &game) || game.ID != id {
		t.Errorf("game %d: error %v, want %v", id, err, store.ErrCorrupt)
	}
}
