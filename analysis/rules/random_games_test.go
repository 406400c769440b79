package rules

import (
	"math/rand/v2"
	"slices"
	"testing"

	"assay/analysis/variant"
	"assay/fixtures"
	"assay/fixtures/definitions"
)

// everyVariant runs a test on each embedded variant with default options.
func everyVariant(t *testing.T, test func(t *testing.T, r *Rules)) {
	for _, id := range fixtures.Games(definitions.Registry().IDs()) {
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			test(t, compiled(t, id, ""))
		})
	}
}

// walk plays random games and calls visit before every ply.
func walk(r *Rules, games, plies int, visit func(p *Position, moves []Move)) {
	rng := rand.New(rand.NewPCG(7, 11))
	for range games {
		p := r.Start()
		for range plies {
			moves := p.Moves(nil)
			visit(p, moves)
			if len(moves) == 0 {
				break
			}
			m := moves[rng.IntN(len(moves))]
			for try := 0; try < 2 && p.Captured(m) == NoPiece; try++ {
				m = moves[rng.IntN(len(moves))]
			}
			p.Play(m)
		}
	}
}

func TestIncrementalKeys(t *testing.T) {
	everyVariant(t, func(t *testing.T, r *Rules) {
		walk(r, fixtures.Rounds(3, 10, 10), 120, func(p *Position, _ []Move) {
			if key, secret := p.computeKeys(); key != p.key || secret != p.repetitionKey {
				t.Fatalf("incremental keys differ from those from scratch: %s", p.Text())
			}
		})
	})
}

func TestCount(t *testing.T) {
	everyVariant(t, func(t *testing.T, r *Rules) {
		walk(r, fixtures.Rounds(3, 10, 10), 120, func(p *Position, moves []Move) {
			if n := p.Count(); n != uint64(len(moves)) {
				t.Fatalf("%d counted, %d listed: %s", n, len(moves), p.Text())
			}
			if p.HasMove() != (len(moves) > 0) {
				t.Fatalf("HasMove is wrong: %s", p.Text())
			}
		})
	})
}

// TestLegalIfGenerated judges random moves, most of them illegal.
func TestLegalIfGenerated(t *testing.T) {
	everyVariant(t, func(t *testing.T, r *Rules) {
		rng := rand.New(rand.NewPCG(3, 5))
		walk(r, 3, 80, func(p *Position, moves []Move) {
			listed := map[Move]bool{}
			for _, m := range moves {
				if listed[m] {
					t.Fatalf("move %x is listed twice: %s", m, p.Text())
				}
				listed[m] = true
				if v := p.Judge(m); v != nil {
					t.Fatalf("move %x is generated and judged illegal: %v: %s", m, v, p.Text())
				}
			}
			for range 300 {
				kind := MoveKind(rng.IntN(int(Pass)))
				from := Square(rng.IntN(r.squares))
				if kind == Drop {
					from = Square(rng.IntN(max(r.hands.cells, len(r.pieceTypes))))
				}
				if kind == PocketDrop {
					from = 0
				}
				to := Square(rng.IntN(r.squares))
				if kind == ToPocket {
					to = 0
				}
				into := NoPieceType
				if rng.IntN(4) == 0 {
					into = PieceType(rng.IntN(len(r.pieceTypes)))
				}
				if m := NewMove(kind, from, to, into); p.Legal(m) != listed[m] {
					t.Fatalf("kind %d %s-%s into %d: judged %v, generated %v: %s", kind, r.SquareName(from), r.SquareName(to), into, p.Judge(m), listed[m], p.Text())
				}
			}
		})
	})
}

// TestJudgeAnyBits judges moves with random bits, as in a damaged archive: one
// is legal if and only if it is generated.
func TestJudgeAnyBits(t *testing.T) {
	everyVariant(t, func(t *testing.T, r *Rules) {
		rng := rand.New(rand.NewPCG(3, 5))
		walk(r, 3, 60, func(p *Position, moves []Move) {
			for range 50 {
				m := Move(rng.Uint64())
				switch rng.IntN(4) {
				case 0:
					m &= 1<<24 - 1
				case 1:
					m &= 1<<18 - 1
				default:
					if len(moves) > 0 {
						m = moves[rng.IntN(len(moves))] ^ 1<<rng.IntN(64)
					}
				}
				if legal := p.Legal(m); legal != slices.Contains(moves, m) {
					t.Fatalf("move %#x is legal: %v: %s", uint64(m), legal, p.Text())
				}
			}
		})
	})
}

func TestTextRoundTrip(t *testing.T) {
	everyVariant(t, func(t *testing.T, r *Rules) {
		walk(r, fixtures.Rounds(3, 10, 10), 120, func(p *Position, moves []Move) {
			text := p.Text()
			q, err := r.ParsePosition(text)
			if p.ended != notEnded {
				return
			}
			if err != nil {
				t.Fatalf("%s: %v", text, err)
			}
			if q.Text() != text || !q.Equal(p) || q.cells != p.cells {
				t.Fatalf("read back as %s, written as %s", q.Text(), text)
			}
		})
	})
}

func TestUndoRestoresEverything(t *testing.T) {
	everyVariant(t, func(t *testing.T, r *Rules) {
		walk(r, 4, 80, func(p *Position, moves []Move) {
			before := p.Clone()
			for _, m := range moves {
				p.Play(m)
				p.Undo()
				if p.board != before.board || p.pieces != before.pieces || p.own != before.own || p.hand != before.hand ||
					p.cells != before.cells || p.handSize != before.handSize || p.pocket != before.pocket || p.royal != before.royal ||
					p.rights != before.rights || p.enPassant != before.enPassant || p.doubleStepped != before.doubleStepped || p.side != before.side ||
					p.clock != before.clock || p.number != before.number || p.key != before.key || p.repetitionKey != before.repetitionKey ||
					p.ended != before.ended || len(p.stack) != len(before.stack) {
					t.Fatalf("move %x is not undone whole: %s", m, before.Text())
				}
			}
		})
	})
}

func FuzzParsePosition(f *testing.F) {
	registry := variant.Embedded()
	ids := registry.IDs()
	compiledRules := make([]*Rules, len(ids))
	for i, id := range ids {
		compiledRules[i] = compiled(f, id, "")
		f.Add(i, compiledRules[i].Start().Text())
	}
	f.Add(0, "9/9/[")
	f.Add(0, "+")
	f.Fuzz(func(t *testing.T, which int, text string) {
		r := compiledRules[uint(which)%uint(len(ids))]
		p, err := r.ParsePosition(text)
		if err != nil {
			return
		}
		again, err := r.ParsePosition(p.Text())
		if err != nil || again.Text() != p.Text() || !again.Equal(p) {
			t.Fatalf("%s: %q is written %q, which reads as %v %v", r.definition.ID, text, p.Text(), again, err)
		}
		if key, secret := p.computeKeys(); key != p.key || secret != p.repetitionKey {
			t.Fatalf("keys of %q", text)
		}
		moves := p.Moves(nil)
		if uint64(len(moves)) != p.Count() {
			t.Fatalf("%s: %d moves listed, %d counted: %s", r.definition.ID, len(moves), p.Count(), p.Text())
		}
		for _, m := range moves[:min(len(moves), 40)] {
			p.Play(m)
			p.Outcome()
			p.Undo()
		}
	})
}

// TestCastlingOfAnySquares calls CastlingOf with every two squares of a
// starting position, including empty ones, as in faulty records.
func TestCastlingOfAnySquares(t *testing.T) {
	for _, id := range []string{"chess", "chess960", "haynie"} {
		r := compiled(t, id, "")
		p := r.Start()
		for from := range Square(r.squares) {
			for to := range Square(r.squares) {
				if m, ok := p.CastlingOf(from, to); ok && p.At(m.From()).Side() != p.side {
					t.Errorf("%s: %s and %s name castling, and no piece of the side to move stands there", id, r.SquareName(from), r.SquareName(to))
				}
			}
		}
	}
}

// TestLikelyKey predicts keys in variants in which moves change only the board
// and the hands.
func TestLikelyKey(t *testing.T) {
	for _, id := range []string{"shogi", "xiangqi", "makruk", "minishogi", "csg-1", "csg-3"} {
		t.Run(id, func(t *testing.T) {
			walk(compiled(t, id, ""), fixtures.Rounds(3, 10, 30), 120, func(p *Position, moves []Move) {
				for _, m := range moves {
					told := p.LikelyKey(m)
					p.Play(m)
					if told != p.Key() {
						t.Fatalf("%x: told %x, found %x: %s", m, told, p.Key(), p.Text())
					}
					p.Undo()
				}
			})
		})
	}
}
