package statistics

import (
	"cmp"
	"encoding/binary"
	"maps"
	"math"
	"slices"

	"assay/analysis/lab"
	"assay/api/chart"
	"assay/store"
)

// add counts a game. second reports that the group is of its second
// player.
func (t *tally) add(g *store.Game, s *start, second bool) {
	t.Games++
	t.Side = cmp.Or(t.Side, s.side)
	t.lengths[g.Plies]++
	t.endings[g.Termination]++
	opening := ""
	if g.Start == s.fen {
		_, size := binary.Uvarint(g.Moves)
		opening = s.moves[string(g.Moves[:max(size, 0)])]
	}
	if opening == "" {
		t.OtherStarts++
	} else {
		t.openings[opening]++
	}
	won, lost := "1-0", "0-1"
	if second {
		won, lost = lost, won
	}
	switch g.Result {
	case won:
		t.Results.Won++
	case lost:
		t.Results.Lost++
	case "1/2-1/2":
		t.Results.Drawn++
	case "0-0":
		t.Results.BothLost++
	default:
		t.Results.Unfinished++
	}
}

// end returns the report.
func (c *census) end() *Report {
	for _, t := range c.groups {
		c.report.Groups = append(c.report.Groups, t.group())
	}
	slices.SortFunc(c.report.Groups, func(a, b Group) int {
		order := cmp.Compare(a.Variant, b.Variant)
		if c.by != Year {
			order = cmp.Or(order, cmp.Compare(b.Games, a.Games))
		} else if (a.Value == "") != (b.Value == "") { // unknown years are last
			return cmp.Or(order, cmp.Compare(b.Value, a.Value))
		}
		return cmp.Or(order, cmp.Compare(a.Value, b.Value))
	})
	return c.report
}

// group returns the statistics of the counts.
func (t *tally) group() Group {
	r := t.Results
	if r.Unfinished < t.Games {
		score := lab.Share(r.Won, r.Drawn, r.Lost+r.BothLost)
		t.Score = &score
	}
	plies := slices.Sorted(maps.Keys(t.lengths))
	at := func(rank int) float64 { // the length with a rank from 0
		for _, n := range plies {
			if rank -= t.lengths[n]; rank < 0 {
				return float64(n)
			}
		}
		return float64(plies[len(plies)-1])
	}
	quantile := func(q float64) float64 {
		rank, part := math.Modf(q * float64(t.Games-1))
		low := at(int(rank))
		return low + part*(at(int(rank)+1)-low)
	}
	t.Lengths = Lengths{plies[0], quantile(0.25), quantile(0.5), quantile(0.75), plies[len(plies)-1]}
	if t.By == Variant {
		bars := chart.CountMap(t.lengths)
		t.Histogram = &bars
	}
	t.Endings, t.Openings = shares(t.endings, t.Games), shares(t.openings, t.Games-t.OtherStarts)
	return t.Group
}

// shares returns the shares of counts in a number of games, the most frequent
// first.
func shares(counts map[string]int, games int) []Share {
	all := make([]Share, 0, len(counts))
	for name, n := range counts {
		all = append(all, Share{name, n, lab.Share(n, 0, games-n)})
	}
	slices.SortFunc(all, func(a, b Share) int {
		return cmp.Or(cmp.Compare(b.Games, a.Games), cmp.Compare(a.Name, b.Name))
	})
	return all
}
