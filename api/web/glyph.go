package web

import (
	"strconv"
	"strings"

	"assay/api/publish"
)

// glyphSigns are the signs of annotation glyphs by number.
var glyphSigns = func() map[int]string {
	signs := map[int]string{}
	for _, g := range publish.Glyphs() {
		signs[g.Number] = g.Sign
	}
	return signs
}()

// nagText returns the signs of a move's glyphs.
func nagText(nags []int) string {
	var out []string
	for _, n := range nags {
		sign, ok := glyphSigns[n]
		if !ok {
			sign = "$" + strconv.Itoa(n)
		}
		out = append(out, sign)
	}
	return strings.Join(out, " ")
}
