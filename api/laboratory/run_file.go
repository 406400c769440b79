package laboratory

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"assay/analysis/optional"
	"assay/store"
)

// runState is a run with what its view does not show.
type runState struct {
	RunView
	Person int64         `json:"person"` // who requested it; 0 without accounts
	Turn   int           `json:"turn"`   // how often it was started
	Time   time.Duration `json:"duration"`

	saved  time.Time
	cancel context.CancelCauseFunc // ends the run; nil if it does not run
	result []byte                  // without a folder
}

// view returns a copy of the view, with the estimated time left.
func (r *runState) view() *RunView {
	v := r.RunView
	if v.Stage == stagePlay {
		left := max(r.Time.Seconds()-v.Elapsed, 0)
		v.Left = &left
	}
	return &v
}

// savedEvery is the interval at which the progress of a run is saved.
const savedEvery = 5 * time.Second

// runsFolder is the folder of runs and their reports, in the folder of games.
const runsFolder = "runs"

const (
	runSuffix    = ".run.json"
	resultSuffix = ".report.json"
)

// path returns the path of a file of a run.
func (s *Runs) path(r *runState, suffix string) string {
	return filepath.Join(s.config.Folder, runsFolder, strconv.FormatInt(r.ID, 10)+suffix)
}

// load reads the runs of the folder once, under the lock.
func (s *Runs) load() error {
	if s.loaded || s.config.Folder == "" {
		return nil
	}
	found, err := os.ReadDir(filepath.Join(s.config.Folder, runsFolder))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	var all []*runState
	for _, f := range found {
		if !strings.HasSuffix(f.Name(), runSuffix) {
			continue
		}
		path := filepath.Join(s.config.Folder, runsFolder, f.Name())
		r := new(runState)
		if err := readFile(path, r); err != nil {
			return err
		}
		if r.Stage = ""; r.State == store.JobRunning { // its process has ended
			r.State = store.JobWaiting
		}
		all = append(all, r)
	}
	slices.SortFunc(all, func(a, b *runState) int { return cmp.Compare(a.ID, b.ID) })
	s.all, s.loaded = all, true
	return nil
}

// save writes the state of a run, under the lock.
func (s *Runs) save(r *runState) error {
	r.saved = time.Now()
	if s.config.Folder == "" {
		return nil
	}
	return writeFile(s.path(r, runSuffix), r)
}

// end sets the final state of a run, under the lock.
func (s *Runs) end(r *runState, state store.JobState, message string) error {
	r.State, r.Message, r.Stage = state, optional.Text(message), ""
	r.Updated = time.Now().UTC().Truncate(time.Millisecond)
	s.Notify()
	return s.save(r)
}

// forget removes the oldest ended runs beyond keptRuns, under the lock. What
// cannot be removed is removed with a later run.
func (s *Runs) forget() {
	for i := 0; len(s.all) > keptRuns && i < len(s.all); {
		r := s.all[i]
		if !r.State.Ended() {
			i++
			continue
		}
		if s.config.Folder != "" {
			_ = os.Remove(s.path(r, resultSuffix))
			_ = os.Remove(s.path(r, runSuffix))
		}
		s.all = slices.Delete(s.all, i, i+1)
	}
}

// writeResult keeps the report of a run.
func (s *Runs) writeResult(r *runState, result *Result) (err error) {
	if s.config.Folder == "" {
		r.result, err = json.Marshal(result)
		return err
	}
	return writeFile(s.path(r, resultSuffix), result)
}

// readResult returns the report of a run that is done.
func (s *Runs) readResult(r *runState) (*Result, error) {
	result := new(Result)
	if s.config.Folder == "" {
		return result, json.Unmarshal(r.result, result)
	}
	return result, readFile(s.path(r, resultSuffix), result)
}

// readFile reads a file of JSON.
func readFile(path string, into any) error {
	text, err := os.ReadFile(path)
	if err == nil {
		if err = json.Unmarshal(text, into); err != nil {
			err = fmt.Errorf("%s: %w", path, err)
		}
	}
	return err
}

// writeFile replaces a file of JSON, whole or not at all.
func writeFile(path string, v any) error {
	text, err := json.Marshal(v)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	fresh := path + ".new"
	if err := os.WriteFile(fresh, text, 0o644); err != nil {
		return err
	}
	return os.Rename(fresh, path)
}
