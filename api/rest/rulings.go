package rest

import (
	"cmp"
	"context"

	"github.com/gin-gonic/gin"

	"assay/api"
	"assay/api/request"
)

func (s *Server) listRulings(ctx context.Context, p *gameParameters) (*api.RulingList, error) {
	return s.archive.Rulings(ctx, p.game)
}

func (s *Server) postRuling(c *gin.Context, p *gameParameters, in *api.RulingInput) error {
	done, err := s.archive.Rule(c.Request.Context(), p.game, *in)
	if err != nil {
		return err
	}
	return replyCreated(c, done, "/games/%d/rulings", p.game)
}

// revokeParameters are the parameters of deleteRuling.
type revokeParameters struct {
	gameParameters
	number         int64
	author, reason string
}

func (p *revokeParameters) Parameters() []*Parameter {
	return append(p.gameParameters.Parameters(),
		Number("n", &p.number, "number of the ruling").From(1).InPath(),
		Text("author", &p.author, "who revokes it; by default anonymous"),
		Text("reason", &p.reason, "why it is revoked").Required())
}

func (s *Server) deleteRuling(ctx context.Context, p *revokeParameters) (*api.Ruled, error) {
	in := api.RevokeInput{Author: cmp.Or(p.author, request.CallerOf(ctx).Name, anonymous), Reason: p.reason}
	return s.archive.RevokeRuling(ctx, p.game, p.number, in)
}
