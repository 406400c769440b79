package rest

import (
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/gin-gonic/gin"

	"assay/api/request"
)

// AnyOrigin allows all origins.
const AnyOrigin = "*"

// IsOrigin reports whether a text is an origin, such as
// https://here.example:8443, or AnyOrigin.
func IsOrigin(text string) bool {
	u, err := url.Parse(text)
	return text == AnyOrigin || err == nil && (u.Scheme == "http" || u.Scheme == "https") && HostName(u.Host) != "" &&
		text == u.Scheme+"://"+strings.ToLower(u.Host)
}

// exposedHeaders are the response headers that other origins may read.
const exposedHeaders = "Assay-Change, Assay-Losses, Content-Disposition, ETag, Link, Location, RateLimit, " +
	"RateLimit-Policy, Retry-After"

// lendPicture allows pages of other sites to show the picture that is sent, if
// the server allows embedding.
func (s *Server) lendPicture(c *gin.Context) {
	if s.config.Embeds {
		c.Header("Cross-Origin-Resource-Policy", "cross-origin")
	}
}

// allowOrigins lets pages of the configured origins read the interface as
// guests, and send requests that only compute something. Pages of other origins
// may not even embed its images.
func (s *Server) allowOrigins(c *gin.Context) {
	h, path := c.Writer.Header(), c.Request.URL.Path
	if len(s.config.Origins) == 0 || !strings.HasPrefix(path, basePath+"/") && !strings.HasPrefix(path, feedsPath+"/") {
		return
	}
	h.Set("Cross-Origin-Resource-Policy", "cross-origin")
	if !slices.Contains(s.config.Origins, AnyOrigin) {
		h.Add("Vary", "Origin")
	}
	method := c.Request.Method
	asked := method == http.MethodOptions && c.GetHeader("Access-Control-Request-Method") != ""
	if asked {
		method = c.GetHeader("Access-Control-Request-Method")
	}
	origin := s.allowedOrigin(c.Request, method)
	if origin == "" {
		return
	}
	h.Set("Access-Control-Allow-Origin", origin)
	h.Set("Access-Control-Expose-Headers", exposedHeaders)
	if asked {
		methods := "GET, HEAD"
		if method == http.MethodPost {
			methods = method
		}
		h.Set("Access-Control-Allow-Methods", methods)
		h.Set("Access-Control-Allow-Headers", "Accept, Assay-Change, Content-Type, If-None-Match")
		h.Set("Access-Control-Max-Age", "600")
		c.AbortWithStatus(http.StatusNoContent)
	}
}

// allowedOrigin returns the configured origin that may send a request with a
// method to the path of r, or "". It may read, or send a POST that changes
// nothing.
func (s *Server) allowedOrigin(r *http.Request, method string) string {
	origin := r.Header.Get("Origin")
	computes := method == http.MethodPost && strings.HasPrefix(r.URL.Path, basePath+"/") &&
		s.requiredRights[routeKey(method, r.URL.Path)] == request.Read
	if origin == "" || method != http.MethodGet && method != http.MethodHead && !computes {
		return ""
	}
	if slices.Contains(s.config.Origins, AnyOrigin) {
		return AnyOrigin
	}
	if slices.Contains(s.config.Origins, origin) {
		return origin
	}
	return ""
}
