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

// count counts the colours of a picture. It collects those of runs and edges
// before it adds them.
func (h histogram) count(m *image.RGBA) {
	var recent [1 << 10]colourCount // by a hash of the colour
	at := &recent[0]
	for i := 0; i+3 < len(m.Pix); i += 4 {
		if c := (color.RGBA{m.Pix[i], m.Pix[i+1], m.Pix[i+2], 255}); c != at.colour {
			if at = &recent[hash(c)%uint32(len(recent))]; at.colour != c {
				h.add(at)
				*at = colourCount{colour: c}
			}
		}
		at.count++
	}
	for i := range recent {
		h.add(&recent[i])
	}
}

func (h histogram) add(c *colourCount) {
	if c.count > 0 {
		h[c.colour] += c.count
	}
}

// hash returns a hash of an opaque colour.
func hash(c color.RGBA) uint32 { return uint32(channels(c)) * 0x9e3779b1 >> 20 }

// colourCount is an entry of a histogram.
type colourCount struct {
	colour color.RGBA
	count  int
}

// palette returns at most n colours that represent the histogram. The most
// frequent ones, up to exact, are unchanged.
func (h histogram) palette(n, exact int) color.Palette {
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
		for _, box := range divide(rest, n-len(out)) {
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

// matcher finds the nearest colour of a palette and caches the answers by a
// hash of the colour.
type matcher struct {
	palette color.Palette
	known   [1 << 12]struct {
		colour color.RGBA // transparent if there is none
		index  uint8
	}
}

func (m *matcher) index(c color.RGBA) uint8 {
	k := &m.known[hash(c)]
	if k.colour != c {
		k.colour, k.index = c, uint8(m.palette.Index(c))
	}
	return k.index
}
