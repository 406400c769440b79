package rest

import (
	"context"
	"fmt"
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
	id      string
	version int64
}

func (p *draftVersionParameters) Parameters() []*Parameter {
	return []*Parameter{
		Text("id", &p.id, "of a draft").InPath(),
		Header("If-Match", p.follow, "etag of the version that this one follows").Required(),
	}
}

// follow reads If-Match.
func (p *draftVersionParameters) follow(lines []string) error {
	text := strings.Join(lines, ", ")
	if text == "" {
		return errNoVersion
	}
	if _, err := fmt.Sscanf(text, `"%d"`, &p.version); err != nil || p.version < 1 {
		return &api.InputError{Field: "If-Match", Value: text, Want: `the etag of a version, such as "3"`}
	}
	return nil
}

func (s *Server) postDraft(c *gin.Context, _ *noParameters, in *api.DraftInput) error {
	d, err := s.archive.SaveDraft(c.Request.Context(), "", 0, *in)
	if err != nil {
		return err
	}
	return replyMade(c, d, "/drafts/%s", d.ID)
}

func (s *Server) getDraft(ctx context.Context, p *draftParameters) (*api.DraftView, error) {
	return s.archive.Draft(ctx, p.id, p.version)
}

func (s *Server) putDraft(c *gin.Context, p *draftVersionParameters, in *api.DraftInput) error {
	d, err := s.archive.SaveDraft(c.Request.Context(), p.id, p.version, *in)
	return replyOr(c, d, err)
}

func (s *Server) publishDraft(c *gin.Context, p *draftParameters) error {
	made, err := s.archive.PublishDraft(c.Request.Context(), p.id, p.version)
	if err != nil {
		return err
	}
	return replyMade(c, made, "/variants/%s", made.ID)
}
