// Command outline extracts from a font the outlines of the characters that
// package diagram draws. Each line is a character and its path data.
// The font is Noto Serif CJK (Debian's fonts-noto-cjk), under the SIL Open Font
// License:
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

// characters are used by shogi and its numbers, by xiangqi in both scripts,
// and by janggi.
const characters = `王將玉飛車角行金銀桂馬香歩兵龍成と全圭杏銅奔獅子竪横反鳳凰麒麟盲虎猛豹醉象太仲人鷹鷲牛猪白駒鯨鯢鹿鵬鶴雉鶉燕雁鵰左右
一二三四五六七八九十楚河漢界帥仕相俥傌炮士砲卒帅车马将包`

// em is the side of the em square in the written units. The origin is the
// middle of the square.
const em = 200

// middle is the height of the middle of the em square above the baseline, in
// ems.
const middle = 0.38

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "outline:", err)
		os.Exit(1)
	}
}

func run() error {
	if len(os.Args) != 2 {
		return fmt.Errorf("usage: outline FONT")
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
	runes := []rune(characters)
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

// outline returns the path data of a character in relative steps.
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
			return "", fmt.Errorf("quadratic curves are not supported")
		}
	}
	w.close()
	return string(w.data), nil
}

// writer writes path data in integers.
type writer struct {
	left float64 // distance from the font's origin to the middle
	data []byte
	at   [2]int
	op   byte
	from [2]int // start of the subpath
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

// close closes the subpath.
func (w *writer) close() {
	if w.data != nil {
		w.data = append(w.data, 'z')
		w.op, w.at = 'z', w.from
	}
}
