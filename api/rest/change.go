package rest

import (
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"assay/api/request"
	"assay/api/search"
)

// changeHeader contains the number of the archive's last change. Responses to
// changes have this header. A request with it is served from an index that
// includes the change, or gets 503. This matters if several servers share the
// archive.
const changeHeader = "Assay-Change"

// changeCookie has the same purpose for browsers. Their requests never get 503.
// It lasts for changeAge.
const (
	changeCookie = "assay-change"
	changeAge    = 30 * time.Second
)

// changes reports whether a right allows changes of the archive.
func changes(needs request.Right) bool {
	switch needs {
	case request.Contribute, request.Annotate, request.Arbitrate, request.Administer:
		return true
	}
	return false
}

// trackChange makes a search wait for the changes its caller has seen, and adds
// the change number to the response of a change. It loads variants published
// meanwhile.
func (s *Server) trackChange(c *gin.Context, needs request.Right) error {
	ctx := c.Request.Context()
	sent, kept := c.Request.Header.Values(changeHeader), c.Request.CookiesNamed(changeCookie)
	if len(sent)+len(kept) > 0 {
		if err := s.archive.LoadPublished(ctx); err != nil {
			return err
		}
	}
	if changes(needs) && !isSafe(c.Request.Method) {
		if f, plain := c.Writer.(*transfer); plain {
			f.before = func() { s.setChange(c) }
		}
		return nil
	}
	if len(sent) > 0 {
		change, err := strconv.ParseInt(sent[0], 10, 64)
		if err != nil || change < 0 || len(sent) > 1 {
			return &request.InputError{Field: changeHeader, Value: strings.Join(sent, ", "),
				Want: "the number of a change"}
		}
		ctx = search.WithMinimumChange(ctx, change, true)
	} else if len(kept) > 0 {
		if change, err := strconv.ParseInt(kept[0].Value, 10, 64); err == nil {
			ctx = search.WithMinimumChange(ctx, change, false)
		}
	}
	c.Request = c.Request.WithContext(ctx)
	return nil
}

// setChange sets the number of the archive's last change.
func (s *Server) setChange(c *gin.Context) {
	if c.Writer.Status() >= http.StatusBadRequest {
		return
	}
	change, err := s.archive.LastChange(c.Request.Context())
	if err != nil {
		return // the change itself succeeded
	}
	number := strconv.FormatInt(change, 10)
	c.Header(changeHeader, number)
	if c.GetHeader("Sec-Fetch-Site") != "" {
		s.setCookie(c, changeCookie, number, changeAge)
	}
}
