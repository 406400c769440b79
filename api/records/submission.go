package records

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"
	"unicode/utf8"

	"assay/analysis"
	"assay/analysis/optional"
	"assay/api/events"
	"assay/api/request"
	"assay/api/twins"
	"assay/parser"
	"assay/store"
)

// SubmissionView is the current state of a submitted record.
type SubmissionView struct {
	ID        int64                 `json:"id"`
	Revision  int64                 `json:"revision"` // number of its last step
	ETag      string                `json:"etag"`     // of the revision, for If-Match
	Delivery  int64                 `json:"delivery"` // the uploaded file
	Number    int                   `json:"number"`   // of the record in that file, from 1
	Event     optional.Number       `json:"event"`
	Person    string                `json:"person"` // the submitter
	State     store.SubmissionState `json:"state"`
	Assignee  optional.Text         `json:"assignee"`  // responsible arbiter
	Deadline  *time.Time            `json:"deadline"`  // for the answer
	Overdue   bool                  `json:"overdue"`   // pending after the deadline
	Appealed  bool                  `json:"appealed"`  // appealed by its submitter, at most once
	Game      optional.Number       `json:"game"`      // archived as this game, if it is
	Existing  bool                  `json:"existing"`  // was archived before
	Continued optional.Number       `json:"continued"` // new revision of the game, if continued
	Twin      optional.Number       `json:"twin"`      // game with the same moves; also in details
	Alike     *twins.Likely         `json:"alike"`     // game that is probably the same; also in details
	Deleted   bool                  `json:"deleted"`   // the game is deleted until restored
	Verdict   string                `json:"verdict"`   // of the current record
	submissionResult
	Created time.Time `json:"created"`
	Updated time.Time `json:"updated"`
	Changed time.Time `json:"changed"` // former name of Updated
	change  int64
}

// SubmissionPage is a page of submissions.
type SubmissionPage struct {
	Submissions []*SubmissionView             `json:"submissions"`
	Counts      map[store.SubmissionState]int `json:"counts"` // on all pages, by state
	request.Paged
}

// SubmissionDetail is a submission with its record and history.
type SubmissionDetail struct {
	*SubmissionView
	File    string           `json:"file"`    // name of the uploaded file
	Text    string           `json:"text"`    // of the record; the report's lines and columns refer to it
	Report  *analysis.Report `json:"report"`  // by the current rules, with repairs if requested
	Actions []events.Action  `json:"actions"` // possible for the caller
	Steps   []StepView       `json:"steps"`
}

// SubmissionFilter selects submissions.
type SubmissionFilter = store.SubmissionFilter

// SubmissionTag returns the entity tag of a submission at a revision.
func SubmissionTag(id, revision int64) string { return fmt.Sprintf(`"submission-%d-%d"`, id, revision) }

// viewSubmission returns the state of a submission at a time.
func viewSubmission(s *store.Submission, now time.Time) (*SubmissionView, error) {
	v := &SubmissionView{
		ID: s.ID, Revision: s.Revision, ETag: SubmissionTag(s.ID, s.Revision), Delivery: s.Delivery, Number: s.Number,
		Event:  optional.Number(s.Event),
		Person: s.Person, State: s.State, Assignee: optional.Text(s.Assignee), Appealed: s.Appealed,
		Game: optional.Number(s.Game), Deleted: s.Deleted,
		Verdict: s.Verdict,
		Created: s.Created, Updated: s.Changed, Changed: s.Changed, change: s.Change,
	}
	if !s.Deadline.IsZero() {
		v.Deadline = &s.Deadline
		v.Overdue = slices.Contains(events.WaitingStates, s.State) && now.After(s.Deadline)
	}
	if err := json.Unmarshal(s.Content, &v.submissionResult); err != nil {
		return nil, errors.Join(&store.SubmissionError{ID: s.ID, Kind: store.ErrCorrupt}, err)
	}
	if v.Warnings == nil { // older submissions have none
		v.Warnings = []analysis.Warning{}
	}
	return v, nil
}

func (k *Keeper) viewSubmissions(ctx context.Context, submissions []store.Submission) ([]*SubmissionView, error) {
	views := make([]*SubmissionView, len(submissions))
	now, err := k.store.Now(ctx)
	if err != nil {
		return nil, err
	}
	for i := range submissions {
		if views[i], err = viewSubmission(&submissions[i], now); err != nil {
			return nil, err
		}
	}
	return views, nil
}

// limitToVisible checks that the caller may see the submissions of a filter:
// arbiters see all, others their own. It limits a filter without a person to
// the caller's.
func limitToVisible(c request.Caller, f *SubmissionFilter) error {
	if c.May(request.Arbitrate) {
		return nil
	}
	f.Person = cmp.Or(f.Person, c.Name)
	if f.Person != c.Name || c.Name == "" {
		return c.Need(request.Arbitrate)
	}
	return nil
}

// Submissions returns a page of matching submissions, oldest first. limit is 1
// to MaxLimit; an empty cursor is the first page. The error is a
// [*request.DeniedError] if the caller may not see the submissions of the
// filter.
func (k *Keeper) Submissions(ctx context.Context, f SubmissionFilter, cursor string, limit int) (*SubmissionPage,
	error) {
	if err := limitToVisible(request.CallerOf(ctx), &f); err != nil {
		return nil, err
	}
	if f.State != "" && !slices.Contains(store.SubmissionStates, f.State) {
		return nil, &request.InputError{Field: "state", Value: string(f.State),
			Want: fmt.Sprint(store.SubmissionStates)}
	}
	after, err := store.ReadCursor(cursor)
	if err != nil {
		return nil, err
	}
	if err := store.CheckLimit(limit); err != nil {
		return nil, err
	}
	submissions, err := k.store.Submissions(ctx, f, store.ByNumber, after, limit)
	if err != nil {
		return nil, err
	}
	page := new(SubmissionPage)
	if page.Submissions, err = k.viewSubmissions(ctx, submissions); err != nil {
		return nil, err
	}
	if page.Counts, err = k.store.CountSubmissions(ctx, f); err != nil {
		return nil, err
	}
	if len(submissions) == limit {
		last := submissions[limit-1].ID
		if more, err := k.store.Submissions(ctx, f, store.ByNumber, last, 1); err != nil {
			return nil, err
		} else if len(more) > 0 {
			page.Next = request.Cursor(store.Cursor(last))
		}
	}
	return page, nil
}

// LastSubmissions returns up to limit matching submissions, most recently
// changed first. It returns the errors of Submissions.
func (k *Keeper) LastSubmissions(ctx context.Context, f SubmissionFilter, limit int) ([]*SubmissionView, error) {
	if err := limitToVisible(request.CallerOf(ctx), &f); err != nil {
		return nil, err
	}
	submissions, err := k.store.Submissions(ctx, f, store.LastChanged, 0, limit)
	if err != nil {
		return nil, err
	}
	return k.viewSubmissions(ctx, submissions)
}

// WatchSubmissions calls report with each matching submission that changes
// after a change, in order, with the number of its change; after 0 means from
// now on. It ends when report fails or ctx ends. The first call has nil and
// means that watching has begun. Changes that are close to each other are
// combined. It returns the errors of Submissions, of report, or of ctx.
func (k *Keeper) WatchSubmissions(ctx context.Context, f SubmissionFilter, after int64,
	report func(change int64, v *SubmissionView) error) error {
	if err := limitToVisible(request.CallerOf(ctx), &f); err != nil {
		return err
	}
	last, err := k.store.LastStep(ctx)
	if err != nil {
		return err
	}
	if after > 0 && after < last {
		last = after
	}
	if err := report(last, nil); err != nil {
		return err
	}
	for {
		changed := k.submissionChanges.Wait()
		submissions, err := k.store.Submissions(ctx, f, store.ByChange, last, request.MaxLimit)
		if err != nil {
			return err
		}
		views, err := k.viewSubmissions(ctx, submissions)
		if err != nil {
			return err
		}
		for _, v := range views {
			last = v.change
			if err := report(last, v); err != nil {
				return err
			}
		}
		if len(submissions) == request.MaxLimit {
			continue
		}
		if err := request.WaitForChange(ctx, changed); err != nil {
			return err
		}
	}
}

// submission returns a submission that the caller may see, with all its steps.
func (k *Keeper) submission(ctx context.Context, id int64) (*store.Submission, []store.Step, error) {
	s, err := k.store.Submission(ctx, id)
	if err != nil {
		return nil, nil, err
	}
	if c := request.CallerOf(ctx); !events.IsParty(c, s) {
		return nil, nil, c.Need(request.Arbitrate)
	}
	steps, err := k.store.Steps(ctx, id)
	if err != nil {
		return nil, nil, err
	}
	// Later steps belong to another revision.
	return s, steps[:min(len(steps), int(s.Revision))], nil
}

// currentText returns the current record of a submission.
func currentText(s *store.Submission, steps []store.Step) []byte { return steps[s.Text-1].Record }

// Submission returns a submission in detail; its record is verified by the
// current rules. The error is a [*store.SubmissionError] or a
// [*request.DeniedError].
func (k *Keeper) Submission(ctx context.Context, id int64, repairs bool) (*SubmissionDetail, error) {
	s, steps, err := k.submission(ctx, id)
	if err != nil {
		return nil, err
	}
	d, err := k.store.Upload(ctx, s.Delivery)
	if err != nil {
		return nil, err
	}
	v := &SubmissionDetail{File: d.Name, Actions: events.PossibleActions(request.CallerOf(ctx), s),
		Steps: make([]StepView, len(steps))}
	now, err := k.store.Now(ctx)
	if err != nil {
		return nil, err
	}
	if v.SubmissionView, err = viewSubmission(s, now); err != nil {
		return nil, err
	}
	for i, step := range steps {
		v.Steps[i] = StepView{
			Number: step.Number, Person: step.Person, Action: events.Action(step.Action), State: step.State,
			Reason: step.Reason, Created: step.At, At: step.At, Text: step.Record != nil,
		}
		if v.Steps[i].stepContent, err = contentOf(&step); err != nil {
			return nil, err
		}
	}
	rulings, err := rulingsOn(steps)
	if err == nil {
		err = readAsChosen(d, steps, "")
	}
	if err != nil {
		return nil, err
	}
	r, err := k.verifySubmission(ctx, d, currentText(s, steps), rulings, repairs)
	if err != nil {
		return nil, err
	}
	v.Report = &r.game.Report
	if s.State != store.SubmissionAccepted {
		twin, err := k.twin(ctx, r)
		if err != nil {
			return nil, err
		}
		v.Twin = optional.Number(twin)
		alike, err := k.alike(ctx, *r)
		if err != nil {
			return nil, err
		}
		v.Alike = alike[0]
	}
	if !acceptable(v.Report) {
		v.Actions = slices.DeleteFunc(v.Actions, func(a events.Action) bool { return a == events.ActAccept })
	}
	v.Text = parser.Text(currentText(s, steps), parser.Format(v.Report.Format), string(v.Report.Encoding))
	return v, nil
}

// twin returns the game with the moves of a record that is not archived, or 0.
func (k *Keeper) twin(ctx context.Context, r *verifiedRecord) (int64, error) {
	if r.archived == nil {
		return 0, nil
	}
	return k.store.Twin(ctx, r.archived)
}

// alike returns for records that are not archived the game that is probably the
// same as each, nil for none.
func (k *Keeper) alike(ctx context.Context, records ...verifiedRecord) ([]*twins.Likely, error) {
	games := make([]*store.Game, len(records))
	for i := range records {
		if games[i] = records[i].archived; games[i] == nil {
			games[i] = new(store.Game)
		}
	}
	return twins.Nearest(ctx, k.store, games)
}

// SubmissionRecord returns the bytes of a submission's record as of a step, 0
// for the last one. The error is a [*store.SubmissionError] or a
// [*request.DeniedError].
func (k *Keeper) SubmissionRecord(ctx context.Context, id, number int64) ([]byte, error) {
	s, steps, err := k.submission(ctx, id)
	if err != nil {
		return nil, err
	}
	if number == 0 {
		return currentText(s, steps), nil
	}
	var record []byte
	for _, step := range steps {
		if step.Number <= number && step.Record != nil {
			record = step.Record
		}
	}
	if number > int64(len(steps)) {
		return nil, &request.InputError{Field: "step", Value: fmt.Sprint(number),
			Want: fmt.Sprintf("1 to %d", len(steps))}
	}
	return record, nil
}

// DeliveryFile returns the uploaded file of a submission, byte for byte, and
// its name. It returns the errors of Submission.
func (k *Keeper) DeliveryFile(ctx context.Context, id int64) (name string, file []byte, err error) {
	s, err := k.store.Submission(ctx, id)
	if err != nil {
		return "", nil, err
	}
	if c := request.CallerOf(ctx); !events.IsParty(c, s) {
		return "", nil, c.Need(request.Arbitrate)
	}
	d, err := k.store.Upload(ctx, s.Delivery)
	if err != nil {
		return "", nil, err
	}
	return d.Name, d.File, nil
}

// SubmissionOf returns the first submission that was archived as a game, 0 for
// none.
func (k *Keeper) SubmissionOf(ctx context.Context, game int64) (int64, error) {
	submissions, err := k.store.Submissions(ctx, SubmissionFilter{Game: game}, store.ByNumber, 0, 1)
	if err != nil || len(submissions) == 0 {
		return 0, err
	}
	return submissions[0].ID, nil
}

// verifySubmission verifies the text of a submission with rulings and the
// upload's settings. It must contain exactly one record.
func (k *Keeper) verifySubmission(ctx context.Context, d *store.Upload, text []byte, rulings []analysis.Ruling,
	repairs bool) (*verifiedRecord, error) {
	var settings storedReading
	if err := json.Unmarshal(d.Reading, &settings); err != nil {
		return nil, err
	}
	r := settings.settings()
	r.Repair, r.rulings = repairs, &rulings
	if utf8.Valid(text) && !bytes.ContainsAny(text, "\x00\x1b") {
		r.Encoding = "" // of the file; corrected text is in UTF-8
	}
	s := uploadSink{body: text}
	if err := k.verifyAll(ctx, storedInput(d.Name, text), r, &s); err != nil {
		return nil, err
	}
	if len(s.records) != 1 {
		game := analysis.Unread(d.Name, 1, fmt.Errorf("%s, but 1 was expected", parser.Count(len(s.records), "record")))
		return &verifiedRecord{game: game, bytes: text}, nil
	}
	return &s.records[0], nil
}
