package rest

import (
	"cmp"
	"context"

	"github.com/gin-gonic/gin"

	"assay/api/records"
	"assay/api/request"
	"assay/store"
)

// gamePartsParameters select a page of a list that belongs to a game.
type gamePartsParameters struct {
	gameParameters
	wholeParameters
}

func (p *gamePartsParameters) Parameters() []*Parameter {
	return append(p.gameParameters.Parameters(), p.wholeParameters.Parameters()...)
}

func (s *Server) listRulings(ctx context.Context, p *gamePartsParameters) (*records.RulingList, error) {
	list, err := s.archive.Rulings(ctx, p.game)
	if err != nil {
		return nil, err
	}
	list.Rulings, list.Paged,
		err = page(&p.wholeParameters, list.Rulings, func(i int) int64 { return list.Rulings[i].Number })
	return list, err
}

// rulingParameters identify a ruling of a game.
type rulingParameters struct {
	gameParameters
	number int64
}

func (p *rulingParameters) Parameters() []*Parameter {
	return append(p.gameParameters.Parameters(), Number("n", &p.number, "number of the ruling").From(1).InPath())
}

func (s *Server) getRuling(ctx context.Context, p *rulingParameters) (*records.RulingView, error) {
	list, err := s.archive.Rulings(ctx, p.game)
	if err != nil {
		return nil, err
	}
	for i := range list.Rulings {
		if list.Rulings[i].Number == p.number {
			return &list.Rulings[i], nil
		}
	}
	return nil, &store.RulingError{Game: p.game, Number: p.number, Kind: store.ErrNotFound}
}

func (s *Server) postRuling(c *gin.Context, p *gameParameters, in *records.RulingInput) error {
	done, err := s.archive.Rule(c.Request.Context(), p.game, *in)
	if err != nil {
		return err
	}
	return replyCreated(c, done, "/games/%d/rulings", p.game)
}

// revokeParameters are the parameters of deleteRuling.
type revokeParameters struct {
	rulingParameters
	author, reason string
}

func (p *revokeParameters) Parameters() []*Parameter {
	return append(p.rulingParameters.Parameters(),
		Text("author", &p.author, "who revokes it; by default anonymous"),
		Text("reason", &p.reason, "why it is revoked").Required())
}

func (s *Server) deleteRuling(ctx context.Context, p *revokeParameters) (*records.Ruled, error) {
	in := records.RevokeInput{Author: cmp.Or(p.author, request.CallerOf(ctx).Name, anonymous), Reason: p.reason}
	return s.archive.RevokeRuling(ctx, p.game, p.number, in)
}
