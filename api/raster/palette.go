package raster

import (
	"cmp"
	"image"
	"image/color"
	"slices"
)

// colours is the number of colours of an animation; one more index means
// transparent.
const colours = 255

// exact is the number of colours that are kept unchanged, the most frequent
// ones. They include the flat colours of a picture; the other colours are
// blends at edges.
const exact = 96

// histogram counts colours.
type histogram map[color.RGBA]int

func (h histogram) count(m *image.RGBA) {
	for i := 0; i+3 < len(m.Pix); i += 4 {
		h[color.RGBA{m.Pix[i], m.Pix[i+1], m.Pix[i+2], 255}]++
	}
}

// colourCount is an entry of a histogram.
type colourCount struct {
	colour color.RGBA
	count  int
}

// palette returns the colours that represent the histogram.
func (h histogram) palette() color.Palette {
	counts := make([]colourCount, 0, len(h))
	for c, n := range h {
		counts = append(counts, colourCount{c, n})
	}
	slices.SortFunc(counts, func(a, b colourCount) int {
		return cmp.Or(cmp.Compare(b.count, a.count), cmp.Compare(channels(a.colour), channels(b.colour)))
	})
	var out color.Palette
	for _, c := range counts[:min(exact, len(counts))] {
		out = append(out, c.colour)
	}
	if rest := counts[len(out):]; len(rest) > 0 {
		for _, box := range divide(rest, colours-len(out)) {
			out = append(out, mean(box))
		}
	}
	return out
}

func channels(c color.RGBA) int { return int(c.R)<<16 | int(c.G)<<8 | int(c.B) }

// divide splits colours into at most n boxes (median cut): it repeatedly splits
// the box with the greatest weighted spread at the median of its longest side.
func divide(counts []colourCount, n int) [][]colourCount {
	boxes := [][]colourCount{counts}
	for len(boxes) < n {
		widest, best, channel := -1, 0, 0
		for i, box := range boxes {
			c, length := longest(box)
			weight := 0
			for _, e := range box {
				weight += min(e.count, 1<<12)
			}
			if spread := length * length * weight; length > 0 && spread > best {
				widest, best, channel = i, spread, c
			}
		}
		if widest < 0 {
			break
		}
		box := boxes[widest]
		slices.SortStableFunc(box, func(a, b colourCount) int {
			return cmp.Compare(channelOf(a.colour, channel), channelOf(b.colour, channel))
		})
		cut := 1
		for half, seen := sum(box)/2, box[0].count; cut < len(box)-1 && seen < half; cut++ {
			seen += box[cut].count
		}
		boxes[widest] = box[:cut]
		boxes = append(boxes, box[cut:])
	}
	return boxes
}

func channelOf(c color.RGBA, channel int) int { return channels(c) >> (8 * channel) & 255 }

func sum(box []colourCount) int {
	n := 0
	for _, e := range box {
		n += e.count
	}
	return n
}

// longest returns the channel in which a box is longest.
func longest(box []colourCount) (channel, length int) {
	for c := range 3 {
		low, high := 255, 0
		for _, e := range box {
			low, high = min(low, channelOf(e.colour, c)), max(high, channelOf(e.colour, c))
		}
		if high-low > length {
			channel, length = c, high-low
		}
	}
	return channel, length
}

func mean(box []colourCount) color.RGBA {
	var total [3]int
	n := sum(box)
	for _, e := range box {
		for c := range total {
			total[c] += channelOf(e.colour, c) * e.count
		}
	}
	return color.RGBA{uint8(total[2] / n), uint8(total[1] / n), uint8(total[0] / n), 255}
}

// matcher finds the nearest colour of a palette and caches the answers.
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
