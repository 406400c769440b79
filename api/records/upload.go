package records

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"assay/analysis"
	"assay/analysis/optional"
	"assay/api/events"
	"assay/api/request"
	"assay/index"
	"assay/parser"
	"assay/store"
)

// DeliveryInput is an uploaded file of records.
type DeliveryInput struct {
	Author  string // used without user accounts; "" for anonymous
	File    string // file name
	Event   string // ID or name of an event; "" to use the events named by the records
	Comment string
	Body    []byte
	Reading
}

// Delivered is the result of an upload.
type Delivered struct {
	Delivery    int64             `json:"delivery"`
	SHA256      string            `json:"sha256"` // of the file
	Size        int               `json:"size"`   // of the file, in bytes
	Submissions []*SubmissionView `json:"submissions"`
	Replayed    bool              `json:"-"` // it is the stored response of an earlier request
}

// maxComment is the maximum length of a comment on a submission, in characters.
const maxComment = 5000

// anonymous is the name of anonymous submitters.
const anonymous = "anonymous"

// submitter returns the name of the caller. Without user accounts, it returns
// author.
func submitter(ctx context.Context, author string) (string, error) {
	if request.CallerOf(ctx).Name == "" && author == "" {
		return anonymous, nil
	}
	err := request.SetAuthor(ctx, &author)
	return author, err
}

// storedReading is the stored form of an upload's reading settings.
type storedReading struct {
	Format  parser.Format `json:"format"`
	Variant string        `json:"variant"`
	Options string        `json:"options"`

	Encoding string `json:"encoding,omitempty"`
}

func (r storedReading) settings() Reading {
	return Reading{Format: r.Format, Variant: r.Variant, Options: r.Options, Encoding: r.Encoding}
}

// Deliver uploads a file of records. It archives legal records without
// validation issues and queues the others for an arbiter. Everything is saved
// in one transaction. If in is atomic, a file with an illegal or unreadable
// record is refused instead. With an idempotency key, a repeated request
// returns the stored response. The error is an [*request.InputError],
// [store.ErrNoEvent], [*events.EventClosedError], [*request.LimitError],
// [*RejectedError], or an idempotency error as for
// [annotate.Annotator.AnnotateOnce].
func (k *Keeper) Deliver(ctx context.Context, in DeliveryInput, key string) (*Delivered, error) {
	person, err := submitter(ctx, in.Author)
	if err != nil {
		return nil, err
	}
	if err := checkComment("comment", in.Comment); err != nil {
		return nil, err
	}
	if err := request.CheckText("file", in.File, events.MaxEventName); err != nil {
		return nil, err
	}
	if key == "" {
		return k.upload(ctx, person, in, nil)
	}
	call, err := k.keys.BeginRequest(ctx, key, "deliver "+person,
		[]any{in.File, in.Event, in.Comment, in.Reading, sha256.Sum256(in.Body)})
	if err != nil {
		return nil, err
	}
	defer call.Release()
	if call.Response != nil {
		d := &Delivered{Replayed: true}
		return d, json.Unmarshal(call.Response, d)
	}
	return k.upload(ctx, person, in, &call.IdempotencyKey)
}

func (k *Keeper) upload(ctx context.Context, person string, in DeliveryInput,
	idempotency *store.IdempotencyKey) (*Delivered, error) {
	var event *events.EventView
	if in.Event != "" {
		var err error
		if event, err = k.findEvent(ctx, in.Event); err != nil {
			return nil, err
		}
		if !event.Admits(request.CallerOf(ctx)) {
			return nil, &events.EventClosedError{Event: event.Name}
		}
		if len(event.Variants) == 1 && in.Variant == "" {
			in.Variant, in.Options = event.Variants[0].Variant, event.Variants[0].Options
		}
	}
	s := uploadSink{body: in.Body}
	if err := k.verifyAll(ctx, bodyInput(in.File, bytes.NewReader(in.Body), in.Reading), in.Reading, &s); err != nil {
		return nil, err
	}
	if len(bytes.TrimSpace(in.Body)) == 0 || len(s.records) == 0 {
		return nil, &request.InputError{Field: "body", Value: fmt.Sprintf("%d bytes", len(in.Body)),
			Want: "a file with a record"}
	}
	if in.Atomic && slices.ContainsFunc(s.records, func(r verifiedRecord) bool { return r.game.Report.Invalid() }) {
		return nil, &RejectedError{Reports: s.reports()}
	}
	hints, err := json.Marshal(storedReading{in.Format, in.Variant, in.Options, in.Encoding})
	if err != nil {
		return nil, err
	}
	d := store.Upload{Person: person, Name: in.File, Comment: in.Comment, Reading: hints, Hash: sha256.Sum256(in.Body),
		File: in.Body}
	if event != nil {
		d.Event = event.ID
	}
	duplicates := map[int64]bool{} // games whose longer record is another game
	for {
		saved, err := k.saveUpload(ctx, d, s.records, event, duplicates, idempotency)
		if other, is := errors.AsType[*store.DuplicateRecordError](err); is && !duplicates[other.Game] {
			duplicates[other.Game] = true
			continue
		}
		return saved, err
	}
}

// saveUpload archives or queues the records of an upload.
func (k *Keeper) saveUpload(ctx context.Context, d store.Upload, records []verifiedRecord, event *events.EventView,
	duplicates map[int64]bool, idempotency *store.IdempotencyKey) (*Delivered, error) {
	rows, err := k.triage(ctx, records, event, d.Person, duplicates)
	if err != nil {
		return nil, err
	}
	for i := range rows {
		rows[i].Person, rows[i].Step.Person, rows[i].Step.Reason = d.Person, d.Person, d.Comment
	}
	twins := make([]int64, len(rows)) // of the records that wait
	for i := range rows {
		if rows[i].Step.Archive == nil && rows[i].Step.Correction == nil {
			if twins[i], err = k.twin(ctx, &records[i]); err != nil {
				return nil, err
			}
		}
	}
	alike, err := k.alike(ctx, records...)
	if err != nil {
		return nil, err
	}
	var archived []store.Added
	kept, err := k.store.AddUpload(ctx, idempotency, d, rows,
		func(d *store.Upload, saved []store.Submission, added []store.Added) ([]byte, error) {
			archived = added
			v := Delivered{Delivery: d.ID, SHA256: hex.EncodeToString(d.Hash[:]), Size: d.Size}
			for i := range saved {
				view, err := viewSubmission(&saved[i], d.Sent)
				if err != nil {
					return nil, err
				}
				view.Existing, view.Twin = added[i].Existing, optional.Number(cmp.Or(added[i].Twin, twins[i]))
				view.Continued = optional.Number(added[i].Revision)
				if !added[i].Existing {
					view.Alike = alike[i]
				}
				v.Submissions = append(v.Submissions, view)
			}
			return json.Marshal(v)
		})
	if err != nil {
		return nil, err
	}
	var games []*store.Game
	var added []store.Added
	var found []*index.Document
	continued := false
	for i := range archived {
		continued = continued || archived[i].Revision != 0
		if rows[i].Step.Archive != nil {
			games, added, found = append(games, rows[i].Step.Archive), append(added, archived[i]),
				append(found, records[i].found)
		}
	}
	k.finder.KeepDocuments(games, added, found)
	if len(added) > 0 || continued {
		k.finder.MakeSearchable(ctx)
	}
	k.submissionChanges.Notify()
	v := new(Delivered)
	return v, json.Unmarshal(kept, v)
}

// triage decides which records are archived and which are queued. event is nil
// if each record names its own. A record that continues a game becomes its
// revision, if the game is not in except, and its submitter is an arbiter or
// the person who submitted the game; for others it waits.
func (k *Keeper) triage(ctx context.Context, records []verifiedRecord, event *events.EventView, person string,
	except map[int64]bool) ([]store.UploadedRecord, error) {
	latest := map[int64]*store.Game{} // games that earlier records of the upload continue
	found := map[string]*events.EventView{}
	now, err := k.store.Now(ctx)
	if err != nil {
		return nil, err
	}
	rows := make([]store.UploadedRecord, len(records))
	for i := range records {
		r := &records[i]
		recordEvent := event
		if recordEvent == nil && r.archived != nil && r.archived.Event != "" {
			key := r.archived.Event
			known, cached := found[key]
			if !cached {
				known, err = events.ReadEvent(k.store.EventNamed(ctx, key))
				if err != nil && !errors.Is(err, store.ErrNoEvent) {
					return nil, err
				}
				found[key] = known
			}
			if recordEvent = known; recordEvent != nil && !recordEvent.Admits(request.CallerOf(ctx)) {
				return nil, &events.EventClosedError{Event: recordEvent.Name, Game: r.game.Report.Game}
			}
		}
		continued, err := k.continuedBy(ctx, r, latest)
		if err != nil {
			return nil, err
		}
		if continued != nil && except[continued.ID] {
			continued = nil
		}
		var issues []events.ValidationIssue
		if continued != nil {
			mayCorrect, err := k.mayContinue(ctx, continued.ID, person)
			if err != nil {
				return nil, err
			}
			if !mayCorrect {
				issues = append(issues, events.ValidationIssue{Kind: events.IssueContinues,
					Message: fmt.Sprintf("it continues game %d, which has no result; an arbiter decides",
						continued.ID)})
			}
		}
		content, err := r.result(recordEvent, now, issues...)
		if err != nil {
			return nil, err
		}
		s := &rows[i]
		s.Number, s.Verdict, s.Content = i+1, r.game.Report.Verdict, content.encoded
		s.Step = store.Step{Action: string(events.ActSubmit), State: store.SubmissionNew, Record: r.bytes}
		if recordEvent != nil {
			s.Event = recordEvent.ID
		}
		if len(content.Concerns) == 0 {
			s.Step.State = store.SubmissionAccepted
			if continued == nil {
				s.Step.Archive = r.archived
				continue
			}
			s.Step.Correction = correction(continued, r, person)
			next := *s.Step.Correction.Game
			next.Revision++
			latest[next.ID] = &next
		}
	}
	return rows, nil
}

// continuedBy returns the game that a record continues, nil for none. Games in
// latest have changed since they were archived.
func (k *Keeper) continuedBy(
	ctx context.Context, r *verifiedRecord, latest map[int64]*store.Game,
) (*store.Game, error) {
	if r.archived == nil {
		return nil, nil
	}
	game, err := k.continued(ctx, k.unfinished, r.archived)
	if err != nil || game == nil || latest[game.ID] == nil {
		return game, err
	}
	if game = latest[game.ID]; !continues(r.archived, game) {
		return nil, nil
	}
	return game, nil
}

// mayContinue reports whether a person may correct a game by a longer record:
// arbiters, and whoever submitted it.
func (k *Keeper) mayContinue(ctx context.Context, game int64, person string) (bool, error) {
	if request.CallerOf(ctx).May(request.Arbitrate) {
		return true, nil
	}
	id, err := k.SubmissionOf(ctx, game)
	if err != nil || id == 0 || request.CallerOf(ctx).Name == "" {
		return false, err
	}
	s, err := k.store.Submission(ctx, id)
	return err == nil && s.Person == person, err
}

// correction makes a record the next revision of the game that it continues.
func correction(game *store.Game, r *verifiedRecord, author string) *store.Correction {
	next := *r.archived
	next.ID, next.Revision = game.ID, game.Revision
	return &store.Correction{Game: &next, Author: author, Reason: longerRecord}
}

// findEvent returns an event by its ID or name.
func (k *Keeper) findEvent(ctx context.Context, text string) (*events.EventView, error) {
	if id, err := strconv.ParseInt(text, 10, 64); err == nil {
		if v, err := k.events.Event(ctx, id); !errors.Is(err, store.ErrNoEvent) {
			return v, err
		}
	}
	return events.ReadEvent(k.store.EventNamed(ctx, text))
}

// uploadSink collects the verified records of a file.
type uploadSink struct {
	body    []byte
	records []verifiedRecord
	ended   int // number of records of the files of an archive that have ended
}

// verifiedRecord is a verified record of an upload.
type verifiedRecord struct {
	game     *analysis.Game
	archived *store.Game     // row to archive; nil if the record is unreadable
	found    *index.Document // index data
	bytes    []byte          // exact bytes of the record
}

func (s *uploadSink) game(_ *input, game *replayedRecord) error {
	r := verifiedRecord{game: game.Game}
	if game.Record != nil {
		g, err := storedGame(game.Game)
		if err != nil {
			return err
		}
		r.archived, r.found, r.bytes = g, game.document(g), g.Record
	}
	s.records = append(s.records, r)
	return nil
}

func (s *uploadSink) reports() []*analysis.Report {
	reports := make([]*analysis.Report, len(s.records))
	for i := range s.records {
		reports[i] = &s.records[i].game.Report
	}
	return reports
}

// end assigns the bytes between readable records to the unreadable records.
func (s *uploadSink) end(in *input) error {
	rest := s.body
	if in.isMember() {
		rest = in.content
	}
	records := s.records[s.ended:]
	s.ended = len(s.records)
	for i := range records {
		r := &records[i]
		if r.archived != nil {
			if at := bytes.Index(rest, r.bytes); at >= 0 {
				rest = rest[at+len(r.bytes):]
			}
			continue
		}
		end := len(rest)
		if i+1 < len(records) && records[i+1].archived != nil {
			if at := bytes.Index(rest, records[i+1].bytes); at >= 0 {
				end = at
			}
		}
		r.bytes, rest = bytes.Clone(rest[:end]), rest[end:]
		if r.bytes == nil {
			r.bytes = []byte{}
		}
	}
	return nil
}

// submissionResult is the stored verification result of a submitted record.
type submissionResult struct {
	Format      string                   `json:"format"`
	Variant     string                   `json:"variant"`
	Options     string                   `json:"options"`
	Plies       int                      `json:"plies"`
	Result      string                   `json:"result"`
	Termination *string                  `json:"termination"`
	First       string                   `json:"first"`
	Second      string                   `json:"second"`
	Date        string                   `json:"date"`
	Concerns    []events.ValidationIssue `json:"concerns"`

	Warnings []analysis.Warning `json:"warnings"` // of records that are otherwise valid
	encoded  []byte
}

// result returns the verification result of a record, with further issues.
// event may be nil.
func (r *verifiedRecord) result(event *events.EventView, sent time.Time,
	issues ...events.ValidationIssue) (f submissionResult, err error) {
	report := &r.game.Report
	f = submissionResult{
		Format: report.Format, Variant: report.Variant, Options: report.Options, Plies: report.Plies,
		Result: cmp.Or(report.Result, "*"), Termination: report.Termination,
		Concerns: append(events.ValidationIssues(r.game, r.archived, event, sent), issues...),
		Warnings: report.Warnings,
	}
	if g := r.archived; g != nil {
		f.First, f.Second, f.Date = g.First, g.Second, g.Date
	}
	f.encoded, err = json.Marshal(f)
	return f, err
}

// checkComment checks a text of several lines.
func checkComment(field, text string) error {
	if utf8.RuneCountInString(text) > maxComment || !utf8.ValidString(text) ||
		strings.ContainsFunc(text,
			func(r rune) bool { return r < ' ' && r != '\n' && r != '\t' && r != '\r' || r == 0x7f }) {
		return &request.InputError{Field: field, Value: strings.ToValidUTF8(text, "\uFFFD"),
			Want: fmt.Sprintf("up to %d characters", maxComment)}
	}
	return nil
}
