package api

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"assay/analysis"
	"assay/parser"
	"assay/store"
)

// ConcernKind is the kind of a validation issue.
type ConcernKind string

// The kinds of validation issues.
const (
	ConcernVerdict     ConcernKind = "verdict"     // the record is not legal
	ConcernResult      ConcernKind = "result"      // the result contradicts the final position or the record
	ConcernApproval    ConcernKind = "approval"    // the event requires approval of every record
	ConcernEvent       ConcernKind = "event"       // the record names another event
	ConcernVariant     ConcernKind = "variant"     // the event has other variants or options
	ConcernDate        ConcernKind = "date"        // the game was played before or after the event
	ConcernLate        ConcernKind = "late"        // the record was submitted after the deadline
	ConcernTimeControl ConcernKind = "timeControl" // the game had another time control
)

// Concern is a validation issue: a reason why a submission needs an arbiter.
type Concern struct {
	Kind    ConcernKind `json:"kind"`
	Message string      `json:"message"`
}

// concernsOf returns the validation issues of a submitted record. g is the row
// to archive, nil if the record is unreadable. event may be nil.
func concernsOf(game *analysis.Game, g *store.Game, event *EventView, sent time.Time) []Concern {
	all := []Concern{}
	say := func(kind ConcernKind, format string, words ...any) {
		all = append(all, Concern{kind, fmt.Sprintf(format, words...)})
	}
	report := &game.Report
	if !report.Holds() {
		message := "the record is " + report.Verdict
		if report.Error != nil {
			message = report.Error.Message
			if at := report.Error.Place(); at != "" {
				message = at + ": " + message
			}
		}
		say(ConcernVerdict, "%s", message)
	}
	if event == nil {
		return all
	}
	if event.Approval {
		say(ConcernApproval, "an arbiter must approve every record of %q", event.Name)
	}
	if event.Deadline != nil && sent.After(*event.Deadline) {
		say(ConcernLate, "it was submitted after the deadline, %s", event.Deadline.UTC().Format(time.DateTime))
	}
	if g == nil {
		return all
	}
	if says := game.Contradiction(); says != "" {
		say(ConcernResult, "%s", says)
	}
	if g.Event != "" && store.PersonKey(g.Event) != store.PersonKey(event.Name) {
		say(ConcernEvent, "it names the event %q, but was submitted for %q", g.Event, event.Name)
	}
	if !event.plays(g.Variant, g.Options) {
		say(ConcernVariant, "%q does not include the variant %s", event.Name, strings.TrimSpace(g.Variant+" "+g.Options))
	}
	if first, last, dated := store.Span(g.Date); dated && (event.From != "" && last < dayNumber(event.From) || event.To != "" && first > dayNumber(event.To)) {
		say(ConcernDate, "it is dated %s, but the event is from %s to %s", g.Date, cmp.Or(event.From, "any day"), cmp.Or(event.To, "any day"))
	}
	if said := parser.Said(game.Record, parser.FieldTimeControl); event.TimeControl != "" && said != "" && strings.TrimSpace(said) != event.TimeControl {
		say(ConcernTimeControl, "its time control is %q, but the event's is %q", said, event.TimeControl)
	}
	return all
}

// plays reports whether the event includes a variant with these options.
func (v *EventView) plays(variant, options string) bool {
	return len(v.Variants) == 0 || slices.ContainsFunc(v.Variants, func(one EventVariant) bool {
		return one.Variant == variant && (one.Options == "" || one.Options == options)
	})
}

// dayNumber converts a date to the number yyyymmdd.
func dayNumber(day string) int64 {
	first, _, _ := store.Span(day)
	return first
}
