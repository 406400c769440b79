package web

import (
	"fmt"
	"html/template"
	"net/http"
	"net/url"

	"assay/api/chart"
	"assay/api/define"
	"assay/api/locale"
	"assay/api/ratings"
	"assay/api/rest"
)

// Bounds of the page of ratings, which has everything in its CSV file.
const (
	maxRatedVariants = 20
	maxRated         = 10  // players of each variant
	maxRatedOfOne    = 200 // players of a selected variant
)

// ratingsData is the data of the page of ratings.
type ratingsData struct {
	*ratings.Listing
	Filter    ratings.Filter
	Available []define.VariantSummary
	CSV       string                   // path of the file
	Charts    map[string]template.HTML // of a player, by variant and name
}

func (h *handler) ratings(w http.ResponseWriter, r *http.Request) error {
	d := ratingsData{Filter: ratings.Filter{Limit: maxRated}, Available: h.variants(),
		Charts: map[string]template.HTML{}}
	if err := rest.BindPage(r, rest.Few{rest.Text("variant", &d.Filter.Variant, "variant"),
		rest.Text("player", &d.Filter.Player, "player")}); err != nil {
		return err
	}
	if d.Filter.Variant != "" {
		d.Filter.Limit = maxRatedOfOne
	}
	found, err := h.archive.Ratings.List(r.Context(), d.Filter)
	if err != nil {
		return err
	}
	found.Variants = found.Variants[:min(len(found.Variants), maxRatedVariants)]
	title := locale.Of(languageOf(r)).Text(ratingsTitle)
	for _, v := range found.Variants {
		if len(v.Ratings) == 1 {
			d.Charts[v.Variant] = ratingChart(title, v.Ratings[0].History)
		}
	}
	d.Listing = found
	d.CSV = "/api/v1/ratings?" + url.Values{"variant": {d.Filter.Variant}, "player": {d.Filter.Player}, "as": {"csv"},
		"limit": {"0"}}.Encode()
	return h.render(w, r, http.StatusOK, "ratings", page{Title: "Ratings", Place: "ratings", Data: d})
}

// ratingsTitle is the title of the diagram.
const ratingsTitle = "Rating by month"

// ratingChart draws the ratings of a player with their intervals; "" with fewer
// than two months.
func ratingChart(title string, history []ratings.Point) template.HTML {
	c := new(chart.Canvas)
	var years []float64
	var points []ratings.Point
	for _, at := range history {
		var year, month int
		if _, err := fmt.Sscanf(at.Month, "%d-%d", &year, &month); err != nil {
			continue // without a date
		}
		low, high := ratings.Interval(at.Rating, at.Deviation)
		if len(points) == 0 {
			c.Y0, c.Y1 = low, high
		}
		c.Y0, c.Y1 = min(c.Y0, low), max(c.Y1, high)
		years, points = append(years, float64(year)+float64(month-1)/12), append(points, at)
	}
	if len(points) < 2 {
		return ""
	}
	c.X0, c.X1 = years[0], years[len(years)-1]
	c.Begin(title)
	c.Line(chart.Blue, len(years), func(i int) (float64, float64) { return years[i], points[i].Rating })
	for i, at := range points {
		low, high := ratings.Interval(at.Rating, at.Deviation)
		c.Interval(chart.Blue, years[i], low, high)
		c.Point(chart.Blue, years[i], at.Rating, fmt.Sprintf("%s: %.0f ± %.0f", at.Month, at.Rating, at.Deviation))
	}
	return c.End()
}
