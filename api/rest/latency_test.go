package rest

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"assay/analysis/rules"
	"assay/api"
	"assay/api/records"
	"assay/fixtures"
)

// searchedArchive opens an archive with the project's real games, or with
// random games if they are missing.
func searchedArchive(b *testing.B) *api.Archive {
	b.Helper()
	var paths []string
	for _, folder := range []string{"chess/corpus", "xiangqi", "shogi", "variants", "games"} {
		paths = append(paths, fixtures.Beside(b, "data/"+folder)...)
	}
	if len(paths) == 0 {
		file := filepath.Join(b.TempDir(), "games.txt")
		book, random := newBook(), rand.New(rand.NewPCG(3, 3))
		var texts []string
		for range 2000 {
			texts = append(texts, randomRecord(b, book, random, "chess", 85))
		}
		writeFile(b, file, []byte(strings.Join(texts, "\n")))
		paths = []string{file}
	}
	a := openArchive(b, b.TempDir())
	if _, err := a.Import(b.Context(), paths, records.ImportOptions{}); err != nil {
		b.Fatal(err)
	}
	return a
}

// loadRequest is one request of a load.
type loadRequest struct{ path, body string }

// variantOf returns the keys of a body that name a position's variant.
func variantOf(p *rules.Position) string {
	d := p.Rules().Definition()
	return fmt.Sprintf(`"variant":%q,"options":%q`, d.ID, d.OptionText())
}

func exactRequest(p *rules.Position) loadRequest {
	return loadRequest{"/positions/search", fmt.Sprintf(`{%s,"position":%q}`, variantOf(p), p.Text())}
}

func explorerRequest(p *rules.Position) loadRequest {
	d := p.Rules().Definition()
	return loadRequest{path: "/explorer?" + url.Values{"variant": {d.ID}, "options": {d.OptionText()}, "position": {p.Text()}}.Encode()}
}

// patternRequest searches for two to five facts about a position.
func patternRequest(random *rand.Rand, p *rules.Position) loadRequest {
	return loadRequest{"/positions/search", fmt.Sprintf(`{%s,"query":%q}`, variantOf(p),
		strings.Join(truths(random, p, 2+random.IntN(4)), " and "))}
}

// sequenceRequest searches for facts about a position followed by a capture or
// check.
func sequenceRequest(random *rand.Rand, p *rules.Position) loadRequest {
	event := []string{"check", "capture", "promotion"}[random.IntN(3)]
	return loadRequest{"/positions/search", fmt.Sprintf(`{%s,"query":%q}`, variantOf(p),
		fmt.Sprintf("(%s) for 2 then %s within %d", strings.Join(truths(random, p, 2), " and "), event, 1+random.IntN(10)))}
}

func truths(random *rand.Rand, p *rules.Position, n int) []string {
	r := p.Rules()
	var texts []string
	for len(texts) < n {
		s := rules.Square(random.IntN(r.Files() * r.Ranks()))
		pc := p.At(s)
		if pc == rules.NoPiece {
			if random.IntN(6) == 0 {
				texts = append(texts, "empty "+r.SquareName(s))
			}
			continue
		}
		side, name := strings.ToLower(r.SideName(pc.Side())), strings.ToLower(r.PieceName(pc.Type()))
		switch random.IntN(4) {
		case 0:
			count := 0
			for q := range rules.Square(r.Files() * r.Ranks()) {
				if p.At(q) == pc {
					count++
				}
			}
			texts = append(texts, fmt.Sprintf("%s(%s) = %d", name, side, count))
		case 1:
			texts = append(texts, fmt.Sprintf("%s %s on file %c", side, name, r.SquareName(s)[0]))
		default:
			texts = append(texts, fmt.Sprintf("%s %s on %s", side, name, r.SquareName(s)))
		}
	}
	return texts
}

// ask sends a request and returns how long it took.
func (c *client) ask(r loadRequest) (time.Duration, error) {
	began := time.Now()
	var answer *http.Response
	var err error
	if r.body == "" {
		answer, err = http.Get(c.address + basePath + r.path)
	} else {
		answer, err = http.Post(c.address+basePath+r.path, "application/json", strings.NewReader(r.body))
	}
	if err != nil {
		return 0, err
	}
	defer answer.Body.Close()
	var body bytes.Buffer
	if _, err := io.Copy(&body, answer.Body); err != nil {
		return 0, err
	}
	if answer.StatusCode != http.StatusOK || bytes.Contains(body.Bytes(), []byte(`"cut":true`)) {
		return 0, fmt.Errorf("%s %s: %d %s", r.path, r.body, answer.StatusCode, body.String())
	}
	return time.Since(began), nil
}

// BenchmarkLatency sends requests sequentially over HTTP, and reports the 50th
// and 99th percentiles. Run it with -benchtime 5000x.
func BenchmarkLatency(b *testing.B) {
	a := searchedArchive(b)
	c := start(b, a, ServerConfig{})
	random := rand.New(rand.NewPCG(5, 5))
	positions := askedPositions(b, a, random, 500)
	kinds := []struct {
		name string
		ask  func(*rules.Position) loadRequest
	}{
		{"exact", exactRequest},
		{"explorer", explorerRequest},
		{"pattern", func(p *rules.Position) loadRequest { return patternRequest(random, p) }},
		{"sequence", func(p *rules.Position) loadRequest { return sequenceRequest(random, p) }},
	}
	for _, kind := range kinds {
		b.Run(kind.name, func(b *testing.B) {
			var took []time.Duration
			for i := 0; b.Loop(); i++ {
				d, err := c.ask(kind.ask(positions[i%len(positions)]))
				if err != nil {
					b.Fatal(err)
				}
				took = append(took, d)
			}
			reportPercentiles(b, took)
		})
	}
	b.Run("16 clients", func(b *testing.B) { benchmarkClients(b, c, positions) })
}

// benchmarkClients has sixteen clients search for exact positions, at 300
// requests a second together.
func benchmarkClients(b *testing.B, c *client, positions []*rules.Position) {
	const clients, rate = 16, 300
	due := make(chan int)
	var mu sync.Mutex
	var took []time.Duration
	var failed error
	var asking sync.WaitGroup
	for range clients {
		asking.Go(func() {
			for i := range due {
				d, err := c.ask(exactRequest(positions[i%len(positions)]))
				mu.Lock()
				took = append(took, d)
				if err != nil {
					failed = err
				}
				mu.Unlock()
			}
		})
	}
	began := time.Now()
	for i := 0; b.Loop(); i++ {
		time.Sleep(time.Until(began.Add(time.Duration(i) * time.Second / rate)))
		due <- i
	}
	close(due)
	asking.Wait()
	if failed != nil {
		b.Fatal(failed)
	}
	b.ReportMetric(float64(len(took))/time.Since(began).Seconds(), "requests/s")
	reportPercentiles(b, took)
}

func reportPercentiles(b *testing.B, took []time.Duration) {
	for name, value := range percentiles(took) {
		b.ReportMetric(value, name)
	}
}

// percentiles returns the 50th and 99th percentiles in milliseconds, by name.
func percentiles(took []time.Duration) map[string]float64 {
	slices.Sort(took)
	found := map[string]float64{}
	for _, percent := range []int{50, 99} {
		at := took[(len(took)-1)*percent/100]
		found[fmt.Sprintf("ms-p%d", percent)] = float64(at.Microseconds()) / 1000
	}
	return found
}
