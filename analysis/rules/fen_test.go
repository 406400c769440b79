package rules

import (
	"errors"
	"strings"
	"testing"
)

// TestParsePositionDialects reads positions written by other programs, and
// writes them in the standard form.
func TestParsePositionDialects(t *testing.T) {
	for _, tc := range []struct{ variant, text, want string }{
		{"chess", "4k3/8/8/8/8/8/8/4K2R w K", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"},
		{"chess", "4k3/8/8/8/8/8/8/4K2R w KQkq - 3 9", "4k3/8/8/8/8/8/8/4K2R w K - 3 9"},
		{"chess", "4k3/8/8/8/8/8/8/5K1R w K - 0 1", "4k3/8/8/8/8/8/8/5K1R w - - 0 1"},
		{"chess", "4k3/8/8/8/8/8/8/2K4R w K - 0 1", "4k3/8/8/8/8/8/8/2K4R w - - 0 1"},
		{"chess", "4k3/8/8/8/8/8/8/R3K1R1 w KQGA - 0 1", "4k3/8/8/8/8/8/8/R3K1R1 w Q - 0 1"},
		{"chess", "4k3/8/8/8/3Pp3/8/8/4K3 w - e5 0 1", "4k3/8/8/8/3Pp3/8/8/4K3 w - - 0 1"},
		{"chess", "4k3/4r3/8/3Pp3/8/8/8/4K3 w - e6 0 1", "4k3/4r3/8/3Pp3/8/8/8/4K3 w - - 0 1"},
		{"chess", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"},
		{"chess", "4k3/8/8/3p4/4P3/8/8/4K3 b - e3 0 1", "4k3/8/8/3p4/4P3/8/8/4K3 b - - 0 1"},
		{"chess", "3rk3/8/8/2pP4/8/8/8/3K4 w - c6 0 1", "3rk3/8/8/2pP4/8/8/8/3K4 w - - 0 1"},
		{"antichess", "8/8/8/3pP3/8/8/8/4K3 w KQkq d6 3 9", "8/8/8/3pP3/8/8/8/4K3 w - d6 3 9"},
		{"antichess", "8/8/8/3pP3/8/8/8/4K3 w HAha - 3 9", "8/8/8/3pP3/8/8/8/4K3 w - - 3 9"},
		{"antichess", "8/8/8/3pP3/8/8/8/4K3 w Kq -", "8/8/8/3pP3/8/8/8/4K3 w - - 0 1"},
		{"antichess", "8/8/8/3pP3/8/8/8/4K3 w 3 9", "8/8/8/3pP3/8/8/8/4K3 w - - 3 9"},
		{"crazyhouse", "2k5/8/8/8/8/8/8/4K3/Qn w - - 0 1", "2k5/8/8/8/8/8/8/4K3[Qn] w - - 0 1"},
		{"crazyhouse", "4k3/1Q~6/8/8/4b3/8/Kpp5/8/ b - -", "4k3/1Q~6/8/8/4b3/8/Kpp5/8[] b - - 0 1"},
		{"embassy", "5k4/10/10/10/10/10/10/5K1E2 w - - 0 1", "5k4/10/10/10/10/10/10/5K1C2 w - - 0 1"},
		{"embassy", "5k4/10/10/10/10/10/10/R5K2R w KQ - 0 1", "5k4/10/10/10/10/10/10/R5K2R w - - 0 1"},
		{"makruk", "8/2M5/M5kM/8/8/2K3SR/8/8 w - 32 15 81", "8/2M5/M5kM/8/8/2K3SR/8/8 w - 32 15 81"},
		{"xiangqi", "3k5/9/9/9/9/9/9/9/9/2B1K2N1 w - 32 15 81", "3k5/9/9/9/9/9/9/9/9/2B1K2N1 w - - 15 81"},
		{"xiangqi", "3k5/9/9/9/9/9/9/9/9/2E1K2H1", "3k5/9/9/9/9/9/9/9/9/2B1K2N1 w - - 0 1"},
		{"xiangqi", "3k5/9/9/9/9/9/9/9/9/2B1K2N1 r - - 0 1", "3k5/9/9/9/9/9/9/9/9/2B1K2N1 w - - 0 1"},
		{"shogi", "8k/9/9/9/9/9/9/9/K8[-] w 0 1", "8k/9/9/9/9/9/9/9/K8[] w - - 0 1"},
		{"shogi", "8k/9/9/9/9/9/9/9/K8[Pp] b - - 0 7", "8k/9/9/9/9/9/9/9/K8[Pp] b - - 0 7"},
		{"shogi", "8k/9/9/9/9/9/9/9/K8 b - 1", "8k/9/9/9/9/9/9/9/K8[] w - - 0 1"},
		{"shogi", "8k/9/9/9/9/9/9/9/K8 w 2Pr10p 12", "8k/9/9/9/9/9/9/9/K8[PPppppppppppr] b - - 0 6"},
	} {
		p, err := compiled(t, tc.variant, "").ParsePosition(tc.text)
		if err != nil {
			t.Errorf("%s %s: %v", tc.variant, tc.text, err)
			continue
		}
		if got := p.Text(); got != tc.want {
			t.Errorf("%s %s: reads as %s, want %s", tc.variant, tc.text, got, tc.want)
		}
	}
}

// TestSfenPly: SFEN counts all plies of a game, whoever began it.
func TestSfenPly(t *testing.T) {
	const handicap = "lnsgkgsn1/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL"
	for _, row := range []struct{ start, plies string }{
		{"", "b1 w2 b3 w4"},
		{handicap + " w - 1", "w1 b2 w3 b4"},
		{handicap + " b - 7", "b7 w8 b9"},
		{handicap + " w - 8", "w8 b9 w10"},
	} {
		r := compiled(t, "shogi", "")
		p := r.Start()
		if row.start != "" {
			var err error
			if p, err = r.ParsePosition(row.start); err != nil {
				t.Fatal(err)
			}
		}
		for _, want := range strings.Fields(row.plies) {
			words := strings.Fields(p.Sfen())
			if got := words[1] + words[3]; got != want {
				t.Errorf("%q after %d plies: %s, want %s", row.start, p.Ply(), got, want)
			}
			p.Play(p.Moves(nil)[0])
		}
	}
}

func TestParsePositionRejects(t *testing.T) {
	for _, tc := range []struct {
		variant, text string
		column        int
	}{
		{"chess", "", 1},
		{"chess", "4k3/8/8/8/8/8/8/4K4 w - - 0 1", 20},
		{"chess", "4k3/8/8/8/8/8/4K3 w - - 0 1", 18},
		{"chess", "4k3/8/8/8/8/8/8/4X3 w - - 0 1", 18},
		{"chess", "4k3/8/8/8/8/8/8/4K3 r - - 0 1", 20},
		{"chess", "4k3/8/8/8/8/8/8/4K3 w ! - 0 1", 22},
		{"chess", "4k3/8/8/8/8/8/8/4K3 w - z9 0 1", 24},
		{"chess", "4k3/8/8/8/8/8/8/4K3 w - - -1 1", 26},
		{"chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 1", 32},
		{"chess", "4k3/8/8/8/8/8/8/8 w - - 0 1", 28},
		{"chess", "4k3/8/8/8/8/8/8/4RK2 w - - 0 1", 31},
		{"antichess", "4k3/8/8/8/8/8/8/4K3 w KQkq 0 1", 22},
		{"antichess", "4k3/8/8/8/8/8/8/4K3 w KQkq", 22},
		{"antichess", "4k3/8/8/8/8/8/8/4K3 w KQxq - 0 1", 22},
		{"antichess", "4k3/8/8/8/8/8/8/4K3 w KQkqA - 0 1", 22},
		{"antichess", "4k3/8/8/8/8/8/8/4K3 w KQkq z9 0 1", 22},
		{"xiangqi", "4k4/9/9/9/9/9/9/9/9/4K4 w KQ - 0 1", 26},
		{"shogi", "8k/9/9/9/9/9/9/9/K8[X] w 0 1", 21},
		{"shogi", "8k/9/9/9/9/9/9/9/K8[P w 0 1", 22},
		{"shogi", "8k/9/9/9/9/9/9/9/K8[K] w 0 1", 21},
		{"glinski", "*****bknrp1/****qb2p2/***n1b1p3/**r3p4/*ppppp5/11/5PPPPPP/4P3R**/3P1B1N***/2P2BK****/1PRNQB***** w - - 0 1", 97},
		{"glinski", "*****bknrp1/****qb2p2/***n1b1p3/**r3p4/*ppppp5/5*5/5PPPPP*/4P3R**/3P1B1N***/2P2BK****/1PRNQB***** w - - 0 1", 98},
	} {
		_, err := compiled(t, tc.variant, "").ParsePosition(tc.text)
		var fault *TextError
		if !errors.As(err, &fault) {
			t.Errorf("%s %q: accepted, or another error: %v", tc.variant, tc.text, err)
			continue
		}
		if fault.Column != tc.column {
			t.Errorf("%s %q: %v, want column %d", tc.variant, tc.text, fault, tc.column)
		}
	}
}

// TestProblemsWithOneRoyal reads mating problems without the attacker's king,
// and diagrams without kings.
func TestProblemsWithOneRoyal(t *testing.T) {
	r := compiled(t, "shogi", "")
	for text, moves := range map[string]bool{
		"7nl/5B1k1/6Ppp/5+R3/9/9/9/9/9 b Srb4g3s3n3l15p 1": true,
		"9/9/9/9/9/9/9/9/9 b - 1":                          false,
		"9/9/9/4s4/9/9/9/9/9 b P 1":                        true,
	} {
		p, err := r.ParsePosition(text)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if p.HasMove() != moves {
			t.Errorf("%s: are there moves? %v", text, !moves)
		}
	}
	if _, err := compiled(t, "chess", "").ParsePosition("4k3/8/8/8/8/8/8/8 w - - 0 1"); err == nil {
		t.Error("a game of chess without a king is read")
	}
}
