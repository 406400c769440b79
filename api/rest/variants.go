package rest

import (
	"context"

	"github.com/gin-gonic/gin"

	"assay/analysis/variant"
	"assay/api/card"
	"assay/api/define"
)

// variantList is the list of all variants.
type variantList struct {
	Variants []define.VariantSummary `json:"variants"`
}

func (s *Server) listVariants(context.Context) (variantList, error) {
	return variantList{s.archive.Variants()}, nil
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
