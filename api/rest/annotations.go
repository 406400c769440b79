package rest

import (
	"cmp"
	"context"
	"slices"

	"github.com/gin-gonic/gin"

	"assay/api"
)

// maxAnnotation is the greatest body of an annotation in bytes.
const maxAnnotation = 1 << 20

// revisionParameters are those of a call on an annotation at a revision.
type revisionParameters struct {
	annotationParameters
	match
}

func (p *revisionParameters) Parameters() []*Parameter {
	return append(p.annotationParameters.Parameters(), p.match.parameter(p.tag, meantHelp).Required())
}

func (p *revisionParameters) tag(revision int64) string { return api.AnnotationTag(p.id, revision) }

// annotationListParameters are those of a page of those of a game.
type annotationListParameters struct {
	gameParameters
	pageParameters
	api.AnnotationFilter
	notation string
}

func (p *annotationListParameters) Parameters() []*Parameter {
	return slices.Concat(p.gameParameters.Parameters(), []*Parameter{
		MaybeNumber("ply", &p.Ply, "of this ply of the main line alone"),
		Truth("deleted", &p.Deleted, "the deleted ones instead"),
		squaresIn(&p.notation),
	}, p.pageParameters.Parameters())
}

func (s *Server) listAnnotations(ctx context.Context, p *annotationListParameters) (*api.AnnotationPage, error) {
	page, err := s.archive.Annotations(ctx, p.game, p.AnnotationFilter, p.cursor, p.limit)
	if err != nil || p.notation == "" {
		return page, err
	}
	names, err := s.archive.SquareNames(ctx, p.game, p.notation)
	if err != nil {
		return nil, err
	}
	for i, v := range page.Annotations {
		page.Annotations[i] = names.Out(v)
	}
	return page, nil
}

// squaresIn chooses how squares are named.
func squaresIn(notation *string) *Parameter {
	return Text("notation", notation, "how squares are named; left out, by the names that JSON has everywhere").
		OneOf(append(api.Notations(), api.RecordNotation)...)
}

// annotationEvents tells of what is said of a game as it is saved, until the
// caller goes or the server stops.
func (s *Server) annotationEvents(c *gin.Context, p *gameParameters) error {
	return watched(s, c, "annotation", func(ctx context.Context, tell func(*api.AnnotationView) error) error {
		return s.archive.WatchAnnotations(ctx, p.game, tell)
	})
}

// newAnnotationParameters are those of a call on a game that may be sent again.
type newAnnotationParameters struct {
	gameParameters
	keyParameters
}

func (p *newAnnotationParameters) Parameters() []*Parameter {
	return append(p.gameParameters.Parameters(), p.keyParameters.Parameters()...)
}

func (s *Server) postAnnotation(c *gin.Context, p *newAnnotationParameters, in *api.AnnotationInput) error {
	v, err := s.archive.AnnotateOnce(c.Request.Context(), p.game, *in, p.key)
	if err != nil {
		return err
	}
	return replyMade(c, v, "/games/%d/annotations/%d", p.game, v.ID)
}

func (s *Server) getAnnotation(ctx context.Context, p *annotationParameters) (*api.AnnotationView, error) {
	return s.archive.Annotation(ctx, p.game, p.id)
}

func (s *Server) putAnnotation(c *gin.Context, p *revisionParameters, in *api.AnnotationInput) error {
	v, err := s.archive.EditAnnotation(c.Request.Context(), p.game, p.id, p.revision, *in)
	return replyOr(c, v, err)
}

// anonymous is who deletes where nobody is named: a deletion has no text that
// somebody answers for.
const anonymous = "anonymous"

// deletionParameters are those of a call to delete one.
type deletionParameters struct {
	revisionParameters
	author string
}

func (p *deletionParameters) Parameters() []*Parameter {
	return append(p.revisionParameters.Parameters(), Text("author", &p.author, "who deletes; anonymous where that is not said"))
}

func (s *Server) deleteAnnotation(c *gin.Context, p *deletionParameters) error {
	ctx := c.Request.Context()
	v, err := s.archive.DeleteAnnotation(ctx, p.game, p.id, p.revision, cmp.Or(p.author, api.CallerOf(ctx).Name, anonymous))
	if err != nil {
		return err
	}
	c.Header("ETag", v.ETag)
	return noBody(c, nil)
}

func (s *Server) annotationHistory(ctx context.Context, p *annotationParameters) (*api.AnnotationHistory, error) {
	return s.archive.AnnotationHistory(ctx, p.game, p.id)
}

// restorationParameters are those of a call to restore an annotation: without
// If-Match, whichever revision holds.
type restorationParameters struct{ revisionParameters }

func (p *restorationParameters) Parameters() []*Parameter {
	const help = "etag of the revision that is meant; whichever holds where it is left out"
	return append(p.annotationParameters.Parameters(), p.match.parameter(p.tag, help))
}

func (s *Server) restoreAnnotation(c *gin.Context, p *restorationParameters, in *api.RestoreInput) error {
	v, err := s.archive.RestoreAnnotation(c.Request.Context(), p.game, p.id, p.revision, *in)
	return replyOr(c, v, err)
}

func (s *Server) getComments(ctx context.Context, p *gameParameters) (*api.CommentPolicy, error) {
	return s.archive.Comments(ctx, p.game)
}

func (s *Server) putComments(c *gin.Context, p *gameParameters, in *api.CommentsInput) error {
	m, err := s.archive.SetComments(c.Request.Context(), p.game, *in)
	return replyOr(c, m, err)
}
