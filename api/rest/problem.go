package rest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/gin-gonic/gin"

	"assay/analysis"
	"assay/analysis/engine/external"
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
	kind *Kind

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

// Kind is one row of the table from errors to answers.
type Kind struct {
	Name   string `json:"-"` // last part of the problem's type
	Status int    `json:"status"`
	Title  string `json:"title"`
	Means  string `json:"means"`  // what has happened
	Advice string `json:"advice"` // what whoever meets it can do
	causes []cause
}

// cause is what errors a kind is of.
type cause struct {
	matches func(error) bool
	hidden  bool // the details are for the log only
}

// Type is the address that stands for the kind, and where it is explained.
func (k *Kind) Type() string { return problemsPath + "/" + k.Name }

func shown(matches ...func(error) bool) []cause  { return causes(matches, false) }
func hidden(matches ...func(error) bool) []cause { return causes(matches, true) }

func causes(matches []func(error) bool, hidden bool) (all []cause) {
	for _, m := range matches {
		all = append(all, cause{m, hidden})
	}
	return all
}

func is(target error) func(error) bool { return func(err error) bool { return errors.Is(err, target) } }

func as[T error](err error) bool { return errors.As(err, new(T)) }

func both(x, y func(error) bool) func(error) bool {
	return func(err error) bool { return x(err) && y(err) }
}

// kinds is the whole table; the first row that matches holds, the last always
// does.
var kinds = []*Kind{
	{"not-found", 404, "Not found", "Nothing has this address.",
		"Look whether it is written as it should be. Pages are found from the archive, calls in the description of the interface, /api/v1/openapi.json.",
		shown(is(errNoRoute), is(ErrNoPage), is(errOutside))},
	{"method-not-allowed", 405, "Method not allowed", "The address is there, but takes no calls of this method.",
		"Use one of the methods that the header Allow names.", shown(is(errMethod))},
	{"misdirected", 421, "Misdirected call", "The call bears a name that the server does not answer to, as a page does that leads a browser astray.",
		"Call the server by its address, or have whoever runs it add the name under hosts in its configuration.", shown(as[*HostError])},
	{"cross-origin", 403, "Cross-origin call refused", "A page of another site tried to change something.",
		"Change it from the server's own pages, or from a program that is no browser.", shown(is(errCrossOrigin))},
	{"read-only", 403, "Read-only server", "The server was started to be read from alone.",
		"Ask whoever runs it for one that takes changes.", shown(is(errReadOnly))},
	{"log-in-needed", 401, "Log-in needed", "People log in to this archive, and the call comes from nobody in particular, who may not do this.",
		"Log in, or send a token that may in the header Authorization, behind the word Bearer.",
		shown(func(err error) bool {
			denied, ok := errors.AsType[*api.DeniedError](err)
			return ok && denied.Guest
		})},
	{"forbidden", 403, "Not allowed", "The caller may not do this: the role, or the scopes of the token, do not give the right that is named, or a job or draft belongs to somebody else.",
		"Ask an administrator of the archive for a role that may, make a token that has the scope, or ask the owner.", shown(as[*api.DeniedError], as[*api.OwnerError])},
	{"no-people", 404, "Nobody logs in", "The archive has no people: whoever is at the machine may do all, and nobody has a password or tokens.",
		"Invite somebody on the page /people, or by assay people NAME --invite on the machine.", shown(is(api.ErrNobody))},
	{"token-refused", 401, "Token refused", "The header Authorization holds no token that lets anybody in: none at all, one that was taken back, or one that has expired.",
		"Make another on the page /me.", shown(is(api.ErrToken), is(errScheme))},
	{"log-in-refused", 401, "Log-in refused", "Nobody who may log in has this name with this password.",
		"Look at both again. Who has forgotten the password asks an administrator for a link.", shown(is(api.ErrLogin))},
	{"link-refused", 410, "Link refused", "The link to choose a password by is none, was used before, or has expired.",
		"Ask an administrator for another.", shown(is(api.ErrLink))},
	{"log-in-not-begun", 400, "Log-in not begun here", "A log-in with a provider came back that this browser has not begun, that was used before, or that took longer than ten minutes.",
		"Begin it again on the page /login.", shown(is(errAttempt))},
	{"provider-failed", 502, "Provider failed", "The provider that people log in with cannot be reached, or what it said is not to be believed.",
		"Try again later, or log in with a password. The log of the server says more.", hidden(as[*ProviderError])},
	{"provider-refused", 403, "Provider refused", "The provider that people log in with did not let you in; the detail is what it said.",
		"Ask whoever runs the provider.", shown(as[*RefusalError])},
	{"not-invited", 403, "Not invited", "The provider vouches for somebody whom nobody has invited to this archive.",
		"Ask an administrator of the archive to be invited.", shown(is(api.ErrStranger))},
	{"account-taken", 409, "Account taken", "The account at the provider, or the mail address, is somebody else's in this archive.",
		"Log in with that account, or take another.", shown(is(store.ErrIdentityTaken))},
	{"person-not-found", 404, "Person not found", "Nobody here has this number.", "List all under /api/v1/people.", shown(is(store.ErrNoPerson))},
	{"token-not-found", 404, "Token not found", "You have no token of this number.", "List yours under /api/v1/tokens.", shown(is(store.ErrNoCredential))},
	{"webhook-not-found", 404, "Webhook not found", "There is no webhook of this number.", "List all under /api/v1/webhooks.", shown(is(store.ErrNoWebhook))},
	{"notice-not-found", 404, "Notice not found", "The webhook was sent no such notice, or of none since that time, or they are forgotten, as all are after a month.",
		"List what it was sent under /api/v1/webhooks/{id}/dispatches.", shown(is(store.ErrNoWebhookEvent))},
	{"name-taken", 409, "Name taken", "Somebody has this name, or one that looks like it.", "Choose another; names are told apart by more than case and width.",
		shown(is(store.ErrNameTaken))},
	{"last-administrator", 409, "Last administrator", "Nobody would be left who may administer the archive.",
		"Make somebody else an administrator first.", shown(is(store.ErrLastAdministrator))},
	{"too-slow", 408, "Sent too slowly", "The body of the call came more slowly than 64 KiB in the time that is given for them.",
		"Send it again over a quicker line, or in smaller parts.", shown(as[*SlowError])},
	{"unsupported-media-type", 415, "Unsupported media type", "The body is a form, as browsers send them.",
		"Send the record file itself as the body.", shown(is(errMultipart))},
	{"variant-not-found", 404, "Variant not found", "No game of this name is defined here.",
		"See /api/v1/variants for those that are; a definition of your own goes into the folder variants_dir.", shown(as[*variantError])},
	{"record-rejected", 422, "Record rejected", "A record is illegal or cannot be read, and so none of those sent was archived; error says what is wrong with the first.",
		"Mend the record as error suggests, or archive it as it is with keep=illegal.", shown(as[*api.RejectedError])},
	{"call-under-way", 409, "Call under way", "The first call with this Idempotency-Key has not been answered yet.",
		"Send the call again a little later: it is given the same answer.", shown(is(api.ErrKeyHeld))},
	{"answer-lost", 409, "Answer not kept", "The call of this Idempotency-Key was made, and no answer of it is kept: the server stopped before it could be, or another one is about to.",
		"Send the call again a little later. It is not made twice: where no answer comes, look whether what it asked for is done.", shown(is(store.ErrNoResponse))},
	{"key-reused", 422, "Key of another call", "This Idempotency-Key was given to a call that asked for something else.",
		"Draw a new key for each call that is not the same.", shown(is(store.ErrKeyReused))},
	{"too-large", 413, "Too large", "The call sends or asks for more than the limit, which is named.",
		"Ask for less at once. The command line has no such limits.", shown(as[*api.LimitError], as[*api.CutError], as[*parser.TooLarge])},
	{"precondition-required", 428, "Precondition required", "The call does not say which revision it changes, and could undo what somebody else has written.",
		"Send in If-Match the etag of the revision that you have read, or * for whichever holds.", shown(is(errNoMatch))},
	{"precondition-failed", 412, "Changed since it was read", "The header If-Match has no etag of what is there now. Nothing was done.",
		"Read the address again with GET, and send the request with its ETag, or with * to match any.", shown(is(errChanged))},
	{"annotation-conflict", 412, "Annotation has changed", "Somebody saved the annotation since it was read. Nothing was saved over that: yours and current are both texts.",
		"Join the two texts, and send the result with the etag of current.", shown(as[*api.ConflictError])},
	{"record-conflict", 412, "Record has changed", "Somebody mended the record since it was read. Nothing was saved over that.",
		"Read the record again, mend it there, and send it with the etag of its newest revision.", shown(as[*store.RecordChangedError])},
	{"record-taken", 409, "Record of another game", "Another game of the archive has this very record, or had it before it was mended.",
		"Delete one of the two games, if they are the same.", shown(as[*store.DuplicateRecordError])},
	{"revision-not-found", 404, "Revision not found", "The record of the game has no revision of this number.",
		"List those that it has under /api/v1/games/{id}/revisions.", shown(both(as[*store.RevisionError], is(store.ErrNotFound)))},
	{"ruling-rejected", 422, "Ruling rejected", "The record does not break that ruling at that ply, or what is written there cannot be made on the board: no such piece, no such square, no room.",
		"Look at the report on the game for the ply and the ruling that it breaks first. Where the record leaves open which piece was moved, say it in move.",
		shown(as[*analysis.StandingError], as[*analysis.UnplayableError])},
	{"ruling-lifted", 410, "Ruling taken back", "The ruling was taken back before.",
		"Rule again where the ply is to stand after all.", shown(both(as[*store.RulingError], is(store.ErrGone)))},
	{"ruling-not-found", 404, "Ruling not found", "There is no ruling of this number on the game.",
		"List those that there are under /api/v1/games/{id}/rulings.", shown(both(as[*store.RulingError], is(store.ErrNotFound)))},
	{"overtaken", 409, "Game is being changed", "Others change the game so often that no ruling on it can be proved and kept.",
		"Send the call again a little later.", shown(is(store.ErrGameChanged))},
	{"comments-refused", 403, "Comment refused", "The game takes no such comment, by the rule of the kibitzing etiquette that is named.",
		"Wait until the game is over, or ask its players; an illegal move may be reported at any time.", shown(as[*api.RefusedError])},
	{"line-rejected", 422, "Line rejected", "A move of a side line, of the path to it or of the moves to be played is not legal; error says which, and line which of the side lines.",
		"Mend the move: error lists the nearest that are legal.", shown(as[*analysis.LineError])},
	{"game-damaged", 500, "Game is damaged", "The archive does not have the game as it was written. All other games are sound.",
		"Whoever runs the server sees more with assay check, and can put a backup in place with assay recover.", shown(api.GameDamaged)},
	{"annotation-deleted", 410, "Annotation deleted", "The annotation was there, and was deleted.",
		"Its history is kept, and it can be restored.", shown(both(as[*store.AnnotationError], is(store.ErrGone)))},
	{"annotation-not-found", 404, "Annotation not found", "The game has no annotation of this number.",
		"List those that it has under /api/v1/games/{id}/annotations.", shown(as[*store.AnnotationError])},
	{"submission-not-found", 404, "Submission not found", "There is no submission of this number.",
		"List those that you may see under /api/v1/submissions.", shown(both(as[*store.SubmissionError], is(store.ErrNotFound)))},
	{"submission-state", 409, "Not possible now", "The submission is in a state in which this cannot be done with it; actions of its answer lists what can.",
		"Read the submission again, and do what it lists.", shown(as[*api.TransitionError])},
	{"submission-conflict", 412, "Submission has changed", "Somebody did something with the submission since it was read. Nothing was changed by this call.",
		"Read the submission again, and send the call with its etag where it is still meant.", shown(as[*store.SubmissionChangedError])},
	{"game-unruled", 409, "Archived already, and not ruled on", "The record that is accepted with rulings is archived already, as a game that does not hold.",
		"Rule on that game, or mend it; then the submission can be accepted.", shown(as[*store.UnruledError])},
	{"event-not-found", 404, "Event not found", "There is no event of this number or name.",
		"List those that there are under /api/v1/events.", shown(is(store.ErrNoEvent))},
	{"event-conflict", 412, "Event has changed", "Somebody set the event up otherwise since it was read. Nothing was saved over that.",
		"Read the event again, and send your change of that with its etag.", shown(as[*store.EventChangedError])},
	{"event-closed", 403, "Not among those who may submit", "The event takes records from others alone, or a record is of an event whose records an arbiter approves.",
		"Ask an arbiter; records of an event are sent to /api/v1/submissions.", shown(as[*api.EventClosedError], as[*api.ApprovalError])},
	{"draft-not-found", 404, "Draft not found", "There is no draft of this address, or it has no such version.",
		"Look at the address again; it is as long as it was when the draft was saved.", shown(is(store.ErrNoDraft))},
	{"draft-conflict", 412, "Draft has changed", "Somebody saved the draft since it was read. Nothing was saved over that.",
		"Read the draft again, join the two texts, and send the result with its etag.", shown(as[*store.DraftChangedError])},
	{"definition-rejected", 422, "Definition rejected", "The definition is not sound: the detail has a line for each problem.",
		"Mend it; /api/v1/variants/check says the same, and keeps nothing.", shown(as[variant.Problems])},
	{"definition-published", 409, "Published with other rules", "Games have been proved by the definition that is published under this id, which therefore keeps its rules.",
		"Give the game another id, or only change how it is drawn.", shown(as[*api.PublishedError])},
	{"job-not-found", 404, "Job not found", "There is no job of this number; those that have ended are forgotten after a week.",
		"See the game under /api/v1/games/{id}/analysis for its last job.", shown(is(store.ErrNoJob))},
	{"job-ended", 409, "Job has ended", "The job is done, has failed, or was cancelled before.",
		"Ask for the analysis of the game again where it is wanted.", shown(is(store.ErrJobEnded))},
	{"record-deleted", 409, "Record of a deleted game", "The record was archived before, and its game was deleted. Archiving it again does not restore the game.",
		"Ask an arbiter to restore the game with POST /api/v1/games/{id}/restore, or run assay restore on the server.", shown(as[*api.DeletedError])},
	{"game-not-found", 404, "Game not found", "The archive has never had a game of this number.",
		"List those that it has under /api/v1/games.", shown(is(store.ErrNotFound))},
	{"game-deleted", 410, "Game deleted", "The game was archived, and was deleted.",
		"An arbiter can restore it with POST /api/v1/games/{id}/restore, or with assay restore on the server.", shown(is(store.ErrGone))},
	{"ply-not-found", 404, "Ply not found", "The game does not reach this ply, or none of those that were asked for.",
		"Ask for plies from 0 to the number of the game's plies.", shown(as[*api.PlyError], as[*publish.NoPictures])},
	{"not-replayable", 404, "Record has no positions", "The record is of a game that is not defined here, or cannot be read, so that nothing of it can be shown on a board.",
		"Its bytes are kept: see /api/v1/games/{id}/record. After you add the variant, run `assay check --reverify --update`.", shown(as[*api.ReplayError])},
	{"not-expressible", 422, "Not expressible in the format", "The format has no way to write this game.",
		"Choose another format; json, numbered and text hold every game.", shown(as[*analysis.CannotHold], as[*parser.Unwritable])},
	{"bad-request", 400, "Bad request", "A parameter, key or text of the call is not taken; the detail names it and says what is wanted.",
		"Mend what is named; the description of the interface lists what every call takes.",
		shown(as[*analysis.AnnotationError], as[*api.InputError], as[*api.FormatError], as[*store.FieldError], is(store.ErrCursor), as[*parser.UnknownFormat], as[*parser.UnknownEncoding])},
	{"bad-query", 400, "Query not readable", "The query breaks off, or has a word that its language does not know: at column, in characters from 1.",
		"Mend it there; suggestion is what was probably meant.", shown(as[*query.Error])},
	{"bad-position", 400, "Position text not readable", "The position text is none of this game: the detail says at which column, and why.",
		"Take the text from an answer that has one, and change that.", shown(as[*rules.TextError])},
	{"unknown-variant", 400, "Variant not defined", "No game of the name that a parameter or key gives is defined here.",
		"See /api/v1/variants for those that are.", shown(is(variant.ErrUnknown))},
	{"unknown-option", 400, "Option not defined", "The game has no such option, or the option no such value.",
		"See the game under /api/v1/variants/{id} for its options.", shown(as[*variant.OptionError])},
	{"engine-failed", 502, "Engine failed", "An engine of others crashed, did not answer, made a move that is not legal, or does not play the game: the detail says which, and in what position.",
		"Ask another engine, or leave the key engine out. It is started again by the next call.", shown(as[*external.Error])},
	{"too-many-calls", 429, "Too many calls", "Whoever calls from this address does so more often than the server takes.",
		"Send the call again after the seconds of Retry-After; RateLimit says with every answer how many calls are left.", shown(as[*RateError])},
	{"busy", 503, "Busy", "Too much is under way at this moment, or another process has what is needed.",
		"Send the call again after the seconds of Retry-After.",
		append(shown(as[*BusyError]), hidden(is(index.ErrLocked), is(store.ErrBusy), is(context.DeadlineExceeded))...)},
	{"undecided", 503, "Not decided", "The check of a definition reached the server's time limit, so nothing is decided.",
		"Send it again when the server is less busy, or run assay variants --check FILE, which has no time limit.", shown(is(api.ErrUndecided))},
	{"behind", 503, "Not up to date yet", "The call names a change of the archive that this server's index does not know of yet.",
		"Send the call again after the seconds of Retry-After, or without the header Assay-Change.", shown(as[*api.BehindError])},
	{"index-unusable", 503, "The index cannot be used now", "A fault keeps the index from being used. Games can be read and archived meanwhile.",
		"Try again later: it is mended by itself, and /readyz says how far that is.", hidden(as[*index.Error])},
	{"stopping", 503, "Stopping", "The server is being stopped.",
		"Send the call again when it has been started.", hidden(is(index.ErrClosed), is(context.Canceled))},
	{"replaced", 503, "Archive replaced", "Another file lies in the archive's place than the one that the server has open.",
		"Whoever runs the server has to start it again.", hidden(is(store.ErrReplaced))},
	{"archive-away", 503, "The archive does not answer", "The database that keeps the archive does not answer at this moment.",
		"Send the call again after the seconds of Retry-After: what was answered as done before is kept.", hidden(is(store.ErrAway))},
	{"not-writable", 503, "The archive takes no changes", "The archive cannot be written at this moment: its database was made read-only, as a standby is, or its disk. Nothing was written; reading goes on.",
		"Send the call again after the seconds of Retry-After. Where that does not help, whoever runs the server has to look.", hidden(is(store.ErrReadOnly))},
	{"no-space", 507, "No space left", "The disk of the archive is full. Nothing was written; reading goes on.",
		"Whoever runs the server has to make room.", hidden(is(store.ErrFull))},
	{"internal", 500, "Internal error", "The server failed; its log says more.",
		"Tell whoever runs it, with the time of the call.", hidden(func(error) bool { return true })},
}

// problemsPath is what the types of problems lie under.
const problemsPath = "/problems"

// kindOf is the row of an error, and whether its details are for the log only.
func kindOf(err error) (*Kind, bool) {
	for _, k := range kinds {
		for _, c := range k.causes {
			if c.matches(err) {
				return k, c.hidden
			}
		}
	}
	panic("the last row matches all")
}

// lateError says in how many seconds a call may be made again.
type lateError interface {
	error
	seconds() int
}

// newProblem is the answer to an error.
func newProblem(err error) *Problem {
	k, hidden := kindOf(err)
	p := &Problem{Type: k.Type(), Title: k.Title, Status: k.Status, kind: k}
	if !hidden {
		p.Detail = err.Error()
	}
	if later, ok := errors.AsType[lateError](err); ok {
		p.wait = later.seconds()
	} else if unreadable, ok := errors.AsType[*query.Error](err); ok {
		p.Column, p.Suggestion = unreadable.Column, unreadable.Suggestion
	} else if refused, ok := errors.AsType[*api.RefusedError](err); ok {
		p.Rule = refused.Rule
	} else if late, ok := errors.AsType[*api.ConflictError](err); ok {
		p.Yours, p.Current = late.Yours, late.Current
	} else if line, ok := errors.AsType[*analysis.LineError](err); ok {
		p.Error = line.Fault
		if line.Field == "lines" {
			p.Line = line.Index + 1
		}
	} else if limit, ok := errors.AsType[*api.LimitError](err); ok {
		p.Limit = limit.Limit
	} else if deleted, ok := errors.AsType[*api.DeletedError](err); ok {
		p.Games = deleted.Reports
	} else if rejected, ok := errors.AsType[*api.RejectedError](err); ok {
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

// Kind is the problem's row of the table.
func (p *Problem) Kind() *Kind { return p.kind }

// head sets what the headers of an answer say of a problem, in whatever form it
// is shown.
func (p *Problem) head(h http.Header) {
	h.Set("Cache-Control", "no-store")
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
		panic(err) // every field can be written
	}
	w.Header().Set("Content-Type", "application/problem+json")
	p.head(w.Header())
	w.WriteHeader(p.Status)
	w.Write(append(body, '\n'))
}

// problemParameters are those of a call on a kind of problem.
type problemParameters struct{ name string }

func (p *problemParameters) Parameters() []*Parameter {
	return []*Parameter{Text("name", &p.name, "last part of a problem's type").InPath()}
}

// kindAnswer is what is said of a kind of problem.
type kindAnswer struct {
	Type string `json:"type"`
	*Kind
}

// explain answers with what a kind of problem is, as a page where that is
// preferred.
func (s *Server) explain(c *gin.Context, p *problemParameters) error {
	i := slices.IndexFunc(kinds, func(k *Kind) bool { return k.Name == p.name })
	if i < 0 {
		return errNoRoute
	}
	c.Writer.Header().Add("Vary", "Accept")
	if s.config.Pages != nil && c.NegotiateFormat(gin.MIMEJSON, gin.MIMEHTML) == gin.MIMEHTML {
		pageHeaders(c)
		return s.config.Pages.Explain(c.Writer, c.Request, kinds[i])
	}
	return reply(c, http.StatusOK, kindAnswer{Base(c.Request) + kinds[i].Type(), kinds[i]})
}
