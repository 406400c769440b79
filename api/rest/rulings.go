package rest

import (
	"cmp"
	"fmt"
	"net/http"

	"github.com/gin-gonic/gin"

	"assay/api"
)

func (s *Server) listRulings(c *gin.Context, p *gameParameters) error {
	list, err := s.archive.Rulings(c.Request.Context(), p.game)
	return replyOr(c, list, err)
}

func (s *Server) postRuling(c *gin.Context, p *gameParameters) error {
	var in api.RulingInput
	if err := readBody(c, &in); err != nil {
		return err
	}
	if err := s.enter(c, s.long); err != nil {
		return err
	}
	done, err := s.archive.Rule(c.Request.Context(), p.game, in)
	if err != nil {
		return err
	}
	c.Header("Location", Base(c.Request)+fmt.Sprintf("%s/games/%d/rulings", basePath, p.game))
	return reply(c, http.StatusCreated, done)
}

// liftParameters are those of a call that takes a ruling back.
type liftParameters struct {
	gameParameters
	number         int64
	author, reason string
}

func (p *liftParameters) Parameters() []*Parameter {
	return append(p.gameParameters.Parameters(),
		Number("n", &p.number, "number of a ruling").From(1).InPath(),
		Text("author", &p.author, "who takes it back; anonymous where that is not said"),
		Text("reason", &p.reason, "why").Required())
}

func (s *Server) deleteRuling(c *gin.Context, p *liftParameters) error {
	if err := s.enter(c, s.long); err != nil {
		return err
	}
	ctx := c.Request.Context()
	in := api.LiftInput{Author: cmp.Or(p.author, api.CallerOf(ctx).Name, anonymous), Reason: p.reason}
	done, err := s.archive.LiftRuling(ctx, p.game, p.number, in)
	return replyOr(c, done, err)
}
