package rest

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"

	"github.com/gin-gonic/gin"

	"assay/api"
	"assay/store"
)

// deliveryParameters are a file of records that is submitted.
type deliveryParameters struct {
	recordParameters
	keyParameters
	event, comment, author string
}

func (p *deliveryParameters) Parameters() []*Parameter {
	return slices.Concat(p.recordParameters.Parameters(), []*Parameter{
		Text("event", &p.event, "number or name of the event that all records are for; each is of the one that its header names where it is left out"),
		Text("comment", &p.comment, "to whoever answers them"),
		Text("author", &p.author, "who submits them, where nobody logs in"),
	}, p.keyParameters.Parameters())
}

func (s *Server) postSubmissions(c *gin.Context, p *deliveryParameters) error {
	body, err := s.records(c, &p.recordParameters)
	if err != nil {
		return err
	}
	d, err := s.archive.Deliver(c.Request.Context(), api.DeliveryInput{
		Author: p.author, File: p.file, Event: p.event, Comment: p.comment, Body: body, Reading: p.Reading,
	}, p.key)
	if err != nil {
		return err
	}
	if len(d.Submissions) == 1 {
		return replyMade(c, d, "/submissions/%d", d.Submissions[0].ID)
	}
	return reply(c, http.StatusCreated, d)
}

// QueueParameters are the conditions of a list of submissions.
type QueueParameters struct{ api.SubmissionFilter }

func (p *QueueParameters) Parameters() []*Parameter {
	return []*Parameter{
		Number("event", &p.Event, "number of the event that they are of").From(1),
		Text("state", (*string)(&p.State), "that they are in").OneOf(api.Words(store.SubmissionStates)...),
		Truth("waiting", &p.Waiting, "those alone that are neither accepted nor refused"),
		Text("assignee", &p.Assignee, "name of the arbiter who answers them"),
		Text("person", &p.Person, "name of who submitted them; whoever may not arbitrate has those of his own in any case"),
		Number("delivery", &p.Delivery, "number of the file that they came in").From(1),
		Number("game", &p.Game, "number of the game that they are archived as").From(1),
	}
}

// submissionListParameters are those of a page of submissions.
type submissionListParameters struct {
	QueueParameters
	pageParameters
}

func (p *submissionListParameters) Parameters() []*Parameter {
	return append(p.QueueParameters.Parameters(), p.pageParameters.Parameters()...)
}

func (s *Server) listSubmissions(ctx context.Context, p *submissionListParameters) (*api.SubmissionPage, error) {
	return s.archive.Submissions(ctx, p.SubmissionFilter, p.cursor, p.limit)
}

// oneSubmissionParameters are those of a call on a submission.
type oneSubmissionParameters struct{ id int64 }

func (p *oneSubmissionParameters) Parameters() []*Parameter {
	return []*Parameter{Number("id", &p.id, "number of a submission").From(1).InPath()}
}

// submissionDetailParameters are those of a call for a submission whole.
type submissionDetailParameters struct {
	oneSubmissionParameters
	repair bool
}

func (p *submissionDetailParameters) Parameters() []*Parameter {
	return append(p.oneSubmissionParameters.Parameters(), Truth("repair", &p.repair, "offer what an illegal record probably was meant to be"))
}

// getSubmission answers with a submission whose report is of the rules as they
// are now: what is sent has a tag of its own, and that for If-Match stands in
// it.
func (s *Server) getSubmission(ctx context.Context, p *submissionDetailParameters) (*api.SubmissionDetail, error) {
	return s.archive.Submission(ctx, p.id, p.repair)
}

// submittedParameters are those of a call for the record of a submission.
type submittedParameters struct {
	oneSubmissionParameters
	step int64
}

func (p *submittedParameters) Parameters() []*Parameter {
	return append(p.oneSubmissionParameters.Parameters(),
		Number("step", &p.step, "the record that it had from this step on: 1 is the one that was sent, and 0 the one that it has").From(0).Usually(0))
}

func (s *Server) getSubmitted(c *gin.Context, p *submittedParameters) error {
	record, err := s.archive.SubmissionRecord(c.Request.Context(), p.id, p.step)
	if err != nil {
		return err
	}
	c.Header("Content-Disposition", fmt.Sprintf(`attachment; filename="submission-%d.txt"`, p.id))
	Send(c.Writer, c.Request, http.StatusOK, "application/octet-stream", record)
	return nil
}

func (s *Server) getDelivered(c *gin.Context, p *oneSubmissionParameters) error {
	name, file, err := s.archive.DeliveryFile(c.Request.Context(), p.id)
	if err != nil {
		return err
	}
	c.Header("Content-Disposition", "attachment; filename*=UTF-8''"+url.PathEscape(name))
	Send(c.Writer, c.Request, http.StatusOK, "application/octet-stream", file)
	return nil
}

// stepParameters are those of a call that does something with a submission.
type stepParameters struct {
	oneSubmissionParameters
	match
}

func (p *stepParameters) Parameters() []*Parameter {
	tag := func(revision int64) string { return api.SubmissionTag(p.id, revision) }
	return append(p.oneSubmissionParameters.Parameters(), p.match.parameter(tag, meantHelp+"; a comment needs none"))
}

func (s *Server) postStep(c *gin.Context, p *stepParameters, in *api.StepInput) error {
	if !p.given && in.Action != api.ActComment {
		return errNoMatch
	}
	v, err := s.archive.Step(c.Request.Context(), p.id, p.revision, *in)
	if err != nil {
		return err
	}
	c.Header("ETag", v.ETag)
	return reply(c, http.StatusOK, v)
}

// queueEvents tells of submissions as they change, until the caller goes or the
// server stops.
func (s *Server) queueEvents(c *gin.Context, p *QueueParameters) error {
	return watched(s, c, "submission", func(ctx context.Context, tell func(*api.SubmissionView) error) error {
		return s.archive.WatchSubmissions(ctx, p.SubmissionFilter, tell)
	})
}
