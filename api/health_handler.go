package api

import (
	_ "embed"
	"net/http"

	"github.com/gin-gonic/gin"
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
	changes, err := s.archive.store.Sequence(c.Request.Context())
	if err != nil {
		return err
	}
	return reply(c, http.StatusOK, Health{Status: "ok", Changes: changes, Indexed: s.archive.indexed()})
}
