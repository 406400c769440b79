package rules_test

import (
	"strings"
	"testing"

	"assay/analysis"
	"assay/analysis/variant"
)

// TestPastedPositions reads positions in the forms in which programs and pages
// give them.
func TestPastedPositions(t *testing.T) {
	book := analysis.NewRulebook(variant.Embedded())
	const (
		e4    = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
		shogi = "lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL[] b - - 0 1"
		lance = "4k4/9/9/9/9/9/9/9/4K3+L[P] w - - 0 1"
	)
	for _, row := range []struct{ id, text, want string }{
		{"chess", "fen " + e4, e4},
		{"chess", "position fen " + e4, e4},
		{"chess", "POSITION FEN " + e4, e4},
		{"chess", "position startpos", ""},
		{"chess", "startpos", ""},
		{"chess", strings.ReplaceAll(e4, " ", "_"), e4},
		{"chess", `rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - bm e5; id "after; e4";`, e4},
		{"chess", `rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - hmvc 3; fmvn 7;`, strings.Replace(e4, "0 1", "3 7", 1)},
		{"chess", "https://lichess.org/analysis/standard/rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR_b_KQkq_-_0_1", e4},
		{"chess", "https://lichess.org/editor/rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR_b_KQkq_-_0_1?color=black", e4},
		{"chess", "https://lichess.org/analysis/rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR%20b%20KQkq%20-%200%201#3", e4},
		{"chess", "https://www.chess.com/analysis?fen=rnbqkbnr%2Fpppppppp%2F8%2F8%2F4P3%2F8%2FPPPP1PPP%2FRNBQKBNR+b+KQkq+-+0+1&flip=true", e4},
		{"chess", "https://www.pychess.org/analysis/chess?fen=rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR_b_KQkq_-_0_1", e4},
		{"shogi", "sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2", shogi},
		{"shogi", "position sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2", shogi},
		{"shogi", "https://lishogi.org/analysis/standard/lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL_w_-_2", shogi},
		{"shogi", "https://example.org/board?sfen=4k4/9/9/9/9/9/9/9/4K3+L+b+P+1", lance},
		{"shogi", "https://example.org/board?sfen=4k4/9/9/9/9/9/9/9/4K3%2BL%20b%20P%201", lance},
		{"shogi", "https://example.org/?position=sfen%204k4%2F9%2F9%2F9%2F9%2F9%2F9%2F9%2F4K3%2BL%20b%20P%201", lance},
		{"shogi", "https://example.org/?body=position+sfen+4k4/9/9/9/9/9/9/9/4K3+L+b+P+1&theme=x", lance},
		{"xiangqi", "https://www.chessdb.cn/query/?rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR_w", ""},
		{"crazyhouse", "https://lichess.org/analysis/crazyhouse/rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR/_w_KQkq_-_0_1", ""},
		{"crazyhouse", "https://lichess.org/analysis/crazyhouse/r1bqkbnr/pppp1ppp/8/8/8/8/PPPP1PPP/RNBQKBNR/Pn_b_KQkq_-_0_1",
			"r1bqkbnr/pppp1ppp/8/8/8/8/PPPP1PPP/RNBQKBNR[Pn] b KQkq - 0 1"},
	} {
		r, err := book.Rules(row.id, "")
		if err != nil {
			t.Fatal(err)
		}
		want := row.want
		if want == "" {
			want = r.StartText()
		}
		p, err := r.ParsePosition(row.text)
		if err != nil {
			t.Errorf("%s: %v", row.text, err)
			continue
		}
		q, err := r.ParsePosition(want)
		if err != nil {
			t.Fatal(err)
		}
		if p.Text() != q.Text() {
			t.Errorf("%s:\n%s, want\n%s", row.text, p.Text(), q.Text())
		}
	}
	for _, row := range []struct{ id, text, want string }{
		{"chess", "position startpos moves e2e4", "expected a position alone"},
		{"chess", "position fen " + e4 + " moves e7e5", "expected a position alone"},
		{"chess", "https://lichess.org/abcdefgh", "contains no position of 8 ranks"},
		{"chess", "https://lichess.org/analysis?x=1&fen=", "contains no position"},
		{"shogi", "https://lichess.org/analysis/rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR_b_KQkq_-_0_1", ""},
	} {
		r, _ := book.Rules(row.id, "")
		if _, err := r.ParsePosition(row.text); err == nil || !strings.Contains(err.Error(), row.want) {
			t.Errorf("%s: %v", row.text, err)
		}
	}
}
