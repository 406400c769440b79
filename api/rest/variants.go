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
