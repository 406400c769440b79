package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"assay/api/games"
	"assay/api/present"
	"assay/api/publish"
	"assay/api/request"
	"assay/api/search"
	"assay/parser"
)

// exportFlags are the flags of the command export.
type exportFlags struct {
	game        gameFlags
	ply         plyFlag
	as          string
	annotations string
	labels      bool
	encoding    string
	plies       string
	delay       time.Duration
	size        int
	title       string
	address     string
	play        string
	output      string
	query       string
	filter      games.Filter
	order       games.Order
	schema      bool
	look        present.Look
	flags       *pflag.FlagSet
}

func (p *program) export() *cobra.Command {
	var f exportFlags
	cmd := &cobra.Command{
		Use:   "export GAME...",
		Short: "Export or publish games",
		Long: `Export writes archived games, or the games of a file (--record), in a notation, one
after another. What the notation cannot express is listed on standard error. A game
that the notation cannot express at all is named there and left out.

In place of game numbers you may give conditions: --query, --player, --event and
--variant select the games that meet all of them, in the order of --sort.

--output FOLDER/ writes one file per game and never overwrites a file.

Formats for reading: html (one page with a board to step through), markdown (with
diagrams), text, and gif (an animation of one game). --plies selects the positions
that get a diagram. "--as site FOLDER" writes a web site: a page per game, lists of
players, events and variants, and a search. The FOLDER is the first argument that is
not a number; without game numbers or conditions the site has all games. Write it again
to update it. With --play FOLDER, the site also has a page on which visitors play legal
moves of any variant and check records, and pages on which they solve the archived
puzzles of its games, without a server; FOLDER is the unpacked npm package assay-board of
a release. "--as parquet FOLDER" writes tables for statistics
programs: games, plies, positions and annotations, with a README that describes their
columns. "--as trf" (TRF26) and "--as trf16" write FIDE's tournament report of the event
named by --event.

The formats svg and position export one position (--ply).`,
		Example: `  # Export a game as PGN.
  assay export 1 --as pgn
  # Export all games of an event into one file, by date.
  assay export --event "city cup" --sort date --as pgn --output cup.pgn
  # Write one KIF file per game into the folder kif.
  assay export --variant shogi --as kif --output kif/
  # Publish two games as a web page, and the whole archive as a site.
  assay export 1 2 --as html --title "Two games" --output games.html
  assay export --as site club --title "Our club" --address https://club.example/
  # Write a KIF file for programs that expect Shift_JIS.
  assay export 1 --as kif --encoding shift_jis --output game.kif
  # Write tables for DuckDB, pandas or R.
  assay export --as parquet tables --variant chess
  # Write the report of an event for the federation.
  assay export --as trf --event "city cup" --output cup.trf
  # Convert a file without an archive.
  assay export --record game.kif --as pgn`,
		RunE: p.does(func(ctx context.Context, args []string) error {
			if f.schema {
				return p.written(fmt.Fprintf(p.raw(), "%s\n", bytes.TrimSpace(parser.RecordSchema)))
			}
			return p.exportGames(ctx, &f, args)
		}),
	}
	flags := cmd.Flags()
	f.flags = flags
	flags.StringVar(&f.as, "as", "",
		"`format`: "+formats()+", "+asSite+", "+asParquet+", "+asTRF+", "+asTRF16+" (default numbered, with "+
			"--json json)")
	flags.StringVar(&f.annotations, "annotations", string(present.AnnotationsAll),
		"`which` annotations to export: all, or none (only headers and moves)")
	flags.BoolVar(&f.labels, "labels", false,
		"name the opening of records that do not, by the labels of their positions")
	flags.StringVar(&f.encoding, "output-encoding", "",
		"write records in this character `encoding`, such as shift_jis for kif (default utf-8); "+
			"without --record, --encoding means the same")
	flags.StringVar(&f.plies, "plies", "",
		"`plies` with a diagram: annotated, all, none, or such as 0,10-30,90- (default annotated; gif: all)")
	flags.DurationVar(&f.delay, "delay", publish.DefaultDelay, "`time` for which a gif shows each position")
	flags.IntVar(&f.size, "size", 0,
		"size of a square in `pixels`, in svg, png, gif and markdown (default 40; png: 1200x630 for link previews)")
	flags.StringVar(&f.title, "title", "", "`title` of a page or site with several games")
	flags.StringVar(&f.address, "address", "",
		"`URL` of a site, which link previews, sitemap and feed need, such as https://club.example/")
	flags.StringVar(&f.play, "play", "",
		"add pages to a site on which visitors play legal moves, check records and solve puzzles: "+
			"the `folder` of the npm package assay-board")
	flags.StringVar(&f.output, "output", "",
		"write to this `file`; for one file per game, name a folder, or end the name with a slash")
	flags.StringVar(&f.query, "query", "", "export the games that match this `query`")
	flags.StringVar(&f.filter.Player, "player", "", "export the games of a player, by `words` of the name")
	addColour(flags, &f.filter.Colour)
	flags.StringVar(&f.filter.Event, "event", "", "export the games of an event, by `words` of its name")
	flags.StringVar((*string)(&f.order), "sort", "", "sort the selected games by this `column`, as with list")
	flags.BoolVar(&f.schema, "schema", false, "print the JSON Schema of the format json instead")
	addLook(flags, &f.look)
	f.ply.add(flags, "`ply` of the position, for the formats svg and position (default the last)")
	f.game.addAll(flags)
	return cmd
}

// exportOptions returns the export options of the flags.
func (f *exportFlags) exportOptions(json bool) (present.ExportOptions, error) {
	o := present.ExportOptions{
		Format: present.ExportFormat(f.as), Annotations: present.Annotations(f.annotations), Delay: f.delay,
		Size: f.size, Look: f.look, Encoding: f.encoding,
	}
	switch {
	case f.as != "":
	case json:
		o.Format = present.ExportJSON
	default:
		o.Format = present.ExportUsual
	}
	var err error
	if o.Plies, err = publish.ParsePlies(f.plies); err != nil {
		return o, usage("--plies", "%v", err)
	}
	if f.ply.set {
		o.Ply = &f.ply.ply
	}
	return o, nil
}

// selection returns the archived games that the flags select, and whether they
// select any.
func (f *exportFlags) selection(args []string) (search.Selection, bool, error) {
	s := search.Selection{Filter: f.filter, Search: search.SearchQuery{Query: f.query}, Order: f.order}
	chosen := f.query != "" || f.filter != (games.Filter{})
	if f.game.record == "" && len(args) == 0 && f.game.reading.Variant != "" {
		s.Filter.Variant, chosen = f.game.reading.Variant, true
	}
	if f.order != "" && (!chosen || f.as == asSite || f.as == asParquet) {
		return s, false, usage("--sort", "requires --query, --player, --event or --variant, and a file")
	}
	for _, other := range args {
		if chosen {
			return s, false, usage("--query", "conditions cannot be combined with %s", other)
		}
	}
	if chosen && f.game.record != "" {
		return s, false, usage("--record", "cannot be combined with conditions on archived games")
	}
	if f.game.record == "" {
		return s, chosen, f.game.unread("options")
	}
	return s, chosen, nil
}

func (p *program) exportGames(ctx context.Context, f *exportFlags, args []string) (err error) {
	if f.game.record == "" { // nothing is read
		f.encoding, f.game.reading.Encoding = cmp.Or(f.encoding, f.game.reading.Encoding), ""
	}
	if special := []string{asSite, asParquet, asTRF, asTRF16}; slices.Contains(special, f.as) {
		if f.encoding != "" {
			return usage("--output-encoding", "cannot be combined with --as %s, which is always UTF-8", f.as)
		}
		if f.labels {
			return usage("--labels", "cannot be combined with --as %s", f.as)
		}
	}
	switch f.as {
	case asSite:
		return p.exportSite(ctx, f, args)
	case asParquet:
		return p.exportParquet(ctx, f, args)
	case asTRF, asTRF16:
		return p.exportTRF(ctx, f, args)
	}
	o, err := f.exportOptions(p.json)
	if err != nil {
		return err
	}
	if f.labels {
		a, err := p.arbiter()
		if err != nil {
			return err
		}
		o.Namer = a.Namer
	}
	s, chosen, err := f.selection(args)
	if err != nil {
		return err
	}
	folder, err := folderNamed(f.output)
	if err != nil {
		return usage("--output", "%v", err)
	}
	single := !folder && o.Format.IsPicture()
	if single && len(args) > 1 {
		return usage("--as", "%s can contain only one game", o.Format)
	}
	if single && f.game.number == allGames {
		f.game.number = 1
	}
	games := func(add func(*present.Replay) error) error {
		if chosen {
			return p.ofSelection(ctx, s, add)
		}
		return p.ofGames(ctx, &f.game, args, add)
	}
	if folder {
		each := exportFolder{path: f.output, title: f.title, options: o, names: map[string]bool{}}
		return p.addAll(o.Format, games, each.add, new(int))
	}
	out := p.raw()
	if f.output != "" {
		file, failure := createOutput(f.output)
		if failure != nil {
			return usage("--output", "%v", failure)
		}
		defer func() { err = file.end(err) }()
		out, o.Pictures = file, file.picture
	}
	collection, err := present.NewCollection(out, cmp.Or(f.title, s.Title()), o)
	if err != nil {
		return blame(err)
	}
	err = p.addAll(o.Format, games, collection.Add, new(int))
	if err != nil && !errors.Is(err, errFaults) {
		return err
	}
	if o.Format.IsSingle() && collection.Games() > 1 && !p.json {
		p.note("assay: other programs read only one game per %s file; --output FOLDER/ writes one file per game",
			o.Format)
	}
	return cmp.Or(collection.Close(), err)
}

// addAll exports games by add and reports the losses of each. It reports games
// that cannot be exported and continues; the error is then errFaults. reused
// counts games that needed no export.
func (p *program) addAll(format present.ExportFormat, games func(func(*present.Replay) error) error,
	add func(*present.Replay) ([]string, error), reused *int) error {
	added, failed := 0, false
	err := games(func(r *present.Replay) error {
		losses, err := add(r)
		if leftOut(err) {
			p.note("assay: %s: %v", exported(r), err)
			failed = true
			return nil
		}
		if err != nil {
			return blame(err)
		}
		added++
		return p.losses(r, format, losses)
	})
	if err != nil {
		return err
	}
	if added+*reused == 0 && !failed && len(p.damagedGames) == 0 {
		p.note("assay: no game matches the conditions")
		failed = true
	}
	return faultsIf(failed)
}

// exported returns a game's name for messages.
func exported(r *present.Replay) string {
	if id := r.ID(); id != 0 {
		return fmt.Sprintf("game %d", id)
	}
	return fmt.Sprintf("%s: game %d", r.Report().File, r.Report().Game)
}

// losses reports what a format cannot express of a game.
func (p *program) losses(r *present.Replay, format present.ExportFormat, losses []string) error {
	if !p.json {
		if len(losses) > 0 {
			p.note("assay: %s as %s loses %s", exported(r), format, strings.Join(losses, ", "))
		}
		return nil
	}
	line := struct {
		File   string               `json:"file,omitempty"`
		Game   int64                `json:"game"`
		As     present.ExportFormat `json:"as"`
		Losses []string             `json:"losses"`
	}{"", r.ID(), format, append([]string{}, losses...)}
	if line.Game == 0 {
		line.File, line.Game = r.Report().File, int64(r.Report().Game)
	}
	text, err := json.Marshal(line)
	if err != nil {
		return err
	}
	p.note("%s", text)
	return nil
}

// formats lists the export formats.
func formats() string { return strings.Join(request.Words(present.ExportFormats()), ", ") }
