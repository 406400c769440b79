package diagram

import (
	"math"
	"strconv"
	"testing"
)

// linear returns the linear light of a colour by channel.
func linear(t *testing.T, colour Colour) (rgb [3]float64) {
	t.Helper()
	n, err := strconv.ParseUint(colour.hex[1:], 16, 24)
	if c := colour.RGBA; err == nil && int(n) != int(c.R)<<16|int(c.G)<<8|int(c.B) {
		t.Errorf("%s is %v", colour, c)
	}
	for i, part := range []uint8{colour.RGBA.R, colour.RGBA.G, colour.RGBA.B} {
		v := float64(part) / 255
		if v <= 0.04045 {
			rgb[i] = v / 12.92
		} else {
			rgb[i] = math.Pow((v+0.055)/1.055, 2.4)
		}
	}
	return rgb
}

func ratio(a, b float64) float64 { return (max(a, b) + 0.05) / (min(a, b) + 0.05) }

// contrast returns the contrast ratio of WCAG 2, from 1 to 21.
func contrast(t *testing.T, a, b Colour) float64 {
	luminance := func(c Colour) float64 {
		rgb := linear(t, c)
		return 0.2126*rgb[0] + 0.7152*rgb[1] + 0.0722*rgb[2]
	}
	return ratio(luminance(a), luminance(b))
}

func TestContrast(t *testing.T) {
	for _, tc := range []struct {
		what  string
		a, b  Colour
		least float64
	}{
		{"First's glyphs", tilePalettes[First][0].ink, tilePalettes[First][0].ground, 4.5},
		{"First's promoted glyphs", tilePalettes[First][1].ink, tilePalettes[First][1].ground, 4.5},
		{"Second's glyphs", tilePalettes[Second][0].ink, tilePalettes[Second][0].ground, 4.5},
		{"Second's promoted glyphs", tilePalettes[Second][1].ink, tilePalettes[Second][1].ground, 4.5},
		{"First's promotion mark", tilePalettes[First][1].trim, tilePalettes[First][1].ground, 4.5},
		{"Second's promotion mark", tilePalettes[Second][1].trim, tilePalettes[Second][1].ground, 4.5},
		{"the sides", tilePalettes[First][0].ground, tilePalettes[Second][0].ground, 4.5},
		{"the sides, promoted", tilePalettes[First][1].ground, tilePalettes[Second][1].ground, 4.5},
		{"First promoted and Second", tilePalettes[First][1].ground, tilePalettes[Second][0].ground, 4.5},
		{"First and Second promoted", tilePalettes[First][0].ground, tilePalettes[Second][1].ground, 4.5},
		{"First's edge on the board", tilePalettes[First][0].edge, colourLight, 4.5},
		{"First's edge on a dark square", tilePalettes[First][0].edge, colourDark, 3},
		{"Second's tile on a dark square", tilePalettes[Second][0].ground, colourDark, 3},
		{"figures of First", bodyPalettes[bare][First].ink, bodyPalettes[bare][First].ground, 4.5},
		{"figures of Second", bodyPalettes[bare][Second].ink, bodyPalettes[bare][Second].ground, 4.5},
		{"First's figures on a dark square", bodyPalettes[bare][First].edge, colourDark, 4.5},
		{"Second's figures on a dark square", bodyPalettes[bare][Second].ground, colourDark, 4.5},
		{"figures of both", bodyPalettes[bare][First].ground, bodyPalettes[bare][Second].ground, 4.5},
		{"kanji", bodyPalettes[wood][First].ink, bodyPalettes[wood][First].ground, 4.5},
		{"promoted kanji", colourWritten, bodyPalettes[wood][First].ground, 4.5},
		{"Red's characters", bodyPalettes[round][First].ink, bodyPalettes[round][First].ground, 4.5},
		{"Black's characters", bodyPalettes[round][Second].ink, bodyPalettes[round][Second].ground, 4.5},
		{"Cho's characters", bodyPalettes[octagon][First].ink, bodyPalettes[octagon][First].ground, 4.5},
		{"Han's characters", bodyPalettes[octagon][Second].ink, bodyPalettes[octagon][Second].ground, 4.5},
		{"text on the page", colourText, colourPage, 7},
		{"text in a cell", colourText, colourCell, 7},
		{"the last move's frame", colourLastEdge, colourLight, 3},
		{"a note on white", tones[ToneNote], colour("#ffffff"), 3},
		{"a warning on white", tones[ToneBad], colour("#ffffff"), 3},
		{"a hint on white", tones[ToneHint], colour("#ffffff"), 3},
		{"an aside on white", tones[ToneAside], colour("#ffffff"), 3},
		{"a doubt on its halo", tones[ToneDoubt], halos[ToneDoubt], 4.5},
	} {
		if got := contrast(t, tc.a, tc.b); got < tc.least {
			t.Errorf("%s: %s on %s has contrast %.2f, below %.1f", tc.what, tc.a, tc.b, got, tc.least)
		}
	}
	if got := contrast(t, colour("#000000"), colour("#ffffff")); got != 21 {
		t.Errorf("black on white has contrast %g, not 21", got)
	}
}

// TestColourBlind: protanopes and deuteranopes can distinguish the sides, and
// promoted from unpromoted pieces. The test simulates both in linear light by
// projecting along the missing cone's axis (Viénot, Brettel and Mollon 1999).
// This leaves a yellow and a blue channel; their slight mixing is ignored.
func TestColourBlind(t *testing.T) {
	for name, weights := range map[string][2]float64{"protanopia": {0.11238, 0.88762}, "deuteranopia": {0.29275, 0.70725}} {
		see := func(colour Colour) (yellow, blue float64) {
			rgb := linear(t, colour)
			return weights[0]*rgb[0] + weights[1]*rgb[1], rgb[2]
		}
		// distance compares the perceived lightness of both channels, each 0 to
		// 100.
		distance := func(a, b Colour) float64 {
			y1, b1 := see(a)
			y2, b2 := see(b)
			return math.Hypot(100*(math.Cbrt(y1)-math.Cbrt(y2)), 100*(math.Cbrt(b1)-math.Cbrt(b2)))
		}
		for _, pair := range [][2]Colour{
			{tilePalettes[First][0].ground, tilePalettes[Second][0].ground},
			{tilePalettes[First][0].ground, tilePalettes[First][1].ground},
			{tilePalettes[Second][0].ground, tilePalettes[Second][1].ground},
			{tilePalettes[First][1].ground, tilePalettes[Second][1].ground},
			{tilePalettes[Second][0].ink, tilePalettes[Second][1].ink},
			{colourLight, colourLast},
			{bodyPalettes[bare][First].ground, bodyPalettes[bare][Second].ground},
			{bodyPalettes[round][First].ink, bodyPalettes[round][Second].ink},
			{bodyPalettes[octagon][First].ink, bodyPalettes[octagon][Second].ink},
			{bodyPalettes[wood][First].ink, colourWritten},
		} {
			if d := distance(pair[0], pair[1]); d < 15 {
				t.Errorf("%s: %s and %s are only %.0f apart", name, pair[0], pair[1], d)
			}
		}
	}
}
