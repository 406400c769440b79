package web

import (
	"context"
	"errors"
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"

	"assay/analysis"
	"assay/api/define"
	"assay/api/events"
	"assay/api/records"
	"assay/api/request"
	"assay/api/rest"
	"assay/api/search"
	"assay/store"
)

// submitData is the data of the submission form.
type submitData struct {
	eventChoice // events that accept records from the caller
	Variants    []define.VariantSummary
}

// eventChoice is a list of events to choose from. If there are more, a script
// finds them by name.
type eventChoice struct {
	Events []*events.EventView
	Chosen int64 // or 0
	More   bool
}

// eventChoices returns the events to choose from, always including the chosen
// one.
func (h *handler) eventChoices(ctx context.Context, chosen int64) (eventChoice, error) {
	found, err := h.archive.Events(ctx, "", "", request.MaxLimit)
	if err != nil {
		return eventChoice{}, err
	}
	c := eventChoice{found.Events, chosen, found.Next != ""}
	if chosen != 0 && !slices.ContainsFunc(c.Events, func(e *events.EventView) bool { return e.ID == chosen }) {
		e, err := h.archive.Event(ctx, chosen)
		switch {
		case err == nil:
			c.Events = append(c.Events, e)
		case !errors.Is(err, store.ErrNoEvent):
			return eventChoice{}, err
		}
	}
	return c, nil
}

func (h *handler) submit(w http.ResponseWriter, r *http.Request) error {
	var event int64
	if err := rest.Bind(r, rest.Few{rest.Number("event", &event, "number of an event").From(1)}); err != nil {
		return err
	}
	d := submitData{Variants: h.variants()}
	var err error
	if d.eventChoice, err = h.eventChoices(r.Context(), event); err != nil {
		return err
	}
	d.Events = slices.DeleteFunc(d.Events,
		func(e *events.EventView) bool { return !e.Admits(request.CallerOf(r.Context())) })
	return h.render(w, r, http.StatusOK, "submit",
		page{Title: "Submit records", Place: "events", Script: "submit.js", Data: d})
}

// tasks are the open submissions that concern a person.
type tasks struct {
	Person   string // the caller, if signed in
	Returned int    // the caller's own
	Waiting  int    // for an arbiter: all if the caller is one, else the caller's
	Assigned int    // of these to the caller
	Overdue  int
	Due      *time.Time // earliest deadline
}

// tasks returns the open submissions that concern the caller, nil for none.
func (h *handler) tasks(r *http.Request) (*tasks, error) {
	c := request.CallerOf(r.Context())
	d, f := tasks{Person: c.Name}, records.SubmissionFilter{Waiting: true}
	if !c.May(request.Arbitrate) {
		if f.Person = c.Name; c.Name == "" || !c.May(request.Contribute) {
			return nil, nil
		}
	}
	open, err := h.archive.Submissions(r.Context(), f, "", request.MaxLimit)
	if err != nil {
		return nil, err
	}
	for _, s := range open.Submissions {
		own := s.Person == c.Name && c.Name != ""
		switch {
		case s.State != store.SubmissionReturned:
			d.Waiting++
		case own:
			d.Returned++
		default:
			continue
		}
		if string(s.Assignee) == c.Name && c.Name != "" {
			d.Assigned++
		}
		if s.Overdue {
			d.Overdue++
		}
		if s.Deadline != nil && (d.Due == nil || s.Deadline.Before(*d.Due)) {
			d.Due = s.Deadline
		}
	}
	if open.Next != "" {
		d.Waiting = 0
		for state, n := range open.Counts {
			if state != store.SubmissionReturned {
				d.Waiting += n
			}
		}
	}
	if d.Returned+d.Waiting == 0 {
		return nil, nil
	}
	return &d, nil
}

// queueData is the data of a page of the submission queue.
type queueData struct {
	*records.SubmissionPage
	permissions
	Filter      records.SubmissionFilter
	Total       int // on all pages
	Choice      eventChoice
	Names       map[int64]string // of the page's events, by number
	States      []store.SubmissionState
	More        string // path of the next page, or ""
	FilterError error  // why the filter is invalid, or nil
}

func (h *handler) queue(w http.ResponseWriter, r *http.Request) error {
	ctx := r.Context()
	d := queueData{SubmissionPage: new(records.SubmissionPage), permissions: permissionsOf(r),
		Names:  map[int64]string{},
		States: store.SubmissionStates}
	var p rest.QueueParameters
	var err error
	status := http.StatusOK
	if err = rest.BindPage(r, &p); err == nil {
		d.SubmissionPage, err = h.archive.Submissions(ctx, p.SubmissionFilter, r.URL.Query().Get("cursor"),
			search.DefaultLimit)
	}
	switch {
	case errors.As(err, new(*request.InputError)),
		errors.As(err, new(*store.FieldError)): // keep the form so that it can be corrected
		d.SubmissionPage, d.FilterError, status = new(records.SubmissionPage), err, http.StatusBadRequest
	case err != nil:
		return err
	}
	d.Filter = p.SubmissionFilter
	if d.Choice, err = h.eventChoices(ctx, p.Event); err != nil {
		return err
	}
	for _, s := range d.Submissions {
		if s.Event == 0 || d.Names[int64(s.Event)] != "" {
			continue
		}
		e, err := h.archive.Event(ctx, int64(s.Event))
		if err != nil {
			return err
		}
		d.Names[int64(s.Event)] = e.Name
	}
	for _, n := range d.Counts {
		d.Total += n
	}
	if d.Next != "" {
		more := r.URL.Query()
		maps.DeleteFunc(more, func(_ string, values []string) bool { return values[0] == "" })
		more.Set("cursor", string(d.Next))
		d.More = "/queue?" + more.Encode()
	}
	return h.render(w, r, status, "queue", page{Title: "Queue", Place: "events", Script: "queue.js", Data: d})
}

// actionButton is a button for an action that the caller can take now.
type actionButton struct {
	Action   events.Action
	Label    string
	Reasoned bool // requires a comment
}

// actionLabels are the labels of the actions that need only a button and a
// comment.
var actionLabels = map[events.Action]string{
	events.ActComment: "Comment", events.ActReturn: "Return to submitter", events.ActAccept: "Accept",
	events.ActRefuse: "Refuse",
	events.ActAppeal: "Appeal", events.ActRevoke: "Withdraw rulings", events.ActReopen: "Reopen",
}

// submissionData is the data of a submission's page.
type submissionData struct {
	*records.SubmissionDetail
	Event                *events.EventView // or nil
	Before, Wrong, After string            // the record, split around its error
	Buttons              []actionButton
	Assigns              bool
	Choice               eventChoice // for the submission's event
}

func (h *handler) submission(w http.ResponseWriter, r *http.Request) error {
	id, err := pathID(r)
	if err != nil {
		return err
	}
	ctx := r.Context()
	v, err := h.archive.Submission(ctx, id, false)
	if err != nil {
		return err
	}
	d := submissionData{SubmissionDetail: v}
	d.Before, d.Wrong, d.After = splitAtError(v.Text, v.Report.Error)
	if v.Event != 0 {
		if d.Event, err = h.archive.Event(ctx, int64(v.Event)); err != nil {
			return err
		}
	}
	for _, action := range v.Actions {
		if label, ok := actionLabels[action]; ok {
			d.Buttons = append(d.Buttons, actionButton{action, label, action.Reasoned()})
		}
		d.Assigns = d.Assigns || action == events.ActAssign
	}
	if d.Assigns {
		if d.Choice, err = h.eventChoices(ctx, int64(v.Event)); err != nil {
			return err
		}
	}
	return h.render(w, r, http.StatusOK, "submission",
		page{Title: "Submission " + r.PathValue("id"), Place: "events", Script: "submission.js", Data: d})
}

// splitAtError splits a text around its error. If the error is not found, all
// of the text is before it.
func splitAtError(text string, e *analysis.Error) (before, wrong, after string) {
	if e == nil || e.Line < 1 || e.Text == "" {
		return text, "", ""
	}
	at := 0
	for line := 1; line < e.Line; line++ {
		end := strings.IndexByte(text[at:], '\n')
		if end < 0 {
			return text, "", ""
		}
		at += end + 1
	}
	column := 1
	for i := range text[at:] {
		if column == e.Column {
			if rest, there := strings.CutPrefix(text[at+i:], e.Text); there {
				return text[:at+i], e.Text, rest
			}
			break
		}
		column++
	}
	return text, "", ""
}
