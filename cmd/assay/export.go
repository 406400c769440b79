package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"assay/analysis"
	"assay/api"
	"assay/parser"
)

// exportFlags are those of the command export.
type exportFlags struct {
	game        gameFlags
	ply         plyFlag
	as          string
	annotations string
	schema      bool
}

func (p *program) export() *cobra.Command {
	var f exportFlags
	cmd := &cobra.Command{
		Use:   "export GAME...",
		Short: "Write games in a format",
		Long: `Export writes whole games of the archive, or all games of a file by --record, in
any notation that can hold them, one after the other. What a notation cannot hold
of a game is listed on standard error, with --json as one JSON object a game. A
game that the notation cannot hold at all is named there, and the others are
written. The formats svg and position are of one position, by --ply; svg is of
one game.`,
		RunE: p.does(func(ctx context.Context, args []string) error {
			if f.schema {
				return p.print("%s", strings.TrimSpace(string(parser.RecordSchema)))
			}
			return p.exportGames(ctx, &f, args)
		}),
	}
	flags := cmd.Flags()
	flags.StringVar(&f.as, "as", "", "`format`: "+formats()+" (default numbered, with --json json)")
	flags.StringVar(&f.annotations, "annotations", string(api.AnnotationsAll), "all, or none: `moves` and headers alone")
	flags.BoolVar(&f.schema, "schema", false, "print the schema of the format json instead")
	f.ply.add(flags, "which position, for one picture or position (default the last)")
	f.game.addAll(flags)
	return cmd
}

func (p *program) exportGames(ctx context.Context, f *exportFlags, args []string) error {
	format := api.ExportFormat(f.as)
	switch {
	case f.as != "":
	case p.json:
		format = api.ExportJSON
	default:
		format = api.ExportNumbered
	}
	if format == api.ExportSVG && len(args) > 1 {
		return usage("--as", "svg is one picture, of one game")
	}
	if format == api.ExportSVG && f.game.number == allGames {
		f.game.number = 1
	}
	o := api.ExportOptions{Format: format, Annotations: api.Annotations(f.annotations)}
	if f.ply.set {
		o.Ply = &f.ply.ply
	}
	written, failed := 0, false
	var b bytes.Buffer
	err := p.ofGames(ctx, &f.game, args, func(r *api.Replay) error {
		b.Reset()
		losses, err := r.Export(&b, o)
		if unwritten(err) {
			p.note("assay: %s: %v", exported(r), err)
			failed = true
			return nil
		}
		if err != nil {
			return blame(err)
		}
		if written++; written > 1 {
			p.stdout.WriteString(format.Separator())
		}
		if _, err := p.stdout.Write(b.Bytes()); err != nil {
			return err
		}
		return p.losses(r, format, losses)
	})
	if err == nil && failed {
		return errFaults
	}
	return err
}

// unwritten says whether an error is of one game, which cannot be written as
// was asked.
func unwritten(err error) bool {
	var (
		unheld     *analysis.CannotHold
		unwritable *parser.Unwritable
		unplayable *api.ReplayError
		noPly      *api.PlyError
	)
	return errors.As(err, &unheld) || errors.As(err, &unwritable) || errors.As(err, &unplayable) || errors.As(err, &noPly)
}

// exported names a game in messages.
func exported(r *api.Replay) string {
	if id := r.ID(); id != 0 {
		return fmt.Sprintf("game %d", id)
	}
	return fmt.Sprintf("%s: game %d", r.Report().File, r.Report().Game)
}

// losses tells what a game lost in a format.
func (p *program) losses(r *api.Replay, format api.ExportFormat, losses []string) error {
	if !p.json {
		if len(losses) > 0 {
			p.note("assay: %s as %s is without %s", exported(r), format, strings.Join(losses, ", "))
		}
		return nil
	}
	line := struct {
		File   string           `json:"file,omitempty"`
		Game   int64            `json:"game"`
		As     api.ExportFormat `json:"as"`
		Losses []string         `json:"losses"`
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

// formats lists what can be written.
func formats() string {
	var b []byte
	for i, f := range api.ExportFormats() {
		if i > 0 {
			b = append(b, ", "...)
		}
		b = append(b, f...)
	}
	return string(b)
}
