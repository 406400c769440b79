package api

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"

	"assay/analysis"
	"assay/index"
	"assay/store"
)

// Submission lists the games of one request body.
type Submission struct {
	Games []*Imported `json:"games"`
}

// Added returns the number of games that the request archived.
func (s *Submission) Added() int {
	n := 0
	for _, g := range s.Games {
		if g.ID != 0 && !g.Existing {
			n++
		}
	}
	return n
}

// Deleted returns an error with the games that were archived before and deleted
// since: archiving their records again does not restore them.
func (s *Submission) Deleted() *DeletedError {
	e := new(DeletedError)
	for _, g := range s.Games {
		if e.Reports = append(e.Reports, g.Report); g.Deleted {
			e.Games = append(e.Games, g.ID)
		}
	}
	return e
}

// Submit archives the valid records of a request body and updates the index;
// with keepIllegal, it also archives invalid ones that can be read in part. The
// others are returned with their errors and without an ID. If no record can be
// archived, or one cannot and r is atomic, nothing is archived, and the error
// is a [*RejectedError]. The error is an [*ApprovalError] for events whose
// records the caller has to submit for approval. The body is held in memory;
// limit its reader.
func (a *Archive) Submit(ctx context.Context, name string, body io.Reader, r Reading, keepIllegal bool) (*Submission, error) {
	s := recordSink{keepIllegal: keepIllegal}
	if err := a.verifyAll(ctx, bodyInput(name, body, r), r, &s); err != nil {
		return nil, err
	}
	if r.Atomic && s.rejected > 0 || len(s.games) == 0 {
		return nil, &RejectedError{Reports: s.reports()}
	}
	if err := a.checkApproval(ctx, s.games); err != nil {
		return nil, err
	}
	added, err := a.store.Add(ctx, s.games)
	if err != nil {
		return nil, err
	}
	for i, game := range added {
		s.archived[i].take(game)
	}
	a.pending.add(s.games, added, s.documents)
	a.makeSearchable(ctx)
	return &Submission{Games: s.results}, nil
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
	result := &Imported{Report: report}
	s.results = append(s.results, result)
	if report.Invalid() && !(s.keepIllegal && report.Broken()) {
		s.rejected++
		return nil
	}
	g, err := storedGame(game.Game)
	s.archived = append(s.archived, result)
	s.games, s.documents = append(s.games, g), append(s.documents, game.document(g))
	return err
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
	return fmt.Sprintf("archived before and then deleted: game %s; restore it with POST /api/v1/games/%s/restore or assay restore %s",
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
