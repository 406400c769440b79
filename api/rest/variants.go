package rest

import (
	"context"
	"slices"
	"strings"

	"github.com/gin-gonic/gin"

	"assay/analysis/variant"
	"assay/api/card"
	"assay/api/define"
	"assay/api/request"
)

// variantList is a page of the list of variants.
type variantList struct {
	Variants []define.VariantSummary `json:"variants"`
	request.Paged
}

// variantListParameters select variants.
type variantListParameters struct {
	text string
	wholeParameters
}

func (p *variantListParameters) Parameters() []*Parameter {
	return append([]*Parameter{Text("q", &p.text, "part of an id, name, alias or summary, in any case")},
		p.wholeParameters.Parameters()...)
}

func (s *Server) listVariants(_ context.Context, p *variantListParameters) (v variantList, err error) {
	text := strings.ToLower(strings.TrimSpace(p.text))
	all := slices.DeleteFunc(s.archive.Variants(), func(v define.VariantSummary) bool {
		return !slices.ContainsFunc(append([]string{v.ID, v.Name, v.Summary}, v.Aliases...),
			func(name string) bool { return strings.Contains(strings.ToLower(name), text) })
	})
	v.Variants, v.Paged, err = page(&p.wholeParameters, all, func(i int) int64 { return int64(i) + 1 })
	return v, err
}

// variantParameters identify a variant and its options.
type variantParameters struct{ PositionParameters }

func (p *variantParameters) Parameters() []*Parameter {
	return []*Parameter{Text("id", &p.Variant, "id, name or alias").InPath(), p.PositionParameters.Parameters()[1]}
}

func (s *Server) getVariant(_ context.Context, p *variantParameters) (*card.Card, error) {
	found, err := card.Find(s.archive.Arbiter, p.Variant, p.Options)
	return found, asVariantError(err)
}

func getLanguage(context.Context) (*card.Language, error) { return card.TheLanguage(), nil }

func (s *Server) checkDefinition(c *gin.Context, _ *noParameters) error {
	body, err := readAll(c.Request, variant.MaxDefinition, "bytes for a definition")
	if err != nil {
		return err
	}
	if err := enter(c, s.long); err != nil {
		return err
	}
	checked, err := card.Check(c.Request.Context(), s.archive.Arbiter, body)
	return replyOr(c, checked, err)
}

func (s *Server) designVariant(c *gin.Context, _ *noParameters, in *define.DesignInput) error {
	d, err := s.archive.Design(c.Request.Context(), *in)
	return replyOr(c, d, err)
}

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
