package tape_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"assay/analysis"
	"assay/analysis/rules"
	"assay/fixtures"
	"assay/fixtures/games"
	"assay/index/tape"
)

var update = flag.Bool("update", false, "write the golden files anew")

// TestGoldenTapes prints what a player reports for random games with a
// variation, from the variant's start and from another position.
func TestGoldenTapes(t *testing.T) {
	var b strings.Builder
	for i, id := range []string{"chess", "crazyhouse", "chushogi", "csg-1", "duck", "janggi", "pocket-shogi-copper", "seirawan", "shogi", "atomic"} {
		r := games.Rules(t, id, "")
		for _, lead := range []int{0, 9} {
			random := rand.New(rand.NewPCG(uint64(i), 7))
			start := r.Start()
			games.Play(start, random, lead)
			start = again(t, start)
			p, w := start.Clone(), tape.Writer{}
			w.Begin(start)
			lines := make([][]rules.Move, 2)
			play := func(line, plies int) {
				for _, m := range games.Play(p.Clone(), random, plies) {
					w.Ply(p, []analysis.Node{{Move: m, Holds: true}})
					p.Play(m)
					w.Played(p, nil)
					lines[line] = append(lines[line], m)
				}
			}
			play(0, 12)
			w.Open(p, nil)
			play(1, 4)
			for range lines[1] {
				p.Undo()
			}
			w.Close()
			if len(lines[1]) == 0 { // the game is over
				lines = lines[:1]
			} else {
				lines[1] = append(slices.Clone(lines[0]), lines[1]...)
			}
			play(0, 24)
			written := w.Tape()
			fmt.Fprintf(&b, "# %s after %d plies: %d bytes, %d placements\n", id, lead, len(written), len(w.Placements()))
			if err := written.Check(r); err != nil {
				t.Errorf("%s: %v", id, err)
			}
			player := tape.NewPlayer(r)
			if n, err := player.Load(written); n != len(lines) || err != nil {
				t.Fatal(n, err)
			}
			player.Analysis = &tape.Analysis{Accuracy: [2]int{50, tape.NoAccuracy}, Plies: make([]tape.Evaluation, 20)}
			fmt.Fprintf(&b, "traits %v\n", player.Traits())
			passed := player.Ops([]int{0, 3, 4, 11}, func(op []byte) { fmt.Fprintf(&b, " %v", op) })
			fmt.Fprintf(&b, " passed %d, %v\n", passed, tape.OpOf(start, lines[0][0]))
			for n := range lines {
				printLine(t, &b, player, start, n, lines[n])
			}
		}
	}
	fixtures.Golden(t, *update, "testdata/tapes.golden", b.String())
}

// again returns a position as one that no ply led to.
func again(t *testing.T, p *rules.Position) *rules.Position {
	t.Helper()
	out, err := p.Rules().ParsePosition(p.Text())
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// printLine prints the plies of a line, and compares states with positions.
func printLine(t *testing.T, b *strings.Builder, player *tape.Player, start *rules.Position, line int, moves []rules.Move) {
	p := start.Clone()
	player.Begin(line)
	before := player.Material
	for ply := 0; ; ply++ {
		o, known := player.Evaluation()
		fmt.Fprintf(b, "%d/%d %d-%d %d x%d +%d #%d %v%v%v%v %b", player.Ply, player.Length, player.From, player.To,
			player.Moved, player.Taken, player.Gated, player.WallAt, player.Captures, player.Drops, player.Promotes, player.Check, player.Relations)
		fmt.Fprintf(b, " %d %d %v\n", player.Material-before, o.Score, known)
		want := tape.StateOf(p)
		if !player.Same(want, true, true) || player.Check != want.Check || player.Relations != want.Relations {
			t.Errorf("ply %d of line %d is not %s", ply, line, p.Text())
		}
		for _, other := range []bool{true, false} {
			changed := tape.StateOf(p)
			if changed.Hand[0][1]++; other {
				changed.Hand[0][1]--
				changed.Side ^= 1
			}
			if player.Same(changed, true, true) || player.Same(changed, !other, other) || !player.Same(changed, other, !other) {
				t.Errorf("ply %d of line %d is the same with another hand or side", ply, line)
			}
		}
		if !player.Next() {
			break
		}
		p.Play(moves[ply])
	}
	if got := player.Where(tape.StateOf(start), []int{0, 1, 2, 9}); line == 0 && (len(got) == 0 || got[0] != 0) {
		t.Errorf("the start is at %v", got)
	}
	if _, known := player.Accuracy(1); known {
		t.Error("an accuracy that is not known")
	}
	if accuracy, known := player.Accuracy(0); !known || accuracy != 50 {
		t.Error("the accuracy is", accuracy, known)
	}
}

// TestGoldenDamage prints which changes of single bytes, and which lengths, are
// refused. What is not refused can be run through.
func TestGoldenDamage(t *testing.T) {
	var b strings.Builder
	for i, id := range []string{"chess", "chushogi", "pocket-shogi-copper", "csg-1"} {
		r := games.Rules(t, id, "")
		random := rand.New(rand.NewPCG(uint64(i), 8))
		start := r.Start()
		games.Play(start, random, 5*(i%2))
		start = again(t, start)
		p, w := start.Clone(), tape.Writer{}
		w.Begin(start)
		for k, m := range games.Play(start.Clone(), random, 12) {
			if k == 6 {
				w.Open(p, nil)
				side := games.Play(p.Clone(), random, 2)
				for _, m := range side {
					w.Ply(p, []analysis.Node{{Move: m, Holds: true}})
					p.Play(m)
					w.Played(p, nil)
				}
				for range side {
					p.Undo()
				}
				w.Close()
			}
			w.Ply(p, []analysis.Node{{Move: m, Holds: true}})
			p.Play(m)
			w.Played(p, nil)
		}
		written := w.Tape()
		player := tape.NewPlayer(r)
		verdict := func(damaged tape.Tape) byte {
			if damaged.Check(r) != nil {
				return 'x'
			}
			lines, err := player.Load(damaged)
			if err != nil {
				t.Fatal(err)
			}
			for n := range lines {
				for player.Begin(n); player.Next(); {
				}
			}
			return '.'
		}
		fmt.Fprintf(&b, "# %s, %d bytes\n", id, len(written))
		for at := range written {
			fmt.Fprintf(&b, "%c", verdict(written[:at]))
		}
		fmt.Fprintf(&b, " %c\n", verdict(append(slices.Clone(written), 0)))
		for at := range written {
			for _, change := range []int{1, 2, 64, 127, 128, 255} {
				damaged := slices.Clone(written)
				damaged[at] += byte(change)
				b.WriteByte(verdict(damaged))
			}
			b.WriteByte(" \n"[at/12%2*(at%12/11)])
		}
		fmt.Fprintln(&b)
		_, err := player.Load(written[:len(written)-1])
		fmt.Fprintln(&b, err, written[:3].Check(r))
	}
	fixtures.Golden(t, *update, "testdata/damage.golden", b.String())
}
