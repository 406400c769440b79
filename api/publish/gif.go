package publish

import (
	"cmp"
	"io"
	"slices"
	"time"

	"assay/api/diagram"
	"assay/api/raster"
)

// DefaultDelay is the time for which an animation shows each position.
const DefaultDelay = 800 * time.Millisecond

// lastFrameFactor is the number of delays for which the last position is shown.
const lastFrameFactor = 4

// WriteGIF writes the main line's positions that have diagrams as an animation,
// each shown for the delay, the last one longer. maxPixels bounds all frames
// together; 0 means no limit. Errors are [*NoPictures] if there are no frames,
// [*raster.TooLarge], or errors of drawing or of the writer.
func WriteGIF(w io.Writer, g *Game, delay time.Duration, maxPixels int) error {
	var scenes []*diagram.Scene
	add := func(p *Position) {
		if p.Pictured && p.Scene != nil {
			upright := *p.Scene
			upright.Flip = false // a rotating board cannot be followed
			scenes = append(scenes, &upright)
		}
	}
	add(&g.Start)
	for _, ply := range g.Moves {
		add(&ply.Position)
	}
	if len(scenes) == 0 {
		return &NoPictures{}
	}
	delay = cmp.Or(delay, DefaultDelay)
	a := raster.Animation{
		Frames:    len(scenes),
		Coloured:  firstWithTones(scenes),
		MaxPixels: maxPixels,
		Scene:     func(i int) *diagram.Scene { return scenes[i] },
		Delay: func(i int) time.Duration {
			if i == len(scenes)-1 {
				return lastFrameFactor * delay
			}
			return delay
		},
	}
	return a.Write(w)
}

// firstWithTones returns, for each tone, the first scene with marks or arrows
// of that tone. Other scenes may not contain these colours.
func firstWithTones(scenes []*diagram.Scene) []int {
	var out []int
	known := map[diagram.Tone]bool{}
	for i, s := range scenes {
		var tones []diagram.Tone
		for _, m := range s.Marks {
			tones = append(tones, m.Tone)
		}
		for _, a := range s.Arrows {
			tones = append(tones, a.Tone)
		}
		if slices.ContainsFunc(tones, func(t diagram.Tone) bool { return !known[t] }) {
			out = append(out, i)
		}
		for _, t := range tones {
			known[t] = true
		}
	}
	return out
}

// NoPictures reports that a game has none of the requested positions.
type NoPictures struct{}

func (*NoPictures) Error() string { return "the game has none of the requested positions" }
