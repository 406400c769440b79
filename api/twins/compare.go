package twins

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"assay/analysis/spelling"
	"assay/api/players"
	"assay/parser"
	"assay/parser/word"
	"assay/store"
)

// Kind is how the moves of twins are alike.
type Kind string

// The kinds of twins.
const (
	Same      Kind = "same"      // all moves are equal
	Contained Kind = "contained" // one has all moves of the other, and more
	Near      Kind = "near"      // some moves differ
)

// Twin is a pair of archived games that are probably one.
type Twin struct {
	Game    int64    `json:"game"` // the lower number
	Twin    int64    `json:"twin"`
	Variant string   `json:"variant"`
	Kind    Kind     `json:"kind"`
	Score   float64  `json:"score"` // likelihood, 0 to 1, rounded to hundredths
	Reasons []string `json:"reasons"`
}

// Likely is an archived game that is probably the same as a record.
type Likely struct {
	Game    int64    `json:"game"`
	Kind    Kind     `json:"kind"`
	Score   float64  `json:"score"` // likelihood, 0 to 1, rounded to hundredths
	Reasons []string `json:"reasons"`
}

// Weights of evidence, as decimal logarithms of odds. They were chosen with the
// planted twins of the tests, and with pairs of masters who repeat an opening.
const (
	prior       = -2.2
	perPly      = 0.11 // of each ply that agrees, after the usual opening
	openingPly  = 12
	maxMoves    = 4.2
	minMoves    = -1.5
	perSlip     = 0.4 // of each difference
	sameName    = 1.2
	alikeName   = 0.9
	otherName   = -2.0
	swapped     = -0.5
	sameDay     = 1.0
	perhapsDay  = 0.3
	slipDay     = 0.2
	sameMonth   = -0.5 // often one is the first day of the event
	otherDay    = -3.5
	sameEvent   = 0.8
	alikeEvent  = 0.4
	otherEvent  = -0.4
	sameRound   = 0.3
	otherRound  = -2.5
	sameResult  = 0.2
	otherResult = -0.6
	leastScore  = 0.5 // less likely twins are not reported
	mostSlips   = 6   // one move in so many may differ
	mostCells   = 4 << 20
)

// record is a game prepared for comparisons.
type record struct {
	*store.Game
	plies   []uint64
	players [2]word.Person
	event   []string
	round   string
}

func newRecord(g *store.Game) *record {
	r := &record{Game: g, plies: appendPlies(nil, g.Moves), event: word.Split(g.Event),
		players: [2]word.Person{romanised(g.First), romanised(g.Second)}}
	for _, t := range g.Tags {
		if strings.EqualFold(t.Key, "round") && t.Value != "?" && t.Value != "-" {
			r.round, _, _ = strings.Cut(t.Value, ".")
		}
	}
	return r
}

// label names a record, which may not have a number yet.
func (r *record) label() string {
	if r.ID == 0 {
		return "this record"
	}
	return fmt.Sprintf("game %d", r.ID)
}

// judgement adds evidence up.
type judgement struct {
	odds    float64
	reasons []string
}

func (j *judgement) add(odds float64, format string, args ...any) {
	j.odds += odds
	j.reasons = append(j.reasons, fmt.Sprintf(format, args...))
}

// compare judges whether two valid games are one. It is false if they are not
// probably one.
func compare(a, b *record) (Twin, bool) {
	if a.ID > b.ID {
		a, b = b, a
	}
	t := Twin{Game: a.ID, Twin: b.ID, Variant: a.Variant}
	if a.Variant != b.Variant || a.Options != b.Options {
		return t, false
	}
	j := judgement{odds: prior}
	var alike bool
	if t.Kind, alike = j.moves(a, b); !alike {
		return t, false
	}
	j.people(a, b)
	j.date(a.Date, b.Date)
	j.event(a, b)
	if a.Result != b.Result && a.Result != "*" && b.Result != "*" {
		j.add(otherResult, "results %s and %s", a.Result, b.Result)
	} else if a.Result == b.Result && a.Result != "*" {
		j.add(sameResult, "the same result")
	}
	score := 1 / (1 + math.Pow(10, -j.odds))
	t.Score, t.Reasons = math.Floor(100*score)/100, j.reasons
	return t, score >= leastScore
}

// moves aligns the moves of two games.
func (j *judgement) moves(a, b *record) (kind Kind, alike bool) {
	short, long := a, b
	if len(short.plies) > len(long.plies) {
		short, long = long, short
	}
	m, n := len(short.plies), len(long.plies)
	slips, from := align(short.plies, long.plies, short.Start == long.Start)
	if m == 0 || slips*mostSlips > m {
		return "", false
	}
	odds := min(maxMoves, max(minMoves, perPly*float64(m-slips-openingPly)))
	switch {
	case slips == 0 && m == n && short.Start == long.Start:
		j.add(odds, "all %s are equal", plies(m))
		return Same, true
	case slips == 0 && from == 0 && short.Start == long.Start:
		j.add(odds, "%s has all %s of %s and %d more", long.label(), plies(m), short.label(), n-m)
		return Contained, true
	case slips == 0:
		j.add(odds, "%s has all %s of %s, from ply %d", long.label(), plies(m), short.label(), from+1)
		return Contained, true
	}
	where := 0
	for where < m && short.plies[where] == long.plies[where] {
		where++
	}
	j.add(odds-perSlip*float64(slips), "%d of %s agree, the first difference is at ply %d", m-slips, plies(m), where+1)
	return Near, true
}

func plies(n int) string { return parser.Count(n, "ply") }

// align returns the least number of plies to change, insert or leave out so
// that the short game is a part of the long one, and where that part begins.
// The part is at the beginning if both have the same start.
func align(short, long []uint64, anchored bool) (slips, from int) {
	equal := 0
	for equal < len(short) && short[equal] == long[equal] {
		equal++
	}
	if equal == len(short) {
		return 0, 0
	}
	if !anchored {
		for from := range len(long) - len(short) + 1 {
			if slices.Equal(short, long[from:from+len(short)]) {
				return 0, from
			}
		}
		equal = 0
	}
	rest, other := short[equal:], long[equal:]
	if len(rest)*len(other) > mostCells {
		return len(rest), 0
	}
	row, origin := make([]int, len(other)+1), make([]int, len(other)+1)
	for k := range row {
		if anchored {
			row[k] = k
		} else {
			origin[k] = k
		}
	}
	for i, ply := range rest {
		diagonal, begun := row[0], origin[0]
		row[0] = i + 1
		for k, other := range other {
			cost, start := diagonal, begun
			if ply != other {
				cost++
			}
			diagonal, begun = row[k+1], origin[k+1]
			if row[k+1]+1 < cost {
				cost, start = row[k+1]+1, origin[k+1]
			}
			if row[k]+1 < cost {
				cost, start = row[k]+1, origin[k]
			}
			row[k+1], origin[k+1] = cost, start
		}
	}
	best := 0
	for k := range row {
		if row[k] < row[best] {
			best = k
		}
	}
	return row[best], origin[best]
}

// people compares the players, also with their sides exchanged.
func (j *judgement) people(a, b *record) {
	var straight, crossed judgement
	for side := range 2 {
		straight.person(a.players[side], b.players[side], a.name(side), b.name(side))
		crossed.person(a.players[side], b.players[1-side], a.name(side), b.name(1-side))
	}
	if straight.odds < 0 && crossed.odds > 0 {
		crossed.add(swapped, "the players have exchanged sides")
		straight = crossed
	}
	j.odds += straight.odds
	j.reasons = append(j.reasons, straight.reasons...)
}

func (r *record) name(side int) string {
	if side == 0 {
		return r.First
	}
	return r.Second
}

// person compares two names of a player.
func (j *judgement) person(a, b word.Person, first, second string) {
	x, y := a.Key(), b.Key()
	switch {
	case x == "" || y == "":
	case x == y:
		j.add(sameName, "%s in both", first)
	case players.Alike(a, b) || isMisspelt(a, b):
		j.add(alikeName, "%s and %s may be one person", first, second)
	case script(first) != script(second): // may be written in many ways
	default:
		j.add(otherName, "%s is not %s", first, second)
	}
}

// roman writes Cyrillic letters in Latin ones, and Latin ones in one way of the
// several in which languages write a sound.
var roman = strings.NewReplacer(
	"а", "a", "б", "b", "в", "v", "г", "g", "д", "d", "е", "e", "ё", "e",
	"ж", "zh", "з", "z", "и", "i", "й", "i", "к", "k", "л", "l", "м", "m",
	"н", "n", "о", "o", "п", "p", "р", "r", "с", "s", "т", "t", "у", "u",
	"ф", "f", "х", "h", "ц", "ts", "ч", "ch", "ш", "sh", "щ", "shch", "ъ", "",
	"ы", "i", "ь", "", "э", "e", "ю", "iu", "я", "ia", "tsch", "ch", "tch", "ch",
	"sch", "sh", "kh", "h", "ph", "f", "w", "v", "j", "i", "y", "i",
)

// romanised splits a name into words that are spelled by one convention.
func romanised(name string) word.Person {
	p := word.SplitPerson(name)
	for i, w := range p.Words {
		p.Words[i] = roman.Replace(w)
	}
	return p
}

// isMisspelt reports whether few letters of two names differ, whatever the
// order of their words.
func isMisspelt(a, b word.Person) bool {
	sorted := func(p word.Person) string { return strings.Join(slices.Sorted(slices.Values(p.Words)), " ") }
	x, y := sorted(a), sorted(b)
	return 8*spelling.Distance(x, y) <= min(utf8.RuneCountInString(x), utf8.RuneCountInString(y))
}

// script returns the script of a name's first letter.
func script(name string) string {
	r, _ := utf8.DecodeRuneInString(name)
	for _, s := range []string{"Latin", "Cyrillic", "Greek", "Thai", "Hangul"} {
		if unicode.Is(unicode.Scripts[s], r) {
			return s
		}
	}
	return ""
}

// date compares two dates.
func (j *judgement) date(a, b string) {
	first, last, known := store.Span(a)
	from, to, given := store.Span(b)
	switch {
	case !known || !given:
	case a == b && first == last:
		j.add(sameDay, "the same day")
	case first <= to && from <= last:
		j.add(perhapsDay, "perhaps the same day: %s and %s", a, b)
	case first < last || from < to: // a part is unknown
		j.add(otherDay, "dates %s and %s", a, b)
	case differences(a, b) == 1, len(a) == 10 && a[:4] == b[:4] && a[5:7] == b[8:] && a[8:] == b[5:7]:
		j.add(slipDay, "dates %s and %s differ by a slip", a, b)
	case first == last && from == to && first/100 == from/100 && max(first-from, from-first) == 1:
		j.add(slipDay, "dates %s and %s are one day apart", a, b)
	case first == last && from == to && first/100 == from/100:
		j.add(sameMonth, "days %s and %s of one month", a, b)
	default:
		j.add(otherDay, "dates %s and %s", a, b)
	}
}

// differences counts the characters that differ between texts of one length.
func differences(a, b string) (n int) {
	if len(a) != len(b) {
		return max(len(a), len(b))
	}
	for i := range len(a) {
		if a[i] != b[i] {
			n++
		}
	}
	return n
}

// event compares events and rounds.
func (j *judgement) event(a, b *record) {
	if len(a.event) > 0 && len(b.event) > 0 {
		common := 0
		for _, w := range a.event {
			if slices.Contains(b.event, w) {
				common++
			}
		}
		if a.Event == b.Event {
			j.add(sameEvent, "the same event: %s", a.Event)
		} else if 2*common >= min(len(a.event), len(b.event)) {
			j.add(alikeEvent, "events %s and %s may be the same", strconv.Quote(a.Event), strconv.Quote(b.Event))
		} else {
			j.add(otherEvent, "events %s and %s", strconv.Quote(a.Event), strconv.Quote(b.Event))
		}
	}
	switch {
	case a.round == "" || b.round == "":
	case a.round == b.round:
		j.add(sameRound, "the same round")
	default:
		j.add(otherRound, "rounds %s and %s", a.round, b.round)
	}
}
