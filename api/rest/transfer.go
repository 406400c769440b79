package rest

import (
	"errors"
	"io"
	"net/http"
	"os"
	"sync"
	"time"

	"github.com/gin-gonic/gin"

	"assay/api/request"
)

// transfer wraps a request's body and response. Each must move at least
// paceBytes in each pace. A queue slot is released when the response begins,
// unless the handler keeps it. Slow readers therefore block nobody.
type transfer struct {
	gin.ResponseWriter
	body   io.ReadCloser
	wire   *http.ResponseController
	pace   time.Duration
	budget *byteBudget

	client     request.Client // charged for the bytes held
	held       int64          // bytes acquired from the budget
	received   int            // bytes of the body since the pace began
	discarding bool           // the body is read and dropped, without using the budget
	leave      func()         // releases the slot; nil if none is held
	before     func()         // runs once before the header is written; may be nil
}

// paceBytes is the number of bytes that must be sent or received in one pace:
// 6.4 KiB/s by default.
const paceBytes = 64 << 10

// wrapTransfer wraps the body and the response of each request in a transfer.
// At the end of the request it releases the slot and the bytes that the
// transfer holds.
func (s *Server) wrapTransfer(c *gin.Context) {
	f := &transfer{
		ResponseWriter: c.Writer, body: c.Request.Body, wire: http.NewResponseController(c.Writer),
		pace: s.config.Pace, budget: &s.budget,
	}
	s.inFlight.Add(1)
	defer s.inFlight.Done()
	defer f.end()
	c.Writer = f
	if c.Request.Body == nil || c.Request.Body == http.NoBody {
		f.wire.SetReadDeadline(time.Time{}) // only a disconnect is expected
	} else {
		c.Request.Body = f.incoming()
	}
	c.Next()
}

func (f *transfer) end() {
	f.leaveSlot()
	f.budget.release(f.client, f.held)
}

// incoming returns the body with its minimum rate.
func (f *transfer) incoming() *incoming {
	f.wire.SetReadDeadline(time.Now().Add(f.pace))
	return &incoming{f}
}

// incoming is a body that is being read.
type incoming struct{ *transfer }

// Read fails with a [*SlowError] if the body arrives below the minimum rate,
// and with a [*BusyError] if the byte budget is used up.
func (in *incoming) Read(b []byte) (int, error) {
	f := in.transfer
	n, err := f.body.Read(b)
	if f.received += n; f.received >= paceBytes {
		f.received = 0
		f.wire.SetReadDeadline(time.Now().Add(f.pace))
	}
	switch {
	case err == io.EOF:
		f.wire.SetReadDeadline(time.Time{})
	case errors.Is(err, os.ErrDeadlineExceeded):
		return n, &SlowError{Pace: f.pace}
	}
	if f.discarding || n == 0 {
		return n, err
	}
	if !f.budget.acquire(f.client, int64(n)) {
		return 0, &BusyError{Wait: f.pace}
	}
	f.held += int64(n)
	return n, err
}

func (in *incoming) Close() error { return in.body.Close() }

// Write sends a response in parts, each with its own deadline.
func (f *transfer) Write(b []byte) (n int, err error) {
	f.runBefore()
	f.begin(len(b))
	for {
		part := b[n:min(n+paceBytes, len(b))]
		f.wire.SetWriteDeadline(time.Now().Add(f.pace))
		m, err := f.ResponseWriter.Write(part)
		if n += m; err != nil || n == len(b) {
			return n, err
		}
	}
}

func (f *transfer) WriteString(s string) (int, error) { return f.Write([]byte(s)) }

// WriteHeaderNow writes the header of a response without a body.
func (f *transfer) WriteHeaderNow() {
	f.runBefore()
	f.leaveSlot()
	f.ResponseWriter.WriteHeaderNow()
}

func (f *transfer) runBefore() {
	if f.before != nil {
		f.before()
		f.before = nil
	}
}

// begin releases the slot before the first bytes of a response are written. If
// the byte budget is used up, the slot is kept until the bytes are sent. This
// bounds the memory of unsent responses.
func (f *transfer) begin(bytes int) {
	if f.leave != nil && f.budget.acquire(f.client, int64(bytes)) {
		f.held += int64(bytes)
		f.leaveSlot()
	}
}

// partSent releases the bytes and the slot held for a part of a response after
// the part is sent.
func (f *transfer) partSent() {
	f.end()
	f.held = 0
}

// keepSlot keeps the slot while the response is sent, because the request still
// computes. It returns a function that releases the slot.
func (f *transfer) keepSlot() (leave func()) {
	leave, f.leave = f.leave, nil
	return leave
}

func (f *transfer) leaveSlot() {
	if f.leave != nil {
		f.leave()
		f.leave = nil
	}
}

// byteBudget bounds the bytes of bodies and responses in memory. A guest may
// hold a quarter. Any other client, and all guests together, may hold three
// quarters. One whole body always fits.
type byteBudget struct {
	size    int64
	maxBody int64 // largest body

	mu      sync.Mutex
	held    int64
	guests  int64
	clients map[request.Client]int64
}

// acquire takes bytes from the budget, and reports whether enough were left.
func (r *byteBudget) acquire(c request.Client, bytes int64) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	share := r.size / 4
	if !c.Guest {
		share *= 3
	}
	switch {
	case r.held+bytes > r.size,
		c.ID != "" && r.clients[c]+bytes > max(share, r.maxBody),
		c.Guest && r.guests+bytes > max(r.size/4*3, r.maxBody):
		return false
	}
	r.add(c, bytes)
	return true
}

func (r *byteBudget) release(c request.Client, bytes int64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.add(c, -bytes)
}

func (r *byteBudget) add(c request.Client, bytes int64) {
	if r.held += bytes; c.Guest {
		r.guests += bytes
	}
	if r.clients == nil {
		r.clients = map[request.Client]int64{}
	}
	if r.clients[c] += bytes; r.clients[c] == 0 {
		delete(r.clients, c)
	}
}

// used returns the number of bytes held.
func (r *byteBudget) used() int64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.held
}
