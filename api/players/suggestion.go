package players

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"assay/parser"
	"assay/parser/word"
)

// Suggestion is a pair of names that may be one person's. Nothing is changed by
// it.
type Suggestion struct {
	Name       string   `json:"name"` // has no more games than Into
	Into       string   `json:"into"`
	Likelihood float64  `json:"likelihood"` // 0 to 1, rounded to hundredths
	Evidence   []string `json:"evidence"`
}

// Names are alike in one of these ways, each with the odds that they are one
// person's before games are compared.
const (
	sameOdds    = 50.0 // spellings of one name
	orderOdds   = 20.0 // the same words in another order
	initialOdds = 3.0  // an initial for a given name, divided by the names it could be
	partOdds    = 3.0  // a given name more, divided likewise
)

// Factors by which games change the odds.
const (
	opponentFactor  = 1.5  // for each common opponent, up to maxOpponents
	maxOpponents    = 4    // further ones say nothing new
	metFactor       = 0.01 // they played each other
	distantFactor   = 0.1  // more than distantYears lie between their games
	distantYears    = 40
	leastLikelihood = 0.1 // less likely suggestions are left out
	maxInitials     = 3   // letters of a shortened given name after a comma; elsewhere 1
	maxAlikeNames   = 64  // names with the same family name and initial that are compared with each other
)

// suggestions compares the names that begin alike, never all with all, and
// returns how many names begin as too many others do.
func (c census) suggestions() (all []Suggestion, frequent int) {
	frequentNames := map[*named]bool{}
	byKey := map[string][]*named{}
	for _, n := range c {
		byKey[n.person.Key()] = append(byKey[n.person.Key()], n)
	}
	blocks := map[string][]*named{} // the most frequent spelling of each name
	for _, spellings := range byKey {
		slices.SortFunc(spellings, func(a, b *named) int { return byGames(a.Player, b.Player) })
		for _, n := range spellings[1:] {
			all = append(all, judge(n, spellings[0], sameOdds, "the names are spellings of one name"))
		}
		for _, key := range blockKeys(spellings[0]) {
			blocks[key] = append(blocks[key], spellings[0])
		}
	}
	alike := map[[2]*named]likeness{}
	candidates := map[*named]int{} // how many longer names a name could stand for
	for _, block := range blocks {
		if len(block) > maxAlikeNames {
			for _, n := range block {
				frequentNames[n] = true
			}
			continue
		}
		for i, a := range block {
			for _, b := range block[:i] {
				l, ok := compare(a, b)
				if _, known := alike[[2]*named{l.short, l.long}]; !ok || known {
					continue
				}
				alike[[2]*named{l.short, l.long}] = l
				if l.divided {
					candidates[l.short]++
				}
			}
		}
	}
	for l := range maps.Values(alike) {
		odds := l.odds
		if l.divided {
			odds /= float64(candidates[l.short])
			if n := candidates[l.short]; n > 1 {
				l.evidence += fmt.Sprintf(", as it could for %d names", n)
			}
		}
		name, into := l.short, l.long
		if byGames(name.Player, into.Player) < 0 {
			name, into = into, name
		}
		all = append(all, judge(name, into, odds, l.evidence))
	}
	all = slices.DeleteFunc(all, func(s Suggestion) bool { return s.Likelihood < leastLikelihood })
	slices.SortFunc(all, func(a, b Suggestion) int {
		return cmp.Or(cmp.Compare(b.Likelihood, a.Likelihood), cmp.Compare(c[b.Into].Games, c[a.Into].Games),
			cmp.Compare(a.Into, b.Into), cmp.Compare(a.Name, b.Name))
	})
	return all, len(frequentNames)
}

// blockKeys returns the first word of the family name with the initial of a
// given name. Without a comma, the last word may be the family name, and the
// family name may have several words.
func blockKeys(n *named) []string {
	words, family := n.person.Words, n.person.Family
	switch {
	case len(words) < 2 || n.person.Several:
		return nil
	case family > 0:
		return []string{words[0] + " " + initial(words[family])}
	}
	keys := []string{words[len(words)-1] + " " + initial(words[0])}
	for _, given := range words[1:] {
		if key := words[0] + " " + initial(given); !slices.Contains(keys, key) {
			keys = append(keys, key)
		}
	}
	return keys
}

// isShortFor reports whether a given name of a person is the beginning of
// another: M, and after a comma also Ma, Mag. Without a comma, Bin is not short
// for Bingguo: it is a whole name.
func isShortFor(given string, p *named, long string) bool {
	n := utf8.RuneCountInString(given)
	return (n == 1 || n <= maxInitials && p.person.Family > 0) && strings.HasPrefix(long, given)
}

func initial(word string) string {
	r, _ := utf8.DecodeRuneInString(word)
	return string(r)
}

// likeness is how two names are alike. short is the one with less in it.
type likeness struct {
	short, long *named
	odds        float64
	divided     bool // among the names that short could stand for
	evidence    string
}

// compare reports whether two different names may be one person's.
func compare(a, b *named) (likeness, bool) {
	if cmp.Or(cmp.Compare(len(a.person.Words), len(b.person.Words)),
		cmp.Compare(len(a.person.Key()), len(b.person.Key())), cmp.Compare(a.Name, b.Name)) > 0 {
		a, b = b, a
	}
	l := likeness{short: a, long: b}
	short, long := a.person.Words, b.person.Words
	if slices.Equal(slices.Sorted(slices.Values(short)), slices.Sorted(slices.Values(long))) {
		l.odds, l.evidence = orderOdds, "the same words in another order"
		return l, true
	}
	family := max(1, a.person.Family, b.person.Family)
	if a.person.Family > 0 && b.person.Family > 0 && a.person.Family != b.person.Family {
		return l, false
	}
	for _, given := range [][2][]string{{short, long}, {turned(a), long}, {short, turned(b)}} {
		if len(given[0]) <= family || len(given[1]) <= family || !slices.Equal(given[0][:family], given[1][:family]) {
			continue
		}
		initials, ok := abbreviates(a, b, given[0][family:], given[1][family:])
		if !ok {
			continue
		}
		l.divided = true
		l.odds, l.evidence = partOdds, fmt.Sprintf("%q stands for a longer name", a.Name)
		if initials {
			l.odds, l.evidence = initialOdds, fmt.Sprintf("%q has an initial that stands for a given name", a.Name)
		}
		return l, true
	}
	return l, false
}

// turned returns a name with its last word first, nil if its family name is
// known.
func turned(n *named) []string {
	if n.person.Family > 0 {
		return nil
	}
	words := n.person.Words
	last := len(words) - 1
	return append([]string{words[last]}, words[:last]...)
}

// abbreviates reports whether given names of a may stand for those of b, each
// for the one in its place, and whether there is an initial for a name.
func abbreviates(a, b *named, short, long []string) (initials, ok bool) {
	for i, word := range short {
		switch {
		case i >= len(long):
			return false, false
		case word == long[i]:
		case isShortFor(word, a, long[i]), isShortFor(long[i], b, word):
			initials = true
		default:
			return false, false
		}
	}
	return initials, true
}

// judge compares the games of two players. An opponent is common to them in a
// variant that both played; people of one name may play different variants.
func judge(name, into *named, odds float64, evidence string) Suggestion {
	s := Suggestion{Name: name.Name, Into: into.Name, Evidence: []string{evidence}}
	common, games := map[string]bool{}, 0
	for m, n := range name.met {
		_, both := into.met[m]
		switch {
		case m.opponent == into.person.Key():
			games += n
		case both && m.opponent != name.person.Key():
			common[m.opponent] = true
		}
	}
	if n := len(common); n > 0 {
		odds *= math.Pow(opponentFactor, float64(min(n, maxOpponents)))
		s.Evidence = append(s.Evidence, "both played "+parser.Count(n, "common opponent")+" in the same variant")
	}
	if games > 0 {
		odds *= metFactor
		s.Evidence = append(s.Evidence, "against it: they played each other in "+parser.Count(games, "game"))
	}
	if gap := max(into.From-name.To, name.From-into.To); name.To > 0 && into.To > 0 && gap > distantYears {
		odds *= distantFactor
		s.Evidence = append(s.Evidence, fmt.Sprintf("against it: %d years lie between their games", gap))
	}
	s.Likelihood = math.Round(odds/(1+odds)*100) / 100
	return s
}

// Alike reports whether two names may be one person's: spellings of one name,
// the same words in another order, or an initial for a given name.
func Alike(a, b word.Person) bool {
	if a.Key() == "" || b.Key() == "" || a.Several != b.Several {
		return false
	}
	_, alike := compare(&named{person: a}, &named{person: b})
	return alike || a.Key() == b.Key()
}
