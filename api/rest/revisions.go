package rest

import (
	"context"

	"github.com/gin-gonic/gin"

	"assay/api/present"
	"assay/api/records"
	"assay/api/twins"
)

// reviseParameters are a game and the expected revision of its record.
type reviseParameters struct {
	gameParameters
	ifMatch
}

func (p *reviseParameters) Parameters() []*Parameter {
	tag := func(revision int64) string { return records.RecordTag(p.game, revision) }
	return append(p.gameParameters.Parameters(), p.ifMatch.parameter(tag, ifMatchHelp).Required())
}

func (s *Server) putRecord(c *gin.Context, p *reviseParameters, in *records.RevisionInput) error {
	r, err := s.archive.Revise(c.Request.Context(), p.game, p.revision, *in)
	return replyOr(c, r, err)
}

func (s *Server) patchRecord(c *gin.Context, p *reviseParameters, in *records.HeaderInput) error {
	r, err := s.archive.SetHeaders(c.Request.Context(), p.game, p.revision, *in)
	return replyOr(c, r, err)
}

func (s *Server) listRevisions(ctx context.Context, p *gamePartsParameters) (*records.RevisionHistory, error) {
	h, err := s.archive.Revisions(ctx, p.game)
	if err != nil {
		return nil, err
	}
	h.Revisions, h.Paged, err = page(&p.wholeParameters, h.Revisions,
		func(i int) int64 { return h.Revisions[i].Revision })
	return h, err
}

// revertParameters also name the revision to restore.
type revertParameters struct {
	reviseParameters
	target int64
}

func (p *revertParameters) Parameters() []*Parameter {
	return append(p.reviseParameters.Parameters(), Number("n", &p.target, "number of the revision").From(1).InPath())
}

func (s *Server) restoreRevision(c *gin.Context, p *revertParameters, in *records.RevertInput) error {
	r, err := s.archive.Revert(c.Request.Context(), p.game, p.revision, p.target, *in)
	return replyOr(c, r, err)
}

// differenceParameters are two revisions of a game's record.
type differenceParameters struct {
	gameParameters
	from, to int64
}

func (p *differenceParameters) Parameters() []*Parameter {
	return append(p.gameParameters.Parameters(),
		Number("n", &p.to, "number of the revision").From(1).InPath(),
		Number("from", &p.from, "number of the revision to compare with").From(1).Usually(1))
}

func (s *Server) compareRevisions(ctx context.Context, p *differenceParameters) (*present.Difference, error) {
	return s.archive.Difference(ctx, p.game, p.from, p.to)
}

// recordBytesParameters identify a revision of a game's record.
type recordBytesParameters struct {
	gameParameters
	revision int64
}

func (p *recordBytesParameters) Parameters() []*Parameter {
	return append(p.gameParameters.Parameters(), Number("revision", &p.revision,
		"revision of the record: 1 for the original, 0 for the current one").From(0).Usually(0))
}

// twinListParameters select a page of games that are probably archived twice.
type twinListParameters struct {
	twins.Filter
	pageParameters
}

func (p *twinListParameters) Parameters() []*Parameter {
	return append([]*Parameter{
		Text("variant", &p.Variant, "id, name or alias"),
		Text("query", &p.Query, "query that finds one of the two games"),
	}, p.pageParameters.Parameters()...)
}

func (s *Server) listTwins(ctx context.Context, p *twinListParameters) (*twins.Page, error) {
	return s.archive.Twins.List(ctx, p.Filter, p.cursor, p.limit)
}

// twinParameters identify two games.
type twinParameters struct {
	gameParameters
	twin int64
}

func (p *twinParameters) Parameters() []*Parameter {
	return append(p.gameParameters.Parameters(), Number("twin", &p.twin, "number of the other game").From(1).InPath())
}

func (s *Server) compareTwins(ctx context.Context, p *twinParameters) (*twins.Comparison, error) {
	return s.archive.Twins.Compare(ctx, p.game, p.twin)
}

// decideParameters are two games and the expected revision of the pair.
type decideParameters struct {
	twinParameters
	ifMatch
}

func (p *decideParameters) Parameters() []*Parameter {
	tag := func(revision int64) string { return twins.Tag(p.game, p.twin, revision) }
	return append(p.twinParameters.Parameters(), p.ifMatch.parameter(tag, ifMatchHelp).Required())
}

func (s *Server) decideTwins(c *gin.Context, p *decideParameters, in *twins.DecisionInput) error {
	v, err := s.archive.Twins.Decide(c.Request.Context(), p.game, p.twin, p.revision, *in)
	return replyOr(c, v, err)
}
