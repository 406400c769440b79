package analysis_test

import (
	"strings"
	"testing"

	"assay/analysis"
	"assay/analysis/variant"
	"assay/parser"
)

// judgement is a record with its expected verdict. Remark is part of a warning
// or note, or "" if none is expected.
type judgement struct {
	name, record     string
	verdict, variant string
	plies            int
	result, remark   string
}

func judgeAll(t *testing.T, rows []judgement) {
	t.Helper()
	v := analysis.NewVerifier(analysis.NewRulebook(variant.Embedded()))
	for _, row := range rows {
		rec, err := parser.NewReader(strings.NewReader(row.record), parser.Options{}).Next()
		if err != nil {
			t.Errorf("%s: %v", row.name, err)
			continue
		}
		report := v.Verify(rec, analysis.Settings{}).Report
		if report.Verdict != row.verdict || report.Variant != row.variant || report.Plies != row.plies || report.Result != row.result {
			t.Errorf("%s: %s, %s, %d plies, %s, want %s, %s, %d, %s: %+v", row.name, report.Verdict, report.Variant, report.Plies, report.Result,
				row.verdict, row.variant, row.plies, row.result, report.Error)
		}
		said := ""
		for _, w := range report.Warnings {
			said += w.Kind + ": " + w.Message + "\n"
		}
		if (said == "") != (row.remark == "") || !strings.Contains(said, row.remark) {
			t.Errorf("%s: %q, want %q", row.name, said, row.remark)
		}
	}
}

// TestResults reads results and closing words in every form after the moves.
func TestResults(t *testing.T) {
	const moves = "1. e4 e5 2. Nf3 Nc6 "
	rows := []judgement{
		{"both lose, by the tag", "[Result \"0-0\"]\n\n0-0\n", "legal", "chess", 0, "0-0", ""},
		{"both lose after moves", "[Result \"0-0\"]\n\n" + moves + "3. Bc4 Bc5 0-0\n", "legal", "chess", 6, "0-0", ""},
		{"both lose after castling", "[Result \"0-0\"]\n\n" + moves + "3. Bc4 Bc5 4. 0-0 Nf6 0-0\n", "legal", "chess", 8, "0-0", ""},
		{"both lose without a tag", moves + "0-0\n", "legal", "chess", 4, "0-0", ""},
		{"both lose by an open tag", "[Result \"*\"]\n\n" + moves + "0-0\n", "legal", "chess", 4, "0-0", ""},
		{"both lose alone", "0-0\n", "legal", "chess", 0, "0-0", ""},
		{"castling last", moves + "3. Bc4 Bc5 4. 0-0\n", "legal", "chess", 7, "*", ""},
		{"castling at the end of a line", moves + "3. Bc4 Bc5 4. 0-0\nNf6 1-0\n", "legal", "chess", 8, "1-0", ""},
		{"castling that is impossible", moves + "3. 0-0 Nf6 1-0\n", "illegal", "chess", 4, "1-0", ""},
		{"colon", moves + "1:0\n", "legal", "chess", 4, "1-0", ""},
		{"decimal points", moves + "0.5-0.5\n", "legal", "chess", 4, "1/2-1/2", ""},
		{"decimal commas", moves + "0,5-0,5\n", "legal", "chess", 4, "1/2-1/2", ""},
		{"fractions", moves + "½:½\n", "legal", "chess", 4, "1/2-1/2", ""},
		{"glued", "1. f3 e5 2. g4 Qh4#0-1\n", "legal", "chess", 4, "0-1", ""},
		{"glued to a square", "1. e4 e51-0\n", "legal", "chess", 2, "1-0", ""},
		{"glued draw", "1. e4 e51/2-1/2\n", "legal", "chess", 2, "1/2-1/2", ""},
		{"glued star", "1. e4 e5*\n", "legal", "chess", 2, "*", ""},
		{"two games without tags", "1. e4 e5 1:0\n1. d4 d5 0:1\n", "legal", "chess", 2, "1-0", ""},
		{"words and a result", moves + "Black resigns 1-0\n", "legal", "chess", 4, "1-0", ""},
		{"words alone", moves + "Black resigns\n", "legal", "chess", 4, "1-0", ""},
		{"the side to move resigns", "1. e4 e5 2. Nf3 resigns\n", "legal", "chess", 3, "1-0", ""},
		{"the tag stands over who is to move", "[Result \"0-1\"]\n\n1. e4 e5 2. Nf3 resigns\n", "legal", "chess", 3, "0-1", ""},
		{"a word in the tag", "[Result \"Black wins\"]\n\n" + moves + "\n", "legal", "chess", 4, "0-1", ""},
		{"Spanish", moves + "gana el blanco\n", "legal", "chess", 4, "1-0", ""},
		{"German", moves + "Weiß gibt auf\n", "legal", "chess", 4, "0-1", ""},
		{"Russian", moves + "выигрывают чёрные\n", "legal", "chess", 4, "0-1", ""},
		{"unknown words", moves + "adjudicated\n", "legal", "chess", 4, "*", "warning: text after the last move"},
		{"unknown words and a result", moves + "adjudicated 1/2-1/2\n", "legal", "chess", 4, "1/2-1/2", "warning: text after the last move"},
		{"Chinese", "1. 炮二平五 马8进7\n2. 马二进三 车9平8\n红先胜\n", "legal", "xiangqi", 4, "1-0", ""},
		{"Chinese, who resigns", "1. 炮二平五 马8进7\n2. 马二进三 车9平8 黑方认输\n", "legal", "xiangqi", 4, "1-0", ""},
		{"Chinese, glued", "1. 炮二平五 马8进7\n2. 马二进三 车9平8红胜\n", "legal", "xiangqi", 4, "1-0", ""},
		{"Chinese draw", "1. 炮二平五 马8进7\n2. 马二进三 车9平8 和棋\n", "legal", "xiangqi", 4, "1/2-1/2", ""},
		{"Chinese, unknown", "1. 炮二平五 马8进7\n2. 马二进三 车9平8 待续\n", "legal", "xiangqi", 4, "*", "warning: text after the last move"},
		{"Korean", "[Variant \"janggi\"]\n\n1. a4b4 --\n초승\n", "legal", "janggi", 2, "1-0", ""},
		{"Chinese, a full stop", "1. 炮二平五 马8进7\n2. 马二进三 车9平8\n黑胜。\n", "legal", "xiangqi", 4, "0-1", ""},
		{"Chinese, in square brackets", "1. 炮二平五 马8进7\n2. 马二进三 车9平8\n[红胜]\n", "legal", "xiangqi", 4, "1-0", ""},
		{"Chinese, in round brackets", "1. 炮二平五 马8进7\n2. 马二进三 车9平8 (红胜)\n", "legal", "xiangqi", 4, "1-0", ""},
		{"a variation last", moves + "(2... d6)\n", "legal", "chess", 4, "*", ""},
		{"the end of a DOS file", moves + "1-0\n\x1a", "legal", "chess", 4, "1-0", ""},
		{"Chinese draw with the sign of a move", "1. 炮二平五 马8进7\n2. 马二进三 车9平8 平局\n", "legal", "xiangqi", 4, "1/2-1/2", ""},
		{"Chinese, by coordinates", "[Variant \"xiangqi\"]\n\n1. h3e3 b10c8 红方获胜\n", "legal", "xiangqi", 2, "1-0", ""},
		{"Japanese summary", "[Variant \"shogi\"]\n\n1. P-7f P-3d まで2手で後手の勝ち\n", "legal", "shogi", 2, "0-1", ""},
		{"Japanese, KI2", "手合割：平手\n先手：a\n後手：b\n\n▲７六歩 △３四歩\n先手の勝ち\n", "legal", "shogi", 2, "1-0", ""},
		{"Danish", moves + "hvid vinder\n", "legal", "chess", 4, "1-0", ""},
		{"Czech", moves + "černý vzdal\n", "legal", "chess", 4, "1-0", ""},
		{"Polish", moves + "białe rezygnują\n", "legal", "chess", 4, "0-1", ""},
		{"signs of a forfeit", moves + "+:-\n", "legal", "chess", 4, "1-0", ""},
		{"both forfeit", moves + "-:-\n", "legal", "chess", 4, "0-0", ""},
		{"blanks around the hyphen", moves + "1 - 0\n", "legal", "chess", 4, "1-0", ""},
		{"a draw with blanks", moves + "1/2 - 1/2\n", "legal", "chess", 4, "1/2-1/2", ""},
		{"a Korean pass among coordinates", "[Variant \"janggi\"]\n\n1. a4b4 한수쉼 2. b4b5 a7b7 한 시간승\n", "legal", "janggi", 4, "0-1", ""},
		{"a pass of PGN in a numbered list", "Variant=janggi\n1. Soldier a4 - b4\n1. --\n2. Soldier b4 - b5\n", "legal", "janggi", 3, "*", ""},
		{"castling without hyphens", "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. OO\n", "legal", "chess", 7, "*", ""},
		{"long castling without hyphens", "1. d4 d5 2. Nc3 Nc6 3. Bf4 Bf5 4. Qd2 Qd7 5. OOO OOO *\n", "legal", "chess", 10, "*", ""},
		{"a Korean list numbered by plies", "한: a\n초: b\n1. 79졸78 2. 41병42 3. 78졸68 *\n", "legal", "janggi", 3, "*", ""},
		{"a null move in digits", "[Variant \"janggi\"]\n\n1. a4b4 0000 2. b4b5 a7b7 *\n", "legal", "janggi", 4, "*", ""},
	}
	judgeAll(t, rows)
}

// TestUnderstood distinguishes unreadable text from illegal moves.
func TestUnderstood(t *testing.T) {
	judgeAll(t, []judgement{
		{"digits of correspondence chess", "1. 5254 5755 2. 7163 2836 3. 6125 1716 1-0\n", "legal", "chess", 6, "1-0", ""},
		{"castling and promotion in digits", "[FEN \"6k1/P7/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1. 5171 7888 2. 17181 *\n", "legal", "chess", 3, "*", ""},
		{"digits that are no squares", "1. e4 9254 2. d4 *\n", "unreadable", "chess", 1, "*", ""},
		{"digits that break a rule", "1. 5255 *\n", "illegal", "chess", 0, "*", ""},
		{"a move number of four digits", "[FEN \"4k3/8/8/8/8/8/8/R3K3 w - - 0 1000\"]\n\n1000. Ra8+ Kd7 1001. Ra7+ *\n", "legal", "chess", 3, "*", ""},
		{"a number last", "1. e4 e5 77\n", "legal", "chess", 2, "*", "warning: a number without a move"},
		{"the next number last", "1. e4 e5 2. *\n", "legal", "chess", 2, "*", ""},
		{"a word", "1. e4 flimflam7 2. d4 *\n", "unreadable", "chess", 1, "*", ""},
		{"a letter of no piece", "1. e4 e5 2. Hf3 *\n", "unreadable", "chess", 2, "*", ""},
		{"an illegal move", "1. e4 e5 2. Ke3 *\n", "illegal", "chess", 2, "*", ""},
		{"an open brace", "1. e4 e5 {never closed\n", "unreadable", "chess", 2, "*", ""},
		{"two boards", "[WhiteA \"a\"][BlackA \"b\"][WhiteB \"c\"][BlackB \"d\"]\n\n1A. e4 1a. e5 1B. d4 1-0\n", "legal", "bughouse", 2, "1-0", ""},
		{"two boards without tags", "1A. e4 {1} 1a. e5 {1} 1B. d4 {1} *\n", "legal", "bughouse", 2, "*", ""},
		{"two boards without their numbers", "[WhiteA \"a\"]\n[WhiteB \"c\"]\n\n1. e4 e5 *\n", "unsupported", "bughouse", 0, "*", "two boards"},
		{"four players", "[Variant \"FFA\"]\n[RuleVariants \"EnPassant\"]\n[Red \"a\"]\n[Blue \"b\"]\n[Yellow \"c\"]\n[Green \"d\"]\n\n1. h2-h3 .. b7-c7 .. g13-g12 .. m8-l8\n", "unsupported", "Four-player chess", 0, "*", "four players"},
		{"four players in teams", "[Variant \"Teams\"]\n[RuleVariants \"EnPassant\"]\n[Red \"a\"]\n[Blue \"b\"]\n\n1. h2-h3 .. b7-c7 .. g13-g12 .. m8-l8\n", "unsupported", "Four-player chess", 0, "*", "four players"},
		{"two players on the board of four", "[Variant \"FFA\"]\n[RuleVariants \"Atomic\"]\n[StartFen4 \"2PC\"]\n\n1. e5-e7 .. d10-d8\n", "unsupported", "FFA", 0, "*", "14 by 14"},
		{"two players on their own board", "[Variant \"FFA\"]\n[RuleVariants \"KotH\"]\n\n1. e4 e5 *\n", "legal", "kingofthehill", 2, "*", "warning: the variant \"FFA\" is not defined"},
		{"the duck of chess.com", "[Variant \"Duck Chess\"]\n\n1. d2d4Θd6 e7e5Θd6e7 2. Ng1f3Θe7f6 e5xd4Θf6a6 *\n", "legal", "duck", 4, "*", ""},
		{"descriptive notation without headers", "1. P-K4 P-K4\n2. N-KB3 N-QB3\n", "legal", "chess", 4, "*", ""},
		{"descriptive notation below prose", "From a book:\n1 P-K4 P-K4 2 Kt-KB3 Kt-QB3\n", "legal", "chess", 4, "*", ""},
		{"descriptive notation with blanks", "A game:\n1. P - Q 4   P - Q 4\n2. P - Q B 4  P × P\n3. Kt - K B 3 Kt - K B 3\n4. P - K 3 P - K 3\n5. B × P P - B 4\n6. O - O\n", "legal", "chess", 11, "*", ""},
		{"descriptive notation, commas and signs", "1. P-K4, P-K4; 2. Kt-KB3, Kt-QB3; 3. B-Kt5 Kt-B3 4. Castles KtxP 5. R-K1 Kt-Q3 6. KtxP! B-K2?? 7. BxKt QPxB 8. KtxQBP PxKt 9. RxB ch QxR *\n", "legal", "chess", 18, "*", ""},
		{"descriptive notation, the later moves decide", "1. P-K4 P-KB4 2. P-KKt4 PxP 3. QxP *\n", "legal", "chess", 5, "*", "the text fits 2 legal moves"},
		{"descriptive notation, they do not", "1. P-K4 P-KB4 2. P-KKt4 PxP 3. P-KR3 *\n", "illegal", "chess", 3, "*", ""},
		{"descriptive notation, en passant and castling", "1. P-K4 P-K3 2. P-K5 P-Q4 3. PxP e.p. BxP 4. N-KB3 N-KB3 5. B-Q3 Castles 6. Castles N-B3 7. R-Ksq P-QKt3 *\n", "legal", "chess", 14, "*", ""},
		{"descriptive notation, no such move", "1. P-K4 P-K4 2. Q-K3 *\n", "illegal", "chess", 2, "*", ""},
		{"descriptive notation, another word", "1. P-K4 P-K4 2. flimflam P-Q4 *\n", "unreadable", "chess", 2, "*", ""},
		{"Spanish descriptive notation", "1. P4R P4R 2. C3AR C3AD 3. A5C P3TD 4. AxC PDxA 5. O-O *\n", "legal", "chess", 9, "*", ""},
		{"Vietnamese", "1. P2-5 M8.7 2. M2.3 X9-8 3. X1-2 B7.1 4. X2.6 M2.3 5. B7.1 T3.5 6. X2-3 M3/5\n", "legal", "xiangqi", 12, "*", ""},
		{"Vietnamese, small letters and the King", "1. P2-5 m8.7 2. P5.4 m2.3 3. P5/2 tg5.1 *\n", "legal", "xiangqi", 6, "*", ""},
		{"Vietnamese in words", "Ván 1\n1. Pháo 2 bình 5 Mã 8 tiến 7 2. Mã 2 tiến 3 Xe 9 bình 8 3. Xe 1 bình 2 Tốt 7 tiến 1\n", "legal", "xiangqi", 6, "*", ""},
		{"Vietnamese, blocked", "1. P2-5 M8.7 2. X1/1 *\n", "illegal", "xiangqi", 2, "*", ""},
		{"a promotion deferred, ranks from 0", "[Variant \"crowdedxiangqi\"]\n[FEN \"4k4/9/9/p8/R4K3 b 0 1\"]\n\n1... axa0=. *\n", "legal", "crowdedxiangqi", 1, "*", ""},
		{"a promotion deferred", "[FEN \"6k1/P7/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1. a8=. *\n", "illegal", "chess", 0, "*", ""},
	})
}

// TestLostByIllegalMove ends games as the record states (W-4) in every
// notation, also after mate.
func TestLostByIllegalMove(t *testing.T) {
	const note = "note: the record ends with the illegal"
	judgeAll(t, []judgement{
		{"PGN", "[Result \"0-1\"]\n[Termination \"illegal move\"]\n\n1. e4 e5 2. Ke3 0-1\n", "legal", "chess", 2, "0-1", note},
		{"PGN without a result", "[Termination \"Illegal move\"]\n\n1. e4 e5 2. Ke3 *\n", "legal", "chess", 2, "0-1", note},
		{"PGN, rules infraction", "[Termination \"rules infraction\"]\n\n1. e4 e5 2. e5\n", "legal", "chess", 2, "0-1", note},
		{"after mate", "[Result \"0-1\"]\n[Termination \"illegal move\"]\n\n1. f3 e5 2. g4 Qh4# 3. Kf2 0-1\n", "legal", "chess", 4, "0-1", note},
		{"PGN, in words", "[Termination \"White lost by an illegal move\"]\n\n1. e4 e5 2. Ke3 0-1\n", "legal", "chess", 2, "0-1", note},
		{"PGN, not understood", "[Termination \"illegal move\"]\n\n1. e4 e5 2. e2xyz 0-1\n", "legal", "chess", 2, "0-1", note},
		{"a ply too early", "[Termination \"illegal move\"]\n\n1. e4 e5 2. Ke3 Nf6 0-1\n", "illegal", "chess", 2, "0-1", ""},
		{"numbered", "Variant=csg-1\nTermination=illegal move\n1. Pawn f3 - f4\n1. Pawn a7 - a6\n2. Pawn f4 - f7\n", "legal", "csg-1", 2, "0-1", note},
		{"normal", "[Termination \"normal\"]\n\n1. e4 e5 2. Ke3 0-1\n", "illegal", "chess", 2, "0-1", ""},
	})
}

// TestVariantInferred infers the variant of records that do not name it.
func TestVariantInferred(t *testing.T) {
	const (
		plies = "1. b3 c5 2. Nf3 d5 3. d4 b6 4. O-O Nf6 *\n"
		array = "bqnrnkrb/pppppppp/8/8/8/8/PPPPPPPP/BQNRNKRB w "
		taken = "warning: the record does not name its variant; it is read as"
	)
	judgeAll(t, []judgement{
		{"X-FEN", "[FEN \"" + array + "KQkq - 0 1\"]\n\n" + plies, "legal", "chess960", 8, "*", taken},
		{"Shredder-FEN", "[FEN \"" + array + "GDgd - 0 1\"]\n\n" + plies, "legal", "chess960", 8, "*", taken},
		{"X-FEN without castling", "[FEN \"" + array + "KQkq - 0 1\"]\n\n1. b3 c5 *\n", "legal", "chess960", 2, "*", taken},
		{"usual rights", "[FEN \"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1\"]\n\n1. O-O *\n", "legal", "chess", 1, "*", ""},
		{"rights of nobody", "[FEN \"1r4k1/8/8/8/8/8/8/2R3K1 w Qq - 0 1\"]\n\n1. Rc2 *\n", "legal", "chess", 1, "*", ""},
		{"Capablanca960", "[Variant \"Capablanca960\"]\n[FEN \"r1k6r/pppppppppp/10/10/10/10/PPPPPPPPPP/R1K6R w KQkq - 0 1\"]\n\n1. O-O O-O-O *\n", "legal", "capablanca", 2, "*", ""},
		{"Five-check960", "[Variant \"5check960\"]\n[FEN \"rkbbnqnr/pppppppp/8/8/8/8/PPPPPPPP/RKBBNQNR w KQkq - 5+5 0 1\"]\n\n1. Ngf3 Ngf6 2. d4 d5 3. Bg5 Bg4 4. e3 e6 5. Be2 Be7 6. O-O-O *\n", "legal", "5check", 11, "*", ""},
		{"Capahouse960", "[Variant \"Capahouse960\"]\n[FEN \"r1k6r/pppppppppp/10/10/10/10/PPPPPPPPPP/R1K6R[] w KQkq - 0 1\"]\n\n1. O-O O-O-O *\n", "legal", "capahouse", 2, "*", ""},
		{"Seirawan960, gates of Fairy-Stockfish", "[Variant \"Seirawan960\"]\n[FEN \"r1k4r/pppppppp/8/8/8/8/PPPPPPPP/R1K4R[HEhe] w HAChac - 0 1\"]\n\n1. O-O/Hh1 O-O-O/Ea8 *\n", "legal", "seirawan", 2, "*", ""},
		{"Seirawan960, KQkq and gates", "[Variant \"S-Chess 960\"]\n[FEN \"rkbbnqnr/pppppppp/8/8/8/8/PPPPPPPP/RKBBNQNR[HEhe] w KQCDEFGkqcdefg - 0 1\"]\n\n1. Ngf3/H Ngf6 2. d4 d5 3. Bg5 Bg4 4. e3 e6 5. Be2 Be7 6. O-O-O *\n", "legal", "seirawan", 11, "*", ""},
		{"Seirawan960, empty hands", "[Variant \"Seirawan960\"]\n[FEN \"r1k4r/pppppppp/8/8/8/8/PPPPPPPP/R1K4R[] w HAha - 0 1\"]\n\n1. O-O O-O-O *\n", "legal", "seirawan", 2, "*", ""},
		{"Seirawan960, gates without the king", "[Variant \"Seirawan960\"]\n[FEN \"r1k4r/pppppppp/8/8/8/8/PPPPPPPP/R1K4R[HEhe] w HAha - 0 1\"]\n\n1. O-O *\n", "illegal", "seirawan", 0, "*", ""},
		{"Shouse960", "[Variant \"Shouse960\"]\n[FEN \"r1k4r/pppppppp/8/8/8/8/PPPPPPPP/R1K4R[HEhe] w KQkq - 0 1\"]\n\n1. O-O/Eh1 O-O-O *\n", "legal", "shouse", 2, "*", ""},
		{"Shako960", "[Variant \"Shako960\"]\n[FEN \"c8c/1r1k4r1/pppppppppp/10/10/10/10/PPPPPPPPPP/1R1K4R1/C8C w KQkq - 0 1\"]\n\n1. O-O O-O-O *\n", "legal", "shako", 2, "*", ""},
		{"Janus960", "[Variant \"Janus960\"]\n[FEN \"r1k6r/pppppppppp/10/10/10/10/PPPPPPPPPP/R1K6R w KQkq - 0 1\"]\n\n1. O-O O-O-O *\n", "legal", "janus", 2, "*", ""},
		{"a name of Chess960's arrays", "[Variant \"Crazyhouse960\"]\n[FEN \"rkbbnqnr/pppppppp/8/8/8/8/PPPPPPPP/RKBBNQNR[] w KQkq - 0 1\"]\n\n1. Ngf3 Ngf6 2. d4 d5 3. Bg5 Bg4 4. e3 e6 5. Be2 Be7 6. O-O-O *\n", "legal", "crazyhouse", 11, "*", ""},
		{"a name with a blank", "[Variant \"Atomic 960\"]\n\n1. e4 *\n", "legal", "atomic", 1, "*", ""},
		{"a name of a game that does not castle so", "[Variant \"Xiangqi960\"]\n\n1. e4 *\n", "unsupported", "Xiangqi960", 0, "*", "not defined"},
		{"names of sides", "[Sente \"a\"]\n[Gote \"b\"]\n\n1. g3g4 c7c6 *\n", "legal", "shogi", 2, "*", ""},
		{"GameType", "[GameType \"Atomic\"]\n\n1. e4 *\n", "legal", "atomic", 1, "*", ""},
		{"GameType of something else", "[GameType \"ranked\"]\n\n1. e4 *\n", "legal", "chess", 1, "*", ""},
		{"RuleVariants", "[RuleVariants \"Atomic EnPassant\"]\n\n1. e4 *\n", "legal", "atomic", 1, "*", ""},
		{"a position of another board", "[FEN \"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1\"]\n\n1. h3e3 *\n", "legal", "xiangqi", 1, "*", taken},
		{"the moves are makruk's", "1. Kd2 Ke7 2. a4 a5 3. b4 b5 4. axb5 axb4 *\n", "legal", "makruk", 8, "*", taken},
		{"the moves are crazyhouse's", "1. e4 d5 2. exd5 Qxd5 3. Nc3 Qd8 4. P@d6 exd6 *\n", "legal", "crazyhouse", 8, "*", taken},
		{"too few of them", "1. e4 d5 2. exd5 Qxd5 3. P@d6 exd6 *\n", "illegal", "chess", 4, "*", "looks like one of another variant"},
		{"a stated name stands", "[Variant \"chess\"]\n\n1. e4 d5 2. exd5 Qxd5 3. P@d6 exd6 4. d4 Qe4 5. Be2 Qxg2 6. Bf3 Qg6 *\n", "illegal", "chess", 4, "*", "looks like one of another variant"},
	})
}

// TestTextsAsPeopleSendThem reads quoted and listed text, typographic dashes,
// other capital letters and lists that name no variant.
func TestTextsAsPeopleSendThem(t *testing.T) {
	const (
		named = "VariantName=csg-1\n"
		plies = "1. Pawn f3 - f4\n1. Pawn a7 - a6\n2. Pawn f4 - f5\n2. Pawn i7 - i6\n3. Pawn d3 - d4\n3. Pawn i6 - i5\n4. Pawn d4 - d5\n4. Pawn e7 - e6\n5. Wildcard x1 - i6\n5. Wildcard t9 - d4\n"
		taken = "read as Copper, Silver, Gold"
	)
	judgeAll(t, []judgement{
		{"en dashes", named + strings.ReplaceAll(plies, " - ", " – "), "legal", "csg-1", 10, "*", "typographic dashes"},
		{"quoted", strings.ReplaceAll("\n"+named+plies, "\n", "\n> "), "legal", "csg-1", 10, "*", "sign of quotation"},
		{"listed", strings.ReplaceAll("\n"+plies, "\n", "\n• "), "legal", "csg-1", 10, "*", taken},
		{"small letters", named + strings.ReplaceAll(plies, "Pawn", "pawn"), "legal", "csg-1", 10, "*", "capital letters"},
		{"no name", plies, "legal", "csg-1", 10, "*", taken},
		{"no name, below prose", "Our game. You won!\n\n" + plies, "legal", "csg-1", 10, "*", taken},
		{"no name, and an error", plies + "6. Pawn d5 - d8\n", "illegal", "csg-1", 10, "*", "10 of 11 plies are legal"},
		{"no name, too short", "1. Pawn f3 - f4\n1. Pawn a7 - a6\n", "unsupported", "", 0, "*", "does not say which variant"},
		{"an unknown name", "VariantName=Nonesuch\n" + plies, "unsupported", "Nonesuch", 0, "*", "not defined"},
	})
}

// TestRoyalsFaceAfterAPass checks the ending of a game of traditional janggi.
func TestRoyalsFaceAfterAPass(t *testing.T) {
	const start = "[Variant \"janggitraditional\"]\n[FEN \"4k4/9/9/9/4P4/9/9/9/4K4/8R w - - 0 1\"]\n\n"
	v := analysis.NewVerifier(analysis.NewRulebook(variant.Embedded()))
	for moves, want := range map[string]string{"1. e6d6 e10e10": "royals face", "1. e2e2 e10e10": "both passed"} {
		rec, err := parser.NewReader(strings.NewReader(start+moves+" 1/2-1/2\n"), parser.Options{}).Next()
		if err != nil {
			t.Fatal(err)
		}
		report := v.Verify(rec, analysis.Settings{}).Report
		if report.Verdict != analysis.Legal || report.Result != "1/2-1/2" || report.Termination == nil || *report.Termination != want {
			t.Errorf("%s: %s, %s, %v, want a draw: %s", moves, report.Verdict, report.Result, report.Termination, want)
		}
	}
}
