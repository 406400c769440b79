//go:build browser

package web

import (
	"encoding/json"
	"time"

	"github.com/chromedp/cdproto/tracing"
	"github.com/chromedp/chromedp"
)

// trace is the browser's own trace of an action.
type trace struct {
	events  []traceEvent
	threads map[traceThread]string
}

type traceThread struct{ PID, TID int64 }

// traceEvent is an event of the trace format of Chromium; times are in µs.
type traceEvent struct {
	Name  string  `json:"name"`
	Phase string  `json:"ph"`
	PID   int64   `json:"pid"`
	TID   int64   `json:"tid"`
	Took  float64 `json:"dur"`
	Args  struct {
		Name    string `json:"name"`
		Partial bool   `json:"hasPartialUpdate"`
	} `json:"args"`
}

// mainThread runs the scripts, styles and layout of a page.
const mainThread = "CrRendererMain"

// traced runs an action and returns the browser's trace.
func (b *tab) traced(act func()) *trace {
	b.Helper()
	out := &trace{threads: map[traceThread]string{}}
	lost := make(chan bool, 1)
	chromedp.ListenTarget(b.ctx, func(event any) {
		switch e := event.(type) {
		case *tracing.EventDataCollected:
			for _, raw := range e.Value {
				var v traceEvent
				if err := json.Unmarshal(raw, &v); err != nil {
					b.Errorf("trace: %v", err)
				}
				out.events = append(out.events, v)
			}
		case *tracing.EventTracingComplete:
			lost <- e.DataLossOccurred
		}
	})
	b.run(tracing.Start().WithTransferMode(tracing.TransferModeReportEvents).WithTraceConfig(&tracing.TraceConfig{
		IncludedCategories: []string{"disabled-by-default-devtools.timeline", "disabled-by-default-devtools.timeline.frame"},
		ExcludedCategories: []string{"*"},
	}))
	act()
	b.run(tracing.End())
	select {
	case bad := <-lost:
		if bad {
			b.Fatal("the trace has lost events")
		}
	case <-b.ctx.Done():
		b.Fatal("the trace does not end")
	}
	for _, e := range out.events {
		if e.Name == "thread_name" {
			out.threads[traceThread{e.PID, e.TID}] = e.Args.Name
		}
	}
	return out
}

// work returns the task time of all threads of a name.
func (t *trace) work(thread string) time.Duration {
	var took float64
	for _, e := range t.events {
		if e.Name == "RunTask" && t.threads[traceThread{e.PID, e.TID}] == thread {
			took += e.Took
		}
	}
	return time.Duration(took * float64(time.Microsecond))
}

// longest returns the longest task of the threads of a name.
func (t *trace) longest(thread string) time.Duration {
	var took float64
	for _, e := range t.events {
		if e.Name == "RunTask" && t.threads[traceThread{e.PID, e.TID}] == thread {
			took = max(took, e.Took)
		}
	}
	return time.Duration(took * float64(time.Microsecond))
}

// frames counts the drawn frames, those that were late because of scripts, and
// dropped ones.
func (t *trace) frames() (drawn, late, dropped int) {
	for _, e := range t.events {
		switch {
		case e.Name == "DrawFrame":
			drawn++
		case e.Name == "DroppedFrame" && e.Args.Partial:
			late++
		case e.Name == "DroppedFrame":
			dropped++
		}
	}
	return drawn, late, dropped
}
