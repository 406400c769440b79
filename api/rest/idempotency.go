package rest

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"assay/api/request"
	"assay/index"
)

// keyHeader is a client-generated key that identifies a request.
const keyHeader = "Idempotency-Key"

// keyParameters are the idempotency key of a request.
type keyParameters struct {
	key string // "" for none
}

func (p *keyParameters) Parameters() []*Parameter {
	return []*Parameter{Header(keyHeader, p.read,
		"client-generated key, new for each different request: up to 255 visible ASCII characters, quoted or not")}
}

// read reads the key, with or without quotation marks.
func (p *keyParameters) read(lines []string) error {
	if len(lines) == 0 {
		return nil
	}
	key := lines[0]
	if len(key) > 1 && key[0] == '"' && key[len(key)-1] == '"' {
		key = key[1 : len(key)-1]
	}
	if len(lines) > 1 || key == "" || strings.ContainsAny(key, "\"\\") {
		return &request.InputError{Field: keyHeader, Value: strings.Join(lines, ", "), Want: "one string"}
	}
	p.key = key
	return nil
}

// acceptsKey reports whether requests of an operation may have a key: those
// that add something to the archive.
func (o *operation) acceptsKey() bool {
	return o.method == http.MethodPost && (changes(o.right) || o.right == request.Account)
}

// storesResponse reports whether the operation itself stores its response, in
// the transaction that makes the change.
func (o *operation) storesResponse() bool {
	return slices.ContainsFunc(o.own(), func(p *Parameter) bool { return p.name == keyHeader })
}

// parameters returns all parameters of an operation.
func (o *operation) parameters() []*Parameter {
	all := o.own()
	if o.selectsFields() {
		all = append(all, fieldsParameter(nil))
	}
	if o.acceptsKey() && !o.storesResponse() {
		all = append(all, new(keyParameters).Parameters()...)
	}
	if isConditional(o.method) && !o.comparesRevisions() {
		all = append(all, conditionalParameter())
	}
	return all
}

// storedResponse is the response stored for a key.
type storedResponse struct {
	Status int         `json:"status"`
	Header http.Header `json:"header"`
	Body   []byte      `json:"body"`
}

// responseRecorder records a response instead of sending it.
type responseRecorder struct {
	gin.ResponseWriter // the real writer
	storedResponse
	body bytes.Buffer
}

func (t *responseRecorder) Header() http.Header                  { return t.storedResponse.Header }
func (t *responseRecorder) WriteHeader(status int)               { t.storedResponse.Status = status }
func (t *responseRecorder) WriteHeaderNow()                      {}
func (t *responseRecorder) Status() int                          { return t.storedResponse.Status }
func (t *responseRecorder) Size() int                            { return t.body.Len() }
func (t *responseRecorder) Written() bool                        { return t.body.Len() > 0 }
func (t *responseRecorder) Write(b []byte) (int, error)          { return t.body.Write(b) }
func (t *responseRecorder) WriteString(text string) (int, error) { return t.body.WriteString(text) }
func (t *responseRecorder) Flush()                               {}

// replayedHeader marks the stored response of a repeated request.
const replayedHeader = "Idempotency-Replayed"

// replayedKey marks the context of a request that got its stored response.
const replayedKey = "again"

// idempotent handles a request. If its key was used before, it returns the
// stored response. Handling and storing continue if the client disconnects.
func (s *Server) idempotent(c *gin.Context, answer func(*gin.Context) error) error {
	var p keyParameters
	if err := p.read(c.Request.Header.Values(keyHeader)); err != nil {
		return err
	}
	if p.key == "" {
		return answer(c)
	}
	r := c.Request
	body, err := readAll(r, max(s.config.MaxBody, maxAnnotation, maxDraft), "bytes for a body")
	if err != nil {
		return err
	}
	asked := []any{r.URL.RawQuery, r.Header.Values(ifMatchHeader), sha256.Sum256(body)}
	ctx, end := s.detached(r.Context())
	defer end()
	kept, again, err := s.archive.RunOnce(ctx, p.key, r.Method+" "+r.URL.Path, asked,
		func(ctx context.Context) ([]byte, error) {
			return s.runRecorded(ctx, c, body, answer)
		})
	if _, ok := errors.AsType[*request.UnsavedResponseError](err); ok {
		s.log.Error("once", "path", loggedPath(c), "error", err)
	} else if err != nil {
		return err
	}
	c.Set(replayedKey, again)
	markReplayed(c, again)
	return sendStored(c, kept)
}

// runRecorded handles a request and returns its encoded response.
func (s *Server) runRecorded(ctx context.Context, c *gin.Context, body []byte, answer func(*gin.Context) error) ([]byte,
	error) {
	r := c.Request.Clone(ctx)
	r.Header.Del("Accept-Encoding") // depends on each client
	r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
	t, err := s.recordResponse(c, r, answer)
	if err != nil {
		return nil, err
	}
	return json.Marshal(t.storedResponse)
}

// detached returns a context that outlives its client, until the server has
// stopped.
func (s *Server) detached(ctx context.Context) (context.Context, func()) {
	ctx, cancel := context.WithCancelCause(context.WithoutCancel(ctx))
	go func() {
		select {
		case <-ctx.Done():
			return
		case <-s.stopping:
		}
		select {
		case <-ctx.Done():
		case <-time.After(s.closeLimit):
			cancel(index.ErrClosed)
		}
	}()
	return ctx, func() { cancel(nil) }
}

// markReplayed marks a response that was stored for an earlier request.
func markReplayed(c *gin.Context, again bool) {
	if again {
		c.Header(replayedHeader, "true")
	}
}

// sendStored sends a stored response.
func sendStored(c *gin.Context, kept []byte) error {
	var a storedResponse
	if err := json.Unmarshal(kept, &a); err != nil {
		return err
	}
	mediaType := a.Header.Get("Content-Type")
	for _, name := range []string{"Content-Type", "Content-Length", "Vary"} { // set for each client
		a.Header.Del(name)
	}
	maps.Copy(c.Writer.Header(), a.Header)
	if len(a.Body) == 0 {
		c.Status(a.Status)
		c.Writer.WriteHeaderNow()
		return nil
	}
	Send(c.Writer, c.Request, a.Status, mediaType, a.Body)
	return nil
}
