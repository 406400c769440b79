package api

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"assay/analysis"
	"assay/parser"
	"assay/store"
)

// CommentMode says what comments a game takes.
type CommentMode string

// The modes. Each but the first may be set for a game; then it holds whatever
// the record says.
const (
	CommentsAuto    CommentMode = "auto"    // as the record says
	CommentsOpen    CommentMode = "open"    // all: it is over, or its players ask for advice
	CommentsReports CommentMode = "reports" // reports of illegal moves alone: it is being played
	CommentsClosed  CommentMode = "closed"  // none: its players ask for that
)

// CommentPolicy says what comments a game takes, by the etiquette of those who
// look on (rules 1 to 5 of the page on kibitzing):
//
//   - A game whose record has a result, or says how it ended, is over and takes
//     all comments (3).
//   - One without is taken to be played still. It takes reports of illegal moves
//     (1), and nothing that could advise a player (2). So does one that was
//     adjourned: it goes on another day. One that was played years ago, by
//     its date or, without one, by the year that its event is named after, is over,
//     whatever its record says of a result. A header Status tells more:
//     "finished", "over", "ended" or "abandoned" end a game without a result,
//     "ongoing" or "in progress" keep an old one open.
//   - A header Comments or Kibitzing of "closed", "no", "none" or "off" is its
//     players' request for silence (3), "open" or "yes" their request for advice
//     (2).
//   - What is set for the game stands over all this.
type CommentPolicy struct {
	Comments CommentMode `json:"comments"` // what the game takes: open, reports or closed
	Rule     int         `json:"rule"`     // of the etiquette
	Because  string      `json:"because"`
	Setting  CommentMode `json:"setting"` // auto where nothing is set
	Author   string      `json:"author"`  // of the setting, "" where nothing is set
	Reason   string      `json:"reason"`  // the author's
	Updated  *time.Time  `json:"updated"` // null where nothing was ever set
	game     int64
}

// RefusedError says that a game does not take a comment, and by which rule of
// the etiquette.
type RefusedError struct {
	Rule    int
	Because string
	Reports bool  // a report of an illegal move would be taken
	Game    int64 // that is refused to comment on; 0 if it is not archived
}

func (e *RefusedError) Error() string {
	also := ""
	if e.Reports {
		also = "; an illegal move may be reported (kind report)"
	}
	if e.Because == becauseOngoing && e.Game != 0 {
		also += fmt.Sprintf("; if it is over, run `assay comments %d open` or set its result", e.Game)
	}
	return fmt.Sprintf("rule %d of the kibitzing etiquette: %s%s", e.Rule, e.Because, also)
}

// Why a game takes what it takes.
const (
	becauseOver    = "the game is over: those who looked on may say what they think of it"
	becauseLongAgo = "the game is of years ago, and nothing says that it goes on"
	becauseOngoing = "the game has no result, so Assay treats it as in progress and blocks comments and analysis"
	becauseSilence = "its players ask for no comments on their game, and that is honoured"
	becauseAdvice  = "its players ask for comments on their game"
	becausePlayed  = "it is set that the game is being played: nobody hints at moves meanwhile"
)

// Comments says what comments a game takes. The error is a *store.GameError.
func (a *Archive) Comments(ctx context.Context, game int64) (*CommentPolicy, error) {
	replay, err := a.Replay(ctx, game)
	if err != nil {
		return nil, err
	}
	return a.policy(ctx, replay)
}

// CommentsInput decides on comments to a game.
type CommentsInput struct {
	Comments CommentMode `json:"comments"`
	Author   string      `json:"author"`
	Reason   string      `json:"reason"`
}

// SetComments decides on comments to a game; what was decided before is kept.
// Comments that are there stay. The error is an *InputError or a
// *store.GameError.
func (a *Archive) SetComments(ctx context.Context, game int64, in CommentsInput) (*CommentPolicy, error) {
	if !slices.Contains([]CommentMode{CommentsAuto, CommentsOpen, CommentsReports, CommentsClosed}, in.Comments) {
		return nil, &InputError{Field: "comments", Value: string(in.Comments), Want: "auto, open, reports or closed"}
	}
	if err := sign(ctx, &in.Author); err != nil {
		return nil, err
	}
	if len(in.Reason) > maxReason || strings.ToValidUTF8(in.Reason, "") != in.Reason {
		return nil, &InputError{Field: "reason", Value: strings.ToValidUTF8(in.Reason[:min(len(in.Reason), maxReason)], "\uFFFD"), Want: fmt.Sprintf("%d bytes of text at most", maxReason)}
	}
	_, err := a.store.SetComments(ctx, store.CommentSetting{Game: game, Mode: string(in.Comments), Author: in.Author, Reason: in.Reason})
	if err != nil {
		return nil, err
	}
	return a.Comments(ctx, game)
}

// maxReason is the longest reason of a setting in bytes.
const maxReason = 1000

// take refuses a comment of a kind that the game does not take.
func (m *CommentPolicy) take(kind AnnotationKind) error {
	if m.Comments == CommentsOpen || m.Comments == CommentsReports && kind == KindReport {
		return nil
	}
	return &RefusedError{Rule: m.Rule, Because: m.Because, Reports: m.Comments == CommentsReports, Game: m.game}
}

// policy is that of a replayed game.
func (a *Archive) policy(ctx context.Context, r *Replay) (*CommentPolicy, error) {
	settings, err := a.store.CommentSettings(ctx, r.ID())
	if err != nil {
		return nil, err
	}
	now, err := a.store.Now(ctx)
	if err != nil {
		return nil, err
	}
	m := recordPolicy(&r.game.Report, r.tags(), r.stored.Date, now)
	m.Setting, m.game = CommentsAuto, r.ID()
	if len(settings) == 0 {
		return &m, nil
	}
	last := settings[len(settings)-1]
	m.Setting, m.Author, m.Reason, m.Updated = CommentMode(last.Mode), last.Author, last.Reason, &last.Saved
	switch m.Setting {
	case CommentsOpen:
		m.Comments, m.Rule, m.Because = CommentsOpen, 2, becauseAdvice
	case CommentsReports:
		m.Comments, m.Rule, m.Because = CommentsReports, 2, becausePlayed
	case CommentsClosed:
		m.Comments, m.Rule, m.Because = CommentsClosed, 3, becauseSilence
	}
	return &m, nil
}

// longest is how many years a game may take: more than correspondence does.
const longest = 3

// yearWord is a year among the words of an event's name.
var yearWord = regexp.MustCompile(`\b(?:1[5-9]|20)[0-9]{2}\b`)

// recordPolicy is what a record tells at a time; its date is as an archive
// keeps it.
func recordPolicy(report *analysis.Report, tags []parser.Tag, date string, now time.Time) CommentPolicy {
	record := parser.Record{Tags: tags}
	word := func(key string) string {
		value, _ := record.Tag(key)
		return strings.ToLower(strings.TrimSpace(value))
	}
	for _, key := range []string{"Comments", "Kibitzing"} {
		switch word(key) {
		case "closed", "no", "none", "off":
			return CommentPolicy{Comments: CommentsClosed, Rule: 3, Because: becauseSilence}
		case "open", "yes":
			return CommentPolicy{Comments: CommentsOpen, Rule: 2, Because: becauseAdvice}
		}
	}
	if status := word("Status"); ongoing(report, status, word("Termination")) {
		_, latest := store.Days(date)
		if latest == 0 {
			event, _ := record.Tag("Event")
			for _, year := range yearWord.FindAllString(event, -1) {
				_, day := store.Days(year + "-??-??")
				latest = max(latest, day)
			}
		}
		y, m, d := now.AddDate(-longest, 0, 0).Date()
		if latest > 0 && latest < y*10000+int(m)*100+d && status != "ongoing" && status != "in progress" {
			return CommentPolicy{Comments: CommentsOpen, Rule: 3, Because: becauseLongAgo}
		}
		return CommentPolicy{Comments: CommentsReports, Rule: 2, Because: becauseOngoing}
	}
	return CommentPolicy{Comments: CommentsOpen, Rule: 3, Because: becauseOver}
}

// ongoing reports whether a game may still be played, for all that its record
// tells: it has no result, and no word of an end.
func ongoing(report *analysis.Report, status, termination string) bool {
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
