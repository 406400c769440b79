package rest

import (
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/gin-gonic/gin"
)

// AnyOrigin among the origins of a configuration stands for all.
const AnyOrigin = "*"

// IsOrigin reports whether a text is one that pages have, such as
// https://here.example:8443, or stands for any.
func IsOrigin(text string) bool {
	u, err := url.Parse(text)
	return text == AnyOrigin || err == nil && (u.Scheme == "http" || u.Scheme == "https") && HostName(u.Host) != "" &&
		text == u.Scheme+"://"+strings.ToLower(u.Host)
}

// exposed are the headers of answers that pages of other origins may read.
const exposed = "Assay-Losses, Content-Disposition, ETag, RateLimit, RateLimit-Policy, Retry-After"

// share lets pages of the origins of the configuration read the interface, as
// nobody in particular and without a change. All others may not even show a
// picture of it.
func (s *Server) share(c *gin.Context) {
	h, path := c.Writer.Header(), c.Request.URL.Path
	if len(s.config.Origins) == 0 || !strings.HasPrefix(path, basePath+"/") && !strings.HasPrefix(path, feedsPath+"/") {
		return
	}
	h.Set("Cross-Origin-Resource-Policy", "cross-origin")
	any := slices.Contains(s.config.Origins, AnyOrigin)
	if !any {
		h.Add("Vary", "Origin")
	}
	origin, method := c.GetHeader("Origin"), c.Request.Method
	asked := method == http.MethodOptions && c.GetHeader("Access-Control-Request-Method") != ""
	if asked {
		method = c.GetHeader("Access-Control-Request-Method")
	}
	if origin == "" || !any && !slices.Contains(s.config.Origins, origin) || method != http.MethodGet && method != http.MethodHead {
		return
	}
	if any {
		origin = AnyOrigin
	}
	h.Set("Access-Control-Allow-Origin", origin)
	h.Set("Access-Control-Expose-Headers", exposed)
	if asked {
		h.Set("Access-Control-Allow-Methods", "GET, HEAD")
		h.Set("Access-Control-Allow-Headers", "Accept, If-None-Match")
		h.Set("Access-Control-Max-Age", "600")
		c.AbortWithStatus(http.StatusNoContent)
	}
}
