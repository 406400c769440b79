package api

import (
	"sync"

	"assay/analysis/rules"
	"assay/analysis/variant"
	"assay/api/diagram"
)

// maxPictures is how many pictures are kept as they were read.
const maxPictures = 512

// drawings are the pictures of definitions as they were read last, by their
// texts; nil for one that cannot be drawn.
var drawings struct {
	sync.Mutex
	read map[string]*diagram.Picture
}

// pictureOf is the picture that a definition has of a kind of piece, nil for
// none. One that is refused, which a check of the definition tells, is none.
func pictureOf(r *rules.Rules, t rules.PieceType) *diagram.Picture {
	dress := r.Definition().Dress
	if dress == nil {
		return nil
	}
	p, ok := dress.Pictures.Get(r.Letter(t))
	if !ok {
		return nil
	}
	drawings.Lock()
	defer drawings.Unlock()
	read, known := drawings.read[p.Text]
	if !known {
		if len(drawings.read) >= maxPictures || drawings.read == nil {
			drawings.read = map[string]*diagram.Picture{}
		}
		read, _ = diagram.ParsePicture(p.Text)
		drawings.read[p.Text] = read
	}
	return read
}

// hasPictures reports whether a definition has pictures of its own.
func hasPictures(d *variant.Definition) bool { return d.Dress != nil && d.Dress.Pictures.Len() > 0 }
