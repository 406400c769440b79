package records

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"assay/analysis"
	"assay/analysis/optional"
	"assay/api/events"
	"assay/api/request"
	"assay/api/twins"
	"assay/parser"
	"assay/store"
)

// StepView is an entry of a submission's history.
type StepView struct {
	Number  int64                 `json:"number"`
	Person  string                `json:"person"`
	Action  events.Action         `json:"action"`
	State   store.SubmissionState `json:"state"` // after this step
	Reason  string                `json:"reason"`
	Created time.Time             `json:"created"`
	At      time.Time             `json:"at"`   // former name of Created
	Text    bool                  `json:"text"` // it has a record
	stepContent
}

// stepContent is the stored content of a step.
type stepContent struct {
	Assignee *string `json:"assignee,omitempty"` // "" for none
	Deadline *string `json:"deadline,omitempty"` // RFC 3339, "" for none
	Event    *int64  `json:"event,omitempty"`    // 0 for none
	Repair   int     `json:"repair,omitempty"`   // number of the chosen suggestion
	Format   string  `json:"format,omitempty"`   // notation in which the record is read from here on

	Rulings []analysis.Ruling `json:"rulings,omitempty"` // added by this step
}

// StepInput is an action on a submission.
type StepInput struct {
	Action events.Action `json:"action"`
	Author string        `json:"author"` // without accounts
	Reason string        `json:"reason"`

	Text   string `json:"text"`   // for repair: the whole corrected record
	Repair int    `json:"repair"` // or the number of a suggested repair, from 1
	// Or how to read the record: a variant, whose header is changed or added,
	// and the encoding of the submitted bytes; "" changes nothing.
	Variant  string `json:"variant"`
	Encoding string `json:"encoding"`
	Format   string `json:"format"` // or the notation; "" changes nothing

	Rulings []SubmittedRuling `json:"rulings"` // for rule: the overruled plies in order

	// Settings that arbiters may change with every step; nil leaves a setting
	// unchanged.
	Assignee *string `json:"assignee"` // "" for none
	Deadline *string `json:"deadline"` // RFC 3339, "" for none
	Event    *int64  `json:"event"`    // 0 for none
}

// SubmittedRuling is a ruling on a ply of a submission. The step has the
// reason.
type SubmittedRuling struct {
	Ply    int    `json:"ply"`
	Ruling string `json:"ruling"` // ID of the rule that the ply breaks
	Move   string `json:"move"`   // the move played, in numbered or SAN form; "" for the most probable one
}

// maxRulings bounds the rulings of a step.
const maxRulings = 100

// ChangedSubmission is a submission after a step.
type ChangedSubmission struct {
	*SubmissionView
	Report *analysis.Report `json:"report"` // of the record repaired or archived by the step, null for none
	// Warning says what failed after the game was archived, "" for nothing.
	Warning string `json:"warning,omitempty"`
}

// contentOf returns the stored content of a step.
func contentOf(s *store.Step) (set stepContent, err error) {
	if len(s.Content) == 0 {
		return set, nil
	}
	if err := json.Unmarshal(s.Content, &set); err != nil {
		return set, errors.Join(&store.SubmissionError{ID: s.Submission, Kind: store.ErrCorrupt}, err)
	}
	return set, nil
}

// rulingsOn returns the rulings on the current record of a submission: those of
// all steps since the submission last was in a state other than ruled or
// accepted.
func rulingsOn(steps []store.Step) ([]analysis.Ruling, error) {
	var all []analysis.Ruling
	for i := range steps {
		switch steps[i].State {
		case store.SubmissionRuled:
			set, err := contentOf(&steps[i])
			if err != nil {
				return nil, err
			}
			all = append(all, set.Rulings...)
		case store.SubmissionAccepted:
		default:
			all = nil
		}
	}
	return all, nil
}

// readAsChosen sets the notation of an upload to the chosen one, or to the last
// one that a step chose.
func readAsChosen(d *store.Upload, steps []store.Step, chosen string) error {
	for i := len(steps) - 1; i >= 0 && chosen == ""; i-- {
		set, err := contentOf(&steps[i])
		if err != nil {
			return err
		}
		chosen = set.Format
	}
	if chosen == "" {
		return nil
	}
	var r storedReading
	err := json.Unmarshal(d.Reading, &r)
	if r.Format = parser.Format(chosen); err == nil {
		d.Reading, err = json.Marshal(r)
	}
	return err
}

// ActOnSubmission performs an action on a submission, if it is at the revision
// given; 0 is any. Accepting verifies the record again and archives it. The
// error is a [*store.SubmissionError], [*request.DeniedError],
// [*events.TransitionError], [*request.InputError], [store.ErrNoEvent], a
// [*RejectedError] for a record that cannot be archived, one of Rule about a
// ply, a [*store.UnruledError], or a [*store.SubmissionChangedError] if the
// submission is at another revision.
func (k *Keeper) ActOnSubmission(ctx context.Context, id, revision int64, in StepInput) (*ChangedSubmission, error) {
	person, err := submitter(ctx, in.Author)
	if err != nil {
		return nil, err
	}
	s, steps, err := k.submission(ctx, id)
	if err != nil {
		return nil, err
	}
	if revision != store.AnyRevision && revision != s.Revision {
		return nil, &store.SubmissionChangedError{Revision: revision, Current: s}
	}
	c := request.CallerOf(ctx)
	state, reasoned, err := events.NextState(c, s, in.Action)
	if err != nil {
		return nil, err
	}
	invalid := checkComment("reason", in.Reason)
	if reasoned && strings.TrimSpace(in.Reason) == "" {
		invalid = &request.InputError{Field: "reason", Want: "a reason"}
	}
	next := store.Step{Person: person, Action: string(in.Action), State: state, Reason: in.Reason}
	set, event, err := k.stepSettings(ctx, c, s, in)
	if err := request.Joined(invalid, err); err != nil {
		return nil, err
	}
	d, err := k.store.Upload(ctx, s.Delivery)
	if err != nil {
		return nil, err
	}
	rulings, err := rulingsOn(steps)
	if err != nil {
		return nil, err
	}
	if err := readAsChosen(d, steps, in.Format); err != nil {
		return nil, err
	}
	text, verify := currentText(s, steps), in.Event != nil || in.Action == events.ActAccept
	switch {
	case in.Action == events.ActRepair:
		if in.Encoding != "" {
			text = steps[0].Record
		}
		if text, err = k.correctedText(ctx, d, text, in); err != nil {
			return nil, err
		}
		set.Repair, set.Format, next.Record, rulings, verify = in.Repair, in.Format, text, nil, true
	case in.Action == events.ActRule:
		if set.Rulings, err = k.verifyRulings(ctx, d, text, rulings, person, in); err != nil {
			return nil, err
		}
		rulings, verify = append(rulings, set.Rulings...), true
	case state != s.State && state != store.SubmissionAccepted && len(rulings) > 0:
		rulings, verify = nil, true
	}
	var r *verifiedRecord
	var content submissionResult
	if verify {
		if r, err = k.verifySubmission(ctx, d, text, rulings, false); err != nil {
			return nil, err
		}
		if content, err = r.result(event, d.Sent); err != nil {
			return nil, err
		}
	}
	if in.Action == events.ActAccept {
		if !acceptable(&r.game.Report) {
			return nil, &RejectedError{Reports: []*analysis.Report{&r.game.Report}}
		}
		r.archived.File, r.archived.Number, r.archived.Line = d.Name, s.Number, 1
		next.Archive, next.Rulings = r.archived, rulings
		continued, err := k.continuedBy(ctx, r, nil)
		if err != nil {
			return nil, err
		}
		if continued != nil && len(rulings) == 0 {
			next.Archive, next.Correction = nil, correction(continued, r, person)
		}
	}
	if next.Content, err = json.Marshal(set); err != nil {
		return nil, err
	}
	advance := func(now *store.Submission) (*store.Step, error) {
		if set.Assignee != nil {
			now.Assignee = *set.Assignee
		}
		if set.Deadline != nil {
			now.Deadline, _ = deadlineOf(*set.Deadline) // already validated
		}
		if set.Event != nil {
			now.Event = *set.Event
		}
		if in.Action == events.ActAppeal {
			now.Appealed = true
		}
		if r != nil {
			now.Verdict, now.Content = r.game.Report.Verdict, content.encoded
		}
		return &next, nil
	}
	now, added, err := k.store.Advance(ctx, id, s.Revision, advance)
	if _, other := errors.AsType[*store.DuplicateRecordError](err); other && next.Correction != nil {
		next.Archive, next.Correction = r.archived, nil // another game has the longer record
		now, added, err = k.store.Advance(ctx, id, s.Revision, advance)
	}
	if err != nil {
		return nil, err
	}
	return k.viewStep(ctx, now, added, r)
}

// acceptable reports whether accepting can archive a record with this report.
func acceptable(r *analysis.Report) bool { return r.Holds() || r.Verdict == analysis.Unsupported }

// verifyRulings verifies a record with further rulings, and returns them.
func (k *Keeper) verifyRulings(ctx context.Context, d *store.Upload, text []byte, before []analysis.Ruling,
	arbiter string, in StepInput) (rulings []analysis.Ruling, err error) {
	if err := request.CheckBounds(request.Range("rulings", len(in.Rulings), 1, maxRulings)); err != nil {
		return nil, err
	}
	if err := request.CheckReason(in.Reason); err != nil {
		return nil, err
	}
	now, err := k.store.Now(ctx)
	if err != nil {
		return nil, err
	}
	for _, input := range in.Rulings {
		r, err := k.verifySubmission(ctx, d, text, slices.Concat(before, rulings), false)
		if err != nil {
			return nil, err
		}
		ruling, err := r.game.Stands(analysis.Ruling{Ply: input.Ply, Rule: input.Ruling, Move: input.Move,
			Arbiter: arbiter, Reason: in.Reason, Ruled: now})
		if err != nil {
			return nil, err
		}
		ruling.Number = int64(len(before) + len(rulings) + 1)
		rulings = append(rulings, ruling)
	}
	return rulings, nil
}

// viewStep returns a submission after a step. If the step archived a game, it
// waits until the game is indexed.
func (k *Keeper) viewStep(ctx context.Context, now *store.Submission, added store.Added,
	r *verifiedRecord) (*ChangedSubmission, error) {
	if added.Sequence != 0 || added.Revision != 0 {
		k.finder.MakeSearchable(ctx)
	}
	k.submissionChanges.Notify()
	v := new(ChangedSubmission)
	var err error
	if v.SubmissionView, err = viewSubmission(now, now.Changed); err != nil {
		return nil, err
	}
	v.Existing, v.Twin, v.Continued = added.Existing, optional.Number(added.Twin), optional.Number(added.Revision)
	if r != nil {
		v.Report = &r.game.Report
	}
	if added.ID == 0 || r == nil {
		return v, nil
	}
	k.findAlike(ctx, []*store.Game{r.archived}, []store.Added{added}, func(_ int, alike *twins.Likely, warning string) {
		v.Alike, v.Warning = alike, warning
	})
	return v, nil
}

// stepSettings returns the settings that a step changes, and the submission's
// event afterwards (nil for none). Only arbiters may change settings.
func (k *Keeper) stepSettings(ctx context.Context, c request.Caller, s *store.Submission,
	in StepInput) (set stepContent, event *events.EventView, err error) {
	if in.Assignee != nil || in.Deadline != nil || in.Event != nil {
		if err := c.Need(request.Arbitrate); err != nil {
			return set, nil, err
		}
	} else if in.Action == events.ActAssign {
		return set, nil, &request.InputError{Field: "assignee", Want: "an assignee, a deadline or an event"}
	}
	var invalid [2]error
	if in.Assignee != nil {
		set.Assignee, invalid[0] = k.assignee(ctx, *in.Assignee)
	}
	if in.Deadline != nil {
		_, invalid[1] = deadlineOf(*in.Deadline)
		set.Deadline = in.Deadline
	}
	if err := request.Joined(invalid[:]...); err != nil {
		return set, nil, err
	}
	eventID := s.Event
	if in.Event != nil {
		set.Event, eventID = in.Event, *in.Event
	}
	if eventID != 0 {
		event, err = k.events.Event(ctx, eventID)
	}
	return set, event, err
}

// deadlineOf parses a time; "" is the zero time.
func deadlineOf(text string) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	at, err := time.Parse(time.RFC3339, text)
	if err != nil || at.Year() < 1970 {
		return time.Time{}, &request.InputError{Field: "deadline", Value: text, Want: request.WantTime(text)}
	}
	return at.UTC().Truncate(time.Millisecond), nil
}

// assignee checks that a person may process submissions, if people log in.
func (k *Keeper) assignee(ctx context.Context, name string) (*string, error) {
	if name == "" {
		return &name, nil
	}
	hasPeople, err := k.accounts.HasPeople(ctx)
	if !hasPeople && err == nil && request.CheckAuthor(name) != nil {
		err = &request.InputError{Field: "assignee", Value: name, Want: "the name of a person"}
	}
	if err != nil || !hasPeople {
		return &name, err
	}
	p, err := k.store.Person(ctx, name)
	if err != nil && !errors.Is(err, store.ErrNoPerson) {
		return nil, err
	}
	if err != nil || !slices.Contains(request.RightsOf(p.Role), request.Arbitrate) || p.Suspended {
		return nil, &request.InputError{Field: "assignee", Value: name, Want: "the name of an arbiter"}
	}
	return &p.Name, nil
}

// correctedText returns the corrected text of the step, of a suggested repair
// of the current text, or the text read in another way.
func (k *Keeper) correctedText(ctx context.Context, d *store.Upload, text []byte, in StepInput) ([]byte, error) {
	rereads := in.Variant != "" || in.Encoding != "" || in.Format != ""
	given := 0
	for _, is := range []bool{in.Repair != 0, in.Text != "", rereads} {
		if is {
			given++
		}
	}
	if given != 1 {
		return nil, &request.InputError{Field: "text", Want: "either the whole corrected record, " +
			"or in \"repair\" the number of a suggested repair, or a variant, encoding or notation to read it as"}
	}
	if in.Text != "" {
		return []byte(in.Text), nil
	}
	r, err := k.verifySubmission(ctx, d, text, nil, in.Repair != 0)
	if err != nil {
		return nil, err
	}
	if rereads {
		return k.reread(text, parser.Format(r.game.Report.Format), in.Encoding, in.Variant)
	}
	repairs := r.game.Report.Repairs
	if in.Repair < 1 || in.Repair > len(repairs) {
		return nil, &request.InputError{Field: "repair", Value: fmt.Sprint(in.Repair),
			Want: fmt.Sprintf("1 to %d, a suggested repair", len(repairs))}
	}
	return []byte(repairs[in.Repair-1].Record), nil
}
