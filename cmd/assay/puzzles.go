package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"assay/analysis/puzzle"
	"assay/api"
	"assay/api/games"
	"assay/api/present"
	"assay/api/puzzles"
	"assay/api/records"
	"assay/api/request"
	"assay/api/search"
	"assay/parser"
	"assay/store"
	"assay/store/postgres"
)

func (p *program) puzzles() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "puzzles",
		Short: "Make, list and import puzzles with proofs",
		Long: `Puzzles are positions of games in which one move is good and every other move is
refuted. The archive keeps them with their source and their proof.`,
		Example: `  # Make puzzles from the games of the archive, and list them.
  assay puzzles make
  assay puzzles list`,
		Args: misspeltCommand,
		RunE: func(*cobra.Command, []string) error {
			return usage("", "name what to do: make, list, themes, mistakes or import")
		},
	}
	cmd.AddCommand(p.makePuzzles(), p.listPuzzles(), p.findThemes(), p.listMistakes(), p.importPuzzles())
	return cmd
}

// puzzleFlags are the flags of the commands that search.
type puzzleFlags struct {
	nodes  uint64
	time   time.Duration
	themes string
}

func (f *puzzleFlags) add(flags *pflag.FlagSet) {
	flags.Uint64Var(&f.nodes, "nodes", puzzle.DefaultNodes, fmt.Sprintf(
		"`number` of nodes of the first look at a position; alternatives are refuted with %d times as many",
		puzzle.Factor))
	flags.DurationVar(&f.time, "time", 0, "stop after this `time`, such as 30m (default no limit)")
	f.addThemes(flags)
}

func (f *puzzleFlags) addThemes(flags *pflag.FlagSet) {
	flags.StringVar(&f.themes, "themes", "", "`file` with further themes: a name and a query per line")
}

// setThemes sets the themes of a file.
func (f *puzzleFlags) setThemes(a *api.Archive) error {
	if f.themes == "" {
		return nil
	}
	file, err := os.Open(f.themes)
	if err != nil {
		return usage("--themes", "cannot read %s: %v", f.themes, errors.Unwrap(err))
	}
	defer file.Close()
	t, err := puzzles.ReadThemes(file)
	if wrong, ok := errors.AsType[*request.InputError](err); ok {
		return usage("--themes", "%s: expected %s", strings.TrimSpace(f.themes+" "+wrong.Value), wrong.Want)
	}
	if err == nil {
		a.Puzzles.SetThemes(t)
	}
	return blame(err)
}

// maxPuzzleNodes bounds the nodes of the first look.
const maxPuzzleNodes = 10_000_000

func (f *puzzleFlags) check() error {
	if f.nodes < 1 || f.nodes > maxPuzzleNodes {
		return usage("--nodes", "%d: expected 1 to %d", f.nodes, maxPuzzleNodes)
	}
	return checkTime("--time", f.time)
}

// limited returns a context that ends after the time limit.
func (f *puzzleFlags) limited(ctx context.Context) (context.Context, context.CancelFunc) {
	if f.time == 0 {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, f.time)
}

func (p *program) makePuzzles() *cobra.Command {
	var f puzzleFlags
	var game gameFlags
	var query string
	var selfPlay int
	var seed uint64
	cmd := &cobra.Command{
		Use:   "make [GAME...]",
		Short: "Make puzzles from games",
		Long: `Make looks for puzzles in all archived games, in the games that are named or match
--query, in a file (--record), or in games that the engine plays against itself
(--self-play), and archives them. A position that is archived as a puzzle already is not
added twice.

A puzzle begins after a mistake, before a move that was missed, or where a win is forced.
There are four kinds:
  mate     a forced win in as few moves as possible. A complete search proves for each
           move of the solver that no other move mates as quickly. Only the last move of
           several may have alternatives; all are accepted.
  win      one move wins, and no other does; or a win by points after a pass is forced,
           which is proved as a mate is
  defence  one move holds, and every other loses
  draw     the same, if the engine's evaluation is exactly a draw
Except for forced wins, the other moves are refuted by the engine, together, with 400 times the
nodes of the first look, and the three nearest ones also one by one. The rating is a measure
of the search effort, until people try the puzzle in training.

Themes are found by the solution and by queries. --themes adds a file with a name and a query
of the query language per line, such as

  rookLift: move(solver rook) and not check
  rookOnSeventh: solver rook on rank 7

A theme applies if its query is met after a move of the solution. "solver" and "opponent" are
the sides. A theme without a query removes the built-in one of its name.

A game in progress is left out.`,
		Example: `  # All games of the archive.
  assay puzzles make
  # The games of a player, with a deeper search.
  assay puzzles make --query "player:tal" --nodes 5000
  # A file, and a variant that nobody has played yet.
  assay puzzles make --record games.pgn
  assay puzzles make --variant csg-1 --self-play 20`,
		PreRunE: func(_ *cobra.Command, args []string) error {
			switch {
			case selfPlay < 0:
				return usage("--self-play", "expected at least 0, found %d", selfPlay)
			case selfPlay > 0 && game.reading.Variant == "":
				return usage("--variant", "name the variant to play")
			case selfPlay > 0 && (game.record != "" || query != "" || len(args) > 0):
				return usage("--self-play", "cannot be combined with games")
			case game.record != "" && (query != "" || len(args) > 0):
				return usage("--record", "cannot be combined with archived games")
			case query != "" && len(args) > 0:
				return usage("--query", "cannot be combined with %s", args[0])
			}
			if game.record == "" {
				if err := game.unread(); err != nil {
					return err
				}
			}
			return f.check()
		},
		RunE: p.does(func(ctx context.Context, args []string) error {
			archived := selfPlay == 0 && game.record == ""
			if archived && !postgres.IsURL(p.settings.Data) && !isThere(p.archivePath()) {
				return &store.Error{Kind: store.ErrMissing, Path: p.archivePath()}
			}
			return p.withArchive(ctx, toWrite, func(a *api.Archive) error {
				if err := f.setThemes(a); err != nil {
					return err
				}
				ctx, cancel := f.limited(ctx)
				defer cancel()
				var games puzzles.Games
				leftOut := false
				switch {
				case selfPlay > 0:
					start, err := a.Position(game.reading.Variant, game.reading.Options, "")
					if err != nil {
						return blame(err)
					}
					games = a.Puzzles.SelfPlay(ctx, start, game.reading.Options, selfPlay, seed)
				case game.record != "":
					games = p.recordSources(ctx, a, &game, &leftOut)
				default:
					var err error
					if games, err = p.gameSources(ctx, a, &game, query, args); err != nil {
						return err
					}
				}
				return cmp.Or(p.make(ctx, a, f.nodes, games), faultsIf(leftOut))
			})
		}),
	}
	f.add(cmd.Flags())
	game.addAll(cmd.Flags())
	cmd.Flags().StringVar(&query, "query", "", "the games that match this `query`")
	cmd.Flags().IntVar(&selfPlay, "self-play", 0, "let the engine play this `number` of games of --variant")
	cmd.Flags().Uint64Var(&seed, "seed", 1, "`seed` of the random openings of --self-play")
	return cmd
}

// make makes and prints puzzles.
func (p *program) make(ctx context.Context, a *api.Archive, nodes uint64, games puzzles.Games) error {
	made, known := 0, 0
	searched, err := a.Puzzles.Make(ctx, nodes, games, func(m *puzzles.Made) error {
		if !m.Added {
			known++
			return nil
		}
		made++
		return p.showPuzzle(m.Puzzle)
	})
	text := fmt.Sprintf("%s from %s", parser.Count(made, "puzzle"), parser.Count(searched, "game"))
	if known > 0 {
		text += fmt.Sprintf(", %d archived already", known)
	}
	if errors.Is(err, context.DeadlineExceeded) {
		p.note("%s; stopped by --time", text)
		return nil
	}
	if err == nil {
		p.note("%s", text)
	}
	return blame(err)
}

// gameSources returns the selected archived games.
func (p *program) gameSources(ctx context.Context, a *api.Archive, game *gameFlags, query string,
	args []string) (puzzles.Games, error) {
	s := search.Selection{Filter: games.Filter{Variant: game.reading.Variant, Verdict: "legal"}}
	if len(args) > 0 {
		ids, err := gameIDs(args)
		if err != nil {
			return nil, err
		}
		s = search.Selection{Games: ids}
	} else if query != "" {
		s = search.Selection{Filter: games.Filter{Variant: game.reading.Variant},
			Search: search.SearchQuery{Query: query}}
		if err := p.catchUp(ctx, a); err != nil {
			return nil, err
		}
	}
	ids, err := a.Select(ctx, s)
	if err != nil {
		return nil, blame(err)
	}
	show, all := p.progress(), int64(len(ids))
	return func(search func(*puzzles.Source) error) error {
		for i, id := range ids {
			searched := int64(i)
			show(request.Progress{Stage: "puzzles", Games: searched, Done: searched, Total: all})
			r, err := a.Replay(ctx, id)
			if present.IsNotExportable(err) {
				p.damaged([]int64{id})
				continue
			}
			if err != nil {
				return err
			}
			s, err := a.Puzzles.SourceOf(ctx, r)
			switch {
			case puzzles.IsRefused(err):
				p.note("assay: %s: %v", exported(r), err)
			case err != nil:
				return err
			case s != nil:
				if err := search(s); err != nil {
					return err
				}
			}
		}
		return nil
	}, nil
}

// recordSources returns the games of a file, and sets leftOut if one has no
// legal moves.
func (p *program) recordSources(ctx context.Context, a *api.Archive, game *gameFlags, leftOut *bool) puzzles.Games {
	return func(search func(*puzzles.Source) error) error {
		add := func(r *present.Replay) error {
			s, err := a.Puzzles.SourceOf(ctx, r)
			if err != nil {
				return err
			}
			if s == nil {
				*leftOut = true
				p.note("assay: %s is left out, because it has no legal moves", exported(r))
				return nil
			}
			return search(s)
		}
		if game.number == allGames {
			return game.replayAll(ctx, p, a.Arbiter, add)
		}
		r, err := game.replay(ctx, p, a.Arbiter)
		if err != nil {
			return err
		}
		return add(r)
	}
}

// showPuzzle prints a puzzle with its solution.
func (p *program) showPuzzle(v *puzzles.Puzzle) error {
	source := ""
	if v.Game > 0 {
		source = fmt.Sprintf(", game %d ply %d", v.Game, v.Ply)
	}
	if v.Goal == "" {
		return p.tell(v, "%s  %s (%s is not defined or has other rules now; see --variants-dir)", v.ID,
			strings.Join(v.Moves, " "), v.Variant)
	}
	return p.tell(v, "%s  %s: %s (%s, rating %d%s; %s)", v.ID, v.Goal, v.Line, v.Variant, v.Rating, source,
		strings.Join(v.Themes, " "))
}

func (p *program) listPuzzles() *cobra.Command {
	var f puzzles.Filter
	var as string
	var limit int
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List the puzzles of the archive",
		Long: `List shows puzzles with their solutions, or writes them to a file:
  csv   the columns of lichess' puzzles, with a further column Variant unless --variant
        is chess. The first move leads to the position, so puzzles without a move before
        them are left out.
  pgn   a game per puzzle that starts at its position
  epd   a position per line, with the operations bm, pv, id and c0 (themes)
With --json, each line has everything that the archive knows, the proof included.

The order is stable and arbitrary.`,
		Example: `  # List the puzzles with forks.
  assay puzzles list --theme fork
  # Write easy chess puzzles for a program that reads lichess' format.
  assay puzzles list --variant chess --rating-to 1200 --as csv > puzzles.csv`,
		Args: noArguments(),
		RunE: p.inArchive(func(ctx context.Context, a *api.Archive, _ []string) error {
			if limit < 0 {
				return usage("--limit", "expected at least 0, found %d", limit)
			}
			if as != "" {
				if p.json && as != puzzles.JSON {
					return usage("--as", "cannot be combined with --json")
				}
				return p.writePuzzles(ctx, a, as, f, limit)
			}
			return blame(eachPuzzle(ctx, a, f, limit, p.showPuzzle))
		}),
	}
	flags := cmd.Flags()
	flags.StringVar(&f.Variant, "variant", "", "`ID` of the variant")
	flags.StringVar(&f.Theme, "theme", "", "`theme`, such as fork, mateIn2 or drop")
	flags.Int64Var(&f.Game, "game", 0, "made from this `game`")
	flags.IntVar(&f.RatingFrom, "rating-from", 0, "smallest `rating`")
	flags.IntVar(&f.RatingTo, "rating-to", 0, "greatest `rating` (default no limit)")
	flags.IntVar(&limit, "limit", 0, "show at most this `number` of puzzles; 0 means all")
	flags.StringVar(&as, "as", "", "`format`: csv, pgn or epd")
	return cmd
}

func (p *program) findThemes() *cobra.Command {
	var f puzzleFlags
	cmd := &cobra.Command{
		Use:   "themes",
		Short: "Find the themes of archived puzzles again",
		Long: `Themes finds the themes of all archived puzzles again, for example after you changed the
file of your themes, and lists the puzzles that have others now. Themes of an earlier
file are removed unless --themes names a file that has them. Puzzles of variants that are
not defined keep their themes.`,
		Example: `  # Add the themes of a file to the puzzles of the archive.
  assay puzzles themes --themes themes.yaml`,
		Args: noArguments(),
		RunE: p.does(func(ctx context.Context, _ []string) error {
			return p.withArchive(ctx, toWrite, func(a *api.Archive) error {
				if err := f.setThemes(a); err != nil {
					return err
				}
				changed := 0
				searched, err := a.Puzzles.FindThemes(ctx, func(v *puzzles.Puzzle) error {
					changed++
					return p.showPuzzle(v)
				})
				if err == nil {
					p.note("%d of %s changed", changed, parser.Count(searched, "puzzle"))
				}
				return blame(err)
			})
		}),
	}
	f.addThemes(cmd.Flags())
	return cmd
}

func (p *program) listMistakes() *cobra.Command {
	var f puzzles.MistakeFilter
	var limit int
	cmd := &cobra.Command{
		Use:   "mistakes [GAME]",
		Short: "List the mistakes of analysed games as exercises",
		Long: `Mistakes lists the positions of analysed games before a mistake or a blunder, with the
move that the analysis prefers, the newest games first. They are solved on the page
/mistakes of a server. Games are analysed by assay analyse.`,
		Example: `  # The mistakes of a game, and those of a player in all games.
  assay puzzles mistakes 1
  assay puzzles mistakes --player tal`,
		Args: wants(0, 1, "GAME", "name at most one game"),
		RunE: p.inArchive(func(ctx context.Context, a *api.Archive, args []string) error {
			if limit < 1 || limit > request.MaxLimit {
				return usage("--limit", "expected 1 to %d, found %d", request.MaxLimit, limit)
			}
			if len(args) > 0 {
				ids, err := gameIDs(args)
				if err != nil {
					return err
				}
				f.Game = ids[0]
			}
			page, err := a.Puzzles.Mistakes(ctx, f, 0, limit)
			if err != nil {
				return blame(err)
			}
			for _, v := range page.Puzzles {
				if err := p.tell(v, "%s  %s: %s (%s, %s, game %d ply %d)", v.ID, v.Goal, v.Line, v.Variant, v.Themes[0],
					v.Game, v.Ply); err != nil {
					return err
				}
			}
			return nil
		}),
	}
	cmd.Flags().StringVar(&f.Player, "player", "", "only mistakes of a player, by `words` of the name")
	cmd.Flags().StringVar(&f.Side, "side", "", "only mistakes of a `side`: first or second")
	cmd.Flags().StringVar(&f.Variant, "variant", "", "`ID` of the variant")
	cmd.Flags().IntVar(&limit, "limit", 20, "stop after the game with this `number`th mistake")
	return cmd
}

// eachPuzzle calls show for the puzzles of a filter; limit 0 means all.
func eachPuzzle(ctx context.Context, a *api.Archive, f puzzles.Filter, limit int,
	show func(*puzzles.Puzzle) error) error {
	const pageSize = 200
	shown := 0
	for cursor := ""; ; {
		page, err := a.Puzzles.List(ctx, f, cursor, pageSize)
		if err != nil {
			return err
		}
		for _, v := range page.Puzzles {
			if limit > 0 && shown == limit {
				return nil
			}
			shown++
			if err := show(v); err != nil {
				return err
			}
		}
		if cursor = string(page.Next); cursor == "" {
			return nil
		}
	}
}

func (p *program) writePuzzles(ctx context.Context, a *api.Archive, as string, f puzzles.Filter, limit int) error {
	w, err := a.Puzzles.NewWriter(p.raw(), as, f.Variant)
	if err != nil {
		return blame(err)
	}
	err = cmp.Or(eachPuzzle(ctx, a, f, limit, w.Write), w.Close())
	if w.LeftOut > 0 {
		p.note("assay: %s left out, which %s cannot express", parser.Count(w.LeftOut, "puzzle"), as)
	}
	if w.Unknown > 0 {
		p.note("assay: %s left out, because the variant is not defined or has other rules now; see --variants-dir",
			parser.Count(w.Unknown, "puzzle"))
	}
	return blame(err)
}

func (p *program) importPuzzles() *cobra.Command {
	var f puzzleFlags
	var variant, format string
	cmd := &cobra.Command{
		Use:   "import FILE...",
		Short: "Verify puzzles of files and archive them",
		Long: `Import reads puzzles as list writes them: csv, also the puzzles of lichess, pgn, epd, and
JSON lines. It proves each puzzle again, as make does. A puzzle that cannot be proved is
reported and not added; the exit code is then 1. The rating is kept if solvers made it.`,
		Example: `  # Archive puzzles of lichess.
  assay puzzles import puzzles.csv
  # The same with a deeper search.
  assay puzzles import --nodes 5000 puzzles.csv`,
		Args:    paths(),
		PreRunE: func(*cobra.Command, []string) error { return f.check() },
		RunE: p.does(func(ctx context.Context, args []string) error {
			return p.withArchive(ctx, toWrite, func(a *api.Archive) error {
				if err := f.setThemes(a); err != nil {
					return err
				}
				ctx, cancel := f.limited(ctx)
				defer cancel()
				in := &puzzleImport{p, a, a.Puzzles.NewImporter(f.nodes), 0, 0, 0}
				var err error
				for _, path := range args {
					if err = in.file(ctx, path, format, variant); err != nil {
						break
					}
				}
				p.note("%s added, %d archived already, %d refused", parser.Count(in.added, "puzzle"), in.known,
					in.refused)
				if errors.Is(err, context.DeadlineExceeded) {
					p.note("assay: stopped by --time")
					return nil
				}
				return cmp.Or(blame(err), faultsIf(in.refused > 0))
			})
		}),
	}
	f.add(cmd.Flags())
	cmd.Flags().StringVar(&variant, "variant", "", "`ID` of the variant of puzzles that name none (default chess)")
	cmd.Flags().StringVar(&format, "format", "", "`format`: csv, pgn, epd or json (default: by the file's name)")
	return cmd
}

// puzzleImport is an import of puzzles with its counts.
type puzzleImport struct {
	*program
	archive               *api.Archive
	importer              *puzzles.Importer
	added, known, refused int
}

// file imports a file; - is standard input.
func (in *puzzleImport) file(ctx context.Context, path, format, variant string) error {
	if format == "" {
		format = strings.TrimPrefix(strings.ToLower(filepath.Ext(path)), ".")
		if format == "jsonl" {
			format = puzzles.JSON
		}
	}
	add := func(z *puzzles.Candidate) error { return in.add(ctx, path, z) }
	if format == puzzles.PGN {
		number := 0
		return in.archive.ReplayRecords(ctx, path, in.stdin, records.Reading{Variant: variant, Format: parser.PGN},
			func(r *present.Replay) error {
				number++
				z, err := puzzles.CandidateOf(fmt.Sprintf("game %d", number), r)
				if err != nil {
					return in.refuse(path, err)
				}
				return add(z)
			})
	}
	file := io.Reader(in.stdin)
	if path != "-" {
		opened, err := os.Open(path)
		if err != nil {
			return err
		}
		defer opened.Close()
		file = opened
	}
	return in.archive.Puzzles.Read(file, format, variant, add,
		func(e *puzzles.CandidateError) error { return in.refuse(path, e) })
}

// add adds a puzzle of a file, or says why not.
func (in *puzzleImport) add(ctx context.Context, path string, z *puzzles.Candidate) error {
	made, err := in.importer.Add(ctx, z)
	switch {
	case errors.As(err, new(*puzzles.CandidateError)):
		return in.refuse(path, err)
	case err != nil:
		return err
	case !made.Added:
		in.known++
		return nil
	}
	in.added++
	return in.showPuzzle(made.Puzzle)
}

func (in *puzzleImport) refuse(path string, err error) error {
	in.refused++
	in.note("%s: %v", path, err)
	return nil
}
