package main

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"assay/fixtures"
	"assay/fixtures/archives"
	"assay/fixtures/postgrestest"
	"assay/fixtures/records"
)

// wire forwards connections to a database until it is cut.
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

// Cut closes all connections and accepts none until the wire is repaired.
func (w *wire) Cut() {
	w.lock.Lock()
	defer w.lock.Unlock()
	w.cut.Store(true)
	for c := range w.ends {
		c.Close()
	}
}

func (w *wire) Mend() { w.cut.Store(false) }

// node is one of several servers of a database.
type node struct {
	data, index string
	disk        *disk // of the index; nil if it is in the database
	wire        *wire
	address     atomic.Pointer[string]
	process     *exec.Cmd
	clock       *clock // nil if equal to the test's clock
}

func (n *node) start(t *testing.T) {
	t.Helper()
	address, process := started(t, n.data, "--index", n.index)
	n.address.Store(&address)
	n.process, n.clock = process, nil
}

// setClock sets the server's clock ahead of the test's.
func (n *node) setClock(t *testing.T, ahead time.Duration) {
	t.Helper()
	stopped(t, n.process.Process, func() {
		if n.clock == nil {
			n.clock = clockOf(t, n.process.Process.Pid)
		}
		n.clock.Set(t, ahead)
	})
	answer, err := caller.Get("http://" + *n.address.Load() + "/healthz")
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	if at, err := http.ParseTime(answer.Header.Get("Date")); err != nil || (time.Until(at)-ahead).Abs() > time.Minute {
		t.Fatalf("by the server's clock it is %v, %v; it is to be %v ahead", at, err, ahead)
	}
}

// confinement returns the server's message about a full index disk.
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

// search counts the games of a variant by a search. changes is the expected
// number of indexed changes, behind how many the server lacks. refused is the
// message if it cannot answer now.
func (n *node) search(variant string, changes int) (total, behind int, refused string, err error) {
	query := fmt.Sprintf(`{"variant":%q,"query":"ply >= 0","limit":1}`, variant)
	request, _ := http.NewRequest(http.MethodPost, "http://"+*n.address.Load()+"/api/v1/positions/search", strings.NewReader(query))
	request.Header.Set("Content-Type", "application/json")
	if changes > 0 {
		request.Header.Set("Assay-Change", fmt.Sprint(changes))
	}
	answer, err := caller.Do(request)
	if err != nil {
		return 0, 0, err.Error(), nil
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	switch {
	case err != nil:
		return 0, 0, err.Error(), nil
	case answer.StatusCode == http.StatusServiceUnavailable:
		return 0, 0, string(body), nil
	case answer.StatusCode != http.StatusOK:
		return 0, 0, "", fmt.Errorf("%d %s", answer.StatusCode, body)
	}
	var said struct{ Total, Behind int }
	err = json.Unmarshal(body, &said)
	return said.Total, said.Behind, "", err
}

// found is search on a server that must answer.
func (n *node) found(t *testing.T, variant string, changes int) (total, behind int) {
	t.Helper()
	total, behind, refused, err := n.search(variant, changes)
	if err != nil || refused != "" {
		t.Fatalf("%v %s", err, refused)
	}
	return total, behind
}

// until polls a server until it has indexed all changes.
func (n *node) until(changes int) error {
	for end := time.Now().Add(2 * time.Minute); ; time.Sleep(10 * time.Millisecond) {
		_, behind, refused, err := n.search("csg-1", changes)
		switch {
		case err != nil:
			return err
		case refused == "" && behind == 0:
			return nil
		case time.Now().After(end):
			return fmt.Errorf("it does not know of %d changes: %s", behind, refused)
		}
	}
}

// caller is a client with a timeout and a new connection per request.
var caller = http.Client{Timeout: 20 * time.Second, Transport: &http.Transport{DisableKeepAlives: true}}

// post archives a record on either server until one acknowledges it, and
// returns the game's number. refused counts rejected and failed requests.
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

// newDisk mounts a file system of a size until the test ends.
func newDisk(t *testing.T, size int) *disk {
	t.Helper()
	folder, err := os.MkdirTemp("", "assay-disk-") // reachable by other users
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

// Fill fills the disk.
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

// Clear frees the disk again.
func (d *disk) Clear(t *testing.T) {
	t.Helper()
	if err := os.Remove(d.filler); err != nil {
		t.Fatal(err)
	}
}

// ledger records what writers sent, and what was acknowledged.
type ledger struct {
	lock     sync.Mutex
	archived map[int64]string // records by game number
	sent     map[string]int   // by variant
	settled  map[string]int
}

// send records that a record is about to be sent.
func (l *ledger) send(record string) {
	l.lock.Lock()
	defer l.lock.Unlock()
	l.sent[variantOf(record)]++
}

// settle records that a record was acknowledged.
func (l *ledger) settle(id int64, record string) error {
	l.lock.Lock()
	defer l.lock.Unlock()
	if was, twice := l.archived[id]; twice && was != record {
		return fmt.Errorf("game %d was acknowledged for another record", id)
	}
	l.archived[id] = record
	l.settled[variantOf(record)]++
	return nil
}

// counts returns how many records of a variant were sent, and acknowledged.
func (l *ledger) counts(variant string) (sent, settled int) {
	l.lock.Lock()
	defer l.lock.Unlock()
	return l.sent[variant], l.settled[variant]
}

func (l *ledger) all() map[int64]string {
	l.lock.Lock()
	defer l.lock.Unlock()
	return maps.Clone(l.archived)
}

var written = []string{"csg-1", "csg-2", "csg-3"}

func variantOf(record string) string {
	variant, _, _ := strings.Cut(strings.TrimPrefix(record, "Variant="), "\n")
	return variant
}

// watch searches on a server until over is closed, and counts the answers. A
// total below the number acknowledged before must say so, and none may exceed
// the number sent.
func (n *node) watch(l *ledger, over <-chan struct{}, answers, refusals *atomic.Int64) error {
	for i := 0; ; i++ {
		select {
		case <-over:
			return nil
		case <-time.After(20 * time.Millisecond):
		}
		variant := written[i%len(written)]
		_, least := l.counts(variant)
		total, behind, refused, err := n.search(variant, 0)
		most, _ := l.counts(variant)
		switch {
		case err != nil:
			return err
		case refused != "":
			refusals.Add(1)
		case total+behind < least || total > most:
			return fmt.Errorf("%d games of %s are found, %d changes are said to be missing; %d were acknowledged before, %d sent", total, variant, behind, least, most)
		default:
			answers.Add(1)
		}
	}
}

// fault is an injected failure of one round.
type fault struct {
	name   string
	hits   []*node
	breaks func(n *node)
	mend   func(n *node)
	felt   func(n *node, refused int64) bool // ends the failure; nil after a while
	spares bool                              // no write may be rejected
	rounds []time.Duration                   // recovery times
}

// TestServersUnderFaults archives records on several servers of one database
// and injects failures: a server is killed, suspended or has a wrong clock; the
// database or one of four index nodes is killed; the connection to the database
// is cut; the disk of the database or of an index is full. Afterwards every
// acknowledged record exists once, all servers find it, and the archive is
// valid. No search returns a wrong total without saying so. A server with a
// full or incomplete index reports that, still archives, and repairs itself.
func TestServersUnderFaults(t *testing.T) {
	const writers, each = 4, 8
	small := newDisk(t, 256<<20)
	base := postgrestest.StartIn(t, small.folder, "max_wal_size=48MB")
	schema := base.Schema(t)
	var nodes []*node
	add := func(index string, own *disk) {
		w := newWire(t, base.Port)
		n := &node{index: index, disk: own, wire: w, data: strings.Replace(schema, fmt.Sprint(base.Port), fmt.Sprint(w.listener.Addr().(*net.TCPAddr).Port), 1)}
		n.start(t)
		nodes = append(nodes, n)
	}
	for range 2 {
		own := newDisk(t, 64<<20)
		add(filepath.Join(own.folder, "index"), own)
	}
	refused := func(_ *node, refused int64) bool { return refused >= writers }
	var part *postgrestest.Server
	faults := []*fault{
		{name: "the database is killed", breaks: func(*node) { base.Kill() }, mend: func(*node) { base.Launch(t) }},
		{name: "the disk is full", breaks: func(*node) { small.Fill(t) }, mend: func(*node) { small.Clear(t); base.Launch(t) }, felt: refused},
		{name: "the disk is full at a checkpoint", breaks: func(*node) {
			small.Fill(t)
			if conn, err := pgx.Connect(t.Context(), schema); err == nil {
				conn.Exec(t.Context(), "CHECKPOINT") // may crash the database
				conn.Close(t.Context())
			}
		}, mend: func(*node) { small.Clear(t); base.Launch(t) }, felt: refused},
		{name: "the disk of an index is full", hits: nodes, breaks: func(n *node) { n.disk.Fill(t) }, mend: func(n *node) { n.disk.Clear(t) },
			felt: (*node).confined, spares: true},
		{name: "a server is killed", breaks: func(n *node) { ended(n.process, os.Kill) }, mend: func(n *node) { n.start(t) }},
		{name: "the wire is cut", breaks: func(n *node) { n.wire.Cut() }, mend: func(n *node) { n.wire.Mend() }},
		{name: "a server stands still", breaks: func(n *node) {
			n.process.Process.Signal(syscall.SIGSTOP)
			time.Sleep(2 * time.Second)
		}, mend: func(n *node) { n.process.Process.Signal(syscall.SIGCONT) }},
		{name: "a clock is an hour ahead", breaks: func(n *node) { n.setClock(t, time.Hour) }, mend: func(n *node) { n.setClock(t, 0) }, spares: true},
		{name: "a clock is an hour behind", breaks: func(n *node) { n.setClock(t, -time.Hour) }, mend: func(n *node) { n.setClock(t, 0) }, spares: true},
	}
	rounds := fixtures.Rounds(2, 10, 100)
	if rounds >= len(faults) {
		parts := []*postgrestest.Server{postgrestest.Start(t), postgrestest.Start(t), postgrestest.Start(t)}
		archives.Distribute(t, base, schema, parts)
		for range 2 {
			add("postgres", nil)
		}
		faults = append(faults, &fault{name: "one of four databases is killed", hits: nodes[2:], breaks: func(*node) {
			part = parts[rand.IntN(len(parts))]
			part.Kill()
		}, mend: func(*node) { part.Launch(t) }, felt: func(n *node, _ int64) bool {
			_, _, refused, _ := n.search("csg-1", 0)
			return strings.Contains(refused, "index-unusable")
		}, spares: true})
	}
	l := &ledger{archived: map[int64]string{}, sent: map[string]int{}, settled: map[string]int{}}
	for round := range rounds {
		fault := faults[round%len(faults)]
		if fault.hits == nil {
			fault.hits = nodes
		}
		hit := fault.hits[round/len(faults)%len(fault.hits)]
		l.round(t, round, fault, hit, nodes, records.Random(t, uint64(round+1), writers*each, 8))
	}
	proveRecords(t, nodes, l.all())
	for _, f := range faults {
		if slices.Sort(f.rounds); len(f.rounds) > 0 {
			t.Logf("%s, %d rounds: all servers knew all %v after it was mended, %v at most", f.name, len(f.rounds), f.rounds[len(f.rounds)/2], f.rounds[len(f.rounds)-1])
		}
	}
	for _, n := range nodes {
		if err := ended(n.process, os.Interrupt); err != nil {
			t.Error(err)
		}
		if o := (desk{t, schema}).run("", "check", "--index", n.index); o.code != exitDone {
			t.Errorf("check: exit %d, %s%s", o.code, o.out, o.errors)
		}
	}
}

// round lets several writers archive records during a failure, and checks the
// result.
func (l *ledger) round(t *testing.T, round int, fault *fault, hit *node, nodes []*node, all []string) {
	t.Helper()
	const writers = 4
	each := len(all) / writers
	began := time.Now()
	fresh := map[int64]string{}
	var writing, watching sync.WaitGroup
	var refusals, answers, unanswered atomic.Int64
	if fault.felt != nil {
		for i := range all { // more than the disk of the database has left
			all[i] = strings.Replace(all[i], "\n1. ", fmt.Sprintf("\n{%s}\n1. ", noise(round, i)), 1)
		}
		fault.breaks(hit)
	}
	over, done := time.After(time.Minute), make(chan struct{})
	for w := range writers {
		writing.Go(func() {
			for i := range each {
				record := all[w*each+i]
				l.send(record)
				id, err := post(nodes, record, w+i, over, &refusals)
				if err == nil {
					err = l.settle(id, record)
				}
				if err != nil {
					t.Errorf("round %d, %s: %v", round, fault.name, err)
				}
				l.lock.Lock()
				fresh[id] = record
				l.lock.Unlock()
			}
		})
	}
	for _, n := range nodes {
		watching.Go(func() {
			if err := n.watch(l, done, &answers, &unanswered); err != nil {
				t.Errorf("round %d, %s: %v", round, fault.name, err)
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
	if fault.spares {
		writing.Wait()
		if refusals.Load() > 0 {
			t.Errorf("round %d, %s: %d calls were refused", round, fault.name, refusals.Load())
		}
	}
	if fault.felt != nil && hit.confinement() != "" {
		if _, behind := hit.found(t, "csg-1", 0); behind == 0 {
			t.Errorf("round %d, %s: a search says that nothing is missing", round, fault.name)
		}
	}
	mended := time.Now()
	fault.mend(hit)
	for _, n := range nodes {
		if err := n.until(len(l.all())); err != nil {
			t.Fatalf("round %d, %s: %v", round, fault.name, err)
		}
	}
	took := time.Since(mended).Round(time.Millisecond)
	fault.rounds = append(fault.rounds, took)
	writing.Wait()
	t.Logf("round %d, %s: all servers knew all %v after it was mended; %d calls were refused, %d searches answered and %d not",
		round, fault.name, took, refusals.Load(), answers.Load(), unanswered.Load())
	proveRecords(t, nodes, fresh)
	l.prove(t, nodes)
	close(done)
	watching.Wait()
	for id := range fresh {
		_, body := get(t, fmt.Sprintf("http://%s/api/v1/games/%d", *nodes[0].address.Load(), id))
		var game struct{ Imported time.Time }
		if err := json.Unmarshal([]byte(body), &game); err != nil || game.Imported.Before(began.Add(-time.Minute)) || game.Imported.After(time.Now().Add(time.Minute)) {
			t.Errorf("round %d, %s: game %d was archived at %v, %v", round, fault.name, id, game.Imported, err)
		}
	}
}

// noise returns 20,000 letters that hardly compress.
func noise(round, n int) string {
	letters := make([]byte, 10_000)
	rand.NewChaCha8([32]byte{byte(round), byte(n)}).Read(letters)
	return hex.EncodeToString(letters)
}

// proveRecords compares the servers' records with the acknowledged ones.
func proveRecords(t *testing.T, nodes []*node, archived map[int64]string) {
	t.Helper()
	for _, n := range nodes {
		for id, record := range archived {
			answer, err := caller.Get(fmt.Sprintf("http://%s/api/v1/games/%d/record", *n.address.Load(), id))
			if err != nil {
				t.Fatal(err)
			}
			body, _ := io.ReadAll(answer.Body)
			answer.Body.Close()
			if !bytes.Equal(body, []byte(record)) {
				t.Fatalf("game %d: %d %s\nwant %s", id, answer.StatusCode, body, record)
			}
		}
	}
}

// prove compares the servers' search results with the acknowledged records.
func (l *ledger) prove(t *testing.T, nodes []*node) {
	t.Helper()
	for _, n := range nodes {
		for _, variant := range written {
			_, settled := l.counts(variant)
			total, behind := n.found(t, variant, len(l.all()))
			if total != settled || behind > 0 {
				t.Fatalf("%s finds %d games of %s, and says that %d changes are missing; %d were acknowledged", *n.address.Load(), total, variant, behind, settled)
			}
		}
	}
}
