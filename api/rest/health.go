package rest

import (
	_ "embed"
	"net/http"

	"github.com/gin-gonic/gin"

	"assay/api"
)

// openapi describes the REST interface (OpenAPI 3.1). Tests hold the server to
// it.
//
//go:embed openapi.json
var openapi []byte

func (s *Server) describe(c *gin.Context) error {
	if _, err := readParameters(c); err != nil {
		return err
	}
	send(c, http.StatusOK, "application/json", openapi)
	return nil
}

// Health says that the archive can be read.
type Health struct {
	Status  string `json:"status"`  // ok
	Changes int64  `json:"changes"` // of the archive
	Indexed int64  `json:"indexed"` // of them taken in by the index
}

func (s *Server) health(c *gin.Context) error {
	if _, err := readParameters(c); err != nil {
		return err
	}
	r := s.archive.Ready(c.Request.Context())
	if r.Err != nil {
		return r.Err
	}
	return reply(c, http.StatusOK, Health{Status: "ok", Changes: r.Changes, Indexed: r.Indexed})
}

func (s *Server) ready(c *gin.Context) error {
	if _, err := readParameters(c); err != nil {
		return err
	}
	r := s.archive.Ready(c.Request.Context())
	if r.Status != api.Ready {
		c.Header("Retry-After", retryReady)
		return reply(c, http.StatusServiceUnavailable, r)
	}
	return reply(c, http.StatusOK, r)
}

// retryReady is after how many seconds a caller may ask again.
const retryReady = "5"
