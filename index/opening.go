package index

import "strings"

// Opening is the opening as records name it.
type Opening struct {
	Code string // code in a book of openings
	Name string // parts separated by colons and commas, the most general first
}

// openingCounts count the openings of games. The zero value is empty.
type openingCounts struct{ codes, names map[string]*uint64 }

func (o *openingCounts) add(e *Entry) {
	count(&o.codes, e.code, 1)
	count(&o.names, e.opening, 1)
}

func count(in *map[string]*uint64, text []byte, games uint64) {
	if len(text) == 0 {
		return
	}
	if n, known := (*in)[string(text)]; known {
		*n += games
		return
	}
	if *in == nil {
		*in = map[string]*uint64{}
	}
	(*in)[string(text)] = &games
}

// merge adds the counts of other games.
func (o *openingCounts) merge(other *openingCounts) {
	for text, n := range other.codes {
		count(&o.codes, []byte(text), *n)
	}
	for text, n := range other.names {
		count(&o.names, []byte(text), *n)
	}
}

// common returns the code and the name that more than half of the games share.
// If the names differ, it returns their longest common beginning, in whole
// parts.
func (o *openingCounts) common(games uint64) Opening {
	return Opening{Code: commonText(o.codes, games, false), Name: commonText(o.names, games, true)}
}

// commonText returns the longest text that more than half of the games have. If
// parts is set, it is enough that their texts begin with it, in whole parts. It
// returns "" if there is none.
func commonText(counts map[string]*uint64, games uint64, parts bool) string {
	begun := map[string]uint64{}
	for text, n := range counts {
		begun[text] += *n
		for end := len(text); parts && end > 0; {
			if end = strings.LastIndexAny(text[:end], ":,"); end > 0 {
				begun[text[:end]] += *n
			}
		}
	}
	longest := ""
	for text, n := range begun {
		if 2*n > games && len(text) > len(longest) {
			longest = text
		}
	}
	return longest
}
