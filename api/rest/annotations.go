package rest

import (
	"cmp"
	"context"
	"slices"
	"strconv"

	"github.com/gin-gonic/gin"

	"assay/api/annotate"
	"assay/api/present"
	"assay/api/request"
)

// maxAnnotation is the largest body of an annotation in bytes.
const maxAnnotation = 1 << 20

// revisionParameters identify an annotation and its expected revision.
type revisionParameters struct {
	annotationParameters
	ifMatch
}

func (p *revisionParameters) Parameters() []*Parameter {
	return append(p.annotationParameters.Parameters(), p.ifMatch.parameter(p.tag, ifMatchHelp).Required())
}

func (p *revisionParameters) tag(revision int64) string {
	return annotate.AnnotationTag(p.id, revision)
}

// annotationListParameters select a page of a game's annotations.
type annotationListParameters struct {
	gameParameters
	pageParameters
	annotate.AnnotationFilter
	notation string
}

func (p *annotationListParameters) Parameters() []*Parameter {
	return slices.Concat(p.gameParameters.Parameters(), []*Parameter{
		maybeNumber("ply", &p.Ply, "only those of this ply of the main line"),
		Truth("deleted", &p.Deleted, "only deleted ones"),
		squareNotation(&p.notation),
	}, p.pageParameters.Parameters())
}

func (s *Server) listAnnotations(ctx context.Context, p *annotationListParameters) (*annotate.AnnotationPage, error) {
	page, err := s.archive.Annotations(ctx, p.game, p.AnnotationFilter, p.cursor, p.limit)
	if err != nil || p.notation == "" {
		return page, err
	}
	names, err := s.archive.SquareNames(ctx, p.game, p.notation)
	if err != nil {
		return nil, err
	}
	for i, v := range page.Annotations {
		page.Annotations[i] = v.Named(names)
	}
	return page, nil
}

// squareNotation returns the parameter that chooses how squares are named.
func squareNotation(notation *string) *Parameter {
	return Text("notation", notation, "notation of square names; by default, the names used in all other JSON").
		OneOf(append(present.Notations(), present.RecordNotation)...)
}

// annotationEventsParameters identify a game and the event to resume after.
type annotationEventsParameters struct {
	gameParameters
	lastEvent
}

func (p *annotationEventsParameters) Parameters() []*Parameter {
	return append(p.gameParameters.Parameters(), p.lastEvent.Parameters()...)
}

// annotationEvents streams a game's annotations as they are saved, until the
// client disconnects or the server stops.
func (s *Server) annotationEvents(c *gin.Context, p *annotationEventsParameters) error {
	after, err := p.change()
	if err != nil {
		return err
	}
	return streamEvents(s, c, "annotation",
		func(ctx context.Context, tell func(string, *annotate.AnnotationView) error) error {
			return s.archive.WatchAnnotations(ctx, p.game, after, func(change int64, v *annotate.AnnotationView) error {
				return tell(strconv.FormatInt(change, 10), v)
			})
		})
}

// newAnnotationParameters are a game and an idempotency key.
type newAnnotationParameters struct {
	gameParameters
	keyParameters
}

func (p *newAnnotationParameters) Parameters() []*Parameter {
	return append(p.gameParameters.Parameters(), p.keyParameters.Parameters()...)
}

func (s *Server) postAnnotation(c *gin.Context, p *newAnnotationParameters, in *annotate.AnnotationInput) error {
	v, err := s.archive.AnnotateOnce(c.Request.Context(), p.game, *in, p.key)
	if err != nil {
		return err
	}
	markReplayed(c, v.Replayed)
	return replyCreated(c, v, "/games/%d/annotations/%d", p.game, v.ID)
}

func (s *Server) getAnnotation(ctx context.Context, p *annotationParameters) (*annotate.AnnotationView, error) {
	return s.archive.Annotation(ctx, p.game, p.id)
}

func (s *Server) putAnnotation(c *gin.Context, p *revisionParameters, in *annotate.AnnotationInput) error {
	v, err := s.archive.EditAnnotation(c.Request.Context(), p.game, p.id, p.revision, *in)
	return replyOr(c, v, err)
}

// anonymous is recorded as the author of a deletion without an author.
const anonymous = "anonymous"

// deletionParameters are the parameters of deleteAnnotation.
type deletionParameters struct {
	revisionParameters
	author string
}

func (p *deletionParameters) Parameters() []*Parameter {
	return append(p.revisionParameters.Parameters(), Text("author", &p.author, "who deletes it; by default anonymous"))
}

func (s *Server) deleteAnnotation(c *gin.Context, p *deletionParameters) error {
	ctx := c.Request.Context()
	v, err := s.archive.DeleteAnnotation(ctx, p.game, p.id, p.revision,
		cmp.Or(p.author, request.CallerOf(ctx).Name, anonymous))
	if err != nil {
		return err
	}
	c.Header("ETag", v.ETag)
	return replyNoContent(c, nil)
}

func (s *Server) annotationHistory(ctx context.Context, p *annotationParameters) (*annotate.AnnotationHistory, error) {
	return s.archive.AnnotationHistory(ctx, p.game, p.id)
}

// restorationParameters are the parameters of restoreAnnotation. Without
// If-Match, any revision matches.
type restorationParameters struct{ revisionParameters }

func (p *restorationParameters) Parameters() []*Parameter {
	const help = "ETag of the expected revision; any by default"
	return append(p.annotationParameters.Parameters(), p.ifMatch.parameter(p.tag, help))
}

func (s *Server) restoreAnnotation(c *gin.Context, p *restorationParameters, in *annotate.RestoreInput) error {
	v, err := s.archive.RestoreAnnotation(c.Request.Context(), p.game, p.id, p.revision, *in)
	return replyOr(c, v, err)
}

func (s *Server) getComments(ctx context.Context, p *gameParameters) (*annotate.CommentPolicy, error) {
	return s.archive.Comments(ctx, p.game)
}

func (s *Server) putComments(c *gin.Context, p *gameParameters, in *annotate.CommentsInput) error {
	m, err := s.archive.SetComments(c.Request.Context(), p.game, *in)
	return replyOr(c, m, err)
}
