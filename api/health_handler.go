package api

import (
	"context"
	_ "embed"
	"fmt"
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
	return reply(c, http.StatusOK, Health{Status: "ok", Changes: changes, Indexed: s.archive.indexState().Cursor})
}

// Readiness reports whether the archive can be read and the index follows it.
type Readiness struct {
	Status  string   `json:"status"` // ready, or not ready
	Reasons []string `json:"reasons,omitempty"`
	Changes int64    `json:"changes"` // of the archive
	Indexed int64    `json:"indexed"` // of them taken in by the index
}

func (s *Server) ready(c *gin.Context) error {
	if _, err := readParameters(c); err != nil {
		return err
	}
	r := s.archive.Ready(c.Request.Context())
	if r.Status != ready {
		c.Header("Retry-After", retryReady)
		return reply(c, http.StatusServiceUnavailable, r)
	}
	return reply(c, http.StatusOK, r)
}

const (
	ready      = "ready"
	retryReady = "5" // seconds
)

// Ready looks at archive and index, and waits for neither.
func (a *Archive) Ready(ctx context.Context) Readiness {
	r := Readiness{Status: ready}
	var err error
	if r.Changes, err = a.store.Sequence(ctx); err != nil {
		r.Reasons = append(r.Reasons, "archive: "+err.Error())
	}
	state := a.indexState()
	r.Indexed = state.Cursor
	switch trouble := a.trouble(); {
	case state.Fault != nil:
		r.Reasons = append(r.Reasons, state.Fault.Error())
	case trouble != nil:
		r.Reasons = append(r.Reasons, trouble.Error())
	}
	if state.Rebuilding {
		r.Reasons = append(r.Reasons, fmt.Sprintf("index: it is being rebuilt, and has %d of %d changes", r.Indexed, r.Changes))
	}
	if a.index.Load() == nil && len(r.Reasons) == 0 {
		r.Reasons = append(r.Reasons, "index: it is not open yet")
	}
	if len(r.Reasons) > 0 {
		r.Status = "not ready"
	}
	return r
}
