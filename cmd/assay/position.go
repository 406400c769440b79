package main

import (
	"context"

	"github.com/spf13/pflag"

	"assay/analysis/rules"
	"assay/api"
)

// positionFlags select one position: by FEN, or of a record.
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

// check rejects conflicting flags.
func (f *positionFlags) check() error {
	switch {
	case f.record == "" && f.reading.Variant == "":
		return usage("--variant", "name the variant, or pass --record FILE")
	case f.record != "" && f.text != "":
		return usage("--position", "cannot be combined with --record")
	case f.record == "":
		return f.unread("ply")
	}
	return nil
}

// arbiter returns an arbiter with all variants, and the selected position.
func (f *positionFlags) arbiter(ctx context.Context, p *program) (*api.Arbiter, *rules.Position, error) {
	a, err := p.publishedArbiter(ctx)
	if err != nil {
		return nil, nil, err
	}
	position, err := f.position(ctx, p, a)
	return a, position, err
}

// position returns the selected position.
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
