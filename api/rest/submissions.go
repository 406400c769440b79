package rest

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"assay/api/events"
	"assay/api/records"
	"assay/api/request"
	"assay/store"
)

// uploadParameters are the parameters of postSubmissions.
type uploadParameters struct {
	recordParameters
	keyParameters
	event, comment, author string
}

func (p *uploadParameters) Parameters() []*Parameter {
	return slices.Concat(p.recordParameters.Parameters(), []*Parameter{
		atomicParameter(&p.Atomic),
		Text("event", &p.event, "number or name of the event of all records; by default each record's header names it"),
		Text("comment", &p.comment, "comment for the arbiter"),
		Text("author", &p.author, "who submits the records, if nobody logs in"),
	}, p.keyParameters.Parameters())
}

func (s *Server) postSubmissions(c *gin.Context, p *uploadParameters) error {
	body, err := s.readRecords(c, &p.recordParameters)
	if err != nil {
		return err
	}
	d, err := s.archive.Deliver(c.Request.Context(), records.DeliveryInput{
		Author: p.author, File: p.file, Event: p.event, Comment: p.comment, Body: body, Reading: p.Reading,
	}, p.key)
	if err != nil {
		return err
	}
	markReplayed(c, d.Replayed)
	if len(d.Submissions) == 1 {
		return replyCreated(c, d, "/submissions/%d", d.Submissions[0].ID)
	}
	return reply(c, http.StatusCreated, d)
}

// QueueParameters filter a list of submissions.
type QueueParameters struct{ records.SubmissionFilter }

func (p *QueueParameters) Parameters() []*Parameter {
	return []*Parameter{
		Number("event", &p.Event, "number of their event").From(1),
		Text("state", (*string)(&p.State), "their state").OneOf(request.Words(store.SubmissionStates)...),
		Truth("waiting", &p.Waiting, "only those neither accepted nor rejected"),
		Text("assignee", &p.Assignee, "name of their arbiter"),
		Text("person", &p.Person, "name of the submitter; only arbiters see others' submissions"),
		Number("delivery", &p.Delivery, "number of their upload").From(1),
		Number("game", &p.Game, "number of the game they are archived as").From(1),
	}
}

// submissionListParameters select a page of submissions.
type submissionListParameters struct {
	QueueParameters
	pageParameters
}

func (p *submissionListParameters) Parameters() []*Parameter {
	return append(p.QueueParameters.Parameters(), p.pageParameters.Parameters()...)
}

func (s *Server) listSubmissions(ctx context.Context, p *submissionListParameters) (*records.SubmissionPage, error) {
	return s.archive.Submissions(ctx, p.SubmissionFilter, p.cursor, p.limit)
}

// submissionIDParameters identify a submission.
type submissionIDParameters struct{ id int64 }

func (p *submissionIDParameters) Parameters() []*Parameter {
	return []*Parameter{Number("id", &p.id, "number of the submission").From(1).InPath()}
}

// submissionDetailParameters are the parameters of getSubmission.
type submissionDetailParameters struct {
	submissionIDParameters
	repair bool
}

func (p *submissionDetailParameters) Parameters() []*Parameter {
	return append(p.submissionIDParameters.Parameters(),
		Truth("repair", &p.repair, "suggest corrections of an illegal record"))
}

// getSubmission returns a submission with a report by the current rules. Its
// etag, in header and body, has the revision and a hash of the rest,
// which can change without a revision.
func (s *Server) getSubmission(c *gin.Context, p *submissionDetailParameters) error {
	v, err := s.archive.Submission(c.Request.Context(), p.id, p.repair)
	if err != nil {
		return err
	}
	body, err := json.Marshal(v)
	if err != nil {
		return err
	}
	sum := sha256.Sum256(body)
	v.ETag = fmt.Sprintf(`%s.%x"`, strings.TrimSuffix(v.ETag, `"`), sum[:8])
	c.Header("ETag", v.ETag)
	return reply(c, http.StatusOK, v)
}

// submissionRecordParameters identify a record of a submission.
type submissionRecordParameters struct {
	submissionIDParameters
	step int64
}

func (p *submissionRecordParameters) Parameters() []*Parameter {
	return append(p.submissionIDParameters.Parameters(),
		Number("step", &p.step, "step whose record to return: 1 for the original, 0 for the current one").From(0).
			Usually(0))
}

func (s *Server) getSubmissionRecord(c *gin.Context, p *submissionRecordParameters) error {
	record, err := s.archive.SubmissionRecord(c.Request.Context(), p.id, p.step)
	if err != nil {
		return err
	}
	c.Header("Content-Disposition", fmt.Sprintf(`attachment; filename="submission-%d.txt"`, p.id))
	Send(c.Writer, c.Request, http.StatusOK, "application/octet-stream", record)
	return nil
}

func (s *Server) getUploadedFile(c *gin.Context, p *submissionIDParameters) error {
	name, file, err := s.archive.DeliveryFile(c.Request.Context(), p.id)
	if err != nil {
		return err
	}
	c.Header("Content-Disposition", "attachment; filename*=UTF-8''"+url.PathEscape(name))
	Send(c.Writer, c.Request, http.StatusOK, "application/octet-stream", file)
	return nil
}

// stepParameters are the parameters of postStep.
type stepParameters struct {
	submissionIDParameters
	ifMatch
}

func (p *stepParameters) Parameters() []*Parameter {
	tag := func(revision int64) string { return records.SubmissionTag(p.id, revision) }
	return append(p.submissionIDParameters.Parameters(),
		p.ifMatch.parameter(tag, ifMatchHelp+"; not needed for a comment"))
}

func (s *Server) postStep(c *gin.Context, p *stepParameters, in *records.StepInput) error {
	if !p.given && in.Action != events.ActComment {
		return errNoMatch
	}
	v, err := s.archive.ActOnSubmission(c.Request.Context(), p.id, p.revision, *in)
	if err != nil {
		return err
	}
	c.Header("ETag", v.ETag)
	return reply(c, http.StatusOK, v)
}

// queueEventsParameters filter submissions, after an event.
type queueEventsParameters struct {
	QueueParameters
	lastEvent
}

func (p *queueEventsParameters) Parameters() []*Parameter {
	return append(p.QueueParameters.Parameters(), p.lastEvent.Parameters()...)
}

// queueEvents streams submissions as they change, until the client disconnects
// or the server stops.
func (s *Server) queueEvents(c *gin.Context, p *queueEventsParameters) error {
	after, err := p.change()
	if err != nil {
		return err
	}
	return streamEvents(s, c, "submission",
		func(ctx context.Context, tell func(string, *records.SubmissionView) error) error {
			return s.archive.WatchSubmissions(ctx, p.SubmissionFilter, after,
				func(change int64, v *records.SubmissionView) error { return tell(strconv.FormatInt(change, 10), v) })
		})
}
