package rest

import (
	"cmp"
	"context"
	"strconv"
	"unicode/utf8"

	"assay/api"
	"assay/api/request"
)

// completionParameters are a query and the cursor to complete it at.
type completionParameters struct {
	PositionParameters
	text   string
	cursor int
}

func (p *completionParameters) Parameters() []*Parameter {
	position := p.PositionParameters.Parameters()
	position[0].required, position[0].help = false, "id, name or alias; without it, variant-specific names are left out"
	return append(position[:2],
		Text("text", &p.text, "query typed so far"),
		Number("cursor", &p.cursor, "column of the cursor, from 1; the end of the text by default").From(1))
}

func (s *Server) completions(_ context.Context, p *completionParameters) (*api.CompletionList, error) {
	end := utf8.RuneCountInString(p.text) + 1
	if p.cursor > end {
		return nil, &request.InputError{Field: "cursor", Value: strconv.Itoa(p.cursor),
			Want: "a column of the text, from 1"}
	}
	return s.archive.Complete(p.Variant, p.Options, p.text, cmp.Or(p.cursor, end))
}
