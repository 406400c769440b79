package api

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"assay/analysis/crash"
	"assay/api/analyse"
	"assay/api/annotate"
	"assay/api/present"
	"assay/api/records"
	"assay/api/search"
	"assay/store"
)

const unfinished = "[Event \"?\"]\n[Variant \"chess\"]\n[Result \"*\"]\n\n1. e4 e5 2. Bc4 *\n"

// importTexts imports texts as files and returns the IDs of the games.
func importTexts(t *testing.T, a *Archive, texts ...string) []int64 {
	t.Helper()
	var ids []int64
	for _, text := range texts {
		found, err := a.Submit(t.Context(), "game.pgn", strings.NewReader(text), records.Reading{}, false)
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, int64(found.Games[0].ID))
	}
	return ids
}

// TestAnalysis analyses a game that ends in mate. The analysis is stored,
// reused, replaced under other limits, and exported.
func TestAnalysis(t *testing.T) {
	a := newArchive(t)
	id := importTexts(t, a, scholars)[0]
	r := must(a.Replay(t.Context(), id))
	thinker := a.NewAnalyser(1)
	limits := analyse.AnalysisLimits{Nodes: 300}
	plies := 0
	first := must(a.AnalyseGame(t.Context(), thinker, r, limits, func(s analyse.AnalysisState) { plies = s.Plies }))
	if plies != r.Plies()+1 || len(first.Plies) != plies {
		t.Fatalf("%d plies told, %d kept, of %d", plies, len(first.Plies), r.Plies())
	}
	last, before := first.Plies[len(first.Plies)-1], first.Plies[len(first.Plies)-2]
	if before.Mate == nil || *before.Mate != 1 || len(before.Line) != 1 || last.Best != nil || last.Win < 97 || last.Accuracy == nil || first.Plies[0].Accuracy != nil {
		t.Errorf("before the mate %+v, after it %+v", before, last)
	}
	if s := first.Summary; s.Second.AllowedMates != 1 || s.First.Accuracy == nil {
		t.Errorf("summary %+v", s)
	}
	again := must(a.AnalyseGame(t.Context(), thinker, r, limits, func(analyse.AnalysisState) { t.Error("thought about again") }))
	if again.Saved == nil || again.Limits != limits {
		t.Errorf("kept %+v", again)
	}
	must(a.AnalyseGame(t.Context(), thinker, r, analyse.AnalysisLimits{Nodes: 400}, nil))
	if now := must(a.Analysis(t.Context(), id)); now.Limits.Nodes != 400 {
		t.Errorf("not replaced: %+v", now.Limits)
	}
	var b strings.Builder
	losses, err := must(a.Replay(t.Context(), id)).Export(&b, present.ExportOptions{Format: "pgn"})
	if err != nil || !strings.Contains(strings.Join(strings.Fields(b.String()), " "), "[%eval #1]") || !strings.Contains(b.String(), "$4") || !strings.Contains(strings.Join(losses, ", "), "best lines of the analysis") {
		t.Errorf("%v, without %v: %s", err, losses, b.String())
	}
	if text := exportAs(t, a, id, present.ExportJSON); !strings.Contains(text, `"eval":"#1"`) {
		t.Error(text)
	}
	bare := new(strings.Builder)
	if _, err := r.Export(bare, present.ExportOptions{Format: "pgn", Annotations: present.AnnotationsNone}); err != nil || strings.Contains(bare.String(), "eval") {
		t.Errorf("%v: %s", err, bare)
	}
}

// TestMatesOfThePage finds the mates of the page's two games before they are
// played.
func TestMatesOfThePage(t *testing.T) {
	a := newArchive(t)
	for _, path := range []string{board1, board3} {
		r := must(a.Replay(t.Context(), importTexts(t, a, readFile(t, path))[0]))
		g := must(a.AnalyseGame(t.Context(), a.NewAnalyser(1), r, analyse.AnalysisLimits{Nodes: 1000}, nil))
		before := g.Plies[len(g.Plies)-2]
		if before.Mate == nil || *before.Mate != 1 || len(before.Line) != 1 || g.Summary.First.MissedMates+g.Summary.Second.MissedMates != 0 {
			t.Errorf("%s: before the mate %+v, %+v", path, before, g.Summary)
		}
	}
}

// TestRecordEvaluations keeps the record's evaluation of a ply if an engine's
// differs.
func TestRecordEvaluations(t *testing.T) {
	a := newArchive(t)
	id := importTexts(t, a, strings.Replace(scholars, "1. e4 {his own}", "1. e4 {[%eval 0.77]}", 1))[0]
	must(a.AnalyseGame(t.Context(), a.NewAnalyser(1), must(a.Replay(t.Context(), id)), analyse.AnalysisLimits{Nodes: 100}, nil))
	if text := exportAs(t, a, id, "pgn"); !strings.Contains(text, "1. e4 {[%eval 0.77]} 1... e5") || strings.Count(text, "%eval") != 7 {
		t.Error(text)
	}
}

// TestAnalysisOfGameInProgress rejects the analysis of a game in progress.
func TestAnalysisOfGameInProgress(t *testing.T) {
	a := newArchive(t)
	id := importTexts(t, a, unfinished)[0]
	r := must(a.Replay(t.Context(), id))
	var refused *annotate.RefusedError
	if _, err := a.AnalyseGame(t.Context(), a.NewAnalyser(1), r, analyse.AnalysisLimits{Nodes: 100}, nil); !errors.As(err, &refused) || refused.Rule != 2 {
		t.Errorf("analysed: %v", err)
	}
	if _, err := a.RequestAnalysis(t.Context(), id, analyse.AnalysisLimits{Nodes: 100}, false); !errors.As(err, &refused) {
		t.Errorf("a job is queued: %v", err)
	}
}

// TestJobs runs jobs, cancels some, and resumes those of a stopped process.
func TestJobs(t *testing.T) {
	folder := t.TempDir()
	a := openArchive(t, folder)
	ids := importTexts(t, a, scholars, strings.Replace(scholars, "4. Qxf7#", "4. d3", 1))
	long := must(a.RequestAnalysis(t.Context(), ids[0], analyse.AnalysisLimits{Depth: 90}, false))
	if long.State != store.JobWaiting || long.Limits.Nodes != analyse.MaxJobNodes {
		t.Fatalf("queued %+v", long)
	}
	stopping, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	report := func(err error) { t.Error(err) }
	go func() { defer close(ended); a.Work(stopping, 1, report) }()
	seen := errors.New("seen")
	err := a.WatchJob(t.Context(), long.ID, func(v *analyse.JobView) error {
		if v.State == store.JobRunning {
			return seen
		}
		return nil
	})
	if err != seen {
		t.Fatal(err)
	}
	stop()
	<-ended
	if left := must(a.Job(t.Context(), long.ID)); left.State != store.JobRunning {
		t.Errorf("a job that was broken off is %s", left.State)
	}
	again, stop := context.WithCancel(t.Context())
	ended = make(chan struct{})
	go func() { defer close(ended); a.Work(again, 1, report) }()
	if err := a.WatchJob(t.Context(), long.ID, func(v *analyse.JobView) error {
		if v.State == store.JobRunning && v.Plies > 0 {
			return seen
		}
		return nil
	}); err != seen {
		t.Errorf("a job that was broken off is not taken up: %v", err)
	}
	if err := a.CancelJob(t.Context(), long.ID); err != nil {
		t.Fatal(err)
	}
	stop()
	<-ended
	if left := must(a.Job(t.Context(), long.ID)); left.State != store.JobCancelled || left.Plies != 8 || left.Left != nil {
		t.Errorf("the progress of a cancelled job is %+v", left)
	}

	work, done := context.WithCancel(t.Context())
	defer done()
	if err := a.CancelJob(t.Context(), long.ID); !errors.Is(err, store.ErrJobEnded) {
		t.Errorf("cancelled twice: %v", err)
	}
	short := must(a.RequestAnalysis(t.Context(), ids[0], analyse.AnalysisLimits{Nodes: 200}, false))
	slow := must(a.RequestAnalysis(t.Context(), ids[1], analyse.AnalysisLimits{Nodes: 200}, true))
	go a.Work(work, 2, report)
	for _, job := range []*analyse.JobView{short, slow} {
		ctx, late := context.WithTimeout(t.Context(), time.Minute)
		var last *analyse.JobView
		if err := a.WatchJob(ctx, job.ID, func(v *analyse.JobView) error { last = v; return nil }); err != nil || last.State != store.JobDone {
			t.Errorf("%v: %+v", err, last)
		}
		late()
	}
	for _, job := range must(a.Jobs(t.Context(), "", 10)).Jobs {
		if job.Plies != 8 || job.State == store.JobDone && job.Ply != 8 {
			t.Errorf("the progress of an ended job in the list is %+v", job)
		}
	}
	if g := must(a.Analysis(t.Context(), ids[0])); g == nil || g.Limits.Nodes != 200 {
		t.Errorf("kept %+v", g)
	}
}

// TestReuseAnalysis requests an existing analysis again: the job finishes
// without writing. Other limits replace the analysis.
func TestReuseAnalysis(t *testing.T) {
	a := newArchive(t)
	id := importTexts(t, a, scholars)[0]
	thinker := a.NewAnalyser(1)
	defer thinker.Close()
	var kept time.Time
	var before int64
	for i, row := range []struct {
		nodes    uint64
		version  string // version to set in the stored analysis
		replaces bool
	}{{200, "", true}, {200, "", false}, {300, "", true}, {300, "", false}, {300, "3", true}, {300, "", false}} {
		if row.version != "" {
			g := must(a.Analysis(t.Context(), id))
			g.Version = row.version
			if err := a.SaveAnalysis(t.Context(), must(a.Replay(t.Context(), id)), g, 0); err != nil {
				t.Fatal(err)
			}
			before = must(a.store.Sequence(t.Context()))
		}
		job := must(a.RequestAnalysis(t.Context(), id, analyse.AnalysisLimits{Nodes: row.nodes}, false))
		if done, err := a.WorkOnce(t.Context(), thinker); !done || err != nil {
			t.Fatalf("request %d: %t, %v", i, done, err)
		}
		g, last := must(a.Analysis(t.Context(), id)), must(a.store.Sequence(t.Context()))
		if state := must(a.Job(t.Context(), job.ID)).State; state != store.JobDone || g.Limits.Nodes != row.nodes {
			t.Errorf("request %d: %s, kept %+v", i, state, g.Limits)
		}
		if replaced := last > before; replaced != row.replaces || !replaced && !g.Saved.Equal(kept) {
			t.Errorf("request %d: change %d after %d, saved %v after %v", i, last, before, g.Saved, kept)
		}
		kept, before = *g.Saved, last
	}
}

// failingSave is an archive that fails to save an analysis once.
type failingSave struct {
	store.Archive
	fails func() error
}

func (u *failingSave) on(s store.Archive) store.Archive {
	u.Archive = s
	return u
}

func (u *failingSave) SaveAnalysis(ctx context.Context, a store.Analysis, job int64) error {
	if fails := u.fails; fails != nil {
		u.fails = nil
		if err := fails(); err != nil {
			return err
		}
	}
	return u.Archive.SaveAnalysis(ctx, a, job)
}

// TestJobInterference interferes just before a job saves its analysis. The job
// is not lost: it runs again and succeeds.
func TestJobInterference(t *testing.T) {
	mended := strings.Replace(scholars, "4. Qxf7#", "4. d3 d6", 1)
	for _, row := range []struct {
		name  string
		fault func(a *Archive, game int64) error
		kind  error
	}{
		{"the archive does not answer", func(*Archive, int64) error { return &store.Error{Path: "db", Kind: store.ErrAway} }, store.ErrAway},
		{"its disk is full", func(*Archive, int64) error { return &store.Error{Path: "db", Kind: store.ErrFull} }, store.ErrFull},
		{"the record is mended", func(a *Archive, game int64) error {
			_, err := a.Revise(t.Context(), game, 0, records.RevisionInput{Text: mended, Author: "Ada", Reason: "the sheet"})
			return err
		}, nil},
	} {
		t.Run(row.name, func(t *testing.T) {
			save := new(failingSave)
			a := newArchiveOn(t, save.on)
			id := importTexts(t, a, scholars)[0]
			save.fails = func() error { return row.fault(a, id) }
			job := must(a.RequestAnalysis(t.Context(), id, analyse.AnalysisLimits{Nodes: 200}, false))
			thinker := a.NewAnalyser(1)
			defer thinker.Close()
			if done, err := a.WorkOnce(t.Context(), thinker); !done || !errors.Is(err, row.kind) {
				t.Errorf("%t, %v", done, err)
			}
			left := must(a.Job(t.Context(), job.ID))
			if left.State.Ended() || must(a.Analysis(t.Context(), id)) != nil {
				t.Fatalf("%+v", left)
			}
			if row.kind != nil { // otherwise the job was returned to the queue
				if err := a.store.HoldJob(t.Context(), job.ID, 1, -time.Second); err != nil {
					t.Fatal(err)
				}
			}
			if done, err := a.WorkOnce(t.Context(), thinker); !done || err != nil {
				t.Errorf("another turn: %t, %v", done, err)
			}
			last := must(a.Replay(t.Context(), id))
			if g := must(a.Analysis(t.Context(), id)); must(a.Job(t.Context(), job.ID)).State != store.JobDone || len(g.Plies) != last.Plies()+1 {
				t.Errorf("in the end: %+v", g)
			}
		})
	}
}

// TestJobPanics makes a job panic: it fails and the panic is reported.
func TestJobPanics(t *testing.T) {
	a := newArchiveOn(t, (&failingSave{fails: func() error { panic("a fault") }}).on)
	id := importTexts(t, a, scholars)[0]
	job := must(a.RequestAnalysis(t.Context(), id, analyse.AnalysisLimits{Nodes: 200}, false))
	done, err := a.WorkOnce(t.Context(), a.NewAnalyser(1))
	if !done || !errors.As(err, new(*crash.Error)) {
		t.Errorf("%t, %v", done, err)
	}
	if v := must(a.Job(t.Context(), job.ID)); v.State != store.JobFailed || !strings.Contains(string(v.Message), "a fault") {
		t.Errorf("%+v", v)
	}
}

// TestSearchAnalyses finds a game by its analysis while that exists.
func TestSearchAnalyses(t *testing.T) {
	a := newArchive(t)
	id := importTexts(t, a, scholars)[0]
	found := func(query string) []int {
		t.Helper()
		page := must(a.Search(t.Context(), search.SearchQuery{Variant: "chess", Query: query, Limit: 5}))
		if page.Total == 0 {
			return nil
		}
		return page.Hits[0].Plies
	}
	if plies := found("blunder or swing >= 0 or accuracy(white) >= 0"); plies != nil {
		t.Errorf("found at %v before anything was said", plies)
	}
	r := must(a.Replay(t.Context(), id))
	g := must(a.AnalyseGame(t.Context(), a.NewAnalyser(1), r, analyse.AnalysisLimits{Nodes: 300}, nil))
	last := r.Plies()
	for query, want := range map[string][]int{
		"allowed-mate(black)":                                       {last - 1},
		"allowed-mate(white) or missed-mate":                        nil,
		"blunder(black) and swing > 30":                             {last - 1},
		"eval(white) = 100 and eval(black) < 3":                     {last - 1, last},
		"accuracy(white) > accuracy(black) and last":                {last},
		"not swing >= 0":                                            {0},
		"exchanged(blunder(white)) and ply = " + fmt.Sprint(last-1): {last - 1},
	} {
		if got := found(query); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", query, got, want)
		}
	}
	for i := range g.Plies {
		g.Plies[i].Judgement = nil
	}
	if err := a.SaveAnalysis(t.Context(), must(a.Replay(t.Context(), id)), g, 0); err != nil {
		t.Fatal(err)
	}
	if plies := found("blunder"); plies != nil {
		t.Errorf("found at %v after it was taken back", plies)
	}
}
