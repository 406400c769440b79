package api

import (
	"errors"
	"fmt"
	"io"
	"net/http"

	"github.com/gin-gonic/gin"

	"assay/analysis/variant"
)

// variantList is the answer to a call for all variants.
type variantList struct {
	Variants []VariantSummary `json:"variants"`
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
	card, err := s.archive.Variant(c.Param("id"), p.text("options"))
	if errors.Is(err, variant.ErrUnknown) {
		return errNoVariant
	}
	if err != nil {
		return err
	}
	return reply(c, http.StatusOK, card)
}

func (s *Server) checkDefinition(c *gin.Context) error {
	if _, err := readParameters(c); err != nil {
		return err
	}
	leave, err := s.enter(c)
	if err != nil {
		return err
	}
	defer leave()
	body, err := io.ReadAll(io.LimitReader(c.Request.Body, variant.MaxDefinition+1))
	if err != nil {
		return &InputError{Field: "body", Value: fmt.Sprintf("%d bytes", len(body)), Want: "to be sent whole"}
	}
	checked, err := s.archive.CheckDefinition(body)
	if err != nil {
		return err
	}
	return reply(c, http.StatusOK, checked)
}
