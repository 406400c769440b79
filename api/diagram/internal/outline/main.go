// Command outline writes the outlines of the characters that package diagram
// draws, as they are in a font: one a line, the character before its path data.
// The font is Noto Serif CJK (Debian's fonts-noto-cjk), which is under the SIL
// Open Font License:
//
//	go run ./internal/outline NotoSerifCJK-Bold.ttc > characters.txt
package main

import (
	"bufio"
	"fmt"
	"math"
	"os"
	"slices"

	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// wanted are the characters of shogi and its numbers, of xiangqi in both ways
// of writing, and of janggi.
const wanted = `王將玉飛車角行金銀桂馬香歩兵龍成と全圭杏銅奔獅子竪横反鳳凰麒麟盲虎猛豹醉象太仲人鷹鷲牛猪白駒鯨鯢鹿
一二三四五六七八九十楚河漢界帥仕相俥傌炮士砲卒帅车马将包`

// Em is the side of a character's box in the units that are written; the
// middle of the box is the origin.
const em = 200

// middle is how far above the foot of a line the middle of a character's box
// lies, in parts of its side.
const middle = 0.38

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "outline:", err)
		os.Exit(1)
	}
}

func run() error {
	if len(os.Args) != 2 {
		return fmt.Errorf("want the name of a font file")
	}
	data, err := os.ReadFile(os.Args[1])
	if err != nil {
		return err
	}
	all, err := sfnt.ParseCollection(data)
	if err != nil {
		return err
	}
	face, err := all.Font(0)
	if err != nil {
		return err
	}
	runes := []rune(wanted)
	slices.Sort(runes)
	out := bufio.NewWriter(os.Stdout)
	for _, r := range slices.Compact(runes) {
		if r == '\n' {
			continue
		}
		path, err := outline(face, r)
		if err != nil {
			return fmt.Errorf("%c: %w", r, err)
		}
		fmt.Fprintf(out, "%c %s\n", r, path)
	}
	return out.Flush()
}

// outline is the path data of a character, in steps from point to point.
func outline(face *sfnt.Font, r rune) (string, error) {
	var b sfnt.Buffer
	glyph, err := face.GlyphIndex(&b, r)
	if err != nil {
		return "", err
	}
	if glyph == 0 {
		return "", fmt.Errorf("not in the font")
	}
	segments, err := face.LoadGlyph(&b, glyph, fixed.I(em), nil)
	if err != nil {
		return "", err
	}
	advance, err := face.GlyphAdvance(&b, glyph, fixed.I(em), font.HintingNone)
	if err != nil {
		return "", err
	}
	w := writer{left: float64(advance) / 128}
	for _, s := range segments {
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			w.close()
			w.step('m', s.Args[:1])
		case sfnt.SegmentOpLineTo:
			w.step('l', s.Args[:1])
		case sfnt.SegmentOpCubeTo:
			w.step('c', s.Args[:3])
		default:
			return "", fmt.Errorf("a quadratic curve")
		}
	}
	w.close()
	return string(w.data), nil
}

// writer writes path data in whole units.
type writer struct {
	left float64 // of the origin, from the font's
	data []byte
	at   [2]int
	op   byte
	from [2]int // where the line began
}

func (w *writer) step(op byte, points []fixed.Point26_6) {
	var steps []int
	base := w.at
	for _, p := range points {
		w.at = [2]int{
			int(math.Round(float64(p.X)/64 - w.left)),
			int(math.Round(float64(p.Y)/64 + middle*em)),
		}
		steps = append(steps, w.at[0]-base[0], w.at[1]-base[1])
	}
	if op == 'l' {
		switch {
		case steps[0] == 0 && steps[1] == 0:
			return
		case steps[0] == 0:
			op, steps = 'v', steps[1:]
		case steps[1] == 0:
			op, steps = 'h', steps[:1]
		}
	}
	if op == 'm' {
		w.from = w.at
		if w.data == nil {
			op = 'M'
		}
	}
	if op != w.op || op == 'm' {
		w.data = append(w.data, op)
		w.op = op
	} else if steps[0] >= 0 {
		w.data = append(w.data, ' ')
	}
	for i, n := range steps {
		if i > 0 && n >= 0 {
			w.data = append(w.data, ' ')
		}
		w.data = fmt.Append(w.data, n)
	}
}

// close ends a line where it began.
func (w *writer) close() {
	if w.data != nil {
		w.data = append(w.data, 'z')
		w.op, w.at = 'z', w.from
	}
}
