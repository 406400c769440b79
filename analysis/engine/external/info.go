package external

import (
	"strconv"
	"strings"

	"assay/analysis/engine"
)

// maxLines is the highest multipv number that is read.
const maxLines = 500

// info is the content of an info line.
type info struct {
	engine.Line
	mate  bool // score is a mate in the protocol's count
	score int
	bound bool // score is only a bound
	pv    []string
}

// readInfo parses the words after "info". It returns false if the words do not
// describe a line.
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
				if sign := strings.TrimRight(words[i], "0"); sign == "+" || sign == "-" { // a mate of unknown length
					in.mate, in.score = false, unknownMate
					if sign == "-" {
						in.score = -unknownMate
					}
				}
			case i+1 < len(words) && words[i] == "cp":
				i++
				in.score, scored = number(i), true
			default: // UCCI writes only the number
				in.score, scored = number(i), true
			}
		}
	}
	return in, scored && len(in.pv) > 0 && in.MultiPV >= 1 && in.MultiPV <= maxLines
}

// unknownMate is the score of a mate of unknown length, in centipawns.
const unknownMate = 10_000

// option is an option that an engine offers.
type option struct {
	name   string
	values []string // choices of a combo option
}

// readOption parses the words after "option".
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
