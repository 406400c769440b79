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

// ConcernKind is why a record waits for an arbiter.
type ConcernKind string

// The kinds of concerns.
const (
	ConcernVerdict     ConcernKind = "verdict"     // it is not proved legal
	ConcernResult      ConcernKind = "result"      // its result contradicts the board, or itself
	ConcernApproval    ConcernKind = "approval"    // the event has every record approved
	ConcernEvent       ConcernKind = "event"       // it names another event than it was sent for
	ConcernVariant     ConcernKind = "variant"     // the event is played in other games, or with other options
	ConcernDate        ConcernKind = "date"        // it was played before the event or after it
	ConcernLate        ConcernKind = "late"        // it was sent in after the event's deadline
	ConcernTimeControl ConcernKind = "timeControl" // it was played at another time control
)

// Concern is one of the reasons why a record waits for an arbiter.
type Concern struct {
	Kind    ConcernKind `json:"kind"`
	Message string      `json:"message"`
}

// concernsOf are those about a record of an event, nil for none, that was sent
// at a time. g is the record as it would be archived, nil for what cannot be
// read.
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
		say(ConcernApproval, "every record of %q is approved by an arbiter", event.Name)
	}
	if event.Deadline != nil && sent.After(*event.Deadline) {
		say(ConcernLate, "it was sent after %s", event.Deadline.UTC().Format(time.DateTime))
	}
	if g == nil {
		return all
	}
	if says := game.Contradiction(); says != "" {
		say(ConcernResult, "%s", says)
	}
	if g.Event != "" && store.PersonKey(g.Event) != store.PersonKey(event.Name) {
		say(ConcernEvent, "it names the event %q, and was sent for %q", g.Event, event.Name)
	}
	if !event.plays(g.Variant, g.Options) {
		say(ConcernVariant, "%q is not played in %s", event.Name, strings.TrimSpace(g.Variant+" "+g.Options))
	}
	if first, last, dated := store.Span(g.Date); dated && (event.From != "" && last < dayNumber(event.From) || event.To != "" && first > dayNumber(event.To)) {
		say(ConcernDate, "it is of %s, and the event goes from %s to %s", g.Date, cmp.Or(event.From, "any day"), cmp.Or(event.To, "any day"))
	}
	if said := parser.Said(game.Record, parser.FieldTimeControl); event.TimeControl != "" && said != "" && strings.TrimSpace(said) != event.TimeControl {
		say(ConcernTimeControl, "it was played at %q, and the event is at %q", said, event.TimeControl)
	}
	return all
}

// plays reports whether the event is played in a game.
func (v *EventView) plays(variant, options string) bool {
	return len(v.Variants) == 0 || slices.ContainsFunc(v.Variants, func(one EventVariant) bool {
		return one.Variant == variant && (one.Options == "" || one.Options == options)
	})
}

// dayNumber is a day as yyyymmdd.
func dayNumber(day string) int64 {
	first, _, _ := store.Span(day)
	return first
}
