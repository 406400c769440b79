package rest

import (
	"cmp"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"assay/api"
	"assay/store"
)

// maxAnnotation is the greatest body of an annotation in bytes.
const maxAnnotation = 1 << 20

// annotationID are the numbers in the path of a call on an annotation.
func annotationID(c *gin.Context) (game, id int64, err error) {
	if game, err = gameID(c); err != nil {
		return 0, 0, err
	}
	text := c.Param("aid")
	id, err = strconv.ParseInt(text, 10, 64)
	if err != nil || id < 1 {
		return 0, 0, &api.InputError{Field: "aid", Value: text, Want: "the number of an annotation"}
	}
	return game, id, nil
}

// plainAnnotation are the numbers of a call that has no parameters.
func plainAnnotation(c *gin.Context) (game, id int64, err error) {
	if _, err := readParameters(c); err != nil {
		return 0, 0, err
	}
	return annotationID(c)
}

// lateRevision is one that no annotation is ever at.
const lateRevision = -1

// ifMatch is the revision that a call is meant for. A tag of another annotation
// is taken for one that has passed.
func ifMatch(c *gin.Context, id int64) (revision int64, given bool, err error) {
	text := strings.TrimSpace(c.GetHeader("If-Match"))
	switch {
	case text == "":
		return 0, false, nil
	case text == "*":
		return store.AnyRevision, true, nil
	case strings.Contains(text, ",") || len(c.Request.Header.Values("If-Match")) > 1:
		return 0, true, &api.InputError{Field: "If-Match", Value: text, Want: "one etag"}
	case len(text) < 2 || text[0] != '"' || text[len(text)-1] != '"':
		return 0, true, &api.InputError{Field: "If-Match", Value: text, Want: "an etag in quotation marks, or *"}
	}
	if _, err := fmt.Sscanf(text, fmt.Sprintf(`"%d-%%d"`, id), &revision); err != nil || revision < 1 || api.AnnotationTag(id, revision) != text {
		return lateRevision, true, nil
	}
	return revision, true, nil
}

// meantAnnotation are the numbers of a call that has to say which revision it
// is meant for.
func meantAnnotation(c *gin.Context) (game, id, revision int64, err error) {
	if game, id, err = annotationID(c); err != nil {
		return 0, 0, 0, err
	}
	revision, given, err := ifMatch(c, id)
	if err == nil && !given {
		err = errNoMatch
	}
	return game, id, revision, err
}

// replyAnnotation answers with an annotation and its tag.
func replyAnnotation(c *gin.Context, status int, v *api.AnnotationView) error {
	c.Header("ETag", v.ETag)
	return reply(c, status, v)
}

func (s *Server) listAnnotations(c *gin.Context) error {
	p, err := readParameters(c, "ply", "deleted", "cursor", "limit")
	if err != nil {
		return err
	}
	game, err := gameID(c)
	if err != nil {
		return err
	}
	limit, err := p.number("limit", api.DefaultLimit)
	if err != nil {
		return err
	}
	var f api.AnnotationFilter
	if p.text("ply") != "" {
		ply, err := p.number("ply", 0)
		if err != nil {
			return err
		}
		f.Ply = &ply
	}
	if f.Deleted, err = p.truth("deleted"); err != nil {
		return err
	}
	page, err := s.archive.Annotations(c.Request.Context(), game, f, p.text("cursor"), limit)
	if err != nil {
		return err
	}
	return reply(c, http.StatusOK, page)
}

// annotation reads what somebody wrote, and takes a slot to prove it in.
func (s *Server) annotation(c *gin.Context) (in api.AnnotationInput, err error) {
	if _, err := readParameters(c); err != nil {
		return in, err
	}
	if err := readBodyOf(c, maxAnnotation, &in); err != nil {
		return in, err
	}
	return in, s.enter(c, s.brief)
}

func (s *Server) postAnnotation(c *gin.Context) error {
	game, err := gameID(c)
	if err != nil {
		return err
	}
	in, err := s.annotation(c)
	if err != nil {
		return err
	}
	key, err := idempotencyKey(c)
	if err != nil {
		return err
	}
	var v *api.AnnotationView
	if key == "" {
		v, err = s.archive.Annotate(c.Request.Context(), game, in)
	} else {
		v, err = s.archive.AnnotateOnce(c.Request.Context(), game, in, key)
	}
	if err != nil {
		return err
	}
	c.Header("Location", fmt.Sprintf("%s/games/%d/annotations/%d", basePath, game, v.ID))
	return replyAnnotation(c, http.StatusCreated, v)
}

// idempotencyKey is the key of a call that may be sent again, "" where it has
// none. Its quotation marks may be left out.
func idempotencyKey(c *gin.Context) (string, error) {
	given := c.Request.Header.Values("Idempotency-Key")
	if len(given) == 0 {
		return "", nil
	}
	key := given[0]
	if len(key) > 1 && key[0] == '"' && key[len(key)-1] == '"' {
		key = key[1 : len(key)-1]
	}
	if len(given) > 1 || key == "" || strings.ContainsAny(key, "\"\\") {
		return "", &api.InputError{Field: "Idempotency-Key", Value: strings.Join(given, ", "), Want: "one string"}
	}
	return key, nil
}

func (s *Server) getAnnotation(c *gin.Context) error {
	game, id, err := plainAnnotation(c)
	if err != nil {
		return err
	}
	v, err := s.archive.Annotation(c.Request.Context(), game, id)
	if err != nil {
		return err
	}
	if matchesAny(c, v.ETag) {
		c.Header("ETag", v.ETag)
		c.Status(http.StatusNotModified)
		c.Writer.WriteHeaderNow()
		return nil
	}
	return replyAnnotation(c, http.StatusOK, v)
}

// matchesAny reports whether If-None-Match names a tag, weakly or not, or any.
func matchesAny(c *gin.Context, tag string) bool {
	for _, list := range c.Request.Header.Values("If-None-Match") {
		for one := range strings.SplitSeq(list, ",") {
			if one = strings.TrimSpace(one); one == "*" || strings.TrimPrefix(one, "W/") == tag {
				return true
			}
		}
	}
	return false
}

func (s *Server) putAnnotation(c *gin.Context) error {
	game, id, revision, err := meantAnnotation(c)
	if err != nil {
		return err
	}
	in, err := s.annotation(c)
	if err != nil {
		return err
	}
	v, err := s.archive.EditAnnotation(c.Request.Context(), game, id, revision, in)
	if err != nil {
		return err
	}
	return replyAnnotation(c, http.StatusOK, v)
}

// anonymous is who deletes where nobody is named: a deletion has no text that
// somebody answers for.
const anonymous = "anonymous"

func (s *Server) deleteAnnotation(c *gin.Context) error {
	p, err := readParameters(c, "author")
	if err != nil {
		return err
	}
	game, id, revision, err := meantAnnotation(c)
	if err != nil {
		return err
	}
	v, err := s.archive.DeleteAnnotation(c.Request.Context(), game, id, revision, cmp.Or(p.text("author"), anonymous))
	if err != nil {
		return err
	}
	c.Header("ETag", v.ETag)
	return noBody(c)
}

func (s *Server) annotationHistory(c *gin.Context) error {
	game, id, err := plainAnnotation(c)
	if err != nil {
		return err
	}
	history, err := s.archive.AnnotationHistory(c.Request.Context(), game, id)
	if err != nil {
		return err
	}
	return reply(c, http.StatusOK, history)
}

func (s *Server) restoreAnnotation(c *gin.Context) error {
	game, id, err := plainAnnotation(c)
	if err != nil {
		return err
	}
	revision, _, err := ifMatch(c, id) // without one, whichever holds
	if err != nil {
		return err
	}
	var in api.RestoreInput
	if err := readBody(c, &in); err != nil {
		return err
	}
	v, err := s.archive.RestoreAnnotation(c.Request.Context(), game, id, revision, in)
	if err != nil {
		return err
	}
	return replyAnnotation(c, http.StatusOK, v)
}

func (s *Server) getComments(c *gin.Context) error {
	game, err := plainGame(c)
	if err != nil {
		return err
	}
	m, err := s.archive.Comments(c.Request.Context(), game)
	if err != nil {
		return err
	}
	return reply(c, http.StatusOK, m)
}

func (s *Server) putComments(c *gin.Context) error {
	game, err := plainGame(c)
	if err != nil {
		return err
	}
	var in api.CommentsInput
	if err := readBody(c, &in); err != nil {
		return err
	}
	m, err := s.archive.SetComments(c.Request.Context(), game, in)
	if err != nil {
		return err
	}
	return reply(c, http.StatusOK, m)
}
