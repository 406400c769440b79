package events

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

// ValidationIssueKind is the kind of a validation issue.
type ValidationIssueKind string

// The kinds of validation issues.
const (
	IssueVerdict     ValidationIssueKind = "verdict"     // the record is not legal
	IssueResult      ValidationIssueKind = "result"      // the result contradicts the final position or the record
	IssueApproval    ValidationIssueKind = "approval"    // the event requires approval of every record
	IssueEvent       ValidationIssueKind = "event"       // the record names another event
	IssueVariant     ValidationIssueKind = "variant"     // the event has other variants or options
	IssueDate        ValidationIssueKind = "date"        // the game was played before or after the event
	IssueLate        ValidationIssueKind = "late"        // the record was submitted after the deadline
	IssueTimeControl ValidationIssueKind = "timeControl" // the game had another time control
	IssueContinues   ValidationIssueKind = "continues"   // it would continue a game that others archived
)

// ValidationIssue is a reason why a submission needs an arbiter.
type ValidationIssue struct {
	Kind    ValidationIssueKind `json:"kind"`
	Message string              `json:"message"`
}

// ValidationIssues returns the validation issues of a submitted record. g is
// the row to archive, nil if the record is unreadable. event may be nil.
func ValidationIssues(game *analysis.Game, g *store.Game, event *EventView, sent time.Time) []ValidationIssue {
	issues := []ValidationIssue{}
	add := func(kind ValidationIssueKind, format string, words ...any) {
		issues = append(issues, ValidationIssue{kind, fmt.Sprintf(format, words...)})
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
		add(IssueVerdict, "%s", message)
	}
	if event == nil {
		return issues
	}
	if event.Approval {
		add(IssueApproval, "an arbiter must approve every record of %q", event.Name)
	}
	if event.Deadline != nil && sent.After(*event.Deadline) {
		add(IssueLate, "it was submitted after the deadline, %s", event.Deadline.UTC().Format(time.DateTime))
	}
	if g == nil {
		return issues
	}
	if contradiction := game.Contradiction(); contradiction != "" {
		add(IssueResult, "%s", contradiction)
	}
	if g.Event != "" && store.PersonKey(g.Event) != store.PersonKey(event.Name) {
		add(IssueEvent, "it names the event %q, but was submitted for %q", g.Event, event.Name)
	}
	if !event.hasVariant(g.Variant, g.Options) {
		add(IssueVariant, "%q does not include the variant %s", event.Name, strings.TrimSpace(g.Variant+" "+g.Options))
	}
	if first, last, dated := store.Span(g.Date); dated &&
		(event.From != "" && last < dayNumber(event.From) || event.To != "" && first > dayNumber(event.To)) {
		add(IssueDate, "it is dated %s, but the event is from %s to %s", g.Date, cmp.Or(event.From, "any day"),
			cmp.Or(event.To, "any day"))
	}
	if timeControl := parser.Said(game.Record, parser.FieldTimeControl); event.TimeControl != "" && timeControl != "" &&
		strings.TrimSpace(timeControl) != event.TimeControl {
		add(IssueTimeControl, "its time control is %q, but the event's is %q", timeControl, event.TimeControl)
	}
	return issues
}

// hasVariant reports whether the event includes a variant with these options.
func (v *EventView) hasVariant(variant, options string) bool {
	return len(v.Variants) == 0 || slices.ContainsFunc(v.Variants, func(allowed EventVariant) bool {
		return allowed.Variant == variant && (allowed.Options == "" || allowed.Options == options)
	})
}

// dayNumber converts a date to the number yyyymmdd.
func dayNumber(day string) int64 {
	first, _, _ := store.Span(day)
	return first
}
