package main

import (
	"strings"

	"github.com/spf13/pflag"

	"assay/analysis/variant"
	"assay/api"
)

// addLook adds the flags that choose how pictures look and moves are written.
func addLook(flags *pflag.FlagSet, l *api.Look) {
	flags.StringVar(&l.Set, "set", "",
		"piece `set` of pictures: "+strings.Join(api.Sets(), ", ")+" (default by variant)")
	flags.StringVar(&l.Board, "board", "",
		"`board` of pictures: "+strings.Join(variant.DressBoards, ", ")+" (default by variant)")
	addNotation(flags, &l.Notation, "as in the record")
}

// addNotation adds the flag by which moves are written otherwise.
func addNotation(flags *pflag.FlagSet, into *string, usually string) {
	flags.StringVar(into, "notation", "",
		"`notation` of moves: "+strings.Join(api.Notations(), ", ")+" (default "+usually+")")
}
