// Package raster paints scenes of package diagram as pixels, and sequences of
// them as animated GIF.
//
// Paths are flattened, dashed, stroked and filled by gg. Its rasteriser is
// based in part on the work of the FreeType Team.
package raster
