package present

import (
	"bufio"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"assay/analysis/rules"
	"assay/api/publish"
)

// writeText writes the game as plain text.
func (r *Replay) writeText(w io.Writer, o ExportOptions) (losses []string, err error) {
	game, losses, err := r.publication(o, showBoards)
	if err != nil {
		return nil, err
	}
	return losses, publish.WriteText(w, game)
}

func (r *Replay) writeBoard(out io.Writer, ply int, o ExportOptions) error {
	p, err := r.Position(ply)
	if err != nil {
		return err
	}
	return WriteBoard(out, p, r.besideRecord(o.Look))
}

// besideRecord returns display settings for pictures of the game. Squares are
// named as in the record, unless a notation is selected.
func (r *Replay) besideRecord(l Look) Look {
	if record, err := r.Record(); err == nil {
		if tree := r.Game.Tree(record, nil); tree.Readable() {
			return l.Beside(tree)
		}
	}
	return l
}

// WriteBoard draws a position as text, with upper-case letters for the first
// player, the last rank on top, both hands, and edge labels in the notation of
// the display settings.
func WriteBoard(out io.Writer, p *rules.Position, l Look) error {
	w := bufio.NewWriter(out)
	writeTextBoard(w, p, l)
	return w.Flush()
}

func writeTextBoard(w *bufio.Writer, p *rules.Position, l Look) {
	r := p.Rules()
	width := 1
	for t := rules.PieceType(1); int(t) <= r.Types(); t++ {
		width = max(width, utf8.RuneCountInString(r.Letter(t)))
	}
	writeHand(w, p, rules.Second)
	if r.Hexagons() {
		writeHexBoard(w, p, width)
		writeTextEnd(w, p)
		return
	}
	above, below, ranks := l.edgeLabels(r)
	writeFileLabels(w, above, width)
	for rank := r.Ranks() - 1; rank >= 0; rank-- {
		pad := 3 - utf8.RuneCountInString(ranks[rank])
		if strings.IndexFunc(ranks[rank], isWide) >= 0 {
			pad -= utf8.RuneCountInString(ranks[rank]) // wide characters take two columns
		}
		fmt.Fprintf(w, "%*s%s ", max(0, pad), "", ranks[rank])
		for file := range r.Files() {
			letter := "."
			if pc := p.At(rules.Square(rank*r.Files() + file)); pc == rules.Walled {
				letter = "#"
			} else if pc != rules.NoPiece {
				letter = sideLetter(r, pc)
			}
			fmt.Fprintf(w, " %*s", width, letter)
		}
		w.WriteByte('\n')
	}
	writeFileLabels(w, below, width)
	writeTextEnd(w, p)
}

// writeHexBoard draws a board of hexagons. Each cell is half a line above its
// lower right neighbour. The letter of a file is below its first cell.
func writeHexBoard(w *bufio.Writer, p *rules.Position, width int) {
	r := p.Rules()
	letters, _ := r.Labels()
	lines := map[int][]string{} // by twice the height of the cells
	for s := range rules.Square(r.Files() * r.Ranks()) {
		file, rank := int(s)%r.Files(), int(s)/r.Files()
		_, number := r.Coordinates(s)
		if number == 0 {
			continue
		}
		put := func(height int, text string) {
			if lines[height] == nil {
				lines[height] = make([]string, r.Files())
			}
			lines[height][file] = text
		}
		letter := "."
		if pc := p.At(s); pc != rules.NoPiece {
			letter = sideLetter(r, pc)
		}
		if put(2*rank-file, letter); number == 1 {
			put(2*(rank-1)-file, letters[file])
		}
	}
	for _, height := range slices.Backward(slices.Sorted(maps.Keys(lines))) {
		var line strings.Builder
		for _, text := range lines[height] {
			fmt.Fprintf(&line, " %*s", width, text)
		}
		fmt.Fprintln(w, strings.TrimRight(line.String(), " "))
	}
}

// writeTextEnd writes the first player's hand and the side to move or the
// result.
func writeTextEnd(w *bufio.Writer, p *rules.Position) {
	r := p.Rules()
	writeHand(w, p, rules.First)
	if o, over := p.Outcome(); over {
		fmt.Fprintf(w, "%s, %s\n", o.Result, o.Termination)
		return
	}
	fmt.Fprintf(w, "%s to move\n", r.SideName(p.Side()))
}

// isWide reports whether a character takes two columns.
func isWide(c rune) bool { return c >= 0x3000 }

// writeFileLabels writes the labels of an edge, if it has any.
func writeFileLabels(w *bufio.Writer, labels []string, width int) {
	if labels == nil {
		return
	}
	w.WriteString("    ")
	for _, label := range labels {
		fmt.Fprintf(w, " %*s", width, label)
	}
	w.WriteByte('\n')
}

func sideLetter(r *rules.Rules, pc rules.Piece) string {
	if pc.Side() == rules.Second {
		return strings.ToLower(r.Letter(pc.Type()))
	}
	return r.Letter(pc.Type())
}

// writeHand writes a line with a side's hand, if the variant has hands.
func writeHand(w *bufio.Writer, p *rules.Position, side rules.Side) {
	r := p.Rules()
	if !r.HasHand() && !r.HasPocket() {
		return
	}
	h := viewHand(p, side)
	fmt.Fprintf(w, "%s holds", h.Side)
	for _, piece := range h.Pieces {
		switch {
		case piece.Cell != "":
			fmt.Fprintf(w, " %s %s;", piece.Cell, piece.Piece)
		case piece.Count > 1:
			fmt.Fprintf(w, " %d %s;", piece.Count, piece.Piece)
		default:
			fmt.Fprintf(w, " %s;", piece.Piece)
		}
	}
	if h.Pocket != nil {
		fmt.Fprintf(w, " pocket %s;", h.Pocket.Piece)
	}
	if len(h.Pieces) == 0 && h.Pocket == nil {
		w.WriteString(" nothing")
	}
	w.WriteByte('\n')
}
