package rest

import (
	"errors"
	"io"
	"net/http"
	"os"
	"sync"
	"time"

	"github.com/gin-gonic/gin"

	"assay/api"
)

// flow is a call's way in and out. Its body has to come, and its answer to be
// taken, paceBytes in the time of a pace at least. A slot that the call
// computes in is given back when its answer begins, so that whoever reads
// slowly holds nobody up, unless it is kept.
type flow struct {
	gin.ResponseWriter
	body io.ReadCloser
	wire *http.ResponseController
	pace time.Duration
	room *room

	client api.Client // whose share of the room counts
	held   int64      // bytes of the room
	come   int        // bytes of the body since the pace began
	poured bool       // what comes is thrown away, and takes no room
	leave  func()     // gives the slot back; nil where none is held
	before func()     // done once, before the header is written; nil for nothing
}

// paceBytes is what has to come, or to be taken, in the time of a pace: 6.4
// KiB/s at the usual one.
const paceBytes = 64 << 10

// flow gives each call its own, and takes back what it held.
func (s *Server) flow(c *gin.Context) {
	f := &flow{
		ResponseWriter: c.Writer, body: c.Request.Body, wire: http.NewResponseController(c.Writer),
		pace: s.config.Pace, room: &s.room,
	}
	s.under.Add(1)
	defer s.under.Done()
	defer f.end()
	c.Writer = f
	if c.Request.Body == nil || c.Request.Body == http.NoBody {
		f.wire.SetReadDeadline(time.Time{}) // what is awaited is that the caller goes
	} else {
		c.Request.Body = f.incoming()
	}
	c.Next()
}

func (f *flow) end() {
	f.leaveSlot()
	f.room.give(f.client, f.held)
}

// incoming is the body at its pace.
func (f *flow) incoming() *incoming {
	f.wire.SetReadDeadline(time.Now().Add(f.pace))
	return &incoming{f}
}

// incoming is a body that is being read.
type incoming struct{ *flow }

// Read fails with a [*SlowError] where the body comes too slowly, and with a
// [*BusyError] where too much is being sent by others.
func (in *incoming) Read(b []byte) (int, error) {
	f := in.flow
	n, err := f.body.Read(b)
	if f.come += n; f.come >= paceBytes {
		f.come = 0
		f.wire.SetReadDeadline(time.Now().Add(f.pace))
	}
	switch {
	case err == io.EOF:
		f.wire.SetReadDeadline(time.Time{})
	case errors.Is(err, os.ErrDeadlineExceeded):
		return n, &SlowError{Pace: f.pace}
	}
	if f.poured || n == 0 {
		return n, err
	}
	if !f.room.take(f.client, int64(n)) {
		return 0, &BusyError{Wait: f.pace}
	}
	f.held += int64(n)
	return n, err
}

func (in *incoming) Close() error { return in.body.Close() }

// Write passes an answer on as it is taken.
func (f *flow) Write(b []byte) (n int, err error) {
	f.tell()
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

// WriteString is Write of a string.
func (f *flow) WriteString(s string) (int, error) { return f.Write([]byte(s)) }

// WriteHeaderNow writes the header of an answer without a body.
func (f *flow) WriteHeaderNow() {
	f.tell()
	f.leaveSlot()
	f.ResponseWriter.WriteHeaderNow()
}

func (f *flow) tell() {
	if f.before != nil {
		f.before()
		f.before = nil
	}
}

// begin gives the slot back before bytes of an answer are written. Where there
// is no room for them beside what others have not taken yet, the slot is kept
// until they are: that bounds the memory of answers under way.
func (f *flow) begin(bytes int) {
	if f.leave != nil && f.room.take(f.client, int64(bytes)) {
		f.held += int64(bytes)
		f.leaveSlot()
	}
}

// rest gives back what a part of an answer took that is sent.
func (f *flow) rest() {
	f.end()
	f.held = 0
}

// keepSlot has the slot kept while the answer is sent, by a call that computes
// meanwhile; the function gives it back.
func (f *flow) keepSlot() (leave func()) {
	leave, f.leave = f.leave, nil
	return leave
}

func (f *flow) leaveSlot() {
	if f.leave != nil {
		f.leave()
		f.leave = nil
	}
}

// room counts the bytes of bodies and answers under way. A guest gets a quarter
// of it at most, another client, and all guests together, three quarters; a
// whole body fits in any case.
type room struct {
	size int64
	body int64 // greatest body

	mu     sync.Mutex
	taken  int64
	guests int64
	of     map[api.Client]int64
}

// take takes bytes, and reports whether there was room for them.
func (r *room) take(c api.Client, bytes int64) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	share := r.size / 4
	if !c.Guest {
		share *= 3
	}
	switch {
	case r.taken+bytes > r.size,
		c.ID != "" && r.of[c]+bytes > max(share, r.body),
		c.Guest && r.guests+bytes > max(r.size/4*3, r.body):
		return false
	}
	r.add(c, bytes)
	return true
}

func (r *room) give(c api.Client, bytes int64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.add(c, -bytes)
}

func (r *room) add(c api.Client, bytes int64) {
	if r.taken += bytes; c.Guest {
		r.guests += bytes
	}
	if r.of == nil {
		r.of = map[api.Client]int64{}
	}
	if r.of[c] += bytes; r.of[c] == 0 {
		delete(r.of, c)
	}
}

// used returns the bytes that are taken.
func (r *room) used() int64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.taken
}
