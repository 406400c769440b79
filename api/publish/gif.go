package publish

import (
	"cmp"
	"io"
	"slices"
	"time"

	"assay/api/diagram"
	"assay/api/raster"
)

// DefaultDelay is how long a position of an animation is shown.
const DefaultDelay = 800 * time.Millisecond

// lingering is how many times as long the last position is shown.
const lingering = 4

// WriteGIF writes the pictured positions of the main line as an animation, each
// shown for the delay, the last one longer. Together they have maxPixels at
// most, where that is not 0. A game without any has no frames: the error is
// then a [*NoPictures], else a [*raster.TooLarge], or that of drawing or of the
// writer.
func WriteGIF(w io.Writer, g *Game, delay time.Duration, maxPixels int) error {
	var scenes []*diagram.Scene
	add := func(p *Position) {
		if p.Pictured && p.Scene != nil {
			upright := *p.Scene
			upright.Flip = false // a board that turns round cannot be followed
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
		Coloured:  coloured(scenes),
		MaxPixels: maxPixels,
		Scene:     func(i int) *diagram.Scene { return scenes[i] },
		Delay: func(i int) time.Duration {
			if i == len(scenes)-1 {
				return lingering * delay
			}
			return delay
		},
	}
	return a.Write(w)
}

// coloured lists the first scenes with marks and arrows of each tone, whose
// colours no other scene may have.
func coloured(scenes []*diagram.Scene) []int {
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

// NoPictures says that a game has none of the positions asked for.
type NoPictures struct{}

func (*NoPictures) Error() string { return "the game has none of the positions asked for" }
