package main

import (
	"fmt"
	"strings"

	"assay/analysis"
	"assay/api/records"
	"assay/parser"
)

// shownLegal is the number of nearest legal moves shown.
const shownLegal = 5

// describe returns a report as text: one line for a valid record and one per
// warning. An invalid record also has the error and suggestions. fate is the
// outcome of an import, "" for none.
func describe(r *analysis.Report, fate string) lines {
	var b strings.Builder
	b.WriteString(r.File)
	e := r.Error
	if e != nil && e.Line > 0 {
		fmt.Fprintf(&b, ":%d:%d", e.Line, e.Column)
	}
	fmt.Fprintf(&b, ": game %d", r.Game)
	if r.Variant != "" {
		fmt.Fprintf(&b, " (%s)", strings.TrimSpace(r.Variant+" "+r.Options))
	}
	b.WriteString(": " + r.Verdict)
	switch {
	case r.Holds():
		fmt.Fprintf(&b, ", %s, %s", parser.Count(r.Plies, "ply"), r.Result)
		if r.Termination != nil {
			fmt.Fprintf(&b, " (%s)", *r.Termination)
		}
	case e != nil && e.Ply > 0:
		fmt.Fprintf(&b, " at ply %d", e.Ply)
		if e.Number > 0 {
			fmt.Fprintf(&b, ", move %d of %s", e.Number, e.Side)
		}
	}
	if fate != "" {
		b.WriteString(", " + fate)
	}
	out := lines{b.String()}
	for i := range r.Rulings {
		s := &r.Rulings[i]
		out = append(out, fmt.Sprintf("    ply %d stands, %s: %s; by %s: %s", s.Ply, s.Move,
			withRule(s.Rule, s.Message), s.Arbiter, s.Reason))
	}
	if e != nil {
		out = append(out, describeFault(e)...)
	}
	for i := range r.Repairs {
		out = append(out, describeRepair(&r.Repairs[i])...)
	}
	out = append(out, describeWarnings(r.Warnings)...)
	if r.Verdict == analysis.Unsupported {
		out = append(out, "    pass --variant ID to verify it as another variant; `assay variants` lists them")
	}
	return out
}

// describeWarnings returns warnings as text, one per line.
func describeWarnings(warnings []analysis.Warning) (out lines) {
	for _, w := range warnings {
		at := ""
		if w.Line > 0 {
			at = fmt.Sprintf("line %d: ", w.Line)
		}
		out = append(out, "    "+w.Kind+": "+at+withRule(w.Rule, w.Message))
	}
	return out
}

// warned prints warnings, if any.
func (p *program) warned(warnings []analysis.Warning) error {
	if len(warnings) == 0 {
		return nil
	}
	return p.printLines(describeWarnings(warnings))
}

// describeRepair returns a repair as text.
func describeRepair(r *analysis.Repair) (out lines) {
	out = append(out, fmt.Sprintf("    legal, with likelihood %.2g, with:", r.Likelihood))
	for _, c := range r.Changes {
		what := fmt.Sprintf("%s: %s → %s", c.Kind, c.Was, c.Now)
		switch {
		case c.Was == "":
			what = fmt.Sprintf("%s: %s", c.Kind, c.Now)
		case c.Now == "":
			what = fmt.Sprintf("%s: %s", c.Kind, c.Was)
		}
		out = append(out, fmt.Sprintf("        %d:%d %s", c.Line, c.Column, what))
	}
	return out
}

func describeFault(e *analysis.Error) (out lines) {
	if e.Text != "" {
		out = append(out, "    "+e.Text)
	}
	out = append(out, "    "+withRule(e.Rule, e.Message))
	if e.Suggestion != "" {
		out = append(out, "    probably meant: "+string(e.Suggestion))
	}
	if len(e.Legal) > 0 {
		out = append(out, "    nearest legal: "+strings.Join(e.Legal[:min(len(e.Legal), shownLegal)], "; "))
	}
	return out
}

// withRule prefixes a message with its rule ID, if it has one.
func withRule(rule, message string) string {
	if rule == "" {
		return message
	}
	return rule + ": " + message
}

// summary returns the tally of a run on one line.
func summary(t records.Tally) string {
	parts := []string{fmt.Sprintf("%d legal", t.Legal)}
	for _, part := range []struct {
		n    int
		word string
	}{{t.Ruled, "ruled"}, {t.Illegal, "illegal"}, {t.Unreadable, "unreadable"}, {t.Unsupported, "unsupported"}} {
		if part.n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", part.n, part.word))
		}
	}
	text := fmt.Sprintf("%s in %s: %s; %s", parser.Count(t.Games, "game"), parser.Count(t.Files, "file"),
		strings.Join(parts, ", "), parser.Count(int(t.Plies), "legal ply"))
	if t.Refused > 0 {
		text += fmt.Sprintf("; %s refused", parser.Count(t.Refused, "file"))
	}
	if t.Papers > 0 {
		text += fmt.Sprintf("; %s skipped by name", parser.Count(t.Papers, "file"))
	}
	return text
}

// describeRejudged returns the old and the new verdict of a game as text.
func describeRejudged(r *records.Rejudged) lines {
	out := lines{fmt.Sprintf("game %d (%s): %s; now %s", r.Game,
		strings.TrimSpace(r.Before.Variant+" "+r.Before.Options),
		describeJudgement(&r.Before), describeJudgement(&r.Now))}
	if e := r.Now.Error; e != nil {
		out = append(out, fmt.Sprintf("    %s, line %d", e.File, e.Line))
		out = append(out, describeFault(e)...)
	}
	switch {
	case r.Now.Variant != r.Before.Variant || r.Now.Options != r.Before.Options:
		out = append(out, fmt.Sprintf("    it is now %s: import the record again",
			strings.TrimSpace(r.Now.Variant+" "+r.Now.Options)))
	case r.Updated:
		out = append(out, "    updated")
	}
	return out
}

func describeJudgement(j *records.Judgement) string {
	text := fmt.Sprintf("%s, %s, %s", j.Verdict, parser.Count(j.Plies, "ply"), j.Result)
	if j.Termination != "" {
		text += " (" + j.Termination + ")"
	}
	if j.Revision != "" {
		text += " by " + j.Revision
	}
	return text
}
