package rules_test

import (
	"flag"
	"fmt"
	"hash/fnv"
	"io"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"assay/analysis/rules"
	"assay/analysis/variant"
	"assay/fixtures"
	"assay/fixtures/definitions"
	"assay/fixtures/games"
)

var update = flag.Bool("update", false, "write the golden files anew")

// TestGoldenGames plays random games of variants that together cover each
// special rule with each set of parameters. It prints their outcomes, with
// hashes of moves, texts, verdicts on other moves, and attacks. The hash that
// differs shows where to look.
func TestGoldenGames(t *testing.T) {
	var b strings.Builder
	seen := map[string]bool{}
	for _, id := range definitions.Registry().IDs() {
		if !played[id] && !unlike(t, id, seen) {
			continue
		}
		r := games.Rules(t, id, "")
		seed := fnv.New64a() // of the variant alone, so that new ones change no row
		seed.Write([]byte(id))
		random := rand.New(rand.NewPCG(seed.Sum64(), 3))
		moves, texts, verdicts, attacks := fnv.New32a(), fnv.New32a(), fnv.New32a(), fnv.New32a()
		for _, s := range r.Specials() {
			fmt.Fprint(texts, s.Rule, s.Says, s.Ends)
		}
		for k := range 2 * r.Types() {
			s, pc := rules.Square(random.IntN(r.Files()*r.Ranks())), rules.Piece(k+2)
			quiet, capture := r.Mobility(pc, s, 0.3)
			fmt.Fprintf(attacks, "%.9f %.9f %v %v", quiet, capture, r.EmptyReach(pc, s), r.EmptyCover(pc, s))
		}
		p := r.Start()
		plies := 0
		for ; plies < 24; plies++ {
			tellMoves(moves, p)
			fmt.Fprintln(texts, p.Text(), p.Sfen(), p.Number(), p.Clock(), p.Occurrences(), p.ChecksLeft(rules.First), p.Unclaimed())
			judge(verdicts, p, random)
			tellAttacks(attacks, p, random)
			if len(games.Play(p, random, 1)) == 0 {
				break
			}
		}
		fmt.Fprintf(&b, "%s: %d plies, %s", id, plies, p.Text())
		for _, end := range []func() (rules.Outcome, bool){p.Outcome, p.Ended, p.ClaimedByPlies, p.Stalled} {
			if o, over := end(); over {
				fmt.Fprintf(&b, ", %+v", o)
			}
		}
		o, says, ok := p.Impasse()
		fmt.Fprintln(texts, o, says, ok, p.Cycle())
		fmt.Fprintf(&b, "\n  moves %08x texts %08x verdicts %08x attacks %08x\n", moves.Sum32(), texts.Sum32(), verdicts.Sum32(), attacks.Sum32())
	}
	fixtures.Golden(t, *update, "testdata/games.golden", b.String())
}

// played lists popular variants and variants with rare rules.
var played = func() map[string]bool {
	out := map[string]bool{}
	for _, id := range strings.Fields(`all-classic ataxx atomic cambodian chak chess chess960 chushogi crazyhouse csg-1 csg-2 csg-3 duck
		extinction-chess glinski janggi kyotoshogi makruk nine-elder opposite-castling petrified placement pocket-shogi-copper
		racingkings seirawan shogi sittuyin spartan torishogi xiangqi`) {
		out[id] = true
	}
	return out
}()

// unlike reports whether a variant has a special rule with parameters not seen
// before.
func unlike(t *testing.T, id string, seen map[string]bool) (found bool) {
	t.Helper()
	d, err := definitions.Registry().Definition(id, "")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range d.Rules {
		form := m.Name
		for i := 0; i+1 < len(m.Params.Content); i += 2 {
			key, value := m.Params.Content[i].Value, m.Params.Content[i+1].Value
			if form += " " + key; key != "ends" && key != "called" {
				form += value // "" for lists
			}
		}
		found = found || !seen[form]
		seen[form] = true
	}
	return found
}

// tellMoves writes a position's legal moves and what each does.
func tellMoves(w io.Writer, p *rules.Position) {
	all := p.Moves(nil)
	fmt.Fprintln(w, len(all), p.Count(), p.HasMove(), p.InCheck(p.Side()), p.Exposed(), p.Short())
	checks := map[rules.Move]bool{}
	for _, m := range p.Checks(nil) {
		checks[m] = true
	}
	sum := uint64(0) // the sum over all moves, whatever their order
	for _, m := range all {
		h := fnv.New64a()
		received, cell, ok := p.Received(m)
		fmt.Fprint(h, uint64(m), p.Moved(m), p.Captured(m), p.CapturedOn(m), p.CapturedVia(m), received, cell, ok, p.Completes(m), checks[m])
		if m.Kind() == rules.Castle {
			from, to := p.CastlingPartner(m)
			fmt.Fprint(h, p.CastlingNamed(m), from, to)
		}
		sum += h.Sum64()
	}
	forcing, threats := uint64(0), uint64(0)
	for _, m := range p.Forcing(nil, ^rules.PieceTypeSet(0)) {
		forcing += uint64(m) % 1_000_003
	}
	for _, m := range p.Threats(nil) {
		threats += uint64(m) % 1_000_003
	}
	fmt.Fprintln(w, sum, forcing, threats, p.JudgeNull())
}

// judge writes the verdicts on random moves, most of them illegal.
func judge(w io.Writer, p *rules.Position, random *rand.Rand) {
	r := p.Rules()
	squares := r.Files() * r.Ranks()
	var own []rules.Square
	for s := range rules.Square(squares) {
		if pc := p.At(s); pc > rules.Walled && pc.Side() == p.Side() {
			own = append(own, s)
		}
	}
	for k := range 6 {
		from, to := rules.Square(random.IntN(squares)), rules.Square(random.IntN(squares))
		if len(own) > 0 && k > 0 {
			from = own[random.IntN(len(own))]
		}
		if all := p.Moves(nil); k > 3 && len(all) > 0 { // almost legal
			m := all[random.IntN(len(all))]
			if from = m.From(); k == 4 {
				to = m.To()
			}
		}
		m := rules.NewMove(rules.MoveKind(random.IntN(4)*random.IntN(2)), from, to, rules.PieceType(random.IntN(r.Types()+1)*random.IntN(2)))
		if random.IntN(8) == 0 {
			m = rules.NewDrop(rules.HandSlot(random.IntN(r.Types())+1), to, rules.NoPieceType)
		}
		v := p.Judge(m)
		fmt.Fprintln(w, uint64(m), v)
		if v != nil {
			fmt.Fprintln(w, v.Rule, v.Reason, v.Message)
		}
		as, v := p.AsPlayed(m)
		fmt.Fprintln(w, uint64(as), v)
	}
}

// tellAttacks writes the attacks on and from random squares.
func tellAttacks(w io.Writer, p *rules.Position, random *rand.Rand) {
	r := p.Rules()
	squares := r.Files() * r.Ranks()
	for range 4 {
		s := rules.Square(random.IntN(squares))
		t := rules.PieceType(random.IntN(r.Types()) + 1)
		quiet, capture := rules.Bitboard{}, rules.Bitboard{}
		if p.At(s) > rules.Walled {
			quiet, capture = p.Reach(s)
			fmt.Fprintln(w, p.CapturesEnPassant(s))
		}
		fmt.Fprintln(w, p.Attackers(s, t, rules.First, p.Occupied()), p.Attackers(s, t, rules.Second, p.Occupied()))
		fmt.Fprintln(w, quiet, capture, p.Lines(s))
		quiet, capture = p.Cover(rules.NewPiece(t, p.Side()), s)
		fmt.Fprintln(w, quiet, capture, p.Candidates(nil, t, s), p.Standing(nil, t), p.HasCrossed(s), p.HasFirstMove(s))
		for _, c := range p.Candidates(nil, t, s) {
			into, always := p.Becomes(c, s)
			fmt.Fprintln(w, p.Promotions(nil, c.From, s), into, always)
		}
		higher, room := p.CastleToward(s%2 == 0)
		fmt.Fprintln(w, uint64(higher), room)
	}
}

// small is a small variant to which rules are added.
const small = `id: small
name: Small
version: "1"
rulings: SM
board: {files: 4, ranks: 4}
sides: [{name: White}, {name: Black}]
regions:
  last: [rank 4]
  home: [rank 1]
  middle: [b2-c3]
  one-sided: {first: rank 4, second: []}
pieces:
  K: {name: King, moves: K, royal: true}
  P: {name: Pawn, moves: [fmW, {betza: fcF}]}
  Q: {name: Queen, moves: Q}
start: q2k/p3/3P/K2Q HAND w - - 0 1
`

// withHand and withChecks are needed by some rules.
const (
	withHand   = "hand: {name: hand, keeps: all, order: [P, Q]}\ndrops: {rule: SM-2}\n"
	withChecks = "state: [checks]\n"
)

// TestGoldenModules prints the rule card's text for each special rule with each
// of its parameters, or the errors in them, and how some games end.
func TestGoldenModules(t *testing.T) {
	list, err := os.ReadFile("testdata/modules.txt")
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for line := range strings.Lines(string(list)) {
		line = strings.TrimSpace(line)
		name, _, _ := strings.Cut(line, ",")
		for _, base := range []string{"", withHand} {
			text := strings.Replace(small, " HAND w - - 0 1", " w", 1) + base
			if base != "" {
				text = strings.Replace(small, " HAND w - - 0 1", "[Pp] w", 1) + base
			}
			if name == "check-count" {
				text = strings.Replace(text, " w\n", " w 9+9\n", 1) + withChecks
			}
			text += "rules:\n  - {module: " + line + ", rule: SM-1}\n"
			if !strings.HasPrefix(name, "royal-") && name != "save-royals" {
				text += "  - {module: royal-safety}\n"
			}
			if name != "no-moves" {
				text += "  - {module: no-moves, attacked: loss, free: draw}\n"
			}
			d, err := variant.Embedded().Check("x", []byte(text))
			if err != nil {
				fmt.Fprintf(&b, "%s: read: %.200v\n", line, err)
				continue
			}
			r, err := rules.Compile(d)
			if err != nil {
				fmt.Fprintf(&b, "%s: hand %v: %.300v\n", line, base != "", strings.ReplaceAll(err.Error(), "\n", " | "))
				continue
			}
			for _, s := range r.Specials() {
				if s.Rule == "SM-1" {
					fmt.Fprintf(&b, "%s: ends %v: %s\n", line, s.Ends, s.Says)
				}
			}
			random := rand.New(rand.NewPCG(1, 5))
			for range 4 {
				p := r.Start()
				plies := len(games.Play(p, random, 30))
				o, over := p.Outcome()
				fmt.Fprintf(&b, "  %d %s %v %s %s %s\n", plies, p.Text(), over, o.Result, o.Termination, o.Rule)
			}
		}
	}
	fixtures.Golden(t, *update, "testdata/modules.golden", b.String())
}
