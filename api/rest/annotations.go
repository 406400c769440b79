package rest

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"assay/api"
	"assay/store"
)

// maxAnnotation is the greatest body of an annotation in bytes.
const maxAnnotation = 1 << 20

// lateRevision is one that no annotation is ever at.
const lateRevision = -1

// revisionParameters are those of a call on an annotation at a revision.
type revisionParameters struct {
	annotationParameters
	tags []string // the lines of If-Match
}

func (p *revisionParameters) Parameters() []*Parameter {
	return append(p.annotationParameters.Parameters(), Header("If-Match", &p.tags, "etag of the revision that is meant, or * for whichever holds").Required())
}

// revision is the one that is meant, [store.AnyRevision] where the call does
// not say which. A tag of another annotation is taken for one that has passed.
func (p *revisionParameters) revision() (int64, error) {
	return taggedRevision(p.tags, func(revision int64) string { return api.AnnotationTag(p.id, revision) })
}

// taggedRevision is the one that the lines of If-Match mean, in the tags that
// tag makes.
func taggedRevision(lines []string, tag func(revision int64) string) (revision int64, err error) {
	text := strings.TrimSpace(strings.Join(lines, ", "))
	switch {
	case text == "" || text == "*":
		return store.AnyRevision, nil
	case strings.Contains(text, ","):
		return 0, &api.InputError{Field: "If-Match", Value: text, Want: "one etag"}
	case len(text) < 2 || text[0] != '"' || text[len(text)-1] != '"':
		return 0, &api.InputError{Field: "If-Match", Value: text, Want: "an etag in quotation marks, or *"}
	}
	number := strings.TrimSuffix(text[strings.LastIndexByte(text, '-')+1:], `"`)
	revision, err = strconv.ParseInt(number, 10, 64)
	if err != nil || revision < 1 || tag(revision) != text {
		return lateRevision, nil
	}
	return revision, nil
}

// meant is the revision of a call that has to say which.
func (p *revisionParameters) meant() (revision int64, err error) {
	if strings.TrimSpace(strings.Join(p.tags, "")) == "" {
		return 0, errNoMatch
	}
	return p.revision()
}

// replyAnnotation answers with an annotation and its tag.
func replyAnnotation(c *gin.Context, status int, v *api.AnnotationView) error {
	c.Header("ETag", v.ETag)
	return reply(c, status, v)
}

// annotationListParameters are those of a page of those of a game.
type annotationListParameters struct {
	gameParameters
	pageParameters
	api.AnnotationFilter
}

func (p *annotationListParameters) Parameters() []*Parameter {
	return slices.Concat(p.gameParameters.Parameters(), []*Parameter{
		MaybeNumber("ply", &p.Ply, "of this ply of the main line alone"),
		Truth("deleted", &p.Deleted, "the deleted ones instead"),
	}, p.pageParameters.Parameters())
}

func (s *Server) listAnnotations(c *gin.Context, p *annotationListParameters) error {
	page, err := s.archive.Annotations(c.Request.Context(), p.game, p.AnnotationFilter, p.cursor, p.limit)
	return replyOr(c, page, err)
}

// annotationEvents tells of what is said of a game as it is saved, until the
// caller goes or the server stops.
func (s *Server) annotationEvents(c *gin.Context, p *gameParameters) error {
	return watched(s, c, "annotation", func(ctx context.Context, tell func(*api.AnnotationView) error) error {
		return s.archive.WatchAnnotations(ctx, p.game, tell)
	})
}

// annotation reads what somebody wrote, and takes a slot to prove it in.
func (s *Server) annotation(c *gin.Context) (in api.AnnotationInput, err error) {
	if err := ReadJSON(c.Request, maxAnnotation, &in); err != nil {
		return in, err
	}
	return in, s.enter(c, s.brief)
}

// newAnnotationParameters are those of a call on a game that may be sent again.
type newAnnotationParameters struct {
	gameParameters
	keyParameters
}

func (p *newAnnotationParameters) Parameters() []*Parameter {
	return append(p.gameParameters.Parameters(), p.keyParameters.Parameters()...)
}

func (s *Server) postAnnotation(c *gin.Context, p *newAnnotationParameters) error {
	in, err := s.annotation(c)
	if err != nil {
		return err
	}
	key, err := p.key()
	if err != nil {
		return err
	}
	var v *api.AnnotationView
	if key == "" {
		v, err = s.archive.Annotate(c.Request.Context(), p.game, in)
	} else {
		v, err = s.archive.AnnotateOnce(c.Request.Context(), p.game, in, key)
	}
	if err != nil {
		return err
	}
	c.Header("Location", Base(c.Request)+fmt.Sprintf("%s/games/%d/annotations/%d", basePath, p.game, v.ID))
	return replyAnnotation(c, http.StatusCreated, v)
}

func (s *Server) getAnnotation(c *gin.Context, p *annotationParameters) error {
	v, err := s.archive.Annotation(c.Request.Context(), p.game, p.id)
	if err != nil {
		return err
	}
	return replyAnnotation(c, http.StatusOK, v)
}

func (s *Server) putAnnotation(c *gin.Context, p *revisionParameters) error {
	revision, err := p.meant()
	if err != nil {
		return err
	}
	in, err := s.annotation(c)
	if err != nil {
		return err
	}
	v, err := s.archive.EditAnnotation(c.Request.Context(), p.game, p.id, revision, in)
	if err != nil {
		return err
	}
	return replyAnnotation(c, http.StatusOK, v)
}

// anonymous is who deletes where nobody is named: a deletion has no text that
// somebody answers for.
const anonymous = "anonymous"

// deletionParameters are those of a call to delete one.
type deletionParameters struct {
	revisionParameters
	author string
}

func (p *deletionParameters) Parameters() []*Parameter {
	return append(p.revisionParameters.Parameters(), Text("author", &p.author, "who deletes; anonymous where that is not said"))
}

func (s *Server) deleteAnnotation(c *gin.Context, p *deletionParameters) error {
	revision, err := p.meant()
	if err != nil {
		return err
	}
	ctx := c.Request.Context()
	v, err := s.archive.DeleteAnnotation(ctx, p.game, p.id, revision, cmp.Or(p.author, api.CallerOf(ctx).Name, anonymous))
	if err != nil {
		return err
	}
	c.Header("ETag", v.ETag)
	return noBody(c)
}

func (s *Server) annotationHistory(c *gin.Context, p *annotationParameters) error {
	history, err := s.archive.AnnotationHistory(c.Request.Context(), p.game, p.id)
	return replyOr(c, history, err)
}

// restorationParameters are those of a call to restore an annotation: without
// If-Match, whichever revision holds.
type restorationParameters struct{ revisionParameters }

func (p *restorationParameters) Parameters() []*Parameter {
	parameters := p.revisionParameters.Parameters()
	last := parameters[len(parameters)-1]
	last.required, last.help = false, "etag of the revision that is meant; whichever holds where it is left out"
	return parameters
}

func (s *Server) restoreAnnotation(c *gin.Context, p *restorationParameters) error {
	revision, err := p.revision()
	if err != nil {
		return err
	}
	var in api.RestoreInput
	if err := readBody(c, &in); err != nil {
		return err
	}
	v, err := s.archive.RestoreAnnotation(c.Request.Context(), p.game, p.id, revision, in)
	if err != nil {
		return err
	}
	return replyAnnotation(c, http.StatusOK, v)
}

func (s *Server) getComments(c *gin.Context, p *gameParameters) error {
	m, err := s.archive.Comments(c.Request.Context(), p.game)
	return replyOr(c, m, err)
}

func (s *Server) putComments(c *gin.Context, p *gameParameters) error {
	var in api.CommentsInput
	if err := readBody(c, &in); err != nil {
		return err
	}
	m, err := s.archive.SetComments(c.Request.Context(), p.game, in)
	return replyOr(c, m, err)
}
