package analyse

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"assay/analysis/engine"
	"assay/analysis/engine/match"
	"assay/analysis/lab"
	"assay/analysis/optional"
	"assay/analysis/rules"
	"assay/api/define"
	"assay/api/request"
)

// Players of sample games.
const (
	ByRandom = "random"
	ByEngine = "engine"
)

// BrokenOff is the termination of a game that reached the limit of plies.
const BrokenOff = "broken off"

// Limits of a [Sample] that a server plays for its clients.
const (
	MaxSampled      = 200 // games
	MaxSampledPlies = 400
	MaxSampledNodes = 2000
	MaxSampleTime   = 60 * time.Second
)

const (
	sampleMemory  = 2 // of the engine, in megabytes
	sampleOpening = 4 // random plies at the start of the engine's games
)

// Sample says how to play the sample games of a definition.
type Sample struct {
	Games int
	By    string // ByRandom or ByEngine
	Nodes int    // of the engine per move
	Plies int    // limit of a game
	Seed  uint64
	Time  time.Duration // of all games; 0 for no limit
}

// SampledGame is a sample game or, after the last game, the summary.
type SampledGame struct {
	Game        int            `json:"game"` // from 1; 0 for the summary
	Moves       []string       `json:"moves,omitempty"`
	Plies       int            `json:"plies"`
	Result      string         `json:"result"` // * for [BrokenOff]
	Termination string         `json:"termination"`
	Rule        optional.Text  `json:"rule"` // ID of the rule that ended it
	Summary     *SampleSummary `json:"summary,omitempty"`
}

// SampleSummary counts the results of sample games.
type SampleSummary struct {
	Games      int            `json:"games"`
	First      int            `json:"first"` // wins of the first player
	Second     int            `json:"second"`
	Draws      int            `json:"draws"`
	Unfinished int            `json:"unfinished"`
	Score      float64        `json:"score"`    // First's, in percent, without unfinished games
	Interval   [2]float64     `json:"interval"` // of Score, at 95 % confidence
	Shortest   int            `json:"shortest"` // in plies
	Median     int            `json:"median"`
	Longest    int            `json:"longest"`
	Endings    []SampleEnding `json:"endings"` // most frequent first
	Cut        bool           `json:"cut"`     // stopped by the time limit
}

// SampleEnding counts one way in which games ended.
type SampleEnding struct {
	Termination string        `json:"termination"`
	Rule        optional.Text `json:"rule"`
	Games       int           `json:"games"`
	Share       float64       `json:"share"`    // in percent of the games
	Interval    [2]float64    `json:"interval"` // of Share, at 95 % confidence
}

// Sampling plays the games of a sample one by one.
type Sampling struct {
	sample Sample
	start  *rules.Position
	engine *engine.Engine
	until  time.Time // zero for no limit
	plies  []int
	SampleSummary
	over bool
}

// Sample prepares games from a position. The error is an [*request.InputError].
func (a *Engines) Sample(p *rules.Position, s Sample) (*Sampling, error) {
	err := request.CheckBounds(request.Range("games", s.Games, 1, math.MaxInt32),
		request.Range("plies", s.Plies, 1, maxMatchPlies), request.Range("nodes", s.Nodes, 1, math.MaxInt32))
	if err != nil {
		return nil, err
	}
	if s.By != ByRandom && s.By != ByEngine {
		return nil, &request.InputError{Field: "by", Value: s.By, Want: ByRandom + " or " + ByEngine}
	}
	sampling := &Sampling{
		sample: s, start: p.Clone(), engine: engine.New(sampleMemory),
		SampleSummary: SampleSummary{Endings: []SampleEnding{}},
	}
	if s.Time > 0 {
		sampling.until = time.Now().Add(s.Time)
	}
	if _, err := sampling.engine.Learn(p.Rules(), a.config.fits()); err != nil {
		return nil, err
	}
	return sampling, nil
}

// Next returns the next game; after the last game the summary, and then nil.
// The same seed, number and limits give the same game. The error is from ctx.
func (s *Sampling) Next(ctx context.Context) (*SampledGame, error) {
	if s.over {
		return nil, nil
	}
	timedCtx := ctx
	if !s.until.IsZero() {
		var cancel context.CancelFunc
		timedCtx, cancel = context.WithDeadline(ctx, s.until)
		defer cancel()
	}
	if s.Games < s.sample.Games {
		g, err := s.play(timedCtx)
		if err == nil {
			return g, nil
		}
		if ctx.Err() != nil || timedCtx.Err() == nil {
			return nil, err
		}
		s.Cut = true
	}
	s.over = true
	s.summarize()
	return &SampledGame{Summary: &s.SampleSummary}, nil
}

func (s *Sampling) play(ctx context.Context) (*SampledGame, error) {
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	random := s.sample.Plies
	if s.sample.By == ByEngine {
		random = sampleOpening
	}
	opening, _ := match.Drawn(s.start, min(random, s.sample.Plies),
		rand.New(rand.NewPCG(s.sample.Seed, uint64(s.Games))))
	player := &match.EnginePlayer{Engine: s.engine, Limits: engine.Limits{Nodes: uint64(s.sample.Nodes)}}
	g, err := match.Play(ctx, opening, [2]match.Player{player, player}, s.sample.Plies)
	if err != nil {
		return nil, err
	}
	s.Games++
	game := &SampledGame{Game: s.Games, Moves: []string{}, Plies: len(g.Moves), Result: g.Result,
		Termination: g.Termination, Rule: optional.Text(g.Rule)}
	if g.Long {
		game.Result, game.Termination = "*", BrokenOff
	}
	p := s.start.Clone()
	for _, m := range g.Moves {
		game.Moves = append(game.Moves, define.Numbered.Format(p, m))
		p.Play(m)
	}
	s.tally(game)
	return game, nil
}

// tally counts a game.
func (s *Sampling) tally(g *SampledGame) {
	switch g.Result {
	case "1-0":
		s.First++
	case "0-1":
		s.Second++
	case "1/2-1/2":
		s.Draws++
	default:
		s.Unfinished++
	}
	s.plies = append(s.plies, g.Plies)
	i := slices.IndexFunc(s.Endings,
		func(e SampleEnding) bool { return e.Termination == g.Termination && e.Rule == g.Rule })
	if i < 0 {
		i = len(s.Endings)
		s.Endings = append(s.Endings, SampleEnding{Termination: g.Termination, Rule: g.Rule})
	}
	s.Endings[i].Games++
}

func (s *Sampling) summarize() {
	score := lab.Share(s.First, s.Draws, s.Second)
	s.Score, s.Interval = score.Value, [2]float64{score.Low, score.High}
	for i := range s.Endings {
		e := &s.Endings[i]
		share := lab.Share(e.Games, 0, s.Games-e.Games)
		e.Share, e.Interval = share.Value, [2]float64{share.Low, share.High}
	}
	slices.SortStableFunc(s.Endings, func(a, b SampleEnding) int { return b.Games - a.Games })
	if slices.Sort(s.plies); len(s.plies) > 0 {
		s.Shortest, s.Median, s.Longest = s.plies[0], s.plies[len(s.plies)/2], s.plies[len(s.plies)-1]
	}
}
