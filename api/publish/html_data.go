package publish

import (
	"fmt"
	"html/template"
	"slices"

	"assay/api/diagram"
	"assay/api/player"
)

// gameData is a game for the page's script: one node per ply ID, nil for plies
// without a position.
type gameData struct {
	View  *player.View  `json:"view,omitempty"` // nil if pages share it
	Nodes []*packedNode `json:"nodes"`
}

// packedNode is a [player.Node] without what the script can restore: the
// previous node as parent, the other side to move, a symbol of -1, a count of
// 1, and the squares of a move that changes only those.
type packedNode struct {
	Parent  *int       `json:"p,omitempty"`
	Turn    *int       `json:"s,omitempty"`
	Changes [][]int    `json:"d"`
	Last    *[]int     `json:"l,omitempty"`
	Hash    string     `json:"h,omitempty"`
	Marks   [][]string `json:"k,omitempty"`
}

// pack packs a node; turn is the side to move at its parent.
func pack(n *player.Node, number, turn int) *packedNode {
	out := &packedNode{Changes: [][]int{}, Hash: n.Hash, Marks: n.Marks}
	if n.Parent != number-1 {
		out.Parent = &n.Parent
	}
	if n.Parent < 0 || n.Turn != 1-turn {
		out.Turn = &n.Turn
	}
	for _, c := range n.Changes {
		switch {
		case c[1] < 0:
			out.Changes = append(out.Changes, c[:1])
		case c[2] == 1:
			out.Changes = append(out.Changes, c[:2])
		default:
			out.Changes = append(out.Changes, c[:])
		}
	}
	var usual []int
	if c := out.Changes; len(c) == 2 && len(c[0]) == 2 && len(c[1]) == 1 {
		usual = []int{c[1][0], c[0][0]}
	}
	if !slices.Equal(n.Last, usual) {
		last := append([]int{}, n.Last...)
		out.Last = &last
	}
	return out
}

// data returns the script's data.
func (p *sectionWriter) data() template.JS {
	text, err := p.played()
	if err == nil && p.shared {
		p.view, text.View = text.View, nil
	}
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
	var turns []int
	add := func(before int, at *Position) error {
		scene, hash := at.Scene, ""
		if p.hashed && at.Hash != 0 {
			hash = fmt.Sprintf("%08x", at.Hash)
		}
		if scene == nil || before >= 0 && out.Nodes[before] == nil {
			out.Nodes, filled, turns = append(out.Nodes, nil), append(filled, nil), append(turns, 0)
			return nil
		}
		now, err := player.Fill(artist, scene)
		if err != nil {
			return err
		}
		var from []player.Filled
		turn := 0
		if before >= 0 {
			from, turn = filled[before], turns[before]
		}
		filled, turns = append(filled, now), append(turns, int(scene.Turn))
		out.Nodes = append(out.Nodes, pack(&player.Node{
			Parent: before, Turn: int(scene.Turn), Hash: hash, Changes: player.Changes(from, now), Last: scene.LastMove,
			Marks: player.Marks(scene),
		}, len(out.Nodes), turn))
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
