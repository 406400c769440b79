package rest

import (
	"context"
	"net/http"
	"time"

	"github.com/gin-gonic/gin"

	"assay/api/request"
	"assay/api/search"
)

// Health reports that the server responds.
type Health struct {
	Status  string `json:"status"`  // always "ok"
	Changes int64  `json:"changes"` // number of the archive's last change; -1 if it cannot be read now
	Indexed int64  `json:"indexed"` // last change in the index
}

// healthTimeout bounds how long health waits for the archive.
const healthTimeout = time.Second

// health reports that the server is alive. It does not depend on the archive:
// restarting servers does not help while a database is away. See ready for
// readiness.
func (s *Server) health(c *gin.Context, _ *noParameters) error {
	ctx, cancel := context.WithTimeout(c.Request.Context(), healthTimeout)
	defer cancel()
	h := Health{Status: "ok", Changes: -1}
	r := s.archive.Ready(ctx)
	if h.Indexed = r.Indexed; r.Err == nil {
		h.Changes = r.Changes
	}
	return reply(c, http.StatusOK, h)
}

// isHealth reports whether a request is for health.
func isHealth(c *gin.Context) bool {
	return c.FullPath() == "/healthz" || c.FullPath() == basePath+"/healthz"
}

// ready reports whether the archive and the index are usable. Administrators
// also see the reasons.
func (s *Server) ready(c *gin.Context, _ *noParameters) error {
	r := s.archive.Ready(c.Request.Context())
	if !request.CallerOf(c.Request.Context()).May(request.Administer) {
		r = r.Public()
	}
	if r.Status != search.Ready {
		c.Header("Retry-After", retryReady)
		return reply(c, http.StatusServiceUnavailable, r)
	}
	return reply(c, http.StatusOK, r)
}

// retryReady is the Retry-After of ready in seconds.
const retryReady = "5"
