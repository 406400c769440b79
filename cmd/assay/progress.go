package main

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"golang.org/x/term"

	"assay/api/request"
	"assay/parser"
)

// progress shows the progress of a long job: a bar on a terminal, otherwise
// occasional lines.
type progress struct {
	out      io.Writer
	terminal bool
	columns  int
	began    time.Time
	shown    time.Time
	drawn    bool // the last line is a bar
}

const (
	barEvery  = 100 * time.Millisecond
	lineEvery = 5 * time.Second
	barWidth  = 30
)

func newProgress(out io.Writer) *progress {
	b := &progress{out: out, columns: 80, began: time.Now(), terminal: isTerminal(out)}
	b.shown = b.began
	if b.terminal {
		if columns, _, err := term.GetSize(int(out.(*os.File).Fd())); err == nil {
			b.columns = columns
		}
	}
	return b
}

// progress starts a progress display.
func (p *program) progress() func(request.Progress) {
	p.bar = newProgress(p.stderr)
	return p.bar.show
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// show displays progress. If the job reports no elapsed time, show measures it.
func (b *progress) show(at request.Progress) {
	every := lineEvery
	if b.terminal {
		every = barEvery
	}
	if time.Since(b.shown) < every {
		return
	}
	b.shown = time.Now()
	at.Elapsed = cmp.Or(at.Elapsed, b.shown.Sub(b.began))
	text := progressText(at)
	if !b.terminal {
		fmt.Fprintln(b.out, text)
		return
	}
	if at.Total > 0 {
		full := int(barWidth * min(at.Done, at.Total) / at.Total)
		text = "[" + strings.Repeat("=", full) + strings.Repeat(" ", barWidth-full) + "] " + text
	}
	if len(text) >= b.columns {
		text = text[:max(b.columns-1, 0)]
	}
	fmt.Fprint(b.out, "\r\x1b[K"+text)
	b.drawn = true
}

// end removes the bar, if any.
func (b *progress) end() {
	if b != nil && b.drawn {
		fmt.Fprint(b.out, "\r\x1b[K")
		b.drawn = false
	}
}

func progressText(at request.Progress) string {
	parts := []string{}
	if at.Total > 0 {
		parts = append(parts, fmt.Sprintf("%d %%", 100*min(at.Done, at.Total)/at.Total))
	}
	if at.Games > 0 {
		parts = append(parts, parser.Count(int(at.Games), "game"))
		if seconds := at.Elapsed.Seconds(); seconds >= 1 {
			parts = append(parts, fmt.Sprintf("%.0f a second", float64(at.Games)/seconds))
		}
	}
	if left, ok := timeLeft(at); ok {
		parts = append(parts, left.String()+" left")
	}
	return at.Stage + ": " + strings.Join(parts, ", ")
}

// timeLeft estimates the remaining time to the second, at constant speed.
func timeLeft(at request.Progress) (time.Duration, bool) {
	if at.Done <= 0 || at.Total <= at.Done || at.Elapsed < time.Second {
		return 0, false
	}
	share := float64(at.Total-at.Done) / float64(at.Done)
	return time.Duration(share * float64(at.Elapsed)).Round(time.Second), true
}
