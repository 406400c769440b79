package chart

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"
	"testing"
)

// TestTicks returns few round values within the bounds.
func TestTicks(t *testing.T) {
	for _, row := range []struct {
		low, high float64
		want      string
	}{
		{0, 100, "[0 20 40 60 80 100]"}, {0, 1, "[0 0.2 0.4 0.6000000000000001 0.8 1]"}, {1987, 2024, "[1990 2000 2010 2020]"},
		{-1, 1, "[-1 0 1]"}, {5, 5, "[5]"}, {0, 7000, "[0 2000 4000 6000]"},
	} {
		if got := fmt.Sprint(Ticks(row.low, row.high)); got != row.want {
			t.Errorf("%v to %v: %s, want %s", row.low, row.high, got, row.want)
		}
	}
}

// TestBars puts every number into one bar.
func TestBars(t *testing.T) {
	for _, row := range []struct {
		numbers []int
		want    string
	}{
		{nil, "{1 [0]}"}, {[]int{0}, "{1 [1]}"}, {[]int{0, 2, 2}, "{1 [1 0 2]}"},
		{[]int{29, 29}, "{1 [0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 2]}"},
		{[]int{1, 30}, "{2 [1 0 0 0 0 0 0 0 0 0 0 0 0 0 0 1]}"},
	} {
		if got := fmt.Sprint(Count(row.numbers)); got != row.want {
			t.Errorf("%v: %s, want %s", row.numbers, got, row.want)
		}
	}
	if b := Count([]int{12345}); len(b.Counts) > maxBars {
		t.Errorf("%d bars", len(b.Counts))
	}
}

// TestCanvas draws well-formed pictures whose texts are escaped, and no point
// outside the axes.
func TestCanvas(t *testing.T) {
	c := &Canvas{X0: 1990, X1: 1990, Y1: 100}
	c.Begin("a < b & c")
	c.Line(Blue, 2, func(i int) (float64, float64) { return 1990, float64(1000 * i) })
	c.Interval(Red, 1990, -50, 150)
	c.Point(Red, 1990, 50, "<50>")
	for _, picture := range []string{string(c.End()), string(Histogram("Lengths", Count([]int{3, 4, 4})))} {
		d := xml.NewDecoder(strings.NewReader(picture))
		for {
			if _, err := d.Token(); err == io.EOF {
				break
			} else if err != nil {
				t.Fatalf("%v in %s", err, picture)
			}
		}
		if !strings.Contains(picture, `role="img"><title>`) {
			t.Errorf("no title: %s", picture)
		}
	}
	if picture := c.String(); !strings.Contains(picture, "M44.0 192.0L44.0 12.0") ||
		!strings.Contains(picture, `d="M44.0 192.0V12.0"`) || !strings.Contains(picture, "&lt;50&gt;") {
		t.Error(picture)
	}
}
