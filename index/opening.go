package index

import "strings"

// Opening is what records call an opening.
type Opening struct {
	Code string // in a book of openings
	Name string // its parts behind colons and commas, the least special first
}

// openings count what games say of their opening. The zero value has none.
type openings struct{ codes, names map[string]*uint64 }

func (o *openings) add(e *Entry) {
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

// merge adds those of other games.
func (o *openings) merge(other *openings) {
	for text, n := range other.codes {
		count(&o.codes, []byte(text), *n)
	}
	for text, n := range other.names {
		count(&o.names, []byte(text), *n)
	}
}

// common is what more than half of so many games have in common: their code,
// and the longest beginning of their name in whole parts.
func (o *openings) common(games uint64) Opening {
	return Opening{Code: most(o.codes, games, false), Name: most(o.names, games, true)}
}

// most is the text that more than half of some games have, or begin with in
// whole parts where these are looked at; the longest of several, "" for none.
func most(counts map[string]*uint64, games uint64, parts bool) string {
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
