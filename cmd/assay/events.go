package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"assay/api"
	"assay/api/events"
	"assay/api/search"
	"assay/api/tournament"
	"assay/parser"
	"assay/store"
)

// asTRF and asTRF16 are the formats of tournament reports.
const (
	asTRF   = "trf"
	asTRF16 = "trf16"
)

// eventFlags are the flags of the command events.
type eventFlags struct {
	report, name, as, tieBreaks string
}

func (p *program) events() *cobra.Command {
	var f eventFlags
	cmd := &cobra.Command{
		Use:   "events [EVENT]",
		Short: "List events, show standings, read tournament reports",
		Long: `Events lists the events. With the number or the whole name of an event it shows the
standings: places by points and tie-breaks, equal players on one place, and which games
still lack a record.

--report FILE reads a tournament report (FIDE's TRF16 or TRF26) with entrants, pairings,
byes and forfeits into the event that it names, which is created if there is none.
Archived games are then compared with its pairings.

Tie-breaks are those of FIDE C.07:
  ` + strings.Join(tournament.TieBreakCodes(), "\n  ") + `
BH, SB, PS and ARO take /C1 and /C2 (without the lowest) and /M1 and /M2 (without the
lowest and highest).`,
		Example: `  # List the events.
  assay events
  # Read the report of a pairing program.
  assay events --report cup.trf
  # Standings by chosen tie-breaks, and as a page.
  assay events "City Cup" --tie-breaks BH/C1,SB,DE
  assay events "City Cup" --as html > standings.html`,
		Args: wants(0, 1, "EVENT", "name at most one event"),
		PreRunE: func(cmd *cobra.Command, args []string) error {
			if f.report == "" {
				if err := refuse(cmd.Flags(), "requires --report", "name"); err != nil {
					return err
				}
			}
			if f.report != "" && len(args) > 0 {
				return usage("--report", "cannot be combined with %s; pass --name for another event", args[0])
			}
			if len(args) == 0 {
				if err := refuse(cmd.Flags(), "requires an EVENT", "as", "tie-breaks"); err != nil {
					return err
				}
			}
			if _, err := tournament.TieBreaks(f.tieBreaks); err != nil {
				return usage("--tie-breaks", "%v", err)
			}
			return nil
		},
		RunE: p.does(func(ctx context.Context, args []string) error {
			if f.report != "" {
				return p.readEventReport(ctx, &f)
			}
			return p.withArchive(ctx, toRead, func(a *api.Archive) error {
				if len(args) == 0 {
					return p.listEvents(ctx, a)
				}
				e, err := eventNamed(ctx, a, args[0])
				if err != nil {
					return err
				}
				return p.showStandings(ctx, a, e, &f)
			})
		}),
	}
	flags := cmd.Flags()
	flags.StringVar(&f.report, "report", "", "read a tournament report from this `file` (- is standard input)")
	flags.StringVar(&f.name, "name", "", "`name` of the event, in place of the one in the report")
	flags.StringVar(&f.as, "as", "text", "`format` of the standings: text, csv, html, "+asTRF+" (TRF26) or "+asTRF16)
	flags.StringVar(&f.tieBreaks, "tie-breaks", "",
		"`codes` of tie-breaks in order, such as BH/C1,SB,DE (default: of the report, else BH/C1,BH,SB,DE,WIN)")
	return cmd
}

// eventNamed returns the event with a number or name.
func eventNamed(ctx context.Context, a *api.Archive, name string) (*events.EventView, error) {
	e, err := a.Named(ctx, name)
	if id, number := strconv.ParseInt(name, 10, 64); errors.Is(err, store.ErrNoEvent) && number == nil && id > 0 {
		e, err = a.Event(ctx, id)
	}
	if errors.Is(err, store.ErrNoEvent) {
		return nil, fmt.Errorf("there is no event %q; \"assay events\" lists them, and \"assay events --report FILE\" "+
			"adds one", name)
	}
	return e, err
}

func (p *program) listEvents(ctx context.Context, a *api.Archive) error {
	for cursor := ""; ; {
		page, err := a.Events(ctx, "", cursor, search.DefaultLimit)
		if err != nil {
			return err
		}
		for _, e := range page.Events {
			text := fmt.Sprintf("%d: %s", e.ID, e.Name)
			if e.From != "" || e.To != "" {
				text += ", " + strings.Trim(e.From+" to "+e.To, " to")
			}
			if e.HasReport {
				text += ", with a report"
			}
			if err := p.tell(e, "%s", text); err != nil {
				return err
			}
		}
		if cursor = string(page.Next); cursor == "" {
			return nil
		}
	}
}

// readEventReport reads a report into its event.
func (p *program) readEventReport(ctx context.Context, f *eventFlags) error {
	in := io.NopCloser(p.stdin)
	if f.report != "-" {
		file, err := os.Open(f.report)
		if err != nil {
			return usage("--report", "%v", err)
		}
		in = file
	}
	defer in.Close()
	text, err := io.ReadAll(io.LimitReader(in, tournament.MaxReport+1))
	if err != nil {
		return usage("--report", "%v", err)
	}
	t, err := tournament.Read(text)
	if wrong, ok := errors.AsType[*tournament.ReportError](err); ok {
		p.note("%s:%v", f.report, wrong)
		return errFaults
	}
	if cmp.Or(f.name, t.Name) == "" {
		return usage("--name", "the report has no name (line 012); pass --name")
	}
	return p.withArchive(ctx, toWrite, func(a *api.Archive) error {
		e, err := a.AddReport(ctx, f.name, text)
		if err != nil {
			return blame(err)
		}
		return p.tell(e, "%d: %s, %s, %s", e.ID, e.Name, parser.Count(len(t.Players), "player"),
			parser.Count(t.LastRound(), "round"))
	})
}

// showStandings writes the standings of an event.
func (p *program) showStandings(ctx context.Context, a *api.Archive, e *events.EventView, f *eventFlags) error {
	v, err := a.Tournament(ctx, e.ID, f.tieBreaks)
	if err != nil {
		return blame(err)
	}
	switch f.as {
	case "csv":
		return v.WriteCSV(p.raw())
	case "html":
		return v.WriteHTML(p.raw())
	case asTRF, asTRF16:
		return p.writeTRF(p.raw(), v, f.as)
	case "text":
	default:
		return usage("--as", "%q: expected text, csv, html, %s or %s", f.as, asTRF, asTRF16)
	}
	if p.json {
		return p.tell(v, "")
	}
	for i := range v.Players {
		player := &v.Players[i]
		text := fmt.Sprintf("%3d. %s %s", player.Place, tournament.FormatPoints(player.Points),
			strings.TrimSpace(player.Title+" "+player.Name))
		for k, code := range v.TieBreaks {
			if value := player.TieBreaks[k]; value != nil {
				text += fmt.Sprintf(", %s %s", code, tournament.FormatPoints(*value))
			}
		}
		if err := p.tell(player, "%s", text); err != nil {
			return err
		}
	}
	for _, g := range v.Owed {
		p.note("no record: round %d, %s - %s, %s", g.Round, g.First, g.Second, g.Result)
	}
	for _, g := range v.Contradicts {
		p.note("round %d, %s - %s: the report has %s, game %d has %s", g.Round, g.First, g.Second, g.Result, g.Game,
			g.Record)
	}
	for _, id := range v.Unknown {
		p.note("game %d is no pairing of the report", id)
	}
	return nil
}

// writeTRF writes the report of an event.
func (p *program) writeTRF(w io.Writer, v *events.TournamentView, as string) error {
	edition := tournament.TRF26
	if as == asTRF16 {
		edition = tournament.TRF16
	}
	losses, err := v.WriteReport(w, edition)
	if len(losses) > 0 {
		p.note("assay: %s loses %s", as, strings.Join(losses, ", "))
	}
	return err
}

// exportTRF exports the report of the event of --event.
func (p *program) exportTRF(ctx context.Context, f *exportFlags, args []string) error {
	if len(args) > 0 || f.filter.Event == "" {
		return usage("--event", "--as %s exports an event: pass its name or number", f.as)
	}
	if err := refuse(f.flags, "cannot be combined with --as "+f.as, "ply", "plies", "annotations", "query", "player",
		"variant", "record", "sort"); err != nil {
		return err
	}
	return p.withArchive(ctx, toRead, func(a *api.Archive) (err error) {
		e, err := eventNamed(ctx, a, f.filter.Event)
		if err != nil {
			return err
		}
		v, err := a.Tournament(ctx, e.ID, "")
		if err != nil {
			return blame(err)
		}
		out := p.raw()
		if f.output != "" {
			file, failure := createOutput(f.output)
			if failure != nil {
				return usage("--output", "%v", failure)
			}
			defer func() { err = file.end(err) }()
			out = file
		}
		return p.writeTRF(out, v, f.as)
	})
}
