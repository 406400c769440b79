package main

import (
	"context"

	"github.com/spf13/pflag"

	"assay/analysis/rules"
	"assay/api"
)

// positionFlags choose one position: by its text, or from a record.
type positionFlags struct {
	gameFlags
	text string
	ply  plyFlag
}

func (f *positionFlags) add(flags *pflag.FlagSet) {
	f.gameFlags.add(flags)
	flags.StringVar(&f.text, "position", "", "position (`FEN`; default the starting position)")
	f.ply.add(flags, "`ply` of the game in the file of --record; 0 is the start (default the last)")
}

// check refuses flags that do not go together.
func (f *positionFlags) check() error {
	switch {
	case f.record == "" && f.reading.Variant == "":
		return usage("--variant", "name the variant, or a file by --record")
	case f.record != "" && f.text != "":
		return usage("--position", "stands in place of --record, not beside it")
	case f.record == "":
		return f.unread("ply")
	}
	return nil
}

// arbiter gives one that knows the games, and the position chosen.
func (f *positionFlags) arbiter(ctx context.Context, p *program) (*api.Arbiter, *rules.Position, error) {
	a, err := p.knowing(ctx)
	if err != nil {
		return nil, nil, err
	}
	position, err := f.position(ctx, p, a)
	return a, position, err
}

// position finds the position chosen.
func (f *positionFlags) position(ctx context.Context, p *program, a *api.Arbiter) (*rules.Position, error) {
	if err := f.check(); err != nil {
		return nil, err
	}
	if f.record == "" {
		at, err := a.Position(f.reading.Variant, f.reading.Options, f.text)
		return at, blame(err)
	}
	r, err := f.replay(ctx, p, a)
	if err != nil {
		return nil, err
	}
	return r.Position(f.ply.in(r))
}
