package rest

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"assay/api/request"
	"assay/parser/scan"
	"assay/store"
)

// ifMatch is the revision that a request expects.
type ifMatch struct {
	given    bool
	revision int64 // [store.AnyRevision] if the request names none
}

// ifMatchHelp describes If-Match.
const ifMatchHelp = "ETag of the expected revision, or * for any"

// parameter returns the If-Match parameter; tag returns the tag of a revision.
// If the parameter is required, requests without it fail with errNoMatch.
func (m *ifMatch) parameter(tag func(revision int64) string, help string) *Parameter {
	p := Header(ifMatchHeader, nil, help)
	p.setHeader = func(lines []string) (err error) {
		if m.given = strings.TrimSpace(strings.Join(lines, "")) != ""; p.required && !m.given {
			return errNoMatch
		}
		m.revision, err = revisionFromTags(strings.TrimSpace(strings.Join(lines, ", ")), tag)
		return err
	}
	return p
}

// noRevision matches no revision.
const noRevision = -1

// A list of tags may have empty elements.
var (
	tagList = scan.NewPattern(`^[\s,]*(W/)?"[^"]*"(\s*,\s*((W/)?"[^"]*")?)*\s*$`)
	oneTag  = scan.NewPattern(`"[^"]*"`)
)

// revisionFromTags returns the revision that If-Match names. Unknown tags match
// nothing. Weak tags count like strong ones, because compressing proxies weaken
// tags. Revisions only grow, so of several only the newest can match.
func revisionFromTags(text string, tag func(revision int64) string) (revision int64, err error) {
	switch {
	case text == "" || text == "*":
		return store.AnyRevision, nil
	case !tagList.MatchString(text):
		return 0, &request.InputError{Field: ifMatchHeader, Value: text, Want: "etags in quotation marks, or *"}
	}
	revision = noRevision
	for _, one := range oneTag.FindAllString(text, -1) {
		text, _, _ := strings.Cut(one[1:len(one)-1], ".") // see getSubmission
		r, err := strconv.ParseInt(text[strings.LastIndexByte(text, '-')+1:], 10, 64)
		if err == nil && r >= 1 && tag(r) == `"`+text+`"` {
			revision = max(revision, r)
		}
	}
	return revision, nil
}

// errPreconditionFailed reports that no tag of If-Match is current.
var errPreconditionFailed = errors.New("If-Match does not have the current ETag")

const ifMatchHeader = "If-Match"

// isConditional reports whether requests of a method change or compute
// something and therefore obey If-Match.
func isConditional(method string) bool {
	return method != http.MethodGet && method != http.MethodHead && method != http.MethodOptions
}

// comparesRevisions reports whether the operation itself compares revisions, in
// the transaction that makes the change.
func (o *operation) comparesRevisions() bool {
	return slices.ContainsFunc(o.own(), func(p *Parameter) bool { return p.name == ifMatchHeader })
}

// strongKey marks the context of reads that have strong tags.
type strongKey struct{}

// withStrongTag returns a handler of reads whose ETag is strong: it identifies
// the exact bytes, so clients can send it in If-Match.
func withStrongTag(read func(*gin.Context) error) func(*gin.Context) error {
	return func(c *gin.Context) error {
		c.Request = c.Request.WithContext(context.WithValue(c.Request.Context(), strongKey{}, true))
		return read(c)
	}
}

// conditionalParameter is If-Match for operations without revisions.
func conditionalParameter() *Parameter {
	return Header(ifMatchHeader, func([]string) error { return nil },
		"ETag that GET of this URL returns, or * for any; otherwise nothing is done (412)")
}

// obeysIfMatch returns a handler that responds 412 unless If-Match contains the
// current tag, which read returns. If read is nil, there is no current tag.
// Weak tags match too: compressing proxies weaken tags, and bodies with the
// same weak tag have the same content.
func (s *Server) obeysIfMatch(answer, read func(*gin.Context) error) func(*gin.Context) error {
	return func(c *gin.Context) error {
		text := strings.TrimSpace(strings.Join(c.Request.Header.Values(ifMatchHeader), ", "))
		switch {
		case text == "" || text == "*":
			return answer(c)
		case !tagList.MatchString(text):
			return &request.InputError{Field: ifMatchHeader, Value: text, Want: "etags in quotation marks, or *"}
		case read == nil:
			return errPreconditionFailed
		}
		tag, err := s.currentTag(c, read)
		if err != nil {
			return err
		}
		if !slices.Contains(oneTag.FindAllString(text, -1), strings.TrimPrefix(tag, "W/")) {
			return errPreconditionFailed
		}
		return answer(c)
	}
}

// currentTag returns the ETag that a GET of the same URL would have.
func (s *Server) currentTag(c *gin.Context, read func(*gin.Context) error) (string, error) {
	asked := &http.Request{
		Method: http.MethodGet, URL: &url.URL{Path: c.Request.URL.Path}, Header: http.Header{}, Body: http.NoBody,
		Host: c.Request.Host, RemoteAddr: c.Request.RemoteAddr, TLS: c.Request.TLS,
	}
	t, err := s.recordResponse(c, asked.WithContext(c.Request.Context()), read)
	return t.Header().Get("ETag"), err
}

// recordResponse runs a handler on a request, and returns the response without
// sending it.
func (s *Server) recordResponse(c *gin.Context, r *http.Request, answer func(*gin.Context) error) (*responseRecorder,
	error) {
	f, sent := c.Writer.(*transfer), c.Request
	t := &responseRecorder{ResponseWriter: f.ResponseWriter,
		storedResponse: storedResponse{Status: http.StatusOK, Header: http.Header{}}}
	before := f.before
	defer func() { f.ResponseWriter, f.before, c.Request = t.ResponseWriter, before, sent }()
	f.ResponseWriter, f.before, c.Request = t, nil, r
	err := answer(c)
	f.leaveSlot()
	t.storedResponse.Body = t.body.Bytes()
	return t, err
}
