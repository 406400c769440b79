package rest

import (
	"errors"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"assay/api"
	"assay/store"
)

// match is the revision of something that a call means.
type match struct {
	given    bool
	revision int64 // [store.AnyRevision] where the call does not say which
}

// meantHelp is what If-Match takes.
const meantHelp = "etag of the revision that is meant, or * for whichever holds"

// parameter is If-Match, in the tags that tag makes of revisions. Calls that
// have to say which revision they mean are refused with errNoMatch.
func (m *match) parameter(tag func(revision int64) string, help string) *Parameter {
	p := Header(ifMatchHeader, nil, help)
	p.lines = func(lines []string) (err error) {
		if m.given = strings.TrimSpace(strings.Join(lines, "")) != ""; p.required && !m.given {
			return errNoMatch
		}
		m.revision, err = taggedRevision(strings.TrimSpace(strings.Join(lines, ", ")), tag)
		return err
	}
	return p
}

// lateRevision is one that nothing is ever at.
const lateRevision = -1

// A list of tags may have places with nothing in them.
var (
	tagList = regexp.MustCompile(`^[\s,]*"[^"]*"(\s*,\s*("[^"]*")?)*\s*$`)
	oneTag  = regexp.MustCompile(`"[^"]*"`)
)

// taggedRevision is the one that If-Match means. A tag of something else is
// taken for one that has passed. Of several the newest alone can hold, as
// revisions only grow.
func taggedRevision(text string, tag func(revision int64) string) (revision int64, err error) {
	switch {
	case text == "" || text == "*":
		return store.AnyRevision, nil
	case !tagList.MatchString(text):
		return 0, &api.InputError{Field: ifMatchHeader, Value: text, Want: "etags in quotation marks, or *"}
	}
	revision = lateRevision
	for _, one := range oneTag.FindAllString(text, -1) {
		number := one[1 : len(one)-1]
		r, err := strconv.ParseInt(number[strings.LastIndexByte(number, '-')+1:], 10, 64)
		if err == nil && r >= 1 && tag(r) == one {
			revision = max(revision, r)
		}
	}
	return revision, nil
}

// errChanged says that If-Match has no tag of what is there now.
var errChanged = errors.New("If-Match has no etag of what is there now")

// ifMatchHeader is the header of conditional requests.
const ifMatchHeader = "If-Match"

// conditional reports whether requests of an operation change something or
// compute something, and so obey If-Match.
func conditional(method string) bool {
	return method != http.MethodGet && method != http.MethodHead && method != http.MethodOptions
}

// comparesRevisions reports whether the use case of an operation compares
// revisions itself, in the transaction that makes the change.
func (o *operation) comparesRevisions() bool {
	return slices.ContainsFunc(o.takes(), func(p *Parameter) bool { return p.name == ifMatchHeader })
}

// conditionalParameter is If-Match for operations without revisions.
func conditionalParameter() *Parameter {
	return Header(ifMatchHeader, func([]string) error { return nil },
		"etag that a GET of this address returns, or * for any; another one is answered by 412, and nothing is done")
}

// entityTags is a list of tags, weak ones too.
var entityTags = regexp.MustCompile(`^[\s,]*(W/)?"[^"]*"(\s*,\s*((W/)?"[^"]*")?)*\s*$`)

// obeysIfMatch returns a handler that answers by 412 if the request has an
// If-Match with no tag of what is there now, which read returns. Without read,
// nothing has a tag that could match. Weak tags match too: a proxy that
// compresses makes tags weak, and two bodies of one weak tag say the same.
func (s *Server) obeysIfMatch(answer, read func(*gin.Context) error) func(*gin.Context) error {
	return func(c *gin.Context) error {
		text := strings.TrimSpace(strings.Join(c.Request.Header.Values(ifMatchHeader), ", "))
		switch {
		case text == "" || text == "*":
			return answer(c)
		case !entityTags.MatchString(text):
			return &api.InputError{Field: ifMatchHeader, Value: text, Want: "etags in quotation marks, or *"}
		case read == nil:
			return errChanged
		}
		tag, err := s.currentTag(c, read)
		if err != nil {
			return err
		}
		if !slices.Contains(oneTag.FindAllString(text, -1), strings.TrimPrefix(tag, "W/")) {
			return errChanged
		}
		return answer(c)
	}
}

// currentTag returns the ETag that a GET of the same address would have.
func (s *Server) currentTag(c *gin.Context, read func(*gin.Context) error) (string, error) {
	asked := &http.Request{
		Method: http.MethodGet, URL: &url.URL{Path: c.Request.URL.Path}, Header: http.Header{}, Body: http.NoBody,
		Host: c.Request.Host, RemoteAddr: c.Request.RemoteAddr, TLS: c.Request.TLS,
	}
	t, err := s.aside(c, asked.WithContext(c.Request.Context()), read)
	return t.Header().Get("ETag"), err
}

// aside has a handler answer a request in place of the one under way, and
// returns the answer, which is not sent.
func (s *Server) aside(c *gin.Context, r *http.Request, answer func(*gin.Context) error) (*taking, error) {
	f, sent := c.Writer.(*flow), c.Request
	t := &taking{ResponseWriter: f.ResponseWriter, answered: answered{Status: http.StatusOK, Header: http.Header{}}}
	before := f.before
	defer func() { f.ResponseWriter, f.before, c.Request = t.ResponseWriter, before, sent }()
	f.ResponseWriter, f.before, c.Request = t, nil, r
	err := answer(c)
	f.leaveSlot()
	t.answered.Body = t.body.Bytes()
	return t, err
}
