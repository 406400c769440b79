package rest

import (
	"context"
	"net/http"
	"time"

	"github.com/gin-gonic/gin"

	"assay/api"
)

// Health says that the server answers requests.
type Health struct {
	Status  string `json:"status"`  // ok
	Changes int64  `json:"changes"` // of the archive; -1 if it cannot be read now
	Indexed int64  `json:"indexed"` // of them taken in by the index
}

// healthTimeout bounds how long health waits for the archive.
const healthTimeout = time.Second

// health reports that the server is alive. It does not depend on the archive:
// whoever restarts servers that are not alive gains nothing while a database is
// away. Readiness is reported by ready.
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

// isHealth reports whether a request asks for health.
func isHealth(c *gin.Context) bool {
	return c.FullPath() == "/healthz" || c.FullPath() == basePath+"/healthz"
}

// ready tells whoever runs the server what the log tells.
func (s *Server) ready(c *gin.Context, _ *noParameters) error {
	r := s.archive.Ready(c.Request.Context())
	if !api.CallerOf(c.Request.Context()).May(api.Administer) {
		r = r.Public()
	}
	if r.Status != api.Ready {
		c.Header("Retry-After", retryReady)
		return reply(c, http.StatusServiceUnavailable, r)
	}
	return reply(c, http.StatusOK, r)
}

// retryReady is after how many seconds a caller may ask again.
const retryReady = "5"
