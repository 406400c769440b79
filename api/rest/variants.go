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

func (s *Server) listVariants(c *gin.Context) error {
	if _, err := readParameters(c); err != nil {
		return err
	}
	return reply(c, http.StatusOK, variantList{s.archive.Variants()})
}

func (s *Server) getVariant(c *gin.Context) error {
	p, err := readParameters(c, "options")
	if err != nil {
		return err
	}
	if err := s.enter(c, s.brief); err != nil {
		return err
	}
	card, err := card.Find(s.archive.Arbiter, c.Param("id"), p.text("options"))
	if err != nil {
		return named(err)
	}
	return reply(c, http.StatusOK, card)
}

func (s *Server) checkDefinition(c *gin.Context) error {
	if _, err := readParameters(c); err != nil {
		return err
	}
	body, err := readAll(c.Request, variant.MaxDefinition, "bytes for a definition")
	if err != nil {
		return err
	}
	if err := s.enter(c, s.long); err != nil {
		return err
	}
	checked, err := card.Check(s.archive.Arbiter, body)
	if err != nil {
		return err
	}
	return reply(c, http.StatusOK, checked)
}
