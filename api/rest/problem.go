package rest

import (
	"encoding/json"
	"errors"
	"fmt"
	"mime"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"assay/analysis"
	"assay/analysis/rules"
	"assay/analysis/variant"
	"assay/api/account"
	"assay/api/annotate"
	"assay/api/present"
	"assay/api/records"
	"assay/api/request"
	"assay/api/studies"
	"assay/index/query"
	"assay/parser"
	"assay/store"
)

// Problem is the body of every error response (RFC 9457).
type Problem struct {
	Type   string `json:"type"`
	Title  string `json:"title"`
	Status int    `json:"status"`
	Detail string `json:"detail,omitempty"`
	Code   string `json:"code"`   // the last part of type
	Advice string `json:"advice"` // what to do next

	Errors []ProblemPart `json:"errors,omitempty"` // what of the request is invalid
	Limit  int64         `json:"limit,omitempty"`  // the limit that was exceeded

	// Column is the place where a query is invalid, in characters from 1.
	// Suggestion is the word that was probably meant.
	Column     int    `json:"column,omitempty"`
	Suggestion string `json:"suggestion,omitempty"`

	Error *analysis.Error    `json:"error,omitempty"` // of the first invalid record
	Games []*analysis.Report `json:"games,omitempty"` // verdicts on all uploaded records
	Line  int                `json:"line,omitempty"`  // number of the invalid variation of an annotation, from 1

	Rule int   `json:"rule,omitempty"` // of the comment policy that refused a comment
	Into int64 `json:"into,omitempty"` // the game that the requested one was merged into
	wait int   // Retry-After in seconds; 0 stands for 1
	kind *Kind

	Yours   *annotate.AnnotationInput `json:"yours,omitempty"`   // the annotation sent, after an edit conflict
	Current *annotate.AnnotationView  `json:"current,omitempty"` // the annotation saved meanwhile

	Study *studies.ConflictError `json:"study,omitempty"` // both texts after an edit conflict of a study
}

// ProblemPart is a part of a request that is invalid: a key of the body, a
// parameter of the URL, or a header.
type ProblemPart struct {
	Pointer   *string `json:"pointer,omitempty"` // JSON Pointer into the body (RFC 6901), "" for the whole
	Parameter string  `json:"parameter,omitempty"`
	Header    string  `json:"header,omitempty"`
	Code      string  `json:"code"`   // missing, unknown, repeated or invalid
	Detail    string  `json:"detail"` // what was expected
}

// invalidPart returns the field of a request to which an error applies, or "",
// and what was expected.
func invalidPart(err error) (field, code, want string) {
	want = err.Error()
	if e, ok := errors.AsType[*request.KeyError](err); ok {
		_, code, want = invalidPart(e.Unwrap())
		return e.Key, code, want
	}
	if e, ok := errors.AsType[*request.InputError](err); ok {
		switch {
		case e.Field == "key" || e.Field == "parameter" && e.Want != onlyOnce:
			return e.Value, "unknown", e.Want
		case e.Field == "parameter" || e.Want == onlyOnce:
			return e.Value, "repeated", e.Want
		case e.Value == "":
			return e.Field, "missing", e.Want
		}
		return e.Field, "invalid", e.Want
	}
	if e, ok := errors.AsType[*store.FieldError](err); ok {
		return e.Field, "invalid", e.Want
	}
	if e, ok := errors.AsType[*analysis.AnnotationError](err); ok {
		return e.Field, "invalid", e.Want
	}
	if e, ok := errors.AsType[*analysis.LineError](err); ok {
		if e.Field == "path" {
			return e.Field, "invalid", want
		}
		return fmt.Sprintf("%s.%d", e.Field, e.Index), "invalid", want
	}
	for _, row := range []struct {
		matches     func(error) bool
		field, code string
	}{
		{as[*query.Error], "query", "invalid"},
		{as[*rules.TextError], "position", "invalid"},
		{as[*variantError], "id", "unknown"},
		{is(variant.ErrUnknown), "variant", "unknown"},
		{as[*variant.OptionError], "options", "unknown"},
		{is(store.ErrCursor), "cursor", "invalid"},
		{as[*present.FormatError], "as", "invalid"},
		{as[*parser.UnknownFormat], "format", "unknown"},
		{as[*parser.UnknownEncoding], "Content-Type", "unknown"},
		{as[*PrivateError], "address", "invalid"},
		{is(errNoMatch), ifMatchHeader, "missing"},
		{is(errPreconditionFailed), ifMatchHeader, "invalid"},
		{is(store.ErrKeyReused), keyHeader, "invalid"},
		{is(errNoOrigin), "Origin", "missing"},
		{is(errScheme), "Authorization", "invalid"},
		{is(account.ErrToken), "Authorization", "invalid"},
		{as[*acceptError], "Accept", "invalid"},
	} {
		if row.matches(err) {
			return row.field, row.code, want
		}
	}
	return "", "", ""
}

// onlyOnce is the expectation for a parameter or key that is repeated.
const onlyOnce = "only once"

// parts returns the invalid parts of a request, according to an error.
// parameters are the URL parameters of the operation.
func parts(err error, parameters []string, r *http.Request) (all []ProblemPart) {
	if several, ok := errors.AsType[request.InputErrors](err); ok {
		for _, err := range several {
			all = append(all, parts(err, parameters, r)...)
		}
		return all
	}
	field, code, want := invalidPart(err)
	part := ProblemPart{Code: code, Detail: want}
	switch {
	case field == "":
		return nil
	case as[*keyError](err): // also one that is spelled like a header
		pointer := keyPointer(field)
		part.Pointer = &pointer
	case field != strings.ToLower(field) && strings.ToUpper(field[:1]) == field[:1]:
		part.Header = field
	case slices.Contains(parameters, field) || isSafe(r.Method):
		part.Parameter = field
	case isParameterError(err), code == "unknown" && !hasJSON(r):
		part.Parameter = field
	default:
		pointer := ""
		if field != "body" && field != "annotation" {
			pointer = keyPointer(field)
		}
		part.Pointer = &pointer
	}
	return []ProblemPart{part}
}

// isParameterError reports whether an error is about a parameter of the URL
// that is unknown or repeated. Errors about keys of a body are [*keyError].
func isParameterError(err error) bool {
	e, ok := errors.AsType[*request.InputError](err)
	return ok && e.Field == "parameter"
}

// keyPointer returns the JSON Pointer of a key with dots between its levels.
func keyPointer(path string) string {
	return "/" + strings.ReplaceAll(strings.NewReplacer("~", "~0", "/", "~1").Replace(path), ".", "/")
}

// hasJSON reports whether a request announces a JSON body.
func hasJSON(r *http.Request) bool {
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	return err != nil || kind == gin.MIMEJSON || kind == gin.MIMEPOSTForm
}

// SlowError reports that a body arrived below the minimum rate.
type SlowError struct {
	Pace time.Duration // time for paceBytes
}

func (e *SlowError) Error() string {
	return fmt.Sprintf("less than %d KiB of the body arrived in %v", paceBytes>>10, e.Pace)
}

// ErrNoPage reports that no page has the URL.
var ErrNoPage = errors.New("there is no such page")

// variantError reports that the variant in a path is not defined.
type variantError struct{ error }

func (e *variantError) Unwrap() error { return e.error }

// asVariantError marks an error whose variant comes from the path.
func asVariantError(err error) error {
	if errors.Is(err, variant.ErrUnknown) {
		return &variantError{err}
	}
	return err
}

// Errors of requests that reach no use case.
var (
	errNoRoute     = errors.New("no such URL; the interface is described at " + basePath + "/openapi.json")
	errMethod      = errors.New("this URL does not support the method; see the Allow header")
	errCrossOrigin = errors.New("pages of another origin may not change the archive")
	errNoOrigin    = errors.New(
		"the request has a session cookie but no Origin header, so it may come from another site's page")
	errMultipart = errors.New("send the record file itself as the body, not as a form")
	errNoMatch   = errors.New("no If-Match header; expected the etag of the revision you have read, or * for any")
)

// retryableError returns the number of seconds after which to repeat the
// request.
type retryableError interface {
	error
	seconds() int
}

// problem returns the response to a request for an error: type is absolute, and
// errors says which parts of the request are invalid.
func (s *Server) problem(c *gin.Context, err error) *Problem {
	p := newProblem(err)
	p.Type = Root(c.Request) + p.Type
	if p.Status < http.StatusInternalServerError && !s.wantsPage(c) {
		p.Errors = parts(err, s.parameterNames[routeKey(c.Request.Method, c.FullPath())], c.Request)
	}
	return p
}

// newProblem returns the response for an error.
func newProblem(err error) *Problem {
	k, hidden := kindOf(err)
	p := &Problem{Type: k.Type(), Title: k.Title, Status: k.Status, Code: k.Name, Advice: k.Advice, kind: k}
	if !hidden {
		p.Detail = err.Error()
	}
	if later, ok := errors.AsType[retryableError](err); ok {
		p.wait = later.seconds()
	} else if unreadable, ok := errors.AsType[*query.Error](err); ok {
		p.Column, p.Suggestion = unreadable.Column, unreadable.Suggestion
	} else if refused, ok := errors.AsType[*annotate.RefusedError](err); ok {
		p.Rule = refused.Rule
	} else if late, ok := errors.AsType[*annotate.ConflictError](err); ok {
		p.Yours, p.Current = late.Yours, late.Current
	} else if late, ok := errors.AsType[*studies.ConflictError](err); ok {
		p.Study = late
	} else if line, ok := errors.AsType[*analysis.LineError](err); ok {
		p.Error = line.Fault
		if line.Field == "lines" {
			p.Line = line.Index + 1
		}
	} else if limit, ok := errors.AsType[*request.LimitError](err); ok {
		p.Limit = limit.Limit
	} else if gone, ok := errors.AsType[*store.GameError](err); ok {
		p.Into = gone.Into
	} else if merged, ok := errors.AsType[*store.MergedError](err); ok {
		p.Into = merged.Into
	} else if deleted, ok := errors.AsType[*records.DeletedError](err); ok {
		p.Games = deleted.Reports
	} else if rejected, ok := errors.AsType[*records.RejectedError](err); ok {
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

// Kind returns the problem's kind.
func (p *Problem) Kind() *Kind { return p.kind }

// setHeaders sets the headers of a problem in any format.
func (p *Problem) setHeaders(h http.Header) {
	h.Set("Cache-Control", "no-store")
	h.Del("Content-Location") // of what was requested
	if p.Status == http.StatusUnauthorized {
		h.Set("WWW-Authenticate", `Bearer realm="Assay"`)
	}
	if p.Status == http.StatusServiceUnavailable || p.Status == http.StatusTooManyRequests {
		h.Set("Retry-After", strconv.Itoa(max(p.wait, 1)))
	}
}

func (p *Problem) write(w http.ResponseWriter) {
	body, err := json.Marshal(p)
	if err != nil {
		panic(err) // every field can be encoded
	}
	w.Header().Set("Content-Type", "application/problem+json")
	p.setHeaders(w.Header())
	w.WriteHeader(p.Status)
	w.Write(append(body, '\n'))
}

// problemParameters identify a kind of problem.
type problemParameters struct{ name string }

func (p *problemParameters) Parameters() []*Parameter {
	return []*Parameter{Text("name", &p.name, "last part of the problem's type").InPath()}
}

// kindResponse explains a kind of problem.
type kindResponse struct {
	Type string `json:"type"`
	*Kind
}

// explain returns what a kind of problem means, as HTML if preferred.
func (s *Server) explain(c *gin.Context, p *problemParameters) error {
	i := slices.IndexFunc(kinds, func(k *Kind) bool { return k.Name == p.name })
	if i < 0 {
		return errNoRoute
	}
	c.Writer.Header().Add("Vary", "Accept")
	if s.config.Pages != nil && negotiate(c.Request, gin.MIMEJSON, gin.MIMEHTML) == gin.MIMEHTML {
		pageHeaders(c)
		return s.config.Pages.Explain(c.Writer, c.Request, kinds[i])
	}
	return reply(c, http.StatusOK, kindResponse{Root(c.Request) + kinds[i].Type(), kinds[i]})
}
