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

func (s *Server) listVariants(c *gin.Context, _ *nothing) error {
	return reply(c, http.StatusOK, variantList{s.archive.Variants()})
}

// ofVariant is a call on a variant.
type ofVariant struct{ Placed }

func (p *ofVariant) Parameters() []*Parameter {
	return []*Parameter{Text("id", &p.Variant, "id, name or alias").InPath(), p.Placed.Parameters()[1]}
}

func (s *Server) getVariant(c *gin.Context, p *ofVariant) error {
	if err := s.enter(c, s.brief); err != nil {
		return err
	}
	found, err := card.Find(s.archive.Arbiter, p.Variant, p.Options)
	return replyOr(c, found, named(err))
}

func (s *Server) checkDefinition(c *gin.Context, _ *nothing) error {
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
