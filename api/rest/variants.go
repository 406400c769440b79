package rest

import (
	"net/http"

	"github.com/gin-gonic/gin"

	"assay/analysis/variant"
	"assay/api"
	"assay/api/card"
)

// variantList is the answer to a call for all variants.
type variantList struct {
	Variants []api.VariantSummary `json:"variants"`
}

func (s *Server) listVariants(c *gin.Context, _ *noParameters) error {
	return reply(c, http.StatusOK, variantList{s.archive.Variants()})
}

// variantParameters are those of a call on a variant.
type variantParameters struct{ PositionParameters }

func (p *variantParameters) Parameters() []*Parameter {
	return []*Parameter{Text("id", &p.Variant, "id, name or alias").InPath(), p.PositionParameters.Parameters()[1]}
}

func (s *Server) getVariant(c *gin.Context, p *variantParameters) error {
	if err := s.enter(c, s.brief); err != nil {
		return err
	}
	found, err := card.Find(s.archive.Arbiter, p.Variant, p.Options)
	return replyOr(c, found, named(err))
}

func (s *Server) getLanguage(c *gin.Context, _ *noParameters) error {
	return reply(c, http.StatusOK, card.TheLanguage())
}

func (s *Server) checkDefinition(c *gin.Context, _ *noParameters) error {
	body, err := readAll(c.Request, variant.MaxDefinition, "bytes for a definition")
	if err != nil {
		return err
	}
	if err := s.enter(c, s.long); err != nil {
		return err
	}
	checked, err := card.Check(s.archive.Arbiter, body)
	return replyOr(c, checked, err)
}
