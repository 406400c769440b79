package web

import (
	"errors"
	"fmt"
	"html/template"
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"assay/analysis/lab"
	"assay/api/chart"
	"assay/api/define"
	"assay/api/locale"
	"assay/api/rest"
	"assay/api/search"
	"assay/api/statistics"
	"assay/index/query"
)

// Bounds of the page of statistics, which has everything in its CSV file.
const (
	maxCharted      = 8   // variants with charts
	maxStatistics   = 200 // rows of the table of groups
	maxStatisticRow = 10  // rows of the other tables
)

// statisticsData is the data of the page of statistics.
type statisticsData struct {
	Filter      map[string]string
	Variants    []define.VariantSummary
	Groups      []statistics.Group // at most maxStatistics
	More        int                // groups that are not in Groups
	Invalid     int
	Charts      []variantCharts
	CSV         string // path of the file
	FilterError error
	MayMine     bool // the caller's account is linked to a player
}

// variantCharts are the diagrams and tables of a variant.
type variantCharts struct {
	Variant                 string
	Results, Lengths, Years template.HTML // "" for none
	Endings, Openings       []statistics.Share
}

// statisticsTexts are the titles of the diagrams.
var statisticsTexts = []string{"Results", "Lengths in plies", "Score of the first player by year, in percent", "won",
	"drawn", "lost", "other"}

func (h *handler) statistics(w http.ResponseWriter, r *http.Request) error {
	d := statisticsData{Filter: map[string]string{}, Variants: h.variants()}
	d.MayMine = h.isLinked(r)
	conditions := url.Values{}
	for _, name := range append([]string{"query", "by"}, filterFields...) {
		d.Filter[name] = r.URL.Query().Get(name)
		if d.Filter[name] != "" {
			conditions.Set(name, d.Filter[name])
		}
	}
	conditions.Set("as", "csv")
	d.CSV = "/api/v1/statistics?" + conditions.Encode()
	var p rest.StatisticsParameters
	err := rest.BindPage(r, &p)
	var found *statistics.Report
	if err == nil {
		found, err = h.archive.Statistics(r.Context(), p.Selection, p.By, search.MaxSearch)
	}
	status := http.StatusOK
	switch {
	case err == nil:
		d.fill(found, locale.Of(languageOf(r)).Text)
	case isFilterError(err), errors.As(err, new(*query.Error)), errors.As(err, new(*search.SearchTimeoutError)):
		d.FilterError, status = err, http.StatusBadRequest
	default:
		return err
	}
	return h.render(w, r, status, "statistics", page{Title: "Statistics", Place: "statistics", Data: d})
}

// fill adds a report. text translates the titles of diagrams.
func (d *statisticsData) fill(found *statistics.Report, text func(string) string) {
	d.Groups, d.Invalid = found.Groups, found.Invalid
	var charted []variantCharts
	for _, g := range mostGames(found.Groups) {
		c := variantCharts{Variant: g.Variant}
		switch g.By {
		case statistics.Variant:
			c.Results = chart.Stack(text("Results"), resultParts(&g, text))
			c.Lengths = chart.Histogram(text("Lengths in plies"), *g.Histogram)
			c.Endings = g.Endings[:min(len(g.Endings), maxStatisticRow)]
			c.Openings = g.Openings[:min(len(g.Openings), maxStatisticRow)]
		case statistics.Year:
			if c.Years = yearChart(found.Groups, g.Variant, text(statisticsTexts[2])); c.Years == "" {
				continue
			}
		default:
			continue
		}
		charted = append(charted, c)
	}
	d.Charts = charted
	if len(d.Groups) > maxStatistics {
		d.Groups, d.More = d.Groups[:maxStatistics], len(d.Groups)-maxStatistics
	}
}

// mostGames returns a group of each of the variants with the most games.
func mostGames(groups []statistics.Group) []statistics.Group {
	games := map[string]int{}
	var firsts []statistics.Group
	for _, g := range groups {
		if games[g.Variant] == 0 {
			firsts = append(firsts, g)
		}
		games[g.Variant] += g.Games
	}
	slices.SortStableFunc(firsts, func(a, b statistics.Group) int { return games[b.Variant] - games[a.Variant] })
	return firsts[:min(len(firsts), maxCharted)]
}

func resultParts(g *statistics.Group, text func(string) string) []chart.Part {
	share := func(games int) float64 { return float64(games) / float64(g.Games) }
	r := g.Results
	return []chart.Part{{Name: text("won"), Share: share(r.Won), Colour: chart.Blue, Opacity: 1},
		{Name: text("drawn"), Share: share(r.Drawn), Colour: "currentColor", Opacity: .4},
		{Name: text("lost"), Share: share(r.Lost), Colour: chart.Red, Opacity: 1},
		{Name: text("other"), Share: share(r.BothLost + r.Unfinished), Colour: "currentColor", Opacity: .15}}
}

// yearChart draws the scores of a variant by year with their intervals; "" with
// fewer than two years.
func yearChart(groups []statistics.Group, variant, title string) template.HTML {
	var years []float64
	var scores []lab.Estimate
	for _, g := range groups {
		if year, err := strconv.Atoi(g.Value); g.Variant == variant && err == nil && g.Score != nil {
			years, scores = append(years, float64(year)), append(scores, *g.Score)
		}
	}
	if len(years) < 2 {
		return ""
	}
	c := &chart.Canvas{X0: years[0], X1: years[len(years)-1], Y1: 100}
	c.Begin(title)
	c.Line(chart.Blue, len(years), func(i int) (float64, float64) { return years[i], scores[i].Value })
	for i, e := range scores {
		c.Interval(chart.Blue, years[i], e.Low, e.High)
		c.Point(chart.Blue, years[i], e.Value, fmt.Sprintf("%.0f: %s", years[i], percent(e)))
	}
	return c.End()
}

// percent returns an estimate with its interval.
func percent(e lab.Estimate) string {
	return fmt.Sprintf("%.1f %% (%.1f–%.1f)", e.Value, e.Low, e.High)
}
