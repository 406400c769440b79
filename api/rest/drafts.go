package rest

import (
	"fmt"
	"net/http"
	"strings"

	"github.com/gin-gonic/gin"

	"assay/analysis/variant"
	"assay/api"
)

// maxDraft is the greatest body of a draft in bytes: a definition, escaped.
const maxDraft = 2 * variant.MaxDefinition

// draftParameters are those of a call on a draft.
type draftParameters struct {
	id      string
	version int64
}

func (p *draftParameters) Parameters() []*Parameter {
	return []*Parameter{
		Text("id", &p.id, "of a draft").InPath(),
		Number("version", &p.version, "of the draft, 0 for the last").From(0).Usually(0),
	}
}

// draftVersionParameters are those of a call that follows a version.
type draftVersionParameters struct {
	id   string
	tags []string // the lines of If-Match
}

func (p *draftVersionParameters) Parameters() []*Parameter {
	return []*Parameter{
		Text("id", &p.id, "of a draft").InPath(),
		Header("If-Match", &p.tags, "etag of the version that this one follows").Required(),
	}
}

// replyDraft answers with a draft and the tag of its version.
func replyDraft(c *gin.Context, status int, d *api.DraftView) error {
	c.Header("ETag", fmt.Sprintf(`"%d"`, d.Version))
	return reply(c, status, d)
}

func (s *Server) postDraft(c *gin.Context, _ *noParameters) error {
	var in api.DraftInput
	if err := ReadJSON(c.Request, maxDraft, &in); err != nil {
		return err
	}
	d, err := s.archive.SaveDraft(c.Request.Context(), "", 0, in)
	if err != nil {
		return err
	}
	c.Header("Location", Base(c.Request)+basePath+"/drafts/"+d.ID)
	return replyDraft(c, http.StatusCreated, d)
}

func (s *Server) getDraft(c *gin.Context, p *draftParameters) error {
	d, err := s.archive.Draft(c.Request.Context(), p.id, p.version)
	if err != nil {
		return err
	}
	return replyDraft(c, http.StatusOK, d)
}

func (s *Server) putDraft(c *gin.Context, p *draftVersionParameters) error {
	var version int64
	text := strings.Join(p.tags, ", ")
	if text == "" {
		return errNoVersion
	}
	if _, err := fmt.Sscanf(text, `"%d"`, &version); err != nil || version < 1 {
		return &api.InputError{Field: "If-Match", Value: text, Want: `the etag of a version, such as "3"`}
	}
	var in api.DraftInput
	if err := ReadJSON(c.Request, maxDraft, &in); err != nil {
		return err
	}
	d, err := s.archive.SaveDraft(c.Request.Context(), p.id, version, in)
	if err != nil {
		return err
	}
	return replyDraft(c, http.StatusOK, d)
}

func (s *Server) publishDraft(c *gin.Context, p *draftParameters) error {
	if err := s.enter(c, s.long); err != nil {
		return err
	}
	made, err := s.archive.PublishDraft(c.Request.Context(), p.id, p.version)
	if err != nil {
		return err
	}
	c.Header("Location", Base(c.Request)+basePath+"/variants/"+made.ID)
	return reply(c, http.StatusCreated, made)
}
