package diagram

import "strconv"

// numerals are the kanji numbers of ranks and files.
var numerals = []string{"", "一", "二", "三", "四", "五", "六", "七", "八", "九", "十", "十一", "十二", "十三", "十四", "十五", "十六"}

// numeral returns a number in kanji, or in digits if it is too large.
func numeral(n int) string {
	if n < len(numerals) {
		return numerals[n]
	}
	return strconv.Itoa(n)
}

// coordinates draws the labels along the edges of the board.
func (p *painter) coordinates() {
	if len(p.FileLabels)+len(p.RankLabels) == 0 {
		return
	}
	if p.Style == StyleHexagons {
		p.hexCoordinates()
		return
	}
	b := p.layout.Board
	above, below := b.Y-4.5, b.Y+b.H+11.5
	left, right := b.X-8.5, b.X+b.W+8.5
	p.Group(sans, FontSize(11), Middle{}, Fill(colourText))
	for f, name := range p.FileLabels {
		x, _ := p.layout.Square(f).Center()
		switch p.Coordinates {
		case CoordinatesShogi:
			p.label(x, above, strconv.Itoa(p.Files-f))
		case CoordinatesXiangqi:
			first, second := below, above
			if p.Flip {
				first, second = above, below
			}
			p.edge(x, first, numeral(p.Files-f))
			p.label(x, second, strconv.Itoa(f+1))
		default:
			if p.EdgeFiles != nil {
				name = p.EdgeFiles[f]
			}
			p.label(x, above, name)
			p.label(x, below, name)
		}
	}
	for r, name := range p.RankLabels {
		if p.Coordinates == CoordinatesXiangqi { // xiangqi numbers files only
			break
		}
		_, y := p.layout.Square(r * p.Files).Center()
		if p.EdgeRanks != nil {
			name = p.EdgeRanks[r]
		}
		if p.Coordinates == CoordinatesShogi { // shogi numbers ranks on the right only
			p.edge(right, y+4, numeral(p.Ranks-r))
			continue
		}
		p.label(left, y+4, name)
		p.label(right, y+4, name)
	}
	p.End()
}

// edge draws a label with baseline y. It prefers outlines, which need no font.
func (p *painter) edge(x, y float64, text string) {
	if !drawable(text) {
		p.label(x, y, text)
		return
	}
	scale := 0.06
	if len([]rune(text)) > 1 {
		scale = 0.04
	}
	row(p, x, y-4, text, scale)
}
