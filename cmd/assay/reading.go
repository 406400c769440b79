package main

import (
	"errors"
	"strings"

	"github.com/spf13/pflag"

	"assay/api"
	"assay/api/records"
	"assay/parser"
)

// readingFlags adds the flags for details that records do not state.
func readingFlags(flags *pflag.FlagSet, r *records.Reading) {
	flags.StringVar(&r.Variant, "variant", "", "`ID` of the variant, for records that do not name a known one")
	flags.StringVar(&r.Options, "options", "",
		"the variant's `options`, such as \"key=value\", for records that have none")
	flags.StringVar((*string)(&r.Format), "format", "",
		"`notation` of the records, such as pgn or kif (default: detected)")
	flags.StringVar(&r.Encoding, "encoding", "",
		"character `encoding` of the records, such as big5 or windows-1251 (default: detected)")
}

// strictFlag adds the flag that treats warnings as errors.
func strictFlag(flags *pflag.FlagSet, r *records.Reading) {
	flags.BoolVar(&r.Strict, "strict", false, "treat warnings as errors")
}

// checkReading rejects invalid reading options.
func checkReading(a *api.Arbiter, r records.Reading) error {
	if r.Variant != "" {
		if _, err := a.Position(r.Variant, r.Options, ""); err != nil {
			return blame(err)
		}
	}
	_, err := parser.NewReader(strings.NewReader(""), parser.Options{Format: r.Format, Encoding: r.Encoding}).Next()
	if errors.As(err, new(*parser.UnknownFormat)) || errors.As(err, new(*parser.UnknownEncoding)) {
		return blame(err)
	}
	return nil
}
