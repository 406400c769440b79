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

	"assay/api"
	"assay/index"
)

// keyHeader is drawn by who makes a call, and tells it from others.
const keyHeader = "Idempotency-Key"

// keyParameters are those of a call that may be sent again.
type keyParameters struct {
	key string // "" for none
}

func (p *keyParameters) Parameters() []*Parameter {
	return []*Parameter{Header(keyHeader, p.take,
		"drawn by the caller, another one for each call that is not the same: up to 255 visible characters of ASCII, in quotation marks or not")}
}

// take reads the key, whose quotation marks may be left out.
func (p *keyParameters) take(lines []string) error {
	if len(lines) == 0 {
		return nil
	}
	key := lines[0]
	if len(key) > 1 && key[0] == '"' && key[len(key)-1] == '"' {
		key = key[1 : len(key)-1]
	}
	if len(lines) > 1 || key == "" || strings.ContainsAny(key, "\"\\") {
		return &api.InputError{Field: keyHeader, Value: strings.Join(lines, ", "), Want: "one string"}
	}
	p.key = key
	return nil
}

// keyed reports whether calls of an operation may bear a key: each that adds
// something to the archive.
func (o *operation) keyed() bool {
	return o.method == http.MethodPost && (changes(o.needs) || o.needs == api.Account)
}

// keepsAnswer reports whether the use case of an operation keeps its answer in
// the transaction that does what was asked.
func (o *operation) keepsAnswer() bool {
	return slices.ContainsFunc(o.takes(), func(p *Parameter) bool { return p.name == keyHeader })
}

// parameters are what calls of an operation take.
func (o *operation) parameters() []*Parameter {
	all := o.takes()
	if o.keyed() && !o.keepsAnswer() {
		all = append(all, new(keyParameters).Parameters()...)
	}
	if conditional(o.method) && !o.comparesRevisions() {
		all = append(all, conditionalParameter())
	}
	return all
}

// answered is what a call of a key was answered.
type answered struct {
	Status int         `json:"status"`
	Header http.Header `json:"header"`
	Body   []byte      `json:"body"`
}

// taking takes an answer in place of the wire.
type taking struct {
	gin.ResponseWriter // that it will be sent by
	answered
	body bytes.Buffer
}

func (t *taking) Header() http.Header                  { return t.answered.Header }
func (t *taking) WriteHeader(status int)               { t.answered.Status = status }
func (t *taking) WriteHeaderNow()                      {}
func (t *taking) Status() int                          { return t.answered.Status }
func (t *taking) Size() int                            { return t.body.Len() }
func (t *taking) Written() bool                        { return t.body.Len() > 0 }
func (t *taking) Write(b []byte) (int, error)          { return t.body.Write(b) }
func (t *taking) WriteString(text string) (int, error) { return t.body.WriteString(text) }
func (t *taking) Flush()                               {}

// againKey stands in a context of a call that was answered as before, for which
// nothing was done.
const againKey = "again"

// once answers a call, one that bears a key as it was answered before. What is
// done for it, and the keeping of its answer, go on to their end though its
// caller may have gone.
func (s *Server) once(c *gin.Context, answer func(*gin.Context) error) error {
	var p keyParameters
	if err := p.take(c.Request.Header.Values(keyHeader)); err != nil {
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
	ctx, end := s.lasting(r.Context())
	defer end()
	kept, again, err := s.archive.Once(ctx, p.key, r.Method+" "+r.URL.Path, asked, func(ctx context.Context) ([]byte, error) {
		return s.taken(ctx, c, body, answer)
	})
	if unkept := (*api.UnkeptError)(nil); errors.As(err, &unkept) {
		s.log.Error("once", "path", loggedPath(c), "error", err)
	} else if err != nil {
		return err
	}
	c.Set(againKey, again)
	return sendKept(c, kept)
}

// taken makes a call, whose answer is not sent yet.
func (s *Server) taken(ctx context.Context, c *gin.Context, body []byte, answer func(*gin.Context) error) ([]byte, error) {
	r := c.Request.Clone(ctx)
	r.Header.Del("Accept-Encoding") // of this caller now
	r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
	t, err := s.aside(c, r, answer)
	if err != nil {
		return nil, err
	}
	return json.Marshal(t.answered)
}

// lasting is the context of what goes on when its caller has gone, until the
// server has stopped.
func (s *Server) lasting(ctx context.Context) (context.Context, func()) {
	ctx, cancel := context.WithCancelCause(context.WithoutCancel(ctx))
	go func() {
		select {
		case <-ctx.Done():
			return
		case <-s.stopping:
		}
		select {
		case <-ctx.Done():
		case <-time.After(s.closing):
			cancel(index.ErrClosed)
		}
	}()
	return ctx, func() { cancel(nil) }
}

// sendKept sends an answer that was kept.
func sendKept(c *gin.Context, kept []byte) error {
	var a answered
	if err := json.Unmarshal(kept, &a); err != nil {
		return err
	}
	mediaType := a.Header.Get("Content-Type")
	for _, name := range []string{"Content-Type", "Content-Length", "Vary"} { // which are of each sending
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
