package rest

import (
	"cmp"
	"context"
	"strconv"
	"unicode/utf8"

	"assay/api/define"
	"assay/api/request"
	"assay/index/query"
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

// queryExample is an example query and what it finds.
type queryExample struct {
	Query string `json:"query"`
	Help  string `json:"help"`
}

// queryExamples are example queries for a variant.
type queryExamples struct {
	Examples []queryExample `json:"examples"`
}

func (s *Server) queryExamples(_ context.Context, p *exampleParameters) (out queryExamples, err error) {
	r, err := s.archive.Rules(p.Variant, p.Options)
	if err != nil {
		return out, err
	}
	for _, e := range query.Examples(r) {
		out.Examples = append(out.Examples, queryExample(e))
	}
	return out, nil
}

// exampleParameters identify a variant.
type exampleParameters struct{ PositionParameters }

func (p *exampleParameters) Parameters() []*Parameter { return p.PositionParameters.Parameters()[:2] }

func (s *Server) completions(_ context.Context, p *completionParameters) (*define.CompletionList, error) {
	end := utf8.RuneCountInString(p.text) + 1
	if p.cursor > end {
		return nil, &request.InputError{Field: "cursor", Value: strconv.Itoa(p.cursor),
			Want: "a column of the text, from 1"}
	}
	return s.archive.Complete(p.Variant, p.Options, p.text, cmp.Or(p.cursor, end))
}
