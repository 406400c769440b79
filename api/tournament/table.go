package tournament

import (
	"html/template"
	"io"
	"math"
	"strconv"
	"strings"
)

// maxColumns bounds the rounds of a crosstable in HTML.
const maxColumns = 60

// Cell formats a round as crosstables do: number of the opponent in the table,
// colour and result, such as 12w1, or the code of a bye.
func (r Round) Cell(opponent int) string {
	result := string(byte(r.Result))
	switch {
	case r.Opponent == 0 && r.Result == None:
		return ""
	case r.Opponent == 0:
		return strings.ToLower(result)
	case r.Result == Draw:
		result = "½"
	case r.Result == None:
		result = "*"
	}
	colour := string(r.Colour)
	if r.Colour == '-' {
		colour = ""
	}
	return strconv.Itoa(opponent) + colour + result
}

// FormatPoints formats points or the value of a tie-break, "" for none.
func FormatPoints(value float64) string {
	if math.IsNaN(value) {
		return ""
	}
	return strconv.FormatFloat(math.Round(value*100)/100, 'f', -1, 64)
}

// tableRow is a row of a crosstable.
type tableRow struct {
	Number, Place                   int
	Title, Name, Federation, Rating string
	Points                          string
	TieBreaks, Cells                []string
}

var page = template.Must(template.New("").Parse(`<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>{{.Name}}</title>
<style>
:root { color-scheme: light dark; font: 1rem/1.4 system-ui, sans-serif }
body { margin: 1rem } div { overflow-x: auto }
table { border-collapse: collapse } th, td { padding: .2rem .5rem; text-align: left; white-space: nowrap }
tr + tr, tbody tr { border-top: 1px solid #8886 } .n { text-align: right; font-variant-numeric: tabular-nums }
</style></head><body>
<h1>{{.Name}}</h1>{{with .About}}
<p>{{.}}</p>{{end}}
<div tabindex="0" role="region" aria-label="Standings"><table>
<thead><tr><th class="n" scope="col">Row</th><th class="n" scope="col">Place</th><th scope="col">Player</th>` +
	`<th scope="col">Federation</th><th class="n" scope="col">Rating</th>` +
	`{{range .Rounds}}<th scope="col">Round {{.}}</th>{{end}}<th class="n" scope="col">Points</th>` +
	`{{range .Codes}}<th class="n" scope="col">{{.}}</th>{{end}}</tr></thead>
<tbody>{{range .Rows}}
<tr><td class="n">{{.Number}}</td><td class="n">{{.Place}}</td>` +
	`<th scope="row">{{with .Title}}{{.}} {{end}}<bdi>{{.Name}}</bdi></th>` +
	`<td>{{.Federation}}</td><td class="n">{{.Rating}}</td>{{range .Cells}}<td>{{.}}</td>{{end}}` +
	`<td class="n"><strong>{{.Points}}</strong></td>{{range .TieBreaks}}<td class="n">{{.}}</td>{{end}}</tr>{{end}}
</tbody></table></div>
<p>Each round has the row of the opponent, the colour and the result. Byes: h half point, f full point, ` +
	`u allocated, z none. Forfeits: + and −.</p>
</body></html>
`))

// WriteHTML writes standings with a crosstable by round as a page.
func (t *Tournament) WriteHTML(w io.Writer, rows []Standing, codes []string) error {
	about := []string{}
	for _, part := range []string{t.City, t.Federation, strings.Trim(t.From+" – "+t.To, " –"), t.TimeControl} {
		if part != "" {
			about = append(about, part)
		}
	}
	data := struct {
		Name, About string
		Rounds      []int
		Codes       []string
		Rows        []tableRow
	}{t.Name, strings.Join(about, ", "), nil, codes, make([]tableRow, len(rows))}
	rounds := t.LastRound()
	if rounds > maxColumns {
		rounds = 0
	}
	for round := range rounds {
		data.Rounds = append(data.Rounds, round+1)
	}
	numbers := map[int]int{}
	for i := range rows {
		numbers[rows[i].Player.Number] = i + 1
	}
	for i := range rows {
		p := rows[i].Player
		row := tableRow{Number: i + 1, Place: rows[i].Place, Title: p.Title, Name: p.Name, Federation: p.Federation,
			Points: FormatPoints(rows[i].Points)}
		if p.Rating > 0 {
			row.Rating = strconv.Itoa(p.Rating)
		}
		for _, value := range rows[i].TieBreaks {
			row.TieBreaks = append(row.TieBreaks, FormatPoints(value))
		}
		for _, round := range data.Rounds {
			g := p.Round(round)
			row.Cells = append(row.Cells, g.Cell(numbers[g.Opponent]))
		}
		data.Rows[i] = row
	}
	return page.Execute(w, data)
}
