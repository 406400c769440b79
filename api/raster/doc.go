// Package raster paints the scenes of package diagram as pixels, and several of
// them as an animation.
//
// Paths are flattened, dashed, stroked and filled by gg, whose rasteriser is
// based in part on the work of the FreeType Team.
package raster
