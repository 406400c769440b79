package rest

import (
	"errors"
	"io"
	"log/slog"
	"strings"
	"sync"
	"time"

	"github.com/gin-gonic/gin"

	"assay/analysis/crash"
	"assay/api/request"
	"assay/store"
)

// LogForm is the format of log lines.
type LogForm string

// The log formats.
const (
	LogText LogForm = "text" // key=value; the default
	LogJSON LogForm = "json"
)

// newLog returns a logger that writes lines in a format.
func newLog(w io.Writer, form LogForm) *slog.Logger {
	if form == LogJSON {
		return slog.New(slog.NewJSONHandler(w, nil))
	}
	return slog.New(slog.NewTextHandler(w, nil))
}

// logRequest logs each request if configured, without its query, headers or
// body.
func (s *Server) logRequest(c *gin.Context) {
	if !s.config.LogCalls {
		return
	}
	begun := time.Now()
	c.Next()
	s.log.Info("call", "method", c.Request.Method, "path", loggedPath(c), "status", c.Writer.Status(), "bytes",
		max(c.Writer.Size(), 0),
		"took", time.Since(begun).Round(time.Microsecond), "from", clientIP(c), "person",
		request.CallerOf(c.Request.Context()).Name)
}

// loggedPath returns a request's path for the log, without the secret of a
// link.
func loggedPath(c *gin.Context) string {
	linked := strings.Contains(c.FullPath(), "/studies/:id") && strings.Contains(c.Param("id"), ".")
	if linked || c.Param("secret") != "" {
		return c.FullPath()
	}
	return c.Request.URL.Path
}

// errorLog logs errors of background tasks. The tasks retry often, and while
// the archive is unreachable all of them fail. That is logged once, and again
// when the archive responds.
type errorLog struct {
	log            *slog.Logger
	mu             sync.Mutex
	unreachable    bool   // the archive did not respond last time
	lastIndexError string // not logged again while it repeats
}

// reporter returns a function that logs the errors of a task.
func (f *errorLog) reporter(task string) func(error) {
	return func(err error) {
		f.mu.Lock()
		defer f.mu.Unlock()
		f.write(task, err)
	}
}

// indexed logs the result of an indexing round. A nil error also means that the
// archive responds.
func (f *errorLog) indexed(err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	switch {
	case err != nil && err.Error() == f.lastIndexError:
	case err != nil:
		f.lastIndexError = err.Error()
		f.write("index", err)
	default:
		f.lastIndexError = ""
		if f.unreachable {
			f.unreachable = false
			f.log.Info("the archive answers again")
		}
	}
}

func (f *errorLog) write(task string, err error) {
	if errors.Is(err, store.ErrAway) {
		if f.unreachable {
			return
		}
		f.unreachable = true
	}
	attributes := []any{"error", err}
	if panicked, ok := errors.AsType[*crash.Error](err); ok {
		attributes = append(attributes, "stack", string(panicked.Stack))
	}
	f.log.Error(task, attributes...)
}
