package tape_test

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"assay/analysis"
	"assay/analysis/rules"
	"assay/analysis/variant"
	"assay/fixtures"
	"assay/fixtures/definitions"
	"assay/fixtures/games"
	"assay/index/tape"
)

// randomLine plays on from a position at random.
func randomLine(random *rand.Rand, p *rules.Position, plies int) []rules.Move {
	var line []rules.Move
	for range plies {
		if _, over := p.Outcome(); over {
			break
		}
		moves := p.Moves(nil)
		m := moves[random.IntN(len(moves))]
		line = append(line, m)
		p.Play(m)
	}
	return line
}

// line is a line of play, as [analysis.Variation] says it.
type line struct {
	Parent, From int
	Moves        []rules.Move
}

// stateCore writes a random game with up to so many variations.
type stateCore struct {
	tape.Writer
	random *rand.Rand
	lines  []line // the main line first
	sides  int    // that may still begin
}

func newTold(random *rand.Rand, start *rules.Position, plies, sides int) *stateCore {
	w := &stateCore{random: random, lines: make([]line, 1), sides: sides}
	w.Begin(start)
	w.play(start.Clone(), plies, 0, true)
	return w
}

// play plays a line on from a position, which is left as it was; parent is the
// line that it leaves.
func (w *stateCore) play(p *rules.Position, plies, parent int, main bool) {
	number, played := 0, 0
	for range plies {
		if _, over := p.Outcome(); over {
			break
		}
		for w.sides > 0 && w.random.IntN(12) == 0 {
			w.sides--
			w.Open(p, nil)
			if main || number > 0 {
				w.play(p, 20, number, false)
			} else {
				w.play(p, 20, parent, false)
			}
			w.Close()
		}
		moves := p.Moves(nil)
		m := moves[w.random.IntN(len(moves))]
		if !main && number == 0 {
			number = len(w.lines)
			w.lines = append(w.lines, line{Parent: parent, From: p.Ply()})
		}
		w.lines[number].Moves = append(w.lines[number].Moves, m)
		w.Ply(p, []analysis.Node{{Move: m, Holds: true}})
		p.Play(m)
		w.Played(p, nil)
		played++
	}
	for range played {
		p.Undo()
	}
}

// compiled are all variants with all values of their options, one at a time.
func compiled(t testing.TB) []*rules.Rules {
	t.Helper()
	var all []*rules.Rules
	registry := definitions.Registry()
	for _, id := range fixtures.Games(registry.IDs()) {
		d, err := registry.Definition(id, "")
		if err != nil {
			t.Fatal(err)
		}
		choices := []string{""}
		for _, key := range d.Options.Keys {
			option, _ := d.Options.Get(key)
			for _, value := range option.Values {
				choices = append(choices, key+"="+value)
			}
		}
		for _, choice := range choices {
			d, err := registry.Definition(id, choice)
			if err != nil {
				continue // values that go only together
			}
			r, err := rules.Compile(d)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, r)
		}
	}
	return all
}

// same compares a tape's position with one of the rules.
func same(t *testing.T, s *tape.State, p *rules.Position) {
	t.Helper()
	r := p.Rules()
	var on [128]rules.Bitboard
	for q := range rules.Square(r.Files() * r.Ranks()) {
		pc := p.At(q)
		on[pc].Add(q)
		if s.Board[q] != pc {
			t.Fatalf("%s, ply %d: %d on %s, not %d, after %s", r.Definition().ID, s.Ply, s.Board[q], r.SquareName(q), pc, p.Text())
		}
	}
	if s.On != on {
		t.Fatalf("%s, ply %d: sets of squares differ from the board", r.Definition().ID, s.Ply)
	}
	for side := rules.First; side <= rules.Second; side++ {
		for kind := rules.PieceType(1); int(kind) <= r.Types(); kind++ {
			if int(s.Hand[side][kind]) != p.InHand(side, kind) {
				t.Fatalf("%s, ply %d: hand of %v differs: %s", r.Definition().ID, s.Ply, side, p.Text())
			}
		}
		if s.Pocket[side] != p.Pocket(side) {
			t.Fatalf("%s, ply %d: pocket of %v differs: %s", r.Definition().ID, s.Ply, side, p.Text())
		}
	}
	if s.Side != p.Side() || s.Check != p.InCheck(p.Side()) {
		t.Fatalf("%s, ply %d: side %v, check %v: %s", r.Definition().ID, s.Ply, s.Side, s.Check, p.Text())
	}
	for i, relation := range r.Relations() {
		for side := rules.First; side <= rules.Second; side++ {
			if got := s.Relations>>(2*i+int(side))&1 != 0; got != relation.Holds(p, side) && (relation.Sided || side == rules.First) {
				t.Fatalf("%s, ply %d: %s is %v: %s", r.Definition().ID, s.Ply, relation.Name, got, p.Text())
			}
		}
	}
}

// materialBeside compares the materials of the main line with what the rules
// count wherever it has changed.
func materialBeside(t *testing.T, player *tape.Player, start *rules.Position, moves []rules.Move) {
	t.Helper()
	r := start.Rules()
	var found []tape.Material
	player.Materials(func(m tape.Material) { found = append(found, slices.Clone(m)) })
	p := start.Clone()
	player.Begin(0)
	first := player.Material
	for ply := 0; ; ply++ {
		if m := found[player.Material-first]; !slices.Equal(m, counted(p)) {
			t.Fatalf("%s, ply %d: material %v: %s", r.Definition().ID, ply, m, p.Text())
		}
		if !player.Next() {
			break
		}
		p.Play(moves[ply])
	}
	if int(player.Material-first) != len(found)-1 {
		t.Fatalf("%s: %d materials, %d changes", r.Definition().ID, len(found), player.Material-first)
	}
}

func counted(p *rules.Position) tape.Material {
	r := p.Rules()
	m := make(tape.Material, 6*(r.Types()+1))
	for q := range rules.Square(r.Files() * r.Ranks()) {
		if pc := p.At(q); pc > rules.Walled {
			m[tape.OnBoard(pc)]++
		}
	}
	for side := rules.First; side <= rules.Second; side++ {
		for kind := rules.PieceType(1); int(kind) <= r.Types(); kind++ {
			m[tape.InHand(r.Types(), rules.NewPiece(kind, side))] += byte(p.InHand(side, kind))
		}
		if kind := p.Pocket(side); kind != rules.NoPieceType {
			m[tape.InPocket(r.Types(), rules.NewPiece(kind, side))]++
		}
	}
	return m
}

// TestTape plays tapes of random games and variations in parallel with the
// rules.
func TestTape(t *testing.T) {
	games, passed := fixtures.Rounds(2, 12, 12), 0
	defer func() {
		if passed == 0 {
			t.Error("no ply is passed over")
		}
	}()
	for _, r := range compiled(t) {
		random := rand.New(rand.NewPCG(1, uint64(len(r.StartText()))))
		player := tape.NewPlayer(r)
		for game := range games {
			start := r.Start()
			if game%3 == 2 { // from the middle of a game
				randomLine(random, start, 1+random.IntN(60))
				if _, over := start.Outcome(); over {
					start = r.Start()
				}
				var err error
				if start, err = r.ParsePosition(start.Text()); err != nil {
					t.Fatal(err)
				}
			}
			w := newTold(random, start, 200, random.IntN(8))
			lines, written := w.lines, w.Tape()
			if err := written.Check(r); err != nil {
				t.Fatal(err)
			}
			n, err := player.Load(written)
			if err != nil || n != len(lines) {
				t.Fatalf("%d lines, %v", n, err)
			}
			for i := range lines {
				runBeside(t, player, start, lines, i)
			}
			passed += seekBeside(t, random, written, r, n)
			fingerprintBeside(t, player)
			placedBeside(t, w.Placements(), player, n)
			materialBeside(t, player, start, lines[0].Moves)
		}
	}
}

// whole is the moves of a line from the start of the game.
func whole(lines []line, n int) []rules.Move {
	if n == 0 {
		return lines[0].Moves
	}
	parent := whole(lines, lines[n].Parent)
	return append(append([]rules.Move{}, parent[:lines[n].From]...), lines[n].Moves...)
}

func runBeside(t *testing.T, player *tape.Player, start *rules.Position, lines []line, n int) {
	t.Helper()
	moves := whole(lines, n)
	all := make([][]rules.Move, len(lines))
	for i := range all {
		all[i] = whole(lines, i)
	}
	player.Follow(start, all)
	player.Begin(n)
	if player.Length != len(moves) {
		t.Fatalf("line %d has %d plies, not %d", n, player.Length, len(moves))
	}
	p := start.Clone()
	same(t, &player.State, p)
	for ply, m := range moves {
		moved, captured := p.Moved(m), p.Captured(m)
		if m.Kind() == rules.Drop && m.Into() != rules.NoPieceType {
			moved = rules.NewPiece(m.Into(), p.Side())
		}
		p.Play(m)
		if !player.Next() {
			t.Fatalf("line %d ends after %d plies", n, ply)
		}
		same(t, &player.State, p)
		standsBeside(t, player, p)
		if player.Moved != moved || player.Taken != captured || player.Captures != (captured != rules.NoPiece) {
			t.Fatalf("%s, ply %d: moved %d, took %d, not %d and %d: %s",
				p.Rules().Definition().ID, player.Ply, player.Moved, player.Taken, moved, captured, p.Text())
		}
		kind := m.Kind()
		if player.Drops != (kind == rules.Drop || kind == rules.PocketDrop) {
			t.Fatalf("ply %d: drop %v", player.Ply, player.Drops)
		}
	}
	if player.Next() {
		t.Fatalf("line %d goes on after %d plies", n, len(moves))
	}
}

// standsBeside compares the positions that a player makes with one of the
// rules.
func standsBeside(t *testing.T, player *tape.Player, p *rules.Position) {
	t.Helper()
	r, arranged := p.Rules(), player.Arranged()
	if arranged.Occupied() != p.Occupied() {
		t.Fatalf("ply %d: another board is arranged: %s", player.Ply, p.Text())
	}
	for q := range rules.Square(r.Files() * r.Ranks()) {
		for side := rules.First; side <= rules.Second; side++ {
			if got, want := arranged.Attackers(q, p.At(q).Type(), side, p.Occupied()), p.Attackers(q, p.At(q).Type(), side, p.Occupied()); got != want {
				t.Fatalf("%s, ply %d: attackers of %s differ: %s", r.Definition().ID, player.Ply, r.SquareName(q), p.Text())
			}
		}
	}
	if !player.Position().Equal(p) {
		t.Fatalf("ply %d: replayed to %s, not %s", player.Ply, player.Position().Text(), p.Text())
	}
}

// fingerprintBeside compares fingerprints that are carried along with those
// made from nothing.
func fingerprintBeside(t *testing.T, player *tape.Player) {
	t.Helper()
	fingerprints := player.Fingerprints(nil)
	player.Begin(0)
	for ply := 0; ; ply++ {
		if fingerprints[ply] != player.Fingerprint() {
			t.Fatalf("ply %d: fingerprint %d, not %d", ply, fingerprints[ply], player.Fingerprint())
		}
		if !player.Next() {
			if len(fingerprints) != ply+1 {
				t.Fatalf("%d fingerprints of %d plies", len(fingerprints), ply)
			}
			break
		}
	}
	// The last position is found among all positions, at each ply where it
	// occurred and at no other.
	last, all, want := player.State, []int(nil), []int(nil)
	player.Begin(0)
	for more := true; more; more = player.Next() {
		all = append(all, player.Ply)
		if player.Board == last.Board && player.Hand == last.Hand && player.Pocket == last.Pocket && player.Side == last.Side {
			want = append(want, player.Ply)
		}
	}
	if found := player.Where(&last, all); !slices.Equal(found, want) || found[len(found)-1] != last.Ply {
		t.Fatalf("the position of ply %d is found at %d, not %d", last.Ply, found, want)
	}
}

// seekBeside compares the stops of a player that seeks changes of some squares
// with every ply, so that no change is skipped.
func seekBeside(t *testing.T, random *rand.Rand, written tape.Tape, r *rules.Rules, lines int) (passed int) {
	t.Helper()
	for flat, line := false, 0; line < lines; line++ {
		player, seeker := tape.NewPlayer(r), tape.NewPlayer(r)
		flat = !flat
		player.Flat, seeker.Flat = flat, flat
		for _, p := range []*tape.Player{player, seeker} {
			if _, err := p.Load(written); err != nil {
				t.Fatal(err)
			}
			p.Begin(line)
		}
		var watch tape.Watch
		var watched []int
		for range 3 {
			q := random.IntN(r.Files() * r.Ranks())
			watch[q], watched = true, append(watched, q)
		}
		for more, first := true, player.Material-seeker.Material; more; {
			before := player.Board
			more = seeker.Seek(&watch)
			passed += max(0, seeker.Ply-player.Ply-1)
			for player.Ply < seeker.Ply {
				if !player.Next() {
					t.Fatalf("ply %d of %d is sought", seeker.Ply, player.Ply)
				}
				for _, q := range watched {
					if player.Ply < seeker.Ply && player.Board[q] != before[q] {
						t.Fatalf("%s: ply %d changes %s and is left out", r.Definition().ID, player.Ply, r.SquareName(rules.Square(q)))
					}
				}
			}
			s := seeker.State
			s.Material += first
			if more && s != player.State {
				t.Fatalf("%s, ply %d: sought and played states differ", r.Definition().ID, seeker.Ply)
			}
			if !more && (player.Board != seeker.Board || player.Hand != seeker.Hand || player.Side != seeker.Side || player.Next()) {
				t.Fatalf("%s, ply %d: sought and played ends differ", r.Definition().ID, seeker.Ply)
			}
		}
	}
	return passed
}

// placedBeside compares the placements with what every board of every line
// shows.
func placedBeside(t *testing.T, placed []tape.Placement, player *tape.Player, lines int) {
	t.Helper()
	got := map[tape.Placement]bool{}
	for _, p := range placed {
		if got[p] {
			t.Fatalf("%+v twice", p)
		}
		got[p] = true
	}
	want := map[tape.Placement]bool{}
	for line := range lines {
		player.Begin(line)
		for more := true; more; more = player.Next() {
			for q, pc := range player.Board {
				if pc != rules.NoPiece {
					want[tape.Placement{Piece: pc, Square: rules.Square(q)}] = true
				}
			}
		}
	}
	if !maps.Equal(got, want) {
		t.Fatalf("%d placements, want %d", len(got), len(want))
	}
}

// into is the part of a move that says what the piece becomes.
var into = rules.NewMove(0, 0, 0, 63)

// explodes reports whether what captures leaves the board.
func explodes(r *rules.Rules) bool {
	return slices.ContainsFunc(r.Definition().Rules, func(m variant.Module) bool { return m.Name == "explosion" })
}

// TestMovesDiffer holds every position of random games to the promise that two
// moves never change the same, unless they drop the same kind from two cells of
// a bench or go over different empty squares: a ply of a tape stands for one
// move.
func TestMovesDiffer(t *testing.T) {
	for _, r := range compiled(t) {
		random := rand.New(rand.NewPCG(2, uint64(len(r.StartText()))))
		p := r.Start()
		for range 40 {
			if _, over := p.Outcome(); over {
				break
			}
			moves := p.Moves(nil)
			seen := map[string]rules.Move{}
			for _, m := range moves {
				written := string(tape.OpOf(p, m))
				other, ok := seen[written]
				if ok && (m.Use() == rules.Via || other.Use() == rules.Via) && p.CapturedVia(m) == p.CapturedVia(other) {
					continue
				}
				if ok && p.Captured(m) != rules.NoPiece && m.Plain()&^into == other.Plain()&^into && explodes(r) {
					continue // what it becomes leaves the board with it
				}
				if ok && (m.Kind() != rules.Drop || other.Kind() != rules.Drop || r.Cells() == 0) {
					t.Fatalf("%s: %v and %v change the same in %s", r.Definition().ID, m, other, p.Text())
				}
				seen[written] = m
			}
			p.Play(moves[random.IntN(len(moves))])
		}
	}
}

func FuzzCheck(f *testing.F) {
	all := compiled(f)
	random := rand.New(rand.NewPCG(3, 3))
	for i, r := range all {
		f.Add(i, []byte(newTold(random, r.Start(), 30, 2).Tape()))
	}
	f.Fuzz(func(_ *testing.T, i int, b []byte) {
		r := all[uint(i)%uint(len(all))]
		if tape.Tape(b).Check(r) != nil {
			return
		}
		player := tape.NewPlayer(r)
		n, err := player.Load(b)
		if err != nil {
			panic(err)
		}
		for line := range min(n, 20) {
			for player.Begin(line); player.Next(); {
			}
		}
	})
}

func BenchmarkRun(b *testing.B) {
	r := games.Rules(b, "chess", "")
	random := rand.New(rand.NewPCG(4, 4))
	var tapes []tape.Tape
	plies := 0
	for range 1000 {
		w := newTold(random, r.Start(), 90, 0)
		plies += len(w.lines[0].Moves)
		tapes = append(tapes, w.Tape())
	}
	player := tape.NewPlayer(r)
	for b.Loop() {
		for _, t := range tapes {
			if _, err := player.Load(t); err != nil {
				b.Fatal(err)
			}
			for player.Begin(0); player.Next(); {
			}
		}
	}
	b.ReportMetric(float64(plies)*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mplies/s")
}
