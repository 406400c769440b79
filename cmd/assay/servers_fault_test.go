package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"assay/fixtures"
	"assay/fixtures/postgrestest"
	"assay/fixtures/records"
)

// wire carries connections to a database, until it is cut.
type wire struct {
	listener net.Listener
	to       string
	cut      atomic.Bool
	lock     sync.Mutex
	ends     map[net.Conn]bool
}

func newWire(t *testing.T, port int) *wire {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	w := &wire{listener: l, to: fmt.Sprintf("127.0.0.1:%d", port), ends: map[net.Conn]bool{}}
	t.Cleanup(func() { l.Close(); w.Cut() })
	go func() {
		for {
			near, err := l.Accept()
			if err != nil {
				return
			}
			go w.carry(near)
		}
	}()
	return w
}

func (w *wire) carry(near net.Conn) {
	defer near.Close()
	far, err := net.Dial("tcp", w.to)
	if err != nil {
		return
	}
	defer far.Close()
	w.lock.Lock()
	if w.cut.Load() {
		w.lock.Unlock()
		return
	}
	w.ends[near], w.ends[far] = true, true
	w.lock.Unlock()
	defer func() {
		w.lock.Lock()
		defer w.lock.Unlock()
		delete(w.ends, near)
		delete(w.ends, far)
	}()
	go func() { io.Copy(far, near); far.Close() }()
	io.Copy(near, far)
}

// Cut breaks all connections and lets none through, until it is mended.
func (w *wire) Cut() {
	w.lock.Lock()
	defer w.lock.Unlock()
	w.cut.Store(true)
	for c := range w.ends {
		c.Close()
	}
}

func (w *wire) Mend() { w.cut.Store(false) }

// node is one of the servers of a database.
type node struct {
	data, index string
	wire        *wire
	address     atomic.Pointer[string]
	stop        func(os.Signal) error
}

func (n *node) start(t *testing.T) {
	t.Helper()
	address, stop := serving(t, n.data, "--index", n.index)
	n.address.Store(&address)
	n.stop = stop
}

// caller gives up on what does not answer, and takes a connection for each
// call.
var caller = http.Client{Timeout: 20 * time.Second, Transport: &http.Transport{DisableKeepAlives: true}}

// post archives a record, by one server or the other, until one has
// acknowledged it, and gives its number.
func post(nodes []*node, record string, first int, over <-chan time.Time) (id int64, err error) {
	for try := first; ; try++ {
		address := *nodes[try%len(nodes)].address.Load()
		answer, failed := caller.Post("http://"+address+"/api/v1/games", "text/plain", strings.NewReader(record))
		if err = failed; err == nil {
			var said struct {
				Games []struct {
					ID int64 `json:"id"`
				} `json:"games"`
			}
			body, _ := io.ReadAll(answer.Body)
			answer.Body.Close()
			if answer.StatusCode == http.StatusCreated || answer.StatusCode == http.StatusOK {
				if err := json.Unmarshal(body, &said); err != nil || len(said.Games) != 1 {
					return 0, fmt.Errorf("answered %s", body)
				}
				return said.Games[0].ID, nil
			}
			err = fmt.Errorf("%d %s", answer.StatusCode, body)
			if answer.StatusCode != http.StatusServiceUnavailable {
				return 0, err
			}
		}
		select {
		case <-over:
			return 0, err
		case <-time.After(100 * time.Millisecond):
		}
	}
}

// TestServersUnderFaults has writers archive by two servers of one database
// while one of these is killed, the database is, or the wire between them is
// cut. What was acknowledged is there afterwards, once, both servers find it,
// and the archive is sound.
func TestServersUnderFaults(t *testing.T) {
	const writers, each = 4, 8
	base := postgrestest.Start(t)
	schema := base.Schema(t)
	var nodes []*node
	for range 2 {
		w := newWire(t, base.Port)
		n := &node{index: t.TempDir(), wire: w, data: strings.Replace(schema, fmt.Sprint(base.Port), fmt.Sprint(w.listener.Addr().(*net.TCPAddr).Port), 1)}
		n.start(t)
		nodes = append(nodes, n)
	}
	faults := []struct {
		name   string
		breaks func(n *node)
		mend   func(n *node)
	}{
		{"a server is killed", func(n *node) { n.stop(os.Kill) }, func(n *node) { n.start(t) }},
		{"the database is killed", func(*node) { base.Kill() }, func(*node) { base.Launch(t) }},
		{"the wire is cut", func(n *node) { n.wire.Cut() }, func(n *node) { n.wire.Mend() }},
	}
	archived := map[int64]string{} // by their numbers
	for round := range fixtures.Rounds(1, 3, 100) {
		fault, hit := faults[(round+1)%len(faults)], nodes[round/len(faults)%2]
		all := records.Random(t, uint64(round+1), writers*each, 8)
		var lock sync.Mutex
		var writing sync.WaitGroup
		over := time.After(time.Minute)
		for w := range writers {
			writing.Go(func() {
				for i := range each {
					record := all[w*each+i]
					id, err := post(nodes, record, w+i, over)
					lock.Lock()
					if was, twice := archived[id]; err != nil || twice && was != record {
						t.Errorf("round %d, %s: game %d: %v", round, fault.name, id, err)
					}
					archived[id] = record
					lock.Unlock()
				}
			})
		}
		time.Sleep(time.Duration(20+round%7*30) * time.Millisecond)
		fault.breaks(hit)
		time.Sleep(300 * time.Millisecond)
		began := time.Now()
		fault.mend(hit)
		writing.Wait()
		t.Logf("round %d, %s: all was acknowledged %v after it was mended", round, fault.name, time.Since(began).Round(time.Millisecond))
		proveServers(t, nodes, archived)
	}
	for _, n := range nodes {
		if err := n.stop(os.Interrupt); err != nil {
			t.Error(err)
		}
	}
	if o := (desk{t, schema}).run("", "check", "--index", nodes[0].index); o.code != exitDone {
		t.Errorf("check: exit %d, %s%s", o.code, o.out, o.errors)
	}
}

// proveServers compares what servers have and find with what they acknowledged.
func proveServers(t *testing.T, nodes []*node, archived map[int64]string) {
	t.Helper()
	for _, n := range nodes {
		address := "http://" + *n.address.Load()
		for id, record := range archived {
			answer, err := caller.Get(fmt.Sprintf("%s/api/v1/games/%d/record", address, id))
			if err != nil {
				t.Fatal(err)
			}
			body, _ := io.ReadAll(answer.Body)
			answer.Body.Close()
			if !bytes.Equal(body, []byte(record)) {
				t.Fatalf("game %d: %d %s\nwant %s", id, answer.StatusCode, body, record)
			}
		}
		found := 0
		for _, game := range []string{"csg-1", "csg-2", "csg-3"} {
			query := fmt.Sprintf(`{"variant":%q,"query":"ply >= 0","limit":1}`, game)
			request, _ := http.NewRequest(http.MethodPost, address+"/api/v1/positions/search", strings.NewReader(query))
			request.Header.Set("Assay-Change", fmt.Sprint(len(archived)))
			request.Header.Set("Content-Type", "application/json")
			answer, err := caller.Do(request)
			if err != nil {
				t.Fatal(err)
			}
			var said struct{ Total, Behind int }
			body, _ := io.ReadAll(answer.Body)
			answer.Body.Close()
			if err := json.Unmarshal(body, &said); err != nil || answer.StatusCode != http.StatusOK || said.Behind > 0 {
				t.Fatalf("%d %s", answer.StatusCode, body)
			}
			found += said.Total
		}
		if found != len(archived) {
			t.Errorf("%s finds %d games of %d", address, found, len(archived))
		}
	}
}
