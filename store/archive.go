package store

import (
	"context"
	"time"

	"assay/analysis"
)

// Archive is an open archive. All its methods are safe for concurrent use, and
// several processes may open the same archive. Readers never wait for a writer.
// If a call's context ends, nothing is written and the error is the context's
// cause.
//
// In addition to the errors listed per method, any method may return an
// [*Error], which concerns the archive as a whole.
type Archive interface {
	Games
	Pairings
	PlayedGames
	Outcomes
	Twins
	Players
	PlayerClaims
	Changes
	Revisions
	Rulings
	Annotations
	Analyses
	Definitions
	Puzzles
	Studies
	Training
	People
	Submissions
	Webhooks

	// Check reads the whole archive as of now and returns everything that is
	// wrong: the database, references, record hashes, row checksums, change
	// numbers, and revisions of annotations. It does not block writers. An
	// error means that the check itself failed.
	Check(ctx context.Context) ([]Fault, error)

	// Now returns the time of the archive's clock, which decides about expiry:
	// the database's clock if several servers share it.
	Now(ctx context.Context) (time.Time, error)

	// Close closes the archive.
	Close() error
}

// Games stores records and the results of their verification.
type Games interface {
	// Add archives a batch of games, all or none, together with the import
	// progress of their files. A game with a record, variant and options that
	// are already archived, as any revision of a game, or are repeated in the
	// batch, is not added again. Records that differ only in line ends or in
	// surrounding blank lines are equal; the bytes archived first are kept. The
	// results are in the order of the games. It returns the errors of
	// [Game.Check].
	Add(ctx context.Context, games []*Game, imports ...Import) ([]Added, error)

	// AddExternal archives a game under an external ID, like Add, in one
	// transaction. If a game has the ID, nothing is archived, and the result is
	// that game; if it or the record's game is deleted, the ID is not given.
	// newer reports whether the record is neither the one that was sent last
	// under the ID nor the game's current one.
	AddExternal(ctx context.Context, id ExternalID, g *Game) (a Added, newer bool, err error)

	// External returns the game with an external ID, deleted or not. The error
	// may be an [*ExternalIDError].
	External(ctx context.Context, id ExternalID) (game int64, err error)

	// ExternalIDs returns the external IDs of a game, sorted.
	ExternalIDs(ctx context.Context, game int64) ([]ExternalID, error)

	// Import returns the import progress of the file at path. The error matches
	// [ErrNotFound] if there is none.
	Import(ctx context.Context, path string) (Import, error)

	// Game returns a complete game. Errors are of type [*GameError].
	Game(ctx context.Context, id int64) (*Game, error)

	// Games returns several games in ascending order, damaged ones with their
	// Damage. Unknown and deleted ones are omitted.
	Games(ctx context.Context, ids []int64) ([]*Game, error)

	// Twin returns the first game with the same variant, options, start and
	// moves as a game that is not archived, or 0; see [Added.Twin].
	Twin(ctx context.Context, g *Game) (int64, error)

	// Record returns the exact bytes of a game's record, even if its other data
	// are damaged. Errors are of type [*GameError] and match [ErrCorrupt] if
	// the record's hash is wrong.
	Record(ctx context.Context, id int64) ([]byte, error)

	// List returns a page of the matching games and the cursor of the next
	// page, or "". An empty cursor is the first page; limit is from 1 to
	// [MaxLimit]. Games archived during paging appear in their place. Games
	// that do not change are neither repeated nor omitted. Errors are a
	// [*FieldError] for filter, order or limit, or [ErrCursor].
	List(ctx context.Context, f Filter, o Order, cursor string, limit int) (rows []Summary, next string, err error)

	// Skip returns the cursor of the page after the first n matching games. If
	// there are no more than n, that page is empty. Errors are a [*FieldError]
	// for filter, order or a negative n.
	Skip(ctx context.Context, f Filter, o Order, n int) (cursor string, err error)

	// Count returns the exact number of matching games. Errors are a
	// [*FieldError] for the filter.
	Count(ctx context.Context, f Filter) (int, error)

	// Faults counts the matching games that are invalid, by the kind of their
	// error, the most frequent first. Errors are a [*FieldError] for the
	// filter.
	Faults(ctx context.Context, f Filter) ([]FaultCount, error)

	// Update replaces the verification results of some games, all or none, and
	// keeps the former ones. Errors are a [*GameError] for an unknown, deleted
	// or damaged game, or a [*FieldError] for an invalid verdict.
	Update(ctx context.Context, verifications ...Verification) error

	// Delete makes a game a tombstone: no list or search returns it, but its ID
	// and all its bytes are kept. Its jobs fail. Errors are a [*GameError] that
	// matches [ErrNotFound], or [ErrGone] if it is already deleted.
	Delete(ctx context.Context, id int64) error

	// Restore brings a deleted game back. Other games are unchanged.
	Restore(ctx context.Context, id int64) error
}

// Revisions stores the records that a game has had. The newest revision is the
// current one; reading a game reads it. The first revision is the archived
// record. The bytes of all revisions are kept.
type Revisions interface {
	// Revise stores another record of a game as a new revision, if the current
	// one is the given revision or that is [AnyRevision], and returns its
	// number. Former verification results are kept, as with Update; an engine
	// analysis is not. An identical record changes nothing. Errors are a
	// [*GameError], a [*RecordChangedError], a [*DuplicateRecordError], or the
	// errors of [Game.Check].
	Revise(ctx context.Context, c Correction, revision int64) (number int64, err error)

	// FormerVerifications returns the former verification results of a game,
	// oldest first.
	FormerVerifications(ctx context.Context, id int64) ([]FormerVerification, error)

	// SetFormerVerifications replaces the former verification results of a game
	// by those that another archive has. The current one is unchanged. It
	// returns the errors of Update.
	SetFormerVerifications(ctx context.Context, id int64, former []FormerVerification) error

	// RecordRevisions returns all revisions of a record without their bytes,
	// oldest first. Errors are of type [*GameError].
	RecordRevisions(ctx context.Context, game int64) ([]Revision, error)

	// RecordRevision returns a revision with its bytes. Errors are of type
	// [*GameError] or [*RevisionError].
	RecordRevision(ctx context.Context, game, number int64) (*Revision, error)
}

// Rulings stores plies that arbiters let stand although they break a rule. Each
// is saved together with the resulting verification.
type Rulings interface {
	// Rule adds a ruling, assigns its Number, and saves the resulting
	// verification, if the game's last change has number at. It returns the
	// errors of Update, or [ErrGameChanged] if the game has changed.
	Rule(ctx context.Context, game int64, r analysis.Ruling, at int64, v Verification) (*Ruling, error)

	// RevokeRuling revokes a ruling, which remains in the history. It returns
	// the errors of Rule, or a [*RulingError].
	RevokeRuling(ctx context.Context, game, number int64, arbiter, reason string, at int64, v Verification) (*Ruling,
		error)

	// Rulings returns all rulings on a game, revoked ones included, oldest
	// first. Errors are a [*GameError] or a [*RulingError].
	Rulings(ctx context.Context, game int64) ([]Ruling, error)
}

// Changes is the sequence by which followers, such as the index, track an
// archive. Every change has a number: adding, verifying, ruling, revising,
// annotating, deleting or restoring a game. The game itself shows what changed.
// A game that changed several times appears once, at its last change. A
// follower continues from the last number it received.
type Changes interface {
	// Sequence returns the number of the last change; 0 in an empty archive.
	// Every change increases it by one.
	Sequence(ctx context.Context) (int64, error)

	// Changes returns up to limit changes after a number, in order.
	Changes(ctx context.Context, after int64, limit int) ([]Change, error)

	// ChangedGames is Changes with the games, deleted and damaged ones
	// included.
	ChangedGames(ctx context.Context, after int64, limit int) ([]*Game, error)

	// Listen calls notify whenever another process may have changed the
	// archive, until ctx ends, and returns its cause. It returns nil if the
	// store has no notifications. Followers must poll in any case, because
	// notifications may be lost.
	Listen(ctx context.Context, notify func()) error

	// Lineage identifies the archive and its history up to a change; 0 is the
	// time before the first. The value for a change never alters. It differs in
	// every other archive, and in one that was restored from a backup and then
	// changed differently. A follower stores the lineage with the number of its
	// last change and starts over if it differs. It is empty for a change that
	// the archive has not reached, for example after restoring a backup.
	Lineage(ctx context.Context, sequence int64) (string, error)
}

// Change is the last change of a game.
type Change struct {
	Sequence int64
	Game     int64
	Deleted  bool
	Hash     [32]byte // SHA-256 of its record
}

// Annotations stores comments on games with all their revisions, and who may
// comment. A missing game is a [*GameError], a missing annotation an
// [*AnnotationError].
type Annotations interface {
	// Annotate adds an annotation. most bounds the annotations of a game,
	// tombstones included; 0 means no bound. Exceeding it is a [*FieldError] of
	// the field annotations.
	Annotate(ctx context.Context, d Draft, most int) (*Annotation, error)

	// AnnotateOnce is an idempotent Annotate: a repeated request returns the
	// stored response. answer builds that response. The error may also match
	// [ErrKeyReused].
	AnnotateOnce(ctx context.Context, key IdempotencyKey, d Draft, most int,
		answer func(*Annotation) ([]byte, error)) ([]byte, error)

	// SavedResponse returns the stored response of a request, or nil. The error
	// matches [ErrKeyReused] if its key belongs to another request.
	// [ErrNoResponse] means that the request made a change under
	// [WithIdempotencyKey] but its response was not stored.
	SavedResponse(ctx context.Context, key IdempotencyKey) ([]byte, error)

	// SaveResponse stores the response of a request made under
	// [WithIdempotencyKey].
	SaveResponse(ctx context.Context, key IdempotencyKey, answer []byte) error

	// Edit saves another content of an annotation if its revision is the given
	// one, or [AnyRevision]. Otherwise it returns a [*AnnotationChangedError].
	// The former content remains in the history.
	Edit(ctx context.Context, id, revision int64, d Draft) (*Annotation, error)

	// Withdraw makes an annotation a tombstone. It returns the errors of Edit.
	Withdraw(ctx context.Context, game, id, revision int64, author string) (*Annotation, error)

	// Reinstate makes the content of revision past current again, for a
	// tombstone or any other annotation. With past 0 it restores a tombstone
	// and leaves other annotations unchanged. accept may reject the content. It
	// also returns the errors of Edit, or an error of kind [ErrNotFound] if
	// there is no such revision.
	Reinstate(ctx context.Context, game, id, revision, past int64, author string,
		accept func(content []byte) error) (*Annotation, error)

	// Annotation returns the current state of an annotation, tombstones
	// included.
	Annotation(ctx context.Context, game, id int64) (*Annotation, error)

	// Revisions returns all revisions of an annotation, oldest first.
	Revisions(ctx context.Context, game, id int64) ([]*Annotation, error)

	// Annotations returns a page of a game's annotations, by ply and ID, and
	// the cursor of the next page, like List.
	Annotations(ctx context.Context, game int64, f AnnotationFilter, cursor string, limit int) (rows []*Annotation,
		next string, err error)

	// CountAnnotations returns the number of matching annotations of a game.
	CountAnnotations(ctx context.Context, game int64, f AnnotationFilter) (int, error)

	// SetComments saves a decision about comments on a game. Former decisions
	// remain in the history.
	SetComments(ctx context.Context, c CommentSetting) (*CommentSetting, error)

	// CommentSettings returns the decisions about comments on a game, oldest
	// first. The last one is valid.
	CommentSettings(ctx context.Context, game int64) ([]CommentSetting, error)
}

// Analyses stores engine analyses and the queue of analysis jobs.
type Analyses interface {
	// SaveAnalysis replaces the analysis of a game and completes its job (0 for
	// none). Errors are a [*GameError], a [*RecordChangedError], or
	// [ErrJobEnded]; nothing is saved then.
	SaveAnalysis(ctx context.Context, a Analysis, job int64) error

	// Analysis returns the analysis of a game, or nil. Errors are of type
	// [*GameError].
	Analysis(ctx context.Context, game int64) (*Analysis, error)

	// Enqueue adds a waiting job and returns it. If the same game and request
	// has an unfinished job, it returns that one, which remains in a batch only
	// if both are. Jobs are taken in rounds, one of each person a round. A job
	// that exceeds most is a [*FieldError] of the field jobs. The error may be
	// a [*GameError].
	Enqueue(ctx context.Context, j Job, most JobBounds) (*Job, error)

	// Job returns a job. The error matches [ErrNoJob].
	Job(ctx context.Context, id int64) (*Job, error)

	// Jobs returns jobs, newest first: up to limit before an ID, 0 for the
	// newest.
	Jobs(ctx context.Context, before int64, limit int) ([]Job, error)

	// JobOf returns the last job of a game, or nil.
	JobOf(ctx context.Context, game int64) (*Job, error)

	// TakeJob leases the next waiting job to the caller and returns it, or nil.
	// After the lease it waits again, unless it is extended by HoldJob. Jobs of
	// batches come last, otherwise in turn. The progress of an earlier run is
	// kept until the new one saves its own.
	TakeJob(ctx context.Context, lease time.Duration) (*Job, error)

	// HoldJob extends the lease of a running job that was taken at a turn;
	// lease 0 returns it to the queue as if it had never been taken. Errors are
	// [ErrNoJob], [ErrJobEnded] or [ErrJobTaken].
	HoldJob(ctx context.Context, id, turn int64, lease time.Duration) error

	// SaveProgress saves how far a job has come that was taken at a turn, also
	// after it has ended. A job of another turn is not changed.
	SaveProgress(ctx context.Context, id, turn int64, ply, plies int) error

	// EndJob sets the final state of an unfinished job that was taken at a
	// turn; turn 0 allows any. Errors are [ErrNoJob], [ErrJobEnded] or
	// [ErrJobTaken].
	EndJob(ctx context.Context, id, turn int64, state JobState, message string) error
}

// Definitions stores variants that people define, as drafts with all versions,
// and the published ones.
type Definitions interface {
	// SaveDefinition adds a version after the one that d names (0 for the
	// first) and returns it. If nothing changed, it returns the existing one.
	// Errors are [ErrNoDraft], a [*DraftChangedError], a [*FieldError] of the
	// field versions, or one of the field drafts if the author's versions
	// exceed most characters (0 for no bound). Each version counts VersionSize
	// more.
	SaveDefinition(ctx context.Context, d Definition, most int64) (*Definition, error)

	// Definition returns a version of a draft, 0 for the last. The error is
	// [ErrNoDraft].
	Definition(ctx context.Context, draft string, version int64) (*Definition, error)

	// Versions returns all versions of a draft without their texts, oldest
	// first. The error is [ErrNoDraft].
	Versions(ctx context.Context, draft string) ([]Definition, error)

	// Publish makes a version of a draft the text of a variant. An already
	// published variant only accepts texts of the same revision; otherwise the
	// error is [ErrOtherRules]. It may be [ErrNoDraft].
	Publish(ctx context.Context, draft string, version int64, variant, revision string) error

	// PublishedAfter returns the variants published after a number, in order,
	// damaged ones with their Damage.
	PublishedAfter(ctx context.Context, number int64) ([]Published, error)
}

// Puzzles stores puzzles by the IDs of their positions. Only their themes
// change. They are kept when their game is deleted.
type Puzzles interface {
	// AddPuzzles adds the puzzles whose IDs are new, and reports for each
	// whether it was.
	AddPuzzles(ctx context.Context, all []Puzzle) (added []bool, err error)

	// Puzzle returns a puzzle. The error is [ErrNoPuzzle].
	Puzzle(ctx context.Context, id string) (*Puzzle, error)

	// ListPuzzles returns up to limit matching puzzles after an ID, "" for the
	// first, in the order of their IDs.
	ListPuzzles(ctx context.Context, f PuzzleFilter, after string, limit int) ([]Puzzle, error)

	// ChangePuzzle stores the themes, the rating and the content that change
	// gives a puzzle. The error is [ErrNoPuzzle], or from change.
	ChangePuzzle(ctx context.Context, id string, change func(z *Puzzle) error) error

	// CountPuzzles returns the number of matching puzzles.
	CountPuzzles(ctx context.Context, f PuzzleFilter) (int, error)
}

// Studies stores studies with all versions of their parts: the cover, which is
// chapter 0, and the chapters.
type Studies interface {
	// SaveStudy adds versions of parts, all or none, each after the version
	// that it names (0 for the first), and returns them. A part that did not
	// change keeps its version. Errors are [ErrNoStudy], a
	// [*StudyChangedError], a [*FieldError] of the field versions, or one of
	// the field studies if the author's versions exceed most bytes (0 for no
	// bound). Each version counts VersionSize more.
	SaveStudy(ctx context.Context, parts []StudyPart, most int64) ([]StudyPart, error)

	// StudyPart returns a version of a part, 0 for the last. The error is
	// [ErrNoStudy].
	StudyPart(ctx context.Context, study string, chapter, version int64) (*StudyPart, error)

	// StudyParts returns the numbers of the last versions of all parts of a
	// study, the cover first, without what they contain. The error is
	// [ErrNoStudy].
	StudyParts(ctx context.Context, study string) ([]StudyPart, error)

	// StudyVersions returns all versions of a part without their contents,
	// oldest first. The error is [ErrNoStudy].
	StudyVersions(ctx context.Context, study string, chapter int64) ([]StudyPart, error)

	// ListStudies returns up to limit covers of studies with lower IDs than
	// before, "" for all, newest first.
	ListStudies(ctx context.Context, before string, limit int) ([]StudyPart, error)
}

// Training stores repertoires, and what people remember of the cards of decks.
type Training interface {
	// SaveRepertoire adds a repertoire without an ID, or replaces the revision
	// of v, and returns it; an owner does not change. Errors are
	// [ErrNoRepertoire], [ErrNameTaken], a [*RepertoireChangedError], or a
	// [*FieldError] above MaxRepertoire.
	SaveRepertoire(ctx context.Context, v Repertoire) (*Repertoire, error)

	// Repertoire returns a repertoire. The error is [ErrNoRepertoire].
	Repertoire(ctx context.Context, id int64) (*Repertoire, error)

	// Repertoires returns the repertoires of a person and those without an
	// owner, in the order of their IDs, without their contents.
	Repertoires(ctx context.Context, person int64) ([]Repertoire, error)

	// DeleteRepertoire deletes a repertoire with everyone's cards of it. Its ID
	// is not used again. The error is [ErrNoRepertoire].
	DeleteRepertoire(ctx context.Context, id int64) error

	// ChangeCard saves a card as change returns it; content is nil for a new
	// card. The error is [ErrNoRepertoire], or that of change.
	ChangeCard(ctx context.Context, person, deck int64, id string,
		change func(content []byte, now time.Time) (due time.Time, after []byte, err error)) (*Card, error)

	// Cards returns the cards that a person has of a deck, the first due first.
	Cards(ctx context.Context, person, deck int64) ([]Card, error)
}

// Webhooks stores webhooks and their events. An event is saved together with
// its change, if a webhook exists at that time.
type Webhooks interface {
	// AddWebhook adds a webhook for events from now on.
	AddWebhook(ctx context.Context, w Webhook) (*Webhook, error)

	// ChangeWebhook applies change to the current state of a webhook and
	// returns the result. The error is [ErrNoWebhook].
	ChangeWebhook(ctx context.Context, id int64, change func(*Webhook)) (*Webhook, error)

	// RemoveWebhook deletes a webhook with its deliveries. Its ID is not
	// reused. The error is [ErrNoWebhook].
	RemoveWebhook(ctx context.Context, id int64) error

	// Webhooks returns all webhooks in the order of their creation.
	Webhooks(ctx context.Context) ([]Webhook, error)

	// TakeWebhookEvent leases the next due event of an active webhook, with its
	// former delivery, and excludes other callers from that webhook for the
	// time of the lease. It returns nil if nothing is due. Events to be sent
	// again come first.
	TakeWebhookEvent(ctx context.Context, lease time.Duration) (*Webhook, *WebhookEvent, *WebhookDelivery, error)

	// SaveWebhookDelivery saves the outcome of a delivery and applies change to
	// the webhook with the current time. The error is [ErrNoWebhook].
	SaveWebhookDelivery(ctx context.Context, d WebhookDelivery, change func(w *Webhook, now time.Time)) error

	// WebhookDeliveries returns the deliveries of a webhook, newest first: up
	// to limit before a number, 0 for the newest.
	WebhookDeliveries(ctx context.Context, webhook, before int64, limit int) ([]WebhookDelivery, error)

	// Redeliver schedules an event for sending again, or all events since a
	// time if event is 0. Errors are [ErrNoWebhook] or [ErrNoWebhookEvent].
	Redeliver(ctx context.Context, webhook, event int64, from time.Time) error

	// DeleteWebhookEvents deletes events older than age, except the last one,
	// with their deliveries.
	DeleteWebhookEvents(ctx context.Context, age time.Duration) error
}

// People stores accounts, credentials and the audit log.
type People interface {
	// AddPerson adds a person with linked identities. The error may be
	// [ErrNameTaken] or [ErrIdentityTaken].
	AddPerson(ctx context.Context, p Person, linked ...Identity) (*Person, error)

	// PersonByIdentity returns the person with an identity. The error is
	// [ErrNoPerson].
	PersonByIdentity(ctx context.Context, i Identity) (*Person, error)

	// LinkIdentity links another identity to a person. Errors are
	// [ErrNoPerson], or [ErrIdentityTaken] if it is linked to another.
	LinkIdentity(ctx context.Context, person int64, i Identity) error

	// ReplaceIdentity replaces an identity by another and returns its person.
	// Errors are [ErrNoPerson] or [ErrIdentityTaken].
	ReplaceIdentity(ctx context.Context, old, replacement Identity) (*Person, error)

	// ChangePerson applies change to the current role, password or login
	// permission of a person and returns the result. Errors are [ErrNoPerson]
	// or [ErrLastAdministrator].
	ChangePerson(ctx context.Context, id int64, change func(*Person)) (*Person, error)

	// Person returns the person with a name of the same [PersonKey]. The error
	// is [ErrNoPerson].
	Person(ctx context.Context, name string) (*Person, error)

	// People returns all people in the order in which they were added.
	People(ctx context.Context) ([]Person, error)

	// AddCredential adds a session, token or link with a lifetime and returns
	// it. Expired ones are deleted.
	AddCredential(ctx context.Context, c Credential, lifetime time.Duration) (*Credential, error)

	// Authenticate returns an unexpired credential and its person by the hash
	// of its secret. The error is [ErrNoCredential].
	Authenticate(ctx context.Context, hash []byte) (*Credential, *Person, error)

	// Credentials returns a person's unexpired credentials of a kind.
	Credentials(ctx context.Context, person int64, kind CredentialKind) ([]Credential, error)

	// RevokeCredentials deletes a person's credentials of certain kinds: one by
	// ID, or all if id is 0. With an ID the error may be [ErrNoCredential]. IDs
	// are not reused.
	RevokeCredentials(ctx context.Context, person, id int64, kinds ...CredentialKind) error

	// ConsumeCredential deletes the credential with a secret's hash, so that it
	// is used only once. The error is [ErrNoCredential].
	ConsumeCredential(ctx context.Context, hash []byte) error

	// UseNonce marks a one-time value as used, by its hash. The error is
	// [ErrNonceUsed] if it was used within [ResponseAge].
	UseNonce(ctx context.Context, hash []byte) error

	// CountAttempt counts an attempt of a client, known by a hash, with a limit
	// per minute. It returns how long to wait if there were too many; such an
	// attempt is not counted.
	CountAttempt(ctx context.Context, hash []byte, limit int) (wait time.Duration, err error)

	// CountRequests counts answered requests of a client, known by a hash, with
	// a limit per minute. It returns after which time the full limit is
	// available again; that is more than a minute if there were too many.
	CountRequests(ctx context.Context, hash []byte, requests, limit int) (wait time.Duration, err error)

	// Audit adds an entry to the audit log and assigns its number and time.
	Audit(ctx context.Context, e AuditEntry) error

	// AuditLog returns entries of the audit log, newest first: up to limit
	// before a number, 0 for the newest.
	AuditLog(ctx context.Context, before int64, limit int) ([]AuditEntry, error)
}

// Submissions stores submitted records with all their steps until they are
// archived or refused, and the events they belong to. Missing objects are an
// [ErrNoEvent] or a [*SubmissionError].
type Submissions interface {
	// AddEvent adds an event. The error may be [ErrNameTaken].
	AddEvent(ctx context.Context, e Event) (*Event, error)

	// ChangeEvent changes name and content of an event that is at the given
	// revision, or [AnyRevision]. The error may be an [*EventChangedError] or
	// [ErrNameTaken].
	ChangeEvent(ctx context.Context, e Event, revision int64) (*Event, error)

	// Event returns an event by ID, EventNamed by a name with the same
	// [PersonKey].
	Event(ctx context.Context, id int64) (*Event, error)
	EventNamed(ctx context.Context, name string) (*Event, error)

	// DeleteEvent deletes an event that is at the given revision, or
	// [AnyRevision]. The error may be an [*EventChangedError], or an
	// [*EventUsedError] if submissions belong to it. Games belong to events by
	// their headers, which the caller checks.
	DeleteEvent(ctx context.Context, id, revision int64) error

	// Events returns up to limit events after an ID (0 for the first), in the
	// order in which they were added.
	Events(ctx context.Context, after int64, limit int) ([]Event, error)

	// AddUpload saves an upload with its records and archives the ones that
	// have a game, all or none. If key is not nil, a repeated request returns
	// the stored response and saves nothing; answer builds that response. The
	// error may match [ErrKeyReused].
	AddUpload(ctx context.Context, key *IdempotencyKey, u Upload, records []UploadedRecord,
		answer func(*Upload, []Submission, []Added) ([]byte, error)) ([]byte, error)

	// Upload returns an upload with its file.
	Upload(ctx context.Context, id int64) (*Upload, error)

	// Submission returns the current state of a submission.
	Submission(ctx context.Context, id int64) (*Submission, error)

	// Steps returns all steps of a submission with their records, oldest first.
	Steps(ctx context.Context, id int64) ([]Step, error)

	// Advance lets next make a step of the current submission, which takes the
	// state of the step. If the submission is not at the given revision and
	// that is not [AnyRevision], the error is an [*SubmissionChangedError];
	// otherwise it may be an error of next. If the step archives a game, the
	// result says which.
	Advance(ctx context.Context, id, revision int64, next func(*Submission) (*Step, error)) (*Submission, Added, error)

	// Submissions returns up to limit matching submissions in an order, after
	// an ID or change (0 for the first). limit is from 1 to [MaxLimit];
	// otherwise the error is a [*FieldError].
	Submissions(ctx context.Context, f SubmissionFilter, order SubmissionOrder, after int64, limit int) ([]Submission,
		error)

	// CountSubmissions returns the number of matching submissions by state.
	CountSubmissions(ctx context.Context, f SubmissionFilter) (map[SubmissionState]int, error)

	// LastStep returns the change number of the last step, or 0.
	LastStep(ctx context.Context) (int64, error)
}
