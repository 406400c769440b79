package main

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

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
	disk        *disk // of the index
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

// confinement is what the server says of a disk that has no room for its index.
func (n *node) confinement() string {
	answer, err := caller.Get("http://" + *n.address.Load() + "/readyz")
	if err != nil {
		return ""
	}
	defer answer.Body.Close()
	body, _ := io.ReadAll(answer.Body)
	if answer.StatusCode != http.StatusServiceUnavailable || !bytes.Contains(body, []byte("until there is room")) {
		return ""
	}
	return string(body)
}

func (n *node) confined(int64) bool { return n.confinement() != "" }

// found counts the games of a variant that a search by the server finds, which
// knows of so many changes, and says how many it does not know of.
func (n *node) found(t *testing.T, variant string, changes int) (total, behind int) {
	t.Helper()
	query := fmt.Sprintf(`{"variant":%q,"query":"ply >= 0","limit":1}`, variant)
	request, _ := http.NewRequest(http.MethodPost, "http://"+*n.address.Load()+"/api/v1/positions/search", strings.NewReader(query))
	request.Header.Set("Assay-Change", fmt.Sprint(changes))
	request.Header.Set("Content-Type", "application/json")
	answer, err := caller.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	var said struct{ Total, Behind int }
	body, _ := io.ReadAll(answer.Body)
	answer.Body.Close()
	if err := json.Unmarshal(body, &said); err != nil || answer.StatusCode != http.StatusOK {
		t.Fatalf("%d %s", answer.StatusCode, body)
	}
	return said.Total, said.Behind
}

// caller gives up on what does not answer, and takes a connection for each
// call.
var caller = http.Client{Timeout: 20 * time.Second, Transport: &http.Transport{DisableKeepAlives: true}}

// post archives a record, by one server or the other, until one has
// acknowledged it, and gives its number. refused counts the answers that did
// not, and those that failed to come.
func post(nodes []*node, record string, first int, over <-chan time.Time, refused *atomic.Int64) (id int64, err error) {
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
			if answer.StatusCode != http.StatusServiceUnavailable && answer.StatusCode != http.StatusInsufficientStorage {
				return 0, err
			}
		}
		refused.Add(1)
		select {
		case <-over:
			return 0, err
		case <-time.After(100 * time.Millisecond):
		}
	}
}

// disk is a small file system.
type disk struct{ folder, filler string }

// newDisk mounts a file system of so many bytes, until the test ends.
func newDisk(t *testing.T, size int) *disk {
	t.Helper()
	folder, err := os.MkdirTemp("", "assay-disk-") // that other users reach
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.Remove(folder) })
	if out, err := exec.Command("mount", "-t", "tmpfs", "-o", fmt.Sprint("size=", size), "tmpfs", folder).CombinedOutput(); err != nil {
		fixtures.Lacks(t, "no small file system can be mounted: %v, %s", err, out)
	}
	t.Cleanup(func() {
		if out, err := exec.Command("umount", folder).CombinedOutput(); err != nil {
			t.Errorf("umount: %v, %s", err, out)
		}
	})
	return &disk{folder, filepath.Join(folder, "filler")}
}

// Fill leaves no room.
func (d *disk) Fill(t *testing.T) {
	t.Helper()
	f, err := os.Create(d.filler)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for _, size := range []int{1 << 20, 4 << 10, 1} {
		for part := make([]byte, size); err == nil; {
			_, err = f.Write(part)
		}
		if !errors.Is(err, syscall.ENOSPC) {
			t.Fatal(err)
		}
		err = nil
	}
}

// Clear makes room again.
func (d *disk) Clear(t *testing.T) {
	t.Helper()
	if err := os.Remove(d.filler); err != nil {
		t.Fatal(err)
	}
}

// TestServersUnderFaults has writers archive by two servers of one database
// while one of these is killed, the database is, the wire between them is cut,
// or the disk of the database or of a server's index is full. What was
// acknowledged is there afterwards, once, both servers find it, and the archive
// is sound. A server whose index has no room says so, archives all the same,
// and heals by itself.
func TestServersUnderFaults(t *testing.T) {
	const writers, each = 4, 8
	small := newDisk(t, 256<<20)
	base := postgrestest.StartIn(t, small.folder, "max_wal_size=48MB")
	schema := base.Schema(t)
	var nodes []*node
	for range 2 {
		w := newWire(t, base.Port)
		own := newDisk(t, 64<<20)
		n := &node{index: filepath.Join(own.folder, "index"), disk: own, wire: w, data: strings.Replace(schema, fmt.Sprint(base.Port), fmt.Sprint(w.listener.Addr().(*net.TCPAddr).Port), 1)}
		n.start(t)
		nodes = append(nodes, n)
	}
	refused := func(_ *node, refused int64) bool { return refused >= writers }
	faults := []struct {
		name   string
		breaks func(n *node)
		mend   func(n *node)
		felt   func(n *node, refused int64) bool // it lasts until then; nil for a while
	}{
		{"the database is killed", func(*node) { base.Kill() }, func(*node) { base.Launch(t) }, nil},
		{"the disk is full", func(*node) { small.Fill(t) }, func(*node) { small.Clear(t); base.Launch(t) }, refused},
		{"the disk is full at a checkpoint", func(*node) {
			small.Fill(t)
			if conn, err := pgx.Connect(t.Context(), schema); err == nil {
				conn.Exec(t.Context(), "CHECKPOINT") // which may end the database
				conn.Close(t.Context())
			}
		}, func(*node) { small.Clear(t); base.Launch(t) }, refused},
		{"the disk of an index is full", func(n *node) { n.disk.Fill(t) }, func(n *node) { n.disk.Clear(t) }, (*node).confined},
		{"a server is killed", func(n *node) { n.stop(os.Kill) }, func(n *node) { n.start(t) }, nil},
		{"the wire is cut", func(n *node) { n.wire.Cut() }, func(n *node) { n.wire.Mend() }, nil},
	}
	archived := map[int64]string{} // by their numbers
	for round := range fixtures.Rounds(2, 6, 100) {
		fault, hit := faults[round%len(faults)], nodes[round/len(faults)%2]
		all := records.Random(t, uint64(round+1), writers*each, 8)
		var lock sync.Mutex
		var writing sync.WaitGroup
		var refusals atomic.Int64
		if fault.felt != nil {
			for i := range all { // so that the database needs more room than it has left
				all[i] = strings.Replace(all[i], "\n1. ", fmt.Sprintf("\n{%s}\n1. ", noise(round, i)), 1)
			}
			fault.breaks(hit)
		}
		over := time.After(time.Minute)
		for w := range writers {
			writing.Go(func() {
				for i := range each {
					record := all[w*each+i]
					id, err := post(nodes, record, w+i, over, &refusals)
					lock.Lock()
					if was, twice := archived[id]; err != nil || twice && was != record {
						t.Errorf("round %d, %s: game %d: %v", round, fault.name, id, err)
					}
					archived[id] = record
					lock.Unlock()
				}
			})
		}
		if fault.felt != nil {
			for end := time.Now().Add(20 * time.Second); !fault.felt(hit, refusals.Load()); time.Sleep(20 * time.Millisecond) {
				if time.Now().After(end) {
					t.Fatalf("round %d, %s: it is not felt; %d calls were refused", round, fault.name, refusals.Load())
				}
			}
		} else {
			time.Sleep(time.Duration(20+round%7*30) * time.Millisecond)
			fault.breaks(hit)
			time.Sleep(300 * time.Millisecond)
		}
		confined := hit.confinement() != ""
		if confined {
			writing.Wait() // for which the index is not needed
			if _, behind := hit.found(t, "csg-1", 0); refusals.Load() > 0 || behind == 0 {
				t.Errorf("round %d, %s: %d calls were refused, and a search says that %d changes are missing", round, fault.name, refusals.Load(), behind)
			}
		}
		began := time.Now()
		fault.mend(hit)
		writing.Wait()
		said := "all was acknowledged"
		if confined {
			said = "all is indexed"
			for end := began.Add(2 * time.Minute); hit.confinement() != ""; time.Sleep(20 * time.Millisecond) {
				if time.Now().After(end) {
					t.Fatalf("round %d, %s: %s", round, fault.name, hit.confinement())
				}
			}
		}
		t.Logf("round %d, %s: %s %v after it was mended", round, fault.name, said, time.Since(began).Round(time.Millisecond))
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

// noise is a text of 20,000 letters that does not get shorter by much.
func noise(round, n int) string {
	letters := make([]byte, 10_000)
	rand.NewChaCha8([32]byte{byte(round), byte(n)}).Read(letters)
	return hex.EncodeToString(letters)
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
			total, behind := n.found(t, game, len(archived))
			if behind > 0 {
				t.Fatalf("%s does not know of %d changes", address, behind)
			}
			found += total
		}
		if found != len(archived) {
			t.Errorf("%s finds %d games of %d", address, found, len(archived))
		}
	}
}
