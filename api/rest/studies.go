package rest

import (
	"bytes"
	"context"

	"github.com/gin-gonic/gin"

	"assay/api/present"
	"assay/api/request"
	"assay/api/studies"
)

// maxChapter is the largest body of a chapter in bytes: an escaped record.
const maxChapter = 2 * studies.MaxText

// studyListParameters select a page of studies.
type studyListParameters struct {
	own bool
	pageParameters
}

func (p *studyListParameters) Parameters() []*Parameter {
	return append(p.pageParameters.Parameters(),
		Truth("own", &p.own, "only studies that you may change; by default also public ones"))
}

func (s *Server) listStudies(ctx context.Context, p *studyListParameters) (*studies.Page, error) {
	return s.archive.Studies.List(ctx, p.own, p.cursor, p.limit)
}

// studyID is the parameter that identifies a study.
func studyID(into *string) *Parameter { return Text("id", into, "ID of the study").InPath() }

// studyParameters identify a study to read.
type studyParameters struct{ id, link string }

func (p *studyParameters) Parameters() []*Parameter {
	return []*Parameter{studyID(&p.id), Text("link", &p.link, "secret of the link to an unlisted study")}
}

// changedStudyParameters identify a study and the version that a new one
// follows.
type changedStudyParameters struct {
	id string
	ifMatch
}

func (p *changedStudyParameters) Parameters() []*Parameter {
	return []*Parameter{studyID(&p.id), p.ifMatch.parameter(studies.StudyTag, ifMatchHelp).Required()}
}

// chapterParameters identify a version of a chapter to read.
type chapterParameters struct {
	studyParameters
	chapter, version int64
}

func (p *chapterParameters) Parameters() []*Parameter {
	return append(p.studyParameters.Parameters(), chapterNumber(&p.chapter),
		Number("version", &p.version, "version of the chapter, 0 for the latest").From(0).Usually(0))
}

func chapterNumber(into *int64) *Parameter {
	return Number("chapter", into, "number of the chapter").From(1).InPath()
}

// chapterHistoryParameters identify a chapter.
type chapterHistoryParameters struct {
	studyParameters
	chapter int64
}

func (p *chapterHistoryParameters) Parameters() []*Parameter {
	return append(p.studyParameters.Parameters(), chapterNumber(&p.chapter))
}

// changedChapterParameters identify a chapter and the version that a new one
// follows.
type changedChapterParameters struct {
	id      string
	chapter int64
	ifMatch
}

func (p *changedChapterParameters) Parameters() []*Parameter {
	tag := func(version int64) string { return studies.ChapterTag(p.chapter, version) }
	return []*Parameter{studyID(&p.id), chapterNumber(&p.chapter), p.ifMatch.parameter(tag, ifMatchHelp).Required()}
}

// newChapterParameters identify the study of new chapters.
type newChapterParameters struct{ id string }

func (p *newChapterParameters) Parameters() []*Parameter { return []*Parameter{studyID(&p.id)} }

// studyExportParameters are a study and its format.
type studyExportParameters struct {
	studyParameters
	format present.ExportFormat
}

func (p *studyExportParameters) Parameters() []*Parameter {
	return append(p.studyParameters.Parameters(),
		Text("as", (*string)(&p.format), "format").OneOf(request.Words(studies.Formats())...).Required())
}

func (s *Server) postStudy(c *gin.Context, _ *noParameters, in *studies.Input) error {
	v, err := s.archive.Studies.Create(c.Request.Context(), *in)
	if err != nil {
		return err
	}
	return replyCreated(c, v, "/studies/%s", v.ID)
}

func (s *Server) getStudy(ctx context.Context, p *studyParameters) (*studies.Study, error) {
	return s.archive.Studies.Study(ctx, p.id, p.link)
}

func (s *Server) putStudy(c *gin.Context, p *changedStudyParameters, in *studies.Input) error {
	v, err := s.archive.Studies.Save(c.Request.Context(), p.id, p.revision, *in)
	return replyOr(c, v, err)
}

func (s *Server) studyHistory(ctx context.Context, p *studyParameters) (*studies.History, error) {
	return s.archive.Studies.History(ctx, p.id, 0, p.link)
}

func (s *Server) exportStudy(c *gin.Context, p *studyExportParameters) error {
	o, err := s.withLimits(&present.ExportOptions{Format: p.format})
	if err != nil {
		return err
	}
	var body bytes.Buffer
	losses, err := s.archive.Studies.Export(c.Request.Context(), &body, p.id, p.link, o)
	if err != nil {
		return err
	}
	sendExport(c, &exportFile{o, o.MediaType(), "study-" + p.id, body.Bytes(), losses})
	return nil
}

func (s *Server) postChapters(c *gin.Context, p *newChapterParameters, in *studies.ChapterInput) error {
	v, err := s.archive.Studies.AddChapters(c.Request.Context(), p.id, *in)
	if err != nil {
		return err
	}
	return replyCreated(c, v, "/studies/%s/chapters/%d", v.ID, v.Contents[len(v.Contents)-1].ID)
}

func (s *Server) getChapter(ctx context.Context, p *chapterParameters) (*studies.Chapter, error) {
	return s.archive.Studies.Chapter(ctx, p.id, p.chapter, p.version, p.link)
}

func (s *Server) putChapter(c *gin.Context, p *changedChapterParameters, in *studies.ChapterInput) error {
	v, err := s.archive.Studies.SaveChapter(c.Request.Context(), p.id, p.chapter, p.revision, *in)
	return replyOr(c, v, err)
}

func (s *Server) chapterHistory(ctx context.Context, p *chapterHistoryParameters) (*studies.History, error) {
	return s.archive.Studies.History(ctx, p.id, p.chapter, p.link)
}
