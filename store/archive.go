package store

import (
	"context"
	"time"

	"assay/analysis"
)

// Archive is an open archive. All its methods may be called from several
// goroutines, and several processes may have the same archive open. Readers
// never wait for a writer. When a call's context ends, nothing is written and
// the error is the context's cause.
//
// Beside what each method says, an error may be an [*Error]: the archive as a
// whole is at fault.
type Archive interface {
	Games
	Changes
	Revisions
	Rulings
	Annotations
	Analyses
	Definitions
	People
	Submissions
	Webhooks

	// Check reads the whole archive as it is at this moment and gives all that
	// is wrong with it: what it is kept in, references, every record against
	// its hash and every other value against what was written, the numbers of
	// changes, the revisions of annotations. It does not hinder writers. An
	// error means that the check itself could not be done.
	Check(ctx context.Context) ([]Fault, error)

	// Now is the time by the archive's clock, by which all ends in it that ends
	// by time: the database's, where several servers may share one.
	Now(ctx context.Context) (time.Time, error)

	// Close ends all use of the archive.
	Close() error
}

// Games are the records of an archive and what verification made of them.
type Games interface {
	// Add archives a batch of games, all or none, together with how far the
	// files they come from have been read. A game whose record, variant and
	// options are archived already, as any revision of a game, or come twice in
	// the batch, is not added again. Records that differ only in line ends or
	// in blank lines around them are the same; the bytes archived first are
	// kept. The answers are in the order of the games. The error is that of
	// [Game.Check].
	Add(ctx context.Context, games []*Game, imports ...Import) ([]Added, error)

	// Import gives the bookkeeping of the file at path; the error matches
	// [ErrNotFound] where there is none.
	Import(ctx context.Context, path string) (Import, error)

	// Game gives one game whole. The error is a [*GameError].
	Game(ctx context.Context, id int64) (*Game, error)

	// Games gives several games in ascending order, the damaged ones among them
	// with their Damage. Those that are unknown or deleted are left out.
	Games(ctx context.Context, ids []int64) ([]*Game, error)

	// Record gives the bytes of a game's record, exactly: also where the rest
	// of it is damaged. The error is a [*GameError], which matches [ErrCorrupt]
	// for a record that does not have its hash.
	Record(ctx context.Context, id int64) ([]byte, error)

	// List gives a page of the games that match, in an order, and the cursor of
	// the next page, empty when there is none. An empty cursor is the first
	// page; limit goes from 1 to [MaxLimit]. Games archived while someone pages
	// come where they belong, in the usual order at the end; of those that were
	// there and stay as they are none is shown twice, none left out. The error
	// is a [*FieldError] for the filter, the order or the limit, or
	// [ErrCursor].
	List(ctx context.Context, f Filter, o Order, cursor string, limit int) (rows []Summary, next string, err error)

	// Skip gives the cursor of the page that begins behind the first n games
	// that match; that of an empty page where no more than n match. The error
	// is a [*FieldError] for the filter, the order or a negative n.
	Skip(ctx context.Context, f Filter, o Order, n int) (cursor string, err error)

	// Count gives the number of games that match, exactly. The error is a
	// [*FieldError] for the filter.
	Count(ctx context.Context, f Filter) (int, error)

	// Faults counts the games that match and do not hold, by the kind of their
	// fault, the most frequent first. The error is a [*FieldError] for the
	// filter.
	Faults(ctx context.Context, f Filter) ([]FaultCount, error)

	// Update replaces what verification found of some games, all or none, and
	// keeps what it had found before. A game that is unknown, deleted or
	// damaged makes a [*GameError], a verdict that is none a [*FieldError].
	Update(ctx context.Context, verifications ...Verification) error

	// Delete makes a game a tombstone: it is in no list and no search any more,
	// and keeps its number and all its bytes. Its jobs fail. The error is a
	// [*GameError] that matches [ErrNotFound], or [ErrGone] if it is one
	// already.
	Delete(ctx context.Context, id int64) error

	// Restore brings a deleted game back. A game that is not deleted stays as
	// it is.
	Restore(ctx context.Context, id int64) error
}

// Revisions are the records that games have had. A game's record is that of its
// newest revision; the first is what was archived, whose bytes are kept as all
// others are. What is read of a game is read of its newest revision.
type Revisions interface {
	// Revise gives a game another record, as a new revision, where the one that
	// holds is at the revision given or that is [AnyRevision], and gives its
	// number. What verification had found is kept, as with Update, what an
	// engine found is not. A record that the game has already leaves it as it
	// is. The error is a [*GameError], a [*RevisedError], a [*TakenError], or
	// that of [Game.Check].
	Revise(ctx context.Context, c Correction, revision int64) (number int64, err error)

	// RecordRevisions gives all revisions of a game's record without their
	// bytes, the first one first. The error is a [*GameError].
	RecordRevisions(ctx context.Context, game int64) ([]Revision, error)

	// RecordRevision gives one of them with its bytes. The error is a
	// [*GameError] or a [*RevisionError].
	RecordRevision(ctx context.Context, game, number int64) (*Revision, error)
}

// Rulings are the plies of games that arbiters let stand though they break a
// rule. Each comes and goes together with what verification finds by it.
type Rulings interface {
	// Rule adds a ruling to a game, whose Number it draws, and what
	// verification finds of the game with it, where the game's last change is
	// number at. The error is that of Update, or [ErrOvertaken] where it is
	// another.
	Rule(ctx context.Context, game int64, r analysis.Ruling, at int64, v Verification) (*Ruling, error)

	// LiftRuling takes a ruling back, which stays in the history. Its errors
	// are those of Rule, or a [*RulingError].
	LiftRuling(ctx context.Context, game, number int64, lifter, because string, at int64, v Verification) (*Ruling, error)

	// Rulings gives all rulings on a game, those that were taken back too, the
	// first one first. The error is a [*GameError] or a [*RulingError].
	Rulings(ctx context.Context, game int64) ([]Ruling, error)
}

// Changes are the sequence by which others follow an archive. It has one number
// for every change: a game was added, verified anew, ruled on, revised,
// annotated, deleted or restored, and the game itself tells which. A game that
// changed several times appears once, at its last change. Who follows asks
// again from the last number it was given.
type Changes interface {
	// Sequence is the number of the last change, 0 in an empty archive. It
	// grows by one with every change.
	Sequence(ctx context.Context) (int64, error)

	// Changes gives what changed after a number, in order, at most limit of it.
	Changes(ctx context.Context, after int64, limit int) ([]Change, error)

	// ChangedGames is Changes with the games themselves, deleted and damaged
	// ones included.
	ChangedGames(ctx context.Context, after int64, limit int) ([]*Game, error)

	// Listen calls told, whenever somebody else may have changed the archive,
	// until ctx ends, whose cause is the error then. It returns nil where
	// nobody tells: then who follows has to ask from time to time, as it has to
	// beside this, for what is told may be lost.
	Listen(ctx context.Context, told func()) error

	// Lineage stands for the archive and its history up to a change, 0 for the
	// time before the first one. The value of a change never alters. It is
	// another one in every other archive, and in one that was brought back from
	// a backup and then changed otherwise: whoever follows the changes
	// remembers the value with the number of the last change that was taken in,
	// and begins anew where it is not what it was. It is empty for a change
	// that the archive has not reached, as after the return to a backup.
	Lineage(ctx context.Context, sequence int64) (string, error)
}

// Change is the last change of one game.
type Change struct {
	Sequence int64
	Game     int64
	Deleted  bool
	Hash     [32]byte // SHA-256 of its record
}

// Annotations are what people say of games, each with all its revisions, and
// who may. A game that is not there makes a [*GameError], an annotation that is
// not there an [*AnnotationError].
type Annotations interface {
	// Annotate adds an annotation. most is how many a game may have, tombstones
	// included, 0 for any number; one more is a [*FieldError] of the field
	// annotations.
	Annotate(ctx context.Context, d Draft, most int) (*Annotation, error)

	// AnnotateOnce is Annotate of a call that is answered as before where it
	// was sent before: answer makes what is kept of it. The error may also
	// match [ErrReused].
	AnnotateOnce(ctx context.Context, o Once, d Draft, most int, answer func(*Annotation) ([]byte, error)) ([]byte, error)

	// Answered gives what a call was answered before, nil where nothing is kept
	// of it. The error matches [ErrReused] where its key is another call's.
	// [ErrUnanswered] says that a change was made for the call under
	// [WithOnce], and nothing kept of its answer.
	Answered(ctx context.Context, o Once) ([]byte, error)

	// KeepAnswer keeps what a call was answered that was made under [WithOnce].
	KeepAnswer(ctx context.Context, o Once, answer []byte) error

	// Edit saves another content of an annotation whose revision is the one
	// given, or [AnyRevision]; else the error is a [*StaleError]. The replaced
	// content stays in its history.
	Edit(ctx context.Context, id, revision int64, d Draft) (*Annotation, error)

	// Withdraw makes an annotation a tombstone. Its errors are those of Edit.
	Withdraw(ctx context.Context, game, id, revision int64, author string) (*Annotation, error)

	// Reinstate makes an earlier revision's content, number past, the one that
	// holds: that of a tombstone, or any other. With past 0 it brings a
	// tombstone back as it was, and leaves what is none. accept may refuse the
	// content; the other errors are those of Edit, one of kind [ErrNotFound]
	// for a revision that is none.
	Reinstate(ctx context.Context, game, id, revision, past int64, author string, accept func(content []byte) error) (*Annotation, error)

	// Annotation gives one annotation as it is now, a tombstone too.
	Annotation(ctx context.Context, game, id int64) (*Annotation, error)

	// Revisions gives all that an annotation ever said, the first revision
	// first.
	Revisions(ctx context.Context, game, id int64) ([]*Annotation, error)

	// Annotations gives a page of those of a game, by ply and then by number,
	// and the cursor of the next page, as List does.
	Annotations(ctx context.Context, game int64, f AnnotationFilter, cursor string, limit int) (rows []*Annotation, next string, err error)

	// CountAnnotations is how many annotations of a game match.
	CountAnnotations(ctx context.Context, game int64, f AnnotationFilter) (int, error)

	// SetComments decides on comments to a game. What was decided before stays
	// in the history.
	SetComments(ctx context.Context, c CommentSetting) (*CommentSetting, error)

	// CommentSettings gives what was decided on comments to a game, the first
	// decision first; the last one holds.
	CommentSettings(ctx context.Context, game int64) ([]CommentSetting, error)
}

// Analyses are what engines found of games, and the jobs by which they are to
// find more.
type Analyses interface {
	// SaveAnalysis puts an analysis in the place of the one that the game has,
	// if any, and makes the job done that it was made for, 0 for none. The
	// error is a [*GameError], a [*RevisedError], or [ErrJobEnded]: then
	// nothing is saved.
	SaveAnalysis(ctx context.Context, a Analysis, job int64) error

	// Analysis gives the analysis of a game, nil where it has none. The error
	// is a [*GameError].
	Analysis(ctx context.Context, game int64) (*Analysis, error)

	// Enqueue adds a job that waits, and gives it; where one of the same game
	// and request has not ended, that one, which is of a batch only where both
	// are. most is how many jobs may wait, 0 for any number; one more is a
	// [*FieldError] of the field jobs. The error may be a [*GameError].
	Enqueue(ctx context.Context, j Job, most int) (*Job, error)

	// Job gives a job. The error matches [ErrNoJob].
	Job(ctx context.Context, id int64) (*Job, error)

	// JobOf gives the last job of a game, nil where it has none.
	JobOf(ctx context.Context, game int64) (*Job, error)

	// TakeJob makes the next job that waits a running one, and gives it to
	// whoever asks, for so long: after that it waits again, unless it was held.
	// It is nil where none waits. Those of a batch come last, else each in its
	// turn.
	TakeJob(ctx context.Context, lease time.Duration) (*Job, error)

	// HoldJob keeps a running job for so long from now, for whoever took it at
	// a turn; 0 gives it back, as if it had never been taken. The error is
	// [ErrNoJob], [ErrJobEnded], or [ErrJobTaken].
	HoldJob(ctx context.Context, id, turn int64, lease time.Duration) error

	// EndJob gives a job that has not ended its last state, for whoever took it
	// at a turn, or for whoever may, 0. The error is [ErrNoJob], [ErrJobEnded],
	// or [ErrJobTaken].
	EndJob(ctx context.Context, id, turn int64, state JobState, message string) error
}

// Definitions are games that people define, each a draft with all its versions,
// and those of them that were published as variants.
type Definitions interface {
	// SaveDefinition adds a version behind the one that d names, 0 for the
	// first, and gives it; where nothing would change, that one. The error is
	// [ErrNoDraft], a [*LateError], or a [*FieldError] of the field versions.
	SaveDefinition(ctx context.Context, d Definition) (*Definition, error)

	// Definition gives a version of a draft, 0 for the last. The error is
	// [ErrNoDraft].
	Definition(ctx context.Context, draft string, version int64) (*Definition, error)

	// Versions gives all versions of a draft without their texts, the first one
	// first. The error is [ErrNoDraft].
	Versions(ctx context.Context, draft string) ([]Definition, error)

	// Publish makes a version of a draft the text of a variant. One that was
	// published before takes another text of the same revision only: else the
	// error is [ErrOtherRules]. It may be [ErrNoDraft].
	Publish(ctx context.Context, draft string, version int64, variant, revision string) error

	// PublishedAfter gives what was published after a number, in that order,
	// the damaged ones among them with their Damage.
	PublishedAfter(ctx context.Context, number int64) ([]Published, error)
}

// Webhooks are addresses that are told of notices. Notices are kept while there
// is one, with the change that they tell of, or not at all.
type Webhooks interface {
	// AddWebhook adds a webhook, which is told of what happens from now on.
	AddWebhook(ctx context.Context, w Webhook) (*Webhook, error)

	// ChangeWebhook has change alter a webhook as it is at that moment, and
	// gives what it is then. The error is [ErrNoWebhook].
	ChangeWebhook(ctx context.Context, id int64, change func(*Webhook)) (*Webhook, error)

	// RemoveWebhook forgets a webhook and what was dispatched to it. The error
	// is [ErrNoWebhook]. Its number is given to no other later.
	RemoveWebhook(ctx context.Context, id int64) error

	// Webhooks gives all in the order in which they were added.
	Webhooks(ctx context.Context) ([]Webhook, error)

	// TakeNotice gives the next notice of a webhook that is on and due, with
	// what became of it before, and holds all others off from that webhook for
	// so long; nil where there is none. Notices that are to be sent once more
	// come first, else each in its turn.
	TakeNotice(ctx context.Context, lease time.Duration) (*Webhook, *Notice, *Dispatch, error)

	// EndDispatch keeps what became of a notice just now, and has change alter
	// the webhook, which is told what time it is. The error is [ErrNoWebhook].
	EndDispatch(ctx context.Context, d Dispatch, change func(w *Webhook, now time.Time)) error

	// Dispatches gives what became of notices at a webhook, the last one first:
	// at most limit of those before a number, 0 for the last ones.
	Dispatches(ctx context.Context, webhook, before int64, limit int) ([]Dispatch, error)

	// Redispatch has notices be sent once more: that of a number, or all from a
	// time on where it is 0. The error is [ErrNoWebhook] or [ErrNoNotice].
	Redispatch(ctx context.Context, webhook, notice int64, from time.Time) error

	// ForgetNotices forgets what happened longer ago than an age, but for the
	// last notice, and what became of it.
	ForgetNotices(ctx context.Context, age time.Duration) error
}

// People are those who log in, what lets them in, and what they did.
type People interface {
	// AddPerson adds somebody, who is known by identities. The error may be
	// [ErrNameTaken] or [ErrIdentityTaken].
	AddPerson(ctx context.Context, p Person, known ...Identity) (*Person, error)

	// Identified gives who is known by an identity. The error is
	// [ErrNoPerson].
	Identified(ctx context.Context, i Identity) (*Person, error)

	// Identify has somebody, by the number, be known by an identity as well.
	// The error is [ErrNoPerson], or [ErrIdentityTaken] where another is.
	Identify(ctx context.Context, person int64, i Identity) error

	// Exchange puts an identity in the place of another, which nobody is known
	// by any more, and gives whose it is. The error is [ErrNoPerson] or
	// [ErrIdentityTaken].
	Exchange(ctx context.Context, was, now Identity) (*Person, error)

	// ChangePerson has change alter the role, password or permission to log in
	// of somebody, by the number, as they are at that moment, and gives what
	// they are then. The error is [ErrNoPerson] or [ErrLastAdministrator].
	ChangePerson(ctx context.Context, id int64, change func(*Person)) (*Person, error)

	// Person gives somebody by a name that has the same [PersonKey]. The error
	// is [ErrNoPerson].
	Person(ctx context.Context, name string) (*Person, error)

	// People gives all in the order in which they were added.
	People(ctx context.Context) ([]Person, error)

	// AddGrant adds a grant that lasts so long, and gives it. Those that have
	// expired are forgotten.
	AddGrant(ctx context.Context, g Grant, lasts time.Duration) (*Grant, error)

	// Granted gives a grant that has not expired by the hash of its secret, and
	// whom it is for. The error is [ErrNoGrant].
	Granted(ctx context.Context, hash []byte) (*Grant, *Person, error)

	// Grants gives somebody's grants of a kind that have not expired.
	Grants(ctx context.Context, person int64, kind GrantKind) ([]Grant, error)

	// EndGrants forgets grants of somebody that are of one of the kinds: that
	// of a number, or all where it is 0. The error of a number is [ErrNoGrant].
	// No number is given to another later.
	EndGrants(ctx context.Context, person, id int64, kinds ...GrantKind) error

	// UseGrant forgets the grant that a secret, by its hash, is of, so that one
	// alone uses it. The error is [ErrNoGrant].
	UseGrant(ctx context.Context, hash []byte) error

	// Spend uses what may be used once, by its hash. The error is [ErrSpent]
	// where it was used within [AnswerAge].
	Spend(ctx context.Context, hash []byte) error

	// CountTry counts a try of somebody, known by a hash, of what may be tried
	// so many times a minute, at once or one after the other. It gives how long
	// to wait where that was too often; such a try is not counted.
	CountTry(ctx context.Context, hash []byte, limit int) (wait time.Duration, err error)

	// Charge counts calls of somebody, known by a hash, that were answered and
	// of which so many a minute may be. It gives when all of these may be made
	// at once again; that is more than a minute where too many were.
	Charge(ctx context.Context, hash []byte, calls, limit int) (whole time.Duration, err error)

	// Audit adds a line to the audit log, whose number and time it draws.
	Audit(ctx context.Context, d Deed) error

	// Deeds gives lines of the audit log, the last one first: at most limit of
	// those before a number, 0 for the last ones.
	Deeds(ctx context.Context, before int64, limit int) ([]Deed, error)
}

// Submissions are records that people send in, each with all its steps until it
// is archived or refused, and the events that they are sent for. What is not
// there makes an [ErrNoEvent] or a [*SubmissionError].
type Submissions interface {
	// AddEvent adds an event. The error may be [ErrNameTaken].
	AddEvent(ctx context.Context, e Event) (*Event, error)

	// ChangeEvent gives an event another name and content where it is at the
	// revision given, or that is [AnyRevision]. The error may be an
	// [*EventChangedError] or [ErrNameTaken].
	ChangeEvent(ctx context.Context, e Event, revision int64) (*Event, error)

	// Event gives an event by its number, EventNamed by a name that has the
	// same [PersonKey].
	Event(ctx context.Context, id int64) (*Event, error)
	EventNamed(ctx context.Context, name string) (*Event, error)

	// Events gives at most limit events behind the one of a number, 0 for the
	// first ones, in the order in which they were added.
	Events(ctx context.Context, after int64, limit int) ([]Event, error)

	// Deliver saves a delivery with its records, and archives those that are to
	// be, all or none. Where once is not nil, the call is answered as before if
	// it was sent before, and nothing is saved: answer makes what is kept of it
	// of what was saved. The error may match [ErrReused].
	Deliver(ctx context.Context, once *Once, d Delivery, sent []Sent, answer func(*Delivery, []Submission, []Added) ([]byte, error)) ([]byte, error)

	// Delivery gives a delivery with its file.
	Delivery(ctx context.Context, id int64) (*Delivery, error)

	// Submission gives a submission as it is now.
	Submission(ctx context.Context, id int64) (*Submission, error)

	// Steps gives all steps of a submission, the first one first, with their
	// records.
	Steps(ctx context.Context, id int64) ([]Step, error)

	// Advance has next make a step of a submission as it is at that moment, and
	// change it; its state is that of the step. Where the submission is not at
	// the revision given and that is not [AnyRevision], the error is an
	// [*AdvancedError]; or it is that of next. A game that is archived with the
	// step is told of.
	Advance(ctx context.Context, id, revision int64, next func(*Submission) (*Step, error)) (*Submission, Added, error)

	// Submissions gives at most limit submissions that match, in an order,
	// behind a number or change, 0 for the first ones. limit goes from 1 to
	// [MaxLimit]; the error is a [*FieldError] for one that does not.
	Submissions(ctx context.Context, f SubmissionFilter, order SubmissionOrder, behind int64, limit int) ([]Submission, error)

	// CountSubmissions is how many submissions match, by state.
	CountSubmissions(ctx context.Context, f SubmissionFilter) (map[SubmissionState]int, error)

	// LastStep is the change of the last step, 0 where there is none.
	LastStep(ctx context.Context) (int64, error)
}
