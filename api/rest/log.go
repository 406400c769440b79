package rest

import (
	"io"
	"log/slog"
	"time"

	"github.com/gin-gonic/gin"

	"assay/api"
)

// LogForm is how lines of the log are written.
type LogForm string

// The forms of the log.
const (
	LogText LogForm = "text" // key=value; the zero value stands for it
	LogJSON LogForm = "json"
)

// newLog writes lines of a form.
func newLog(w io.Writer, form LogForm) *slog.Logger {
	if form == LogJSON {
		return slog.New(slog.NewJSONHandler(w, nil))
	}
	return slog.New(slog.NewTextHandler(w, nil))
}

// note writes a line of each call that was answered, where that is wanted: no
// query, header or body is in it.
func (s *Server) note(c *gin.Context) {
	if !s.config.LogCalls {
		return
	}
	begun := time.Now()
	c.Next()
	s.log.Info("call", "method", c.Request.Method, "path", loggedPath(c), "status", c.Writer.Status(), "bytes", max(c.Writer.Size(), 0),
		"took", time.Since(begun).Round(time.Microsecond), "from", addressIn(c), "person", api.CallerOf(c.Request.Context()).Name)
}

// loggedPath is a call's path as the log has it: that of a link without the
// secret.
func loggedPath(c *gin.Context) string {
	if c.Param("secret") != "" {
		return c.FullPath()
	}
	return c.Request.URL.Path
}
