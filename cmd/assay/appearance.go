package main

import (
	"strings"

	"github.com/spf13/pflag"

	"assay/analysis/variant"
	"assay/api/present"
)

// addLook adds the flags for the appearance of pictures and the notation of
// moves.
func addLook(flags *pflag.FlagSet, l *present.Look) {
	flags.StringVar(&l.Set, "set", "",
		"piece `set` of pictures: "+strings.Join(present.Sets(), ", ")+" (default by variant)")
	flags.StringVar(&l.Board, "board", "",
		"`board` of pictures: "+strings.Join(variant.DressBoards, ", ")+" (default by variant)")
	addNotation(flags, &l.Notation, "as in the record")
}

// addNotation adds the flag for the notation of moves.
func addNotation(flags *pflag.FlagSet, into *string, usually string) {
	flags.StringVar(into, "notation", "",
		"`notation` of moves: "+strings.Join(present.Notations(), ", ")+" (default "+usually+")")
}
