package rest

import (
	"bytes"
	"database/sql"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/mattn/go-sqlite3"

	"assay/api/records"
	"assay/store"
)

// sumOf computes the checksum of rows independently of the archive.
func sumOf(values ...any) int64 {
	var b []byte
	for _, value := range values {
		switch v := value.(type) {
		case int64:
			b = binary.BigEndian.AppendUint64(append(b, 8), uint64(v))
		case string:
			b = append(binary.AppendUvarint(b, uint64(len(v))), v...)
		case []byte:
			b = append(binary.AppendUvarint(b, uint64(len(v))), v...)
		default:
			b = append(b, 0)
		}
	}
	return int64(crc32.Checksum(b, crc32.MakeTable(crc32.Castagnoli)))
}

func init() {
	sql.Register("sums", &sqlite3.SQLiteDriver{ConnectHook: func(c *sqlite3.SQLiteConn) error {
		return c.RegisterFunc("checksum", sumOf, true)
	}})
}

// storedColumns lists what FuzzStored changes.
var storedColumns = []struct{ table, key, column string }{
	{"contents", "game", "moves"}, {"contents", "game", "start"}, {"contents", "game", "final"}, {"contents", "game", "tags"},
	{"contents", "game", "report"}, {"contents", "game", "record"}, {"games", "id", "variant"}, {"games", "id", "verdict"},
	{"revisions", "annotation", "content"},
}

// FuzzStored changes stored bytes of a game, then searches, shows and exports
// it: the game is reported as damaged. With a matching checksum, as in old
// archives without any, no other server error may occur.
func FuzzStored(f *testing.F) {
	folder := f.TempDir()
	a := openFolder(f, folder)
	texts := []string{
		scholars, "Variant=csg-1\n1. Pawn f3 - f4\n1. Pawn f7 - f6\n", "[Variant \"crazyhouse\"]\n\n1. e4 d5 2. exd5 Qxd5 3. P@e5 (3. Nc3 Qd8) *\n",
		"手合割：平手\n1 ７六歩(77)\n2 ３四歩(33)\n3 ２二角成(88)\n", "[Variant \"chess\"]\n\n1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. e5 *\n",
	}
	for _, text := range texts {
		if _, err := a.Submit(f.Context(), "x", strings.NewReader(text), records.Reading{}, true); err != nil {
			f.Fatal(err)
		}
	}
	s, c := NewServer(a, ServerConfig{}), newContract(f)
	annotate := httptest.NewRecorder()
	s.ServeHTTP(annotate, httptest.NewRequest(http.MethodPost, "http://localhost"+notes, strings.NewReader(`{"author":"Cy","ply":2,"comment":"c","lines":[{"text":"2. Nf3"}]}`)))
	if annotate.Code != http.StatusCreated {
		f.Fatal(annotate.Body)
	}
	db, err := sql.Open("sums", filepath.Join(folder, storeName)+"?_synchronous=OFF&_busy_timeout=5000")
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() { db.Close() })
	for n := range storedColumns {
		for game := range texts {
			f.Add(n, game, 0, []byte{1}, false)
			f.Add(n, game, 1, []byte{0x80, 0xff}, true)
		}
	}
	f.Fuzz(func(t *testing.T, n, game, at int, with []byte, fitting bool) {
		column, id := storedColumns[uint(n)%uint(len(storedColumns))], int64(uint(game)%uint(len(texts)))+1
		if column.table == "revisions" {
			id = 1
		}
		var is []byte
		var variant, start string
		value := fmt.Sprintf(`SELECT cast(%s AS BLOB) FROM %s WHERE %s = ?`, column.column, column.table, column.key)
		if err := db.QueryRow(value, id).Scan(&is); err != nil {
			t.Fatal(err)
		}
		if err := db.QueryRow(`SELECT variant, start FROM games JOIN contents ON game = id WHERE id = ?`, id).Scan(&variant, &start); err != nil {
			t.Fatal(err)
		}
		changed := slices.Clone(is)
		for i := range with {
			if len(changed) > 0 {
				changed[(uint(at)+uint(i))%uint(len(changed))] ^= with[i]
			}
		}
		if bytes.Equal(changed, is) {
			return
		}
		put := func(value []byte, sums bool) error {
			kept := any(value)
			if column.table == "games" || column.column == "start" || column.column == "final" {
				kept = string(value)
			}
			if _, err := db.Exec(fmt.Sprintf(`UPDATE %s SET %s = ? WHERE %s = ?`, column.table, column.column, column.key), kept, id); err != nil || !sums {
				return err
			}
			_, err := db.Exec(`UPDATE games SET sum = checksum(hash, variant, options, variant_version, verdict, plies, result, termination,
					format, encoding, file, number, line, first, second, event, site, date, imported);
				UPDATE contents SET sum = checksum(game, record, size, start, final, moves, tags, report);
				UPDATE revisions SET sum = checksum(annotation, revision, ply, author, content, deleted, saved)`)
			return err
		}
		if put(changed, fitting) != nil {
			return // no valid verdict
		}
		defer func() {
			err := put(is, fitting)
			if err == nil && fitting {
				err = a.Reindex(t.Context(), nil)
			}
			if err != nil {
				t.Fatal(err)
			}
		}()
		named := func(method, path, body string) (damaged bool) {
			w := httptest.NewRecorder()
			s.ServeHTTP(w, httptest.NewRequest(method, "http://localhost"+path, strings.NewReader(body)))
			address, _, _ := strings.Cut(path, "?")
			if err := c.check(method, address, w.Code, w.Header(), w.Body.Bytes()); err != nil {
				t.Errorf("%s: status %d: %v\n%.400s", path, w.Code, err, w.Body)
			}
			var answer struct {
				Type    string
				Damaged []int64
			}
			json.Unmarshal(w.Body.Bytes(), &answer)
			if w.Code >= 500 && !strings.HasSuffix(answer.Type, "/problems/game-damaged") {
				t.Errorf("%s: status %d %s", path, w.Code, w.Body)
			}
			return slices.Contains(answer.Damaged, id) || strings.HasSuffix(answer.Type, "/problems/game-damaged")
		}
		search, err := json.Marshal(map[string]any{"variant": variant, "position": start, "illegal": true, "sideLines": true})
		if err != nil {
			t.Fatal(err)
		}
		query, err := json.Marshal(map[string]any{"variant": variant, "query": "ply = 0", "illegal": true})
		if err != nil {
			t.Fatal(err)
		}
		if fitting {
			if err := a.Reindex(t.Context(), nil); err != nil {
				t.Fatal(err)
			}
		}
		game1 := fmt.Sprintf("/api/v1/games/%d", id)
		said := column.table == "revisions" // the game itself does not depend on it
		for _, call := range []struct {
			method, path, body string
			names              bool // if the checksum does not match
		}{
			{"POST", "/api/v1/positions/search", string(search), !said},
			{"POST", "/api/v1/positions/search", string(query), true},
			{"POST", "/api/v1/positions/similar", string(search[:len(search)-1]) + "}", false},
			{"GET", "/api/v1/explorer?variant=" + variant + "&position=" + url.QueryEscape(start), "", false},
			{"GET", game1, "", !said},
			{"GET", game1 + "/positions/1", "", !said},
			{"GET", game1 + "/export?as=pgn", "", true},
			{"GET", game1 + "/export?as=html", "", true},
			{"GET", game1 + "/export?as=json", "", true},
			{"GET", game1 + "/annotations", "", false},
			{"GET", "/api/v1/games", "", column.table == "games"},
		} {
			if damaged := named(call.method, call.path, call.body); !damaged && call.names && !fitting {
				t.Errorf("%s of game %d, byte %d: %s does not name it", column.column, id, at, call.path)
			}
		}
		found, err := a.Check(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if !fitting && !slices.ContainsFunc(found, func(d records.Damage) bool { return d.Game == id && d.Kind == store.FaultChecksum }) {
			t.Errorf("check: %v", found)
		}
	})
}
