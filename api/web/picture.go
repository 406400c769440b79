package web

import (
	"fmt"
	"strings"

	"assay/api/player"
)

// picture returns a position as one SVG, which the scripts can take over.
func picture(v *player.View, at []player.Filled, last []int, label string) string {
	var b strings.Builder
	w := &v.Ways[0]
	fmt.Fprintf(&b, `<svg class="board" data-symbols="b0" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %g %g" preserveAspectRatio="xMidYMin" role="img" aria-label="%s"><defs>`, w.Width, w.Height, escape(label))
	used := map[int]bool{}
	for _, f := range at {
		if !used[f[1]] {
			used[f[1]] = true
			fmt.Fprintf(&b, `<g id="b0-%d">%s</g>`, f[1], v.Symbols[f[1]].SVG[0])
		}
	}
	b.WriteString("</defs><g>" + w.Ground + `</g><g class="last">`)
	for _, place := range last {
		x, y := w.Points[place][0], w.Points[place][1]
		fmt.Fprintf(&b, `<rect x="%g" y="%g" width="40" height="40"/>`, x-20, y-20)
	}
	b.WriteString(`</g><g></g><g class="pieces" stroke-linejoin="round" stroke-linecap="round">`)
	for _, f := range at {
		point := w.Points[f[0]]
		fmt.Fprintf(&b, `<use data-at="%d" href="#b0-%d" transform="translate(%g %g)scale(%g)"/>`, f[0], f[1], point[0],
			point[1], point[2])
		if f[2] > 1 {
			fmt.Fprintf(&b, `<text class="count" x="%g" y="%g">%d</text>`, point[0]+14.5, point[1]+11, f[2])
		}
	}
	b.WriteString(`</g></svg>`)
	return b.String()
}

var escaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&#34;")

func escape(s string) string { return escaper.Replace(s) }
