package main

import (
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"assay/fixtures"
	"assay/fixtures/postgrestest"
	"assay/fixtures/records"
)

// BenchmarkServers imports games into archives of every kind. Clients then
// query one server of each, and two if possible, at full speed.
func BenchmarkServers(b *testing.B) {
	const clients = 16
	games := fixtures.Beside(b, "data/chess/corpus/Fischer.pgn.gz")
	if len(games) == 0 {
		file := filepath.Join(b.TempDir(), "games.txt")
		book, random := records.Book(), rand.New(rand.NewPCG(3, 3))
		var texts []string
		for range 500 {
			texts = append(texts, records.One(b, book, random, "chess", 85))
		}
		records.Write(b, file, []byte(strings.Join(texts, "\n")))
		games = []string{file}
	}
	for _, kind := range []struct {
		name    string
		data    func(b *testing.B) string
		index   func(b *testing.B) string
		servers int
	}{
		{"SQLite with Bleve", folder, folder, 1},
		{"PostgreSQL with Bleve", schema, folder, 2},
		{"PostgreSQL", schema, func(*testing.B) string { return "postgres" }, 2},
	} {
		b.Run(kind.name, func(b *testing.B) {
			data, index := kind.data(b), kind.index(b)
			began := time.Now()
			taken(b, data, index, games)
			took := time.Since(began)
			var addresses []string
			count := 0
			for n := range kind.servers {
				if n > 0 { // each folder archive needs its own
					index = kind.index(b)
				}
				address, stop := serving(b, data, "--index", index)
				b.Cleanup(func() { stop(os.Interrupt) })
				addresses = append(addresses, "http://"+address+"/api/v1")
				count = followed(b, addresses[n])
			}
			b.Run("import", func(b *testing.B) { // once, whatever b.N
				b.ReportMetric(0, "ns/op")
				b.ReportMetric(float64(count)/took.Seconds(), "games/s")
			})
			positions := reached(b, addresses[0], count)
			for n := range addresses {
				b.Run(fmt.Sprintf("servers=%d", n+1), func(b *testing.B) {
					for _, asked := range asks {
						b.Run(asked.name, func(b *testing.B) {
							b.SetParallelism(max(1, clients/runtime.GOMAXPROCS(0)))
							client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: clients}}
							var seed atomic.Uint64
							b.RunParallel(func(pb *testing.PB) {
								own := seed.Add(1)
								random := rand.New(rand.NewPCG(own, 1))
								for i := own; pb.Next(); i++ {
									path, body := asked.make(random, positions, count)
									answered(b, client, addresses[i%uint64(n+1)]+path, body)
								}
							})
							b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "requests/s")
						})
					}
				})
			}
		})
	}
}

func folder(b *testing.B) string { return b.TempDir() }

func schema(b *testing.B) string { return postgrestest.Shared(b).Schema(b) }

// asks are the requests of clients.
var asks = []struct {
	name string
	make func(r *rand.Rand, positions []string, games int) (path, body string)
}{
	{"list", func(r *rand.Rand, _ []string, games int) (string, string) {
		return fmt.Sprintf("/games?limit=50&skip=%d", r.IntN(games)), ""
	}},
	{"exact", func(r *rand.Rand, positions []string, _ int) (string, string) {
		return searched("position", positions[r.IntN(len(positions))])
	}},
	{"pattern", func(r *rand.Rand, _ []string, _ int) (string, string) {
		return searched("query", fmt.Sprintf("white queen on %c%d and black king on e8", 'a'+r.IntN(8), 1+r.IntN(8)))
	}},
	{"mixed", func(r *rand.Rand, positions []string, games int) (string, string) {
		switch r.IntN(8) {
		case 0:
			return fmt.Sprintf("/games?limit=50&skip=%d", r.IntN(games)), ""
		case 1:
			return searched("query", fmt.Sprintf("white queen on %c%d and black king on e8", 'a'+r.IntN(8), 1+r.IntN(8)))
		case 2, 3:
			return searched("position", positions[r.IntN(len(positions))])
		}
		return fmt.Sprintf("/games/%d", 1+r.IntN(games)), ""
	}},
}

func searched(by, what string) (path, body string) {
	return "/positions/search", fmt.Sprintf(`{"variant":"chess",%q:%q}`, by, what)
}

// taken imports files by a command.
func taken(b *testing.B, data, index string, files []string) {
	b.Helper()
	cmd := exec.Command(os.Args[0], append([]string{"import", "-q", "--data", data, "--index", index}, files...)...)
	cmd.Env = append(os.Environ(), "RUN_ASSAY=1")
	if out, err := cmd.CombinedOutput(); err != nil {
		b.Fatalf("%v: %s", err, out)
	}
}

// followed waits until a server's index is up to date and returns the number of
// games.
func followed(b *testing.B, address string) (games int) {
	b.Helper()
	for end := time.Now().Add(time.Minute); ; time.Sleep(20 * time.Millisecond) {
		answer, err := http.Get(address + "/readyz")
		if err != nil {
			b.Fatal(err)
		}
		var said struct{ Changes, Indexed int64 }
		err = json.NewDecoder(answer.Body).Decode(&said)
		answer.Body.Close()
		if err == nil && answer.StatusCode == http.StatusOK && said.Indexed >= said.Changes {
			return int(said.Changes)
		}
		if time.Now().After(end) {
			b.Fatalf("%s: %d of %d changes: %v", address, said.Indexed, said.Changes, err)
		}
	}
}

// reached returns positions of games.
func reached(b *testing.B, address string, games int) []string {
	b.Helper()
	random := rand.New(rand.NewPCG(7, 7))
	var positions []string
	for len(positions) < 200 {
		var said struct{ Position string }
		body := answered(b, http.DefaultClient, fmt.Sprintf("%s/games/%d/positions/%d", address, 1+random.IntN(games), random.IntN(10)), "")
		if err := json.Unmarshal(body, &said); err != nil || said.Position == "" {
			b.Fatalf("%v: %s", err, body)
		}
		positions = append(positions, said.Position)
	}
	return positions
}

// answered sends a request, by POST if it has a body, and requires status 200.
func answered(b *testing.B, client *http.Client, address, body string) []byte {
	b.Helper()
	var answer *http.Response
	var err error
	if body == "" {
		answer, err = client.Get(address)
	} else {
		answer, err = client.Post(address, "application/json", strings.NewReader(body))
	}
	if err != nil {
		b.Error(err)
		return nil
	}
	defer answer.Body.Close()
	said, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != http.StatusOK {
		b.Errorf("%s %s: %d %s: %v", address, body, answer.StatusCode, said, err)
	}
	return said
}
