package index

import (
	"cmp"
	"context"
	"errors"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"assay/analysis/rules"
	"assay/index/pattern"
	"assay/index/tape"
)

// Likeness says to which position others are wanted that are like it.
type Likeness struct {
	// Position is the position, and Name the name of its rules in the documents.
	Position *rules.Position
	Name     string
	// Verdicts are the verdicts wanted on the records; legal ones where there are none.
	Verdicts []string
	// Limit is the greatest number of games wanted.
	Limit int
	// Within is how long it may take, 0 for as long as it takes.
	Within time.Duration
}

// Similar are the games with the positions most like one.
type Similar struct {
	// Games holds each game once, with its most similar position, the most similar first.
	Games []Resembling
	Cut   bool
	Work  Work
}

// Resembling is a position that is like another.
type Resembling struct {
	Game int64
	Ply  int
	pattern.Similarity
}

// Similar ranks the positions of the main lines by their likeness to a position.
func (x *Index) Similar(ctx context.Context, l Likeness) (similar Similar, err error) {
	verdicts := l.Verdicts
	if len(verdicts) == 0 {
		verdicts = []string{legal}
	}
	conditions := []condition{{field: rulesField, terms: []string{l.Name}}, {field: verdictField, terms: verdicts}}
	g, snapshot, err := x.reader()
	if err != nil {
		return Similar{}, err
	}
	defer func() { err = errors.Join(err, snapshot.Close()) }()
	defer damage(x.root.path, &err)
	contents, err := g.contents.of(snapshot)
	if err != nil {
		return Similar{}, err
	}
	limited := ctx
	if l.Within > 0 {
		var cancel context.CancelFunc
		limited, cancel = context.WithTimeout(ctx, l.Within)
		defer cancel()
	}
	work := newWork(conditions)
	type task struct {
		content *content
		part    []uint32
	}
	var tasks []task
	for i, s := range snapshot.Segments() {
		hits, err := find(s, conditions, &work)
		if err != nil {
			return Similar{}, err
		}
		work.Candidates += hits.GetCardinality()
		own, err := conditions[0].find(s)
		if err != nil {
			return Similar{}, err
		}
		contents[i].prepare(l.Position.Rules(), l.Name, own)
		for part := range slices.Chunk(hits.ToArray(), chunk) {
			tasks = append(tasks, task{contents[i], part})
		}
	}
	var next atomic.Int64
	var mu sync.Mutex
	var workers sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(tasks)) {
		workers.Go(func() {
			r := newRanker(l)
			cut := false
			for i := int(next.Add(1)) - 1; i < len(tasks); i = int(next.Add(1)) - 1 {
				if cut = limited.Err() != nil; cut {
					break
				}
				for _, d := range tasks[i].part {
					r.rank(tasks[i].content.games[d], &tasks[i].content.entries[d])
				}
			}
			mu.Lock()
			defer mu.Unlock()
			similar.Games = append(similar.Games, r.best...)
			similar.Cut = similar.Cut || cut
			work.Read += r.read
			work.Plies += r.plies
		})
	}
	workers.Wait()
	if err := ctx.Err(); err != nil {
		return Similar{}, err
	}
	slices.SortFunc(similar.Games, byLikeness)
	similar.Games = similar.Games[:min(l.Limit, len(similar.Games))]
	similar.Work = work
	return similar, nil
}

func byLikeness(a, b Resembling) int {
	return cmp.Or(cmp.Compare(b.Score(), a.Score()), cmp.Compare(a.Game, b.Game))
}

// ranker keeps the best games of those it is shown.
type ranker struct {
	likeness    *pattern.Likeness
	player      *tape.Player
	limit       int
	best        []Resembling
	read, plies uint64
}

func newRanker(l Likeness) *ranker {
	return &ranker{likeness: pattern.LikenessTo(l.Position), player: tape.NewPlayer(l.Position.Rules()), limit: l.Limit}
}

func (r *ranker) rank(game int64, e *entry) {
	if e.tape == nil {
		return
	}
	if _, err := r.player.Load(e.tape); err != nil {
		return
	}
	r.read++
	best := Resembling{Game: game, Ply: -1}
	r.player.Begin(0)
	for more := true; more; more = r.player.Next() {
		if s := r.likeness.Of(&r.player.State); best.Ply < 0 || s.Score() > best.Score() {
			best.Ply, best.Similarity = r.player.Ply, s
		}
		r.plies++
	}
	r.best = append(r.best, best)
	if len(r.best) > 2*r.limit+chunk {
		slices.SortFunc(r.best, byLikeness)
		r.best = r.best[:r.limit]
	}
}
