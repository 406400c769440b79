package rest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"assay/analysis"
	"assay/analysis/rules"
	"assay/analysis/variant"
	"assay/api"
	"assay/api/publish"
	"assay/index"
	"assay/index/query"
	"assay/parser"
	"assay/store"
)

// Problem is the body of every answer that is an error (RFC 9457).
type Problem struct {
	Type   string `json:"type"`
	Title  string `json:"title"`
	Status int    `json:"status"`
	Detail string `json:"detail,omitempty"`
	Limit  int64  `json:"limit,omitempty"` // the one that was exceeded

	// Where a query cannot be read, in characters from 1, and the word that was
	// probably meant there.
	Column     int    `json:"column,omitempty"`
	Suggestion string `json:"suggestion,omitempty"`

	Error *analysis.Error    `json:"error,omitempty"` // of the first record at fault
	Games []*analysis.Report `json:"games,omitempty"` // the verdicts on all records sent
	Line  int                `json:"line,omitempty"`  // the side line of an annotation that is at fault, from 1

	Rule int `json:"rule,omitempty"` // of the kibitzing etiquette, that a comment was refused by
	wait int // seconds after which the call may be made again; 0 is one

	Yours   *api.AnnotationInput `json:"yours,omitempty"`   // the annotation sent, where another was saved meanwhile
	Current *api.AnnotationView  `json:"current,omitempty"` // the one saved meanwhile
}

// SlowError says that a body does not come as fast as it has to.
type SlowError struct {
	Pace time.Duration // in which paceBytes have to come
}

func (e *SlowError) Error() string {
	return fmt.Sprintf("less than %d KiB of the body came in %v", paceBytes>>10, e.Pace)
}

// ErrNoPage says that no page has the address.
var ErrNoPage = errors.New("there is no such page")

// variantError is a path that names a variant which is not defined.
type variantError struct{ error }

func (e *variantError) Unwrap() error { return e.error }

// named is an error of a call whose path says what it is about.
func named(err error) error {
	if errors.Is(err, variant.ErrUnknown) {
		return &variantError{err}
	}
	return err
}

// Errors of calls that reach no use case.
var (
	errNoRoute     = errors.New("nothing is here; the interface is described at " + basePath + "/openapi.json")
	errMethod      = errors.New("the method is not one of this address; see the header Allow")
	errCrossOrigin = errors.New("pages of another origin may not change the archive")
	errMultipart   = errors.New("send the record file itself as the body, not as a form")
	errNoMatch     = errors.New("say in If-Match which revision is meant: its etag, or * for whichever holds")
)

// kind is one row of the table from errors to answers.
type kind struct {
	matches func(error) bool
	status  int
	name    string // last part of the problem's type
	title   string
	hidden  bool // the details are for the log only
}

func is(target error) func(error) bool { return func(err error) bool { return errors.Is(err, target) } }

func as[T error]() func(error) bool {
	return func(err error) bool {
		var target T
		return errors.As(err, &target)
	}
}

func both(x, y func(error) bool) func(error) bool {
	return func(err error) bool { return x(err) && y(err) }
}

// kinds is the whole table; the first row that matches holds, the last always
// does.
var kinds = []kind{
	{is(errNoRoute), 404, "not-found", "Not found", false},
	{is(ErrNoPage), 404, "not-found", "Not found", false},
	{is(errMethod), 405, "method-not-allowed", "Method not allowed", false},
	{as[*HostError](), 421, "misdirected", "Misdirected call", false},
	{is(errCrossOrigin), 403, "cross-origin", "Cross-origin call refused", false},
	{as[*SlowError](), 408, "too-slow", "Sent too slowly", false},
	{as[*BusyError](), 503, "busy", "Busy", false},
	{is(errMultipart), 415, "unsupported-media-type", "Unsupported media type", false},
	{as[*variantError](), 404, "variant-not-found", "Variant not found", false},
	{as[*api.RejectedError](), 422, "record-rejected", "Record rejected", false},
	{is(api.ErrKeyHeld), 409, "call-under-way", "Call under way", false},
	{is(store.ErrReused), 422, "key-reused", "Key of another call", false},
	{as[*api.LimitError](), 413, "too-large", "Too large", false},
	{as[*api.CutError](), 413, "too-large", "Too large", false},
	{as[*parser.TooLarge](), 413, "too-large", "Too large", false},
	{is(errNoMatch), 428, "precondition-required", "Precondition required", false},
	{as[*api.ConflictError](), 409, "annotation-conflict", "Annotation has changed", false},
	{as[*api.RefusedError](), 403, "comments-refused", "Comment refused", false},
	{as[*analysis.LineError](), 422, "line-rejected", "Side line rejected", false},
	{as[*analysis.AnnotationError](), 400, "bad-request", "Bad request", false},
	{api.GameDamaged, 500, "game-damaged", "Game is damaged", false},
	{both(as[*store.AnnotationError](), is(store.ErrGone)), 410, "annotation-deleted", "Annotation deleted", false},
	{as[*store.AnnotationError](), 404, "annotation-not-found", "Annotation not found", false},
	{is(store.ErrNotFound), 404, "game-not-found", "Game not found", false},
	{is(store.ErrGone), 410, "game-deleted", "Game deleted", false},
	{as[*api.PlyError](), 404, "ply-not-found", "Ply not found", false},
	{as[*api.ReplayError](), 404, "not-replayable", "Record has no positions", false},
	{as[*analysis.CannotHold](), 422, "not-expressible", "Not expressible in the format", false},
	{as[*parser.Unwritable](), 422, "not-expressible", "Not expressible in the format", false},
	{as[*api.InputError](), 400, "bad-request", "Bad request", false},
	{as[*publish.NoPictures](), 404, "ply-not-found", "Ply not found", false},
	{as[*api.FormatError](), 400, "bad-request", "Bad request", false},
	{as[*store.FieldError](), 400, "bad-request", "Bad request", false},
	{is(store.ErrCursor), 400, "bad-request", "Bad request", false},
	{as[*query.Error](), 400, "bad-query", "Query not readable", false},
	{as[*parser.UnknownFormat](), 400, "bad-request", "Bad request", false},
	{as[*rules.TextError](), 400, "bad-position", "Position text not readable", false},
	{is(variant.ErrUnknown), 400, "unknown-variant", "Variant not defined", false},
	{as[*variant.OptionError](), 400, "unknown-option", "Option not defined", false},
	{is(index.ErrLocked), 503, "busy", "Busy", true},
	{as[*index.Error](), 503, "index-unusable", "The index cannot be used now", true},
	{is(store.ErrBusy), 503, "busy", "Busy", true},
	{is(index.ErrClosed), 503, "stopping", "Stopping", true},
	{is(context.Canceled), 503, "stopping", "Stopping", true},
	{is(context.DeadlineExceeded), 503, "busy", "Busy", true},
	{is(store.ErrReplaced), 503, "replaced", "Archive replaced", true},
	{is(store.ErrFull), 507, "no-space", "No space left", true},
	{func(error) bool { return true }, 500, "internal", "Internal error", true},
}

// NewProblem is the answer to an error.
func NewProblem(err error) *Problem {
	var p *Problem
	for _, k := range kinds {
		if !k.matches(err) {
			continue
		}
		p = &Problem{Type: "/problems/" + k.name, Title: k.title, Status: k.status}
		if !k.hidden {
			p.Detail = err.Error()
		}
		break
	}
	var limit *api.LimitError
	var rejected *api.RejectedError
	var unreadable *query.Error
	var refused *api.RefusedError
	var late *api.ConflictError
	var line *analysis.LineError
	var busy *BusyError
	switch {
	case errors.As(err, &busy):
		p.wait = busy.seconds()
	case errors.As(err, &unreadable):
		p.Column, p.Suggestion = unreadable.Column, unreadable.Suggestion
	case errors.As(err, &refused):
		p.Rule = refused.Rule
	case errors.As(err, &late):
		p.Yours, p.Current = late.Yours, late.Current
	case errors.As(err, &line):
		p.Error = line.Fault
		if line.Field == "lines" {
			p.Line = line.Index + 1
		}
	case errors.As(err, &limit):
		p.Limit = limit.Limit
	case errors.As(err, &rejected):
		p.Games = rejected.Reports
		for _, report := range rejected.Reports {
			if report.Error != nil {
				p.Error = report.Error
				break
			}
		}
	}
	return p
}

// Head sets what the headers of an answer say of a problem, in whatever form it
// is shown.
func (p *Problem) Head(h http.Header) {
	h.Set("Cache-Control", "no-store")
	if p.Status == http.StatusServiceUnavailable {
		h.Set("Retry-After", strconv.Itoa(max(p.wait, 1)))
	}
}

func (p *Problem) write(w http.ResponseWriter) {
	body, err := json.Marshal(p)
	if err != nil {
		panic(err) // every field can be written
	}
	w.Header().Set("Content-Type", "application/problem+json")
	p.Head(w.Header())
	w.WriteHeader(p.Status)
	w.Write(append(body, '\n'))
}
