package statistics

import (
	"encoding/csv"
	"io"
	"strconv"

	"assay/analysis/lab"
	"assay/api/request"
)

// WriteCSV writes a row per figure: shares in percent with their interval, and
// lengths in plies.
func (r *Report) WriteCSV(w io.Writer) error {
	rows := [][]string{{"variant", "group", "figure", "name", "games", "value", "low", "high"}}
	for i := range r.Groups {
		g := &r.Groups[i]
		row := func(figure, name string, games int, value ...float64) {
			cells := []string{g.Variant, request.EscapeFormula(g.Value), figure, request.EscapeFormula(name),
				strconv.Itoa(games), "", "", ""}
			for k, v := range value {
				cells[len(cells)-3+k] = strconv.FormatFloat(v, 'f', -1, 64)
			}
			rows = append(rows, cells)
		}
		share := func(figure, name string, games int, e lab.Estimate) {
			row(figure, name, games, e.Value, e.Low, e.High)
		}
		for _, result := range g.Results.list() {
			share("result", result.name, result.games, lab.Share(result.games, 0, g.Games-result.games))
		}
		if g.Score != nil {
			share("score", "", g.Score.Games, *g.Score)
		}
		for _, l := range g.Lengths.list() {
			row("plies", l.name, g.Games, l.plies)
		}
		for _, e := range g.Endings {
			share("ending", e.Name, e.Games, e.Share)
		}
		for _, o := range g.Openings {
			share("opening", o.Name, o.Games, o.Share)
		}
	}
	return csv.NewWriter(w).WriteAll(rows)
}

type namedResult struct {
	name  string
	games int
}

func (r *Results) list() []namedResult {
	return []namedResult{{"won", r.Won}, {"drawn", r.Drawn}, {"lost", r.Lost}, {"both lost", r.BothLost},
		{"unfinished", r.Unfinished}}
}

type namedLength struct {
	name  string
	plies float64
}

func (l *Lengths) list() []namedLength {
	return []namedLength{{"shortest", float64(l.Shortest)}, {"lower quartile", l.Lower}, {"median", l.Median},
		{"upper quartile", l.Upper}, {"longest", float64(l.Longest)}}
}
