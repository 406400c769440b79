package rest

import (
	"net/http"

	"github.com/gin-gonic/gin"

	"assay/api"
)

// Health says that the archive can be read.
type Health struct {
	Status  string `json:"status"`  // ok
	Changes int64  `json:"changes"` // of the archive
	Indexed int64  `json:"indexed"` // of them taken in by the index
}

func (s *Server) health(c *gin.Context, _ *noParameters) error {
	r := s.archive.Ready(c.Request.Context())
	if r.Err != nil {
		return r.Err
	}
	return reply(c, http.StatusOK, Health{Status: "ok", Changes: r.Changes, Indexed: r.Indexed})
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
