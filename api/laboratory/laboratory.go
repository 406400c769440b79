// Package laboratory has the use case of the inventor's laboratory: it plays
// games of a variant, measures them, compares two versions, and writes reports.
package laboratory

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"assay/analysis/engine"
	"assay/analysis/lab"
	"assay/analysis/rules"
	"assay/api/request"
)

// Report is a report of a laboratory, to write.
type Report struct{ *lab.Report }

// Query says what to play.
type Query struct {
	Time  time.Duration // of play
	Games int           // total number; 0 for no limit
	Nodes int           // per move at the low strength
	Plies int           // a game of this length is unfinished
	Seed  uint64
	// Folder keeps the games, in a file for each revision of a definition; ""
	// to keep none.
	Folder string
}

// Limits of a Query.
const (
	maxTime  = 7 * 24 * time.Hour
	maxNodes = 1_000_000
	maxPlies = 10_000
)

// Check validates a query. The error is an [*request.InputError].
func (q *Query) Check() error {
	if q.Time <= 0 || q.Time > maxTime {
		return &request.InputError{Field: "time", Value: q.Time.String(), Want: "a time of at most " + maxTime.String()}
	}
	return request.CheckBounds(request.Range("games", q.Games, 0, 10_000_000),
		request.Range("nodes", q.Nodes, 1, maxNodes), request.Range("plies", q.Plies, 1, maxPlies))
}

// Run plays games of a variant until the time is over, after those that the
// folder already has, and reports on all of them. fit is the evaluation, nil
// for the default one. progress receives the number of games.
func Run(ctx context.Context, r *rules.Rules, fit *engine.Fit, workers int, q Query,
	progress func(request.Progress)) (*Report, error) {
	if err := q.Check(); err != nil {
		return nil, err
	}
	l := &lab.Lab{Rules: r, Fit: fit, Workers: workers,
		Settings: lab.Settings{Nodes: uint64(q.Nodes), Plies: q.Plies, Seed: q.Seed, Fit: fitName(fit)}}
	games := &lab.File{}
	if q.Folder != "" {
		if err := os.MkdirAll(q.Folder, 0o755); err != nil {
			return nil, err
		}
		var err error
		if games, err = lab.OpenFile(filepath.Join(q.Folder, fileName(r)), l.Settings); err != nil {
			return nil, err
		}
		defer games.Close()
	}
	playing, cancel := context.WithTimeout(ctx, q.Time)
	defer cancel()
	began, from := time.Now(), len(games.Games)
	err := l.Play(playing, from, q.Games, func(g *lab.Game) error {
		elapsed := time.Since(began)
		progress(request.Progress{Stage: "play", Done: int64(elapsed.Seconds()), Total: int64(q.Time.Seconds()),
			Games: int64(g.Number - from + 1), Elapsed: elapsed})
		return games.Add(g)
	})
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return nil, err
	}
	progress(request.Progress{Stage: stageMeasure, Games: int64(len(games.Games) - from), Elapsed: time.Since(began)})
	all := games.Games
	if q.Games > 0 && len(all) > q.Games {
		all = all[:q.Games]
	}
	report, err := l.Measure(ctx, all)
	if err != nil && ctx.Err() == nil && q.Folder != "" {
		return nil, fmt.Errorf("%s: %w; move the file away and play again",
			filepath.Join(q.Folder, fileName(r)), err)
	}
	return &Report{report}, err
}

// fitName identifies an evaluation, because other games follow from another
// one.
func fitName(fit *engine.Fit) string {
	if fit == nil {
		return ""
	}
	text, _ := json.Marshal(fit) // numbers and words
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:4])
}

// fileName returns the name of the file that keeps the games of a definition.
func fileName(r *rules.Rules) string {
	d := r.Definition()
	name := d.ID + "@" + d.Revision()
	if options := d.OptionText(); options != "" {
		name += " " + options
	}
	return strings.Map(func(c rune) rune {
		if strings.ContainsRune(`/\:*?"<>|`, c) {
			return '_'
		}
		return c
	}, name) + ".jsonl"
}
