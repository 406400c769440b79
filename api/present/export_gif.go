package present

import (
	"errors"
	"image/png"
	"io"
	"slices"

	"assay/api/diagram"
	"assay/api/publish"
	"assay/api/raster"
	"assay/api/request"
	"assay/parser"
	"assay/parser/record"
)

// writeGIF writes the game as an animation.
func (r *Replay) writeGIF(w io.Writer, o ExportOptions) (losses []string, err error) {
	if r.Game == nil {
		return nil, r.Unplayable()
	}
	if !o.Plies.Chosen() {
		o.Plies = publish.AllPlies
	}
	game, _, err := r.publication(o, showPictures)
	if err != nil {
		return nil, err
	}
	tree, losses, err := r.TreeWith(o.Annotations)
	if err != nil {
		return nil, err
	}
	losses = append(losses, tree.LostCredits(false, false)...)
	losses = append(losses, parser.LossesOf(tree.Annotated(), unpictured)...)
	if n := pictures(game); o.MaxFrames > 0 && n > o.MaxFrames {
		return nil, &request.LimitError{What: "positions of an animation", Limit: int64(o.MaxFrames)}
	}
	err = publish.WriteGIF(w, game, o.Delay, o.MaxPixels)
	if large, ok := errors.AsType[*raster.TooLarge](err); ok {
		return nil, &request.LimitError{What: "pixels of an animation", Limit: int64(large.Limit)}
	}
	return losses, err
}

// unpictured are the parts of a record that an animation does not show.
var unpictured = []record.Part{
	record.PartVariations, record.PartComments, record.PartGlyphs, record.PartClocks, record.PartTimes,
	record.PartEvaluations,
	record.PartCommands, record.PartBookmarks, record.PartTags, record.PartTrailing,
}

// WritePNG writes the picture of a scene as PNG. The error is a
// [*request.LimitError] if it has too many pixels.
func WritePNG(w io.Writer, s *diagram.Scene) error {
	var c raster.Canvas
	err := c.Draw(s)
	if large, ok := errors.AsType[*raster.TooLarge](err); ok {
		return &request.LimitError{What: "pixels of a picture", Limit: int64(large.Limit)}
	}
	if err != nil {
		return err
	}
	return png.Encode(w, c.Image)
}

// pictures counts the positions of the main line that have a diagram.
func pictures(g *publish.Game) int {
	n := 0
	for _, p := range slices.Concat([]*publish.Ply{{Position: g.Start}}, g.Moves) {
		if p.Pictured {
			n++
		}
	}
	return n
}
