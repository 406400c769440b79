package main

import (
	"fmt"
	"strings"

	"assay/analysis"
	"assay/api"
	"assay/parser"
)

// shownLegal is how many of the nearest legal moves a person is shown.
const shownLegal = 5

// describe puts a report into words: one line for a sound record, with one
// more for each warning; for a bad one also what is wrong and what may have
// been meant. fate is what became of the record, "" for nothing.
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
	said := lines{b.String()}
	for i := range r.Rulings {
		s := &r.Rulings[i]
		said = append(said, fmt.Sprintf("    ply %d stands, %s: %s; by %s: %s", s.Ply, s.Move, ruled(s.Rule, s.Message), s.Arbiter, s.Reason))
	}
	if e != nil {
		said = append(said, describeFault(e)...)
	}
	for i := range r.Repairs {
		said = append(said, describeRepair(&r.Repairs[i])...)
	}
	said = append(said, describeWarnings(r.Warnings)...)
	if r.Verdict == analysis.Unsupported {
		said = append(said, "    --variant ID proves it as a game that is defined; `assay variants` lists them")
	}
	return said
}

// describeWarnings puts warnings into words, one a line.
func describeWarnings(warnings []analysis.Warning) (said lines) {
	for _, w := range warnings {
		at := ""
		if w.Line > 0 {
			at = fmt.Sprintf("line %d: ", w.Line)
		}
		said = append(said, "    "+w.Kind+": "+at+ruled(w.Rule, w.Message))
	}
	return said
}

// warned shows warnings, if there are any.
func (p *program) warned(warnings []analysis.Warning) error {
	if len(warnings) == 0 {
		return nil
	}
	return p.printLines(describeWarnings(warnings))
}

// describeRepair puts a repair into words.
func describeRepair(r *analysis.Repair) (said lines) {
	said = append(said, fmt.Sprintf("    legal, with likelihood %.2g, with:", r.Likelihood))
	for _, c := range r.Changes {
		what := fmt.Sprintf("%s: %s → %s", c.Kind, c.Was, c.Now)
		switch {
		case c.Was == "":
			what = fmt.Sprintf("%s: %s", c.Kind, c.Now)
		case c.Now == "":
			what = fmt.Sprintf("%s: %s", c.Kind, c.Was)
		}
		said = append(said, fmt.Sprintf("        %d:%d %s", c.Line, c.Column, what))
	}
	return said
}

func describeFault(e *analysis.Error) (said lines) {
	if e.Text != "" {
		said = append(said, "    "+e.Text)
	}
	said = append(said, "    "+ruled(e.Rule, e.Message))
	if e.Suggestion != "" {
		said = append(said, "    probably meant: "+e.Suggestion)
	}
	if len(e.Legal) > 0 {
		said = append(said, "    nearest legal: "+strings.Join(e.Legal[:min(len(e.Legal), shownLegal)], "; "))
	}
	return said
}

// ruled is a message behind the number of its ruling, if it has one.
func ruled(rule, message string) string {
	if rule == "" {
		return message
	}
	return rule + ": " + message
}

// summary is a run over records in one line.
func summary(t api.Tally) string {
	parts := []string{fmt.Sprintf("%d legal", t.Legal)}
	for _, part := range []struct {
		n    int
		word string
	}{{t.Ruled, "ruled"}, {t.Illegal, "illegal"}, {t.Unreadable, "unreadable"}, {t.Unsupported, "unsupported"}} {
		if part.n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", part.n, part.word))
		}
	}
	text := fmt.Sprintf("%s in %s: %s; %s", parser.Count(t.Games, "game"), parser.Count(t.Files, "file"), strings.Join(parts, ", "), parser.Count(int(t.Plies), "legal ply"))
	if t.Papers > 0 {
		text += fmt.Sprintf("; %s not read, by its name", parser.Count(t.Papers, "file"))
	}
	return text
}

// describeRejudged puts two judgements of one game into words.
func describeRejudged(r *api.Rejudged) lines {
	said := lines{fmt.Sprintf("game %d (%s): %s; now %s", r.Game, strings.TrimSpace(r.Before.Variant+" "+r.Before.Options),
		describeJudgement(&r.Before), describeJudgement(&r.Now))}
	if e := r.Now.Error; e != nil {
		said = append(said, fmt.Sprintf("    %s, line %d", e.File, e.Line))
		said = append(said, describeFault(e)...)
	}
	switch {
	case r.Now.Variant != r.Before.Variant || r.Now.Options != r.Before.Options:
		said = append(said, fmt.Sprintf("    it is %s now: import the record again", strings.TrimSpace(r.Now.Variant+" "+r.Now.Options)))
	case r.Updated:
		said = append(said, "    updated")
	}
	return said
}

func describeJudgement(j *api.Judgement) string {
	text := fmt.Sprintf("%s, %s, %s", j.Verdict, parser.Count(j.Plies, "ply"), j.Result)
	if j.Termination != "" {
		text += " (" + j.Termination + ")"
	}
	if j.Revision != "" {
		text += " by " + j.Revision
	}
	return text
}
