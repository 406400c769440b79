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
func describe(r *analysis.Report, fate string) string {
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
	case r.Verdict == analysis.Legal:
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
	if e != nil {
		describeFault(&b, e)
	}
	for _, w := range r.Warnings {
		b.WriteString("\n    warning: ")
		if w.Line > 0 {
			fmt.Fprintf(&b, "line %d: ", w.Line)
		}
		if w.Rule != "" {
			b.WriteString(w.Rule + ": ")
		}
		b.WriteString(w.Message)
	}
	return b.String()
}

func describeFault(b *strings.Builder, e *analysis.Error) {
	if e.Text != "" {
		b.WriteString("\n    " + e.Text)
	}
	b.WriteString("\n    ")
	if e.Rule != "" {
		b.WriteString(e.Rule + ": ")
	}
	b.WriteString(e.Message)
	if e.Suggestion != "" {
		b.WriteString("\n    probably meant: " + e.Suggestion)
	}
	if len(e.Legal) > 0 {
		b.WriteString("\n    nearest legal: " + strings.Join(e.Legal[:min(len(e.Legal), shownLegal)], "; "))
	}
}

// summary is a run over records in one line.
func summary(t api.Tally) string {
	parts := []string{fmt.Sprintf("%d legal", t.Legal)}
	for _, part := range []struct {
		n    int
		word string
	}{{t.Illegal, "illegal"}, {t.Unreadable, "unreadable"}, {t.Unsupported, "unsupported"}} {
		if part.n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", part.n, part.word))
		}
	}
	return fmt.Sprintf("%s in %s: %s; %s", parser.Count(t.Games, "game"), parser.Count(t.Files, "file"), strings.Join(parts, ", "), parser.Count(int(t.Plies), "legal ply"))
}

// describeRejudged puts two judgements of one game into words.
func describeRejudged(r *api.Rejudged) string {
	var b strings.Builder
	fmt.Fprintf(&b, "game %d (%s): %s; now %s", r.Game, strings.TrimSpace(r.Before.Variant+" "+r.Before.Options),
		describeJudgement(&r.Before), describeJudgement(&r.Now))
	if e := r.Now.Error; e != nil {
		fmt.Fprintf(&b, "\n    %s, line %d", e.File, e.Line)
		describeFault(&b, e)
	}
	switch {
	case r.Now.Variant != r.Before.Variant || r.Now.Options != r.Before.Options:
		fmt.Fprintf(&b, "\n    it is %s now: import the record again", strings.TrimSpace(r.Now.Variant+" "+r.Now.Options))
	case r.Updated:
		b.WriteString("\n    updated")
	}
	return b.String()
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
