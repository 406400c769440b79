package main

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"assay/fixtures/postgrestest"
)

// imprecise matches the time of archiving, which differs.
var imprecise = regexp.MustCompile(`"imported":"[^"]*"`)

// TestPostgres runs commands on an archive in a folder, in a database, and in a
// database with its index: the output is equal.
func TestPostgres(t *testing.T) {
	server := postgrestest.Shared(t)
	index := t.TempDir()
	file, base, whole := newDesk(t), desk{t, server.Schema(t)}, desk{t, server.Schema(t)}
	record := filepath.Join(t.TempDir(), "bad.txt")
	writeFile(t, record, "VariantName=Copper, Silver, Gold (board 1)\n1. Wildcard x1 - b7\n")
	for _, line := range []string{
		"import " + both, "import " + both, "import " + record, "list --json --variant csg-3", "list --from 2000",
		"show 1 --ply 20", "export 2 --as pgn", "export 1 --as numbered", "search --record " + board1 + " --ply 20",
		"search --variant csg-3 --query promotion", "explorer --variant csg-1",
		"annotate 1 --ply 20 --author Ada --comment full", "annotations 1", "delete 2", "list", "restore 2", "check", "reindex", "check",
	} {
		args := strings.Fields(line)
		want := file.run("", args...)
		for _, got := range []outcome{base.run("", append(args, "--index", index)...), whole.run("", append(args, "--index", "postgres")...)} {
			if strings.Contains(line, "--json") {
				want.out, got.out = imprecise.ReplaceAllString(want.out, ""), imprecise.ReplaceAllString(got.out, "")
			}
			if got.code != want.code || got.out != want.out {
				t.Errorf("assay %s: exit %d, want %d\n%s%s\nwant\n%s", line, got.code, want.code, got.out, got.errors, want.out)
			}
		}
	}
	for _, line := range []string{"backup x.db", "recover x.db"} {
		if o := base.run("", strings.Fields(line)...); o.code != exitUsage || !strings.Contains(o.errors, "--data") {
			t.Errorf("assay %s: exit %d, %s", line, o.code, o.errors)
		}
	}
}

// TestTwoServers runs two servers of a database, each with its own index: what
// one archives the other shows and finds.
func TestTwoServers(t *testing.T) {
	data, index := postgrestest.Shared(t).Schema(t), t.TempDir()
	first, stopFirst := serving(t, data, "--index", index)
	second, stopSecond := serving(t, data, "--index", t.TempDir())
	if o := (desk{t, data}).run("", "serve", "--index", index, "--listen", "127.0.0.1:0"); o.code != exitUsage || !strings.Contains(o.errors, "--index: "+index+" is served already: at http://"+first) {
		t.Errorf("a third with the index of the first: exit %d, %s", o.code, o.errors)
	}
	record, err := os.Open(board1)
	if err != nil {
		t.Fatal(err)
	}
	defer record.Close()
	answer, err := http.Post("http://"+first+"/api/v1/games", "text/plain", record)
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	change := answer.Header.Get("Assay-Change")
	if answer.StatusCode != http.StatusCreated || change == "" {
		t.Fatalf("archived: %d, by change %q", answer.StatusCode, change)
	}
	if status, body := get(t, "http://"+second+"/api/v1/explorer?variant=csg-1", "Assay-Change", change); !strings.Contains(body, `"games":1`) {
		t.Errorf("the other server searches without the game: %d %s", status, body)
	}
	for _, address := range []string{first, second} {
		if status, body := get(t, "http://"+address+"/api/v1/games/1"); status != http.StatusOK || !strings.Contains(body, `"csg-1"`) {
			t.Errorf("game 1 of %s: %d %s", address, status, body)
		}
	}
	for _, stop := range []func(os.Signal) error{stopFirst, stopSecond} {
		if err := stop(os.Interrupt); err != nil {
			t.Error(err)
		}
	}
}

// TestServersWithoutState runs two servers of a database with the index in it:
// what one archives the other finds, and nothing is written to disk.
func TestServersWithoutState(t *testing.T) {
	data := postgrestest.Shared(t).Schema(t)
	t.Chdir(t.TempDir())
	first, stopFirst := serving(t, data, "--index", "postgres")
	second, stopSecond := serving(t, data, "--index", "postgres")
	record := "VariantName=Copper, Silver, Gold (board 1)\n1. Pawn c3 - c4\n"
	answer, err := http.Post("http://"+first+"/api/v1/games", "text/plain", strings.NewReader(record))
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	change := answer.Header.Get("Assay-Change")
	const search = "/api/v1/explorer?variant=csg-1"
	for _, address := range []string{first, second} {
		if status, body := get(t, "http://"+address+search, "Assay-Change", change); status != http.StatusOK || !strings.Contains(body, `"games":1`) {
			t.Errorf("%s of %s: %d %s", search, address, status, body)
		}
	}
	for _, stop := range []func(os.Signal) error{stopFirst, stopSecond} {
		if err := stop(os.Interrupt); err != nil {
			t.Error(err)
		}
	}
	if left, err := os.ReadDir("."); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

// TestMigrate copies an archive to a database and from there to a folder: the
// same commands have equal output.
func TestMigrate(t *testing.T) {
	file, base, back := newDesk(t), desk{t, postgrestest.Shared(t).Schema(t)}, newDesk(t)
	file.done("import", both)
	file.done("annotate", "1", "--ply", "20", "--author", "Ada", "--comment", "full")
	file.done("delete", "2")
	for _, step := range [][2]string{{file.data, base.data}, {base.data, back.data}, {file.data, base.data}} {
		o := file.run("", "migrate", "--json", step[0], step[1])
		if o.code != exitDone || !strings.HasPrefix(o.out, `{"games":2,`) {
			t.Fatalf("from %s to %s: exit %d, %s%s", step[0], step[1], o.code, o.out, o.errors)
		}
	}
	index := t.TempDir()
	for _, line := range []string{"list --json", "export 1 --as numbered", "annotations 1 --json", "check", "search --record " + board1 + " --ply 20"} {
		args := strings.Fields(line)
		want, inBase, inBack := file.run("", args...), base.run("", append(args, "--index", index)...), back.run("", args...)
		if inBase.out != want.out || inBack.out != want.out || inBase.code != want.code || inBack.code != want.code {
			t.Errorf("assay %s: %s%s\nand %s%s\nwant %s", line, inBase.out, inBase.errors, inBack.out, inBack.errors, want.out)
		}
	}
	other := newDesk(t)
	other.done("import", board1)
	for _, row := range []struct {
		args []string
		code int
		says string
	}{
		{[]string{file.data, other.data}, exitFaults, "the target is another archive"},
		{[]string{file.data}, exitUsage, "FROM TO"},
		{[]string{filepath.Join(t.TempDir(), "nothing"), other.data}, exitFaults, "nothing"},
	} {
		if o := file.run("", append([]string{"migrate"}, row.args...)...); o.code != row.code || !strings.Contains(o.errors, row.says) {
			t.Errorf("migrate %v: exit %d, %s", row.args, o.code, o.errors)
		}
	}
}

// visitor calls servers like one browser.
type visitor struct {
	t      *testing.T
	cookie string
}

func (v *visitor) call(method, address, path, body string) (status int, said string) {
	v.t.Helper()
	request, err := http.NewRequestWithContext(v.t.Context(), method, "http://"+address+path, strings.NewReader(body))
	if err != nil {
		v.t.Fatal(err)
	}
	request.Header.Set("Origin", "http://"+address)
	request.Header.Set("Content-Type", "application/json")
	if v.cookie != "" {
		request.Header.Set("Cookie", v.cookie)
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		v.t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		v.t.Fatal(err)
	}
	for _, set := range answer.Cookies() {
		if set.Value != "" {
			v.cookie = set.Name + "=" + set.Value
		}
	}
	return answer.StatusCode, string(text)
}

// TestServersShareTries guesses a password at two servers of a database in
// turn: together they allow as many attempts as one.
func TestServersShareTries(t *testing.T) {
	data := postgrestest.Shared(t).Schema(t)
	desk{t, data}.done("people", "Ada", "--invite")
	first, _ := serving(t, data, "--index", "postgres")
	second, _ := serving(t, data, "--index", "postgres")
	const most = 10
	for i := range most + 2 {
		want := http.StatusUnauthorized
		if i >= most {
			want = http.StatusTooManyRequests
		}
		if status, said := (&visitor{t: t}).call("POST", []string{first, second}[i%2], "/api/v1/session", `{"name": "Ada", "password": "three frogs"}`); status != want {
			t.Errorf("guess %d: %d %s", i, status, said)
		}
	}
}

// TestServersShareSessions logs in at one server of a database: the other knows
// the session, both count its quota, and logging out ends it everywhere.
func TestServersShareSessions(t *testing.T) {
	data := postgrestest.Shared(t).Schema(t)
	invited := desk{t, data}.done("people", "Ada", "--invite")
	first, _ := serving(t, data, "--index", "postgres")
	second, _ := serving(t, data, "--index", "postgres")
	_, link, _ := strings.Cut(invited, "/join/")
	ada := &visitor{t: t}
	if status, said := ada.call("POST", first, "/api/v1/join", `{"link": "`+strings.Fields(link)[0]+`", "password": "three frogs in a pond"}`); status != http.StatusOK {
		t.Fatalf("join: %d %s", status, said)
	}
	session := ada.cookie
	for _, address := range []string{first, second} {
		if status, said := ada.call("GET", address, "/api/v1/me", ""); status != http.StatusOK || !strings.Contains(said, `"Ada"`) {
			t.Fatalf("known to %s: %d %s", address, status, said)
		}
	}
	const most = 100
	for i := range most + 2 {
		want := http.StatusCreated
		if i >= most {
			want = http.StatusRequestEntityTooLarge
		}
		if status, said := ada.call("POST", []string{first, second}[i%2], "/api/v1/tokens", fmt.Sprintf(`{"name": "%d", "scopes": ["read"], "days": 1}`, i)); status != want {
			t.Fatalf("token %d: %d %s", i, status, said)
		}
	}
	if status, said := ada.call("DELETE", first, "/api/v1/session", ""); status != http.StatusNoContent {
		t.Fatalf("log out: %d %s", status, said)
	}
	ada.cookie = session
	for _, address := range []string{second, first} {
		if status, said := ada.call("GET", address, "/api/v1/tokens", ""); status != http.StatusUnauthorized {
			t.Errorf("known to %s still: %d %s", address, status, said)
		}
	}
}
