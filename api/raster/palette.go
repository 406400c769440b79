package raster

import (
	"cmp"
	"image"
	"image/color"
	"slices"
)

// colours is how many colours an animation has; one more stands for what stays
// as it was.
const colours = 255

// exact is how many of the most frequent colours are kept as they are. The flat
// colours of a picture are among them; the rest are mixtures at its edges.
const exact = 96

// histogram counts colours.
type histogram map[color.RGBA]int

func (h histogram) count(m *image.RGBA) {
	for i := 0; i+3 < len(m.Pix); i += 4 {
		h[color.RGBA{m.Pix[i], m.Pix[i+1], m.Pix[i+2], 255}]++
	}
}

// counted is a colour of a histogram.
type counted struct {
	colour color.RGBA
	count  int
}

// palette picks the colours that stand for all those counted.
func (h histogram) palette() color.Palette {
	all := make([]counted, 0, len(h))
	for c, n := range h {
		all = append(all, counted{c, n})
	}
	slices.SortFunc(all, func(a, b counted) int {
		return cmp.Or(cmp.Compare(b.count, a.count), cmp.Compare(channels(a.colour), channels(b.colour)))
	})
	var out color.Palette
	for _, c := range all[:min(exact, len(all))] {
		out = append(out, c.colour)
	}
	if rest := all[len(out):]; len(rest) > 0 {
		for _, box := range divide(rest, colours-len(out)) {
			out = append(out, mean(box))
		}
	}
	return out
}

func channels(c color.RGBA) int { return int(c.R)<<16 | int(c.G)<<8 | int(c.B) }

// divide cuts colours into at most n boxes: again and again the box in which
// most colours lie far apart, at the median of its longest side.
func divide(all []counted, n int) [][]counted {
	boxes := [][]counted{all}
	for len(boxes) < n {
		widest, most, channel := -1, 0, 0
		for i, box := range boxes {
			c, length := longest(box)
			weight := 0
			for _, e := range box {
				weight += min(e.count, 1<<12)
			}
			if spread := length * length * weight; length > 0 && spread > most {
				widest, most, channel = i, spread, c
			}
		}
		if widest < 0 {
			break
		}
		box := boxes[widest]
		slices.SortStableFunc(box, func(a, b counted) int { return cmp.Compare(part(a.colour, channel), part(b.colour, channel)) })
		cut := 1
		for half, seen := sum(box)/2, box[0].count; cut < len(box)-1 && seen < half; cut++ {
			seen += box[cut].count
		}
		boxes[widest] = box[:cut]
		boxes = append(boxes, box[cut:])
	}
	return boxes
}

func part(c color.RGBA, channel int) int { return channels(c) >> (8 * channel) & 255 }

func sum(box []counted) int {
	n := 0
	for _, e := range box {
		n += e.count
	}
	return n
}

// longest is the channel in which a box is longest.
func longest(box []counted) (channel, length int) {
	for c := range 3 {
		low, high := 255, 0
		for _, e := range box {
			low, high = min(low, part(e.colour, c)), max(high, part(e.colour, c))
		}
		if high-low > length {
			channel, length = c, high-low
		}
	}
	return channel, length
}

func mean(box []counted) color.RGBA {
	var total [3]int
	n := sum(box)
	for _, e := range box {
		for c := range total {
			total[c] += part(e.colour, c) * e.count
		}
	}
	return color.RGBA{uint8(total[2] / n), uint8(total[1] / n), uint8(total[0] / n), 255}
}

// matcher finds the colour of a palette that is nearest to another.
type matcher struct {
	palette color.Palette
	known   map[color.RGBA]uint8
}

func (m *matcher) index(c color.RGBA) uint8 {
	if i, ok := m.known[c]; ok {
		return i
	}
	i := uint8(m.palette.Index(c))
	m.known[c] = i
	return i
}
