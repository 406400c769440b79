package records

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"assay/analysis"
	"assay/analysis/optional"
	"assay/api/games"
	"assay/api/request"
	"assay/api/twins"
	"assay/index"
	"assay/parser"
	"assay/parser/word"
	"assay/store"
)

// Submission lists the games of one request body.
type Submission struct {
	Games []*Imported `json:"games"`
}

// Added returns the number of games that the request archived or continued.
func (s *Submission) Added() int {
	n := 0
	for _, g := range s.Games {
		if g.ID != 0 && !g.Existing || g.Revision > 0 {
			n++
		}
	}
	return n
}

// Deleted returns an error that lists the games that were archived before and
// then deleted. Archiving their records again does not restore them.
func (s *Submission) Deleted() *DeletedError {
	e := new(DeletedError)
	for _, g := range s.Games {
		if e.Reports = append(e.Reports, g.Report); g.Deleted {
			e.Games = append(e.Games, int64(g.ID))
		}
	}
	return e
}

// Submit archives the valid records of a request body and updates the index;
// with keepIllegal, it also archives invalid ones that can be read in part. The
// others are returned with their errors and without an ID. If no record can be
// archived, or one cannot and r is atomic, nothing is archived, and the error
// is a [*RejectedError]. The error is an [*events.ApprovalError] for events
// whose records the caller has to submit for approval. A longer record of a
// game without a result becomes a revision of that game, if the caller may
// correct it. The body is held in memory; limit its reader.
func (k *Keeper) Submit(ctx context.Context, name string, body io.Reader, r Reading, keepIllegal bool) (*Submission,
	error) {
	s := recordSink{keepIllegal: keepIllegal}
	r.restoring = true
	if err := k.verifyAll(ctx, bodyInput(name, body, r), r, &s); err != nil {
		return nil, err
	}
	if r.Atomic && s.rejected > 0 || len(s.games) == 0 {
		return nil, &RejectedError{Reports: s.reports()}
	}
	if err := k.events.CheckApproval(ctx, s.games); err != nil {
		return nil, err
	}
	if request.CallerOf(ctx).May(request.Arbitrate) { // as Revise requires
		if err := k.saveContinuations(ctx, k.unfinished, &s); err != nil {
			return nil, err
		}
	}
	added, err := k.store.Add(ctx, s.games)
	if err != nil {
		return nil, err
	}
	for i, game := range added {
		s.archived[i].take(game)
	}
	k.findAlike(ctx, s.games, added, s.setAlike)
	k.finder.KeepDocuments(s.games, added, s.documents)
	for _, result := range s.archived {
		if err := k.takeHistory(ctx, result); err != nil {
			return nil, err
		}
	}
	k.finder.MakeSearchable(ctx)
	return &Submission{Games: s.results}, nil
}

// SubmitAs archives the record of a request body under an external ID. If a
// game has the ID, the record becomes a revision of it, if the caller may
// correct it; the record that was sent last, and the current one, change
// nothing. It returns the errors of Submit and [Keeper.Revise], a
// [*DeletedError], or an [*request.InputError] unless there is one record.
func (k *Keeper) SubmitAs(ctx context.Context, id games.ExternalID, name string, body io.Reader, r Reading,
	keepIllegal bool) (*Imported, error) {
	stored, err := id.Stored()
	if err != nil {
		return nil, err
	}
	s := recordSink{keepIllegal: keepIllegal}
	r.restoring = true
	if err := k.verifyAll(ctx, bodyInput(name, body, r), r, &s); err != nil {
		return nil, err
	}
	switch {
	case len(s.results) != 1:
		return nil, &request.InputError{Field: "body", Value: parser.Count(len(s.results), "record"),
			Want: "one record"}
	case s.rejected > 0:
		return nil, &RejectedError{Reports: s.reports()}
	}
	if err := k.events.CheckApproval(ctx, s.games); err != nil {
		return nil, err
	}
	added, newer, err := k.store.AddExternal(ctx, stored, s.games[0])
	switch {
	case err != nil:
		return nil, err
	case added.Deleted:
		return nil, &DeletedError{Games: []int64{added.ID}, Reports: s.reports()}
	}
	result := s.results[0]
	result.take(added)
	switch {
	case !added.Existing:
		k.findAlike(ctx, s.games, []store.Added{added}, s.setAlike)
		k.finder.KeepDocuments(s.games, []store.Added{added}, s.documents)
		if err := k.takeHistory(ctx, result); err != nil {
			return nil, err
		}
		k.finder.MakeSearchable(ctx)
	case newer:
		if err := request.CallerOf(ctx).Need(request.Arbitrate); err != nil { // as Revise requires
			return nil, err
		}
		game, err := k.store.Game(ctx, added.ID)
		if err != nil {
			return nil, err
		}
		reason := fmt.Sprintf("Another record was sent as %s of %s.", id.ID, id.Source)
		if err := k.saveContinued(ctx, continuation{game, s.games[0], result}, reason); err != nil {
			return nil, err
		}
		if result.history != nil {
			result.Losses = append(result.Losses, "the history: the record was saved as a revision")
		}
		_, _, err = k.store.AddExternal(ctx, stored, s.games[0]) // notes that it was sent last
		return result, err
	}
	return result, nil
}

// continuation is a record that continues an archived game.
type continuation struct {
	game   *store.Game // as archived
	record *store.Game
	result *Imported
}

// longerRecord is the reason of the revision of a continued game.
const longerRecord = "A longer record of the game was sent."

// saveContinuations saves the records that continue archived games as their
// revisions, and removes them from a sink. A record that some game already has
// remains in the sink.
func (k *Keeper) saveContinuations(ctx context.Context, from unfinishedGames, s *recordSink) error {
	kept := recordSink{}
	for i, g := range s.games {
		var game *store.Game
		var err error
		if s.archived[i].history == nil {
			game, err = k.continued(ctx, from, g)
		}
		if err == nil && game != nil {
			if err = k.saveContinued(ctx, continuation{game, g, s.archived[i]}, longerRecord); err == nil {
				continue
			}
			if _, other := errors.AsType[*store.DuplicateRecordError](err); other {
				err = nil
			}
		}
		if err != nil {
			return err
		}
		kept.games, kept.archived, kept.documents = append(kept.games, g), append(kept.archived, s.archived[i]),
			append(kept.documents, s.documents[i])
	}
	s.games, s.archived, s.documents = kept.games, kept.archived, kept.documents
	return nil
}

// unfinishedGames returns the legal games without a result that a record may
// continue, and perhaps others.
type unfinishedGames func(context.Context, *store.Game) ([]store.Summary, error)

// unfinished lists them by the record's headers.
func (k *Keeper) unfinished(ctx context.Context, g *store.Game) ([]store.Summary, error) {
	f := store.Filter{Variant: g.Variant, Result: "*", Verdict: analysis.Legal, Player: g.First}
	if len(word.Split(g.Event)) > 0 {
		f.Event = g.Event
	}
	return k.listAll(ctx, f)
}

// allUnfinished returns the games that are unfinished now, read at the first
// call; a run of many records would list them once per record.
func (k *Keeper) allUnfinished() unfinishedGames {
	type key struct{ variant, first, second string }
	var games map[key][]store.Summary
	return func(ctx context.Context, g *store.Game) ([]store.Summary, error) {
		if games == nil {
			all, err := k.listAll(ctx, store.Filter{Result: "*", Verdict: analysis.Legal})
			if err != nil {
				return nil, err
			}
			games = map[key][]store.Summary{}
			for _, r := range all {
				players := key{r.Variant, r.First, r.Second}
				games[players] = append(games[players], r)
			}
		}
		return games[key{g.Variant, g.First, g.Second}], nil
	}
}

// listAll returns all games of a filter.
func (k *Keeper) listAll(ctx context.Context, f store.Filter) (all []store.Summary, err error) {
	for cursor := ""; ; {
		rows, next, err := k.store.List(ctx, f, "", cursor, store.MaxLimit)
		if err != nil {
			return nil, err
		}
		for _, r := range rows {
			if r.Damage == nil {
				all = append(all, r)
			}
		}
		if cursor = next; next == "" {
			return all, nil
		}
	}
}

// continued returns the archived game that a record continues; nil if there is
// none or several. It is a legal game without a result, with the same players
// and headers, whose moves are the beginning of the record.
func (k *Keeper) continued(ctx context.Context, from unfinishedGames, g *store.Game) (found *store.Game, err error) {
	if g.Verdict != analysis.Legal || len(word.Split(g.First)) == 0 || len(word.Split(g.Second)) == 0 {
		return nil, nil
	}
	candidates, err := from(ctx, g)
	if err != nil {
		return nil, err
	}
	for _, r := range candidates {
		if r.Plies == 0 || r.Plies >= g.Plies || r.Options != g.Options || r.First != g.First || r.Second != g.Second ||
			r.Event != g.Event || r.Site != g.Site || r.Date != g.Date {
			continue
		}
		game, err := k.store.Game(ctx, r.ID)
		switch {
		case errors.Is(err, store.ErrGone):
		case err != nil:
			return nil, err
		case !continues(g, game):
		case found != nil:
			return nil, nil
		default:
			found = game
		}
	}
	return found, nil
}

// continues reports whether a record has the moves of a game and more, under
// the same headers.
func continues(record, game *store.Game) bool {
	return game.Result == "*" && game.Start == record.Start && len(game.Moves) < len(record.Moves) &&
		bytes.HasPrefix(record.Moves, game.Moves) && sameHeaders(game.Tags, record.Tags)
}

// growing are the headers that change while a game is in progress, in lower
// case.
var growing = []string{"result", "termination", "plycount", "endtime", "enddate", "eco", "opening", "variation",
	"whiteclock", "blackclock", "timestamp"}

// sameHeaders reports whether two records have the same headers. Headers
// that change while a game is in progress do not count.
func sameHeaders(x, y []store.Tag) bool {
	fixed := func(tags []store.Tag) []store.Tag {
		return slices.DeleteFunc(slices.Clone(tags),
			func(t store.Tag) bool { return slices.Contains(growing, strings.ToLower(t.Key)) })
	}
	return slices.Equal(fixed(x), fixed(y))
}

// saveContinued saves another record of a game as a revision.
func (k *Keeper) saveContinued(ctx context.Context, c continuation, reason string) error {
	author, err := submitter(ctx, "")
	if err != nil {
		return err
	}
	r := c.record
	revised, err := k.revise(ctx, c.game, &store.Revision{
		Record: r.Record, Line: r.Line, Format: r.Format, Variant: r.Variant, Options: r.Options, Author: author,
		Reason: reason,
	}, c.game.Revision)
	if err != nil {
		return err
	}
	c.result.ID, c.result.Revision = optional.Number(c.game.ID), optional.Number(revised.Revision)
	c.result.Existing = true
	return nil
}

// recordSink is the sink of a body.
type recordSink struct {
	keepIllegal bool
	rejected    int // number of records that cannot be archived
	results     []*Imported
	archived    []*Imported // the results of the games
	games       []*store.Game
	documents   []*index.Document // of the games
}

func (s *recordSink) game(_ *input, game *replayedRecord) error {
	report := &game.Report
	result := &Imported{Index: report.Game, Report: report, Losses: game.losses, history: game.history}
	s.results = append(s.results, result)
	if report.Invalid() && !(s.keepIllegal && report.Broken()) {
		s.rejected++
		return nil
	}
	g, err := game.stored()
	s.archived = append(s.archived, result)
	s.games, s.documents = append(s.games, g), append(s.documents, game.document(g))
	return err
}

func (s *recordSink) setAlike(i int, alike *twins.Likely, warning string) {
	s.archived[i].Alike, s.archived[i].Warning = alike, warning
}

func (s *recordSink) end(*input) error { return nil }

func (s *recordSink) reports() []*analysis.Report {
	reports := make([]*analysis.Report, len(s.results))
	for i, result := range s.results {
		reports[i] = result.Report
	}
	return reports
}

// DeletedError reports that records were not archived because their games had
// been deleted.
type DeletedError struct {
	Games   []int64
	Reports []*analysis.Report // of all records, in order
}

func (e *DeletedError) Error() string {
	numbers := make([]string, len(e.Games))
	for i, id := range e.Games {
		numbers[i] = strconv.FormatInt(id, 10)
	}
	return fmt.Sprintf("archived before and then deleted: game %s; restore it with POST /api/v1/games/%s/restore or "+
		"assay restore %s",
		strings.Join(numbers, ", "), numbers[0], strings.Join(numbers, " "))
}

// RejectedError reports that no record was archived, because all or some are
// illegal or unreadable.
type RejectedError struct {
	Reports []*analysis.Report // of all records, in order
}

func (e *RejectedError) Error() string {
	for _, r := range e.Reports {
		if r.Error != nil {
			return fmt.Sprintf("game %d is %s: %s", r.Game, r.Verdict, r.Error.Message)
		}
	}
	return "rejected"
}
