package rules

import (
	"math/rand/v2"
	"testing"

	"assay/fixtures"
)

// TestAsPlayedIsConsistent plays random overruled moves and checks the
// resulting positions: keys equal those computed from scratch, Undo restores
// everything, and the generated moves are exactly those that Judge accepts.
func TestAsPlayedIsConsistent(t *testing.T) {
	everyVariant(t, func(t *testing.T, r *Rules) {
		rng := rand.New(rand.NewPCG(17, 19))
		made := 0
		for range fixtures.Rounds(2, 4, 40) {
			p := r.Start()
			for ply := range 60 {
				moves := p.Moves(nil)
				if len(moves) == 0 {
					break
				}
				m := moves[rng.IntN(len(moves))]
				if ply%4 == 1 {
					for range 60 {
						wild := randomMove(r, rng, moves)
						played, v := p.AsPlayed(wild)
						if v != nil {
							if v.Rule == "" || v.Message == "" {
								t.Fatalf("%x is refused without a rule or a reason: %+v", wild, v)
							}
							continue
						}
						if _, over := p.Outcome(); played.Ruled() == (p.Legal(wild) && !over) {
							t.Fatalf("%x is ruled %v and legal %v: %s", wild, played.Ruled(), p.Legal(wild), p.Text())
						}
						if m = played; m.Ruled() {
							break
						}
					}
				}
				before, text := p.Clone(), p.Text()
				p.Captured(m)
				p.Received(m)
				p.CapturedOn(m)
				p.Play(m)
				p.Undo()
				if !p.Equal(before) || p.Text() != text || p.overruledPly != before.overruledPly {
					t.Fatalf("taking back %x leaves %s, not %s", m, p.Text(), text)
				}
				p.Play(m)
				if m.Ruled() {
					made++
				}
				if key, secret := p.computeKeys(); key != p.key || secret != p.repetitionKey {
					t.Fatalf("after %x the keys are not those from scratch: %s, from %s", m, p.Text(), text)
				}
				if p.overruledPly > 0 {
					agreeWithJudge(t, p, rng)
					if read, err := r.ParsePlayed(p.Text()); err != nil || read.Key() != p.Key() || read.Text() != p.Text() {
						t.Fatalf("%s is read as %v (%v)", p.Text(), read, err)
					}
				}
			}
		}
		if made == 0 && r.Start().HasMove() {
			t.Error("nothing was ruled to stand")
		}
	})
}

// randomMove returns a random move; half the time it is a legal one with one
// field changed.
func randomMove(r *Rules, rng *rand.Rand, moves []Move) Move {
	square := func() Square { return Square(rng.IntN(r.squares)) }
	like := moves[rng.IntN(len(moves))]
	into := NoPieceType
	if rng.IntN(4) == 0 {
		into = PieceType(rng.IntN(len(r.pieceTypes)))
	}
	var m Move
	switch rng.IntN(8) {
	case 0, 1:
		m = NewMove(MoveKind(rng.IntN(8)), square(), square(), into)
	case 2:
		m = NewDrop(HandSlot(rng.IntN(max(len(r.pieceTypes), r.hands.cells))), square(), into)
	case 3:
		m = NewMove(like.Kind(), square(), like.To(), like.Into())
	default:
		m = NewMove(like.Kind(), like.From(), square(), into)
	}
	if rng.IntN(3) == 0 {
		m = m.With(SecondUse(rng.IntN(4)), square(), PieceType(rng.IntN(len(r.pieceTypes))))
	} else if like.Use() != NoSecond {
		m = m.With(like.Use(), like.Second(), like.Gated())
	}
	return m
}

// agreeWithJudge compares the generated legal moves with Judge.
func agreeWithJudge(t *testing.T, p *Position, rng *rand.Rand) {
	t.Helper()
	listed := map[Move]bool{}
	moves := p.Moves(nil)
	for _, m := range moves {
		listed[m] = true
		if v := p.Judge(m); v != nil {
			t.Fatalf("move %x is generated and judged illegal: %v: %s", m, v, p.Text())
		}
	}
	if n := p.Count(); n != uint64(len(moves)) || p.HasMove() != (n > 0) {
		t.Fatalf("%d counted, %d listed, some %v: %s", n, len(moves), p.HasMove(), p.Text())
	}
	for range 40 {
		m := NewMove(Step, Square(rng.IntN(p.rules.squares)), Square(rng.IntN(p.rules.squares)), NoPieceType)
		if legal := p.Judge(m) == nil; legal != listed[m] {
			t.Fatalf("move %x is judged legal %v and listed %v: %s", m, legal, listed[m], p.Text())
		}
	}
	p.Outcome()
	p.InCheck(First)
	p.InCheck(Second)
}

func TestAsPlayed(t *testing.T) {
	tests := []struct {
		name, variant, position string
		kind                    MoveKind
		from, to                string
		after                   string // "" if the move is rejected
		rule                    string
	}{
		{"a king left in check", "chess", "4r2k/8/8/8/8/8/4R3/4K3 w - - 0 1", Step, "e2", "a2", "4r2k/8/8/8/8/8/R7/4K3 b - - 1 1", ""},
		{"a knight that goes as none does", "chess", "4k3/8/8/8/3p4/8/8/1N2K3 w - - 5 1", Step, "b1", "d4", "4k3/8/8/8/3N4/8/8/4K3 b - - 0 1", ""},
		{"a pawn that does not promote", "chess", "7k/P7/8/8/8/8/8/4K3 w - - 0 1", Step, "a7", "a8", "P6k/8/8/8/8/8/8/4K3 b - - 0 1", ""},
		{"castling after the rook has moved", "chess", "4k3/8/8/8/8/8/8/4K2R w - - 0 1", Castle, "e1", "g1", "4k3/8/8/8/8/8/8/5RK1 b - - 1 1", ""},
		{"castling out of check", "chess", "4k3/8/8/8/4r3/8/8/4K2R w K - 0 1", Castle, "e1", "g1", "4k3/8/8/8/4r3/8/8/5RK1 b - - 1 1", ""},
		{"castling without a rook", "chess", "4k3/8/8/8/8/8/8/4K2N w - - 0 1", Castle, "e1", "g1", "", "W-5"},
		{"en passant where nothing has passed", "chess", "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", EnPassant, "e5", "d6", "4k3/8/3P4/3p4/8/8/8/4K3 b - - 0 1", ""},
		{"a pass", "chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", Pass, "a1", "a1", "4k3/8/8/8/8/8/8/4K3 b - - 1 1", ""},
		{"no piece there", "chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", Step, "a2", "a3", "", "G-1"},
		{"a piece of the other side", "chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", Step, "e8", "e7", "", "G-1"},
		{"onto a piece of one's own", "chess", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", Step, "e1", "e2", "", "G-5"},
		{"a second pawn on the file", "shogi", "4k4/9/9/9/9/9/P8/9/4K4[P] w - - 0 1", Drop, "P", "a5", "", ""},
		{"a capture that gives a piece to the hand", "shogi", "4k4/9/9/4p4/9/9/P8/9/4K4[] w - - 0 1", Step, "a3", "e6", "4k4/9/9/4P4/9/9/9/9/4K4[P] b - - 0 1", ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r := compiled(t, test.variant, "")
			p, err := r.ParsePosition(test.position)
			if err != nil {
				t.Fatal(err)
			}
			to, _ := r.SquareNamed(test.to)
			var m Move
			if test.kind == Drop {
				m = NewDrop(HandSlot(r.names.byLetter[test.from]), to, NoPieceType)
			} else if from, _ := r.SquareNamed(test.from); test.kind != Pass {
				m = NewMove(test.kind, from, to, NoPieceType)
			} else {
				m = PassMove
			}
			played, v := p.AsPlayed(m)
			if test.rule != "" {
				if v == nil || v.Rule != test.rule {
					t.Fatalf("%+v, want a fault of %s", v, test.rule)
				}
				return
			}
			if v != nil || !played.Ruled() {
				t.Fatalf("%+v", v)
			}
			p.Play(played)
			if got := p.Text(); test.after != "" && got != test.after {
				t.Errorf("after it %s, want %s", got, test.after)
			}
		})
	}
}

// TestRoyalsUncapturable leaves a king en prise by an overruled move. The
// opponent may not capture it, and its own side must answer the check one move
// later.
func TestRoyalsUncapturable(t *testing.T) {
	r := compiled(t, "chess", "")
	p, err := r.ParsePosition("4r2k/8/8/8/8/8/4R3/4K3 w - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	at := func(name string) Square { s, _ := r.SquareNamed(name); return s }
	exposing, v := p.AsPlayed(NewMove(Step, at("e2"), at("a2"), NoPieceType))
	if v != nil {
		t.Fatal(v)
	}
	p.Play(exposing)
	if v := p.Judge(NewMove(Step, at("e8"), at("e1"), NoPieceType)); v == nil || v.Reason != "royal captured" {
		t.Errorf("capturing the king is judged %+v", v)
	}
	agreeWithJudge(t, p, rand.New(rand.NewPCG(1, 2)))
	p.Play(NewMove(Step, at("h8"), at("h7"), NoPieceType))
	if v := p.Judge(NewMove(Step, at("a2"), at("a3"), NoPieceType)); v == nil || v.Reason != "royal attacked" {
		t.Errorf("leaving the king in check a move later is judged %+v", v)
	}
	agreeWithJudge(t, p, rand.New(rand.NewPCG(1, 2)))
}
