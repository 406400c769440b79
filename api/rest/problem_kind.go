package rest

import (
	"context"
	"errors"

	"assay/analysis"
	"assay/analysis/engine/external"
	"assay/analysis/rules"
	"assay/analysis/variant"
	"assay/api/account"
	"assay/api/annotate"
	"assay/api/define"
	"assay/api/events"
	"assay/api/laboratory"
	"assay/api/players"
	"assay/api/present"
	"assay/api/publish"
	"assay/api/records"
	"assay/api/request"
	"assay/api/search"
	"assay/api/studies"
	"assay/api/tournament"
	"assay/index"
	"assay/index/query"
	"assay/parser"
	"assay/store"
)

// Kind is a row of the table from errors to responses.
type Kind struct {
	Name   string `json:"-"` // last part of the problem's type
	Status int    `json:"status"`
	Title  string `json:"title"`
	Means  string `json:"means"`  // what happened
	Advice string `json:"advice"` // what to do next
	causes []cause
}

// cause matches the errors of a kind.
type cause struct {
	matches func(error) bool
	hidden  bool // details go to the log only
}

// Type returns the URI of the kind. The page at this URI explains the kind.
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

// kinds maps errors to responses. The first matching row applies. The last row
// matches every error.
var kinds = []*Kind{
	{"not-found", 404, "Not found",
		"No page or resource has this URL.",
		"Check the URL. The archive page links to all pages; /api/v1/openapi.json lists all operations.",
		shown(is(errNoRoute), is(ErrNoPage), is(errOutside))},
	{"method-not-allowed", 405, "Method not allowed",
		"The URL exists but does not support this method.",
		"Use a method listed in the Allow header.",
		shown(is(errMethod))},
	{"misdirected", 421, "Misdirected request",
		"The request names a host that is not this server's. This protects against DNS rebinding.",
		"Use the server's address, or add the name to hosts in the server's configuration.",
		shown(as[*HostError])},
	{"cross-origin", 403, "Cross-origin request refused",
		"A page of another site tried to change something.",
		"Make the change on the server's own pages, or from a program that is not a browser.",
		shown(is(errCrossOrigin))},
	{"origin-missing", 403, "Origin missing",
		"A change by session cookie needs the header Origin, which browsers send.",
		"Send Origin with the server's own address, or use a token instead: Authorization: Bearer TOKEN.",
		shown(is(errNoOrigin))},
	{"not-acceptable", 406, "Not acceptable",
		"The Accept header excludes every media type that this operation can return; the detail lists them.",
		"Accept one of them, or leave out Accept.",
		shown(as[*acceptError])},
	{"address-refused", 422, "Address refused",
		"The webhook's address is not public, so it would never be called.",
		"Use a public address, or let the server's operator add its network to webhook_networks.",
		shown(as[*PrivateError])},
	{"read-only", 403, "Read-only server",
		"The server was started with --read-only and accepts no changes.",
		"Ask the server's operator for one that accepts changes.",
		shown(is(errReadOnly))},
	{"log-in-needed", 401, "Login needed",
		"This archive requires a login for the request.",
		"Log in, or send a token: Authorization: Bearer TOKEN.",
		shown(func(err error) bool {
			denied, ok := errors.AsType[*request.DeniedError](err)
			return ok && denied.Guest
		})},
	{"forbidden", 403, "Not allowed",
		"Your role or the token's scopes lack the right that is named, or the job or draft belongs to someone " +
			"else.",
		"Ask an administrator for a role with the right, create a token with the scope, or ask the owner.",
		shown(as[*request.DeniedError], as[*request.OwnerError])},
	{"no-people", 404, "No accounts",
		"The archive has no accounts: everyone on this machine may do everything, without passwords or tokens.",
		"To add accounts, invite someone on the page /people, or run `assay people NAME --invite`.",
		shown(is(request.ErrNoAccounts))},
	{"token-refused", 401, "Token refused",
		"The Authorization header has no valid token: it is missing, unknown, revoked or expired.",
		"Create another token on the page /me.",
		shown(is(account.ErrToken), is(errScheme))},
	{"log-in-refused", 401, "Login refused",
		"Name and password do not match an active account.",
		"Check both. If you forgot your password, ask an administrator for a link.",
		shown(is(account.ErrLogin))},
	{"link-refused", 410, "Link refused",
		"The link to choose a password is invalid, used or expired.",
		"Ask an administrator for a new link.",
		shown(is(account.ErrLink))},
	{"log-in-not-begun", 400, "Login not started here",
		"A provider login returned that this browser did not start, that was used before, or that took over " +
			"ten minutes.",
		"Start again on the page /login.",
		shown(is(errAttempt))},
	{"provider-failed", 502, "Login provider failed",
		"The login provider is unreachable, or its response is invalid.",
		"Try again later, or log in with a password. The server's log has the details.",
		hidden(as[*ProviderError])},
	{"provider-refused", 403, "Login provider refused",
		"The login provider did not let you in; the detail is its message.",
		"Ask the provider's administrator.",
		shown(as[*RefusalError])},
	{"not-invited", 403, "Not invited",
		"The login provider knows you, but you were not invited to this archive.",
		"Ask an administrator of the archive for an invitation.",
		shown(is(account.ErrNotInvited))},
	{"account-taken", 409, "Account taken",
		"The provider's account, or its e-mail address, belongs to another person in this archive.",
		"Log in with that account, or use another one.",
		shown(is(store.ErrIdentityTaken))},
	{"person-not-found", 404, "Person not found",
		"No person has this number.",
		"List people with GET /api/v1/people.",
		shown(is(store.ErrNoPerson))},
	{"token-not-found", 404, "Token not found",
		"You have no token with this number.",
		"List your tokens with GET /api/v1/tokens.",
		shown(is(store.ErrNoCredential))},
	{"webhook-not-found", 404, "Webhook not found",
		"No webhook has this number.",
		"List webhooks with GET /api/v1/webhooks.",
		shown(is(store.ErrNoWebhook))},
	{"notice-not-found", 404, "Event not found",
		"The webhook has no such event, or none since that time. Events are deleted after a month.",
		"List its deliveries with GET /api/v1/webhooks/{id}/dispatches.",
		shown(is(store.ErrNoWebhookEvent))},
	{"name-taken", 409, "Name taken",
		"Another person has this name, or one that looks the same.",
		"Choose another name. Case and width of letters do not distinguish names.",
		shown(is(store.ErrNameTaken))},
	{"last-administrator", 409, "Last administrator",
		"The archive would have no administrator left.",
		"Make someone else an administrator first.",
		shown(is(store.ErrLastAdministrator))},
	{"too-slow", 408, "Sent too slowly",
		"Less than 64 KiB of the body arrived in the time allowed.",
		"Send it again over a faster connection, or in smaller parts.",
		shown(as[*SlowError])},
	{"unsupported-media-type", 415, "Unsupported media type",
		"The body is a form, as browsers send it.",
		"Send the record file itself as the body.",
		shown(is(errMultipart))},
	{"variant-not-found", 404, "Variant not found",
		"No variant has this name.",
		"List variants with GET /api/v1/variants. Put your own definitions into the folder variants_dir.",
		shown(as[*variantError])},
	{"record-rejected", 422, "Record rejected",
		"No record was archived: all are illegal or unreadable, or one is and atomic=true was given. error " +
			"describes the first one.",
		"Correct the record as error suggests, or archive it unchanged with keep=illegal.",
		shown(as[*records.RejectedError])},
	{"call-under-way", 409, "Request in progress",
		"The first request with this Idempotency-Key is still running.",
		"Repeat the request a little later to get its response.",
		shown(is(request.ErrKeyInProgress))},
	{"answer-lost", 409, "Response not stored",
		"A request with this Idempotency-Key was made, but no response is stored: the server stopped first, " +
			"or another server is about to store it.",
		"Repeat the request a little later; it is not carried out twice. If no response appears, check " +
			"whether the change was made.",
		shown(is(store.ErrNoResponse))},
	{"key-reused", 422, "Key reused",
		"This Idempotency-Key was used for a different request.",
		"Generate a new key for each different request.",
		shown(is(store.ErrKeyReused))},
	{"too-large", 413, "Too large",
		"The request exceeds the limit that is named.",
		"Request less at once. The command line has no such limits.",
		shown(as[*request.LimitError], as[*search.SearchTimeoutError], as[*parser.TooLarge])},
	{"precondition-required", 428, "Precondition required",
		"The request does not name the revision it changes, so it could overwrite someone else's change.",
		"Send If-Match with the etag of the revision you have read, or * for any.",
		shown(is(errNoMatch))},
	{"precondition-failed", 412, "Changed since it was read",
		"If-Match does not have the current ETag. Nothing was changed.",
		"Read the URL again with GET, and repeat the request with its ETag, or with *.",
		shown(is(errPreconditionFailed))},
	{"annotation-conflict", 412, "Annotation has changed",
		"Someone else saved the annotation after you read it. Your text was not saved; yours and current are " +
			"both texts.",
		"Merge the two texts, and send the result with the etag of current.",
		shown(as[*annotate.ConflictError])},
	{"record-conflict", 412, "Record has changed",
		"Someone else corrected the record after you read it. Your text was not saved.",
		"Read the record again, apply your correction, and send it with the etag of the newest revision.",
		shown(as[*store.RecordChangedError])},
	{"record-taken", 409, "Duplicate record",
		"Another game of the archive has the same record, or had it before a correction.",
		"If both are the same game, delete one of them.",
		shown(as[*store.DuplicateRecordError])},
	{"revision-not-found", 404, "Revision not found",
		"The game's record has no revision with this number.",
		"List its revisions with GET /api/v1/games/{id}/revisions.",
		shown(both(as[*store.RevisionError], is(store.ErrNotFound)))},
	{"ruling-rejected", 422, "Ruling rejected",
		"The record does not break that rule at that ply, or the move cannot be played: no such piece, no " +
			"such square, or no space.",
		"Check ply and rule in the game's report. If the record does not say which piece moved, name the move " +
			"in move.",
		shown(as[*analysis.StandingError], as[*analysis.UnplayableError])},
	{"ruling-lifted", 410, "Ruling revoked",
		"The ruling was already revoked.",
		"If the ply is to stand after all, make a new ruling.",
		shown(both(as[*store.RulingError], is(store.ErrGone)))},
	{"ruling-not-found", 404, "Ruling not found",
		"The game has no ruling with this number.",
		"List its rulings with GET /api/v1/games/{id}/rulings.",
		shown(both(as[*store.RulingError], is(store.ErrNotFound)))},
	{"overtaken", 409, "Game is being changed",
		"Others changed the game several times while the ruling was being verified.",
		"Repeat the request a little later.",
		shown(is(store.ErrGameChanged))},
	{"comments-refused", 403, "Comment refused",
		"The comment policy of the game does not allow this comment; rule is the policy's rule.",
		"Wait until the game is over, or ask its players. To report an illegal move, send the kind report.",
		shown(as[*annotate.RefusedError])},
	{"line-rejected", 422, "Variation rejected",
		"A move of a variation, of the path to it, or of the moves to play is illegal. error says which, and " +
			"line which variation.",
		"Correct the move; error lists the nearest legal moves.",
		shown(as[*analysis.LineError])},
	{"game-damaged", 500, "Game is damaged",
		"The stored game is damaged. Other games are not affected.",
		"On the server, run `assay check` for details, and `assay recover` to restore a backup.",
		shown(present.IsGameDamaged)},
	{"annotation-deleted", 410, "Annotation deleted",
		"The annotation was deleted.",
		"Read its history, or restore it.",
		shown(both(as[*store.AnnotationError], is(store.ErrGone)))},
	{"annotation-not-found", 404, "Annotation not found",
		"The game has no annotation with this number.",
		"List its annotations with GET /api/v1/games/{id}/annotations.",
		shown(as[*store.AnnotationError])},
	{"submission-not-found", 404, "Submission not found",
		"No submission has this number.",
		"List the submissions you may see with GET /api/v1/submissions.",
		shown(both(as[*store.SubmissionError], is(store.ErrNotFound)))},
	{"submission-state", 409, "Not possible now",
		"The submission's state does not allow this action.",
		"Read the submission again; actions lists what you can do.",
		shown(as[*events.TransitionError])},
	{"submission-conflict", 412, "Submission has changed",
		"Someone else changed the submission after you read it. Nothing was changed.",
		"Read the submission again, and repeat the request with its etag if it still applies.",
		shown(as[*store.SubmissionChangedError])},
	{"game-unruled", 409, "Archived without the rulings",
		"The accepted record is already archived as an illegal game without rulings.",
		"Rule on that game or correct it; then accept the submission.",
		shown(as[*store.UnruledError])},
	{"puzzle-not-found", 404, "Puzzle not found",
		"No puzzle has this ID, or no puzzle matches.",
		"List puzzles with GET /api/v1/puzzles. Make some with assay puzzles make.",
		shown(is(store.ErrNoPuzzle))},
	{"repertoire-not-found", 404, "Repertoire not found",
		"No repertoire has this number, or it is another person's.",
		"List repertoires with GET /api/v1/repertoires.",
		shown(is(store.ErrNoRepertoire))},
	{"repertoire-conflict", 409, "Repertoire has changed",
		"The repertoire was changed at the same time.",
		"Repeat the request.",
		shown(as[*store.RepertoireChangedError])},
	{"study-not-found", 404, "Study not found",
		"No study, chapter or version has this ID, or you may not read it.",
		"List the studies that you may read with GET /api/v1/studies, or use the link that its owner shares.",
		shown(is(store.ErrNoStudy))},
	{"study-conflict", 412, "Study has changed",
		"Someone else saved the study or the chapter after you read it. Your text was not saved; study has both texts.",
		"Merge the two texts, and send the result with the etag of the current one.",
		shown(as[*studies.ConflictError])},
	{"event-not-found", 404, "Event not found",
		"No event has this number or name.",
		"List events with GET /api/v1/events.",
		shown(is(store.ErrNoEvent))},
	{"event-conflict", 412, "Event has changed",
		"Someone else changed the event after you read it. Your change was not saved.",
		"Read the event again, and send your change with its etag.",
		shown(as[*store.EventChangedError])},
	{"report-rejected", 422, "Tournament report rejected",
		"The report is invalid; the detail begins with line and column.",
		"Correct it there, or write it again with the pairing program as TRF16 or TRF26.",
		shown(as[*tournament.ReportError])},
	{"event-used", 409, "Event in use",
		"Games or submissions belong to the event, so it was not deleted. Its games are those with its name as Event.",
		"Rename the event with PUT instead, or correct the games' headers first. Submissions keep their event.",
		shown(as[*store.EventUsedError])},
	{"event-closed", 403, "Not allowed to submit",
		"You are not among the event's submitters, or its records need an arbiter's approval.",
		"Ask an arbiter, or send records of an event to /api/v1/submissions.",
		shown(as[*events.EventClosedError], as[*events.ApprovalError])},
	{"draft-not-found", 404, "Draft not found",
		"No draft has this URL, or it has no such version.",
		"Check the URL; it must be as long as when the draft was saved.",
		shown(is(store.ErrNoDraft))},
	{"draft-conflict", 412, "Draft has changed",
		"Someone else saved the draft after you read it. Your text was not saved.",
		"Read the draft again, merge the two texts, and send the result with its etag.",
		shown(as[*store.DraftChangedError])},
	{"definition-rejected", 422, "Definition rejected",
		"The definition is invalid; the detail has one line per problem.",
		"Correct it. POST /api/v1/variants/check reports the same and saves nothing.",
		shown(as[variant.Problems])},
	{"change-refused", 422, "Change refused",
		"This change cannot be made in the text of the definition.",
		"Change the text itself, or send another change.",
		shown(as[*define.EditError])},
	{"definition-published", 409, "Published with other rules",
		"The published variant of this id has other rules, and games were verified by them.",
		"Give your variant another id, or change only its appearance.",
		shown(as[*define.PublishedError])},
	{"job-not-found", 404, "Job not found",
		"No job has this number. Ended jobs are deleted after a week.",
		"See the game's last job with GET /api/v1/games/{id}/analysis.",
		shown(is(store.ErrNoJob))},
	{"job-ended", 409, "Job has ended",
		"The job is done, has failed or was cancelled.",
		"If you still need it, request the analysis again.",
		shown(is(store.ErrJobEnded))},
	{"run-not-found", 404, "Run not found",
		"The laboratory has no run with this number, or the run compares no versions. Old runs are deleted.",
		"List runs with GET /api/v1/lab.",
		shown(is(laboratory.ErrNoRun), is(laboratory.ErrNoPart))},
	{"run-active", 409, "Run in progress",
		"Your last run of the laboratory has not ended; everyone has one at a time.",
		"Wait until it has ended, or cancel it with DELETE /api/v1/lab/{id}.",
		shown(as[*laboratory.ActiveRunError])},
	{"run-ended", 409, "Run has ended",
		"The run is done, has failed or was cancelled.",
		"Read it with GET /api/v1/lab/{id}, or start another one.",
		shown(is(laboratory.ErrRunEnded))},
	{"run-unfinished", 409, "No report yet",
		"The run has not ended, or it has failed or was cancelled.",
		"Follow it with GET /api/v1/lab/{id}/events.",
		shown(is(laboratory.ErrNoResult))},
	{"record-deleted", 409, "Record of a deleted game",
		"The record belongs to a deleted game. Archiving it again does not restore the game.",
		"Ask an arbiter to restore it with POST /api/v1/games/{id}/restore, or run `assay restore` on the " +
			"server.",
		shown(as[*records.DeletedError])},
	{"external-id-not-found", 404, "No game with this ID",
		"No game has this ID of the other system.",
		"Send its record with PUT to the same URL, or find it with GET /api/v1/games?sha256=.",
		shown(as[*store.ExternalIDError])},
	{"game-not-found", 404, "Game not found",
		"No game has this number.",
		"List games with GET /api/v1/games.",
		shown(is(store.ErrNotFound))},
	{"game-merged", 410, "Game merged",
		"The game was archived twice and is now a part of the game in into.",
		"Read that game. To undo the merge, see /api/v1/games/{id}/twins/{twin}.",
		shown(isMerged)},
	{"twins-decided", 409, "Decided already",
		"The two games are merged already, there is no merge to undo, or the game is a part of another one.",
		"Read the pair again; state is the last decision. To restore a merged game, undo the merge.",
		shown(is(store.ErrMerged), is(store.ErrNotMerged), as[*store.MergedError])},
	{"twins-conflict", 412, "Pair has changed",
		"Someone else decided about the two games after you read them. Nothing was changed.",
		"Read the pair again, and repeat the request with its etag if it still applies.",
		shown(as[*store.TwinsChangedError])},
	{"player-not-found", 404, "Player not found",
		"No game has a player of this name.",
		"Find the name as records spell it with GET /api/v1/players?q=.",
		shown(is(players.ErrNoPlayer))},
	{"player-not-linked", 409, "Account not linked to a player",
		"The request is about your games, but your account is not linked to a player yet.",
		"Name your player with PUT /api/v1/me/player. An arbiter confirms it with POST /api/v1/players/claims.",
		shown(as[*players.LinkError])},
	{"claim-conflict", 409, "Claim not possible",
		"Another account is linked to the player, or the claim was changed after you read it.",
		"Read the claims again with GET /api/v1/players/claims. An arbiter may refuse the other claim first.",
		shown(is(players.ErrClaimTaken), is(players.ErrClaimChanged))},
	{"names-conflict", 409, "Names have changed",
		"Someone else merged or split names at the same time. Nothing was changed.",
		"Repeat the request if it still applies.",
		shown(as[*store.NamesChangedError])},
	{"game-deleted", 410, "Game deleted",
		"The game was deleted.",
		"Ask an arbiter to restore it with POST /api/v1/games/{id}/restore, or run `assay restore` on the " +
			"server.",
		shown(is(store.ErrGone))},
	{"ply-not-found", 404, "Ply not found",
		"The game has no such ply, or none of the requested plies.",
		"Request plies from 0 to the game's number of plies.",
		shown(as[*present.PlyError], as[*publish.NoPictures])},
	{"not-replayable", 404, "Record has no positions",
		"The variant of the record is not defined, or the record is unreadable, so no position can be shown.",
		"Its bytes are available: GET /api/v1/games/{id}/record. After you add the variant, run `assay check " +
			"--reverify --update`.",
		shown(as[*present.ReplayError])},
	{"not-expressible", 422, "Not expressible in the format",
		"The format cannot express this game.",
		"Choose another format; json, numbered and text can express every game.",
		shown(as[*analysis.CannotHold], as[*parser.Unwritable])},
	{"bad-request", 400, "Bad request",
		"A parameter, key or text is invalid; the detail names it and what was expected.",
		"Correct it. The OpenAPI document lists the parameters of every operation.",
		shown(as[request.InputErrors], as[*analysis.AnnotationError], as[*request.InputError],
			as[*present.FormatError], as[*store.FieldError], is(store.ErrCursor),
			as[*parser.UnknownFormat], as[*parser.UnknownEncoding])},
	{"bad-query", 400, "Query not readable",
		"The query ends early or has an unknown word at column, counted in characters from 1.",
		"Correct it there; suggestion is what you probably meant.",
		shown(as[*query.Error])},
	{"bad-position", 400, "Position not readable",
		"The position (FEN) is invalid for this variant; the detail has the column and the reason.",
		"Start from a position in a response, and edit that.",
		shown(as[*rules.TextError])},
	{"unknown-variant", 400, "Variant not defined",
		"No variant has the name in the parameter or key.",
		"List variants with GET /api/v1/variants.",
		shown(is(variant.ErrUnknown))},
	{"unknown-option", 400, "Option not defined",
		"The variant has no such option, or the option no such value.",
		"See the variant's options with GET /api/v1/variants/{id}.",
		shown(as[*variant.OptionError])},
	{"engine-failed", 502, "Engine failed",
		"An external engine crashed, did not respond, made an illegal move, or does not support the variant. " +
			"The detail has the engine and the position.",
		"Use another engine, or leave out engine. The next request restarts it.",
		shown(as[*external.Error])},
	{"too-many-calls", 429, "Too many requests",
		"You exceeded the number of requests a minute that the server allows.",
		"Repeat the request after Retry-After seconds. Every response has the remaining number in RateLimit.",
		shown(as[*RateError])},
	{"busy", 503, "Busy",
		"The server is at capacity, or another process holds what the request needs.",
		"Repeat the request after Retry-After seconds.",
		append(shown(as[*BusyError]), hidden(is(index.ErrLocked), is(store.ErrBusy), is(context.DeadlineExceeded))...)},
	{"undecided", 503, "Not decided",
		"Checking the definition exceeded the server's time limit, so nothing is decided.",
		"Try again when the server is less busy, or run `assay variants --check FILE`, which has no time " +
			"limit.",
		shown(is(define.ErrCheckTimedOut))},
	{"behind", 503, "Not up to date yet",
		"The index of this server does not include the change named in Assay-Change yet.",
		"Repeat the request after Retry-After seconds, or without Assay-Change.",
		shown(as[*search.StaleIndexError])},
	{"index-unusable", 503, "Index unavailable",
		"An error makes the index unusable. Reading and archiving games still works.",
		"Try again later. The index repairs itself; /readyz shows the progress.",
		hidden(as[*index.Error])},
	{"stopping", 503, "Stopping",
		"The server is shutting down.",
		"Repeat the request when it is running again.",
		hidden(is(index.ErrClosed), is(context.Canceled))},
	{"replaced", 503, "Archive replaced",
		"The archive's file was replaced while the server had it open.",
		"Restart the server.",
		hidden(is(store.ErrReplaced))},
	{"archive-away", 503, "Archive unreachable",
		"The archive's database does not respond.",
		"Repeat the request after Retry-After seconds. Confirmed changes are not lost.",
		hidden(is(store.ErrAway))},
	{"not-writable", 503, "Archive not writable",
		"The archive cannot be written: its database is read-only, like a standby, or its disk is. Nothing " +
			"was changed; reading still works.",
		"Repeat the request after Retry-After seconds. If that fails again, tell the server's operator.",
		hidden(is(store.ErrReadOnly))},
	{"no-space", 507, "No space left",
		"The archive's disk is full. Nothing was changed; reading still works.",
		"Free disk space on the server.",
		hidden(is(store.ErrFull))},
	{"internal", 500, "Internal error",
		"The server failed. Its log has the details.",
		"Tell the server's operator the time of the request.",
		hidden(func(error) bool { return true })},
}

// isMerged reports whether an error is about a game that is a part of another.
func isMerged(err error) bool {
	gone, ok := errors.AsType[*store.GameError](err)
	return ok && gone.Into > 0
}

// problemsPath is the path prefix of problem types.
const problemsPath = "/problems"

// kindOf returns the kind of an error, and whether its details are hidden.
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
