package publish

import (
	"fmt"
	"html/template"

	"assay/api/diagram"
	"assay/api/player"
)

// gameData is a game for the page's script: one node per ply ID, nil for plies
// without a position.
type gameData struct {
	View  *player.View   `json:"view"`
	Nodes []*player.Node `json:"nodes"`
}

// data returns the script's data.
func (p *sectionWriter) data() template.JS {
	text, err := p.played()
	if err != nil && p.err == nil {
		p.err = err
	}
	return scriptJSON(text)
}

func (p *sectionWriter) played() (*gameData, error) {
	artist := sheetArtist{p.sheet}
	view, err := player.NewView(artist, p.Start.Scene)
	if err != nil {
		return nil, err
	}
	out := &gameData{View: view}
	var filled [][]player.Filled
	add := func(before int, at *Position) error {
		scene, hash := at.Scene, ""
		if p.hashed && at.Hash != 0 {
			hash = fmt.Sprintf("%08x", at.Hash)
		}
		if scene == nil || before >= 0 && out.Nodes[before] == nil {
			out.Nodes, filled = append(out.Nodes, nil), append(filled, nil)
			return nil
		}
		now, err := player.Fill(artist, scene)
		if err != nil {
			return err
		}
		var from []player.Filled
		if before >= 0 {
			from = filled[before]
		}
		filled = append(filled, now)
		out.Nodes = append(out.Nodes, &player.Node{
			Parent: before, Turn: int(scene.Turn), Hash: hash, Changes: player.Changes(from, now), Last: scene.LastMove,
			Marks: player.Marks(scene),
		})
		return nil
	}
	if err := add(-1, &p.Start); err != nil {
		return nil, err
	}
	for s := range p.steps() {
		if s.kind != stepPly {
			continue
		}
		if err := add(s.before, &s.ply.Position); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// sheetArtist draws on a page's sheet, to which the views of all games refer.
type sheetArtist struct{ *diagram.Sheet }

func (s sheetArtist) Number(p *diagram.Piece) (int, error) {
	n, err := s.Piece(p)
	return n - 1, err
}

func (s sheetArtist) Way(scene *diagram.Scene) (player.Way, *diagram.Layout, error) {
	board, err := s.Board(scene)
	if err != nil {
		return player.Way{}, nil, err
	}
	use := func(part string) string { return fmt.Sprintf(`<use href="#%s%s"/>`, board.ID, part) }
	return player.Way{
		Width: board.Width, Height: board.Height, Ground: use("g"), Frame: use("h"),
		Captions: [][2]string{{use("c0"), use("c0t")}, {use("c1"), use("c1t")}},
	}, board.Layout, nil
}

// symbols returns the pieces of all games.
func (s sheetArtist) symbols() []player.Symbol {
	out := []player.Symbol{}
	for i, p := range s.Pieces() {
		use := fmt.Sprintf(`<use href="#%sp%d`, sheetPrefix, i+1)
		out = append(out, player.Symbol{Name: p.Name, Letter: p.Letter, Side: int(p.Side),
			SVG: [2]string{use + `"/>`, use + `f"/>`}})
	}
	return out
}
