package web

import (
	"context"
	"errors"
	"maps"
	"net/http"
	"slices"
	"strings"

	"assay/analysis"
	"assay/api"
	"assay/api/rest"
	"assay/store"
)

// submitData is what records can be submitted for.
type submitData struct {
	choice   // of the events that take records from whoever asks
	Variants []api.VariantSummary
}

// choice is a list that an event is chosen from. Where there are many it has
// the first ones, and a script has the others found as one types.
type choice struct {
	Events []*api.EventView
	Chosen int64 // 0 for none
	More   bool
}

// choose lists the events, the chosen one in any case where there is one.
func (b *board) choose(ctx context.Context, chosen int64) (choice, error) {
	all, err := b.archive.Events(ctx, "", "", api.MaxLimit)
	if err != nil {
		return choice{}, err
	}
	c := choice{all.Events, chosen, all.Next != ""}
	if chosen != 0 && !slices.ContainsFunc(c.Events, func(e *api.EventView) bool { return e.ID == chosen }) {
		e, err := b.archive.Event(ctx, chosen)
		switch {
		case err == nil:
			c.Events = append(c.Events, e)
		case !errors.Is(err, store.ErrNoEvent):
			return choice{}, err
		}
	}
	return c, nil
}

func (b *board) submit(w http.ResponseWriter, r *http.Request) error {
	var event int64
	if err := rest.Bind(r, rest.Few{rest.Number("event", &event, "number of an event").From(1)}); err != nil {
		return err
	}
	d := submitData{Variants: b.variants()}
	var err error
	if d.choice, err = b.choose(r.Context(), event); err != nil {
		return err
	}
	d.Events = slices.DeleteFunc(d.Events, func(e *api.EventView) bool { return !e.Admits(api.CallerOf(r.Context())) })
	return b.render(w, r, http.StatusOK, "submit", page{Title: "Submit records", Place: "events", Script: "submit.js", Data: d})
}

// queueData is a page of the submissions that match.
type queueData struct {
	*api.SubmissionPage
	mayData
	Filter  api.SubmissionFilter
	Total   int // of all pages
	Choice  choice
	Names   map[int64]string // of the events of the page, by number
	States  []store.SubmissionState
	More    string // address of the next page, "" when there is none
	Refused error  // of the filter, nil where it holds
}

func (b *board) queue(w http.ResponseWriter, r *http.Request) error {
	ctx := r.Context()
	d := queueData{SubmissionPage: new(api.SubmissionPage), mayData: may(r), Names: map[int64]string{}, States: store.SubmissionStates}
	var p rest.QueueParameters
	var err error
	status := http.StatusOK
	if err = rest.BindPage(r, &p); err == nil {
		d.SubmissionPage, err = b.archive.Submissions(ctx, p.SubmissionFilter, r.URL.Query().Get("cursor"), api.DefaultLimit)
	}
	switch {
	case errors.As(err, new(*api.InputError)), errors.As(err, new(*store.FieldError)): // the form is kept, to be mended
		d.SubmissionPage, d.Refused, status = new(api.SubmissionPage), err, http.StatusBadRequest
	case err != nil:
		return err
	}
	d.Filter = p.SubmissionFilter
	if d.Choice, err = b.choose(ctx, p.Event); err != nil {
		return err
	}
	for _, s := range d.Submissions {
		if s.Event == 0 || d.Names[s.Event] != "" {
			continue
		}
		e, err := b.archive.Event(ctx, s.Event)
		if err != nil {
			return err
		}
		d.Names[s.Event] = e.Name
	}
	for _, n := range d.Counts {
		d.Total += n
	}
	if d.Next != "" {
		more := r.URL.Query()
		maps.DeleteFunc(more, func(_ string, values []string) bool { return values[0] == "" })
		more.Set("cursor", d.Next)
		d.More = "/queue?" + more.Encode()
	}
	return b.render(w, r, status, "queue", page{Title: "Queue", Place: "events", Script: "queue.js", Data: d})
}

// act is something that whoever asks can do with a submission now.
type act struct {
	Action   api.Action
	Says     string
	Reasoned bool // takes a reason
}

// acts are the actions that a button and words are enough for.
var acts = map[api.Action]string{
	api.ActComment: "Comment", api.ActReturn: "Return it", api.ActAccept: "Accept it", api.ActRefuse: "Refuse it",
	api.ActAppeal: "Appeal", api.ActLift: "Take the rulings back", api.ActReopen: "Open it again",
}

// submissionData is a submission with its record.
type submissionData struct {
	*api.SubmissionDetail
	Event                *api.EventView // nil for none
	Before, Wrong, After string         // the record, cut around its fault
	Acts                 []act
	Assigns              bool
	Choice               choice // of the event that it is for
}

func (b *board) submission(w http.ResponseWriter, r *http.Request) error {
	id, err := numbered(r)
	if err != nil {
		return err
	}
	ctx := r.Context()
	v, err := b.archive.Submission(ctx, id, false)
	if err != nil {
		return err
	}
	d := submissionData{SubmissionDetail: v}
	d.Before, d.Wrong, d.After = around(v.Text, v.Report.Error)
	if v.Event != 0 {
		if d.Event, err = b.archive.Event(ctx, v.Event); err != nil {
			return err
		}
	}
	for _, action := range v.Actions {
		if says, shown := acts[action]; shown {
			d.Acts = append(d.Acts, act{action, says, action.Reasoned()})
		}
		d.Assigns = d.Assigns || action == api.ActAssign
	}
	if d.Assigns {
		if d.Choice, err = b.choose(ctx, v.Event); err != nil {
			return err
		}
	}
	return b.render(w, r, http.StatusOK, "submission", page{Title: "Submission " + r.PathValue("id"), Place: "events", Script: "submission.js", Data: d})
}

// around cuts a text before and behind what is at fault in it; all of it is
// before where nothing is, or where that does not stand there.
func around(text string, e *analysis.Error) (before, wrong, after string) {
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
			if behind, there := strings.CutPrefix(text[at+i:], e.Text); there {
				return text[:at+i], e.Text, behind
			}
			break
		}
		column++
	}
	return text, "", ""
}
