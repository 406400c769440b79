package rest

import (
	"net/http"
	"strconv"
	"unicode/utf8"

	"github.com/gin-gonic/gin"

	"assay/api"
)

func (s *Server) completions(c *gin.Context) error {
	p, err := readParameters(c, "variant", "options", "text", "cursor")
	if err != nil {
		return err
	}
	end := utf8.RuneCountInString(p.text("text")) + 1
	cursor, err := p.number("cursor", end)
	if err != nil {
		return err
	}
	if cursor < 1 || cursor > end {
		return &api.InputError{Field: "cursor", Value: strconv.Itoa(cursor), Want: "a column of the text, from 1"}
	}
	list, err := s.archive.Complete(p.text("variant"), p.text("options"), p.text("text"), cursor)
	if err != nil {
		return err
	}
	return reply(c, http.StatusOK, list)
}
