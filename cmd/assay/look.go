package main

import (
	"strings"

	"github.com/spf13/pflag"

	"assay/analysis/variant"
	"assay/api"
)

// addLook adds the flags that choose how pictures look and moves are written.
func addLook(flags *pflag.FlagSet, l *api.Look) {
	flags.StringVar(&l.Set, "set", "", "how `pieces` are drawn: "+strings.Join(api.Sets(), ", ")+" (default as the game has it)")
	flags.StringVar(&l.Board, "board", "", "how the `board` is drawn: "+strings.Join(variant.DressBoards, ", ")+" (default as the game has it)")
	addNotation(flags, &l.Notation, "as the record has them")
}

// addNotation adds the flag by which moves are written otherwise.
func addNotation(flags *pflag.FlagSet, into *string, usually string) {
	flags.StringVar(into, "notation", "", "how `moves` are written: "+strings.Join(api.Notations(), ", ")+" (default "+usually+")")
}
