package rest

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// BenchmarkUploads sends games one after the other while 32 clients search, and
// reports the 50th and 99th percentiles of uploads and of searches.
func BenchmarkUploads(b *testing.B) {
	const clients = 32
	a := newArchive(b)
	c := start(b, a, ServerConfig{})
	const before = 5000
	records := randomRecords(b, 50, before+b.N, 40)
	submit(b, a, records[:before])
	positions := askedPositions(b, a, rand.New(rand.NewPCG(51, 51)), 100)
	var ended atomic.Bool
	var searching sync.WaitGroup
	took := make([][]time.Duration, clients)
	for n := range clients {
		searching.Go(func() {
			for i := n; !ended.Load(); i++ {
				d, err := c.ask(exactRequest(positions[i%len(positions)]))
				if err != nil {
					b.Error(err)
					return
				}
				took[n] = append(took[n], d)
			}
		})
	}
	var uploads []time.Duration
	b.ResetTimer()
	for i := range b.N {
		began := time.Now()
		answer, err := http.Post(c.address+basePath+"/games", "text/plain", strings.NewReader(records[before+i]))
		if err != nil {
			b.Fatal(err)
		}
		uploads = append(uploads, time.Since(began))
		if answer.Body.Close(); answer.StatusCode != http.StatusCreated {
			b.Errorf("status %d", answer.StatusCode)
		}
	}
	b.StopTimer()
	ended.Store(true)
	searching.Wait()
	var searches []time.Duration
	for _, one := range took {
		searches = append(searches, one...)
	}
	reportPercentiles(b, uploads)
	for name, value := range percentiles(searches) {
		b.ReportMetric(value, fmt.Sprintf("search-%s", name))
	}
}
