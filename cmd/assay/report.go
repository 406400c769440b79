package main

import (
	"fmt"
	"strings"

	"assay/analysis"
	"assay/api/locale"
	"assay/api/records"
	"assay/parser"
)

// shownLegal is the number of nearest legal moves shown.
const shownLegal = 5

// describe returns a report as text: one line for a valid record and one per
// warning. An invalid record also has the error and suggestions. fate is the
// outcome of an import, "" for none.
func describe(c *locale.Catalogue, r *analysis.Report, fate string) lines {
	var b strings.Builder
	b.WriteString(r.File)
	e := r.Error
	if e != nil && e.Line > 0 {
		fmt.Fprintf(&b, ":%d:%d", e.Line, e.Column)
	}
	b.WriteString(": " + c.Format("game {1}", r.Game))
	if r.Variant != "" {
		fmt.Fprintf(&b, " (%s)", strings.TrimSpace(r.Variant+" "+r.Options))
	}
	b.WriteString(": " + c.Text(r.Verdict))
	switch {
	case r.Holds():
		fmt.Fprintf(&b, ", %s, %s", c.Count(r.Plies, "{1} ply", "{1} plies"), r.Result)
		if r.Termination != nil {
			fmt.Fprintf(&b, " (%s)", c.Words(*r.Termination))
		}
	case e != nil && e.Ply > 0:
		at := c.Format("at ply {1}", e.Ply)
		if e.Number > 0 {
			at = c.Format("at ply {1}, move {2} of {3}", e.Ply, e.Number, c.Text(e.Side))
		}
		b.WriteString(" " + at)
	}
	if fate != "" {
		b.WriteString(", " + fate)
	}
	out := lines{b.String()}
	for i := range r.Rulings {
		s := &r.Rulings[i]
		out = append(out, "    "+c.Format("ply {1} stands, {2}: {3}; by {4}: {5}", s.Ply, s.Move,
			withRule(s.Rule, c.Say(s.Message)), s.Arbiter, s.Reason))
	}
	if e != nil {
		out = append(out, describeFault(c, e)...)
	}
	for i := range r.Repairs {
		out = append(out, describeRepair(c, &r.Repairs[i])...)
	}
	out = append(out, describeWarnings(c, r.Warnings)...)
	if r.Verdict == analysis.Unsupported {
		out = append(out, "    "+
			c.Text("pass --variant ID to verify it as another variant; `assay variants` lists them"))
	}
	return out
}

// describeWarnings returns warnings as text, one per line.
func describeWarnings(c *locale.Catalogue, warnings []analysis.Warning) (out lines) {
	for _, w := range warnings {
		at := ""
		if w.Line > 0 {
			at = c.Format("line {1}", w.Line) + ": "
		}
		out = append(out, "    "+c.Text(w.Kind)+": "+at+withRule(w.Rule, c.Say(w.Message)))
	}
	return out
}

// warned prints warnings, if any.
func (p *program) warned(warnings []analysis.Warning) error {
	if len(warnings) == 0 {
		return nil
	}
	return p.printLines(describeWarnings(p.words, warnings))
}

// describeRepair returns a repair as text.
func describeRepair(c *locale.Catalogue, r *analysis.Repair) (out lines) {
	out = append(out, "    "+c.Format("legal, with likelihood {1}, with:", fmt.Sprintf("%.2g", r.Likelihood)))
	for _, change := range r.Changes {
		kind := c.Words(string(change.Kind))
		what := fmt.Sprintf("%s: %s → %s", kind, change.Was, change.Now)
		switch {
		case change.Was == "":
			what = fmt.Sprintf("%s: %s", kind, change.Now)
		case change.Now == "":
			what = fmt.Sprintf("%s: %s", kind, change.Was)
		}
		out = append(out, fmt.Sprintf("        %d:%d %s", change.Line, change.Column, what))
	}
	return out
}

func describeFault(c *locale.Catalogue, e *analysis.Error) (out lines) {
	if e.Text != "" {
		out = append(out, "    "+e.Text)
	}
	out = append(out, "    "+withRule(e.Rule, c.Say(e.Message)))
	if e.Suggestion != "" {
		out = append(out, "    "+c.Format("probably meant: {1}", e.Suggestion))
	}
	if len(e.Legal) > 0 {
		out = append(out, "    "+c.Format("nearest legal: {1}",
			strings.Join(e.Legal[:min(len(e.Legal), shownLegal)], "; ")))
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
func summary(c *locale.Catalogue, t records.Tally) string {
	parts := []string{c.Format("{1} legal", t.Legal)}
	for _, part := range []struct {
		n       int
		message string
	}{{t.Ruled, "{1} ruled"}, {t.Illegal, "{1} illegal"}, {t.Unreadable, "{1} unreadable"},
		{t.Unsupported, "{1} unsupported"}} {
		if part.n > 0 {
			parts = append(parts, c.Format(part.message, part.n))
		}
	}
	text := c.Format("{1} in {2}: {3}; {4}", c.Count(t.Games, "{1} game", "{1} games"),
		c.Count(t.Files, "{1} file", "{1} files"), strings.Join(parts, ", "),
		c.Count(int(t.Plies), "{1} legal ply", "{1} legal plies"))
	if t.Refused > 0 {
		text += "; " + c.Count(t.Refused, "{1} file refused", "{1} files refused")
	}
	if t.Papers > 0 {
		text += "; " + c.Count(t.Papers, "{1} file skipped by name", "{1} files skipped by name")
	}
	return text
}

// describeRejudged returns the old and the new verdict of a game as text.
func describeRejudged(c *locale.Catalogue, r *records.Rejudged) lines {
	out := lines{fmt.Sprintf("game %d (%s): %s; now %s", r.Game,
		strings.TrimSpace(r.Before.Variant+" "+r.Before.Options),
		describeJudgement(&r.Before), describeJudgement(&r.Now))}
	if e := r.Now.Error; e != nil {
		out = append(out, fmt.Sprintf("    %s, line %d", e.File, e.Line))
		out = append(out, describeFault(c, e)...)
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
