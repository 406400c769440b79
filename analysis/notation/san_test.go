package notation

import (
	"math/rand/v2"
	"strings"
	"testing"

	"assay/analysis/rules"
	"assay/analysis/variant"
	"assay/fixtures"
	"assay/fixtures/definitions"
	"assay/fixtures/games"
	"assay/parser"
)

// sanGames are the variants and options whose moves are written and read back.
var sanGames = []struct{ id, options string }{
	{"all-classic", ""},
	{"all-classic", "drops=shogi-captor promotion=any"},
	{"all-classic", "xq-double=on"},
}

// sanWalk plays random games, with captures preferred, and calls visit before
// every ply.
func sanWalk(r *rules.Rules, games, plies int, visit func(p *rules.Position, moves []rules.Move)) {
	rng := rand.New(rand.NewPCG(3, 5))
	for range games {
		p := r.Start()
		for range plies {
			moves := p.Moves(nil)
			if len(moves) == 0 {
				break
			}
			visit(p, moves)
			m := moves[rng.IntN(len(moves))]
			for try := 0; try < 2 && p.Captured(m) == rules.NoPiece; try++ {
				m = moves[rng.IntN(len(moves))]
			}
			p.Play(m)
			if _, over := p.Outcome(); over {
				break
			}
		}
	}
}

// TestSANReadsWhatItWrites writes every legal move of random positions: the
// text is unique, and reads back to the move without a warning.
func TestSANReadsWhatItWrites(t *testing.T) {
	chosen := sanGames
	for _, id := range fixtures.Games(definitions.Registry().IDs()) {
		chosen = append(chosen, struct{ id, options string }{id, ""})
	}
	for _, g := range chosen {
		t.Run(strings.TrimSpace(g.id+" "+g.options), func(t *testing.T) {
			t.Parallel()
			r := games.Rules(t, g.id, g.options)
			n := NewSAN(nil, r)
			sanWalk(r, fixtures.Rounds(2, 6, 6), 100, func(p *rules.Position, moves []rules.Move) {
				before := p.Text()
				written := make(map[string]rules.Move, len(moves))
				for _, m := range moves {
					text := n.Format(p, m)
					if other, taken := written[text]; taken {
						t.Fatalf("%q is %v and %v: %s", text, other, m, before)
					}
					written[text] = m
					got, known, warnings, f := n.Read(p, text)
					if f != nil || !known || got != m || len(warnings) > 0 {
						t.Fatalf("%q is %d, read as %d, %v, %v, %v: %s", text, m, got, known, warnings, f, before)
					}
				}
				if p.Text() != before {
					t.Fatalf("writing left %s, not %s", p.Text(), before)
				}
			})
		})
	}
}

// TestSANCoordinates holds of random chess and xiangqi moves: their squares
// alone mean them.
func TestSANCoordinates(t *testing.T) {
	for _, id := range []string{"chess", "xiangqi", "shogi", "capablanca"} {
		r := games.Rules(t, id, "")
		n := &SAN{rules: r, pawns: r.Lettered('P', false)}
		sanWalk(r, 3, 80, func(p *rules.Position, moves []rules.Move) {
			for _, m := range moves {
				if m.Kind() == rules.Drop {
					continue
				}
				text := r.SquareName(m.From()) + r.SquareName(m.To())
				if m.Into() != rules.NoPieceType {
					text += "=" + strings.TrimRight(r.Letter(m.Into()), "~")
				}
				for _, text := range []string{text, strings.Replace(text, "=", "", 1)} {
					if got, _, _, f := n.Read(p, text); f != nil || got != m {
						t.Fatalf("%s: %q is %d, read as %d, %v: %s", id, text, m, got, f, p.Text())
					}
				}
			}
		})
	}
}

const (
	chessStart  = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
	castleBoth  = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
	promoting   = "8/P6k/8/8/8/8/7K/8 w - - 0 1"
	passing     = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"
	janggiKings = "3k5/9/9/9/9/9/9/9/R3K4/9 w - - 0 1"
	knights     = "4k3/8/8/8/8/8/3N4/N3K1N1 w - - 0 1"
	bishopPawn  = "4k3/8/8/8/2p5/1P6/8/4KB2 w - - 0 1"
	zhHand      = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[Np] w KQkq - 0 1"
	xiangqiOpen = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"
	thai        = "4k3/8/3b4/2P5/8/4B3/3Q4/4K3 w - - 0 1"
	shogiRook   = "4k4/9/9/9/9/9/9/1R7/4K4[-] w - - 0 1"
	pinned      = "4k3/4r3/8/8/8/8/4N3/N3K3 w - - 0 1"
)

func TestSANRead(t *testing.T) {
	for _, row := range []struct {
		id, position, text string
		want               string // in the numbered notation; "" for a fault
		rule, reason       string
	}{
		{"chess", chessStart, "e4", "Pawn e2 - e4", "", ""},
		{"janggi", janggiKings, "Ke2", "Pass", "", ""},
		{"janggi", "3k5/9/9/9/9/9/9/P8/R3K4/9 w - - 0 1", "Ra2", "", "W-0", "movement"},
		{"janggi", "3k5/9/9/9/9/9/9/4K4/r8/9 w - - 0 1", "Ke2", "", "W-0", "royal attacked"},
		{"janggi", janggiKings, "Rb2", "Chariot a2 - b2", "", ""},
		{"chess", passing, "Ke1", "", "W-0", "movement"},
		{"duck", chessStart, "e4,e5", "Pawn e2 - e4 / duck e5", "", ""},
		{"duck", chessStart, "e2e4,e4e5", "Pawn e2 - e4 / duck e5", "", ""},
		{"duck", chessStart, "Nf3,g1", "Knight g1 - f3 / duck g1", "", ""},
		{"duck", "4k3/P7/8/8/8/8/8/4K2R w K - 0 1", "O-O,h1", "King e1 - g1 / duck h1", "", ""},
		{"duck", "4k3/P7/8/8/8/8/8/4K2R w K - 0 1", "a7a8q,a8a7", "Pawn a7 - a8 = Queen / duck a7", "", ""},
		{"duck", chessStart, "e4", "", "PGN", "wall"},
		{"duck", chessStart, "e4,", "", "PGN", "syntax"},
		{"duck", chessStart, "e4,e4", "", "DU-2", "wall"},
		{"joust", "8/8/8/4n3/3N4/8/8/8 w - - 0 1", "Nf5", "Knight d4 - f5 / wall d4", "", ""},
		{"chess", chessStart, "e2-e4", "Pawn e2 - e4", "", ""},
		{"chess", chessStart, "e2e4", "Pawn e2 - e4", "", ""},
		{"chess", chessStart, "Pe2-e4", "Pawn e2 - e4", "", ""},
		{"chess", chessStart, "Pe4", "Pawn e2 - e4", "", ""},
		{"chess", chessStart, "E2-E4", "Pawn e2 - e4", "", ""},
		{"chess", chessStart, "Ng1f3", "Knight g1 - f3", "", ""},
		{"chess", chessStart, "Ng1-f3", "Knight g1 - f3", "", ""},
		{"chess", chessStart, "Ngf3", "Knight g1 - f3", "", ""},
		{"chess", chessStart, "N1f3", "Knight g1 - f3", "", ""},
		{"chess", chessStart, "nf3", "Knight g1 - f3", "", ""},
		{"chess", chessStart, "Nf3!?", "Knight g1 - f3", "", ""},
		{"chess", chessStart, "♘f3", "Knight g1 - f3", "", ""},
		{"chess", chessStart, "♞g1-f3!", "Knight g1 - f3", "", ""},
		{"chess", chessStart, "♙e4", "Pawn e2 - e4", "", ""},
		{"chess", chessStart, "♔e2", "", "G-2", "own piece"},
		{"chess", promoting, "a8=♕", "Pawn a7 - a8 = Queen", "", ""},
		{"duck", "8/P6k/8/8/8/8/8/K7 w - - 0 1", "a8=♕,c3", "Pawn a7 - a8 = Queen / duck c3", "", ""},
		{"xiangqi", xiangqiOpen, "♕e3", "", "PGN", "piece"},
		{"chess", chessStart, "Nf3+", "Knight g1 - f3", "", ""},
		{"chess", chessStart, "e5", "", "W-0", "movement"},
		{"chess", chessStart, "Ke2", "", "G-2", "own piece"},
		{"chess", chessStart, "--", "", "G-4", "no pass"},
		{"chess", chessStart, "Z0", "", "G-4", "no pass"},
		{"chess", chessStart, "N@f3", "", "G-1", "empty source"},
		{"chess", chessStart, "Xf3", "", "PGN", "piece"},
		{"chess", chessStart, "hello", "", "PGN", "syntax"},
		{"chess", chessStart, "", "", "PGN", "syntax"},
		{"chess", chessStart, "e", "", "PGN", "syntax"},
		{"chess", chessStart, "e2e4=", "Pawn e2 - e4", "", ""},
		{"chess", chessStart, "e2e4e5", "", "PGN", "syntax"},
		{"chess", chessStart, "e9", "", "W-0", "illegal"},
		{"chess", chessStart, "Qz9", "", "PGN", "syntax"},
		{"chess", chessStart, "O-O", "", "W-5", "castling"},
		{"chess", castleBoth, "O-O", "King e1 - g1", "", ""},
		{"chess", castleBoth, "0-0-0", "King e1 - c1", "", ""},
		{"chess", castleBoth, "o-o+", "King e1 - g1", "", ""},
		{"chess", castleBoth, "e1g1", "King e1 - g1", "", ""},
		{"chess", promoting, "a8=Q", "Pawn a7 - a8 = Queen", "", ""},
		{"chess", promoting, "a8Q+", "Pawn a7 - a8 = Queen", "", ""},
		{"chess", promoting, "a8Q ch", "Pawn a7 - a8 = Queen", "", ""},
		{"chess", promoting, "a8=Qmate", "Pawn a7 - a8 = Queen", "", ""},
		{"chess", promoting, "a8/N", "Pawn a7 - a8 = Knight", "", ""},
		{"chess", promoting, "a8(R)", "Pawn a7 - a8 = Rook", "", ""},
		{"chess", promoting, "a7a8b", "Pawn a7 - a8 = Bishop", "", ""},
		{"chess", promoting, "a8", "", "W-0", "promotion"},
		{"chess", promoting, "a8=K", "", "W-0", "promotion"},
		{"chess", passing, "exd6", "Pawn e5 x d6", "", ""},
		{"chess", passing, "exd6 e.p.", "Pawn e5 x d6", "", ""},
		{"chess", passing, "exd6ep", "Pawn e5 x d6", "", ""},
		{"chess", passing, "exd", "Pawn e5 x d6", "", ""},
		{"chess", passing, "ed6", "Pawn e5 x d6", "", ""},
		{"chess", passing, "e5:d6", "Pawn e5 x d6", "", ""},
		{"chess", knights, "Nf3", "", "PGN", "ambiguous"},
		{"chess", knights, "Ngf3", "Knight g1 - f3", "", ""},
		{"chess", knights, "Nb3", "", "PGN", "ambiguous"},
		{"chess", knights, "N1b3", "Knight a1 - b3", "", ""},
		{"chess", bishopPawn, "bxc4", "Pawn b3 x c4", "", ""},
		{"chess", bishopPawn, "Bxc4", "Bishop f1 x c4", "", ""},
		{"chess", bishopPawn, "be2", "Bishop f1 - e2", "", ""},
		{"chess", pinned, "Nc3", "", "W-0", "royal attacked"},
		{"nuclear", "r1bqkb1r/pp1ppppp/2n2n2/8/3*4/5N2/PP2PPPP/R1BQKB1R w KQkq - 0 5", "Nxd4", "", "NUC-0", "movement"},
		{"crazyhouse", zhHand, "N@f3", "Knight * f3", "", ""},
		{"crazyhouse", zhHand, "N*f3", "Knight * f3", "", ""},
		{"crazyhouse", zhHand, "n@f3", "Knight * f3", "", ""},
		{"crazyhouse", zhHand, "N@f2", "", "G-5", "occupied"},
		{"crazyhouse", zhHand, "P@e4", "", "G-1", "empty source"},
		{"xiangqi", xiangqiOpen, "h2e2", "", "G-1", "empty source"},
		{"xiangqi", xiangqiOpen, "h3e3", "Cannon h3 - e3", "", ""},
		{"xiangqi", xiangqiOpen, "Che3", "Cannon h3 - e3", "", ""},
		{"xiangqi", xiangqiOpen, "Rh10", "", "W-0", "movement"},
		{"xiangqi", xiangqiOpen, "h10g8", "", "G-1", "enemy piece"},
		{"makruk", thai, "c6=P", "Bia c5 - c6 = Met", "", ""},
		{"makruk", thai, "c6=Q", "Bia c5 - c6 = Met", "", ""},
		{"makruk", thai, "c6=M", "Bia c5 - c6 = Met", "", ""},
		{"makruk", thai, "c6", "Bia c5 - c6 = Met", "", ""},
		{"makruk", thai, "Pxd6=P+", "Bia c5 x d6 = Met on d6", "", ""},
		{"makruk", thai, "cxd6", "Bia c5 x d6 = Met on d6", "", ""},
		{"makruk", thai, "c5c6m", "Bia c5 - c6 = Met", "", ""},
		{"makruk", thai, "c6=N", "", "W-0", "promotion"},
		{"makruk", thai, "Qc3", "Met d2 - c3", "", ""},
		{"makruk", thai, "Mc3", "Met d2 - c3", "", ""},
		{"makruk", thai, "Bd4", "Khon e3 - d4", "", ""},
		{"makruk", thai, "Sd4", "Khon e3 - d4", "", ""},
		{"makruk", thai, "Qd3", "", "W-0", "movement"},
		{"shogi", shogiRook, "b2b8+", "Rook b2 - b8 = Dragon", "", ""},
		{"shogi", shogiRook, "b2b8+!?", "Rook b2 - b8 = Dragon", "", ""},
		{"shogi", shogiRook, "b2b3+", "", "W-0", "promotion"},
		{"shogi", shogiRook, "b2-b3+", "Rook b2 - b3", "", ""}, // a sign of check
		{"shogi", shogiRook, "Rb3+", "Rook b2 - b3", "", ""},
		{"shogi", shogiRook, "e1e2+", "", "W-0", "promotion"},
		{"shogi", "4k4/9/4G4/9/9/9/9/9/4K4[-] w - - 0 1", "e7e8+", "", "W-0", "promotion"},
		{"shogi", "4k4/9/4+P4/9/9/9/9/9/4K4[-] w - - 0 1", "e7e8+", "", "W-0", "promotion"},
		{"shogi", "4k4/9/4G4/9/9/9/9/9/4K4[-] w - - 0 1", "e7e8g", "", "W-0", "promotion"},
		{"shogi", "4k4/9/9/9/9/9/9/9/4K4[P] w - - 0 1", "P@e8+", "Pawn * e8", "", ""},
		{"chess", castleBoth, "e1g1q", "", "W-0", "promotion"},
		{"chess", castleBoth, "e1h1q", "", "W-0", "promotion"},
		{"chess", castleBoth, "a1a4q", "", "W-0", "promotion"},
		{"chess", chessStart, "e2e4q", "", "W-0", "promotion"},
		{"chess", chessStart, "e2e4+", "Pawn e2 - e4", "", ""},
		{"chess", passing, "e5d6q", "", "W-5", "movement"},
		{"chess", "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", "Nd2+", "", "PGN", "ambiguous"},
		{"chess", "8/8/8/6k1/8/2N5/8/4K1N1 w - - 0 1", "Ne4+", "Knight c3 - e4", "", ""},
		{"shogi", shogiRook, "Rb8=+", "Rook b2 - b8 = Dragon", "", ""},
		{"shogi", shogiRook, "Rb8=+R", "Rook b2 - b8 = Dragon", "", ""},
		{"shogi", shogiRook, "Rb8=", "Rook b2 - b8", "", ""},
		{"shogi", shogiRook, "Rb8", "Rook b2 - b8", "", ""},
	} {
		r := games.Rules(t, row.id, "")
		p, err := r.ParsePosition(row.position)
		if err != nil {
			t.Fatalf("%s: %v", row.position, err)
		}
		m, _, _, f := NewSAN(&parser.Record{}, r).Read(p, row.text)
		switch {
		case row.want == "":
			if f == nil || f.Rule != row.rule || f.Reason != row.reason {
				t.Errorf("%s %s %q: fault %+v, want %s %s", row.id, row.position, row.text, f, row.rule, row.reason)
			}
		case f != nil:
			t.Errorf("%s %s %q: %v", row.id, row.position, row.text, f)
		default:
			if got := (Numbered{}).Format(p, m); got != row.want {
				t.Errorf("%s %s %q: %s, want %s", row.id, row.position, row.text, got, row.want)
			}
		}
	}
}

// TestSANPromoted reads records that call promoted kinds by letters of their
// own or by a +, up to the last move or the first fault.
func TestSANPromoted(t *testing.T) {
	const (
		gold   = "4k4/9/G1P6/9/9/9/9/9/4K4[-] w - - 0 1"
		cannon = "4k4/9/9/3U5/9/9/9/9/4K4[-] w - - 0 1"
	)
	for _, row := range []struct {
		id, position, moves string
		want                string // in the numbered notation; "" for a fault
		rule, reason        string
	}{
		{"shogi", gold, "Pc8=G", "Pawn c7 - c8 = Tokin", "", ""},
		{"shogi", gold, "Pc8=G Ke8 Gcb8", "Tokin c8 - b8", "", ""},
		{"shogi", gold, "Pc8=G Ke8 Gab8", "Gold a7 - b8", "", ""},
		{"shogi", gold, "Pc8=G Ke8 Gb8", "", "PGN", "ambiguous"},
		{"shogi", gold, "Pc8=+P Ke8 Gb8", "Gold a7 - b8", "", ""},
		{"shogi", gold, "Pc8=+P Ke8 Gcb8", "Tokin c8 - b8", "", ""},
		{"shogi", gold, "Pc8=G Ke8 +Pb8", "Tokin c8 - b8", "", ""},
		{"shogi", gold, "Pc8=S", "", "W-0", "promotion"},
		{"shogi", gold, "Pc8=J", "", "PGN", "syntax"},
		{"shogi", gold, "Pc8=P Ke8 Gb8", "", "W-0", "promotion"},
		{"shogi", gold, "Pc8=G Ke8 Gb7=G", "", "W-0", "promotion"},
		{"shogi", shogiRook, "Rb8=D", "Rook b2 - b8 = Dragon", "", ""},
		{"shogi", shogiRook, "Rb8=D Kf9 Dc7", "Dragon b8 - c7", "", ""},
		{"shogi", shogiRook, "Rb8 Kf9 Dc7", "", "W-0", "illegal"},
		{"cannonshogi", cannon, "Ud8=W Kf9 Wd7", "PromotedGoldCannon d8 - d7", "", ""},
		{"cannonshogi", cannon, "Ud8=W Kf9 Ke2", "King e1 - e2", "", ""},
		{"chennis", "", "Me2=N", "Mann d1 - e2 = Knight", "", ""},
		{"chennis", "", "Me2=N Mc6=N Nf4=M", "Knight e2 - f4 = Mann", "", ""},
		{"chennis", "", "Me2=C", "", "CHE-2", "promotion"},
		{"shogun", "", "e3 e6 Qg4 Qf6", "Queen d8 - f6", "", ""},
		{"shogun", "", "e3 e6 Qg4 Qb2", "", "SGN-2", "movement"},
		{"shogun", "4k3/8/8/N3P3/8/8/8/4K3[] w - - 0 1", "e6=C Kd8 Cd7", "Captain e6 - d7", "", ""},
		{"shogun", "4k3/8/8/N7/8/8/8/4K3[] w - - 0 1", "Nb7=G", "Knight a5 - b7 = General", "", ""},
		{"shogun", "4k3/8/8/N7/8/8/8/4K3[] w - - 0 1", "Nb7=A", "", "SGN-2", "promotion"},
		{"mansindam", "4k4/9/9/2R6/9/9/9/9/4K4[] w - - 0 1", "Rc7=T Kf9 Td6", "Dragon c7 - d6", "", ""},
		{"pandemonium", "4k4/9/9/2U6/9/9/9/9/4K4[] w - - 0 1", "Uc8=T Kf9 Td6", "Centaur c8 - d6", "", ""},
		{"kyotoshogi", "4k/5/5/5/K4[L] w - - 0 1", "G@c3 Kd5 Gc2=L", "LanceGold c3 - c2 = Lance", "", ""},
		{"kyotoshogi", "4k/5/5/5/K4[NL] w - - 0 1", "G@c3 Kd5 Gc2=L", "", "PGN", "ambiguous"},
		{"kyotoshogi", "4k/5/5/5/K4[LP] w - - 0 1", "L@c3 Kd5 Lc4=G Ke4 Gb4=L Ke5 R@c3", "Pawn * c3 = Rook", "", ""},
	} {
		r := games.Rules(t, row.id, "")
		p := r.Start()
		if row.position != "" {
			var err error
			if p, err = r.ParsePosition(row.position); err != nil {
				t.Fatalf("%s: %v", row.position, err)
			}
		}
		rec := &parser.Record{}
		for _, text := range strings.Fields(row.moves) {
			rec.Moves = append(rec.Moves, parser.Ply{Text: text})
		}
		n := NewSAN(rec, r)
		var (
			got string
			f   *Fault
		)
		for i := 0; i < len(rec.Moves) && f == nil; i++ {
			var m rules.Move
			if m, _, _, f = n.Read(p, rec.Moves[i].Text); f == nil {
				if text := n.Format(p, m); m.Kind() != rules.Drop && !strings.Contains(row.moves, "+P") && strings.TrimRight(text, "+#") != rec.Moves[i].Text && "P"+text != rec.Moves[i].Text {
					t.Errorf("%s %s %q: %s is written %s", row.id, row.position, row.moves, rec.Moves[i].Text, text)
				}
				got = (Numbered{}).Format(p, m)
				p.Play(m)
			}
		}
		switch {
		case row.want == "":
			if f == nil || f.Rule != row.rule || f.Reason != row.reason {
				t.Errorf("%s %s %q: fault %+v after %s, want %s %s", row.id, row.position, row.moves, f, got, row.rule, row.reason)
			}
		case f != nil || got != row.want:
			t.Errorf("%s %s %q: %s, %v, want %s", row.id, row.position, row.moves, got, f, row.want)
		}
	}
}

func TestSANWrite(t *testing.T) {
	for _, row := range []struct{ id, position, move, want string }{
		{"chess", knights, "Knight g1 - f3", "Ngf3"},
		{"chess", knights, "Knight a1 - b3", "Nab3"},
		{"chess", passing, "Pawn e5 x d6", "exd6"},
		{"chess", castleBoth, "King e1 - c1", "O-O-O"},
		{"duck", castleBoth, "King e1 - c1 / duck e1", "O-O-O,e1"},
		{"duck", chessStart, "Pawn e2 - e4 / duck a3", "e4,a3"},
		{"chess", castleBoth, "Rook h1 x h8", "Rxh8+"},
		{"chess", promoting, "Pawn a7 - a8 = Queen", "a8=Q"},
		{"chess", "7k/6pp/8/8/8/8/8/R6K w - - 0 1", "Rook a1 - a8", "Ra8#"},
		{"chess", "4k3/8/8/8/N3N3/8/8/N3K3 w - - 0 1", "Knight a4 - c3", "Nac3"},
		{"chess", "4k3/8/8/Q7/8/8/8/Q1Q1K3 w - - 0 1", "Queen a1 - a3", "Qa1a3"},
		{"chess", "4k3/8/8/Q1Q5/8/8/8/Q3K3 w - - 0 1", "Queen a5 - c3", "Qa5c3"},
		{"crazyhouse", zhHand, "Knight * f3", "N@f3"},
		{"xiangqi", xiangqiOpen, "Cannon h3 - e3", "Che3"},
		{"shogi", shogiRook, "Rook b2 - b8 = Dragon", "Rb8=+R"},
	} {
		r := games.Rules(t, row.id, "")
		p, err := r.ParsePosition(row.position)
		if err != nil {
			t.Fatalf("%s: %v", row.position, err)
		}
		var numbered Numbered
		m, known, _, f := numbered.Read(p, row.move)
		if !known {
			t.Fatalf("%s %q: %v", row.position, row.move, f)
		}
		if got := NewSAN(nil, r).Format(p, m); got != row.want {
			t.Errorf("%s %s: %q, want %q", row.position, row.move, got, row.want)
		}
	}
}

// TestRanks finds out how records count ranks: by their headers, by the count
// with which they replay, by ranks 0 and 10, and by their form.
func TestRanks(t *testing.T) {
	side := parser.Line{{Text: "b0c2"}}
	const late = "4k4/4a4/3n5/6p1P/2p1r3P/9/c8/3A5/3K5/6r2 w - - 2 37"
	for _, row := range []struct {
		id, position string
		format       string // header
		moves        parser.Line
		fromZero     bool
		doubtful     bool
	}{
		{"xiangqi", "", "", parser.Line{{Text: "h2e2"}, {Text: "h9g7"}}, true, false},
		{"xiangqi", "", "", parser.Line{{Text: "h2e2"}, {Text: "h9g7"}, {Text: "h0g2"}}, true, false},
		{"xiangqi", "", "", parser.Line{{Text: "H2-E2"}, {Text: "H0-G2"}}, true, false},
		{"xiangqi", "", "", parser.Line{{Text: "h3e3"}, {Text: "h10g8"}}, false, false},
		{"xiangqi", "", "", parser.Line{{Text: "Che3"}}, false, false},
		{"xiangqi", "", "", parser.Line{{Text: "h2e2", Beside: &parser.Notes{Variations: []parser.Line{side}}}}, true, false},
		{"xiangqi", "", "", nil, false, false},
		{"xiangqi", late, "", parser.Line{{Text: "i6h6"}, {Text: "c6c5"}}, false, false},
		{"xiangqi", late, "", parser.Line{{Text: "i6h6"}, {Text: "g6g5"}}, true, false},
		{"xiangqi", late, "", parser.Line{{Text: "i6h6"}}, false, true},
		{"xiangqi", late, "", parser.Line{{Text: "i6h6", Beside: &parser.Notes{Variations: []parser.Line{{{Text: "d10d9"}}}}}}, false, false},
		{"xiangqi", late, "", parser.Line{{Text: "I6-H6"}}, true, true},
		{"xiangqi", late, "UCI", parser.Line{{Text: "I6-H6"}}, false, false},
		{"xiangqi", late, "UCI", parser.Line{{Text: "i6h6"}, {Text: "g6g5"}}, false, false},
		{"xiangqi", "", "", parser.Line{{Text: "a9a8"}, {Text: "h9g7"}, {Text: "h0g2"}}, true, false}, // broken at once
		{"janggi", "", "", parser.Line{{Text: "a3a4"}, {Text: "b0c2"}}, false, false},
		{"okisakishogi", "", "", parser.Line{{Text: "a0a1"}}, false, false},
		{"shako", "", "", parser.Line{{Text: "a2a3"}}, false, false},
		{"chess", "", "", parser.Line{{Text: "e2e4"}}, false, false},
	} {
		r := games.Rules(t, row.id, "")
		p := r.Start()
		if row.position != "" {
			var err error
			if p, err = r.ParsePosition(row.position); err != nil {
				t.Fatal(err)
			}
		}
		rec := &parser.Record{Format: parser.PGN, Moves: row.moves}
		if row.format != "" {
			rec.Tags = []parser.Tag{{Key: "Format", Value: row.format}}
		}
		n, _ := For(rec, p)
		if san := n.(*SAN); san.fromZero != row.fromZero || RanksDoubtful(n) != row.doubtful {
			t.Errorf("%s %s %v: from zero %v, doubtful %v", row.id, row.format, row.moves, san.fromZero, san.doubtful)
		}
	}
}

func TestSANWarning(t *testing.T) {
	r := games.Rules(t, "chess", "")
	_, known, warnings, f := NewSAN(nil, r).Read(r.Start(), "Nxf3")
	if f != nil || !known || len(warnings) != 1 || warnings[0].Rule != "PGN" {
		t.Errorf("%v, %v, %v", known, warnings, f)
	}
}

// FuzzSAN reads any text in any game: no panic, and a move that is read is
// legal and reads back from what is written of it.
func FuzzSAN(f *testing.F) {
	for _, text := range []string{"e4", "Ngxf3+", "O-O-O", "P@e4", "e7e8=Q", "H2-E2", "Bc4-pocket", "Px2@f3", "--", "Rb8=+", "h10g8", "exd", "+Rxa1=", "=", "(", "e.p."} {
		f.Add(text, uint8(0), uint8(3))
	}
	ids := variant.Embedded().IDs()
	compiled := make([]*rules.Rules, len(ids))
	f.Fuzz(func(t *testing.T, text string, game, plies uint8) {
		i := int(game) % len(ids)
		if compiled[i] == nil {
			compiled[i] = games.Rules(t, ids[i], "")
		}
		r := compiled[i]
		p := r.Start()
		rng := rand.New(rand.NewPCG(uint64(plies), 1))
		for range plies % 40 {
			moves := p.Moves(nil)
			if len(moves) == 0 {
				break
			}
			p.Play(moves[rng.IntN(len(moves))])
		}
		n := NewSAN(&parser.Record{Moves: parser.Line{{Text: text}}}, r)
		m, known, _, fault := n.Read(p, text)
		if fault != nil {
			return
		}
		if !known || !p.Legal(m) {
			t.Fatalf("%q is read as an illegal move: %s", text, p.Text())
		}
		written := n.Format(p, m) // with ranks counted as in the text
		if again, _, _, fault := n.Read(p, written); fault != nil || again != m {
			t.Fatalf("%q is written %q, which reads as %d, %v: %s", text, written, again, fault, p.Text())
		}
	})
}
