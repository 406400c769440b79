package external

import (
	"strconv"
	"strings"

	"assay/analysis/engine"
)

// maxLines is the highest number of a line that is listened to.
const maxLines = 500

// info is what an engine says while it thinks.
type info struct {
	engine.Line
	mate  bool // the score is a mate, in the protocol's count
	score int
	bound bool // the score is but a bound
	pv    []string
}

// readInfo reads the words behind "info"; false where they say nothing of a
// line.
func readInfo(words []string) (info, bool) {
	in := info{Line: engine.Line{MultiPV: 1}}
	scored := false
	number := func(i int) int {
		if i >= len(words) {
			return 0
		}
		n, err := strconv.Atoi(words[i])
		if err != nil {
			return 0
		}
		return min(max(n, -1<<30), 1<<30)
	}
	for i := 0; i < len(words); i++ {
		switch words[i] {
		case "string":
			return in, false
		case "pv":
			in.pv = words[i+1:]
			i = len(words)
		case "depth":
			i++
			in.Depth = number(i)
		case "seldepth":
			i++
			in.SelDepth = number(i)
		case "multipv":
			i++
			in.MultiPV = number(i)
		case "nodes":
			i++
			if i < len(words) {
				in.Nodes, _ = strconv.ParseUint(words[i], 10, 62)
			}
		case "time":
			i++
			in.Time = milliseconds(number(i))
		case "hashfull":
			i++
			in.Hash = number(i)
		case "lowerbound", "upperbound":
			in.bound = true
		case "score":
			i++
			switch {
			case i+1 < len(words) && words[i] == "mate":
				i++
				in.mate, scored = true, true
				in.score = number(i)
				if sign := strings.TrimRight(words[i], "0"); sign == "+" || sign == "-" { // of unknown length
					in.mate, in.score = false, unknownMate
					if sign == "-" {
						in.score = -unknownMate
					}
				}
			case i+1 < len(words) && words[i] == "cp":
				i++
				in.score, scored = number(i), true
			default: // UCCI says no more than the number
				in.score, scored = number(i), true
			}
		}
	}
	return in, scored && len(in.pv) > 0 && in.MultiPV >= 1 && in.MultiPV <= maxLines
}

// unknownMate is what a mate of unknown length counts, in hundredths of a pawn.
const unknownMate = 10_000

// option is one that an engine says it has.
type option struct {
	name   string
	values []string // to choose from
}

// readOption reads the words behind "option".
func readOption(words []string) option {
	if len(words) > 0 && words[0] == "name" {
		words = words[1:]
	}
	var o option
	part := &o.name
	for _, word := range words {
		switch word {
		case "type", "default", "min", "max":
			part = new(string)
			continue
		case "var":
			o.values = append(o.values, "")
			part = &o.values[len(o.values)-1]
			continue
		}
		if *part != "" {
			*part += " "
		}
		*part += word
	}
	return o
}
