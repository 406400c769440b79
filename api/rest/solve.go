package rest

import (
	"context"

	"assay/api/define"
	"assay/api/present"
	"assay/api/problem"
)

// Solutions of a request: by default, and at most.
const (
	defaultSolutions = 100
	maxSolutions     = 1000
)

// solveRequest is the body of a request to solve a problem.
type solveRequest struct {
	PositionParameters
	problem.Query
	NodeLimit int64 `json:"nodes"`
}

// Parameters lists the keys of the body.
func (p *solveRequest) Parameters() []*Parameter {
	return append(p.PositionParameters.Parameters(),
		Text("stipulation", &p.Stipulation, "what to solve, such as #2, h#2.5, s#3, r#2 or ser-h#4").Required(),
		Truth("tries", &p.Tries, "also first moves that exactly one defence refutes"),
		Truth("setPlay", &p.SetPlay, "also the play if the other side moves first"),
		Truth("variations", &p.Variations, "also every defence and all its answers"),
		Number("solutions", &p.Most, "stop after this many solutions").From(1).To(maxSolutions).
			Usually(defaultSolutions),
		Number("nodes", &p.NodeLimit, "stop after trying this many moves; 0 for no limit").From(0).Usually(0))
}

// solve returns the solutions that are found within the time for a request.
func (s *Server) solve(ctx context.Context, p *solveRequest) (*problem.Result, error) {
	position, err := s.archive.Position(p.Variant, p.Options, p.Position)
	if err != nil {
		return nil, err
	}
	w, err := present.MovesAs("san", position.Rules())
	if err != nil {
		w = define.Numbered
	}
	p.Time, p.Nodes = s.analysisLimit, uint64(p.NodeLimit)
	return problem.Solve(ctx, position, p.Query, w)
}
