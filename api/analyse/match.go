package analyse

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"sync"

	"assay/analysis"
	"assay/analysis/engine"
	"assay/analysis/engine/external"
	"assay/analysis/engine/match"
	"assay/analysis/evaluation"
	"assay/analysis/notation"
	"assay/analysis/rules"
	"assay/api/present"
	"assay/api/request"
	"assay/parser"
)

// EngineFormula selects Assay's engine with its default evaluation, without the
// parameters tuned for the variant.
const EngineFormula = "formula"

// MatchPlayer is an engine with its limits per move.
type MatchPlayer struct {
	Name   string // in records and results
	Engine string
	Limits AnalysisLimits
}

// MatchSettings is a match between two engines.
type MatchSettings struct {
	Variant, Options string
	Contestants      [2]MatchPlayer
	// Games is the number of games. It is rounded up to an even number, because
	// each opening is played with both colours. It is not rounded if both
	// engines and their limits are the same.
	Games int
	// Openings are positions (FEN) that are used in turn. From the second round
	// on, random plies are added. Without any, openings are random.
	Openings []string
	Random   int    // plies of random openings
	Plies    int    // after which a game is drawn
	Seed     uint64 // of random openings
}

// identicalEngines reports whether both engines of a match play the same moves:
// "assay" equals "formula" if nothing was tuned for the variant.
func (a *Engines) identicalEngines(c *MatchSettings, r *rules.Rules) bool {
	first, second := c.Contestants[0], c.Contestants[1]
	if fit, err := a.FitOf(r); fit == nil && err == nil {
		for _, x := range []*MatchPlayer{&first, &second} {
			if x.Engine == EngineFormula {
				x.Engine = EngineName
			}
		}
	}
	return first.Engine == second.Engine && first.Limits.withDefaults() == second.Limits.withDefaults()
}

// Limits of a Contest.
const (
	maxMatchGames  = 100_000
	maxMatchPlies  = 10_000
	maxRandomPlies = 60
)

// contestMemory is the size of each engine's transposition table in megabytes.
const contestMemory = 16

// MatchGame is a game of a match, which can be exported.
type MatchGame struct {
	Game        int             `json:"game"` // from 1
	First       string          `json:"first"`
	Second      string          `json:"second"`
	Plies       int             `json:"plies"`
	Result      string          `json:"result"`
	Termination string          `json:"termination"`
	Fault       *string         `json:"fault"` // why and where an engine forfeited; null if none did
	Replay      *present.Replay `json:"-"`
}

// MatchScore is the score of a match, from the first engine's point of view.
type MatchScore struct {
	Games    int         `json:"games"`
	Wins     int         `json:"wins"`
	Draws    int         `json:"draws"`
	Losses   int         `json:"losses"`
	Score    float64     `json:"score"` // per cent of the points
	Error    float64     `json:"error"` // of Score, at 95 % confidence
	Elo      *float64    `json:"elo"`   // null for all or no points
	EloRange [2]*float64 `json:"eloRange"`
	Forfeits [2]int      `json:"forfeits"` // of each engine
	Alike    bool        `json:"alike"`    // both engines and their limits are the same
	Repeated int         `json:"repeated"` // games identical to an earlier one
	First    SideScore   `json:"firstPlayer"`
}

// SideScore is the score of the first player, whichever engine played it.
type SideScore struct {
	Wins     int        `json:"wins"`
	Draws    int        `json:"draws"`
	Losses   int        `json:"losses"`
	Score    float64    `json:"score"`    // per cent of the points
	Interval [2]float64 `json:"interval"` // of Score, at 95 % confidence (Wilson)
}

// Check validates the match. The error is an [*request.InputError].
func (c *MatchSettings) Check() error {
	err := request.CheckBounds(request.Range("games", c.Games, 1, maxMatchGames),
		request.Range("plies", c.Plies, 1, maxMatchPlies), request.Range("random", c.Random, 0, maxRandomPlies))
	if err != nil {
		return err
	}
	for i := range c.Contestants {
		if err := c.Contestants[i].Limits.Check(); err != nil {
			return err
		}
	}
	return nil
}

// PlayMatch plays a match and calls report with every game and the score so
// far. All moves are checked by the rules; an engine's claims and resignations
// are ignored. The error is an [*request.InputError], one of
// [define.Library.Position] about the variant, or from report or ctx.
func (a *Engines) PlayMatch(ctx context.Context, c MatchSettings, report func(*MatchGame, *MatchScore) error) error {
	if err := c.Check(); err != nil {
		return err
	}
	r, err := a.library.Rules(c.Variant, c.Options)
	if err != nil {
		return err
	}
	positions := make([]*rules.Position, len(c.Openings))
	for i, text := range c.Openings {
		if positions[i], err = r.ParsePosition(text); err != nil {
			return &request.InputError{Field: "openings", Value: text, Want: "a position: " + err.Error()}
		}
	}
	m := match.Match{Pairs: (c.Games + 1) / 2, Plies: c.Plies, Workers: a.config.Workers,
		Alike: a.identicalEngines(&c, r)}
	if m.Alike {
		m.Pairs = c.Games
	}
	openings := contestOpenings{contest: &c, rules: r, positions: positions, seen: map[uint64]bool{}}
	m.Opening = func(ctx context.Context, _, pair int) (match.Opening, error) { return openings.opening(ctx, pair) }
	externals := make([]*externalPlayer, 2*m.Workers)
	defer func() {
		for _, v := range externals {
			if v != nil {
				v.engine.Close()
			}
		}
	}()
	m.Players = func(worker int) (players [2]match.Player, err error) {
		for i := range players {
			if players[i], err = a.player(r, &c.Contestants[i]); err != nil {
				return players, err
			}
			externals[2*worker+i], _ = players[i].(*externalPlayer)
		}
		return players, nil
	}
	played, repeated, seen := 0, 0, map[string]bool{}
	_, err = m.Run(ctx, func(g *match.Game, s *match.Score) error {
		played++
		game, err := a.contestGame(r, g, &c, played)
		if err != nil {
			return err
		}
		key := fmt.Sprint(game.First, game.Second, g.Start.Text(), g.Moves)
		if m.Alike {
			key = fmt.Sprint(g.Start.Text(), g.Moves)
		}
		if seen[key] {
			repeated++
		}
		seen[key] = true
		score := contestScore(s)
		score.Alike, score.Repeated = m.Alike, repeated
		return report(game, score)
	})
	return err
}

// contestOpenings makes the openings of a match in the order of its pairs, so
// that each can differ from the earlier ones.
type contestOpenings struct {
	contest   *MatchSettings
	rules     *rules.Rules
	positions []*rules.Position
	lock      sync.Mutex
	evaluator *engine.Engine
	openings  []match.Opening
	seen      map[uint64]bool // keys of the positions after earlier openings
}

// maxOpeningTries bounds the attempts to find an opening that was not played
// before.
const maxOpeningTries = 20

func (o *contestOpenings) opening(ctx context.Context, pair int) (match.Opening, error) {
	o.lock.Lock()
	defer o.lock.Unlock()
	for len(o.openings) <= pair {
		next, err := o.next(ctx, len(o.openings))
		if err != nil {
			return match.Opening{}, err
		}
		o.openings = append(o.openings, next)
	}
	return o.openings[pair], nil
}

func (o *contestOpenings) next(ctx context.Context, pair int) (next match.Opening, err error) {
	for try := range uint64(maxOpeningTries) {
		seed := o.contest.Seed + uint64(pair) + try<<32
		switch {
		case pair < len(o.positions):
			return match.From(o.positions[pair]), nil
		case len(o.positions) > 0:
			next, _ = match.Drawn(o.positions[pair%len(o.positions)], o.contest.Random, rand.New(rand.NewPCG(seed, 14)))
		default:
			if o.evaluator == nil {
				o.evaluator = engine.New(contestMemory)
			}
			balance := match.Usual
			balance.Plies = o.contest.Random
			if next, err = balance.Random(ctx, o.rules, o.evaluator, seed); err != nil {
				return next, err
			}
		}
		p := next.Position()
		if _, over := p.Outcome(); !over && !o.seen[p.Key()] {
			o.seen[p.Key()] = true
			break
		}
	}
	return next, nil
}

// player returns an engine as a player of a match.
func (a *Engines) player(r *rules.Rules, c *MatchPlayer) (match.Player, error) {
	thinking := c.Limits.withDefaults()
	limits := engine.Limits{Nodes: thinking.Nodes, Depth: thinking.Depth, Time: thinking.time(),
		Threads: thinking.Threads}
	if other := slices.IndexFunc(a.config.External,
		func(o external.Config) bool { return o.Name == c.Engine }); other >= 0 {
		ext, err := external.New(a.config.External[other], a.library.Book())
		return &externalPlayer{ext, limits}, err
	}
	ownEngine := engine.New(contestMemory)
	switch c.Engine {
	case EngineName:
		_, err := ownEngine.Learn(r, a.config.fits())
		return &match.EnginePlayer{Engine: ownEngine, Limits: limits}, err
	case EngineFormula:
		ownEngine.Use(r, nil)
		return &match.EnginePlayer{Engine: ownEngine, Limits: limits}, nil
	}
	return nil, &request.InputError{Field: "engine", Value: c.Engine,
		Want: strings.Join(append(a.EngineNames(), EngineFormula), " or ")}
}

// externalPlayer is an external engine as a player.
type externalPlayer struct {
	engine *external.Engine
	limits engine.Limits
}

// Begin starts another game.
func (v *externalPlayer) Begin() error {
	v.engine.Clear()
	return nil
}

// Move asks the engine for a move. The engine forfeits the game if it
// fails, or returns no move or an illegal one; the match continues.
func (v *externalPlayer) Move(ctx context.Context, p *rules.Position) (match.Choice, error) {
	found, err := v.engine.Search(ctx, p, v.limits, nil)
	var fault *external.Error
	switch {
	case errors.Is(err, external.ErrNotStarted), errors.Is(err, external.ErrNotPlayed):
		return match.Choice{}, err
	case errors.As(err, &fault):
		plain := *fault
		plain.Position = "" // the match reports it
		return match.Choice{}, &match.Forfeit{Reason: plain.Error()}
	case err != nil:
		return match.Choice{}, err
	}
	return match.Best(found)
}

// contestGame verifies a game again, as a record.
func (a *Engines) contestGame(r *rules.Rules, g *match.Game, c *MatchSettings, number int) (*MatchGame, error) {
	names := [2]string{c.Contestants[0].Name, c.Contestants[1].Name}
	if g.Swapped {
		slices.Reverse(names[:])
	}
	view := &MatchGame{
		Game: number, First: names[0], Second: names[1], Plies: len(g.Moves), Result: g.Result,
		Termination: g.Termination,
	}
	if g.Fault != "" {
		view.Fault = &g.Fault
	}
	record := contestRecord(r, g, names, number)
	verified := analysis.NewVerifier(a.library.Book()).Verify(record, analysis.Settings{})
	if e := verified.Report.Error; e != nil {
		return nil, fmt.Errorf("game %d of the match is invalid: %w", number, e)
	}
	view.Replay = &present.Replay{Game: verified}
	return view, nil
}

// contestRecord returns a game of a match as a record.
func contestRecord(r *rules.Rules, g *match.Game, names [2]string, number int) *parser.Record {
	d := r.Definition()
	record := &parser.Record{
		Format: parser.Whole(), Notation: parser.Usual, Game: number, Variant: d.ID, Options: d.OptionText(),
		Result: g.Result,
		Tags: []parser.Tag{
			{Key: "Event", Value: "Match of engines"}, {Key: "Round", Value: strconv.Itoa(number)},
			{Key: "First", Value: names[0]}, {Key: "Second", Value: names[1]},
			{Key: "Termination", Value: g.Termination},
		},
	}
	if text := g.Start.Text(); text != r.StartText() {
		record.Start = text
	}
	p := g.Start.Clone()
	for i, m := range g.Moves {
		ply := parser.Ply{Number: p.Number(), Text: notation.Numbered{}.Format(p, m)}
		if at := i - g.Opening; at >= 0 {
			sign := 1 - 2*int(p.Side())
			ply.Annotate().Eval = evaluation.Score{CP: sign * g.Choices[at].CP, Mate: sign * g.Choices[at].Mate}.Text()
		}
		record.Moves = append(record.Moves, ply)
		p.Play(m)
	}
	return record
}

// contestScore converts the score of a match.
func contestScore(s *match.Score) *MatchScore {
	out := &MatchScore{
		Games: s.Games(), Wins: s.Wins, Draws: s.Draws, Losses: s.Losses, Score: 100 * s.Part(), Error: 100 * s.Error(),
		Forfeits: s.Forfeits,
	}
	low, high := s.First.Interval()
	out.First = SideScore{s.First.Wins, s.First.Draws, s.First.Losses, 100 * s.First.Part(),
		[2]float64{100 * low, 100 * high}}
	out.Elo = elo(s.Part())
	out.EloRange = [2]*float64{elo(s.Part() - s.Error()), elo(s.Part() + s.Error())}
	return out
}

// elo returns the rating difference for a share of the points, nil if it is
// unbounded.
func elo(share float64) *float64 {
	if share <= 0 || share >= 1 {
		return nil
	}
	difference := match.Elo(share)
	return &difference
}
