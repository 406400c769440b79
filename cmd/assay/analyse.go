package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"assay/analysis/engine/external"
	"assay/api"
	"assay/api/analyse"
	"assay/api/annotate"
	"assay/api/present"
	"assay/api/request"
	"assay/api/search"
	"assay/parser"
)

// analyseFlags are the flags of the command analyse.
type analyseFlags struct {
	at       positionFlags
	query    string
	time     time.Duration
	thinking analyse.AnalysisLimits
}

// hashMemory is the size of an engine's transposition table in megabytes.
const hashMemory = 64

func (p *program) analyse() *cobra.Command {
	var f analyseFlags
	cmd := &cobra.Command{
		Use:   "analyse GAME...",
		Short: "Analyse games or a position with an engine",
		Long: `Analyse evaluates every position of archived games, of the games that match --query, or
of a game in a file (--record). It marks inaccuracies, mistakes and blunders, and
computes each side's accuracy. The analysis of an archived game is stored. If you ask
again with the same engine and limits, the stored analysis is shown; an interrupted run
therefore continues where it stopped. A game in progress is not analysed.

Each line shows the position after a ply: the first player's win%, the evaluation for
the side to move, the best line from there, and the judgement of the ply just played.

With --variant, and optionally --position, it evaluates one position. With --mate it
searches only for a mate in that many plies. Mates are shown only after every defence
was tried.

Without a limit, 50,000 nodes are searched for each position.`,
		Example: `  # Analyse an archived game.
  assay analyse 1
  # Analyse all games of a player, two seconds for each position.
  assay analyse --query "player:tal" --time 2s
  # Find the best three moves in a position.
  assay analyse --variant xiangqi --multi-pv 3
  # Look for a mate in at most 5 plies.
  assay analyse --variant shogi --position "4k4/9/4P4/9/9/9/9/9/4K4[G] w - - 0 1" --mate 5`,
		PreRunE: func(_ *cobra.Command, args []string) error { return f.check(args) },
		RunE: p.does(func(ctx context.Context, args []string) error {
			switch {
			case f.ofPosition(args):
				return p.analysePosition(ctx, &f)
			case f.at.record != "":
				a, err := p.publishedArbiter(ctx)
				if err != nil {
					return err
				}
				return p.analyseRecord(ctx, a, &f)
			}
			return p.analyseArchived(ctx, &f, args)
		}),
	}
	flags := cmd.Flags()
	f.at.add(flags)
	flags.StringVar(&f.query, "query", "", "analyse the games that match this `query`")
	flags.StringVar(&f.thinking.Engine, "engine", analyse.EngineName,
		"`name` of the engine: assay, or one of the configuration")
	flags.Uint64Var(&f.thinking.Nodes, "nodes", 0,
		"`number` of nodes to search for each position (default 50000 without another limit)")
	flags.DurationVar(&f.time, "time", 0, "`time` for each position, such as 2s")
	flags.IntVar(&f.thinking.Depth, "depth", 0, "search depth in `plies`")
	flags.IntVar(&f.thinking.Mate, "mate", 0, "search only for a mate in at most this many `plies`")
	flags.IntVar(&f.thinking.MultiPV, "multi-pv", 0, "show this many best `lines` of a position (default 1)")
	flags.IntVar(&f.thinking.Threads, "threads", 1, "`number` of search threads")
	return cmd
}

func (f *analyseFlags) check(args []string) error {
	switch {
	case f.query != "" && (len(args) > 0 || f.at.record != ""):
		return usage("--query", "cannot be combined with games or files")
	case f.at.record != "" && len(args) > 0:
		return usage("--record", "cannot be combined with %s", args[0])
	case f.thinking.MultiPV > 1 && !f.ofPosition(args):
		return usage("--multi-pv", "requires a position: --variant and --position")
	case f.thinking.Mate > 0 && !f.ofPosition(args):
		return usage("--mate", "requires a position: --variant and --position")
	case f.at.text != "" && !f.ofPosition(args):
		return usage("--position", "requires --variant, and cannot be combined with a game")
	}
	if f.at.record == "" && !f.ofPosition(args) {
		unread := []string{"ply", "options"}
		if f.query == "" {
			unread = append(unread, "variant")
		}
		if err := f.at.unread(unread...); err != nil {
			return err
		}
	}
	f.thinking.Seconds = f.time.Seconds()
	if err := checkTime("--time", f.time); err != nil {
		return err
	}
	return blame(f.thinking.Check())
}

// checkTime rejects a time out of range. The error names the flag or argument.
func checkTime(where string, d time.Duration) error {
	if d < 0 || d > analyse.MaxAnalysisSeconds*time.Second {
		return usage(where, "%s: expected at most %s", d, analyse.MaxAnalysisSeconds*time.Second)
	}
	return nil
}

// ofPosition reports whether to analyse a single position.
func (f *analyseFlags) ofPosition(args []string) bool {
	return len(args) == 0 && f.query == "" && (f.at.record == "" && f.at.reading.Variant != "" || f.at.ply.set)
}

func (p *program) analysePosition(ctx context.Context, f *analyseFlags) error {
	a, position, err := f.at.arbiter(ctx, p)
	if err != nil {
		return err
	}
	if o, over := position.Outcome(); over {
		p.note("assay: the game is over: %s, %s", o.Result, o.Termination)
		return errFaults
	}
	analyser := a.NewAnalyser(hashMemory)
	defer analyser.Close()
	found, err := analyser.AnalysePosition(ctx, position, f.thinking, nil)
	if err != nil {
		return blame(err)
	}
	if err := p.printEvaluation(found); err != nil {
		return err
	}
	return faultsIf(f.thinking.Mate > 0 && found.Mate == nil)
}

// printEvaluation prints the best line, or all requested lines.
func (p *program) printEvaluation(found *analyse.PositionAnalysis) error {
	if len(found.Lines) == 0 || p.json {
		return p.tell(found, "%s  %s", score(found.CP, found.Mate), strings.Join(found.Line, " "))
	}
	return each(found.Lines, func(line **analyse.PositionAnalysis) error { return p.printEvaluation(*line) })
}

// score returns an evaluation for the side to move as text.
func score(cp, mate *int) string {
	switch {
	case mate != nil && *mate < 0:
		return "mated in " + parser.Count(-*mate, "ply")
	case mate != nil:
		return "mate in " + parser.Count(*mate, "ply")
	case cp != nil:
		return fmt.Sprintf("%+.2f", float64(*cp)/100)
	}
	return "-"
}

func (p *program) analyseRecord(ctx context.Context, a *api.Arbiter, f *analyseFlags) error {
	r, err := f.at.replay(ctx, p, a)
	if err != nil {
		return err
	}
	analyser := a.NewAnalyser(hashMemory)
	defer analyser.Close()
	g, err := analyser.Analyse(ctx, r, f.thinking, p.analysisProgress()(portion{0, 1}))
	p.bar.end()
	if err != nil {
		return blame(err)
	}
	return p.printAnalysis(r, g)
}

func (p *program) analyseArchived(ctx context.Context, f *analyseFlags, args []string) error {
	var s search.Selection
	if f.query != "" {
		s.Search, s.Filter.Variant = search.SearchQuery{Query: f.query}, f.at.reading.Variant
	} else {
		ids, err := gameIDs(args)
		if err != nil {
			return err
		}
		s.Games = ids
	}
	var analyser *analyse.Analyser
	refused, progress := false, p.analysisProgress()
	err := p.ofSelected(ctx, toWrite, s, nil, nil, func(a *api.Archive, r *present.Replay, at portion) error {
		if analyser == nil {
			analyser = a.NewAnalyser(hashMemory)
		}
		g, err := a.AnalyseGame(ctx, analyser, r, f.thinking, progress(at))
		p.bar.end()
		if kept, failed := (*annotate.RefusedError)(nil), (*external.Error)(nil); errors.As(err, &kept) ||
			errors.As(err, &failed) || err != nil && leftOut(err) {
			p.note("assay: %s: %v", exported(r), err)
			refused = true
			return nil
		}
		if err != nil {
			return blame(err)
		}
		return p.printAnalysis(r, g)
	})
	if analyser != nil {
		analyser.Close()
	}
	return cmp.Or(err, faultsIf(refused))
}

// analysisProgress shows the progress of an analysis of several games, by
// plies.
func (p *program) analysisProgress() func(portion) func(analyse.AnalysisState) {
	show := p.progress()
	return func(at portion) func(analyse.AnalysisState) {
		return func(s analyse.AnalysisState) {
			plies := int64(max(s.Plies, 1))
			show(request.Progress{
				Stage: "analyse", Games: int64(at.before),
				Done: int64(at.before)*plies + int64(s.Ply), Total: int64(at.all) * plies,
			})
		}
	}
}

func (p *program) printAnalysis(r *present.Replay, g *analyse.GameAnalysis) error {
	if p.json {
		if err := each(g.Plies, func(a *analyse.PlyAnalysis) error { return p.object(a) }); err != nil {
			return err
		}
		return p.object(map[string]any{"summary": g.Summary})
	}
	if err := p.print("%4s  %-7s  %-20s  %s", "ply", "win%", "evaluation", "best line"); err != nil {
		return err
	}
	err := each(g.Plies, func(a *analyse.PlyAnalysis) error {
		judged := ""
		if a.Judgement != nil {
			judged = fmt.Sprintf("  (%s)", *a.Judgement)
		}
		return p.print("%4d  %5.1f %%  %-20s  %s%s", a.Ply, a.Win, score(a.CP, a.Mate), strings.Join(a.Line, " "),
			judged)
	})
	if err != nil {
		return err
	}
	for i, side := range []*analyse.SideAnalysis{&g.Summary.First, &g.Summary.Second} {
		accuracy := "no accuracy"
		if side.Accuracy != nil {
			accuracy = fmt.Sprintf("accuracy %.1f %%", *side.Accuracy)
		}
		if err := p.print("%s: %s, %s, %s, %s; mates missed %d, allowed %d", r.SideName(i), accuracy,
			parser.Count(side.Inaccuracies, "inaccuracy"), parser.Count(side.Mistakes, "mistake"),
			parser.Count(side.Blunders, "blunder"), side.MissedMates, side.AllowedMates); err != nil {
			return err
		}
	}
	if at := g.Summary.TurningPoint; at != nil {
		if err := p.print("The winner stood better from ply %d on.", *at); err != nil {
			return err
		}
	}
	if c := &g.Summary.WinCurve; c.Error != nil {
		return p.print("Win%% is computed with the constant %.6f ± %.6f, fitted to %d games.",
			c.Constant, *c.Error, c.Games)
	}
	return p.print("Win%% is computed with the constant of chess, %.8f.", g.Summary.WinCurve.Constant)
}
