package rest

import (
	"context"

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
	id string
	match
}

func (p *draftVersionParameters) Parameters() []*Parameter {
	return []*Parameter{
		Text("id", &p.id, "of a draft").InPath(),
		p.match.parameter(api.DraftTag, "etag of the version that this one follows, or * for the last").Required(),
	}
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
	d, err := s.archive.SaveDraft(c.Request.Context(), p.id, p.revision, *in)
	return replyOr(c, d, err)
}

func (s *Server) publishDraft(c *gin.Context, p *draftParameters) error {
	made, err := s.archive.PublishDraft(c.Request.Context(), p.id, p.version)
	if err != nil {
		return err
	}
	return replyMade(c, made, "/variants/%s", made.ID)
}
