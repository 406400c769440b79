package rest

import (
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"assay/api"
)

// changeHeader is the number of the archive's last change. Answers to calls
// that change it bear it, and whoever sends it is answered by an index that
// knows of that change, or by 503: several servers may have the archive.
const changeHeader = "Assay-Change"

// changeCookie tells the same of a browser, which is answered in any case, for
// so long.
const (
	changeCookie = "assay-change"
	changeAge    = 30 * time.Second
)

// changes reports whether a call of a route that takes a right changes what is
// in the archive.
func changes(needs api.Right) bool {
	switch needs {
	case api.Contribute, api.Annotate, api.Arbitrate, api.Administer:
		return true
	}
	return false
}

// remember has a search wait for what its caller has seen, and the answer to
// what changes the archive say by which number. Who has seen a change may have
// seen a variant published.
func (s *Server) remember(c *gin.Context, needs api.Right) error {
	ctx := c.Request.Context()
	sent, kept := c.Request.Header.Values(changeHeader), c.Request.CookiesNamed(changeCookie)
	if len(sent)+len(kept) > 0 {
		if err := s.archive.LoadPublished(ctx); err != nil {
			return err
		}
	}
	if changes(needs) && !safe(c.Request.Method) {
		if f, plain := c.Writer.(*flow); plain {
			f.before = func() { s.tellChange(c) }
		}
		return nil
	}
	if len(sent) > 0 {
		change, err := strconv.ParseInt(sent[0], 10, 64)
		if err != nil || change < 0 || len(sent) > 1 {
			return &api.InputError{Field: changeHeader, Value: strings.Join(sent, ", "), Want: "the number of a change"}
		}
		ctx = api.WithSeen(ctx, change, true)
	} else if len(kept) > 0 {
		if change, err := strconv.ParseInt(kept[0].Value, 10, 64); err == nil {
			ctx = api.WithSeen(ctx, change, false)
		}
	}
	c.Request = c.Request.WithContext(ctx)
	return nil
}

// tellChange says which the last change of the archive is.
func (s *Server) tellChange(c *gin.Context) {
	if c.Writer.Status() >= http.StatusBadRequest {
		return
	}
	change, err := s.archive.LastChange(c.Request.Context())
	if err != nil {
		return // what was done is answered all the same
	}
	number := strconv.FormatInt(change, 10)
	c.Header(changeHeader, number)
	if c.GetHeader("Sec-Fetch-Site") != "" {
		s.setCookie(c, changeCookie, number, changeAge)
	}
}
