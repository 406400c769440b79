package web

import (
	"fmt"
	"html/template"
	"net/http"
	"strconv"
	"time"

	"assay/api/define"
	"assay/api/laboratory"
	"assay/api/locale"
	"assay/api/request"
	"assay/store"
)

// labTitle is the title of the pages of the laboratory.
const labTitle = "Laboratory"

// listedRuns is the number of runs on the page of the laboratory.
const listedRuns = 20

// labForm is the data of the page on which a run is requested.
type labForm struct {
	Variant  string // ID; "" for a draft
	Options  string
	Draft    *define.DraftView // or nil
	Variants []define.VariantSummary
	Minutes  []int // choices of the time
	Usual    int   // the default of Minutes
	MaxGames int
	MayStart bool
	Runs     []*laboratory.RunView
}

// labMinutes are the choices of the time of play.
var labMinutes = []int{1, 2, 3, 5, 10, 20, 30, 60}

func (h *handler) lab(w http.ResponseWriter, r *http.Request) error {
	q, ctx := r.URL.Query(), r.Context()
	s := h.archive.Laboratory
	d := labForm{Options: q.Get("options"), Variants: h.variants(), MaxGames: laboratory.MaxGames,
		MayStart: request.CallerOf(ctx).May(request.Contribute), Usual: max(int(s.DefaultTime().Minutes()), 1)}
	for _, m := range labMinutes {
		if time.Duration(m)*time.Minute <= s.MaxTime() {
			d.Minutes = append(d.Minutes, m)
		}
	}
	var filter laboratory.RunFilter
	if id := q.Get("draft"); id != "" {
		version, _ := strconv.ParseInt(q.Get("version"), 10, 64) // the last one if it is no number
		var err error
		if d.Draft, err = h.archive.Draft(ctx, id, max(version, 0)); err != nil {
			return err
		}
		filter.Draft = id
	} else if name := q.Get("variant"); name != "" {
		id, known := h.archive.Book().Registry().Find(name)
		if !known {
			return h.archive.Book().Registry().Unknown(name)
		}
		d.Variant, filter.Variant = id, id
	}
	runs, err := s.List(ctx, filter, "", listedRuns)
	if err != nil {
		return err
	}
	d.Runs = runs.Runs
	return h.render(w, r, http.StatusOK, "lab", page{Title: labTitle, Place: "variants", Script: "lab.js", Data: d})
}

// labRun is the data of the page of a run.
type labRun struct {
	*laboratory.RunView
	MayCancel  bool
	Again      string // path of the form with the same choices
	Report     *laboratory.ReportView
	There      *laboratory.ReportView     // or nil
	Comparison *laboratory.ComparisonView // or nil
}

// Ended reports whether the run has ended.
func (d *labRun) Ended() bool { return d.State.Ended() }

func (h *handler) showLab(w http.ResponseWriter, r *http.Request) error {
	id, err := strconv.ParseInt(r.PathValue("id"), 10, 64)
	if err != nil {
		return laboratory.ErrNoRun
	}
	s := h.archive.Laboratory
	run, err := s.Run(r.Context(), id)
	if err != nil {
		return err
	}
	d := &labRun{RunView: run, MayCancel: request.CallerOf(r.Context()).May(request.Contribute),
		Again: labAddress(&run.Of)}
	if run.State == store.JobDone {
		result, err := s.Result(r.Context(), id)
		if err != nil {
			return err
		}
		d.Report, d.There, d.Comparison = result.Views(locale.Of(languageOf(r)).Words)
	}
	title := run.Of.Name + ": " + locale.Of(languageOf(r)).Text(labTitle)
	return h.render(w, r, http.StatusOK, "labrun", page{Title: title,
		Place: "variants", Script: "lab.js", Data: d})
}

// labAddress returns the path of the laboratory for a variant or a draft.
func labAddress(of *laboratory.Subject) string {
	if of.Draft != "" {
		return fmt.Sprintf("/lab?draft=%s&version=%d", of.Draft, of.Version)
	}
	address := "/lab?variant=" + template.URLQueryEscaper(of.Variant)
	if of.Options != "" {
		address += "&options=" + template.URLQueryEscaper(of.Options)
	}
	return address
}
