package annotate

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"assay/analysis"
	"assay/api/present"
	"assay/api/request"
	"assay/parser"
	"assay/parser/scan"
	"assay/store"
)

// CommentMode is the kind of comments a game accepts.
type CommentMode string

// The comment modes. Any mode except CommentsAuto overrides the record.
const (
	CommentsAuto    CommentMode = "auto"    // derived from the record
	CommentsOpen    CommentMode = "open"    // all: the game is over, or its players want advice
	CommentsReports CommentMode = "reports" // only reports of illegal moves: the game is in progress
	CommentsClosed  CommentMode = "closed"  // none: the players asked for silence
)

// CommentPolicy says which comments a game accepts. It follows the kibitzing
// etiquette (rules 1 to 5 of the page on kibitzing):
//
//   - A game with a result or termination is over and accepts all comments (3).
//   - A game without one counts as in progress. It accepts reports of illegal
//     moves (1), but nothing that could advise a player (2). The same applies to
//     adjourned games. A game played years ago is over, whatever its result. Its
//     year comes from its date or, if it has none, from the name of its event.
//     The header Status overrides this: "finished", "over", "ended" and
//     "abandoned" mean over; "ongoing" and "in progress" mean in progress.
//   - A header Comments or Kibitzing of "closed", "no", "none" or "off" is the
//     players' request for silence (3). "open" or "yes" is their request for
//     advice (2).
//   - The setting of the game overrides all of this.
type CommentPolicy struct {
	Comments CommentMode `json:"comments"` // open, reports or closed
	Rule     int         `json:"rule"`     // number of the etiquette's rule
	Because  string      `json:"because"`
	Setting  CommentMode `json:"setting"` // auto if nothing is set
	Author   string      `json:"author"`  // author of the setting, or ""
	Reason   string      `json:"reason"`  // stated by the author
	Updated  *time.Time  `json:"updated"` // null if nothing was ever set
	game     int64
}

// RefusedError reports that the comment policy forbids a comment, and the rule
// of the etiquette that applies.
type RefusedError struct {
	Rule    int
	Because string
	Reports bool  // a report of an illegal move would be accepted
	Game    int64 // 0 if the game is not archived
}

func (e *RefusedError) Error() string {
	also := ""
	if e.Reports {
		also = "; only reports of illegal moves are accepted"
	}
	if e.Because == becauseOngoing && e.Game != 0 {
		also += fmt.Sprintf("; if the game is over, run `assay comments %d open` or set its result", e.Game)
	}
	return fmt.Sprintf("%s (kibitzing etiquette, rule %d)%s", e.Because, e.Rule, also)
}

// The reasons of a comment policy.
const (
	becauseOver    = "the game is over, so it is open for comments and analysis"
	becauseLongAgo = "the game was played years ago and is not marked as in progress"
	becauseOngoing = "the game has no result, so Assay treats it as in progress and blocks comments and analysis"
	becauseSilence = "its players asked for no comments on their game"
	becauseAdvice  = "its players asked for comments on their game"
	becausePlayed  = "the game is set as in progress, so comments and analysis are blocked"
	becauseOpened  = "the game is set as open to comments and analysis"
	becauseClosed  = "the game is set as closed to comments and analysis"
)

// Reasons are the values of Because.
var Reasons = []string{becauseOver, becauseLongAgo, becauseOngoing, becauseSilence, becauseAdvice, becausePlayed,
	becauseOpened, becauseClosed}

// Comments returns the comment policy of a game. The error is a
// *store.GameError.
func (a *Annotator) Comments(ctx context.Context, game int64) (*CommentPolicy, error) {
	replay, err := a.games.Replay(ctx, game)
	if err != nil {
		return nil, err
	}
	return a.policy(ctx, replay)
}

// CommentsInput is a new comment setting of a game.
type CommentsInput struct {
	Comments CommentMode `json:"comments"`
	Author   string      `json:"author"`
	Reason   string      `json:"reason"`
}

// SetComments sets the comment mode of a game. The history keeps earlier
// settings; existing comments are kept. The error is an *InputError or a
// *store.GameError.
func (a *Annotator) SetComments(ctx context.Context, game int64, in CommentsInput) (*CommentPolicy, error) {
	errs := []error{request.SetAuthor(ctx, &in.Author)}
	if !slices.Contains([]CommentMode{CommentsAuto, CommentsOpen, CommentsReports, CommentsClosed}, in.Comments) {
		errs = append(errs, &request.InputError{Field: "comments", Value: string(in.Comments),
			Want: "auto, open, reports or closed"})
	}
	if len(in.Reason) > request.MaxReason || strings.ToValidUTF8(in.Reason, "") != in.Reason {
		errs = append(errs, &request.InputError{Field: "reason",
			Value: strings.ToValidUTF8(in.Reason[:min(len(in.Reason), request.MaxReason)], "\uFFFD"),
			Want:  fmt.Sprintf("%d bytes of text at most", request.MaxReason)})
	}
	if err := request.Joined(errs...); err != nil {
		return nil, err
	}
	_, err := a.store.SetComments(ctx,
		store.CommentSetting{Game: game, Mode: string(in.Comments), Author: in.Author, Reason: in.Reason})
	if err != nil {
		return nil, err
	}
	return a.Comments(ctx, game)
}

// check returns a [*RefusedError] if the game does not accept comments of a
// kind.
func (m *CommentPolicy) check(kind AnnotationKind) error {
	if m.Comments == CommentsOpen || m.Comments == CommentsReports && kind == KindReport {
		return nil
	}
	return &RefusedError{Rule: m.Rule, Because: m.Because, Reports: m.Comments == CommentsReports, Game: m.game}
}

// policy returns the comment policy of a replayed game.
func (a *Annotator) policy(ctx context.Context, r *present.Replay) (*CommentPolicy, error) {
	settings, err := a.store.CommentSettings(ctx, r.ID())
	if err != nil {
		return nil, err
	}
	now, err := a.store.Now(ctx)
	if err != nil {
		return nil, err
	}
	m := recordPolicy(&r.Game.Report, r.Tags(), r.Stored.Date, now)
	m.Setting, m.game = CommentsAuto, r.ID()
	if len(settings) == 0 {
		return &m, nil
	}
	last := settings[len(settings)-1]
	m.Setting, m.Author, m.Reason, m.Updated = CommentMode(last.Mode), last.Author, last.Reason, &last.Saved
	switch m.Setting {
	case CommentsOpen:
		m.Comments, m.Rule, m.Because = CommentsOpen, 2, becauseOpened
	case CommentsReports:
		m.Comments, m.Rule, m.Because = CommentsReports, 2, becausePlayed
	case CommentsClosed:
		m.Comments, m.Rule, m.Because = CommentsClosed, 3, becauseClosed
	}
	return &m, nil
}

// CheckAdviceAllowed returns a [*RefusedError] if the comment policy of the
// game forbids advice.
func (a *Annotator) CheckAdviceAllowed(ctx context.Context, r *present.Replay) error {
	m, err := a.policy(ctx, r)
	if err != nil {
		return err
	}
	return m.check(KindComment)
}

// maxGameYears is the maximum duration of a game in years, longer than
// correspondence games take.
const maxGameYears = 3

// yearPattern matches a year in the name of an event.
var yearPattern = scan.NewPattern(`\b(?:1[5-9]|20)[0-9]{2}\b`)

// recordPolicy derives the policy from a record. date has the form that the
// archive stores.
func recordPolicy(report *analysis.Report, tags []parser.Tag, date string, now time.Time) CommentPolicy {
	record := parser.Record{Tags: tags}
	header := func(key string) string {
		value, _ := record.Tag(key)
		return strings.ToLower(strings.TrimSpace(value))
	}
	for _, key := range []string{"Comments", "Kibitzing"} {
		switch header(key) {
		case "closed", "no", "none", "off":
			return CommentPolicy{Comments: CommentsClosed, Rule: 3, Because: becauseSilence}
		case "open", "yes":
			return CommentPolicy{Comments: CommentsOpen, Rule: 2, Because: becauseAdvice}
		}
	}
	if status := header("Status"); inProgress(report, status, header("Termination")) {
		_, latest := store.Days(date)
		if latest == 0 {
			event, _ := record.Tag("Event")
			for _, year := range yearPattern.FindAllString(event, -1) {
				_, day := store.Days(year + "-??-??")
				latest = max(latest, day)
			}
		}
		y, m, d := now.AddDate(-maxGameYears, 0, 0).Date()
		if latest > 0 && latest < y*10000+int(m)*100+d && status != "ongoing" && status != "in progress" {
			return CommentPolicy{Comments: CommentsOpen, Rule: 3, Because: becauseLongAgo}
		}
		return CommentPolicy{Comments: CommentsReports, Rule: 2, Because: becauseOngoing}
	}
	return CommentPolicy{Comments: CommentsOpen, Rule: 3, Because: becauseOver}
}

// inProgress reports whether a game may be in progress: it has no result, and
// no header says that it ended.
func inProgress(report *analysis.Report, status, termination string) bool {
	if report.Result != "*" && report.Result != "" {
		return false
	}
	if t := report.Termination; t != nil && termination == "" {
		termination = strings.ToLower(*t)
	}
	switch termination {
	case "", "*", "unterminated", "ongoing", "in progress", "adjourned", "suspended", "interrupted", "中断", "chudan":
	default:
		return false
	}
	switch status {
	case "finished", "over", "ended", "abandoned":
		return false
	}
	return true
}
