// Package raster turns the pictures of package diagram into pixels, and
// several of them into an animation.
//
// It reads the part of SVG that those pictures are made of: paths, rectangles,
// one line texts, and groups with transforms and inherited attributes. Whatever
// else a picture holds is an [*Unsupported], not left out in silence.
package raster
