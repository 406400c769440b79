package api

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"assay/analysis/notation"
	"assay/analysis/rules"
	"assay/api/records"
	"assay/api/twins"
	"assay/fixtures"
	"assay/fixtures/planted"
	"assay/store"
)

// planter writes records of games, and of damaged copies of them.
type planter struct {
	*planted.Planter
	rules  *rules.Rules
	text   strings.Builder
	origin []int // of each record; its own number for originals
}

// play plays a line on from a position, which it changes. Openings have fewer
// continuations than later play. A line ends before a game would be over.
func (p *planter) play(at *rules.Position, n int) (line []rules.Move) {
	last := p.rules.Start()
	for i := range n {
		moves := at.Moves(nil)
		choices := []int{4, 3, 2, 2, 2, 3, 2, 2}[min(i/4, 7)]
		pick := (uint64(min(p.IntN(choices), p.IntN(choices))) + at.Key()>>7) % uint64(len(moves))
		if i > 24+p.IntN(8) {
			pick = uint64(p.IntN(len(moves)))
		}
		at.CopyTo(last)
		if at.Play(moves[pick]); over(at) {
			last.CopyTo(at)
			break
		}
		line = append(line, moves[pick])
	}
	return line
}

func over(p *rules.Position) bool {
	_, is := p.Outcome()
	return is || len(p.Moves(nil)) == 0
}

// after returns the position after a line, nil if a move of it is illegal or
// the game is over.
func (p *planter) after(line []rules.Move) *rules.Position {
	at := p.rules.Start()
	for _, m := range line {
		if !at.Legal(m) {
			return nil
		}
		if at.Play(m); over(at) {
			return nil
		}
	}
	return at
}

// add writes a record of a line, which begins after some moves.
func (p *planter) add(g store.Game, line []rules.Move, skipped, origin int) {
	date := strings.ReplaceAll(g.Date, "-", ".")
	tags := [][2]string{{"Event", g.Event}, {"Date", date}, {"White", g.First}, {"Black", g.Second}, {"Result", g.Result}}
	for _, tag := range g.Tags {
		tags = append(tags, [2]string{tag.Key, tag.Value})
	}
	at := p.after(line[:skipped])
	if skipped > 0 {
		tags = append(tags, [2]string{"SetUp", "1"}, [2]string{"FEN", at.Text()})
	}
	for _, tag := range tags {
		if tag[1] != "" {
			fmt.Fprintf(&p.text, "[%s %q]\n", tag[0], tag[1])
		}
	}
	san := notation.NewSAN(nil, p.rules)
	for i, m := range line[skipped:] {
		if white := (skipped+i)%2 == 0; white || i == 0 {
			fmt.Fprintf(&p.text, "\n%d%s", (skipped+i)/2+1, map[bool]string{true: ".", false: "..."}[white])
		}
		fmt.Fprintf(&p.text, " %s", san.Append(nil, at, m))
		at.Play(m)
	}
	fmt.Fprintf(&p.text, " %s\n\n", g.Result)
	p.origin = append(p.origin, origin)
}

// damage returns damaged moves of a game, and how many are left out at the
// beginning. The moves of a short draw stay.
func (p *planter) damage(line []rules.Move) (damaged []rules.Move, skipped int) {
	n := len(line)
	if n < 24 {
		return line, 0
	}
	line = slices.Clone(line)
	kind := p.IntN(7)
	for range 50 { // until the moves are legal
		changed := slices.Clone(line)
		switch kind {
		case 0:
			return line[:n-1-p.IntN(n/3)], 0
		case 1:
			return append(line, p.play(p.after(line), 1+p.IntN(8))...), 0
		case 2:
			i := n/3 + p.IntN(n-n/3)
			moves := p.after(line[:i]).Moves(nil)
			changed[i] = moves[p.IntN(len(moves))]
		case 3:
			i := p.IntN(n - 2)
			changed[i], changed[i+2] = changed[i+2], changed[i]
		case 4:
			if n > 50 {
				return line, 1 + p.IntN(12)
			}
		}
		if p.after(changed) != nil {
			return changed, 0
		}
	}
	return line, 0
}

// plant writes n records or more, of which a tenth are of games that others are
// of, and as many of games that are only alike.
func plant(t *testing.T, a *Archive, seed uint64, n int) *planter {
	by, err := a.Rules("chess", "")
	if err != nil {
		t.Fatal(err)
	}
	p := &planter{Planter: planted.New(seed, n/20), rules: by}
	line := func(n int) []rules.Move { return p.play(by.Start(), n) }
	for len(p.origin) < n {
		g := p.Game()
		length := 20 + p.IntN(100)
		if p.IntN(12) == 0 {
			length, g.Result = 10+p.IntN(14), "1/2-1/2" // a short draw
		}
		moves := line(length)
		if len(moves) < 10 {
			continue
		}
		original := len(p.origin)
		p.add(g, moves, 0, original)
		switch p.IntN(10) {
		case 0:
			damaged, skipped := p.damage(moves)
			p.add(p.Damage(g, len(moves) < 24), damaged, skipped, original)
		case 1: // the same players on the same day: the opening again
			g.Tags = []store.Tag{{Key: "Round", Value: "10"}}
			begun := slices.Clone(moves[:min(len(moves)*2/3, 30)])
			p.add(g, append(begun, p.play(p.after(begun), 10+p.IntN(40))...), 0, len(p.origin))
		case 2: // the same players in another year: a short draw again
			if length < 26 {
				other := p.Game()
				other.First, other.Second, other.Result = g.First, g.Second, g.Result
				p.add(other, moves, 0, len(p.origin))
			}
		case 3: // other players follow the opening for long
			begun := slices.Clone(moves[:len(moves)*3/4])
			p.add(p.Game(), append(begun, p.play(p.after(begun), 1+p.IntN(60))...), 0, len(p.origin))
		}
	}
	return p
}

// TestPlantedTwins imports records, a tenth of which are damaged copies, and
// counts those that the list of twins and the import itself find.
func TestPlantedTwins(t *testing.T) {
	a := newArchive(t)
	p := plant(t, a, 1, fixtures.Rounds(1500, 6000, 20_000))
	file := filepath.Join(t.TempDir(), "games.pgn")
	if err := os.WriteFile(file, []byte(p.text.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	var all []*records.Imported
	record := map[int64]int{} // by the game
	began := time.Now()
	if _, err := a.Import(t.Context(), []string{file}, records.ImportOptions{Each: func(i *records.Imported) error {
		if !i.Existing {
			record[int64(i.ID)] = len(all)
		}
		all = append(all, i)
		return nil
	}}); err != nil {
		t.Fatal(err)
	}
	imported := time.Since(began)
	if len(all) != len(p.origin) {
		t.Fatalf("%d records were imported, want %d", len(all), len(p.origin))
	}
	began = time.Now()
	listing := must(a.Twins.Selected(t.Context(), twins.Filter{}))
	took := time.Since(began)
	found, wrong := map[int]bool{}, 0
	for _, w := range listing.Twins {
		one, other := record[w.Game], record[w.Twin]
		if p.origin[one] != p.origin[other] {
			if wrong++; wrong <= 5 {
				t.Logf("wrong: %+v", w)
			}
			continue
		}
		found[max(one, other)] = true
	}
	planted, missed, warned, mistaken, warnings := 0, 0, 0, 0, 0
	for i, r := range all {
		if r.Existing {
			continue
		}
		if r.Report.Verdict != "legal" {
			t.Fatalf("record %d is %s: %+v", i, r.Report.Verdict, r.Report)
		}
		named := int64(r.Twin)
		if r.Alike != nil {
			named = r.Alike.Game
		}
		if r.Alike != nil {
			if warnings++; p.origin[record[named]] != p.origin[i] {
				mistaken++
			}
		}
		if p.origin[i] == i {
			continue
		}
		planted++
		if named != 0 && p.origin[record[named]] == p.origin[i] {
			warned++
		}
		if !found[i] {
			if missed++; missed <= 10 {
				t.Logf("missed: records %d and %d of %d plies", p.origin[i], i, r.Report.Plies)
			}
		}
	}
	t.Logf("%d records in %v; %d copies; list: %d missed, %d of %d pairs wrong, %v; import: %d copies named, %d of %d warnings wrong",
		len(all), imported, planted, missed, wrong, len(listing.Twins), took, warned, mistaken, warnings)
	if missed*100 > planted || wrong*1000 > len(listing.Twins) {
		t.Errorf("%d of %d missed, %d of %d wrong", missed, planted, wrong, len(listing.Twins))
	}
	if warned*10 < planted*9 || mistaken*100 > warnings {
		t.Errorf("the import names %d of %d, and %d of %d warnings are wrong", warned, planted, mistaken, warnings)
	}
}
