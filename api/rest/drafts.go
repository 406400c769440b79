package rest

import (
	"context"

	"github.com/gin-gonic/gin"

	"assay/analysis/variant"
	"assay/api/define"
)

// maxDraft is the largest body of a draft in bytes: an escaped definition.
const maxDraft = 2 * variant.MaxDefinition

// draftParameters identify a version of a draft.
type draftParameters struct {
	id      string
	version int64
}

func (p *draftParameters) Parameters() []*Parameter {
	return []*Parameter{
		Text("id", &p.id, "id of the draft").InPath(),
		Number("version", &p.version, "version of the draft, 0 for the latest").From(0).Usually(0),
	}
}

// draftVersionParameters identify a draft and the version that a new one
// follows.
type draftVersionParameters struct {
	id string
	ifMatch
}

func (p *draftVersionParameters) Parameters() []*Parameter {
	return []*Parameter{
		Text("id", &p.id, "id of the draft").InPath(),
		p.ifMatch.parameter(define.DraftTag, "ETag of the version that this one follows, or * for the latest").
			Required(),
	}
}

func (s *Server) postDraft(c *gin.Context, _ *noParameters, in *define.DraftInput) error {
	d, err := s.archive.SaveDraft(c.Request.Context(), "", 0, *in)
	if err != nil {
		return err
	}
	return replyCreated(c, d, "/drafts/%s", d.ID)
}

func (s *Server) getDraft(ctx context.Context, p *draftParameters) (*define.DraftView, error) {
	return s.archive.Draft(ctx, p.id, p.version)
}

func (s *Server) putDraft(c *gin.Context, p *draftVersionParameters, in *define.DraftInput) error {
	d, err := s.archive.SaveDraft(c.Request.Context(), p.id, p.revision, *in)
	return replyOr(c, d, err)
}

func (s *Server) publishDraft(c *gin.Context, p *draftParameters) error {
	made, err := s.archive.PublishDraft(c.Request.Context(), p.id, p.version)
	if err != nil {
		return err
	}
	return replyCreated(c, made, "/variants/%s", made.ID)
}
