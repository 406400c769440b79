package present

import (
	"assay/analysis/lru"
	"assay/analysis/rules"
	"assay/analysis/variant"
	"assay/api/diagram"
)

// maxPictureBytes bounds the cache of parsed pictures.
const maxPictureBytes = 16 << 20

// pictureCache caches the pictures of definitions by their text; nil for one
// that cannot be drawn.
var pictureCache = lru.New[string, *diagram.Picture](maxPictureBytes)

// pictureOf returns the definition's own picture of a piece type. It returns
// nil if there is none or it is invalid; the check of the definition reports
// invalid pictures.
func pictureOf(r *rules.Rules, t rules.PieceType) *diagram.Picture {
	theme := r.Definition().Appearance
	if theme == nil {
		return nil
	}
	p, ok := theme.Pictures.Get(r.Letter(t))
	if !ok {
		return nil
	}
	if picture, cached := pictureCache.Get(p.Text); cached {
		return picture
	}
	picture, _ := diagram.ParsePicture(p.Text)
	size := int64(len(p.Text))
	if picture != nil {
		size += variant.SizeOf(picture)
	}
	return pictureCache.Add(p.Text, picture, size)
}

// hasPictures reports whether a definition has pictures of its own.
func hasPictures(d *variant.Definition) bool {
	return d.Appearance != nil && d.Appearance.Pictures.Len() > 0
}
