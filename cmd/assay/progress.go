package main

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"golang.org/x/term"

	"assay/api"
	"assay/parser"
)

// progress shows how far a long job has come: a bar on a terminal, a line now
// and then elsewhere.
type progress struct {
	out      io.Writer
	terminal bool
	columns  int
	began    time.Time
	shown    time.Time
	drawn    bool // a bar stands on the last line
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

// progress starts to show the progress of a job.
func (p *program) progress() func(api.Progress) {
	p.bar = newProgress(p.stderr)
	return p.bar.show
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// show shows how far the job is; how long it takes is told from here on where
// the job does not say.
func (b *progress) show(at api.Progress) {
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

// end takes the bar away, if one is drawn.
func (b *progress) end() {
	if b != nil && b.drawn {
		fmt.Fprint(b.out, "\r\x1b[K")
		b.drawn = false
	}
}

func progressText(at api.Progress) string {
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

// timeLeft is how long a job that goes on as before will take, in seconds.
func timeLeft(at api.Progress) (time.Duration, bool) {
	if at.Done <= 0 || at.Total <= at.Done || at.Elapsed < time.Second {
		return 0, false
	}
	share := float64(at.Total-at.Done) / float64(at.Done)
	return time.Duration(share * float64(at.Elapsed)).Round(time.Second), true
}
